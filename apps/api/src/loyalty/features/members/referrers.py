"""Who invited whom. Set once, never oneself, never somebody one has invited (trust.md I-13)."""

from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from loyalty.db.session import hold
from loyalty.errors import Conflict, NotFound
from loyalty.features.members.models import Member


def member_of_code(db: Session, referral_code: str) -> int | None:
    """The id of the member who invites with this code, in whatever case it was typed, or None."""
    typed = referral_code.strip().upper()
    return db.scalar(select(Member.id).where(Member.referral_code == typed))


def set_referrer(db: Session, member_id: int, referral_code: str) -> None:
    """Note who invited a member, inside the caller's transaction; raises NotFound or Conflict."""
    # One at a time: two members who enter each other's code at once would make a circle neither sees.
    hold(db, "referrers")
    referrer_id = member_of_code(db, referral_code)
    if referrer_id is None:
        raise NotFound("We do not know this referral code", "unknown_referral_code")
    if referrer_id == member_id:
        raise Conflict("This is your own referral code", "own_referral_code")
    if member_id in _invited_by(db, referrer_id):
        raise Conflict("You have invited this member yourself", "referral_circle")
    done = db.execute(
        update(Member)
        .where(Member.id == member_id, Member.referrer_id.is_(None))
        .values(referrer_id=referrer_id)
        .returning(Member.id)
    )
    if done.one_or_none() is None:
        raise Conflict("You have entered a referral code already", "referrer_already_set")


def _invited_by(db: Session, member_id: int) -> set[int]:
    """The ids of a member's referrer, that one's referrer, and so on: one query, however long the chain."""
    chain = (
        select(Member.referrer_id)
        .where(Member.id == member_id, Member.referrer_id.is_not(None))
        .cte("chain", recursive=True)
    )
    further = select(Member.referrer_id).where(
        Member.id == chain.c.referrer_id, Member.referrer_id.is_not(None)
    )
    return set(db.scalars(select(chain.union(further).c.referrer_id)))  # union, not all: ends on a circle too
