"""The command line: what a command imports, old names, tables, and JSON alone with --json."""

import json
import os
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from loyalty.cli import Commands
from loyalty.cli.printing import show_table
from support import factories
from support.factories import a_till

PRINT_MODULES = """
import sys
sys.argv = ["flask", "--app", "loyalty", *sys.argv[1:]]
from flask.cli import main
try:
    main()
except SystemExit:
    pass
print("modules:", *sorted(sys.modules))
"""


def modules_of(*words: str) -> set[str]:
    """What is imported when a command has ended."""
    command = [sys.executable, "-c", PRINT_MODULES, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    return set(done.stdout.rpartition("modules:")[2].split())


@pytest.mark.parametrize("words", [("member", "export", "--help"), ("generate", "--help")])
def test_a_command_imports_neither_the_web_part_nor_other_commands(words):
    imported = modules_of(*words)

    assert "loyalty.app" in imported
    for heavy in (
        "flask_smorest",
        "alembic",
        "psycopg",
        "PIL",
        "nh3",
        "loyalty.web",
        "loyalty.gateways.worker",
    ):
        assert heavy not in imported
    commands = {name for name in imported if name.startswith("loyalty.cli.")}
    assert "loyalty.cli.maintenance" not in commands


def output_of(*words: str) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", "flask", "--app", "loyalty", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603


def test_the_server_answers_requests():
    assert "/api/outlet" in output_of("routes")


def test_every_command_is_listed():
    listed = output_of("--help")

    for name in ("audit", "db", "member", "people", "programme", "run", "worker"):
        assert f"  {name} " in listed


def test_a_table_shows_somebodys_text_as_they_wrote_it(capsys):
    show_table(("id", "name"), [(12_345, "陈[b]伟杰"), (1, "Ann :smile:"), (2, "x" * 300)], nothing="")

    assert capsys.readouterr().out.splitlines() == [
        "   ID  NAME",
        "12345  陈[b]伟杰",
        "    1  Ann :smile:",
        "    2  " + "x" * 300,
    ]


def test_columns_after_chinese_text_stay_in_line(capsys):
    show_table(("name", "state"), [("陈伟杰", "open"), ("Ann", "used")], nothing="")

    assert capsys.readouterr().out.splitlines() == ["NAME    STATE", "陈伟杰  open", "Ann     used"]


def test_somebodys_text_cannot_command_the_terminal(capsys):
    show_table(("name",), [("\x1b[2Jgone\x07\r",)], nothing="")

    printed = capsys.readouterr().out
    assert not [sign for sign in printed if unicodedata.category(sign) == "Cc" and sign != "\n"]


@pytest.mark.long
@pytest.mark.any_database
def test_with_json_warnings_go_to_standard_error(template, tmp_path):
    """Warnings of the settings go to standard error."""
    settings = {
        "LOYALTY_ENV": "production",
        "LOYALTY_SECRET_KEYS": "a key for this test that is long enough",
        "LOYALTY_HASH_KEY": "another key for this test, long enough too",
        "LOYALTY_LEDGER_KEYS": "a third key for this test that is long enough",
        "LOYALTY_ALLOW_FILE_CHANNEL": "on",
        "LOYALTY_SITE_ORIGIN": "https://www.example.com",
        "LOYALTY_MINI_ORIGIN": "https://members.example.com",
        "LOYALTY_DATABASE_URL": f"sqlite:///{template}",
        "LOYALTY_ATTACHMENTS": str(tmp_path),
    }

    listed = run("till", "list", "--json", **settings)

    assert json.loads(listed.stdout) == []
    assert "warning" in listed.stderr


def run(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A command as an operator types it, with these settings."""
    command = [sys.executable, "-m", "flask", "--app", "loyalty", *words]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **settings})  # noqa: S603


def commands(group: click.Group, *path: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command below a group, by its words."""
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, *path, name)
        else:
            yield (*path, name), command


def test_every_command_is_in_the_page_for_operators():
    page = (Path(__file__).parents[3] / "docs/operating.md").read_text(encoding="utf-8")

    unnamed = [" ".join(words) for words, _ in commands(Commands()) if f"`{' '.join(words)}`" not in page]

    assert unnamed == []


def test_with_json_every_command_prints_only_json(app, client, clock, tmp_path):
    a_till(app, 1)
    programme = tmp_path / "programme.yaml"
    shown = app.test_cli_runner().invoke(args=["programme", "show"]).stdout
    programme.write_text(shown.replace("cost: 500\n", "cost: 550\n", 1), encoding="utf-8")
    arguments = {
        "audit log": [],
        "people list": [],
        "programme plan": [programme],
        "programme apply": [programme, "--by", "mei", "--reason", "Ticket 4711"],
        "programme history": [],
        "queues list": [],
        "scheduler run": ["--dry-run"],
        "till list": [],
    }
    with_it = {
        " ".join(words)
        for words, command in commands(Commands())
        if any("--json" in parameter.opts for parameter in command.params)
    }
    assert with_it == set(arguments)
    for line, words in arguments.items():
        json.loads(factories.run_command(app, *line.split(), *words, "--json").stdout)
