"""What is owed to members for their points as at a day, and how it came from another, for finance."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.programme import programme
from loyalty.backoffice.reports.figures import MAX_DAYS
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import Invalid
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.outlets.outlets import OutletRecord
from loyalty.features.points import liability as points
from loyalty.features.points.liability import Kind, PointEntry, Roll
from loyalty.features.rewards import figures as reward_figures
from loyalty.rules.calendar import Days, malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.group import GROUP
from loyalty.rules.ledger import Rate, median_rate
from loyalty.rules.rewards import is_open
from loyalty.rules.spreadsheets import Sheet, ringgit_cell

SIGN = GROUP.currency.sign

# The last instant of a day is before the next begins.
AN_INSTANT = timedelta(microseconds=1)
LINES = ("opening", "earned", "spent", "expired", "corrected", "closing")


@dataclass(frozen=True)
class Amounts:
    """A roll-forward in sen, signed. Movements are at the closing rate; `rate_change` is what the opening
    points became worth more or less by it.
    """

    opening: int
    earned: int
    spent: int
    expired: int
    corrected: int
    rate_change: int
    closing: int


@dataclass(frozen=True)
class OutletLiability:
    """An outlet's points, None: of no outlet, and what the closing ones are worth in sen."""

    outlet: OutletRecord | None
    points: Roll
    worth_sen: int


@dataclass(frozen=True)
class LiabilityReport:
    """What was owed at the end of `days.last`, rolled forward from the end of the day before `days.first`.

    A rate is the worth of a point at the median reward of that day, None: there was none, and points are
    worth nothing. `ties` says that the outlets add up to the sums of the ledger's entries.
    """

    days: Days
    points: Roll
    amounts: Amounts
    opening_rate: Rate | None
    rate: Rate | None
    outlets: Sequence[OutletLiability]
    vouchers: reward_figures.Held
    entries: int
    last_entry_at: datetime | None
    ties: bool


def asked(first: date, last: date) -> Days:
    """The days of a report; raises Invalid for days that are none, too many or still to come."""
    if last < first:
        raise Invalid(Code.LAST_BEFORE_FIRST, field="last")
    if (last - first).days >= MAX_DAYS:
        raise Invalid(Code.TOO_MANY_DAYS, {"max": MAX_DAYS}, field="last")
    if last > malaysian_date(now(current_session())):
        raise Invalid(Code.DAY_TO_COME, field="last")
    return Days(first, last)


def report(days: Days) -> LiabilityReport:
    """The liability at the end of some days, with its roll-forward in points and ringgit, by outlet."""
    db = current_session()
    total, by_outlet = points.sums(db, days), points.by_outlet(db, days)
    start, end = days.start - AN_INSTANT, min(days.end - AN_INSTANT, now(db))
    rewards = programme.rewards_at(db, end)
    before, rate = _rate(programme.rewards_at(db, start), start), _rate(rewards, end)
    return LiabilityReport(
        days,
        total.roll,
        _amounts(total.roll, before, rate),
        before,
        rate,
        _outlets(db, by_outlet, rate),
        _vouchers(db, rewards, end),
        total.entries,
        total.last_entry_at,
        _added(by_outlet.values()) == total.roll,
    )


def entries(days: Days, kind: Kind, outlet_id: int | None, **page: Any) -> list[PointEntry]:
    """A page of the ledger's entries that one movement is the sum of; `page` as of `points.entries`."""
    return points.entries(current_session(), days, kind, outlet_id, **page)


def sheets(days: Days, signature: Signature) -> list[Sheet]:
    """The report for a spreadsheet, by outlet and as a roll-forward; it is logged."""
    found = report(days)
    with transaction() as db:
        note(db, signature, "figures.export", f"liability, {days.first} to {days.last}")
    return [_outlet_sheet(found), _roll_sheet(found)]


