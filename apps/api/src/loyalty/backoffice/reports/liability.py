"""What is owed to members for their points as at a day, and how it came from another, for finance."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from loyalty.backoffice.programme import programme
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.errors import Invalid
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.outlets.outlets import OutletRecord
from loyalty.features.points import liability as points
from loyalty.features.points.liability import Kind, Roll
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
NO_POINTS = Roll(opening=0, earned=0, spent=0, expired=0, corrected=0, closing=0)


def past(days: Days) -> Days:
    """The days of a report; raises Invalid for days still to come."""
    if days.last > malaysian_date(now(current_session())):
        raise Invalid(Code.DAY_TO_COME, field="last")
    return days


def report(days: Days) -> dict[str, Any]:
    """The liability at the end of `days.last` with its roll-forward from the end of the day before
    `days.first`, in points and ringgit, by outlet (`LiabilitySchema`).

    A rate is the worth of a point at the median reward of that day, None: there was none, and points are
    worth nothing. `ties` says that the outlets add up to the sums of the ledger's entries.
    """
    db = current_session()
    total, by_outlet = points.sums(db, days), points.by_outlet(db, days)
    start, end = days.start - AN_INSTANT, min(days.end - AN_INSTANT, now(db))
    rewards = programme.rewards_at(db, end)
    before, rate = _rate(programme.rewards_at(db, start), start), _rate(rewards, end)
    return {
        "days": days,
        "points": total.roll,
        "amounts": _amounts(total.roll, before, rate),
        "opening_rate": before,
        "rate": rate,
        "outlets": _outlets(db, by_outlet, rate),
        "vouchers": _vouchers(db, rewards, end),
        "entries": total.entries,
        "last_entry_at": total.last_entry_at,
        "ties": _added(by_outlet.values()) == total.roll,
    }


def sheets(found: Mapping[str, Any]) -> list[Sheet]:
    """A report for a spreadsheet, by outlet and as a roll-forward."""
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


def _amounts(roll: Roll, before: Rate | None, rate: Rate | None) -> dict[str, int]:
    """The roll-forward in sen, signed. Each movement is the difference it makes to the worth of all points at
    the closing rate, so that they add up; `rate_change` is that of the rate to the worth of the opening ones.
    """
    opening, held = _worth(roll.opening, before), roll.opening
    moved = {}
    for kind in Kind:
        after = held + getattr(roll, kind)
        moved[kind.value] = _worth(after, rate) - _worth(held, rate)
        held = after
    changed = _worth(roll.opening, rate) - opening
    return {"opening": opening, **moved, "rate_change": changed, "closing": _worth(roll.closing, rate)}


def _outlets(db: Session, by_outlet: dict[int | None, Roll], rate: Rate | None) -> list[dict[str, Any]]:
    """Every outlet (`OutletLiabilitySchema`), last the points of no outlet where there were any; what each is
    worth adds up to the whole, to the sen.
    """
    found, held = [], 0
    places: list[OutletRecord | None] = [*outlet_queries.outlets(db), None]
    for place in places:
        roll = by_outlet.get(place.id if place else None, NO_POINTS)
        if place is None and roll == NO_POINTS:
            continue
        worth = _worth(held + roll.closing, rate) - _worth(held, rate)
        held += roll.closing
        found.append({"outlet": place, "points": roll, "worth_sen": worth})
    return found


def _vouchers(db: Session, rewards: Sequence[dict[str, Any]], at: datetime) -> reward_figures.Held:
    values = {row["id"]: row["value_sen"] for row in rewards}
    held = reward_figures.open_by_reward(db, at)
    worth = sum(count * values.get(reward_id, 0) for reward_id, count in held.items())
    return reward_figures.Held(sum(held.values()), worth)


def _added(rolls: Iterable[Roll]) -> Roll:
    found = list(rolls)
    return Roll(*(sum(getattr(each, field.name) for each in found) for field in fields(Roll)))


def _outlet_sheet(found: Mapping[str, Any]) -> Sheet:
    titles = ("id", "outlet", *LINES, f"change of the rate, {SIGN}", f"owed, {SIGN}")
    rows: list[Sequence[object]] = []
    for each in found["outlets"]:
        place, held = each["outlet"], [getattr(each["points"], line) for line in LINES]
        named = (place.id, place.name) if place else ("", "no outlet")
        rows.append((*named, *held, "", ringgit_cell(each["worth_sen"])))
    total = [getattr(found["points"], line) for line in LINES]
    amounts = {name: ringgit_cell(sen) for name, sen in found["amounts"].items()}
    worth = [amounts[line] for line in LINES]
    rows.append(("", "total", *total, "", amounts["closing"]))
    rows.append(("", f"total, {SIGN}", *worth, amounts["rate_change"], ""))
    return Sheet("By outlet", titles, rows)


def _roll_sheet(found: Mapping[str, Any]) -> Sheet:
    days, held, vouchers = found["days"], found["points"], found["vouchers"]
    before, rate = found["opening_rate"], found["rate"]
    amounts = {name: ringgit_cell(sen) for name, sen in found["amounts"].items()}
    rows: list[Sequence[object]] = [
        *((line, getattr(held, line), amounts[line]) for line in LINES[:-1]),
        ("change of the rate", 0, amounts["rate_change"]),
        ("closing", held.closing, amounts["closing"]),
        (f"opening rate, {SIGN} a point", "", before.a_point if before else ""),
        (f"closing rate, {SIGN} a point", "", rate.a_point if rate else ""),
        ("open vouchers", vouchers.count, ringgit_cell(vouchers.value_sen)),
        ("entries of the ledger", found["entries"], ""),
    ]
    return Sheet("Roll-forward", (f"{days.first} to {days.last}", "points", SIGN), rows)
