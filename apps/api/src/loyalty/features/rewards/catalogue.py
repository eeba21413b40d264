"""Queries of the catalogue: rewards as everybody sees them, and with a member's own flags."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Row, Select, bindparam, exists, func, or_, select, update
from sqlalchemy.orm import Session

from loyalty.db.inserts import insert_or_ignore
from loyalty.db.session import connection_of, rows_changed
from loyalty.db.tables import columns_of, table_of
from loyalty.errors import Conflict, NotFound
from loyalty.features.members import records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.rewards.models import Grant, Kind, Reward, Voucher
from loyalty.features.tiers import tiers as tier_queries
from loyalty.rules.calendar import malaysian_date, start_of
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem
from loyalty.rules.rewards import (
    GIFTS,
    OUT_OF_STOCK,
    Claimant,
    Offer,
    why_closed,
    why_not_claimable,
)

RewardColumns: TypeAlias = dict[str, Any]

EVERY_YEAR = 0


def year_of(kind: str, at: datetime) -> int:
    """The year a claim counts in: the Malaysian one for a birthday gift, 0 for all others."""
    return malaysian_date(at).year if kind == Kind.BIRTHDAY else EVERY_YEAR


def whose(member_id: int | None, at: datetime) -> dict[str, Any]:
    """The parameters of HELD_BY_MEMBER: a member, None: nobody, and the moment."""
    year_start = start_of(date(malaysian_date(at).year, 1, 1))
    return {"member_id": member_id, "at": at, "year_start": year_start}


_VOUCHERS, REWARDS = table_of(Voucher).c, table_of(Reward).c
# What a member has of each reward: how many vouchers in all, of this year, and presented now; no row for a
# reward of which they never had a voucher.
HELD_BY_MEMBER = (
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


def take_one(db: Session, reward_id: int) -> None:
    """Take one out of a reward's stock; raises Conflict when there is none left."""
    taken = (
        update(Reward)
        .where(Reward.id == reward_id, or_(Reward.stock.is_(None), Reward.claimed < Reward.stock))
        .values(claimed=Reward.claimed + 1)
        .execution_options(synchronize_session=False)
    )
    if not rows_changed(db, taken):
        raise Conflict(OUT_OF_STOCK)


def grant_once(db: Session, kind: Kind, number_hash: str, year: int, at: datetime) -> bool:
    """Note that this number gets this gift; False when it had it before, also under another member (I-9)."""
    row = {"kind": kind, "number_hash": number_hash, "year": year, "given_at": at}
    return insert_or_ignore(db, Grant, row)


CATALOGUE = (Kind.POINTS, Kind.BIRTHDAY)
GIVEN = tuple(map(Kind, GIFTS))
CLAIMED = (*CATALOGUE, Kind.MEMBERSHIP)


def offer(reward: "Reward | CatalogueReward | Row[Any]") -> Offer:
    """A reward as the rules see it."""
    return Offer(
        cost=reward.cost,
        is_active=reward.is_active,
        starts_at=reward.starts_at,
        ends_at=reward.ends_at,
        for_birthday=reward.kind == Kind.BIRTHDAY,
        level=reward.level,
        limit=reward.member_limit,
        left=None if reward.stock is None else reward.stock - reward.claimed,
    )


def unknown() -> NotFound:
    """There is no such reward, or none of the kind that was asked for."""
    return NotFound(Code.REWARD_NOT_FOUND)


class CatalogueReward(NamedTuple):
    """The columns of a reward that the catalogue shows and judges by, and what a member has of it, as
    HELD_BY_MEMBER counts it; None where they have nothing.
    """

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


class Flagged(NamedTuple):
    """A reward with what it is to one member, or without a member to anybody.

    `why_not` is the code of the reason why it cannot be claimed, None where it can.
    """

    reward: CatalogueReward
    why_not: str | None
    is_pending: bool


_FLAGGED = (
    select(
        *(REWARDS[name] if name in REWARDS else HELD_BY_MEMBER.c[name] for name in CatalogueReward._fields)
    )
    .outerjoin(HELD_BY_MEMBER, HELD_BY_MEMBER.c.reward_id == REWARDS.id)
    .where(REWARDS.kind.in_(CATALOGUE))
)
# Put together once: a member's app reads the list whenever it is opened.
_LIST = _FLAGGED.where(
    REWARDS.is_active, or_(REWARDS.ends_at.is_(None), REWARDS.ends_at > bindparam("at"))
).order_by(REWARDS.cost, REWARDS.id)


