"""Today beside the same weekday a week before, up to the same time, and four weeks by day."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import Any

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
NOTHING = {"bills": 0, "amount_sen": 0, "points": 0}


def home(office: OfficeContext) -> dict[str, Any]:
    """How today goes at one's outlets (`HomeSchema`)."""
    db = current_session()
    at, own = now(db), office.outlet_ids()
    by_day = _by_day(db, malaysian_date(at), own)
    return {"at": at, "now": _until(db, at, own), "before": _until(db, at - WEEK, own), "by_day": by_day}


def _until(db: Session, at: datetime, own: Collection[int] | None) -> dict[str, int | None]:
    day = malaysian_date(at)
    start = start_of(day)
    joined = select(func.count()).where(Member.created_at >= start, Member.created_at <= at)
    used = select(func.count()).where(Voucher.used_at >= start, Voucher.used_at <= at)
    spent = select(func.coalesce(func.sum(Voucher.cost), 0)).where(
        Voucher.created_at >= start, Voucher.created_at <= at
    )
    if own is not None:
        joined, used = joined.where(Member.outlet_id.in_(own)), used.where(Voucher.outlet_id.in_(own))
    return {
        **_taken(db, Days(day, day), own, at).get(day, NOTHING),
        "points_spent": int(db.scalar(spent) or 0) if own is None else None,
        "joined": db.scalar(joined) or 0,
        "vouchers_used": db.scalar(used) or 0,
    }


def _by_day(db: Session, today: date, own: Collection[int] | None) -> list[dict[str, Any]]:
    days = Days(today - timedelta(days=DAYS_SHOWN - 1), today)
    taken, joined = _taken(db, days, own), records.joined_by_day(db, days, own)
    return [
        {"day": day, **taken.get(day, NOTHING), "joined": joined.get(day.isoformat(), 0)}
        for day in days.each()
    ]


def _taken(
    db: Session, days: Days, own: Collection[int] | None, until: datetime | None = None
) -> dict[date, dict[str, int]]:
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
    return {day: dict(zip(NOTHING, map(int, sums_), strict=True)) for day, *sums_ in db.execute(query)}
