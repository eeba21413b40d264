"""session() for reads, transaction() for writes: the only begin and the only commit."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from loyalty.db.engines import SQLITE_BUSY_S, read_engine, write_engine
from loyalty.db.lines import Reading, ReadingLines
from loyalty.db.quick import LINE
from loyalty.errors import Unavailable

log = structlog.get_logger(__name__)

_ERASED = "loyalty.erased"
_AT_LAST = "loyalty.at_last"
_AFTER_COMMIT = "loyalty.after_commit"


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
        self.reading = ReadingLines(self.reads)
        self.one_writer: threading.Lock | None = threading.Lock() if self.is_sqlite else None

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded database, which has one writer at a time."""
        return self.writes.dialect.name == "sqlite"

    @contextmanager
    def bound(self) -> Iterator[None]:
        """Make this the database of session() and transaction() until the end of the block."""
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
        scope.let_go()
        if _scope.get() is scope:
            _scope.set(scope.before)

    def close(self) -> None:
        """Close every connection."""
        self.reading.close()
        self.reads.dispose()
        self.writes.dispose()


@dataclass
class Scope:
    """What one request, command or thread has open."""

    database: Database
    before: Scope | None = None
    reading: Reading | None = None
    writing: Session | None = None

    def let_go(self) -> None:
        """Give back what was read by, if there is something."""
        if self.reading is not None:
            self.database.reading.give_back(self.reading)
            self.reading = None


_scope: ContextVar[Scope | None] = ContextVar("loyalty_scope", default=None)


def _here() -> Scope:
    scope = _scope.get()
    if scope is None:
        raise RuntimeError("no database is bound here: use Database.bound() outside of requests")
    return scope


def time_shift() -> TimeShift:
    """How far the bound database's clock was moved."""
    return _here().database.shift


def ledger_keys() -> tuple[bytes, ...]:
    """The keys of the bound database's seals, the one that signs first."""
    return _here().database.ledger_keys


def session() -> Session:
    """The session to read with: inside transaction() the one that writes, else one that cannot write."""
    scope = _here()
    if scope.writing is not None:
        return scope.writing
    if scope.reading is None:
        scope.reading = scope.database.reading.take()
    return scope.reading.session


@contextmanager
def transaction() -> Iterator[Session]:
    """Begin a write, commit it at the end, roll it back on any exception. Does not nest.

    It refuses to start after something was changed in the read session, lets go of that session, and
    begins at once, so that SQLite's writers queue here instead of failing in the middle.
    Raises Unavailable when SQLite's queue does not move for five seconds.
    """
    scope = _here()
    if scope.writing is not None:
        raise RuntimeError("a transaction is open: they do not nest")
    if scope.reading is not None and _is_changed(scope.reading.session):
        raise RuntimeError("something was changed outside of a transaction")
    scope.let_go()
    # It begins now: on SQLite this takes the write lock. Commit and rollback are the connection's: a session
    # that takes part is only asked for what it has not written yet, and most have nothing.
    with _queue(scope.database), scope.database.writes.begin() as line:
        writing = Session(line, expire_on_commit=False)
        writing.info[LINE] = line
        scope.writing, took_part = writing, False
        try:
            yield writing
            for act in writing.info.get(_AT_LAST, ()):
                act(writing)
            if took_part := writing.in_transaction():
                writing.commit()
        finally:
            scope.writing = None
            if took_part or writing.in_transaction():
                writing.close()
    for action in writing.info.get(_AFTER_COMMIT, ()):
        action()
    if _ERASED in writing.info:
        empty_wal()


def before_commit(db: Session, act: Callable[[Session], None]) -> None:
    """Do something as the last of the open transaction, in the order it was asked for.

    For a row that every such transaction locks: locked last, it is waited for briefly, and nobody who holds
    it waits for another row.
    """
    db.info.setdefault(_AT_LAST, []).append(act)


def after_commit(db: Session, action: Callable[[], None]) -> None:
    """Do something when the open transaction has committed, and never when it is rolled back.

    What it raises reaches the caller of a transaction that is done: let it raise nothing.
    """
    db.info.setdefault(_AFTER_COMMIT, []).append(action)


def empty_wal_after(db: Session) -> None:
    """Empty SQLite's write-ahead log after the open transaction: it holds pages from before an erasure."""
    db.info[_ERASED] = True


def empty_wal() -> bool:
    """Move SQLite's write-ahead log into the database and cut it to nothing; whether that went.

    It does not while somebody reads or writes for longer than the wait for a lock: the scheduler tries again
    in its next run. On PostgreSQL nothing is done: docs/runbooks/database.md says what its pages keep.
    """
    database = _here().database
    if not database.is_sqlite:
        return True
    try:
        with database.reads.connect() as connection:  # it may not write, and may do this
            busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]
    except OperationalError:
        busy = True
    if busy:
        log.warning("the write-ahead log is in use and was not emptied; the scheduler tries again")
    return not busy


def hold(db: Session, name: str) -> None:
    """Let one transaction at a time past this point, for limits that count rows.

    PostgreSQL takes an advisory lock until the end of the transaction; SQLite has one writer anyway.
    """
    if db.get_bind().dialect.name == "postgresql":
        db.execute(text("SELECT pg_advisory_xact_lock(hashtext(:name))"), {"name": name})


def _is_changed(db: Session) -> bool:
    return bool(db.new or db.dirty or db.deleted)


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
