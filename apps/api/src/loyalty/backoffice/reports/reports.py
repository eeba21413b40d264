"""The reports: bills, members, rewards and visits of some days, by outlet and in total."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, fields
from datetime import timedelta
from typing import Any, Generic, TypeVar

from sqlalchemy import union
from sqlalchemy.orm import Session

from loyalty.errors import NotFound
from loyalty.features.members import records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.outlets.outlets import OutletRecord
from loyalty.features.points import bill_lists
from loyalty.features.rewards import figures as reward_figures
from loyalty.rules.calendar import Days
from loyalty.rules.codes import Code

ALL = "all outlets"

T = TypeVar("T")


@dataclass(frozen=True)
class Takings:
    """Bills that count now, by business day, and vouchers used on them. Money in sen."""

    bills: int
    bills_amount_sen: int
    points: int
    bills_pending: int
    bills_void: int
    vouchers_used: int
    vouchers_value_sen: int


@dataclass(frozen=True)
class MemberCounts:
    """Members at the end of some days, and what changed on them (see `members.figures`)."""

    members: int
    joined: int
    invited: int
    left: int
    active_30: int
    active_90: int


@dataclass(frozen=True)
class Report(Generic[T]):
    """Figures of each outlet and in all, and those of as many days directly before."""

    days: Days
    outlets: list[tuple[OutletRecord | None, T]]
    total: T
    before: T


def takings(db: Session, days: Days, outlet_ids: Collection[int] | None = None) -> Report[Takings]:
    """Bills and vouchers of some days, at some outlets or at each; raises NotFound when there are none."""
    places = _places(db, outlet_ids)
    ids = [place.id for place in places]
    return _report(days, places, lambda of: _takings(db, of, ids), Takings)


def member_counts(db: Session, days: Days, outlet_ids: Collection[int] | None = None) -> Report[MemberCounts]:
    """Who is there, joined, left and came within 30 and 90 days of the last day: paid a bill or used a
    voucher, anywhere. By the outlet that members chose, of some outlets or of each and of members without.
    """

    def counted(of: Days) -> dict[int | None, MemberCounts]:
        came = [came_within(db, of, back) for back in (30, 90)]
        return {each.outlet_id: _as(MemberCounts, each) for each in records.by_outlet(db, of, *came)}

    places: list[OutletRecord | None] = [*_places(db, outlet_ids)]
    return _report(days, places if outlet_ids is not None else [*places, None], counted, MemberCounts)


def visit_counts(
    db: Session, days: Days, outlet_ids: Collection[int] | None = None
) -> Report[bill_lists.Visits]:
    """Visits, members and who came again, of some outlets, None: of every outlet. A member who came to two of
    them counts once in all. Raises NotFound when there is no such outlet.
    """
    places = _places(db, outlet_ids)
    groups = {str(place.id): [place.id] for place in places}
    everywhere = {ALL: [place.id for place in places]}
    found = bill_lists.visits(db, days, groups | everywhere)
    return Report(
        days,
        [(place, found[str(place.id)]) for place in places],
        found[ALL],
        bill_lists.visits(db, days.before(), everywhere)[ALL],
    )


def _takings(db: Session, days: Days, outlet_ids: list[int]) -> dict[int | None, Takings]:
    used = {each.outlet_id: each for each in reward_figures.used_between(db, days.start, days.end)}
    paid = {each.outlet_id: each for each in bill_lists.of_days(db, days, outlet_ids)}
    return {
        outlet_id: _one_takings(
            paid.get(outlet_id, bill_lists.BillSums(outlet_id, 0, 0, 0, 0, 0)),
            used.get(outlet_id, reward_figures.UsedAt(outlet_id, 0, 0)),
        )
        for outlet_id in used.keys() | paid.keys()
    }


def _one_takings(paid: bill_lists.BillSums, used: reward_figures.UsedAt) -> Takings:
    return Takings(
        bills=paid.verified,
        bills_amount_sen=paid.amount_sen,
        points=paid.points,
        bills_pending=paid.pending,
        bills_void=paid.void,
        vouchers_used=used.count,
        vouchers_value_sen=used.value_sen,
    )


def came_within(db: Session, days: Days, back: int) -> Any:
    """A query for the ids of members who came in so many days up to the last of `days`."""
    of = Days(days.last - timedelta(days=back - 1), days.last)
    return union(bill_lists.visitors(of, outlet_ids(db)), reward_figures.users(of))


def _report(
    days: Days,
    places: Sequence[OutletRecord | None],
    figures: Callable[[Days], dict[int | None, T]],
    kind: type[T],
) -> Report[T]:
    """The figures of these places, added up. None is for members without an outlet."""
    ids = [place.id if place else None for place in places]
    nothing = _added(kind, [])
    here = figures(days)
    each = [(place, here.get(at, nothing)) for place, at in zip(places, ids, strict=True)]
    before = figures(days.before())
    return Report(
        days,
        each,
        _added(kind, [one for _, one in each]),
        _added(kind, [before[at] for at in ids if at in before]),
    )


def outlet_ids(db: Session) -> list[int]:
    """The ids of every outlet there ever was."""
    return [place.id for place in _places(db)]


def _places(db: Session, outlet_ids: Collection[int] | None = None) -> list[OutletRecord]:
    places = [place for place in outlet_queries.outlets(db) if outlet_ids is None or place.id in outlet_ids]
    if not places:
        raise NotFound(Code.OUTLET_NOT_FOUND)
    return places


def _as(kind: type[T], sums: Any) -> T:
    """The figures of `kind` out of sums that have more."""
    return kind(**{field.name: getattr(sums, field.name) for field in fields(kind)})  # type: ignore[arg-type]


def _added(kind: type[T], some: Sequence[T]) -> T:
    return kind(**{field.name: sum(getattr(one, field.name) for one in some) for field in fields(kind)})  # type: ignore[arg-type]
