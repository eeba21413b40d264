"""A day beside the same weekday a week before, up to the same time, the outlets compared, and four weeks."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.reports import sums
from loyalty.backoffice.reports.coming import coming
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.errors import Invalid
from loyalty.features.members import records
from loyalty.features.members.models import Member
from loyalty.features.outlets.outlets import OPEN
from loyalty.features.points import bill_review
from loyalty.features.points.models import Bill
from loyalty.features.rewards.models import Voucher
from loyalty.rules.calendar import Days, malaysian_date, months_after, start_of
from loyalty.rules.codes import Code
from loyalty.rules.staff import is_head_office

WEEK = timedelta(days=7)
DAYS_SHOWN = 28
OfOutlets = dict[int, dict[str, int]]
NOTHING = {"bills": 0, "amount_sen": 0, "points": 0}


def home(office: OfficeContext, outlet_id: int | None = None, day: date | None = None) -> dict[str, Any]:
    """How a day goes at one of one's outlets, None: at all, by default today (`HomeSchema`).

    Raises Forbidden for an outlet that is not theirs, NotFound, and Invalid for a day that is still to come.
    """
    db = current_session()
    at, own = now(db), office.outlet_ids(outlet_id)
    today = malaysian_date(at)
    if day is not None and day > today:
        raise Invalid(Code.DAY_TO_COME, field="day")
    is_today = day is None or day == today
    if day is None or is_today:
        day, until = today, at
    else:
        until = start_of(day + timedelta(days=1)) - timedelta(microseconds=1)
    here, before = (_by_outlet(db, each, own) for each in (until, until - WEEK))
    with_drafts = is_head_office(office.session.grants)
    return {
        "at": until,
        "is_today": is_today,
        "now": _until(db, until, own, here),
        "before": _until(db, until - WEEK, own, before),
        "quarter": _quarter(db, day, own, until),
        "by_day": _by_day(db, day, own),
        "outlets": _outlets(db, own, here, before),
        "coming": coming(db, at, own, with_drafts=with_drafts) if is_today else [],
    }


def _outlets(
    db: Session, own: Collection[int] | None, here: OfOutlets, before: OfOutlets
) -> list[dict[str, Any]]:
    """Each outlet that is open or has a bill, those that sold most first."""
    waiting = bill_review.waiting_by_outlet(db, own)
    found = [
        {
            **here.get(place.id, NOTHING),
            "place": place,
            "before": before.get(place.id, NOTHING),
            "waiting": waiting.get(place.id, 0),
        }
        for place in sums.places_of(db, own)
        if place.status_id == OPEN or place.id in here
    ]
    return sorted(found, key=lambda each: (-each["amount_sen"], each["place"].name))


def _until(db: Session, at: datetime, own: Collection[int] | None, here: OfOutlets) -> dict[str, int | None]:
    start = start_of(malaysian_date(at))
    joined = select(func.count()).where(Member.created_at >= start, Member.created_at <= at)
    used = select(func.count()).where(Voucher.used_at >= start, Voucher.used_at <= at)
    spent = select(func.coalesce(func.sum(Voucher.cost), 0)).where(
        Voucher.created_at >= start, Voucher.created_at <= at
    )
    if own is not None:
        joined, used = joined.where(Member.outlet_id.in_(own)), used.where(Voucher.outlet_id.in_(own))
    return {
        **{name: sum(each[name] for each in here.values()) for name in NOTHING},
        "points_spent": int(db.scalar(spent) or 0) if own is None else None,
        "joined": db.scalar(joined) or 0,
        "vouchers_used": db.scalar(used) or 0,
    }


def _quarter(db: Session, day: date, own: Collection[int] | None, until: datetime) -> dict[str, int]:
    """The sales of a quarter up to a moment of a day, and of the one before up to that of its same day."""
    first = date(day.year, 3 * ((day.month - 1) // 3) + 1, 1)
    earlier = months_after(first, -3)
    # A quarter can be two days shorter than the next one.
    day_before = min(earlier + (day - first), first - timedelta(days=1))
    amount_sen, before_sen = (
        sum(each["amount_sen"] for each in _taken(db, Bill.outlet_id, days, own, end).values())
        for days, end in (
            (Days(first, day), until),
            (Days(earlier, day_before), until - (day - day_before)),
        )
    )
    return {"amount_sen": amount_sen, "before_sen": before_sen}


def _by_day(db: Session, last: date, own: Collection[int] | None) -> list[dict[str, Any]]:
    days = Days(last - timedelta(days=DAYS_SHOWN - 1), last)
    taken = _taken(db, Bill.business_day, days, own)
    joined = records.joined_by_day(db, days, own)
    return [
        {"day": day, **taken.get(day, NOTHING), "joined": joined.get(day.isoformat(), 0)}
        for day in days.each()
    ]


def _by_outlet(db: Session, until: datetime, own: Collection[int] | None) -> OfOutlets:
    """The bills of the business day of a moment that were paid by then."""
    day = malaysian_date(until)
    return _taken(db, Bill.outlet_id, Days(day, day), own, until)


def _taken(
    db: Session, by: Any, days: Days, own: Collection[int] | None, until: datetime | None = None
) -> dict[Any, dict[str, int]]:
    """The bills of each business day or outlet, without void ones: their number, sum in sen and points."""
    # The outlets are named, also all of them: the index begins with the outlet.
    there = Bill.outlet_id.in_(own if own is not None else sums.outlet_ids(db))
    query = (
        select(by, func.count(), func.sum(Bill.amount_sen), func.sum(Bill.points))
        .where(there, Bill.business_day.between(days.first, days.last), Bill.voided_at.is_(None))
        .group_by(by)
    )
    if until is not None:
        query = query.where(Bill.paid_at <= until)
    return {key: dict(zip(NOTHING, map(int, sums_), strict=True)) for key, *sums_ in db.execute(query)}
