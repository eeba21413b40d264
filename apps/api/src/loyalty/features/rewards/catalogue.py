"""Queries of the catalogue: rewards as everybody sees them, and with a member's own flags."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, TypeAlias

from sqlalchemy import Row, bindparam, or_, select, update
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import rows_changed
from loyalty.db.tables import BigInt, inserts_on_conflict, table_of
from loyalty.errors import Conflict, NotFound
from loyalty.features.members import records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.rewards.models import ClaimCount, Kind, Reward, SingleGift, Voucher
from loyalty.features.tiers import tiers as tier_queries
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.rewards import (
    LIMIT_REACHED,
    OUT_OF_STOCK,
    Claimant,
    Offer,
    Reason,
    why_closed,
    why_not_claimable,
)

# A row of `rewards`, and its columns beside what a member sees of it: RewardSchema serializes both.
RewardRow: TypeAlias = "Row[*tuple[object, ...]]"
RewardColumns: TypeAlias = dict[str, object]

EVERY_YEAR = 0

# Statements built once: every claim and every list of rewards needs them.
_COUNTS = ClaimCount.__table__.c
_VOUCHERS = Voucher.__table__.c
_CLAIMS = select(_COUNTS.reward_id, _COUNTS.year, _COUNTS.claims).where(
    _COUNTS.member_id == bindparam("of_member"),
    or_(_COUNTS.year == EVERY_YEAR, _COUNTS.year == bindparam("this_year")),
)
_PRESENTED = select(_VOUCHERS.reward_id).where(
    _VOUCHERS.member_id == bindparam("of_member"),
    _VOUCHERS.used_at.is_(None),
    _VOUCHERS.cancelled_at.is_(None),
    _VOUCHERS.present_until > bindparam("at"),
)


_REWARDS = Reward.__table__.c
_ONE_MORE = {"claims": _COUNTS.claims + 1}
_COUNT_ONE = inserts_on_conflict(table_of(ClaimCount), _ONE_MORE, returning=[_COUNTS.claims])
_COUNT_ONE_OF = inserts_on_conflict(
    table_of(ClaimCount),
    _ONE_MORE,
    where=_COUNTS.claims < bindparam("most", type_=BigInt),
    returning=[_COUNTS.claims],
)
_GIVE_ONCE = inserts_on_conflict(table_of(SingleGift), returning=[SingleGift.__table__.c.kind])


def year_of(kind: str, at: datetime) -> int:
    """The year a claim counts in: the Malaysian one for a birthday gift, 0 for all others."""
    return malaysian_date(at).year if kind == Kind.BIRTHDAY else EVERY_YEAR


def claims_of(db: Session, member_id: int, at: datetime) -> dict[tuple[int, bool], int]:
    """How often a member has claimed each reward; the key says whether it counts by the year."""
    found = db.execute(_CLAIMS, {"of_member": member_id, "this_year": malaysian_date(at).year})
    return {(row.reward_id, row.year != EVERY_YEAR): row.claims for row in found}


def presented_rewards(db: Session, member_id: int, at: datetime) -> set[int]:
    """The rewards of which a member presents a voucher."""
    return set(db.scalars(_PRESENTED, {"of_member": member_id, "at": at}))


def count_claim(db: Session, reward: RewardRow, member_id: int, at: datetime) -> None:
    """Count one more claim of a member; raises Conflict at their limit (docs/promises.md I-8)."""
    row = {"reward_id": reward.id, "member_id": member_id, "year": year_of(reward.kind, at), "claims": 1}
    if reward.member_limit is None:
        counted = db.execute(_COUNT_ONE[db.get_bind().dialect.name], row)
    else:
        counted = db.execute(_COUNT_ONE_OF[db.get_bind().dialect.name], {**row, "most": reward.member_limit})
    if counted.first() is None:
        raise refused(LIMIT_REACHED)


def take_one(db: Session, reward_id: int) -> None:
    """Take one out of a reward's stock; raises Conflict when there is none left."""
    taken = (
        update(Reward)
        .where(Reward.id == reward_id, or_(Reward.stock.is_(None), Reward.claimed < Reward.stock))
        .values(claimed=Reward.claimed + 1)
    )
    if not rows_changed(db, taken):
        raise refused(OUT_OF_STOCK)


def give_once(db: Session, kind: Kind, number_hash: str, year: int, at: datetime) -> bool:
    """Note that this number gets this gift; False when it had it before, also under another member (I-9)."""
    row = {"kind": kind, "number_hash": number_hash, "year": year, "given_at": at}
    return db.execute(_GIVE_ONCE[db.get_bind().dialect.name], row).first() is not None


def refused(reason: Reason) -> Conflict:
    """A reason of the rules as a Conflict."""
    return Conflict(reason.sentence, reason.code)


CATALOGUE = (Kind.POINTS, Kind.BIRTHDAY)
GIVEN = (Kind.WELCOME, Kind.REFERRAL)
CLAIMED = (*CATALOGUE, Kind.MEMBERSHIP)

