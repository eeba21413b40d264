"""The one clock: the database's (docs/promises.md I-17). Nothing else in the API asks what time it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from sqlalchemy import Connection, select

from loyalty.db.connections import connection, time_shift
from loyalty.db.server_clock import ReadAt


def now(db: Connection | None = None) -> datetime:
    """The moment it is, in UTC, by the database's clock (SQLite: the machine's own)."""
    shift = time_shift()
    if shift.stopped_at is not None:
        return shift.stopped_at
    db = db or connection()
    if db.dialect.name == "sqlite":
        return datetime.now(UTC) + shift.by
    moment: datetime = db.execute(select(ReadAt())).scalar_one()
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


def moment(read_at: datetime | None) -> datetime:
    """What now() says, from a ReadAt column that was just read: PostgreSQL is not asked again."""
    shift = time_shift()
    if shift.stopped_at is not None:
        return shift.stopped_at
    return (datetime.now(UTC) if read_at is None else read_at) + shift.by


def known_now(db: Connection) -> datetime | None:
    """now() when nobody has to be asked for it, None when the statement itself can say it (WrittenAt)."""
    shift = time_shift()
    if shift.stopped_at is None and not shift.by and db.dialect.name != "sqlite":
        return None
    return now(db)
