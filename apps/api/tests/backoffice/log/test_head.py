"""The signed line about ledger and log: what was rewritten since is found, even with the key."""
# ruff: noqa: S608  # the statements are this file's own

import json

import pytest
from sqlalchemy import text

from loyalty.backoffice.log import log
from loyalty.db.session import transaction
from support.factories import a_bill, a_member, run_command, spend

pytestmark = pytest.mark.databases_differ

FORGED = "a" * 64


@pytest.fixture
def member(database, clock):  # the time is its own before anything is written
    made = a_member(database, earned=500)
    a_member(database, earned=70)
    with database.bound(), transaction() as db:
        spend(db, made, 100, a_bill(), "a treat")
        log.note(db, log.Signature("mei", "Ticket 4711"), "member.show", member_id=made)
    return made


@pytest.fixture
def kept(app, clock, member, tmp_path):
    """The line of 14 March in a file, after which members and operators went on."""
    clock.advance(minutes=2)
    line = run_command(app, "audit", "head").stdout
    assert line.count("\n") == 1
    file = tmp_path / "line"
    file.write_text(line)
    clock.advance(days=1)
    with transaction() as db:
        spend(db, member, 50, a_bill(), "another treat")
        log.note(db, log.Signature("mei", "Ticket 4712"), "member.show", member_id=member)
    return file


@pytest.fixture
def compare(app):
    """`compare(file)`: how the command ends, and what it says."""

    def ask(file):
        result = run_command(app, "audit", "head", "--compare", str(file))
        return result.exit_code, result.output

    return ask


@pytest.fixture
def change(owner):
    """`change(sql)` past all triggers, by the owner of the tables."""

    def run(sql: str) -> None:
        with owner.writes.begin() as connection:
            for table in ("ledger_entries", "office_log"):
                if not owner.is_sqlite:
                    connection.execute(text(f"ALTER TABLE {table} DISABLE TRIGGER USER"))
                    continue
                for name in ("update", "delete"):
                    connection.execute(text(f"DROP TRIGGER IF EXISTS {table}_no_{name}"))
            connection.execute(text(sql))

    return run


@pytest.mark.usefixtures("bound", "member")
class TestALine:
    def test_says_how_much_was_written_until_a_minute_ago(self, app, clock):
        assert json.loads(run_command(app, "audit", "head").stdout)["ledger"]["entries"] == 0
        clock.advance(minutes=1)
        found = json.loads(run_command(app, "audit", "head").stdout)["ledger"]
        assert (found["members"], found["entries"], found["points"]) == (2, 5, 470)

    def test_is_still_true_of_a_ledger_and_a_log_that_grew(self, kept, compare):
        assert compare(kept) == (0, "Ledger and log are what they were.\n")

    @pytest.mark.parametrize(
        ("damage", "what"),
        [
            (f"UPDATE ledger_entries SET seal_before = '{FORGED}' WHERE seq = 4", "ledger"),
            ("DELETE FROM ledger_entries WHERE seq = 3", "ledger"),
            ("UPDATE ledger_entries SET delta = delta + 1, balance_after = balance_after + 1, "
             "tier_delta = tier_delta + 1, tier_after = tier_after + 1 WHERE seq = 2", "ledger"),
            (f"UPDATE office_log SET seal_before = '{FORGED}' WHERE id = 2", "log"),
        ],
    )  # fmt: skip
    def test_finds_what_was_rewritten_since(self, kept, compare, change, damage, what):
        change(damage)
        code, output = compare(kept)
        assert (code, output.startswith(f"The {what} up to entry ")) == (1, True), output

    def test_that_was_changed_or_is_none_is_refused(self, kept, compare):
        line = json.loads(kept.read_text())
        line["ledger"]["points"] += 50_000
        for content in (json.dumps(line), "[]", "{}", "", "\xff{"):
            kept.write_text(content)
            assert compare(kept)[0] == 1
