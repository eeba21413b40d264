"""The catalogue: rewards as everybody sees them, and with a member's own flags."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Select, bindparam, exists, func, or_, select
from sqlalchemy.orm import Session

from loyalty.errors import NotFound
from loyalty.features.members import records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.rewards.models import Reward, Voucher
from loyalty.features.tiers import tiers as tier_queries
from loyalty.rules.calendar import malaysian_date, start_of
from loyalty.rules.codes import Code
from loyalty.rules.rewards import (
    CATALOGUE_KINDS,
    GIFT_KINDS,
    Claimant,
    RewardKind,
    why_closed,
    why_not_claimable,
)

# What a member has of each reward: how many vouchers in all, of this year, and presented now; no row for a
# reward of which they never had a voucher.
_HELD = (
    select(
        Voucher.reward_id,
        func.count().label("claims"),
        func.count().filter(Voucher.created_at >= bindparam("year_start")).label("claims_this_year"),
        func.count()
        .filter(
            Voucher.used_at.is_(None),
            Voucher.cancelled_at.is_(None),
            Voucher.present_until > bindparam("at"),
        )
        .label("presented"),
    )
    .where(Voucher.member_id == bindparam("member_id"))
    .group_by(Voucher.reward_id)
    .subquery("held")
)
# Made once: to put these together costs a tenth of the calls that execute them (docs/performance.md).
WITH_HELD = select(Reward, _HELD.c.claims, _HELD.c.claims_this_year, _HELD.c.presented).outerjoin(
    _HELD, _HELD.c.reward_id == Reward.id
)
_CATALOGUE = WITH_HELD.where(Reward.kind.in_(CATALOGUE_KINDS))
_LIST = _CATALOGUE.where(
    Reward.is_active, or_(Reward.ends_at.is_(None), Reward.ends_at > bindparam("at"))
).order_by(Reward.cost, Reward.id)
_ONE = _CATALOGUE.where(Reward.id == bindparam("reward_id"))


@dataclass(frozen=True)
class RewardFor:
    """A reward with what it is to one member, or without a member to anybody.

    `why_not_claimable` is the code of the reason why it cannot be claimed, None where it can.
    """

    reward: Reward
    is_claimable: bool
    is_claim_pending: bool
    why_not_claimable: str | None


def held_by(member_id: int | None, at: datetime) -> dict[str, Any]:
    """The parameters of WITH_HELD: a member, None: nobody, and the moment."""
    year_start = start_of(date(malaysian_date(at).year, 1, 1))
    return {"member_id": member_id, "at": at, "year_start": year_start}


def claims_of(row: Any) -> int:
    """How many vouchers of a row of WITH_HELD count for the limit: of birthday gifts those of this year."""
    counted: int | None = row.claims_this_year if row.Reward.is_birthday_gift else row.claims
    return counted or 0


def rewards(db: Session, at: datetime, member_id: int | None = None) -> list[RewardFor]:
    """The rewards of the catalogue that have not ended, the cheapest first, as they are to this member."""
    return _flagged(db, db.execute(_LIST, held_by(member_id, at)), at, member_id)


def reward(db: Session, reward_id: int, at: datetime, member_id: int | None = None) -> RewardFor:
    """One reward of the catalogue, as it is to this member; raises NotFound."""
    rows = db.execute(_ONE, {**held_by(member_id, at), "reward_id": reward_id})
    found = _flagged(db, rows, at, member_id)
    if not found:
        raise unknown()
    return found[0]


def _flagged(db: Session, rows: Iterable[Any], at: datetime, member_id: int | None) -> list[RewardFor]:
    member = None if member_id is None else records.get_member(db, member_id)
    found = []
    for row in rows:
        if member is None:
            reason = why_closed(row.Reward, at)
        else:
            claimant = Claimant(
                points=member.member_point_amount,
                level=member.membership_level,
                date_of_birth=member.date_of_birth,
                claims=claims_of(row),
                has_presented=bool(row.presented),
            )
            reason = why_not_claimable(row.Reward, claimant, at)
        why_not = None if reason is None else reason.code
        found.append(RewardFor(row.Reward, why_not is None, bool(row.presented), why_not))
    return found


def unknown() -> NotFound:
    """There is no such reward, or none of the kind that was asked for."""
    return NotFound(Code.REWARD_NOT_FOUND)


def given_rewards(db: Session) -> Sequence[Reward]:
    """The rewards that are given and never claimed: for joining, and for each referred member."""
    query = select(Reward).where(Reward.kind.in_(GIFT_KINDS), Reward.is_active)
    return db.scalars(query.order_by(Reward.id)).all()


def membership_rewards(db: Session, member_id: int) -> list[dict[str, Any]]:
    """The rewards of all tiers, the lowest tier first: each `reward` with `is_claimed` and `is_locked` for
    this member, and the membership.
    """
    query = select(Reward).where(Reward.kind == RewardKind.MEMBERSHIP, Reward.is_active)
    return _of_tiers(db, query.order_by(Reward.level, Reward.id), member_id)


def membership_reward(db: Session, reward_id: int, member_id: int) -> dict[str, Any]:
    """One reward of a tier, with the `outlets` where it is good; raises NotFound."""
    query = select(Reward).where(Reward.id == reward_id, Reward.kind == RewardKind.MEMBERSHIP)
    found = _of_tiers(db, query, member_id)
    if not found:
        raise unknown()
    return {**found[0], "outlets": outlets_of(db, found[0]["reward"].outlet_ids)}


def _of_tiers(db: Session, query: Select[Reward], member_id: int) -> list[dict[str, Any]]:
    level = records.get_member(db, member_id).membership_level
    tiers = {tier["level"]: tier for tier in tier_queries.memberships(db)}
    claimed = exists().where(Voucher.member_id == member_id, Voucher.reward_id == Reward.id)
    return [
        {
            "reward": reward,
            "is_claimed": is_claimed,
            "is_locked": level < reward.level,
            "membership_id": tiers[reward.level]["id"],
            "membership_name": tiers[reward.level]["name"],
            "member_id": member_id,
        }
        for reward, is_claimed in db.execute(query.add_columns(claimed))
    ]


def outlets_of(db: Session, ids: tuple[int, ...]) -> list[outlet_queries.OutletRecord]:
    """The open outlets of these ids; of all ids when there are none."""
    return [each for each in outlet_queries.outlets(db, outlet_queries.OPEN) if not ids or each.id in ids]
