"""Today beside the same weekday a week before, up to the same time, and four weeks by day."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.reports import sums
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.features.members import records
from loyalty.features.members.models import Member
from loyalty.features.points.models import Bill
from loyalty.features.rewards.models import Voucher
from loyalty.rules.calendar import Days, malaysian_date, start_of

WEEK = timedelta(days=7)
DAYS_SHOWN = 28


@dataclass(frozen=True)
class Part:
    """The sums of a day up to a time: bills that are not void, their sum in sen and their points.

    `points_spent` is None for some outlets: a voucher is claimed at none.
    """

    bills: int
    amount_sen: int
    points: int
    points_spent: int | None
    joined: int
    vouchers_used: int


@dataclass(frozen=True)
class DayBrief:
    """A Malaysian day in the chart."""

    day: date
    bills: int
    amount_sen: int
    points: int
    joined: int


@dataclass(frozen=True)
class Home:
    """`now` is today until `at`, `before` the same weekday a week before until the same time."""

    at: datetime
    now: Part
    before: Part
    by_day: Sequence[DayBrief]


def home(office: OfficeContext) -> Home:
    """How today goes at one's outlets."""
    db = current_session()
    at, own = now(db), office.outlet_ids()
    return Home(at, _until(db, at, own), _until(db, at - WEEK, own), _by_day(db, malaysian_date(at), own))


def _until(db: Session, at: datetime, own: Collection[int] | None) -> Part:
    day = malaysian_date(at)
    start = start_of(day)
    joined = select(func.count()).where(Member.created_at >= start, Member.created_at <= at)
    used = select(func.count()).where(Voucher.used_at >= start, Voucher.used_at <= at)
    spent = select(func.coalesce(func.sum(Voucher.cost), 0)).where(
        Voucher.created_at >= start, Voucher.created_at <= at
    )
    if own is not None:
        joined, used = joined.where(Member.outlet_id.in_(own)), used.where(Voucher.outlet_id.in_(own))
    taken = _taken(db, Days(day, day), own, at).get(day, (0, 0, 0))
    return Part(
        *taken,
        int(db.scalar(spent) or 0) if own is None else None,
        db.scalar(joined) or 0,
        db.scalar(used) or 0,
    )


def _by_day(db: Session, today: date, own: Collection[int] | None) -> list[DayBrief]:
    days = Days(today - timedelta(days=DAYS_SHOWN - 1), today)
    taken, joined = _taken(db, days, own), records.joined_by_day(db, days, own)
    return [DayBrief(day, *taken.get(day, (0, 0, 0)), joined.get(day.isoformat(), 0)) for day in days.each()]


def _taken(
    db: Session, days: Days, own: Collection[int] | None, until: datetime | None = None
) -> dict[date, tuple[int, int, int]]:
    """Of each business day the bills that are not void: how many, their sum in sen, their points."""
    # The outlets are named, also all of them: the index begins with the outlet.
    there = Bill.outlet_id.in_(own if own is not None else sums.outlet_ids(db))
    query = (
        select(Bill.business_day, func.count(), func.sum(Bill.amount_sen), func.sum(Bill.points))
        .where(there, Bill.business_day.between(days.first, days.last), Bill.voided_at.is_(None))
        .group_by(Bill.business_day)
    )
    if until is not None:
        query = query.where(Bill.paid_at <= until)
    return {day: (int(count), int(sen), int(points)) for day, count, sen, points in db.execute(query)}
