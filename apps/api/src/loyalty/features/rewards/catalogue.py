"""Queries of the catalogue: rewards as everybody sees them, and with a member's own flags."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import Connection, Insert, Row, bindparam, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from loyalty.db.clock import now
from loyalty.db.tables import BigInt, table_of
from loyalty.errors import Conflict, NotFound
from loyalty.features.members import records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.rewards.models import ClaimCount, Kind, Reward, SingleGift, Voucher
from loyalty.features.tiers import tiers as tier_queries
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.rewards import (
    NONE_LEFT,
    OFTEN_ENOUGH,
    Claimant,
    Offer,
    Reason,
    why_closed,
    why_not_claimable,
)


@lru_cache(1_024)
def ids_in(column: str) -> tuple[int, ...]:
    """The ids of a column; none means every outlet."""
    return tuple(int(each) for each in column.split(",") if each)


def column_of(ids: Iterable[int]) -> str:
    """The ids as a column holds them."""
    return ",".join(str(each) for each in sorted(set(ids)))


def named(db: Connection, ids: tuple[int, ...]) -> list[outlet_queries.OutletFacts]:
    """The outlets of these ids, all of them when there are none; closed ones are left out."""
    return [
        outlet for outlet in outlet_queries.outlets(db, outlet_queries.OPEN) if not ids or outlet.id in ids
    ]


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
_TAKE_ONE = (
    update(table_of(Reward))
    .where(_REWARDS.id == bindparam("of_reward"))
    .where(or_(_REWARDS.stock.is_(None), _REWARDS.claimed < _REWARDS.stock))
    .values(claimed=_REWARDS.claimed + 1)
    .returning(_REWARDS.id)
)


def year_of(kind: str, at: datetime) -> int:
    """The year a claim counts in: the Malaysian one for a birthday gift, 0 for all others."""
    return malaysian_date(at).year if kind == Kind.BIRTHDAY else EVERY_YEAR


def claims_of(db: Connection, member_id: int, at: datetime) -> dict[tuple[int, bool], int]:
    """How often a member has claimed each reward; the key says whether it counts by the year."""
    found = db.execute(_CLAIMS, {"of_member": member_id, "this_year": malaysian_date(at).year})
    return {(row.reward_id, row.year != EVERY_YEAR): row.claims for row in found}


def presented_rewards(db: Connection, member_id: int, at: datetime) -> set[int]:
    """The rewards of which a member presents a voucher."""
    return set(db.scalars(_PRESENTED, {"of_member": member_id, "at": at}))


def count_claim(db: Connection, reward: Any, member_id: int, at: datetime) -> None:
    """Count one more claim of a member; raises Conflict at the limit (docs/promises.md I-8)."""
    row = {"reward_id": reward.id, "member_id": member_id, "year": year_of(reward.kind, at), "claims": 1}
    limit = {} if reward.member_limit is None else {"most": reward.member_limit}
    statement = _count_one(on_sqlite=db.dialect.name == "sqlite", limited=bool(limit))
    if db.execute(statement, {**row, **limit}).first() is None:
        raise refused(OFTEN_ENOUGH)


@cache
def _count_one(*, on_sqlite: bool, limited: bool) -> Insert:
    """The statement that counts one more claim; `most` is its limit, if it has one."""
    statement: Any = (sqlite.insert if on_sqlite else postgresql.insert)(table_of(ClaimCount))
    counting: Insert = statement.on_conflict_do_update(
        index_elements=["reward_id", "member_id", "year"],
        set_={"claims": _COUNTS.claims + 1},
        where=_COUNTS.claims < bindparam("most", type_=BigInt) if limited else None,
    ).returning(_COUNTS.claims)
    return counting


def take_one(db: Connection, reward: Any) -> None:
    """Take one out of the stock, if it has an end; raises Conflict when there is none left."""
    if reward.stock is None:
        return
    if db.execute(_TAKE_ONE, {"of_reward": reward.id}).first() is None:
        raise refused(NONE_LEFT)


def give_once(db: Connection, kind: str, number_hash: str, year: int, at: datetime) -> bool:
    """Note that this number gets this gift; False when it had it before, as any member (I-9)."""
    on_sqlite = db.dialect.name == "sqlite"
    statement: Any = (sqlite.insert if on_sqlite else postgresql.insert)(SingleGift)
    row = {"kind": kind, "number_hash": number_hash, "year": year, "given_at": at}
    given = db.execute(statement.values(row).on_conflict_do_nothing().returning(SingleGift.kind))
    return given.one_or_none() is not None


def refused(reason: Reason) -> Conflict:
    """A reason of the rules as a Conflict."""
    return Conflict(reason.sentence, reason.code)


CATALOGUE = (Kind.POINTS, Kind.BIRTHDAY)
GIVEN = (Kind.WELCOME, Kind.REFERRAL)
CLAIMED = (*CATALOGUE, Kind.MEMBERSHIP)
PLAIN_PROMOTION, BIRTHDAY_PROMOTION = 1, 4
OPEN, CLOSED = 1, 2
# transactionSourceId, on the wire: 7 is of spec 000 §7, the others are ours.
SOURCE_OF = {Kind.POINTS: 1, Kind.BIRTHDAY: 2, Kind.WELCOME: 3, Kind.REFERRAL: 4, Kind.MEMBERSHIP: 7}

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


@dataclass(frozen=True)
class RewardFacts:
    """A catalogue reward on its way to the wire; the last three are those of the member who asks."""

    id: int
    title: str
    description: str
    term_and_condition: str
    image_name: str | None
    point_to_redeem: int
    transaction_source_id: int
    type_id: int
    status_id: int
    valid_period: int
    start_at: datetime | None
    end_at: datetime | None
    promotion_type_id: int
    is_member_birthday_month: bool
    value: int
    discount_value: int
    member_redeemable_limit: int | None
    outlet_ids: tuple[int, ...]
    is_claimable: bool
    is_claim_pending: bool
    why_not_claimable: str | None


@dataclass(frozen=True)
class MembershipReward:
    """A reward of a tier, with its state for the member who asks."""

    id: int
    title: str
    description: str
    term_and_condition: str
    image_name: str | None
    is_claimed: bool
    is_locked: bool
    membership_id: int
    membership_name: str
    created_at: datetime
    member_id: int
    outlet_ids: tuple[int, ...]


def offer(row: Row[Any]) -> Offer:
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


# Computed once for the same row.
_kept_offer = lru_cache(1_024)(offer)


def row_of(db: Connection, reward_id: int, kinds: Sequence[Kind]) -> Row[Any]:
    """A reward's row, when it is of one of these kinds; raises NotFound."""
    found = db.execute(_ONE, {"of_id": reward_id}).first()
    if found is None or found.kind not in kinds:
        raise unknown()
    return found