def rewards(db: Session, at: datetime, member_id: int | None = None) -> list[Flagged]:
    """The rewards of the catalogue that have not ended, the cheapest first, as they are to this member."""
    return _with_flags(db, _LIST, at, member_id)


def reward(db: Session, reward_id: int, at: datetime, member_id: int | None = None) -> RewardColumns:
    """One reward of the catalogue: its columns, the flags of RewardSchema for this member, and the `outlets`
    where it is good; raises NotFound.
    """
    found = _with_flags(db, _FLAGGED.where(REWARDS.id == reward_id), at, member_id)
    if not found:
        raise unknown()
    return {
        **found[0].reward._asdict(),
        "is_claimable": found[0].why_not is None,
        "is_claim_pending": found[0].is_pending,
        "why_not_claimable": found[0].why_not,
        "outlets": outlets_of(db, found[0].reward.outlet_ids),
    }


def given_rewards(db: Session) -> Sequence[Reward]:
    """The rewards that are given and never claimed: for joining, and for each referred member."""
    return db.scalars(
        select(Reward).where(Reward.kind.in_(GIVEN), Reward.is_active).order_by(Reward.id)
    ).all()


def membership_rewards(db: Session, member_id: int) -> list[RewardColumns]:
    """The rewards of all tiers, the lowest tier first: their columns, with `is_claimed` and `is_locked` for
    this member, and the membership.
    """
    query = select(Reward).where(Reward.kind == Kind.MEMBERSHIP, Reward.is_active)
    return _of_tiers(db, query.order_by(Reward.level, Reward.id), member_id)


def membership_reward(db: Session, reward_id: int, member_id: int) -> RewardColumns:
    """One reward of a tier, with the `outlets` where it is good; raises NotFound."""
    query = select(Reward).where(Reward.id == reward_id, Reward.kind == Kind.MEMBERSHIP)
    found = _of_tiers(db, query, member_id)
    if not found:
        raise unknown()
    return {**found[0], "outlets": outlets_of(db, found[0]["outlet_ids"])}


def outlets_of(db: Session, ids: tuple[int, ...]) -> list[outlet_queries.OutletRecord]:
    """The open outlets of these ids; of all ids when there are none."""
    return [each for each in outlet_queries.outlets(db, outlet_queries.OPEN) if not ids or each.id in ids]


def _with_flags(db: Session, query: Select[Any], at: datetime, member_id: int | None) -> list[Flagged]:
    member = None if member_id is None else records.get_member(db, member_id)
    found = []
    for reward in map(CatalogueReward._make, connection_of(db).execute(query, whose(member_id, at)).all()):
        if member is None:
            reason = why_closed(offer(reward), at)
        else:
            claimant = Claimant(
                points=member.member_point_amount,
                level=member.membership_level,
                date_of_birth=member.date_of_birth,
                claims=claims_of(reward),
                has_presented=bool(reward.presented),
            )
            reason = why_not_claimable(offer(reward), claimant, at)
        found.append(Flagged(reward, _code(reason), bool(reward.presented)))
    return found


def claims_of(reward: CatalogueReward | Row[Any]) -> int:
    """How many of a reward count for its limit: of birthday gifts those of this year."""
    counted: int | None = reward.claims_this_year if reward.kind == Kind.BIRTHDAY else reward.claims
    return counted or 0


def _code(reason: Problem | None) -> str | None:
    return None if reason is None else reason.code


def _of_tiers(db: Session, query: Select[Reward], member_id: int) -> list[RewardColumns]:
    level = records.get_member(db, member_id).membership_level
    tier_of = {tier["level"]: tier for tier in tier_queries.memberships(db)}
    claimed = exists().where(Voucher.member_id == member_id, Voucher.reward_id == Reward.id)
    return [
        {
            **columns_of(each),
            "is_claimed": is_claimed,
            "is_locked": level < each.level,
            "membership_id": tier_of[each.level]["id"],
            "membership_name": tier_of[each.level]["name"],
            "member_id": member_id,
        }
        for each, is_claimed in db.execute(query.add_columns(claimed))
    ]
