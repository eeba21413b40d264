"""Figures of some days: in total, by outlet, day and tier, and what is owed.

A role for every outlet sees all of it; a manager sees what is of their outlets. Points are spent when a
voucher is claimed, which is at no outlet: such figures are None for some outlets.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy.orm import Session

from loyalty.backoffice.reports import sums
from loyalty.backoffice.reports.sums import Sums
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.errors import Forbidden, Invalid
from loyalty.features.members import records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.outlets.outlets import OutletRecord
from loyalty.features.points import activities, bill_lists
from loyalty.features.points.bill_lists import Visits
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


@dataclass(frozen=True)
class OfOutlet:
    """An outlet, None: no outlet, with its sums and those of the days before."""

    place: OutletRecord | None
    sums: Sums
    before: Sums


@dataclass(frozen=True)
class OfDay:
    """What is counted of a Malaysian day."""

    day: date
    joined: int
    bills: int
    bills_amount_sen: int
    points: int
    points_spent: int | None
    vouchers_used: int


@dataclass(frozen=True)
class Owed:
    """What is owed now: points at what the catalogue gives for them, and open vouchers."""

    points_outstanding: int
    worth_sen: int | None
    vouchers: reward_figures.Held

    @property
    def liability_sen(self) -> int | None:
        """The points' worth at the median reward and the open vouchers' together; None without a reward."""
        return None if self.worth_sen is None else self.worth_sen + self.vouchers.value_sen


@dataclass(frozen=True)
class Figures:
    """The figures of some days, and of those before them (`Days.before`); tiers and what is owed are of now,
    what is owed of every outlet.
    """

    days: Days
    outlet_ids: Collection[int] | None
    total: Sums
    before: Sums
    points_spent: int | None
    points_spent_before: int | None
    redemption_rate: float | None
    outlets: Sequence[OfOutlet]
    by_day: Sequence[OfDay]
    by_day_before: Sequence[OfDay]
    tiers: Sequence[records.TierSums]
    owed: Owed | None


@dataclass(frozen=True)
class VisitReport:
    """The visits to each outlet and to all, and those to all on the days before."""

    outlets: Sequence[tuple[OutletRecord, Visits]]
    total: Visits
    before: Visits


def wanted(
    allowed: frozenset[int | None], first: date | None, last: date | None, outlet_id: int | None
) -> Wanted:
    """Which figures somebody may have of what they ask for: by default the last 30 days of all their outlets.

    Raises Forbidden `other_outlet`, NotFound for an unknown outlet, and Invalid for days that are none or too
    many.
    """
    if outlet_id is not None and not allowed & {None, outlet_id}:
        raise Forbidden(Code.OTHER_OUTLET)
    if outlet_id is not None:
        outlet_queries.name_of(current_session(), outlet_id)
    last = last or malaysian_date(now(current_session()))
    first = first or last - timedelta(days=USUAL_DAYS - 1)
    if last < first:
        raise Invalid(Code.LAST_BEFORE_FIRST, field="last")
    if (last - first).days >= MAX_DAYS:
        raise Invalid(Code.TOO_MANY_DAYS, {"max": MAX_DAYS}, field="last")
    own = None if None in allowed else sorted(each for each in allowed if each is not None)
    return Wanted(Days(first, last), own if outlet_id is None else [outlet_id])


def figures(asked: Wanted) -> Figures:
    """The figures that were asked for."""
    db, days, outlet_ids = current_session(), asked.days, asked.outlet_ids
    outlets = of_outlets(db, asked)
    total = sums.added(each.sums for each in outlets)
    by_day, by_day_before = days_of(db, days, outlet_ids), days_of(db, days.before(), outlet_ids)
    spent = _spent(by_day)
    return Figures(
        days,
        outlet_ids,
        total,
        sums.added(each.before for each in outlets),
        spent,
        _spent(by_day_before),
        round(spent / total.points, 4) if spent is not None and total.points else None,
        outlets,
        by_day,
        by_day_before,
        records.by_tier(db, outlet_ids),
        _owed(db) if outlet_ids is None else None,
    )


def of_outlets(db: Session, asked: Wanted) -> list[OfOutlet]:
    """The sums of the outlets that were asked for; with every outlet also of members who chose none. Raises
    NotFound when there is no such outlet.
    """
    places: list[OutletRecord | None] = [*sums.places_of(db, asked.outlet_ids)]
    if asked.outlet_ids is None:
        places.append(None)
    found = sums.by_outlet(db, asked.days, places)
    before = sums.by_outlet(db, asked.days.before(), places)
    return [OfOutlet(*each) for each in zip(places, found, before, strict=True)]


def days_of(db: Session, days: Days, outlet_ids: Collection[int] | None) -> list[OfDay]:
    """What is counted of each day of some outlets, None: of all."""
    ids = outlet_ids if outlet_ids is not None else sums.outlet_ids(db)
    paid = {each["business_day"]: each for each in bill_lists.by_day(db, days, ids)}
    joined = records.joined_by_day(db, days, outlet_ids)
    used = reward_figures.used_by_day(db, days, outlet_ids)
    claimed = reward_figures.claimed_by_day(db, days) if outlet_ids is None else None
    found = []
    for day in days.each():
        bills, name = paid.get(day), day.isoformat()
        found.append(
            OfDay(
                day,
                joined.get(name, 0),
                bills["bills"] if bills else 0,
                int(bills["bills_amount_sen"]) if bills else 0,
                int(bills["points"]) if bills else 0,
                claimed.get(name, (0, 0))[1] if claimed is not None else None,
                used.get(name, (0, 0))[0],
            )
        )
    return found


def _spent(by_day: Sequence[OfDay]) -> int | None:
    spent = [each.points_spent for each in by_day if each.points_spent is not None]
    return sum(spent) if spent else None


def _owed(db: Session) -> Owed:
    held, at = activities.outstanding(db), now(db)
    rate = median_rate(reward_figures.rates(db, at))
    return Owed(held, rate.worth(held) if rate else None, reward_figures.held(db, at))


def visits(asked: Wanted) -> VisitReport:
    """Visits (verified bills), their members, and how many of these came again. A member who came to two of
    the outlets counts once in all. Raises NotFound when there is no such outlet.
    """
    db = current_session()
    places = sums.places_of(db, asked.outlet_ids)
    groups = {str(place.id): [place.id] for place in places}
    everywhere = {ALL: [place.id for place in places]}
    found = bill_lists.visits(db, asked.days, groups | everywhere)
    return VisitReport(
        [(place, found[str(place.id)]) for place in places],
        found[ALL],
        bill_lists.visits(db, asked.days.before(), everywhere)[ALL],
    )
