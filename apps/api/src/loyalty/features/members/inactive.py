"""Who has not been seen: neither signed in, nor earned, nor joined since a moment."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Select, func, or_, select
from sqlalchemy.orm import Session

from loyalty.features.members.models import Member
from loyalty.features.points.service import STANDINGS


def inactive_since(db: Session, moment: datetime, limit: int) -> list[int]:
    """The ids of members who were last seen before a moment, those with the smallest ids first."""
    return list(db.scalars(_unseen_since(moment).order_by(Member.id).limit(limit)))


def how_many_inactive(db: Session, moment: datetime) -> int:
    """How many members were last seen before a moment."""
    return db.scalar(select(func.count()).select_from(_unseen_since(moment).subquery())) or 0


def _unseen_since(moment: datetime) -> Select[int]:
    signed_in = or_(Member.last_login_at.is_(None), Member.last_login_at < moment)
    earned = or_(STANDINGS.c.last_earned_at.is_(None), STANDINGS.c.last_earned_at < moment)
    return (
        select(Member.id)
        .join(STANDINGS, STANDINGS.c.member_id == Member.id)
        .where(Member.erased_at.is_(None), Member.created_at < moment, signed_in, earned)
    )
