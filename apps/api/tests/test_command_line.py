"""What a command brings along: no more than it needs, so that it answers at once."""

import json
import os
import subprocess
import sys

import pytest

BROUGHT = """
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
    done = subprocess.run([sys.executable, "-c", BROUGHT, *words], capture_output=True, text=True, check=True)  # noqa: S603
    return set(done.stdout.rpartition("modules:")[2].split())


@pytest.mark.parametrize(
    "words", [("points", "--help"), ("member", "find", "--help"), ("settings", "--help")]
)
def test_a_command_starts_without_what_answers_requests_and_without_other_commands(words):
    brought = modules_of(*words)

    assert "loyalty.app" in brought
    for heavy in ("flask_smorest", "alembic", "PIL", "nh3", "loyalty.web", "loyalty.gateways.worker"):
        assert heavy not in brought
    commands = {name for name in brought if name.startswith("loyalty.cli.")}
    assert "loyalty.cli.breach" not in commands


def output_of(*words: str) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", "flask", "--app", "loyalty", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603


def test_the_server_answers_requests():
    assert "/api/outlet" in output_of("routes")


def test_every_command_is_listed():
    listed = output_of("--help")

    for name in ("audit", "db", "earn", "member", "programme", "run", "worker"):
        assert f"  {name} " in listed


@pytest.mark.parametrize("words", [("audit", "log"), ("till", "list"), ("inbox", "list"), ("outlet", "list")])
def test_what_a_program_asks_for_is_json_and_nothing_else(words, tmp_path):
    """Warnings of the settings go to standard error."""
    settings = {
        "LOYALTY_ENV": "production",
        "LOYALTY_SECRET_KEY": "a key for this test that is long enough",
        "LOYALTY_DATABASE_URL": f"sqlite:///{tmp_path}/x.db",
    }
    made = run("db", "upgrade", **settings)
    told = run(*words, "--json", **settings)

    assert made.returncode == 0, made.stderr
    assert json.loads(told.stdout) == []
    assert "warning" in told.stderr


def run(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A command as an operator types it, with these settings."""
    command = [sys.executable, "-m", "flask", "--app", "loyalty", *words]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **settings})  # noqa: S603
