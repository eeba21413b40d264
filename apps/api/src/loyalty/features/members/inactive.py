"""Who has not been seen: neither signed in, nor earned, nor joined since a moment; and who was warned."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Select, and_, func, not_, or_, select, update
from sqlalchemy.orm import Session

from loyalty.features.members.models import Member
from loyalty.features.points.service import STANDINGS


def inactive_since(
    db: Session,
    moment: datetime,
    limit: int,
    *,
    warned_between: tuple[datetime, datetime],
    but: Select[int | None],
) -> list[int]:
    """The ids of members who were last seen before `moment` and have been warned since, between two
    moments, `but` those; the smallest ids first.
    """
    after, before = warned_between
    warned = and_(_warned(), Member.inactive_warned_at > after, Member.inactive_warned_at <= before)
    gone = _unseen_since(moment).where(warned, Member.id.not_in(but))
    return list(db.scalars(gone.order_by(Member.id).limit(limit)))


def warned_in_vain(db: Session, moment: datetime, among: Sequence[int]) -> set[int]:
    """Those among some members who were last seen before `moment` and count as warned since."""
    return set(db.scalars(_unseen_since(moment).where(_warned(), Member.id.in_(among))))


def unwarned_since(db: Session, moment: datetime, limit: int, *, warned_after: datetime) -> list[int]:
    """The ids of members who were last seen before `moment` and have not been warned since, or not after
    `warned_after`; the smallest first.
    """
    warned = and_(_warned(), Member.inactive_warned_at > warned_after)
    return list(db.scalars(_unseen_since(moment).where(not_(warned)).order_by(Member.id).limit(limit)))


def note_warning(db: Session, member_id: int, at: datetime) -> None:
    """Remember that a member was warned, in the caller's transaction."""
    db.execute(update(Member).where(Member.id == member_id).values(inactive_warned_at=at))


def warning_of(db: Session, member_id: int) -> datetime | None:
    """When a member was warned, or None: never, or they have been seen since, or have left."""
    query = select(Member.inactive_warned_at).join(STANDINGS, STANDINGS.c.member_id == Member.id)
    return db.scalar(query.where(Member.id == member_id, Member.erased_at.is_(None), _warned()))


def how_many_inactive(db: Session, moment: datetime) -> int:
    """How many members were last seen before a moment."""
    return db.scalar(select(func.count()).select_from(_unseen_since(moment).subquery())) or 0


def _warned() -> ColumnElement[bool]:
    """Whether the last warning is later than the last visit: whoever came after one is warned anew."""
    at = Member.inactive_warned_at
    return and_(
        at.is_not(None),
        or_(Member.last_login_at.is_(None), Member.last_login_at < at),
        or_(STANDINGS.c.last_earned_at.is_(None), STANDINGS.c.last_earned_at < at),
    )


def _unseen_since(moment: datetime) -> Select[int]:
    signed_in = or_(Member.last_login_at.is_(None), Member.last_login_at < moment)
    earned = or_(STANDINGS.c.last_earned_at.is_(None), STANDINGS.c.last_earned_at < moment)
    return (
        select(Member.id)
        .join(STANDINGS, STANDINGS.c.member_id == Member.id)
        .where(Member.erased_at.is_(None), Member.created_at < moment, signed_in, earned)
    )
