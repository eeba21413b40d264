"""What tills read of members, kept for two years: who has to hear of it when a key was in wrong hands."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from loyalty.db.base import table_of
from loyalty.db.clock import now
from loyalty.features.till.models import TillLookup

MEMBER, VOUCHER = "member", "voucher"

_LOOKUPS = TillLookup.__table__.c
_NOTE = insert(table_of(TillLookup))


def note(db: Session, till_id: int, member_id: int, what: str) -> None:
    """Write down that a till read a member's card or a voucher of hers, in the caller's transaction."""
    db.execute(_NOTE, {"at": now(db), "till_id": till_id, "member_id": member_id, "what": what})


def members_seen(db: Session, start: datetime, end: datetime, till_id: int | None = None) -> set[int]:
    """The members of whom tills read something in a window; only one till's when it is given."""
    query = select(_LOOKUPS.member_id).where(_LOOKUPS.at >= start, _LOOKUPS.at < end)
    if till_id is not None:
        query = query.where(_LOOKUPS.till_id == till_id)
    return set(db.scalars(query.distinct()))


def forget(db: Session, before: datetime) -> int:
    """Delete what was read before a moment, in the caller's transaction; gives how many."""
    gone: Any = db.execute(delete(TillLookup).where(TillLookup.at < before))
    return int(gone.rowcount)
