"""Bills of a member who leaves: what nobody has verified yet earns nothing any more."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import update
from sqlalchemy.orm import Session

from loyalty.features.points.models import Bill


def void_pending(db: Session, member_id: int, at: datetime) -> int:
    """Take back every pending bill of a member, in the caller's transaction; gives how many."""
    pending = Bill.member_id == member_id, Bill.verified_at.is_(None), Bill.voided_at.is_(None)
    return len(db.execute(update(Bill).where(*pending).values(voided_at=at).returning(Bill.id)).all())
