"""The one clock: the database's (SECURITY.md I-17). Nothing else in the API asks what time it is."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from loyalty.db.session import current_database, current_session, is_postgresql
from loyalty.db.tables import UtcDateTime

# The moment a row is read, as one more column of its SELECT: moment() says which that is.
READ_AT = func.clock_timestamp(type_=UtcDateTime()).label("read_at")


def now(db: Session | None = None) -> datetime:
    """The moment it is, in UTC, by the database's clock (SQLite: the machine's own)."""
    shift = current_database().shift
    if shift.stopped_at is not None:
        return shift.stopped_at
    db = db or current_session()
    if not is_postgresql(db):
        return datetime.now(UTC) + shift.by
    with db.no_autoflush:  # what is half written is not sent because somebody asks for the time
        return moment(db.execute(select(READ_AT)).scalar_one())


@contextmanager
def as_if(moment: datetime) -> Iterator[None]:
    """Let this process write as if it were an earlier moment: for a past that is made up, the demo's."""
    shift = current_database().shift
    before = shift.stopped_at
    shift.stopped_at = moment
    try:
        yield
    finally:
        shift.stopped_at = before


def moment(read_at: datetime) -> datetime:
    """What now() says, from a READ_AT column that was just read: PostgreSQL is not asked again."""
    shift = current_database().shift
    if shift.stopped_at is not None:
        return shift.stopped_at
    return read_at + shift.by


def now_in_sql(db: Session) -> Any:
    """now() for a statement that writes it: PostgreSQL is not asked for it before."""
    shift = current_database().shift
    return now(db) if shift.stopped_at is not None or shift.by else func.clock_timestamp()
