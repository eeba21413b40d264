"""What is counted so that nobody gets more than there is: claims of a member, stock, gifts of a number."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import bindparam, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from loyalty.db.base import BigInt, table_of
from loyalty.db.quick import Statement
from loyalty.errors import Conflict
from loyalty.features.rewards.models import ClaimCount, Kind, Reward, SingleGift, Voucher
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.rewards import NONE_LEFT, OFTEN_ENOUGH, Reason

EVERY_YEAR = 0

# Tables and not entities, and the statements made once: every claim and every list of rewards needs them.
_COUNTS, _VOUCHERS = ClaimCount.__table__.c, Voucher.__table__.c
_CLAIMS = Statement(
    select(_COUNTS.reward_id, _COUNTS.year, _COUNTS.claims).where(
        _COUNTS.member_id == bindparam("of_member"),
        or_(_COUNTS.year == EVERY_YEAR, _COUNTS.year == bindparam("this_year")),
    )
)
_PRESENTED = Statement(
    select(_VOUCHERS.reward_id).where(
        _VOUCHERS.member_id == bindparam("of_member"),
        _VOUCHERS.used_at.is_(None),
        _VOUCHERS.cancelled_at.is_(None),
        _VOUCHERS.present_until > bindparam("at"),
    )
)


_REWARDS = Reward.__table__.c
_TAKE_ONE = Statement(
    update(table_of(Reward))
    .where(_REWARDS.id == bindparam("of_reward"))
    .where(or_(_REWARDS.stock.is_(None), _REWARDS.claimed < _REWARDS.stock))
    .values(claimed=_REWARDS.claimed + 1)
    .returning(_REWARDS.id)
)


def year_of(kind: str, at: datetime) -> int:
    """The year a claim counts in: a birthday gift's own in Malaysia, all others in one."""
    return malaysian_date(at).year if kind == Kind.BIRTHDAY else EVERY_YEAR


def claims_of(db: Session, member_id: int, at: datetime) -> dict[tuple[int, bool], int]:
    """How often a member has claimed each reward; the key says whether it counts by the year."""
    found = _CLAIMS.all(db, of_member=member_id, this_year=malaysian_date(at).year)
    return {(row.reward_id, row.year != EVERY_YEAR): row.claims for row in found}


def presented_rewards(db: Session, member_id: int, at: datetime) -> set[int]:
    """The rewards of which a member is showing a voucher's code."""
    return {row.reward_id for row in _PRESENTED.all(db, of_member=member_id, at=at)}


def count_claim(db: Session, reward: Any, member_id: int, at: datetime) -> None:
    """Count one more claim of a member; raises Conflict at her limit (trust.md I-8)."""
    row = {"reward_id": reward.id, "member_id": member_id, "year": year_of(reward.kind, at), "claims": 1}
    limit = {} if reward.member_limit is None else {"most": reward.member_limit}
    statement = _count_one(on_sqlite=db.get_bind().dialect.name == "sqlite", limited=bool(limit))
    if statement.one(db, **row, **limit) is None:
        raise refused(OFTEN_ENOUGH)


@cache
def _count_one(*, on_sqlite: bool, limited: bool) -> Statement:
    """The statement that counts one more claim; `most` is its limit, if it has one."""
    statement: Any = (sqlite.insert if on_sqlite else postgresql.insert)(table_of(ClaimCount))
    counting = statement.on_conflict_do_update(
        index_elements=["reward_id", "member_id", "year"],
        set_={"claims": _COUNTS.claims + 1},
        where=_COUNTS.claims < bindparam("most", type_=BigInt) if limited else None,
    ).returning(_COUNTS.claims)
    return Statement(counting, ("reward_id", "member_id", "year", "claims"))


def take_one(db: Session, reward: Any) -> None:
    """Take one out of the stock, if it has an end; raises Conflict when there is none left."""
    if reward.stock is None:
        return
    if _TAKE_ONE.one(db, of_reward=reward.id) is None:
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
