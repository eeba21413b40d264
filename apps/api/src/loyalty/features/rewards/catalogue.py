"""The catalogue: rewards as everybody sees them, and with a member's own flags."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

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

_REWARDS, _VOUCHERS = Reward.__table__.c, Voucher.__table__.c
# What a member has of each reward: how many vouchers in all, of this year, and presented now; no row for a
# reward of which they never had a voucher.
HELD = (
    select(
        _VOUCHERS.reward_id,
        func.count().label("claims"),
        func.count().filter(_VOUCHERS.created_at >= bindparam("year_start")).label("claims_this_year"),
        func.count()
        .filter(
            _VOUCHERS.used_at.is_(None),
            _VOUCHERS.cancelled_at.is_(None),
            _VOUCHERS.present_until > bindparam("at"),
        )
        .label("presented"),
    )
    .where(_VOUCHERS.member_id == bindparam("member_id"))
    .group_by(_VOUCHERS.reward_id)
    .subquery("held")
)


class CatalogueReward(NamedTuple):
    """What the catalogue shows of a reward and judges by, and what the member has of it, None: nothing."""

    id: int
    kind: str
    title: str
    description: str
    terms: str
    image_name: str | None
    type_id: int
    cost: int
    value_sen: int
    discount_sen: int
    min_spend_sen: int
    level: int
    member_limit: int | None
    stock: int | None
    claimed: int
    valid_days: int
    outlet_ids: tuple[int, ...]
    is_active: bool
    starts_at: datetime | None
    ends_at: datetime | None
    claims: int | None
    claims_this_year: int | None
    presented: int | None

    @property
    def is_birthday_gift(self) -> bool:
        """Whether it is given for a birthday, once a year."""
        return self.kind == RewardKind.BIRTHDAY


# Made once, of columns: to put these together, or to ask for entities, costs a tenth of the list and more
# (docs/performance.md).
REWARDS = select(
    *(HELD.c[name] if name in HELD.c else _REWARDS[name] for name in CatalogueReward._fields)
).outerjoin(HELD, HELD.c.reward_id == _REWARDS.id)
_CATALOGUE = REWARDS.where(or_(*(_REWARDS.kind == kind for kind in CATALOGUE_KINDS)))
_LIST = _CATALOGUE.where(
    _REWARDS.is_active, or_(_REWARDS.ends_at.is_(None), _REWARDS.ends_at > bindparam("at"))
).order_by(_REWARDS.cost, _REWARDS.id)
_ONE = _CATALOGUE.where(_REWARDS.id == bindparam("reward_id"))


class RewardFor(NamedTuple):
    """A reward with what it is to one member, or without a member to anybody.

    `why_not_claimable` is the code of the reason why it cannot be claimed, None where it can.
    """

    reward: CatalogueReward
    is_claimable: bool
    is_claim_pending: bool
    why_not_claimable: str | None


def held_by(member_id: int | None, at: datetime) -> dict[str, Any]:
    """The parameters of HELD: a member, None: nobody, and the moment."""
    year_start = start_of(date(malaysian_date(at).year, 1, 1))
    return {"member_id": member_id, "at": at, "year_start": year_start}


def claims_of(kind: str, held: Any) -> int:
    """How many vouchers of a row of HELD count for a limit: of birthday gifts those of this year."""
    counted: int | None = held.claims_this_year if kind == RewardKind.BIRTHDAY else held.claims
    return counted or 0


def rewards(db: Session, at: datetime, member_id: int | None = None) -> list[RewardFor]:
    """The rewards of the catalogue that have not ended, the cheapest first, as they are to this member."""
    return _flagged(db, db.execute(_LIST, held_by(member_id, at)).all(), at, member_id)


def reward(db: Session, reward_id: int, at: datetime, member_id: int | None = None) -> RewardFor:
    """One reward of the catalogue, as it is to this member; raises NotFound."""
    rows = db.execute(_ONE, {**held_by(member_id, at), "reward_id": reward_id}).all()
    found = _flagged(db, rows, at, member_id)
    if not found:
        raise unknown()
    return found[0]


def _flagged(db: Session, rows: Sequence[Any], at: datetime, member_id: int | None) -> list[RewardFor]:
    member = None if member_id is None else records.get_member(db, member_id)
    found = []
    for row in rows:
        reward: Any = CatalogueReward._make(row)
        if member is None:
            reason = why_closed(reward, at)
        else:
            claimant = Claimant(
                points=member.member_point_amount,
                level=member.membership_level,
                date_of_birth=member.date_of_birth,
                claims=claims_of(reward.kind, reward),
                has_presented=bool(reward.presented),
            )
            reason = why_not_claimable(reward, claimant, at)
        why_not = None if reason is None else reason.code
        found.append(RewardFor(reward, why_not is None, bool(reward.presented), why_not))
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
