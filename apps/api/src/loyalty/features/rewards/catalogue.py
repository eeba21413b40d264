"""Queries of the catalogue: rewards as everybody sees them, and with a member's own flags."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Select, Subquery, and_, case, exists, func, or_, select, update
from sqlalchemy.orm import Session

from loyalty.db.inserts import insert_or_ignore
from loyalty.db.session import rows_changed
from loyalty.db.tables import columns_of
from loyalty.errors import Conflict, NotFound
from loyalty.features.members import records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.rewards.models import Grant, Kind, Reward, Voucher
from loyalty.features.tiers import tiers as tier_queries
from loyalty.rules.calendar import malaysian_date, start_of
from loyalty.rules.rewards import (
    OUT_OF_STOCK,
    Claimant,
    Offer,
    Reason,
    why_closed,
    why_not_claimable,
)

RewardColumns: TypeAlias = dict[str, Any]

EVERY_YEAR = 0


def year_of(kind: str, at: datetime) -> int:
    """The year a claim counts in: the Malaysian one for a birthday gift, 0 for all others."""
    return malaysian_date(at).year if kind == Kind.BIRTHDAY else EVERY_YEAR


def held_by(member_id: int, at: datetime) -> Subquery:
    """What a member has of each reward: `claims`, of birthday gifts only those of this year, and how many
    vouchers are `presented`; no row for a reward of which they never had a voucher.
    """
    year_start = start_of(date(malaysian_date(at).year, 1, 1))
    counts = case((and_(Reward.kind == Kind.BIRTHDAY, Voucher.created_at < year_start), 0), else_=1)
    presented = and_(Voucher.used_at.is_(None), Voucher.cancelled_at.is_(None), Voucher.present_until > at)
    return (
        select(
            Voucher.reward_id,
            func.sum(counts).label("claims"),
            func.sum(case((presented, 1), else_=0)).label("presented"),
        )
        .join(Reward, Reward.id == Voucher.reward_id)
        .where(Voucher.member_id == member_id)
        .group_by(Voucher.reward_id)
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
        raise refused(OUT_OF_STOCK)


def grant_once(db: Session, kind: Kind, number_hash: str, year: int, at: datetime) -> bool:
    """Note that this number gets this gift; False when it had it before, also under another member (I-9)."""
    row = {"kind": kind, "number_hash": number_hash, "year": year, "given_at": at}
    return insert_or_ignore(db, Grant, row)


def refused(reason: Reason) -> Conflict:
    """A reason of the rules as a Conflict."""
    return Conflict(reason.sentence, reason.code)


CATALOGUE = (Kind.POINTS, Kind.BIRTHDAY)
GIVEN = (Kind.WELCOME, Kind.REFERRAL)
CLAIMED = (*CATALOGUE, Kind.MEMBERSHIP)


def offer(reward: Reward) -> Offer:
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
    return NotFound("This reward does not exist.")


class Flagged(NamedTuple):
    """A reward with what it is to one member, or without a member to anybody.

    `why_not` is the code of the reason why it cannot be claimed, None where it can.
    """

    reward: Reward
    why_not: str | None
    is_pending: bool


def rewards(db: Session, at: datetime, member_id: int | None = None) -> list[Flagged]:
    """The rewards of the catalogue that have not ended, the cheapest first, as they are to this member."""
    query = (
        select(Reward)
        .where(
            Reward.kind.in_(CATALOGUE), Reward.is_active, or_(Reward.ends_at.is_(None), Reward.ends_at > at)
        )
        .order_by(Reward.cost, Reward.id)
    )
    return _with_flags(db, query, at, member_id)


def reward(db: Session, reward_id: int, at: datetime, member_id: int | None = None) -> RewardColumns:
    """One reward of the catalogue: its columns, the flags of RewardSchema for this member, and the `outlets`
    where it is good; raises NotFound.
    """
    query = select(Reward).where(Reward.id == reward_id, Reward.kind.in_(CATALOGUE))
    found = _with_flags(db, query, at, member_id)
    if not found:
        raise unknown()
    return {
        **columns_of(found[0].reward),
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


def _with_flags(db: Session, query: Select[Reward], at: datetime, member_id: int | None) -> list[Flagged]:
    if member_id is None:
        return [
            Flagged(each, _code(why_closed(offer(each), at)), is_pending=False) for each in db.scalars(query)
        ]
    member, held = records.record(db, member_id), held_by(member_id, at)
    flags = query.outerjoin(held, held.c.reward_id == Reward.id).add_columns(held.c.claims, held.c.presented)
    found = []
    for each, claims, presented in db.execute(flags):
        claimant = Claimant(
            points=member.member_point_amount,
            level=member.membership_level,
            date_of_birth=member.date_of_birth,
            claims=claims or 0,
            has_presented=bool(presented),
        )
        why_not = _code(why_not_claimable(offer(each), claimant, at))
        found.append(Flagged(each, why_not, claimant.has_presented))
    return found


def _code(reason: Reason | None) -> str | None:
    return None if reason is None else reason.code


def _of_tiers(db: Session, query: Select[Reward], member_id: int) -> list[RewardColumns]:
    level = records.record(db, member_id).membership_level
    tier_of = {tier.level: tier for tier in tier_queries.memberships(db)}
    claimed = exists().where(Voucher.member_id == member_id, Voucher.reward_id == Reward.id)
    return [
        {
            **columns_of(each),
            "is_claimed": is_claimed,
            "is_locked": level < each.level,
            "membership_id": tier_of[each.level].id,
            "membership_name": tier_of[each.level].name,
            "member_id": member_id,
        }
        for each, is_claimed in db.execute(query.add_columns(claimed))
    ]
