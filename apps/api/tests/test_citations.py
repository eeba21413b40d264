"""What comments and documents cite can be read in this repository: sections, numbered promises, pages."""

from __future__ import annotations

import ast
import io
import os
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parents[3]
SPECIFICATION = HERE / "docs/specification.md"
NUMBERED = (HERE / "docs/handoff.md", HERE / "docs/promises.md")
FOLDERS = ("apps", "libs", "e2e", "docs", "scripts", "deploy")
# Installed, built or left by a run.
MADE = {"node_modules", "dist", "build", "generated", "test-results", "__pycache__", "var"}
PACKAGES = {"apps/api/package", "apps/site/package", "apps/mini/package"}
READ = {".py", ".ts", ".tsx", ".mjs", ".css", ".md", ".yaml", ".yml", ".toml", ".conf", ".template"}
NOT_OURS = {
    "license.md",  # made by the build
    "LICENCES.md",  # made for a package
}
SECTION = re.compile(r"[Ss]pec(?:ification)? (00[01])[^§\n]{0,3}((?:§\d+(?:, | and | or | to )?)+)")
ID = re.compile(r"(?<![\w#\"'./=-])(?:I-\d{1,2}|[ABFHLOPW]\d{1,2}b?)(?![\w\"'=-])")
MODULE = re.compile(r"`((?:features|http|db|rules|gateways|cli|migrations|tests)/[\w/.]+\.\w+)`")
PAGES = re.compile(r"[\w./-]*\w\.md\b")


def files() -> dict[str, str]:
    """Every text of the repository that people write, by its path."""
    paths = list(HERE.glob("*.md"))
    for folder in FOLDERS:
        for inside, folders, names in os.walk(HERE / folder):
            folders[:] = [each for each in folders if each not in MADE and not each.startswith(".")]
            if str(Path(inside).relative_to(HERE)) in PACKAGES:
                folders[:], names = [], []
            paths += [Path(inside, name) for name in names if Path(name).suffix in READ]
    return {str(path.relative_to(HERE)): path.read_text(encoding="utf-8") for path in paths}


def sections_cited(text: str) -> set[tuple[str, str]]:
    return {
        (document, section)
        for document, sections in SECTION.findall(text)
        for section in re.findall(r"\d+", sections)
    }


def comments(name: str, text: str) -> Iterator[str]:
    """What a source file says to its readers: comments and docstrings."""
    if name.endswith(".py"):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield ast.get_docstring(node) or ""
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.string
    elif name.endswith((".ts", ".tsx", ".mjs", ".css")):
        yield from re.findall(r"/\*.*?\*/|(?:^|(?<=\s))//[^\n]*", text, re.DOTALL)


def defined(page: Path) -> set[str]:
    """The numbers that a page gives its rules and promises: the first cells of its tables."""
    return set(re.findall(r"^\| ([A-Z]-?\d+b?) +\|", page.read_text(encoding="utf-8"), re.MULTILINE))


def test_every_cited_section_of_the_specifications_can_be_read():
    written = set(re.findall(r"^## spec (00[01]) §(\d+) ", SPECIFICATION.read_text(), re.MULTILINE))
    cited = {(name, *each) for name, text in files().items() for each in sections_cited(text)}

    assert len(written) == 18
    assert len(cited) > 100
    assert sorted(each for each in cited if each[1:] not in written) == []


def test_every_cited_rule_and_promise_is_in_a_page_that_its_file_names():
    numbers = {f"docs/{page.name}": defined(page) for page in NUMBERED}
    astray = set()
    for name, text in files().items():
        known = set().union(*(ids for page, ids in numbers.items() if page in text))
        cited = {each for output in comments(name, text) for each in ID.findall(output)}
        astray |= {(name, each) for each in cited - known}

    assert numbers["docs/handoff.md"] >= {"A1", "A5b", "A15"}
    assert numbers["docs/promises.md"] >= {"I-1", "O14", "F17"}
    assert sorted(astray) == []


def test_every_document_that_is_named_is_here():
    here = files()
    names = {Path(name).name for name in here}
    astray = {
        (name, each)
        for name, text in here.items()
        for each in PAGES.findall(text)
        if Path(each).name not in names | NOT_OURS
    }

    assert sorted(astray) == []


def test_every_module_of_the_api_that_a_document_names_is_there():
    tops = [HERE / "apps/api" / each for each in ("src/loyalty", "tests", "")]
    here = files()
    tests = {Path(name).name for name in here}
    pages = {name: text for name, text in here.items() if name.endswith(".md") and name != "CHANGELOG.md"}

    modules = {(name, each) for name, text in pages.items() for each in MODULE.findall(text)}
    tested = {(name, each) for name, text in pages.items() for each in re.findall(r"\btest_\w+\.py", text)}

    assert len(modules) > 20
    assert sorted(each for each in modules if not any((top / each[1]).exists() for top in tops)) == []
    assert sorted(each for each in tested if each[1] not in tests) == []


def test_what_is_cited_is_understood_as_it_is_written():
    text = "spec 000 §9, spec 001 §2 and §4 and specification 001 §7"

    assert sections_cited(text) == {("000", "9"), ("001", "2"), ("001", "4"), ("001", "7")}
    assert ID.findall("rules A4 to A9 (I-7), never H1= or 'H2' or #A3") == ["A4", "A9", "I-7"]
