"""current_session() for reads, transaction() for writes: the only begin and the only commit."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from flask import Flask, current_app, g
from sqlalchemy import Engine, UpdateBase, event, func, select, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from loyalty.db.engines import SQLITE_BUSY_S, read_engine, write_engine
from loyalty.db.signals import CHANNEL, Signals
from loyalty.errors import Unavailable

log = structlog.get_logger(__name__)

# The lists of functions in a session's `info`, by the event at which they are called.
_LAST, _AFTER, _ROLLED_BACK = "before_commit", "after_commit", "after_rollback"


@dataclass
class TimeShift:
    """How far a test or the demo has moved the clock; production never touches it."""

    by: timedelta = timedelta()
    stopped_at: datetime | None = None


class Database:
    """One database: an engine that can only read, one that writes, and SQLite's queue of writers."""

    def __init__(self, app: Flask, url: str) -> None:
        self.app = app
        self.url = url
        self.shift = TimeShift()
        self.signals = Signals()
        self.reads: Engine = read_engine(url)
        self.writes: Engine = write_engine(url)
        self.one_writer: threading.Lock | None = threading.Lock() if self.is_sqlite else None

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded database, which has one writer at a time."""
        return self.writes.dialect.name == "sqlite"

    @contextmanager
    def bound(self) -> Iterator[None]:
        """An app context in which current_session() and transaction() work with this database."""
        with self.app.app_context():
            g.database = self
            yield

    def close(self) -> None:
        """Close every connection."""
        self.reads.dispose()
        self.writes.dispose()


def init_app(app: Flask, url: str) -> Database:
    """Make the database of an application, which each app context has sessions of its own for."""
    database = Database(app, url)
    app.extensions["loyalty.database"] = database
    app.teardown_appcontext(_close_read_session)
    return database


def current_database() -> Database:
    """The database of the app context."""
    found: Database = g.get("database") or current_app.extensions["loyalty.database"]
    return found


def current_session() -> Session:
    """The session to read by: inside transaction() the one that writes, else one that cannot write."""
    found: Session | None = g.get("write_session") or g.get("read_session")
    if found is None:
        found = g.read_session = Session(current_database().reads, autoflush=False)
    return found


def _close_read_session(_error: BaseException | None = None) -> None:
    reading = g.pop("read_session", None)
    if reading is not None:
        reading.close()


@contextmanager
def transaction(*, is_repeated: Callable[[], bool] = lambda: False) -> Iterator[Session]:
    """Begin a write, commit it at the end, roll it back on any exception. Does not nest.

    It begins at once, so that SQLite's writers queue here instead of failing in the middle, and the moment
    that one reads is after another's write. `is_repeated`, asked after a rollback, says that this was done
    before: then nothing is kept of it (`after_rollback`). Raises Unavailable when SQLite's queue does not
    move for five seconds.
    """
    if "write_session" in g:
        raise RuntimeError("a transaction is open: they do not nest")
    _close_read_session()
    database = current_database()
    if_rolled_back: list[Callable[[Session], object]] = []
    try:
        with _queue(database), Session(database.writes, expire_on_commit=False) as session:
            session.info[_ROLLED_BACK] = if_rolled_back
            g.write_session = session
            try:
                with session.begin():
                    session.connection()
                    yield session
                    session.flush()  # what is done before the commit comes after all that the caller wrote
            finally:
                del g.write_session
    except Exception:
        if if_rolled_back and not is_repeated():
            for act in if_rolled_back:
                with transaction() as db:
                    act(db)
        raise


@event.listens_for(Session, "before_commit")
def _before_commit(db: Session) -> None:
    for act in db.info.pop(_LAST, ()):
        act(db)


@event.listens_for(Session, "after_commit")
def _after_commit(db: Session) -> None:
    db.info.pop(_ROLLED_BACK, []).clear()
    for act in db.info.pop(_AFTER, ()):
        act()


def is_postgresql(db: Session) -> bool:
    """Whether the database of a session is PostgreSQL, not SQLite."""
    return db.get_bind().dialect.name == "postgresql"


def rows_changed(db: Session, statement: UpdateBase, parameters: Mapping[str, Any] | None = None) -> int:
    """Execute an INSERT, UPDATE or DELETE; returns the number of rows it changed."""
    result: Any = db.execute(statement, parameters, execution_options={"preserve_rowcount": True})
    return int(result.rowcount)


def before_commit(db: Session, act: Callable[[Session], None]) -> None:
    """Do something as the last of the open transaction, in the order it was asked for.

    For a row that every such transaction locks: locked last, it is waited for briefly, and nobody who holds
    it waits for another row. Raises RuntimeError for a session that only reads.
    """
    _acts(db, _LAST).append(act)


def after_commit(db: Session, act: Callable[[], object]) -> None:
    """Do something when the open transaction has committed, and never when it is rolled back.

    What it raises reaches the caller of a transaction that is done: let it raise nothing. Raises RuntimeError
    for a session that only reads.
    """
    _acts(db, _AFTER).append(act)


def after_rollback(db: Session, act: Callable[[Session], object]) -> None:
    """Do something in a transaction of its own when the open one has been rolled back: what has to be kept of
    a request that is refused. Raises RuntimeError for a session that only reads.
    """
    _acts(db, _ROLLED_BACK).append(act)


def _acts(db: Session, when: str) -> list[Any]:
    if db is not g.get("write_session"):
        raise RuntimeError("no transaction is open in this session")
    acts: list[Any] = db.info.setdefault(when, [])
    return acts


def wake_after(db: Session, topic: str) -> None:
    """Wake the workers that wait for a topic when the open transaction has committed."""
    signals = current_database().signals
    after_commit(db, lambda: signals.wake(topic))
    if is_postgresql(db):
        db.execute(select(func.pg_notify(CHANNEL, topic)))


def empty_wal() -> bool:
    """Move SQLite's write-ahead log into the database and cut it to nothing: it holds pages from before an
    erasure. Returns whether that went.

    It does not while somebody reads or writes for longer than the wait for a lock: the scheduler tries again
    in its next run. On PostgreSQL nothing is done: docs/runbooks/database.md says what its pages keep.
    """
    database = current_database()
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


def gather_statistics() -> None:
    """Count what SQLite's indexes hold: it chooses between them by that. PostgreSQL does so by itself."""
    if current_database().is_sqlite:
        with transaction() as db:
            db.execute(text("PRAGMA analysis_limit = 1000"))
            db.execute(text("ANALYZE"))


def advisory_lock(db: Session, name: str) -> None:
    """Allow one transaction at a time past this point, for limits that count rows.

    PostgreSQL takes an advisory lock until the end of the transaction; SQLite has one writer anyway.
    """
    if is_postgresql(db):
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
