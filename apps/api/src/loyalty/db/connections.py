"""connection() for reads, transaction() for writes: the only begin and the only commit.

`by_replica()` lets what it is given read from the replica, where that shows what the caller has written.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection, Engine, Insert, text
from sqlalchemy.exc import DBAPIError, OperationalError

from loyalty.db.engines import SQLITE_BUSY_S, read_engine, write_engine
from loyalty.db.replica import READS, Replica, note_writes, wrote_lately
from loyalty.errors import Unavailable

T = TypeVar("T")

log = structlog.get_logger(__name__)


@dataclass
class TimeShift:
    """How far a test or the demo has moved the clock; production never touches it."""

    by: timedelta = timedelta()
    stopped_at: datetime | None = None


class Database:
    """One database: an engine that can only read, one that writes, and SQLite's queue of writers.

    Beside it, where there is one, its replica.
    """

    def __init__(self, url: str, ledger_keys: Sequence[bytes] = (), replica_url: str = "") -> None:
        """`ledger_keys` seal what is written once: the first signs, all verify."""
        self.url = url
        self.ledger_keys = tuple(ledger_keys)
        self.shift = TimeShift()
        self.reads: Engine = read_engine(url)
        self.writes: Engine = write_engine(url)
        self.replica = Replica(replica_url, self.reads) if replica_url else None
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
        if self.replica is not None:
            self.replica.close()
        self.reads.dispose()
        self.writes.dispose()


@dataclass
class Scope:
    """What one request, command or thread has open, and for whom it works: `member:7`, `staff:3`."""

    database: Database
    before: Scope | None = None
    reading: Connection | None = None
    writing: Connection | None = None
    from_replica: Connection | None = None
    who: str | None = None
    written_about: set[str] = field(default_factory=set)
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
    if scope.from_replica is not None:
        return scope.from_replica
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
        scope.written_about = set() if scope.who is None else {scope.who}
        try:
            yield writing
            for statement, rows in scope.rows.items():
                if rows:
                    writing.execute(statement, rows)
            for act in scope.before_commit:
                act(writing)
            if scope.database.replica is not None and scope.written_about:
                note_writes(writing, scope.written_about)
        finally:
            scope.writing = None
    for action in scope.after_commit:
        action()


def works_for(who: str) -> None:
    """Say for whom this request is answered: what they write is not read from a replica that may lack it."""
    _bound().who = who


def writes_about(member_id: int) -> None:
    """Say that the open transaction changes what a member reads, also where another client writes it."""
    _bound().written_about.add(f"member:{member_id}")


def has_replica() -> bool:
    """Whether the bound database has a replica at all."""
    return _bound().database.replica is not None


def by_replica(act: Callable[[], T], *, waits: bool = False) -> T:
    """What `act` gives, with the replica behind connection() where there is one that may be read, else the
    leader. `act` writes nothing: when the replica fails in its middle, it is done again on the leader.

    The author of a write reads from the leader for FROM_LEADER after it. A command `waits` for a look at the
    replica.
    """
    scope = _bound()
    replica = scope.database.replica
    if replica is None or scope.writing is not None or scope.from_replica is not None:
        return act()
    if not (replica.look() if waits else replica.may_be_read()):
        READS.labels("leader: the replica is away or behind").inc()
        return act()
    if scope.who is not None and wrote_lately(connection(), scope.who):
        READS.labels("leader: a recent write").inc()
        return act()
    try:
        with replica.engine.connect() as scope.from_replica:
            found = act()
        READS.labels("replica").inc()
        return found
    except DBAPIError as error:
        replica.failed(error)
    finally:
        scope.from_replica = None
    READS.labels("leader: the replica failed").inc()
    return act()


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
