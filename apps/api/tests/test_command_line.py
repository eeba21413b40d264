"""The command line: what a command imports, old names, tables, and JSON alone with --json."""

import json
import os
import subprocess
import sys
import unicodedata
from collections.abc import Iterator

import click
import pytest

import factories
from factories import a_member, a_till
from loyalty.cli import Commands
from loyalty.cli.printing import show_fields, show_table

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


@pytest.mark.parametrize(
    "words", [("points", "--help"), ("member", "find", "--help"), ("settings", "--help")]
)
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
    assert "loyalty.cli.reports" not in commands


def output_of(*words: str) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", "flask", "--app", "loyalty", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603


def test_the_server_answers_requests():
    assert "/api/outlet" in output_of("routes")


def test_every_command_is_listed():
    listed = output_of("--help")

    for name in ("audit", "bills", "db", "enquiries", "member", "programme", "run", "worker"):
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
    show_fields([("name", "\x9b2Jgone"), ("text", "two\nlines")])

    printed = capsys.readouterr().out
    assert not [sign for sign in printed if unicodedata.category(sign) == "Cc" and sign != "\n"]
    assert printed.splitlines()[2:] == ["name  \ufffd2Jgone", "text  two", "      lines"]


@pytest.fixture(scope="module")
def with_warnings(tmp_path_factory):
    """Settings that are warned of, with an empty database."""
    folder = tmp_path_factory.mktemp("with-warnings")
    settings = {
        "LOYALTY_ENV": "production",
        "LOYALTY_SECRET_KEYS": "a key for this test that is long enough",
        "LOYALTY_HASH_KEY": "another key for this test, long enough too",
        "LOYALTY_LEDGER_KEYS": "a third key for this test that is long enough",
        "LOYALTY_ALLOW_FILE_CHANNEL": "on",
        "LOYALTY_SITE_ORIGIN": "https://www.example.com",
        "LOYALTY_MINI_ORIGIN": "https://members.example.com",
        "LOYALTY_DATABASE_URL": f"sqlite:///{folder}/x.db",
        "LOYALTY_ATTACHMENTS": str(folder),
    }
    made = run("db", "upgrade", **settings)
    assert made.returncode == 0, made.stderr
    return settings


@pytest.mark.long
@pytest.mark.parametrize(
    "words", [("audit", "log"), ("till", "list"), ("enquiries", "list"), ("outlet", "list")]
)
def test_with_json_warnings_go_to_standard_error(words, with_warnings):
    """Warnings of the settings go to standard error."""
    listed = run(*words, "--json", **with_warnings)

    assert json.loads(listed.stdout) == []
    assert "warning" in listed.stderr


