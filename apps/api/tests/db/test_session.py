import threading
from pathlib import Path

import pytest
from sqlalchemy import func, select, text, update
from sqlalchemy.exc import DBAPIError

from loyalty.db.base import Base
from loyalty.db.clock import now, sql_now
from loyalty.db.session import Database, session, transaction
from loyalty.gateways.outbox import OutboxRow

pytestmark = pytest.mark.usefixtures("bound")

SOURCES = Path(__file__).parents[2] / "src/loyalty"


def a_row(db) -> OutboxRow:
    at = now(db)
    row = OutboxRow(
        kind="otp", recipient="+60123456789", text="hello", due_at=at, expires_at=at, created_at=at
    )
    db.add(row)
    return row


def count() -> int:
    return session().scalar(select(func.count()).select_from(OutboxRow))


def test_what_a_transaction_wrote_is_there_after_it():
    with transaction() as db:
        a_row(db)

    assert count() == 1


def test_a_transaction_that_fails_leaves_nothing():
    def fail() -> None:
        with transaction() as db:
            a_row(db)
            db.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()

    assert count() == 0


def test_transactions_do_not_nest():
    with transaction(), pytest.raises(RuntimeError, match="do not nest"), transaction():
        pass


def test_a_transaction_refuses_to_start_after_a_change_in_the_read_session():
    with transaction() as db:
        a_row(db)
    session().scalars(select(OutboxRow)).one().text = "changed"

    with pytest.raises(RuntimeError, match="changed outside"), transaction():
        pass


def test_the_read_session_cannot_write():
    with transaction() as db:
        a_row(db)

    with pytest.raises(DBAPIError):
        session().execute(update(OutboxRow).values(text="changed"))


def test_inside_a_transaction_the_session_is_the_one_that_writes():
    with transaction() as db:
        assert session() is db


def test_a_transaction_lets_go_of_the_read_before_it():
    before = session()
    before.execute(text("SELECT 1"))

    with transaction():
        pass

    assert session() is not before


def test_rows_read_in_a_transaction_can_be_used_after_it():
    with transaction() as db:
        row = a_row(db)

    assert row.id == 1
    assert row.text == "hello"


def test_a_read_sees_what_another_thread_committed_meanwhile(database: Database):
    assert count() == 0

    def write() -> None:
        with database.bound(), transaction() as db:
            a_row(db)

    other = threading.Thread(target=write)
    other.start()
    other.join()

    assert count() == 1


def test_many_writers_queue_and_none_fails(database: Database):
    failed = []

    def write() -> None:
        try:
            with database.bound():
                for _ in range(10):
                    with transaction() as db:
                        seen = db.scalar(select(func.count()).select_from(OutboxRow))
                        a_row(db).text = str(seen)
        except Exception as error:
            failed.append(error)

    writers = [threading.Thread(target=write) for _ in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    assert failed == []
    assert count() == 80


def test_only_one_file_commits():
    committing = [path.name for path in SOURCES.rglob("*.py") if ".commit(" in path.read_text()]

    assert committing == ["session.py"]


@pytest.mark.only_on("sqlite")
def test_the_embedded_database_is_durable_and_strict(database: Database):
    for opened in (session(), None):
        with database.writes.connect() if opened is None else database.reads.connect() as connection:

            def pragma(name: str, on=connection) -> object:
                return on.exec_driver_sql(f"PRAGMA {name}").scalar()

            assert pragma("journal_mode") == "wal"
            assert pragma("synchronous") == 2
            assert pragma("foreign_keys") == 1
            assert pragma("busy_timeout") == 5000


def test_the_folder_of_the_embedded_database_is_made(tmp_path: Path):
    database = Database(f"sqlite:///{tmp_path}/a/new/folder/loyalty.db")
    with database.bound():
        session().execute(text("SELECT 1"))
    database.close()

    assert (tmp_path / "a/new/folder/loyalty.db").exists()


@pytest.mark.only_on("postgresql")
def test_postgresql_gives_up_in_time():
    with transaction() as db:
        assert db.scalar(text("SHOW lock_timeout")) == "3s"
        assert db.scalar(text("SHOW statement_timeout")) == "5s"


def test_the_clock_is_the_same_as_a_value_and_inside_a_statement(clock):
    clock.advance(hours=5)
    with transaction() as db:
        row = a_row(db)
        db.flush()
        db.execute(update(OutboxRow).values(due_at=sql_now(db)))
    stored = session().scalar(select(OutboxRow.due_at))

    assert now() == clock.now()
    assert stored == clock.now()
    assert row.created_at == clock.now()


def test_a_running_clock_goes_forward():
    first = now()
    with transaction() as db:
        a_row(db).due_at = sql_now(db)
    second = session().scalar(select(OutboxRow.due_at))

    assert first <= second <= now()


def test_a_time_without_a_zone_is_refused():
    with pytest.raises(Exception, match="needs a zone"), transaction() as db:
        a_row(db).due_at = now(db).replace(tzinfo=None)


def test_every_table_states_its_constraints_by_name():
    unnamed = [
        (table.name, constraint)
        for table in Base.metadata.sorted_tables
        for constraint in table.constraints
        if constraint.name is None
    ]

    assert unnamed == []
