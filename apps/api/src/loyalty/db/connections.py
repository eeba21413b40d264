"""connection() for reads, transaction() for writes: the only begin and the only commit."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import Connection, Engine, Insert, text
from sqlalchemy.exc import OperationalError

from loyalty.db.engines import SQLITE_BUSY_S, read_engine, write_engine
from loyalty.errors import Unavailable

log = structlog.get_logger(__name__)


@dataclass
class TimeShift:
    """How far a test or the demo has moved the clock; production never touches it."""

    by: timedelta = timedelta()
    stopped_at: datetime | None = None


class Database:
    """One database: an engine that can only read, one that writes, and SQLite's queue of writers."""

    def __init__(self, url: str, ledger_keys: Sequence[bytes] = ()) -> None:
        """`ledger_keys` seal what is written once: the first signs, all verify."""
        self.url = url
        self.ledger_keys = tuple(ledger_keys)
        self.shift = TimeShift()
        self.reads: Engine = read_engine(url)
        self.writes: Engine = write_engine(url)
        self.one_writer: threading.Lock | None = threading.Lock() if self.is_sqlite else None

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded database, which has one writer at a time."""
        return self.writes.dialect.name == "sqlite"

    @contextmanager
    def bound(self) -> Iterator[None]:
        """Make this the database of connection() and transaction() until the end of the block."""
        scope = self.bind()
        try:
            yield
        finally:
            self.release(scope)

    def bind(self) -> Scope:
        """Start using this database here (a request, a command, a thread); give the scope to release()."""
        scope = Scope(self, before=_scope.get())
        _scope.set(scope)
        return scope

    def release(self, scope: Scope) -> None:
        """Stop using it: the read session goes, what was in use before comes back."""
        scope.close()
        if _scope.get() is scope:
            _scope.set(scope.before)

    def close(self) -> None:
        """Close every connection."""
        self.reads.dispose()
        self.writes.dispose()


@dataclass
class Scope:
    """What one request, command or thread has open."""

    database: Database
    before: Scope | None = None
    reading: Connection | None = None
    writing: Connection | None = None
    rows: dict[Insert, list[dict[str, Any]]] = field(default_factory=dict)
    before_commit: list[Callable[[Connection], None]] = field(default_factory=list)
    after_commit: list[Callable[[], object]] = field(default_factory=list)

    def close(self) -> None:
        """Give the connection that reads back to its pool, if there is one."""
        if self.reading is not None:
            self.reading.close()
            self.reading = None


_scope: ContextVar[Scope | None] = ContextVar("loyalty_scope", default=None)


def _bound() -> Scope:
    scope = _scope.get()
    if scope is None:
        raise RuntimeError("no database is bound here: use Database.bound() outside of requests")
    return scope


def time_shift() -> TimeShift:
    """How far the bound database's clock was moved."""
    return _bound().database.shift


def ledger_keys() -> tuple[bytes, ...]:
    """The keys of the bound database's seals, the one that signs first."""
    return _bound().database.ledger_keys


def connection() -> Connection:
    """The connection to read by: inside transaction() the one that writes, else one that cannot write."""
    scope = _bound()
    if scope.writing is not None:
        return scope.writing
    if scope.reading is None:
        scope.reading = scope.database.reads.connect()
    return scope.reading


@contextmanager
def transaction() -> Iterator[Connection]:
    """Begin a write, commit it at the end, roll it back on any exception. Does not nest.

    It begins at once, so that SQLite's writers queue here instead of failing in the middle.
    Raises Unavailable when SQLite's queue does not move for five seconds.
    """
    scope = _bound()
    if scope.writing is not None:
        raise RuntimeError("a transaction is open: they do not nest")
    scope.close()
    with _queue(scope.database), scope.database.writes.begin() as writing:
        scope.writing, scope.rows, scope.before_commit, scope.after_commit = writing, {}, [], []
        try:
            yield writing
            for statement, rows in scope.rows.items():
                if rows:
                    writing.execute(statement, rows)
            for act in scope.before_commit:
                act(writing)
        finally:
            scope.writing = None
    for action in scope.after_commit:
        action()


def insert_at_commit(statement: Insert, row: dict[str, Any]) -> None:
    """Insert a row when the open transaction ends; the rows of one statement go together."""
    _bound().rows.setdefault(statement, []).append(row)


def drop_rows_at_commit(statement: Insert, which: Callable[[dict[str, Any]], bool]) -> None:
    """Insert those rows after all not."""
    rows = _bound().rows
    rows[statement] = [row for row in rows.get(statement, []) if not which(row)]


def before_commit(act: Callable[[Connection], None]) -> None:
    """Do something as the last of the open transaction, in the order it was asked for.

    For a row that every such transaction locks: locked last, it is waited for briefly, and nobody who holds
    it waits for another row.
    """
    _bound().before_commit.append(act)


def after_commit(action: Callable[[], object]) -> None:
    """Do something when the open transaction has committed, and never when it is rolled back.

    What it raises reaches the caller of a transaction that is done: let it raise nothing.
    """
    _bound().after_commit.append(action)


def empty_wal_after() -> None:
    """Empty SQLite's write-ahead log after the open transaction: it holds pages from before an erasure."""
    if empty_wal not in _bound().after_commit:
        after_commit(empty_wal)


def empty_wal() -> bool:
    """Move SQLite's write-ahead log into the database and cut it to nothing; whether that went.

    It does not while somebody reads or writes for longer than the wait for a lock: the scheduler tries again
    in its next run. On PostgreSQL nothing is done: docs/runbooks/database.md says what its pages keep.
    """
    database = _bound().database
    if not database.is_sqlite:
        return True
    try:
        with database.reads.connect() as reading:  # it may not write, and may do this
            busy = reading.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]
    except OperationalError:
        busy = True
    if busy:
        log.warning("the write-ahead log is in use and was not emptied; the scheduler tries again")
    return not busy


def advisory_lock(db: Connection, name: str) -> None:
    """Let one transaction at a time past this point, for limits that count rows.

    PostgreSQL takes an advisory lock until the end of the transaction; SQLite has one writer anyway.
    """
    if db.dialect.name == "postgresql":
        db.execute(text("SELECT pg_advisory_xact_lock(hashtext(:name))"), {"name": name})


@contextmanager
def _queue(database: Database) -> Iterator[None]:
    """Wait for this process's other writers on SQLite; nothing elsewhere."""
    if database.one_writer is None:
        yield
        return
    if not database.one_writer.acquire(timeout=SQLITE_BUSY_S):
        raise Unavailable
    try:
        yield
    finally:
        database.one_writer.release()
