"""Figures of some days: in total, by outlet, day and tier, and what is owed.

A role for every outlet sees all of it; a manager sees what is of their outlets. Points are spent when a
voucher is claimed, which is at no outlet: such figures are None for some outlets.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy.orm import Session

from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.reports import sums
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.errors import Invalid
from loyalty.features.members import records
from loyalty.features.outlets.outlets import OutletRecord
from loyalty.features.points import activities, bill_lists
from loyalty.features.rewards import figures as reward_figures
from loyalty.rules.calendar import Days, malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.ledger import median_rate

USUAL_DAYS = 30
MAX_DAYS = 366
ALL = "all outlets"


@dataclass(frozen=True)
class Wanted:
    """Which figures: the days, and the outlets, None: every outlet."""

    days: Days
    outlet_ids: Collection[int] | None


def wanted(
    office: OfficeContext, first: date | None = None, last: date | None = None, outlet_id: int | None = None
) -> Wanted:
    """Which figures somebody may have of what they ask for: by default the last 30 days of all their outlets.

    Raises as `OfficeContext.outlet_ids` and `some_days` do.
    """
    return Wanted(some_days(first, last), office.outlet_ids(outlet_id))


def some_days(first: date | None, last: date | None) -> Days:
    """Days, by default 30, the last today; raises Invalid for days that are none or too many."""
    last = last or malaysian_date(now(current_session()))
    first = first or last - timedelta(days=USUAL_DAYS - 1)
    if last < first:
        raise Invalid(Code.LAST_BEFORE_FIRST, field="last")
    if (last - first).days >= MAX_DAYS:
        raise Invalid(Code.TOO_MANY_DAYS, {"max": MAX_DAYS}, field="last")
    return Days(first, last)


def figures(asked: Wanted) -> dict[str, Any]:
    """The figures that were asked for, and those of the days before (`FiguresSchema`); tiers and what is owed
    are of now, what is owed of every outlet.
    """
    db, days, outlet_ids = current_session(), asked.days, asked.outlet_ids
    outlets = of_outlets(db, asked)
    total = sums.added(each["sums"] for each in outlets)
    by_day, by_day_before = days_of(db, days, outlet_ids), days_of(db, days.before(), outlet_ids)
    spent = _spent(by_day)
    return {
        "days_before": days.before(),
        "is_every_outlet": outlet_ids is None,
        "total": total,
        "before": sums.added(each["before"] for each in outlets),
        "points_spent": spent,
        "points_spent_before": _spent(by_day_before),
        "redemption_rate": round(spent / total["points"], 4)
        if spent is not None and total["points"]
        else None,
        "outlets": outlets,
        "by_day": by_day,
        "by_day_before": by_day_before,
        "tiers": records.by_tier(db, outlet_ids),
        "visits": visits(asked),
        "owed": _owed(db) if outlet_ids is None else None,
    }


def of_outlets(db: Session, asked: Wanted) -> list[dict[str, Any]]:
    """The outlets that were asked for (`FigureOutletSchema`); with every outlet also, as the place None, the
    sums of members who chose none. Raises NotFound when there is no such outlet.
    """
    places: list[OutletRecord | None] = [*sums.places_of(db, asked.outlet_ids)]
    if asked.outlet_ids is None:
        places.append(None)
    found = sums.by_outlet(db, asked.days, places)
    before = sums.by_outlet(db, asked.days.before(), places)
    return [
        {"place": place, "sums": theirs, "before": theirs_before}
        for place, theirs, theirs_before in zip(places, found, before, strict=True)
    ]


def days_of(db: Session, days: Days, outlet_ids: Collection[int] | None) -> list[dict[str, Any]]:
    """What is counted of each day of some outlets, None: of all (`FigureDaySchema`)."""
    ids = outlet_ids if outlet_ids is not None else sums.outlet_ids(db)
    paid = {each["business_day"]: each for each in bill_lists.by_day(db, days, ids)}
    joined = records.joined_by_day(db, days, outlet_ids)
    used = reward_figures.used_by_day(db, days, outlet_ids)
    claimed = reward_figures.claimed_by_day(db, days) if outlet_ids is None else None
    nothing = {"bills": 0, "bills_amount_sen": 0, "points": 0}
    return [
        {
            "day": day,
            "joined": joined.get(day.isoformat(), 0),
            **{name: int(paid.get(day, nothing)[name]) for name in nothing},
            "points_spent": None if claimed is None else claimed.get(day.isoformat(), (0, 0))[1],
            "vouchers_used": used.get(day.isoformat(), (0, 0))[0],
        }
        for day in days.each()
    ]


def _spent(by_day: Sequence[dict[str, Any]]) -> int | None:
    spent = [each["points_spent"] for each in by_day if each["points_spent"] is not None]
    return sum(spent) if spent else None


def _owed(db: Session) -> dict[str, Any]:
    """What is owed now (`OwedSchema`); without a reward, points have no worth."""
    outstanding, at = activities.outstanding(db), now(db)
    rate, vouchers = median_rate(reward_figures.rates(db, at)), reward_figures.held(db, at)
    worth = rate.worth(outstanding) if rate else None
    return {
        "points_outstanding": outstanding,
        "worth_sen": worth,
        "vouchers": vouchers,
        "liability_sen": None if worth is None else worth + vouchers.value_sen,
    }


def visits(asked: Wanted) -> dict[str, Any]:
    """Visits (verified bills), their members, and how many of these came again (`VisitFiguresSchema`). A
    member who came to two of the outlets counts once in all. Raises NotFound when there is no such outlet.
    """
    db = current_session()
    places = sums.places_of(db, asked.outlet_ids)
    everywhere = {ALL: [place.id for place in places]}
    found = bill_lists.visits(db, asked.days, {str(place.id): [place.id] for place in places} | everywhere)
    return {
        "outlets": [{"place": place, "visits": found[str(place.id)]} for place in places],
        "total": found[ALL],
        "before": bill_lists.visits(db, asked.days.before(), everywhere)[ALL],
    }