def _rate(rewards: Iterable[dict[str, Any]], at: datetime) -> Rate | None:
    return median_rate(
        Rate(row["value_sen"], row["cost"])
        for row in rewards
        if row["kind"] == "points"
        and row["cost"] > 0
        and is_open(at, is_active=row["is_active"], starts_at=row["starts_at"], ends_at=row["ends_at"])
    )


def _worth(held: int, rate: Rate | None) -> int:
    return rate.worth(held) if rate else 0


def _amounts(roll: Roll, before: Rate | None, rate: Rate | None) -> Amounts:
    """Each movement is the difference it makes to the worth of all points: together they add up."""
    opening, held = _worth(roll.opening, before), roll.opening
    moved = {}
    for kind in Kind:
        after = held + getattr(roll, kind)
        moved[kind.value] = _worth(after, rate) - _worth(held, rate)
        held = after
    return Amounts(
        opening=opening,
        rate_change=_worth(roll.opening, rate) - opening,
        closing=_worth(roll.closing, rate),
        **moved,
    )


def _outlets(db: Session, by_outlet: dict[int | None, Roll], rate: Rate | None) -> list[OutletLiability]:
    """The outlets that had points; what each is worth adds up to the whole, to the sen."""
    found, held = [], 0
    places: list[OutletRecord | None] = [*outlet_queries.outlets(db), None]
    for place in places:
        roll = by_outlet.get(place.id if place else None)
        if roll is None or not any(vars(roll).values()):
            continue
        worth = _worth(held + roll.closing, rate) - _worth(held, rate)
        held += roll.closing
        found.append(OutletLiability(place, roll, worth))
    return found


def _vouchers(db: Session, rewards: Sequence[dict[str, Any]], at: datetime) -> reward_figures.Held:
    values = {row["id"]: row["value_sen"] for row in rewards}
    held = reward_figures.open_by_reward(db, at)
    worth = sum(count * values.get(reward_id, 0) for reward_id, count in held.items())
    return reward_figures.Held(sum(held.values()), worth)


def _added(rolls: Iterable[Roll]) -> Roll:
    found = list(rolls)
    return Roll(*(sum(getattr(each, field.name) for each in found) for field in fields(Roll)))


def _outlet_sheet(found: LiabilityReport) -> Sheet:
    titles = ("id", "outlet", *LINES, f"change of the rate, {SIGN}", f"owed, {SIGN}")
    rows: list[Sequence[object]] = [
        (
            each.outlet.id if each.outlet else "",
            each.outlet.name if each.outlet else "no outlet",
            *(getattr(each.points, line) for line in LINES),
            "",
            ringgit_cell(each.worth_sen),
        )
        for each in found.outlets
    ]
    amounts = found.amounts
    return Sheet(
        "By outlet",
        titles,
        [
            *rows,
            (
                "",
                "total",
                *(getattr(found.points, line) for line in LINES),
                "",
                ringgit_cell(amounts.closing),
            ),
            (
                "",
                f"total, {SIGN}",
                *(ringgit_cell(getattr(amounts, line)) for line in LINES),
                ringgit_cell(amounts.rate_change),
                "",
            ),
        ],
    )


def _roll_sheet(found: LiabilityReport) -> Sheet:
    points_of, amounts = found.points, found.amounts
    rows: list[Sequence[object]] = [
        (line, getattr(points_of, line), ringgit_cell(getattr(amounts, line))) for line in LINES[:-1]
    ]
    return Sheet(
        "Roll-forward",
        (f"{found.days.first} to {found.days.last}", "points", SIGN),
        [
            *rows,
            ("change of the rate", 0, ringgit_cell(amounts.rate_change)),
            ("closing", points_of.closing, ringgit_cell(amounts.closing)),
            (f"opening rate, {SIGN} a point", "", found.opening_rate.a_point if found.opening_rate else ""),
            (f"closing rate, {SIGN} a point", "", found.rate.a_point if found.rate else ""),
            ("open vouchers", found.vouchers.count, ringgit_cell(found.vouchers.value_sen)),
            ("entries of the ledger", found.entries, ""),
        ],
    )