def unknown() -> NotFound:
    """There is no such reward, or none of the kind that was asked for."""
    return NotFound("This reward does not exist.")


def rewards(db: Connection, member_id: int | None = None) -> list[RewardFacts]:
    """The rewards of the catalogue that have not ended, the cheapest first."""
    at = now(db)
    return _with_flags(db, _standing(db, at), member_id, at)


def flagged(db: Connection, member_id: int, at: datetime) -> list[tuple[Row[Any], str | None, bool]]:
    """The rows of `rewards`, each with the code of why the member may not claim it then (None: they may)
    and whether they present one.
    """
    return _flagged(db, _standing(db, at), member_id, at)


def facts(row: Row[Any], *, why_not: str | None, pending: bool) -> RewardFacts:
    """A row of the catalogue on its way to the wire."""
    return _facts(row, why_not=why_not, pending=pending)


def reward(db: Connection, reward_id: int, member_id: int | None = None) -> RewardFacts:
    """One reward of the catalogue; raises NotFound."""
    return _with_flags(db, [row_of(db, reward_id, CATALOGUE)], member_id, now(db))[0]


def given_rewards(db: Connection) -> list[dict[str, Any]]:
    """What is given and never claimed: for joining, and to a referrer for each referee."""
    return [
        {
            "id": row.id,
            "title": row.title,
            "image_name": row.image_name,
            "transaction_source_id": SOURCE_OF[Kind(row.kind)],
            "discount_value": row.discount_sen,
            "min_spend": row.min_spend_sen,
            "valid_period": row.valid_days,
        }
        for row in db.execute(_GIVEN)
    ]


