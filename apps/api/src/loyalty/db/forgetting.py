"""Forgetting rows that nobody needs any more, some thousand at a time, so that nobody waits for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from sqlalchemy import ColumnElement, CursorResult, delete, select, tuple_
from sqlalchemy.orm import Session

from loyalty.db.base import Base


@dataclass(frozen=True)
class Old:
    """Which rows of a table may go, and what they are called in a report."""

    what: str
    table: type[Base]
    when: ColumnElement[bool]


def forget(db: Session, old: Old, most: int) -> int:
    """Delete `most` of them in the caller's transaction; gives how many there were."""
    key = old.table.__mapper__.primary_key
    some = select(*key).where(old.when).limit(most)
    gone = db.execute(delete(old.table).where(tuple_(*key).in_(some)), execution_options=_PLAIN)
    return cast("CursorResult[object]", gone).rowcount


_PLAIN = {"synchronize_session": False}
