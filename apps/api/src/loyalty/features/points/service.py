"""The ledger's verbs. Each writes its line and moves the account in the caller's transaction, or nothing.

They take the open session first because they never begin or commit anything themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.errors import Conflict
from loyalty.features.points.activities import Activity, activities
from loyalty.features.points.book import Account, Source, lock, lock_now, write
from loyalty.features.points.models import PointAccount
from loyalty.features.points.readers import CREDITS, DEBITS, STANDINGS, entries_from, tier_standing_of
from loyalty.features.points.totals import MonthTotals, Totals, month_totals, totals, with_lines
from loyalty.features.tiers import service as tiers
from loyalty.rules import tiers as tier_rules
from loyalty.rules.ledger import NOTHING_BEFORE
from loyalty.rules.points import Action
from loyalty.rules.tiers import Tier

# Who earned since then has no step down to take; most members are not even looked at.
SHORTEST_MONTH = timedelta(days=27)


def open_account(db: Session, member_id: int, at: datetime | None = None) -> None:
    """Give a new member an account and its first line, activity 1 "Member Registration" (spec 000 §4)."""
    at = at or now(db)
    account = Account(
        member_id=member_id,
        balance=0,
        tier_points=0,
        tier_level=0,
        seq=0,
        head=NOTHING_BEFORE,
        last_line_at=at,
        last_earned_at=None,
        steps_lost=0,
    )
    db.execute(insert(PointAccount).values(vars(account)))
    write(db, account, Action.REGISTERED, 0, Source("member", str(member_id)), "Member Registration", at)


def earn(
    db: Session, member_id: int, points: int, source: Source, remark: str, at: datetime | None = None
) -> int:
    """Credit the points of a bill and move the tier up at once; gives the new balance (spec 000 §9).

    `points` are already multiplied (`rules.points.earned`). A step down that was due before comes first, so
    that it does not matter whether the nightly job or the bill was quicker.
    """
    account, at, ladder = lock(db, member_id), at or now(db), tiers.ladder(db)
    _lapse(db, account, at, ladder)
    if points > 0:
        account.last_earned_at, account.steps_lost = max(at, account.last_line_at), 0
    write(db, account, Action.EARNED, points, source, remark, at, tier_delta=points, ladder=ladder)
    return account.balance


def spend(
    db: Session, member_id: int, points: int, source: Source, remark: str, at: datetime | None = None
) -> int:
    """Take points for a reward; gives the new balance. Raises Conflict when there are too few.

    Tier points stay: spending never lowers a tier.
    """
    return spend_from(db, lock(db, member_id), points, source, remark, at or now(db))


def spend_from(db: Session, account: Account, points: int, source: Source, remark: str, at: datetime) -> int:
    """The same from an account that the caller has locked in this transaction."""
    if points > account.balance:
        raise Conflict("You do not have enough points for this.", "not_enough_points")
    write(db, account, Action.REDEEMED, points, source, remark, at)
    return account.balance


def adjust(
    db: Session,
    member_id: int,
    delta: int,
    source: Source,
    remark: str,
    *,
    counts_for_tier: bool = False,
    at: datetime | None = None,
) -> int:
    """Correct a balance up (activity 4) or down (activity 5); gives the new balance.

    Nothing written is ever changed: this is how a mistake is made good. `counts_for_tier` moves the tier
    points as well, as when a bill is taken back. Raises Conflict when the balance does not hold that much.
    """
    account, at = lock(db, member_id), at or now(db)
    if account.balance + delta < 0:
        raise Conflict("The balance is too small for this correction.", "not_enough_points")
    action = Action.ADJUSTED_IN if delta >= 0 else Action.ADJUSTED_OUT
    tier_delta, ladder = 0, tiers.ladder(db) if counts_for_tier else ()
    if counts_for_tier:
        _lapse(db, account, at, ladder)
        tier_delta = max(delta, -account.tier_points)
    write(db, account, action, abs(delta), source, remark, at, tier_delta=tier_delta, ladder=ladder)
    return account.balance


def close_account(db: Session, member_id: int, source: Source, remark: str, at: datetime) -> int:
    """Take what is left in an account, so that nobody owes it any more (activity 5); gives how much."""
    account = lock(db, member_id)
    left = account.balance
    if left:
        write(db, account, Action.ADJUSTED_OUT, left, source, remark, at)
    return left


def lapse(db: Session, member_id: int, at: datetime | None = None) -> int:
    """Take the steps down that are due; gives how many (spec 000 §9: a month without points earned)."""
    return _lapse(db, lock(db, member_id), at or now(db), tiers.ladder(db))


def due_to_lapse(db: Session, at: datetime, after: int, most: int) -> list[int]:
    """The members after an id, `most` of them, who have a step down to take; nothing is locked or written."""
    ladder, columns = tiers.ladder(db), PointAccount.__table__.c
    query = (
        select(columns.member_id, columns.tier_level, columns.last_earned_at, columns.steps_lost)
        .where(columns.tier_level > 0, columns.last_earned_at <= at - SHORTEST_MONTH)
        .order_by(columns.member_id)
    )
    found: list[int] = []
    for row in db.execute(query.where(columns.member_id > after)):
        if tier_rules.lapse(row.tier_level, row.last_earned_at, row.steps_lost, at, ladder):
            found.append(row.member_id)
            if len(found) == most:
                break
    return found


def _lapse(db: Session, account: Account, at: datetime, ladder: Sequence[Tier]) -> int:
    """Write one line for each step that is due: as many as there are tiers at the very most."""
    if account.last_earned_at is None:
        return 0
    before = account.steps_lost
    while lost := tier_rules.lapse(
        account.tier_level, account.last_earned_at, account.steps_lost, at, ladder
    ):
        account.steps_lost += 1
        source = Source("lapse", f"{account.member_id}.{account.seq + 1}")
        remark = f"No points earned in the month until {lost.last_day:%Y-%m-%d}"
        fall = lost.tier_points - account.tier_points
        write(db, account, Action.TIER_LAPSED, 0, source, remark, at, tier_delta=fall, ladder=ladder)
    return account.steps_lost - before


__all__ = [
    "CREDITS",
    "DEBITS",
    "STANDINGS",
    "Activity",
    "MonthTotals",
    "Source",
    "Totals",
    "activities",
    "adjust",
    "close_account",
    "due_to_lapse",
    "earn",
    "entries_from",
    "lapse",
    "lock",
    "lock_now",
    "month_totals",
    "open_account",
    "spend",
    "spend_from",
    "tier_standing_of",
    "totals",
    "with_lines",
]
