"""Figures of some days with the rows that each was made of.

A role for every outlet sees all of it; a manager sees what is of their outlets. Points are spent when a
voucher is claimed, which is at no outlet: such figures are None for some outlets.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Row
from sqlalchemy.orm import Session

from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.reports import reports
from loyalty.backoffice.reports.reports import MemberCounts, Report, Takings
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import Forbidden, Invalid
from loyalty.features.members import records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.outlets.outlets import OutletRecord
from loyalty.features.points import activities, bill_lists
from loyalty.features.points.bill_lists import Visits
from loyalty.features.points.models import Bill
from loyalty.features.rewards import figures as reward_figures
from loyalty.rules.bills import Status
from loyalty.rules.calendar import Days, iso_utc, malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.ledger import median_rate
from loyalty.rules.points import ringgit

USUAL_DAYS = 30
MAX_DAYS = 366
MAX_REWARDS = 20
# A spreadsheet takes more; a request that makes more takes too long.
MAX_ROWS = 50_000
BILL_STATES = {"verified": Status.VERIFIED, "pending": Status.PENDING, "void": Status.VOID}
TABLES = ("outlets", "days", "rewards", "bills", "members", "vouchers", "balances", "visits")


@dataclass(frozen=True)
class Wanted:
    """Which figures: the days, and the outlets, None: every outlet."""

    days: Days
    outlet_ids: Collection[int] | None


@dataclass(frozen=True)
class Sums:
    """What is counted of an outlet or of all. Money in sen."""

    members: int
    joined: int
    invited: int
    left: int
    active_30: int
    active_90: int
    bills: int
    bills_amount_sen: int
    points: int
    bills_pending: int
    bills_void: int
    vouchers_used: int
    vouchers_value_sen: int


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
    """The figures of some days, and of as many directly before; `owed` is of now and of every outlet."""

    days: Days
    outlet_ids: Collection[int] | None
    total: Sums
    before: Sums
    points_spent: int | None
    redemption_rate: float | None
    outlets: Sequence[tuple[OutletRecord | None, Sums]]
    by_day: Sequence[OfDay]
    rewards: Sequence[reward_figures.RewardSums]
    owed: Owed | None


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
    takings = reports.takings(db, days, outlet_ids)
    members = reports.member_counts(db, days, outlet_ids)
    nothing = Takings(*(0 for _ in fields(Takings)))
    paid = {place.id: each for place, each in takings.outlets if place}
    outlets = [(place, _sums(each, paid[place.id] if place else nothing)) for place, each in members.outlets]
    spent = None
    if outlet_ids is None:
        rewards = reward_figures.by_reward(db, days)
        spent = sum(each.points for each in rewards)
    else:
        rewards = reward_figures.by_reward_used(db, days, outlet_ids)
    earned = takings.total.points
    return Figures(
        days,
        outlet_ids,
        _sums(members.total, takings.total),
        _sums(members.before, takings.before),
        spent,
        round(spent / earned, 4) if spent is not None and earned else None,
        outlets,
        _by_day(db, asked),
        rewards[:MAX_REWARDS],
        _owed(db) if outlet_ids is None else None,
    )


def _sums(members: MemberCounts, takings: Takings) -> Sums:
    return Sums(**vars(members), **vars(takings))


def _owed(db: Session) -> Owed:
    held, at = activities.outstanding(db), now(db)
    rate = median_rate(reward_figures.rates(db, at))
    return Owed(held, rate.worth(held) if rate else None, reward_figures.held(db, at))


def _by_day(db: Session, asked: Wanted) -> list[OfDay]:
    days, outlet_ids = asked.days, asked.outlet_ids
    ids = outlet_ids if outlet_ids is not None else reports.outlet_ids(db)
    paid = {each.day: each for each in bill_lists.by_day(db, days, ids)}
    joined = records.joined_by_day(db, days, outlet_ids)
    used = reward_figures.used_by_day(db, days, outlet_ids)
    spent = reward_figures.spent_by_day(db, days) if outlet_ids is None else None
    found = []
    for at in range((days.last - days.first).days + 1):
        day = days.first + timedelta(days=at)
        bills, name = paid.get(day), day.isoformat()
        found.append(
            OfDay(
                day,
                joined.get(name, 0),
                bills.verified if bills else 0,
                bills.amount_sen if bills else 0,
                bills.points if bills else 0,
                spent.get(name, 0) if spent is not None else None,
                used.get(name, 0),
            )
        )
    return found


def bills(asked: Wanted, state: str, **page: Any) -> list[Bill]:
    """A page of the bills that a figure was made of."""
    db = current_session()
    ids = asked.outlet_ids if asked.outlet_ids is not None else reports.outlet_ids(db)
    return bill_lists.of_outlets(db, ids, asked.days, BILL_STATES[state], **page)


def members(asked: Wanted, figure: str, **page: Any) -> list[Row[Any]]:
    """A page of the members that a figure was made of, without their names."""
    db = current_session()
    came = reports.came_within(db, asked.days, 30 if figure == "active_30" else 90)
    return records.of_figure(db, figure, asked.days, asked.outlet_ids, came, **page)


def vouchers(asked: Wanted, figure: str, **page: Any) -> list[Row[Any]]:
    """A page of the vouchers that a figure was made of; raises Forbidden for those of no outlet."""
    if figure != "used" and asked.outlet_ids is not None:
        raise Forbidden(Code.USED_VOUCHERS_ONLY)
    return reward_figures.of_figure(current_session(), figure, asked.days, asked.outlet_ids, **page)


def visits(asked: Wanted) -> Report[Visits]:
    """Visits (verified bills), their members, and how many of these came again."""
    return reports.visit_counts(current_session(), asked.days, asked.outlet_ids)


def balances(**page: Any) -> list[activities.Holder]:
    """A page of the members who hold points now, without their names."""
    return activities.holders(current_session(), **page)


Table = tuple[Sequence[str], list[Sequence[object]]]


def table(asked: Wanted, which: str, figure: str, signature: Signature) -> Table:
    """The rows of one of TABLES for a spreadsheet, with titles; it is logged.

    `figure` chooses the bills, members or vouchers. Raises Forbidden where a table is of every outlet, and
    Invalid `csv_too_long` for more than 50,000 rows.
    """
    if which == "balances" and asked.outlet_ids is not None:
        raise Forbidden(Code.BALANCES_OF_NO_OUTLET)
    titles, rows = _MAKERS[which](asked, figure)
    if len(rows) > MAX_ROWS:
        raise Invalid(Code.CSV_TOO_LONG, {"max": MAX_ROWS})
    what = f"{which} {figure}".strip()
    details = f"{what}, {asked.days.first} to {asked.days.last}, {len(rows)} rows"
    only = list(asked.outlet_ids) if asked.outlet_ids is not None else []
    with transaction() as db:  # what is read is read before: a report keeps no writer waiting
        note(db, signature, "figures.export", details, outlet_id=only[0] if len(only) == 1 else None)
    return titles, rows


_ALL = {"limit": MAX_ROWS + 1, "offset": 0, "descending": False}


def _outlet_table(asked: Wanted, _figure: str) -> Table:
    titles = ("id", "outlet", "brand", *(name.removesuffix("_sen") for name in Sums.__dataclass_fields__))
    rows = [
        (place.id, place.name, place.brand, *_cells(each)) if place else ("", "none", "", *_cells(each))
        for place, each in figures(asked).outlets
    ]
    return titles, list(rows)


def _cells(sums: Sums) -> list[object]:
    return [ringgit(value) if name.endswith("_sen") else value for name, value in vars(sums).items()]


def _day_table(asked: Wanted, _figure: str) -> Table:
    titles = ("day", "joined", "bills", "net", "points earned", "points spent", "vouchers used")
    rows: list[Sequence[object]] = [
        (
            each.day,
            each.joined,
            each.bills,
            ringgit(each.bills_amount_sen),
            each.points,
            each.points_spent,
            each.vouchers_used,
        )
        for each in _by_day(current_session(), asked)
    ]
    return titles, rows


def _reward_table(asked: Wanted, _figure: str) -> Table:
    titles = ("id", "reward", "kind", "vouchers", "points", "used", "worth", "cancelled")
    db = current_session()
    if asked.outlet_ids is None:
        found = reward_figures.by_reward(db, asked.days)
    else:
        found = reward_figures.by_reward_used(db, asked.days, asked.outlet_ids)
    rows: list[Sequence[object]] = [
        (
            each.reward_id,
            each.title,
            each.kind,
            each.made,
            each.points,
            each.used,
            ringgit(each.used_value_sen),
            each.cancelled,
        )
        for each in found
    ]
    return titles, rows


def _bill_table(asked: Wanted, figure: str) -> Table:
    titles = ("id", "outlet", "receipt", "business day", "member", "net", "points", "paid")
    rows: list[Sequence[object]] = [
        (
            each.id,
            each.outlet_id,
            each.receipt_number,
            each.business_day,
            each.member_id,
            ringgit(each.amount_sen),
            each.points,
            iso_utc(each.paid_at),
        )
        for each in bills(asked, figure if figure in BILL_STATES else "verified", **_ALL)
    ]
    return titles, rows


def _member_table(asked: Wanted, figure: str) -> Table:
    titles = ("member", "outlet", "joined", "left")
    rows: list[Sequence[object]] = [
        (each.id, each.outlet_id, iso_utc(each.created_at), iso_utc(each.erased_at) if each.erased_at else "")
        for each in members(asked, figure if figure in records.FIGURES else "members", **_ALL)
    ]
    return titles, rows


def _voucher_table(asked: Wanted, figure: str) -> Table:
    titles = ("id", "member", "reward", "name", "points", "worth", "outlet", "receipt", "made", "used")
    rows: list[Sequence[object]] = [
        (
            each.id,
            each.member_id,
            each.reward_id,
            each.name,
            each.cost,
            ringgit(each.value_sen),
            each.outlet_id,
            each.used_receipt,
            iso_utc(each.created_at),
            iso_utc(each.used_at) if each.used_at else "",
        )
        for each in vouchers(asked, figure if figure in reward_figures.FIGURES else "used", **_ALL)
    ]
    return titles, rows


def _balance_table(_asked: Wanted, _figure: str) -> Table:
    rows: list[Sequence[object]] = [
        (each.member_id, each.balance, each.tier_level) for each in balances(**_ALL)
    ]
    return ("member", "points", "tier"), rows


def _visit_table(asked: Wanted, _figure: str) -> Table:
    rows: list[Sequence[object]] = [
        (
            place.id,
            place.name,
            place.brand,
            each.visits,
            ringgit(each.amount_sen),
            each.members,
            each.came_again,
        )
        for place, each in visits(asked).outlets
        if place is not None
    ]
    return ("id", "outlet", "brand", "visits", "net", "members", "came again"), rows


_MAKERS = dict(
    zip(
        TABLES,
        (
            _outlet_table,
            _day_table,
            _reward_table,
            _bill_table,
            _member_table,
            _voucher_table,
            _balance_table,
            _visit_table,
        ),
        strict=True,
    )
)
