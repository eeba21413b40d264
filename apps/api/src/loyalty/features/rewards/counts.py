"""What is counted so that nobody gets more than there is: claims of a member, stock, gifts of a number."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from loyalty.errors import Conflict
from loyalty.features.rewards.models import ClaimCount, Kind, Reward, SingleGift, Voucher
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.rewards import NONE_LEFT, OFTEN_ENOUGH, Reason

EVERY_YEAR = 0


def year_of(kind: str, at: datetime) -> int:
    """The year a claim counts in: a birthday gift's own in Malaysia, all others in one."""
    return malaysian_date(at).year if kind == Kind.BIRTHDAY else EVERY_YEAR


def claims_of(db: Session, member_id: int, at: datetime) -> dict[tuple[int, bool], int]:
    """How often a member has claimed each reward; the key says whether it counts by the year."""
    years = EVERY_YEAR, malaysian_date(at).year
    query = select(ClaimCount.reward_id, ClaimCount.year, ClaimCount.claims).where(
        ClaimCount.member_id == member_id, ClaimCount.year.in_(years)
    )
    return {(row.reward_id, row.year != EVERY_YEAR): row.claims for row in db.execute(query)}


def presented_rewards(db: Session, member_id: int, at: datetime) -> set[int]:
    """The rewards of which a member is showing a voucher's code."""
    query = select(Voucher.reward_id).where(
        Voucher.member_id == member_id,
        Voucher.used_at.is_(None),
        Voucher.cancelled_at.is_(None),
        Voucher.present_until > at,
    )
    return set(db.scalars(query))


def count_claim(db: Session, reward: Any, member_id: int, at: datetime) -> None:
    """Count one more claim of a member; raises Conflict at her limit (trust.md I-8)."""
    on_sqlite = db.get_bind().dialect.name == "sqlite"
    statement: Any = (sqlite.insert if on_sqlite else postgresql.insert)(ClaimCount)
    row = {"reward_id": reward.id, "member_id": member_id, "year": year_of(reward.kind, at), "claims": 1}
    limit = reward.member_limit
    counted = db.execute(
        statement.values(row)
        .on_conflict_do_update(
            index_elements=["reward_id", "member_id", "year"],
            set_={"claims": ClaimCount.claims + 1},
            where=None if limit is None else ClaimCount.claims < limit,
        )
        .returning(ClaimCount.claims)
    )
    if counted.one_or_none() is None:
        raise refused(OFTEN_ENOUGH)


def take_one(db: Session, reward: Any) -> None:
    """Take one out of the stock, if it has an end; raises Conflict when there is none left."""
    if reward.stock is None:
        return
    left = or_(Reward.stock.is_(None), Reward.claimed < Reward.stock)
    taken = update(Reward).where(Reward.id == reward.id, left).values(claimed=Reward.claimed + 1)
    if db.execute(taken.returning(Reward.id)).one_or_none() is None:
        raise refused(NONE_LEFT)


def give_once(db: Session, kind: str, number_hash: str, year: int, at: datetime) -> bool:
    """Note that this number gets this gift; False when it had it before, whoever she was then (I-9)."""
    on_sqlite = db.get_bind().dialect.name == "sqlite"
    statement: Any = (sqlite.insert if on_sqlite else postgresql.insert)(SingleGift)
    row = {"kind": kind, "number_hash": number_hash, "year": year, "given_at": at}
    given = db.execute(statement.values(row).on_conflict_do_nothing().returning(SingleGift.kind))
    return given.one_or_none() is not None


def refused(reason: Reason) -> Conflict:
    """A reason of the rules as a refusal."""
    return Conflict(reason.sentence, reason.code)
