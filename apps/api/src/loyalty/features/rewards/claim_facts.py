"""What decides about a claim beside the account: the reward, who asks, and what she did with it before."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, case, exists, func, select
from sqlalchemy.orm import Session

from loyalty.db.base import BigInt, UtcDateTime
from loyalty.db.quick import Statement
from loyalty.features.members import service as members
from loyalty.features.rewards import catalogue
from loyalty.features.rewards.counts import EVERY_YEAR
from loyalty.features.rewards.models import ClaimCount, Kind, Reward, Voucher
from loyalty.rules.calendar import malaysian_date

_REWARDS, _COUNTS, _VOUCHERS = Reward.__table__.c, ClaimCount.__table__.c, Voucher.__table__.c
_WHO, _YEAR = bindparam("of_member", type_=BigInt), bindparam("this_year", type_=BigInt)
_CLAIMS = (
    select(_COUNTS.claims)
    .where(
        _COUNTS.reward_id == _REWARDS.id,
        _COUNTS.member_id == _WHO,
        _COUNTS.year == case((_REWARDS.kind == Kind.BIRTHDAY, _YEAR), else_=EVERY_YEAR),
    )
    .correlate(Reward.__table__)
    .scalar_subquery()
)
_SHOWS_ONE = exists().where(
    _VOUCHERS.member_id == _WHO,
    _VOUCHERS.reward_id == _REWARDS.id,
    _VOUCHERS.used_at.is_(None),
    _VOUCHERS.cancelled_at.is_(None),
    _VOUCHERS.present_until > bindparam("at", type_=UtcDateTime()),
)
# One look instead of four: in a claim the statements are what costs.
_LOOK = Statement(
    select(
        *_REWARDS,
        *(column.label(f"member_{column.name}") for column in members.PEOPLE.c),
        func.coalesce(_CLAIMS, 0).label("claims"),
        _SHOWS_ONE.label("has_presented"),
    )
    .join_from(Reward.__table__, members.PEOPLE, members.PEOPLE.c.id == _WHO, isouter=True)
    .where(_REWARDS.id == bindparam("of_reward"))
)


def look(db: Session, member_id: int, reward_id: int, at: datetime) -> Any:
    """A reward's row with the member's own columns, how often she has `claims` of it, and `has_presented`.

    Raises NotFound for what is no reward to claim, and for a member who is not there.
    """
    found = _LOOK.one(db, of_member=member_id, of_reward=reward_id, this_year=malaysian_date(at).year, at=at)
    if found is None or found.kind not in catalogue.CLAIMED:
        raise catalogue.unknown()
    if found.member_id is None:
        raise members.unknown()
    return found