# Statements built once: every visit reads these.
_LIST = (
    select(*(column for column in _REWARDS if column.name != "created_at"))
    .where(or_(*(_REWARDS.kind == kind for kind in CATALOGUE)), _REWARDS.is_active)
    .order_by(_REWARDS.cost, _REWARDS.id)
)
_ONE = select(*_REWARDS).where(_REWARDS.id == bindparam("of_id"))
_MEMBERSHIP = (
    select(*_REWARDS)
    .where(_REWARDS.kind == Kind.MEMBERSHIP, _REWARDS.is_active)
    .order_by(_REWARDS.level, _REWARDS.id)
)


_GIVEN = select(*_REWARDS).where(_REWARDS.kind.in_(GIVEN), _REWARDS.is_active).order_by(_REWARDS.id)


def offer(row: RewardRow) -> Offer:
    """A row of rewards as the rules see it."""
    return Offer(
        cost=row.cost,
        is_active=row.is_active,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        for_birthday=row.kind == Kind.BIRTHDAY,
        level=row.level,
        limit=row.member_limit,
        left=None if row.stock is None else row.stock - row.claimed,
    )


def row_of(db: Session, reward_id: int, kinds: Sequence[Kind]) -> RewardRow:
    """A reward's row, when it is of one of these kinds; raises NotFound."""
    found = db.execute(_ONE, {"of_id": reward_id}).first()
    if found is None or found.kind not in kinds:
        raise unknown()
    return found


def unknown() -> NotFound:
    """There is no such reward, or none of the kind that was asked for."""
    return NotFound("This reward does not exist.")


class Flagged(NamedTuple):
    """A reward's row with what it is to one member, or without a member to anybody.

    `why_not` is the code of the reason why it cannot be claimed, None where it can.
    """

    row: RewardRow
    why_not: str | None
    is_pending: bool


def rewards(db: Session, at: datetime, member_id: int | None = None) -> list[Flagged]:
    """The rewards of the catalogue that have not ended, the cheapest first, as they are to this member."""
    rows = [row for row in db.execute(_LIST) if row.ends_at is None or at < row.ends_at]
    return _with_flags(db, rows, at, member_id)


def reward(db: Session, reward_id: int, at: datetime, member_id: int | None = None) -> RewardColumns:
    """One reward of the catalogue: its columns, the flags of RewardSchema for this member, and the `outlets`
    where it is good; raises NotFound.
    """
    [found] = _with_flags(db, [row_of(db, reward_id, CATALOGUE)], at, member_id)
    return {
        **found.row._mapping,
        "is_claimable": found.why_not is None,
        "is_claim_pending": found.is_pending,
        "why_not_claimable": found.why_not,
        "outlets": outlets_of(db, found.row.outlet_ids),
    }


def given_rewards(db: Session) -> Sequence[RewardRow]:
    """The rewards that are given and never claimed: for joining, and for each referred member."""
    return db.execute(_GIVEN).all()


def membership_rewards(db: Session, member_id: int) -> list[RewardColumns]:
    """The rewards of all tiers, the lowest tier first: their columns, with `is_claimed` and `is_locked` for
    this member, and the membership.
    """
    return _of_tiers(db, db.execute(_MEMBERSHIP).all(), member_id)


def membership_reward(db: Session, reward_id: int, member_id: int) -> RewardColumns:
    """One reward of a tier, with the `outlets` where it is good; raises NotFound."""
    found = row_of(db, reward_id, (Kind.MEMBERSHIP,))
    return {**_of_tiers(db, [found], member_id)[0], "outlets": outlets_of(db, found.outlet_ids)}


def outlets_of(db: Session, ids: tuple[int, ...]) -> list[outlet_queries.OutletRecord]:
    """The open outlets of these ids; of all ids when there are none."""
    return [each for each in outlet_queries.outlets(db, outlet_queries.OPEN) if not ids or each.id in ids]


def _with_flags(db: Session, rows: Sequence[RewardRow], at: datetime, member_id: int | None) -> list[Flagged]:
    if member_id is None:
        return [Flagged(row, _code(why_closed(offer(row), at)), is_pending=False) for row in rows]
    member = records.record(db, member_id)
    claims, presented = claims_of(db, member_id, at), presented_rewards(db, member_id, at)
    points, level, born = member.member_point_amount, member.membership_level, member.date_of_birth
    found = []
    for row in rows:
        reward_id = row.id
        times, is_pending = claims.get((reward_id, row.kind == Kind.BIRTHDAY), 0), reward_id in presented
        claimant = Claimant(points, level, born, times, is_pending)
        why_not = _code(why_not_claimable(offer(row), claimant, at))
        found.append(Flagged(row, why_not, is_pending))
    return found


def _code(reason: Reason | None) -> str | None:
    return None if reason is None else reason.code


def _of_tiers(db: Session, rows: Sequence[RewardRow], member_id: int) -> list[RewardColumns]:
    level = records.record(db, member_id).membership_level
    tier_of = {tier.level: tier for tier in tier_queries.memberships(db)}
    claims = claims_of(db, member_id, now(db))
    return [
        {
            **row._mapping,
            "is_claimed": claims.get((row.id, False), 0) > 0,
            "is_locked": level < row.level,
            "membership_id": tier_of[row.level].id,
            "membership_name": tier_of[row.level].name,
            "member_id": member_id,
        }
        for row in rows
    ]
