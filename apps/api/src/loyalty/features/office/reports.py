"""What the operator's reports say: what is owed to members, and how a day was at each outlet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.errors import NotFound
from loyalty.features.outlets import service as outlets
from loyalty.features.points import service as points
from loyalty.features.points.bill_figures import BillDay, of_day
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
    """One outlet's day in Malaysia: its bills as they stand now, the vouchers it took. Money in sen."""

    outlet_id: int
    outlet: str
    bills: int
    bills_amount_sen: int
    points: int
    bills_pending: int
    bills_void: int
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
    bills = {each.outlet_id: each for each in of_day(db, of)}
    return [
        _outlet_day(
            place.id,
            place.name,
            bills.get(place.id, BillDay(place.id, 0, 0, 0, 0, 0)),
            used.get(place.id, rewards.UsedAt(place.id, 0, 0)),
        )
        for place in places
    ]


def _outlet_day(outlet_id: int, outlet: str, bills: BillDay, used: rewards.UsedAt) -> OutletDay:
    return OutletDay(
        outlet_id=outlet_id,
        outlet=outlet,
        bills=bills.verified,
        bills_amount_sen=bills.amount_sen,
        points=bills.points,
        bills_pending=bills.pending,
        bills_void=bills.void,
        vouchers_used=used.count,
        vouchers_value_sen=used.value_sen,
    )
