"""The readings of the catalogue: rewards as everybody sees them, and with one member's own flags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Row, bindparam, or_, select
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.quick import Statement
from loyalty.errors import NotFound
from loyalty.features.members import service as members
from loyalty.features.rewards.counts import claims_of, presented_rewards
from loyalty.features.rewards.models import Kind, Reward
from loyalty.features.rewards.places import ids_in
from loyalty.features.tiers import service as tiers
from loyalty.rules.rewards import Claimant, Offer, Reason, why_closed, why_not_claimable

CATALOGUE = (Kind.POINTS, Kind.BIRTHDAY)
GIVEN = (Kind.WELCOME, Kind.REFERRAL)
CLAIMED = (*CATALOGUE, Kind.MEMBERSHIP)
PLAIN_PROMOTION, BIRTHDAY_PROMOTION = 1, 4
OPEN, CLOSED = 1, 2
# transactionSourceId, on the wire: 7 is the documents' (spec 000 §7), the others are ours.
SOURCE_OF = {Kind.POINTS: 1, Kind.BIRTHDAY: 2, Kind.WELCOME: 3, Kind.REFERRAL: 4, Kind.MEMBERSHIP: 7}

# Tables and not entities, and the statements made once: these are read with every visit.
_REWARDS = Reward.__table__.c
_LIST = Statement(
    select(*(column for column in _REWARDS if column.name != "created_at"))
    .where(or_(*(_REWARDS.kind == kind for kind in CATALOGUE)), _REWARDS.is_active)
    .order_by(_REWARDS.cost, _REWARDS.id)
)
_ONE = Statement(select(*_REWARDS).where(_REWARDS.id == bindparam("of_id")))
_MEMBERSHIP = (
    select(*_REWARDS)
    .where(_REWARDS.kind == Kind.MEMBERSHIP, _REWARDS.is_active)
    .order_by(_REWARDS.level, _REWARDS.id)
)


_GIVEN = select(*_REWARDS).where(_REWARDS.kind.in_(GIVEN), _REWARDS.is_active).order_by(_REWARDS.id)


@dataclass(frozen=True)
class RewardFacts:
    """A catalogue reward on its way to the wire; the three last are the asking member's own."""

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
    """A reward of a tier, with what it is to the asking member."""

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


# Worked out once as long as the row says the same.
_kept_offer = lru_cache(1_024)(offer)


def row_of(db: Session, reward_id: int, kinds: Sequence[Kind]) -> Row[Any]:
    """A reward's row, when it is of one of these kinds; raises NotFound."""
    found: Row[Any] | None = _ONE.one(db, of_id=reward_id)
    if found is None or found.kind not in kinds:
        raise unknown()
    return found


def unknown() -> NotFound:
    """There is no such reward, or none of the kind that was asked for."""
    return NotFound("This reward does not exist.")


def rewards(db: Session, member_id: int | None = None) -> list[RewardFacts]:
    """The rewards of the catalogue that are not over, the cheapest first."""
    at = now(db)
    return _with_flags(db, _standing(db, at), member_id, at)


def flagged(db: Session, member_id: int, at: datetime) -> list[tuple[Row[Any], str | None, bool]]:
    """The rows of `rewards`, each with the code of why the member may not claim it then (None: she may)
    and whether she is showing one.
    """
    return _flagged(db, _standing(db, at), member_id, at)


def facts(row: Row[Any], *, why_not: str | None, pending: bool) -> RewardFacts:
    """A row of the catalogue on its way to the wire."""
    return _facts(row, why_not=why_not, pending=pending)


def reward(db: Session, reward_id: int, member_id: int | None = None) -> RewardFacts:
    """One reward of the catalogue; raises NotFound."""
    return _with_flags(db, [row_of(db, reward_id, CATALOGUE)], member_id, now(db))[0]


def given_rewards(db: Session) -> list[dict[str, Any]]:
    """What is given and never claimed: to whoever joins, and to a member for each friend who came."""
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


def membership_rewards(db: Session, member_id: int) -> list[MembershipReward]:
    """The rewards of all tiers, the lowest first, and what they are to this member."""
    return _of_tiers(db, db.execute(_MEMBERSHIP).all(), member_id)


def membership_reward(db: Session, reward_id: int, member_id: int) -> MembershipReward:
    """One reward of a tier; raises NotFound."""
    return _of_tiers(db, [row_of(db, reward_id, (Kind.MEMBERSHIP,))], member_id)[0]


def _with_flags(
    db: Session, rows: Sequence[Row[Any]], member_id: int | None, at: datetime
) -> list[RewardFacts]:
    if member_id is None:
        return [_facts(row, why_not=_code(why_closed(_kept_offer(row), at))) for row in rows]
    return [
        _facts(row, why_not=why_not, pending=pending)
        for row, why_not, pending in _flagged(db, rows, member_id, at)
    ]


def _code(reason: Reason | None) -> str | None:
    return None if reason is None else reason.code


def _standing(db: Session, at: datetime) -> list[Row[Any]]:
    """The rows of the catalogue that are not over."""
    return [row for row in _LIST.all(db) if row.ends_at is None or at < row.ends_at]


def _flagged(
    db: Session, rows: Sequence[Row[Any]], member_id: int, at: datetime
) -> list[tuple[Row[Any], str | None, bool]]:
    member = members.record(db, member_id)
    claims, presented = claims_of(db, member_id, at), presented_rewards(db, member_id, at)
    # Of most rewards she has none: one description of her serves for all of those.
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


def _of_tiers(db: Session, rows: Sequence[Row[Any]], member_id: int) -> list[MembershipReward]:
    level = members.record(db, member_id).membership_level
    tier_of = {tier.level: tier for tier in tiers.memberships(db)}
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
