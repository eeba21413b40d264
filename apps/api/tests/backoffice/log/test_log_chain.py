"""The log of the office is a chain of seals: a changed, removed, inserted or cut off entry is found, also
when it was made with the triggers switched off.
"""
# ruff: noqa: S608  # the statements are this file's own

from datetime import UTC, datetime
from threading import Barrier, Thread

import pytest
from sqlalchemy import text

from loyalty.backoffice.log import log
from loyalty.backoffice.log.log import Signature
from loyalty.config import Config
from loyalty.db.session import current_session, transaction
from support.factories import a_member

pytestmark = pytest.mark.databases_differ

SIGNATURE = Signature("mei", "Ticket 4711")
BEFORE = "what stands in the office log before entry {} is not what was written there"
MISSING = "entries are missing from the office log before entry {}"
ENDS = "the ends of the office log's chain are not what was written there"


@pytest.fixture
def write(database):
    """`write("a", "b")` logs an action each, in transactions of their own."""

    def note(*actions: str) -> None:
        with database.bound():
            for action in actions:
                with transaction() as db:
                    log.note(db, SIGNATURE, action)

    return note


@pytest.fixture
def found(database):
    """`found()`: what the audit says of the log."""

    def sentences() -> list[str]:
        with database.bound():
            return [each.sentence for each in log.violations(current_session())]

    return sentences


@pytest.fixture
def damage(owner):
    """`damage(sql, …)` by the owner of the tables, past all triggers."""

    def run(*statements: str) -> None:
        with owner.writes.begin() as opened:
            if owner.is_sqlite:
                for name in ("update", "delete"):
                    opened.execute(text(f"DROP TRIGGER IF EXISTS office_log_no_{name}"))
            else:
                opened.execute(text("ALTER TABLE office_log DISABLE TRIGGER USER"))
            for statement in statements:
                opened.execute(text(statement))

    return run


def test_log_entries_form_a_chain(app, write, found):
    assert found() == []
    write("a", "b", "c")
    assert found() == []
    assert app.test_cli_runner().invoke(args=["audit"]).exit_code == 0


@pytest.mark.parametrize(
    "changed", ["operator = 'raj'", "details = 'x'", "at = '2020-01-01 00:00:00.000000'", "member_id = NULL"]
)
@pytest.mark.parametrize("entry", [1, 3])
def test_a_changed_entry_is_found(found, damage, database, changed, entry):
    member = a_member(database)
    with database.bound(), transaction() as db:
        for action in ("a", "b", "c"):
            log.note(db, SIGNATURE, action, member_id=member)
    damage(f"UPDATE office_log SET {changed} WHERE id = {entry}")
    last = "the newest entry of the office log is not what was written there"
    assert found() == [BEFORE.format(2) if entry == 1 else last]


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("DELETE FROM office_log WHERE id = 1", MISSING.format(2)),
        ("DELETE FROM office_log WHERE id = 2", MISSING.format(3)),
        ("DELETE FROM office_log WHERE id = 3", "the office log ends with its entry 2, and 3 were written"),
        ("DELETE FROM office_log", "the office log ends with its entry 0, and 3 were written"),
        ("DELETE FROM office_log_chain", "the office log has no chain"),
    ],
)
def test_entries_that_were_deleted_are_found(app, write, found, damage, statement, sentence):
    write("a", "b", "c")
    damage(statement)
    assert found() == [sentence]
    assert f"I-3  database: {sentence}.\n" in app.test_cli_runner().invoke(args=["audit"]).stdout


def test_the_end_cannot_be_moved_back(write, found, damage):
    write("a", "b", "c")
    back = "last_seq = 2, last_seal = (SELECT seal_before FROM office_log WHERE id = 3)"
    damage(f"UPDATE office_log_chain SET {back}", "DELETE FROM office_log WHERE id = 3")
    assert found() == [ENDS]


def test_the_beginning_cannot_be_moved_on(write, found, damage):
    write("a", "b", "c")
    on = "first_seq = 2, first_seal = (SELECT seal_before FROM office_log WHERE id = 2)"
    damage(f"UPDATE office_log_chain SET {on}", "DELETE FROM office_log WHERE id = 1")
    assert found() == [ENDS]


@pytest.mark.parametrize(
    ("seq", "sentence"),
    [
        ("NULL", "entry 9 of the office log is not in its chain"),
        ("3", "the office log ends with its entry 3, and 2 were written"),
    ],
)
def test_an_inserted_entry_is_found(write, found, damage, seq, sentence):
    write("a", "b")
    seal = "(SELECT last_seal FROM office_log_chain)"
    damage(
        "INSERT INTO office_log (id, at, operator, action, details, reason, seq, seal_before) "
        f"SELECT 9, at, operator, action, details, reason, {seq}, {seal} FROM office_log WHERE id = 1"
    )
    assert found() == [sentence]


def test_an_entry_sealed_with_an_unknown_key_is_found_and_a_new_key_works(write, found, monkeypatch):
    write("a")
    (first,) = Config().ledger_ring
    monkeypatch.setattr(Config, "ledger_ring", (b"a new key", first))
    write("b", "c")
    assert found() == []
    monkeypatch.setattr(Config, "ledger_ring", (b"a new key",))
    assert found() == [BEFORE.format(2)]


def test_the_chain_holds_after_old_entries_are_deleted(database, write, found, clock):
    for year in (2020, 2021, 2023):
        clock.set(datetime(year, 6, 1, tzinfo=UTC))
        write("a", "b")
    assert forget(database, 2021) == 2
    write("c")
    assert found() == []
    assert forget(database, 2024) == 5
    assert found() == []


def test_only_the_beginning_of_the_chain_is_deleted(database, write, found, clock):
    for year in (2022, 2020, 2023):  # a clock that was set back in between
        clock.set(datetime(year, 6, 1, tzinfo=UTC))
        write("a")
    assert forget(database, 2021) == 0
    assert found() == []


def test_deleting_old_entries_does_not_hide_other_deletions(database, write, found, damage, clock):
    for year in (2020, 2021, 2023):
        clock.set(datetime(year, 6, 1, tzinfo=UTC))
        write("a")
    damage("DELETE FROM office_log WHERE id = 2")
    assert forget(database, 2022) == 1
    assert found() == [MISSING.format(3)]


def forget(database, year: int) -> int:
    with database.bound(), transaction() as db:
        return log.delete_before(db, datetime(year, 1, 1, tzinfo=UTC))


def test_operators_at_the_same_time_write_one_chain(app, database, found, rounds):
    together, each = 8, rounds(3, 100)
    start = Barrier(together)

    def work() -> None:
        with app.app_context(), database.bound():
            start.wait()
            for _ in range(each):
                with transaction() as db:
                    log.note(db, SIGNATURE, "a")
                    log.note(db, SIGNATURE, "b")

    threads = [Thread(target=work) for _ in range(together)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found() == []
    with database.bound():
        assert current_session().scalar(text("SELECT last_seq FROM office_log_chain")) == 2 * together * each