def membership_rewards(db: Connection, member_id: int) -> list[MembershipReward]:
    """The rewards of all tiers, the lowest first, and their state for this member."""
    return _of_tiers(db, db.execute(_MEMBERSHIP).all(), member_id)


def membership_reward(db: Connection, reward_id: int, member_id: int) -> MembershipReward:
    """One reward of a tier; raises NotFound."""
    return _of_tiers(db, [row_of(db, reward_id, (Kind.MEMBERSHIP,))], member_id)[0]


def _with_flags(
    db: Connection, rows: Sequence[Row[Any]], member_id: int | None, at: datetime
) -> list[RewardFacts]:
    if member_id is None:
        return [_facts(row, why_not=_code(why_closed(_kept_offer(row), at))) for row in rows]
    return [
        _facts(row, why_not=why_not, pending=pending)
        for row, why_not, pending in _flagged(db, rows, member_id, at)
    ]


def _code(reason: Reason | None) -> str | None:
    return None if reason is None else reason.code


def _standing(db: Connection, at: datetime) -> list[Row[Any]]:
    """The rows of the catalogue that have not ended."""
    return [row for row in db.execute(_LIST) if row.ends_at is None or at < row.ends_at]


def _flagged(
    db: Connection, rows: Sequence[Row[Any]], member_id: int, at: datetime
) -> list[tuple[Row[Any], str | None, bool]]:
    member = records.record(db, member_id)
    claims, presented = claims_of(db, member_id, at), presented_rewards(db, member_id, at)
    # Most rewards were not claimed by the member: one Claimant serves for all of those.
    plain = Claimant(member.member_point_amount, member.membership_level, member.date_of_birth)
    found = []
    for row in rows:
        pending, so_often = row.id in presented, claims.get((row.id, row.kind == Kind.BIRTHDAY), 0)
        claimant = plain
        if pending or so_often:
            claimant = replace(plain, claims=so_often, has_presented=pending)
        found.append((row, _code(why_not_claimable(_kept_offer(row), claimant, at)), pending))
    return found


def _facts(row: Any, *, why_not: str | None, pending: bool = False) -> RewardFacts:
    birthday = row.kind == Kind.BIRTHDAY
    return RewardFacts(
        id=row.id,
        title=row.title,
        description=row.description,
        term_and_condition=row.terms,
        image_name=row.image_name,
        point_to_redeem=row.cost,
        transaction_source_id=SOURCE_OF[Kind(row.kind)],
        type_id=row.type_id,
        status_id=OPEN if row.is_active else CLOSED,
        valid_period=row.valid_days,
        start_at=row.starts_at,
        end_at=row.ends_at,
        promotion_type_id=BIRTHDAY_PROMOTION if birthday else PLAIN_PROMOTION,
        is_member_birthday_month=birthday,
        value=row.value_sen,
        discount_value=row.discount_sen,
        member_redeemable_limit=row.member_limit,
        outlet_ids=ids_in(row.outlet_ids),
        is_claimable=why_not is None,
        is_claim_pending=pending,
        why_not_claimable=why_not,
    )


def _of_tiers(db: Connection, rows: Sequence[Row[Any]], member_id: int) -> list[MembershipReward]:
    level = records.record(db, member_id).membership_level
    tier_of = {tier.level: tier for tier in tier_queries.memberships(db)}
    claims = claims_of(db, member_id, now(db))
    return [
        MembershipReward(
            id=row.id,
            title=row.title,
            description=row.description,
            term_and_condition=row.terms,
            image_name=row.image_name,
            is_claimed=claims.get((row.id, False), 0) > 0,
            is_locked=level < row.level,
            membership_id=tier_of[row.level].id,
            membership_name=tier_of[row.level].name,
            created_at=row.created_at,
            member_id=member_id,
            outlet_ids=ids_in(row.outlet_ids),
        )
        for row in rows
    ]
