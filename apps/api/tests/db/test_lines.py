"""A thread goes on reading by the connection it has, and never by one that holds or has lost something."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import Any

import pytest
from sqlalchemy import Integer, func, select, text

from loyalty.db.lines import MOST_KEPT, Reading
from loyalty.db.quick import LINE, Statement
from loyalty.db.session import Database, session, transaction
from one_message import leave

COUNT = Statement(select(func.count(type_=Integer).label("rows")).select_from(text("outbox")))


def a_read(database: Database) -> Any:
    """What a request does: read, and give back; gives the driver's connection it read by."""
    with database.bound():
        COUNT.one(session())
        return session().info[LINE].connection.driver_connection


def test_the_next_request_of_a_thread_reads_by_the_same_connection(database: Database):
    assert a_read(database) is a_read(database)


def test_it_sees_what_others_have_committed_meanwhile(database: Database):
    seen = []
    for _ in range(3):
        with database.bound():
            seen.append(COUNT.one(session()).rows)
            leave()

    assert seen == [0, 1, 2]


def test_a_session_that_did_more_than_quick_statements_is_not_kept(database: Database):
    with database.bound():
        before = session()
        before.execute(text("SELECT 1"))
    with database.bound():
        assert session() is not before


def test_threads_beyond_those_of_a_worker_wait_for_nobody(database: Database):
    """Every one of many threads reads at its end, though none of the first ones has ended."""
    many = MOST_KEPT * 6
    all_here = threading.Barrier(many, timeout=30)

    def read_and_stay(_nth: int) -> None:
        a_read(database)
        all_here.wait()

    with ThreadPoolExecutor(many) as pool:
        assert list(pool.map(read_and_stay, range(many))) == [None] * many


def test_closing_bears_a_thread_that_gives_its_own_back_meanwhile(database: Database):
    """At each step that closing takes, in turn, another thread has one more kept."""
    for step in range(20):
        *early, late = [database.reading.take() for _ in range(3)]
        for reading in early:
            give_back_elsewhere(database, reading)

        close_and_meanwhile(database, step, partial(give_back_elsewhere, database, late))

        assert all(reading.line.closed for reading in early)


def close_and_meanwhile(database: Database, step: int, act: Callable[[], None]) -> None:
    """Close what is kept, and do something else at one of the steps that it takes."""
    steps = count()
    sys.setprofile(lambda *_of_what: act() if next(steps) == step else None)
    try:
        database.reading.close()
    finally:
        sys.setprofile(None)


def give_back_elsewhere(database: Database, reading: Reading) -> None:
    """Have a reading kept by a thread of its own."""
    thread = threading.Thread(target=database.reading.give_back, args=[reading])
    thread.start()
    thread.join()


@pytest.mark.only_on("postgresql")
def test_after_a_restart_a_thread_that_rested_notices_nothing(database: Database, monkeypatch):
    monkeypatch.setattr("loyalty.db.engines.TRUSTED_FOR_S", 0.0)
    hers = a_read(database)
    with database.bound(), transaction() as db:
        db.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": hers.info.backend_pid})

    assert a_read(database) is not hers
