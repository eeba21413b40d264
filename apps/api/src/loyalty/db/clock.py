"""The one clock: the database's (docs/promises.md I-17). Nothing else in the API asks what time it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, literal, select
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from loyalty.db.connections import connection, time_shift
from loyalty.db.tables import UtcDateTime


def now(db: Connection | None = None) -> datetime:
    """The moment it is, in UTC, by the database's clock (SQLite: the machine's own)."""
    shift = time_shift()
    if shift.stopped_at is not None:
        return shift.stopped_at
    db = db or connection()
    if db.dialect.name == "sqlite":
        return datetime.now(UTC) + shift.by
    moment: datetime = db.execute(select(_postgresql_now())).scalar_one()
    return moment + shift.by


@contextmanager
def as_if(moment: datetime) -> Iterator[None]:
    """Let this process write as if it were an earlier moment: for a past that is made up, the demo's."""
    shift = time_shift()
    before = shift.stopped_at
    shift.stopped_at = moment
    try:
        yield
    finally:
        shift.stopped_at = before


def sql_now(db: Connection) -> ColumnElement[datetime]:
    """The same moment as an expression, for conditions and values inside one statement."""
    shift = time_shift()
    if shift.stopped_at is not None or db.dialect.name == "sqlite":
        return literal(now(db), UtcDateTime())
    return _postgresql_now() + literal(shift.by) if shift.by else _postgresql_now()


class ReadAt(FunctionElement[datetime]):
    """The moment a statement is read, as one more column of it: `moment()` says which that was."""

    type = UtcDateTime()
    inherit_cache = True


@compiles(ReadAt)
def _on_the_server(_element: ReadAt, _compiler: Any, **_how: Any) -> str:
    return "clock_timestamp()"


@compiles(ReadAt, "sqlite")
def _on_this_machine(_element: ReadAt, _compiler: Any, **_how: Any) -> str:
    return "NULL"


class WrittenAt(FunctionElement[datetime]):
    """The moment at which a statement that writes began, for a row that only has to be as old as its
    transaction: unlike ReadAt one value on every machine of a distributed database.
    """

    type = UtcDateTime()
    inherit_cache = True


@compiles(WrittenAt)
def _began_on_the_server(_element: WrittenAt, _compiler: Any, **_how: Any) -> str:
    return "statement_timestamp()"


@compiles(WrittenAt, "sqlite")
def _began_on_this_machine(_element: WrittenAt, _compiler: Any, **_how: Any) -> str:
    return "NULL"


def moment(read_at: datetime | None) -> datetime:
    """What now() says, from a ReadAt column that was just read: PostgreSQL is not asked again."""
    shift = time_shift()
    if shift.stopped_at is not None:
        return shift.stopped_at
    return (datetime.now(UTC) if read_at is None else read_at) + shift.by


def known_now(db: Connection) -> datetime | None:
    """now() when nobody has to be asked for it, None when the statement itself can say it (ReadAt)."""
    shift = time_shift()
    if shift.stopped_at is None and not shift.by and db.dialect.name != "sqlite":
        return None
    return now(db)


def _postgresql_now() -> ColumnElement[datetime]:
    return func.clock_timestamp(type_=UtcDateTime())
