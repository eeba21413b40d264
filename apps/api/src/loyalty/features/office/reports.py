"""What the operator's reports say: what is owed to members, and how a day was at each outlet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.errors import NotFound
from loyalty.features.outlets import service as outlets
from loyalty.features.points import service as points
from loyalty.features.rewards import service as rewards
from loyalty.rules import liability as rules
from loyalty.rules.calendar import start_of


@dataclass(frozen=True)
class Owed:
    """The points and vouchers that members hold, and what they may cost. `points_worth` is None as long as
    the catalogue has nothing to spend points on.
    """

    points: points.Totals
    points_worth: rules.Liability | None
    vouchers: rewards.Held


@dataclass(frozen=True)
class OutletDay:
    """One outlet's day in Malaysia; money in sen."""

    outlet_id: int
    outlet: str
    vouchers_used: int
    vouchers_value_sen: int


def owed(db: Session) -> Owed:
    """What is owed to members at this moment."""
    totals = points.totals(db)
    worths = [(worth.cost, worth.value_sen) for worth in rewards.worths(db)]
    return Owed(totals, rules.liability(totals.outstanding, worths), rewards.held(db, now(db)))


def day(db: Session, of: date, outlet_id: int | None = None) -> list[OutletDay]:
    """How a Malaysian day was, at one outlet or at each; raises NotFound for an outlet that is none."""
    places = [place for place in outlets.outlets(db) if outlet_id in (None, place.id)]
    if not places:
        raise NotFound("This outlet does not exist.")
    start, end = start_of(of), start_of(of + timedelta(days=1))
    used = {each.outlet_id: each for each in rewards.used_between(db, start, end)}
    return [
        OutletDay(
            outlet_id=place.id,
            outlet=place.name,
            vouchers_used=used[place.id].count if place.id in used else 0,
            vouchers_value_sen=used[place.id].value_sen if place.id in used else 0,
        )
        for place in places
    ]
