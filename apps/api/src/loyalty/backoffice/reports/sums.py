"""What is counted of some days by outlet, and who came."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any

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

# What is counted of an outlet or of all (`SumsSchema`); money in sen.
NAMES = (
    *("members", "joined", "invited", "left", "active_30", "active_90"),
    *("bills", "bills_amount_sen", "points", "bills_pending", "bills_void"),
    *("vouchers_used", "vouchers_value_sen"),
)


def by_outlet(db: Session, days: Days, places: Sequence[OutletRecord | None]) -> list[dict[str, int]]:
    """The sums of each of these outlets, in their order; None is for members who chose none."""
    came = [came_within(db, days, back) for back in (30, 90)]
    found: dict[int | None, dict[str, int]] = defaultdict(lambda: dict.fromkeys(NAMES, 0))
    for row in (
        *records.by_outlet(db, days, *came),
        *bill_lists.by_outlet(db, days, [place.id for place in places if place]),
        *reward_figures.used_by_outlet(db, days),
    ):
        counts = {str(name): int(count) for name, count in row.items() if name != "outlet_id"}
        found[row["outlet_id"]] |= counts
    return [found[place.id if place else None] for place in places]


def added(some: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """All of them together."""
    rows = list(some)
    return {name: sum(each[name] for each in rows) for name in NAMES}


def came_within(db: Session, days: Days, back: int) -> Any:
    """A query for the ids of members who came in so many days up to the last of `days`: paid a bill or used a
    voucher, anywhere.
    """
    of = Days(days.last - timedelta(days=back - 1), days.last)
    return union(bill_lists.visitors(of, outlet_ids(db)), reward_figures.users(of))


def outlet_ids(db: Session) -> list[int]:
    """The ids of every outlet there ever was."""
    return [place.id for place in places_of(db, None)]


def places_of(db: Session, only: Collection[int] | None) -> list[OutletRecord]:
    """Some outlets, None: every one there ever was; raises NotFound when there is none of them."""
    places = [place for place in outlet_queries.outlets(db) if only is None or place.id in only]
    if not places:
        raise NotFound(Code.OUTLET_NOT_FOUND)
    return places
