import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select, text, update
from sqlalchemy.exc import DBAPIError

from loyalty.db import jobs
from loyalty.db.clock import READ_AT, moment, now
from loyalty.db.jobs import Job
from loyalty.db.session import Database, after_rollback, current_session, transaction
from loyalty.db.tables import Base
from loyalty.features.events import stream
from loyalty.rules.events import EventType

pytestmark = [pytest.mark.databases_differ, pytest.mark.usefixtures("bound")]


def a_row(db, **values) -> None:
    jobs.enqueue(db, "phone", "otp", **values)


def count() -> int:
    return current_session().scalar(select(func.count()).select_from(Job))


def test_what_a_transaction_wrote_is_there_after_it():
    with transaction() as db:
        a_row(db)

    assert count() == 1


@pytest.mark.only_on("sqlite")
def test_from_its_first_line_on_a_transaction_is_the_only_one_that_writes(database: Database):
    is_locked = pytest.raises(sqlite3.OperationalError, match="database is locked")
    with closing(sqlite3.connect(database.writes.url.database, timeout=0)) as other, transaction(), is_locked:
        other.execute("BEGIN IMMEDIATE")


def test_a_transaction_that_fails_leaves_nothing():
    def fail() -> None:
        with transaction() as db:
            a_row(db)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()

    assert count() == 0


def test_what_is_kept_of_a_refusal_is_done_after_the_rollback():
    def refuse() -> None:
        with transaction() as db:
            after_rollback(db, a_row)
            a_row(db)
            a_row(db)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        refuse()

    assert count() == 1


def test_a_transaction_that_succeeds_does_nothing_for_a_rollback():
    with transaction() as db:
        after_rollback(db, a_row)
        a_row(db)

    assert count() == 1


def test_transactions_do_not_nest():
    with transaction(), pytest.raises(RuntimeError, match="do not nest"), transaction():
        pass


def test_the_connection_that_reads_cannot_write():
    with transaction() as db:
        a_row(db)

    with pytest.raises(DBAPIError):
        current_session().execute(update(Job).values(kind="changed"))


def test_a_session_that_only_reads_takes_no_event():
    """It would never be written."""
    with pytest.raises(RuntimeError, match="no transaction is open"):
        stream.emit(current_session(), EventType.CONTENT_PUBLISHED, now(current_session()))


def test_inside_a_transaction_reads_go_by_the_connection_that_writes():
    with transaction() as db:
        assert current_session() is db


def test_a_transaction_lets_go_of_the_read_before_it():
    before = current_session()
    before.execute(text("SELECT 1"))

    with transaction():
        pass

    assert current_session() is not before


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
                        seen = db.scalar(select(func.count()).select_from(Job))
                        a_row(db, payload={"text": str(seen)})
        except Exception as error:
            failed.append(error)

    writers = [threading.Thread(target=write) for _ in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    assert failed == []
    assert count() == 80


@pytest.mark.only_on("sqlite")
def test_the_embedded_database_is_durable_and_strict(database: Database):
    for engine in (database.reads, database.writes):
        with engine.connect() as opened:

            def pragma(name: str, on=opened) -> object:
                return on.exec_driver_sql(f"PRAGMA {name}").scalar()

            assert pragma("journal_mode") == "wal"
            assert pragma("synchronous") == 2
            assert pragma("foreign_keys") == 1
            assert pragma("busy_timeout") == 5000


def test_the_folder_of_the_embedded_database_is_made(app: Flask, tmp_path: Path):
    database = Database(app, f"sqlite:///{tmp_path}/a/new/folder/loyalty.db")
    with database.bound():
        current_session().execute(text("SELECT 1"))
    database.close()

    assert (tmp_path / "a/new/folder/loyalty.db").exists()


@pytest.mark.only_on("postgresql")
def test_postgresql_gives_up_in_time():
    with transaction() as db:
        assert db.scalar(text("SHOW lock_timeout")) == "3s"
        assert db.scalar(text("SHOW statement_timeout")) == "5s"


def test_a_row_has_the_time_of_the_clock(clock):
    clock.advance(hours=5)
    with transaction() as db:
        a_row(db)

    assert now() == clock.now()
    assert current_session().scalar(select(Job.created_at)) == clock.now()


def test_a_time_without_a_zone_is_refused():
    with pytest.raises(Exception, match="needs a zone"), transaction() as db:
        a_row(db, run_at=now(db).replace(tzinfo=None))


def test_every_table_states_its_constraints_by_name():
    unnamed = [
        (table.name, constraint)
        for table in Base.metadata.sorted_tables
        for constraint in table.constraints
        if constraint.name is None
    ]

    assert unnamed == []


def test_a_moment_goes_in_and_comes_out_with_its_zone():
    at = datetime(2026, 3, 1, 4, 30, 15, 123456, tzinfo=UTC)
    with transaction() as db:
        a_row(db, run_at=at.astimezone(timezone(timedelta(hours=8))))

    assert current_session().scalar(select(Job.run_at).where(Job.run_at == at)) == at


def test_the_moment_of_reading_is_the_clocks():
    before = now()
    read = moment(current_session().scalar(select(READ_AT)))

    assert before <= read <= now()


def pid() -> int:
    return current_session().scalar(select(func.pg_backend_pid()))


@pytest.mark.only_on("postgresql")
def test_a_connection_that_died_is_handed_out_to_one_request_at_most(database: Database):
    before = pid()
    with transaction() as db:
        db.execute(text("SELECT pg_terminate_backend(CAST(:pid AS integer))"), {"pid": before})

    # It is in the pool and looks good: only the first to use it fails.
    outcomes = []
    for _ in range(2):
        with database.bound():
            try:
                outcomes.append(pid() != before)
            except DBAPIError as error:
                outcomes.append(error.connection_invalidated)
    assert outcomes[-1] is True
    with database.bound():
        assert pid() != before


@pytest.mark.only_on("postgresql")
def test_after_a_restart_of_the_server_a_request_after_a_rest_notices_nothing(
    database: Database, monkeypatch
):
    monkeypatch.setattr("loyalty.db.engines.CHECKED_AFTER_S", 0.0)
    with database.bound():
        before = pid()
    with transaction() as db:
        db.execute(text("SELECT pg_terminate_backend(CAST(:pid AS integer))"), {"pid": before})

    with database.bound():
        assert pid() != before