def run(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A command as an operator types it, with these settings."""
    command = [sys.executable, "-m", "flask", "--app", "loyalty", *words]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **settings})  # noqa: S603


WHY = ("--by", "mei", "--reason", "Ticket 4711")
BY_SITI = ("--by", "siti", "--reason", "Ticket 4712")


def with_json(command: click.Command, context: click.Context) -> Iterator[tuple[str, ...]]:
    """Every command that takes --json."""
    if any("--json" in parameter.opts for parameter in command.params):
        yield ()
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from ((name, *path) for path in with_json(inner, context))


@pytest.fixture
def arguments(app, database, client, as_member, clock, tmp_path):
    """A line to type for every command with --json, in an order in which each has something to do."""
    member = a_member(database, earned=5_000, name="Tan Wei Jie")
    browser = as_member(member)
    codes = [
        browser.post("/api/claim", json={"memberId": member, "rewardId": reward}).json["memberReward"]
        for reward in (1, 2, 3, 4)
    ]
    for voucher in codes[1:]:
        shown = {"memberId": member, "memberRewardId": voucher["id"], "outletId": 1}
        assert browser.post("/api/memberRedeem", json=shown).status_code == 201
    till = a_till(app, 1)
    bill = {"memberId": member, "receiptNumber": "7", "amount": "45.90"}
    recorded = till.post("/api/pos/earn", json=bill)
    assert recorded.status_code == 201
    pending, other = recorded.json["memberEarn"]["id"], a_member(database)
    for each in (member, other):
        proposed = ["member", "correct", str(each), "--occupation", "Cook", "--propose", *WHY]
        assert app.test_cli_runner().invoke(args=proposed).exit_code == 3
    enquiry = {"FullName": "Tan", "MobileNumber": "0123456789", "OutletName": "Publika", "Remarks": "Good"}
    assert client.post("/api/email/feedback", json=enquiry).status_code == 200
    sales = tmp_path / "sales.csv"
    sales.write_text("outletId,receiptNumber,amount,paidAt\n", encoding="utf-8")
    programme = tmp_path / "programme.yaml"
    shown = app.test_cli_runner().invoke(args=["programme", "show"]).stdout
    programme.write_text(shown.replace("cost: 500\n", "cost: 550\n", 1), encoding="utf-8")
    webhook = ["webhook", "add", "ERP", "https://erp.example.com/events", *WHY]
    assert app.test_cli_runner().invoke(args=webhook).exit_code == 0
    one, two, three, four = (voucher["code"] for voucher in codes)
    for words in (["use", four, "--outlet", "1"], ["restore", four]):
        app.test_cli_runner().invoke(args=["voucher", *words, *WHY])
    return {
        "audit log": [],
        "scheduler run": ["--dry-run"],
        "till list": [],
        "staff list": [],
        "webhook list": [],
        "webhook failed": [1],
        "webhook keys": [],
        "till add": ["--outlet", 2, *WHY],
        "bills list": [],
        "bills add": [
            "--member",
            member,
            "--outlet",
            1,
            "--receipt",
            "8",
            "--amount",
            "10.00",
            "--paid-at",
            "2026-03-14T11:00",
            *WHY,
        ],
        "bills verify": [1, *WHY],
        "bills move": [pending, "--to", other, *WHY],
        "bills reconcile": [sales, *WHY],
        "till activity": [1, "--from", "2026-01-01"],
        "voucher list": [],
        "voucher show": [one],
        "voucher use": [two, "--outlet", 1, *WHY],
        "voucher release": [three, *WHY],
        "voucher cancel": [one, *WHY],
        "voucher restore": [two, *WHY],
        "voucher waiting": [],
        "voucher approve": [2, *BY_SITI],
        "voucher refuse": [1, *BY_SITI],
        "outlet list": [],
        "member find": ["Tan", *WHY],
        "member inactive": [],
        "member show": [member, *WHY],
        "member correct": [member, "--occupation", "Baker", *WHY],
        "points adjust": [member, 50, *WHY],
        "points waiting": [],
        "points approve": [1, *BY_SITI],
        "points refuse": [2, *BY_SITI],
        "proposals waiting": [],
        "proposals approve": [1, *BY_SITI],
        "proposals refuse": [2, *BY_SITI],
        "programme plan": [programme],
        "programme apply": [programme, *WHY],
        "programme history": [],
        "report liability": [],
        "report day": [],
        "report members": [],
        "report rewards": [],
        "report visits": [],
        "breach": ["--from", "2026-01-01", "--to", "2027-01-01"],
        "enquiries list": [],
        "enquiries show": [1, *WHY],
        "enquiries mark": [1, "answered", *WHY],
        "queues list": [],
    }


def test_with_json_every_command_prints_only_json(app, arguments):
    top = Commands()
    nothing = click.Context(top)
    with_it = {" ".join(path) for path in with_json(top, nothing)}
    for delta in (2_000, 3_000):  # above the limit: they wait for `points approve` and `points refuse`
        app.test_cli_runner().invoke(args=["points", "adjust", "1", str(delta), *WHY])
    broken = {}
    for line, words in arguments.items():
        if line not in with_it:
            continue
        answer = factories.run_command(app, *line.split(), *words, "--json")
        try:
            json.loads(answer.stdout)
        except ValueError:
            broken[line] = answer.output

    assert broken == {}
    assert with_it - set(arguments) == set()
