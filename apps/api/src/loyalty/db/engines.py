"""The two engines of a database: one that can only read, one whose begin is a write's begin."""

from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DisconnectionError

SQLITE_BUSY_S = 5
CHECKED_AFTER_S = 1.0
IDLE_SINCE = "loyalty.idle_since"
# A failure's trace is logged, and the values of a statement may be a number or a code.
QUIET: dict[str, Any] = {"hide_parameters": True}


def read_engine(url: str) -> Engine:
    """An engine for reads: every statement sees the newest committed state, and a write is refused by the
    database.
    """
    if make_url(url).get_backend_name() == "sqlite":
        engine = create_engine(
            url,
            isolation_level="AUTOCOMMIT",
            skip_autocommit_rollback=True,
            pool_reset_on_return=None,
            connect_args=_sqlite_arguments(),
            **QUIET,
        )
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "connect", _refuse_writes_on_sqlite)
        return engine
    # Nothing is open when a connection goes back: there is nothing to roll back.
    return _postgresql_engine(
        url,
        {"default_transaction_read_only": "on"},
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
        pool_reset_on_return=None,
    )


def write_engine(url: str) -> Engine:
    """An engine for writes: SQLite takes its write lock at BEGIN, PostgreSQL works by READ COMMITTED."""
    if make_url(url).get_backend_name() == "sqlite":
        Path(make_url(url).database or "").parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(url, connect_args=_sqlite_arguments(), **QUIET)
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_immediate)
        return engine
    return _postgresql_engine(url, {}, isolation_level="READ COMMITTED")


def _postgresql_engine(url: str, settings: dict[str, str], **how: Any) -> Engine:
    # Only here: its driver takes longer to import than most commands on SQLite run.
    from loyalty.db.postgresql import postgresql_engine

    engine = postgresql_engine(url, settings, **QUIET, **how)
    _check_idle_connections(engine)
    return engine


def _check_idle_connections(engine: Engine) -> None:
    """Test a connection that has been idle for a while; testing each time is expensive.

    One that broke just now fails its next statement, which is answered with 503 and clears the pool.
    """

    def note_idle(_connection: Any, record: Any) -> None:
        record.info[IDLE_SINCE] = monotonic()

    def check(connection: Any, record: Any, _proxy: object) -> None:
        if not _is_alive(engine, connection, record.info.get(IDLE_SINCE, monotonic())):
            raise DisconnectionError

    event.listen(engine, "checkin", note_idle)
    event.listen(engine, "checkout", check)


def _is_alive(engine: Engine, connection: Any, idle_since: float) -> bool:
    """Whether a driver's connection that has been idle since then (monotonic) can be worked with."""
    if monotonic() - idle_since < CHECKED_AFTER_S:
        return True
    try:
        return bool(engine.dialect.do_ping(connection))
    except engine.dialect.loaded_dbapi.Error:
        return False


def _sqlite_arguments() -> dict[str, Any]:
    return {"timeout": SQLITE_BUSY_S, "check_same_thread": False}


def _set_up_sqlite(connection: Any, _record: object) -> None:
    """Durable at every commit, readers beside the writer, foreign keys kept, what is deleted overwritten; no
    BEGIN by the driver itself.
    """
    connection.isolation_level = None
    # PostgreSQL's function by its name; a moment is stored as UtcDateTime stores it.
    connection.create_function("clock_timestamp", 0, _clock_timestamp)
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "secure_delete = ON",
        f"busy_timeout = {SQLITE_BUSY_S * 1000}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _clock_timestamp() -> str:
    return datetime.now(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


def _refuse_writes_on_sqlite(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA query_only = ON")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
