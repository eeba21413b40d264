"""What tills read of members, and whom they asked for in vain: limited, and kept for two years for the day a
key is in wrong hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, insert, literal, null, select, union_all
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.base import table_of
from loyalty.db.clock import now
from loyalty.db.session import hold
from loyalty.errors import TooMany
from loyalty.features.till.alarms import MISSES, alarm
from loyalty.features.till.models import TillLookup, TillMiss
from loyalty.rules.calendar import Days
from loyalty.rules.codes import wait_for
from loyalty.rules.tills import LOOKUPS, MISSES_TOLD

MEMBER, VOUCHER, MISS = "member", "voucher", "miss"

_LOOKUPS, _MISSES = TillLookup.__table__.c, TillMiss.__table__.c
_NOTE, _NOTE_MISS = insert(table_of(TillLookup)), insert(table_of(TillMiss))


@dataclass(frozen=True)
class Lookup:
    """What a till looked up: `what` is MEMBER, VOUCHER, or MISS for a member whom nobody knows."""

    at: datetime
    what: str
    member_id: int | None


def note(db: Session, till_id: int, member_id: int, what: str) -> None:
    """Write down that a till read a member's card or a voucher of theirs, in the caller's transaction."""
    db.execute(_NOTE, {"at": now(db), "till_id": till_id, "member_id": member_id, "what": what})


def note_miss(db: Session, till_id: int) -> None:
    """Write down that a till asked for somebody whom nobody knows; the operators hear of it when it does not
    stop. In the caller's transaction.
    """
    at = now(db)
    db.execute(_NOTE_MISS, {"at": at, "till_id": till_id})
    MISSES.labels(str(till_id)).inc()
    recent = _MISSES.till_id == till_id, _MISSES.at > at - MISSES_TOLD.window
    if db.scalar(select(func.count()).select_from(TillMiss).where(*recent)) == MISSES_TOLD.count:
        alarm("misses", till_id=till_id)


def refuse_floods(db: Session, till_id: int) -> None:
    """Raise TooMany when a till has asked for as many members as it may; one of its requests at a time
    passes.
    """
    if not config.current().rate_limits:
        return
    hold(db, f"lookups.{till_id}")
    at = now(db)
    waits = [wait_for(limit, _reached(db, till_id, at - limit.window, limit.count), at) for limit in LOOKUPS]
    if wait := max(waits):
        alarm("lookups", till_id=till_id)
        raise TooMany("This till has looked up too many members. Please wait a moment.", retry_after_s=wait)


def _reached(db: Session, till_id: int, since: datetime, count: int) -> datetime | None:
    """When the count-th newest look-up of a member since then was, found or not; None below that."""
    found = select(_LOOKUPS.at).where(
        _LOOKUPS.till_id == till_id, _LOOKUPS.at > since, _LOOKUPS.what == MEMBER
    )
    missed = select(_MISSES.at).where(_MISSES.till_id == till_id, _MISSES.at > since)
    both = union_all(found, missed).subquery()
    return db.scalar(select(both.c.at).order_by(both.c.at.desc()).limit(1).offset(count - 1))


def of_till(db: Session, till_id: int, days: Days) -> list[Lookup]:
    """What a till looked up on some Malaysian days, in order."""
    found = select(_LOOKUPS.at, _LOOKUPS.what, _LOOKUPS.member_id).where(
        _LOOKUPS.till_id == till_id, _LOOKUPS.at >= days.start, _LOOKUPS.at < days.end
    )
    missed = select(_MISSES.at, literal(MISS), null()).where(
        _MISSES.till_id == till_id, _MISSES.at >= days.start, _MISSES.at < days.end
    )
    return [Lookup(*row) for row in db.execute(union_all(found, missed).order_by("at"))]


def members_seen(db: Session, start: datetime, end: datetime, till_id: int | None = None) -> set[int]:
    """The members of whom tills read something in a window; only one till's when it is given."""
    query = select(_LOOKUPS.member_id).where(_LOOKUPS.at >= start, _LOOKUPS.at < end)
    if till_id is not None:
        query = query.where(_LOOKUPS.till_id == till_id)
    return set(db.scalars(query.distinct()))


def forget(db: Session, before: datetime) -> int:
    """Delete what was asked before a moment, in the caller's transaction; gives how many."""
    gone: list[Any] = [db.execute(delete(each).where(each.at < before)) for each in (TillLookup, TillMiss)]
    return sum(int(each.rowcount) for each in gone)
