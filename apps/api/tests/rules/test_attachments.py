"""Which files are taken: by name, size and content (SECURITY.md B9)."""

import zipfile
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loyalty.rules import attachments as rule
from loyalty.rules.codes import Code
from support.attachments import DOC, OLE, PDF, base64_of, docx


def judged(name: str, content: bytes, extension: str | None = None) -> str | None:
    output = "." + name.rpartition(".")[2] if extension is None else extension
    return rule.problem_with_file(name, output, content)


@pytest.mark.parametrize(
    ("name", "content", "extension"),
    [
        ("resume.pdf", PDF, ".pdf"),
        ("RESUME.PDF", PDF, "pdf"),
        ("Aisyah Rahman – CV v1.2 (final).pdf", PDF, ".PDF"),
        ("cv.docx.pdf", PDF, ".pdf"),
        ("รูป.doc", DOC, ".doc"),
        ("cv.docx", docx(), ".docx"),
        ("a" * 251 + ".pdf", PDF, ".pdf"),
        ("five.pdf", PDF[:-6] + b" " * (rule.MAX_BYTES - len(PDF)) + PDF[-6:], ".pdf"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_is_taken(name, content, extension):
    assert judged(name, content, extension) is None


@pytest.mark.parametrize(
    "name",
    [
        "../cv.pdf",
        "..\\cv.pdf",
        "/etc/cv.pdf",
        "C:cv.pdf",
        "cv.exe.pdf",
        "cv.EXE .pdf",
        "cv.docm.pdf",
        "cv\u202efdp.pdf",
        "cv\u200b.pdf",
        "cv\n.pdf",
        "cv\0.pdf",
        ".pdf",
        " .pdf",
        ".hidden.pdf",
        "cv.pdf ",
        "a" * 252 + ".pdf",
        "ก" * 90 + ".pdf",
        "cv..pdf",
        'c"v.pdf',
    ],
)
def test_a_name_that_could_mislead_is_refused(name):
    assert judged(name, PDF, ".pdf") in (Code.BAD_FILE_NAME, Code.NOT_THIS_KIND)


@pytest.mark.parametrize(
    ("name", "extension"),
    [
        ("cv.exe", ".exe"),
        ("cv.docm", ".docm"),
        ("cv.pdf", ".exe"),
        ("cv.exe", ".pdf"),
        ("cv", ".pdf"),
        ("cv.pdf", ""),
        ("cv.ｐｄｆ", ".ｐｄｆ"),
        ("cv.pdf.exe", ".pdf"),
    ],
)
def test_only_three_extensions_are_taken_and_both_have_to_say_so(name, extension):
    assert judged(name, PDF, extension) == Code.NOT_THIS_KIND


def lying_docx() -> bytes:
    """An archive whose sum does not fit what it holds."""
    whole = bytearray(docx())
    at = whole.index(b"Ten years") if b"Ten years" in whole else 60
    whole[at] ^= 0xFF
    return bytes(whole)


def archive(*names: str, content: bytes = b"x") -> bytes:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name in names:
            made.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("cv.pdf", b"MZ\x90\0 this program cannot be run", Code.NOT_WHAT_IT_SAYS),
        ("cv.pdf", b"MZ" + PDF, Code.NOT_WHAT_IT_SAYS),
        ("cv.pdf", b"%PDF-1.7 but no end", Code.NOT_WHAT_IT_SAYS),
        ("cv.pdf", PDF + docx(), Code.NOT_WHAT_IT_SAYS),
        ("cv.pdf", b"%PDF-1.7\n<script>alert(1)</script>" + PDF, Code.NOT_WHAT_IT_SAYS),
        ("cv.pdf", DOC, Code.NOT_WHAT_IT_SAYS),
        ("cv.doc", PDF, Code.NOT_WHAT_IT_SAYS),
        ("cv.doc", OLE + b"\0" * 600, Code.NOT_WHAT_IT_SAYS),
        ("cv.doc", DOC + docx(), Code.NOT_WHAT_IT_SAYS),
        ("cv.doc", DOC + "_VBA_PROJECT".encode("utf-16-le"), Code.MACROS),
        ("cv.docx", b"PK\x03\x04 and nothing more", Code.NOT_WHAT_IT_SAYS),
        ("cv.docx", b"MZ" + docx(), Code.NOT_WHAT_IT_SAYS),
        ("cv.docx", docx() + b"MZ", Code.NOT_WHAT_IT_SAYS),
        ("cv.docx", lying_docx(), Code.NOT_WHAT_IT_SAYS),
        ("cv.docx", archive("readme.txt"), Code.NOT_WHAT_IT_SAYS),
        ("cv.docx", docx(**{"../../evil": b"x"}), Code.NOT_WHAT_IT_SAYS),
        ("cv.docx", docx(**{"/etc/passwd": b"x"}), Code.NOT_WHAT_IT_SAYS),
        ("cv.docx", docx(**{"word/vbaProject.bin": b"x"}), Code.MACROS),
        ("cv.docx", docx(types=b"application/vnd.ms-word.document.macroEnabled.main+xml"), Code.MACROS),
        ("cv.docx", docx(**{"word/bomb.xml": b"\0" * 3_000_000}), Code.NOT_WHAT_IT_SAYS),
        ("cv.docx", docx(**{f"word/{n}.xml": b"" for n in range(999)}), Code.NOT_WHAT_IT_SAYS),
        ("cv.pdf", b"", Code.EMPTY_ATTACHMENT),
        ("cv.pdf", PDF[:-6] + b" " * (rule.MAX_BYTES + 1 - len(PDF)) + PDF[-6:], Code.ATTACHMENT_TOO_LARGE),
    ],
)
def test_what_is_not_what_it_says_is_refused(name, content, sentence):
    assert judged(name, content) == sentence


def test_a_thousand_entries_are_still_a_document():
    assert judged("cv.docx", docx(**{f"word/{n}.xml": b"<a/>" for n in range(998)})) is None


@pytest.mark.parametrize(
    "text", ["a", "====", "JVBE Rg==", "JVBERg", "JVBERh==", "JVBERg==\n", "é", "data:x"]
)
def test_only_canonical_base64_is_read(text):
    assert rule.decoded(text) is None


SENTENCES = (Code.NOT_WHAT_IT_SAYS, Code.MACROS, *rule.ACTIVE, Code.LOCKED)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from([PDF, DOC, docx()]),
    st.binary(max_size=60),
    st.integers(0, 3000),
    st.sampled_from(["pdf", "doc", "docx"]),
)
def test_no_damage_is_a_crash(content, put, at, kind):
    damaged = content[:at] + put + content[at + len(put) :]
    assert judged(f"cv.{kind}", damaged) in (
        None,
        Code.NOT_WHAT_IT_SAYS,
        Code.MACROS,
        *rule.ACTIVE,
        Code.LOCKED,
    )
    assert rule.decoded(base64_of(damaged)) == damaged
