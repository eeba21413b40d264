"""What the scheduler finds once a day in members' accounts: a tier that will be lost, and a week's points."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from loyalty.features.points.activities import not_reversed
from loyalty.features.points.entries import LedgerEntry
from loyalty.features.points.models import PointAccount
from loyalty.features.tiers import tiers as tier_queries
from loyalty.rules import tiers as tier_rules
from loyalty.rules.calendar import Days, malaysian_date
from loyalty.rules.points import Action

# The shortest month, and the longest.
SHORTEST, LONGEST = timedelta(days=28), timedelta(days=31)
# So many accounts are looked at in one query.
AT_ONCE = 2_000


class AtRisk(NamedTuple):
    """A member who keeps their tier only by earning points until `keep_by`."""

    member_id: int
    level: int
    name: str
    keep_by: date


def at_risk(db: Session, at: datetime, days: int) -> list[AtRisk]:
    """The members who lose their tier in `days` days unless they earn points."""
    ladder = tier_queries.ladder(db)
    names = {tier.level: tier.name for tier in ladder}
    query = (
        select(
            PointAccount.member_id,
            PointAccount.tier_level,
            PointAccount.last_earned_at,
            PointAccount.steps_lost,
        )
        .where(
            PointAccount.last_earned_at <= at - SHORTEST + timedelta(days=days + 1),
            PointAccount.last_earned_at >= at - LONGEST * len(ladder) - timedelta(days=1),
            PointAccount.tier_level > 0,
        )
        .order_by(PointAccount.member_id)
    )
    latest = malaysian_date(at) + timedelta(days=days)
    return [
        AtRisk(row.member_id, row.tier_level, names[row.tier_level], keep_by)
        for row in db.execute(query)
        if (keep_by := tier_rules.keep_by(row.tier_level, row.last_earned_at, row.steps_lost, at))
        and keep_by <= latest
    ]


class Week(NamedTuple):
    """A member's points of some days; `balance` is what they have now."""

    member_id: int
    earned: int
    spent: int
    balance: int


def weeks(db: Session, days: Days) -> Iterator[Week]:
    """The members who earned or spent points in these days."""
    last = 0
    while True:
        accounts = (
            select(PointAccount.member_id, PointAccount.balance)
            .where(PointAccount.member_id > last, PointAccount.last_entry_at >= days.start)
            .order_by(PointAccount.member_id)
            .limit(AT_ONCE)
        )
        some = db.execute(accounts).all()
        if not some:
            return
        last = some[-1].member_id
        balances = {row.member_id: row.balance for row in some}
        for member_id, earned, spent in _moved(db, list(balances), days):
            yield Week(member_id, int(earned), int(spent), balances[member_id])


def _moved(db: Session, ids: Sequence[int], days: Days) -> Sequence[tuple[int, int, int]]:
    earned = func.sum(case((LedgerEntry.action_id == Action.EARNED, LedgerEntry.delta), else_=0))
    spent = func.sum(case((LedgerEntry.action_id == Action.REDEEMED, -LedgerEntry.delta), else_=0))
    query = (
        select(LedgerEntry.member_id, earned, spent)
        .where(
            LedgerEntry.member_id.in_(ids),
            LedgerEntry.created_at >= days.start,
            LedgerEntry.created_at < days.end,
            not_reversed(),
        )
        .group_by(LedgerEntry.member_id)
        .having((earned > 0) | (spent > 0))
        .order_by(LedgerEntry.member_id)
    )
    return [tuple(row) for row in db.execute(query)] if ids else []
