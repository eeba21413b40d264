"""Figures, and the rows they were made of, for a spreadsheet."""

from collections.abc import Callable, Sequence
from datetime import datetime

from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.reports import figures, rewards, rows
from loyalty.backoffice.reports.figures import Wanted
from loyalty.backoffice.reports.sums import Sums
from loyalty.db.session import current_session, transaction
from loyalty.errors import Forbidden, Invalid
from loyalty.features.members import records
from loyalty.features.rewards import figures as reward_figures
from loyalty.rules.calendar import iso_utc
from loyalty.rules.codes import Code
from loyalty.rules.spreadsheets import Sheet, ringgit_cell

# A spreadsheet takes more; a request that makes more takes too long.
MAX_ROWS = 50_000
_ALL = {"limit": MAX_ROWS + 1, "offset": 0, "descending": False}

Rows = list[Sequence[object]]
Table = tuple[Sequence[str], Rows]


def table(asked: Wanted, which: str, figure: str, signature: Signature) -> Sheet:
    """One of TABLES; it is logged.

    `figure` chooses the bills, members or vouchers. Raises Forbidden where a table is of every outlet, and
    Invalid `csv_too_long` for more than 50,000 rows.
    """
    if which == "balances" and asked.outlet_ids is not None:
        raise Forbidden(Code.BALANCES_OF_NO_OUTLET)
    titles, found = TABLES[which](asked, figure)
    if len(found) > MAX_ROWS:
        raise Invalid(Code.CSV_TOO_LONG, {"max": MAX_ROWS})
    what = f"{which} {figure}".strip()
    details = f"{what}, {asked.days.first} to {asked.days.last}, {len(found)} rows"
    only = list(asked.outlet_ids) if asked.outlet_ids is not None else []
    with transaction() as db:  # what is read is read before: a report keeps no writer waiting
        note(db, signature, "figures.export", details, outlet_id=only[0] if len(only) == 1 else None)
    return Sheet(which, titles, found)


def _instant(at: datetime | None) -> str:
    return iso_utc(at) if at else ""


def _outlets(asked: Wanted, _figure: str) -> Table:
    names = [name.removesuffix("_sen") for name in Sums.__dataclass_fields__]
    titles = ("id", "outlet", "brand", *names, *(f"{name} before" for name in names))
    found: Rows = [
        (
            each.place.id if each.place else "",
            each.place.name if each.place else "none",
            each.place.brand if each.place else "",
            *_cells(each.sums),
            *_cells(each.before),
        )
        for each in figures.of_outlets(current_session(), asked)
    ]
    return titles, found


def _cells(sums: Sums) -> list[object]:
    return [ringgit_cell(value) if name.endswith("_sen") else value for name, value in vars(sums).items()]


def _days(asked: Wanted, _figure: str) -> Table:
    titles = ("day", "joined", "bills", "net", "points earned", "points spent", "vouchers used")
    found: Rows = [
        (
            each.day.isoformat(),
            each.joined,
            each.bills,
            ringgit_cell(each.bills_amount_sen),
            each.points,
            each.points_spent,
            each.vouchers_used,
        )
        for each in figures.days_of(current_session(), asked.days, asked.outlet_ids)
    ]
    return titles, found


def _tiers(asked: Wanted, _figure: str) -> Table:
    found: Rows = [
        (each.level, each.name, each.members, each.points)
        for each in records.by_tier(current_session(), asked.outlet_ids)
    ]
    return ("level", "tier", "members", "points"), found


def _rewards(asked: Wanted, _figure: str) -> Table:
    titles = ("id", "reward", "kind", "claimed", "points", "used", "value", "expired", "cancelled")
    found: Rows = [
        (
            each.reward_id,
            each.title,
            each.kind,
            each.made,
            each.points,
            each.used,
            ringgit_cell(each.used_value_sen),
            each.expired,
            each.cancelled,
        )
        for each in rewards.report(asked).rewards
    ]
    return titles, found


def _reward_days(asked: Wanted, _figure: str) -> Table:
    found: Rows = [
        (
            each.day.isoformat(),
            each.made,
            each.points,
            each.used,
            ringgit_cell(each.used_value_sen),
            each.expired,
        )
        for each in rewards.report(asked).by_day
    ]
    return ("day", "claimed", "points", "used", "value", "expired"), found


def _bills(asked: Wanted, figure: str) -> Table:
    titles = ("id", "outlet", "receipt", "business day", "member", "net", "points", "paid")
    found: Rows = [
        (
            each.id,
            each.outlet_id,
            each.receipt_number,
            each.business_day.isoformat(),
            each.member_id,
            ringgit_cell(each.amount_sen),
            each.points,
            iso_utc(each.paid_at),
        )
        for each in rows.bills(asked, figure if figure in rows.BILL_STATES else "verified", **_ALL)
    ]
    return titles, found


def _members(asked: Wanted, figure: str) -> Table:
    found: Rows = [
        (each.id, each.outlet_id, iso_utc(each.created_at), _instant(each.erased_at))
        for each in rows.members(asked, figure if figure in records.FIGURES else "members", **_ALL)
    ]
    return ("member", "outlet", "joined", "left"), found


def _vouchers(asked: Wanted, figure: str) -> Table:
    titles = ("id", "member", "reward", "name", "points", "worth", "outlet", "receipt", "made", "used")
    found: Rows = [
        (
            each.id,
            each.member_id,
            each.reward_id,
            each.name,
            each.cost,
            ringgit_cell(each.value_sen),
            each.outlet_id,
            each.used_receipt,
            iso_utc(each.created_at),
            _instant(each.used_at),
        )
        for each in rows.vouchers(asked, figure if figure in reward_figures.FIGURES else "used", **_ALL)
    ]
    return titles, found


def _balances(_asked: Wanted, _figure: str) -> Table:
    found: Rows = [(each.member_id, each.balance, each.tier_level) for each in rows.balances(**_ALL)]
    return ("member", "points", "tier"), found


def _visits(asked: Wanted, _figure: str) -> Table:
    found: Rows = [
        (
            place.id,
            place.name,
            place.brand,
            each.visits,
            ringgit_cell(each.amount_sen),
            each.members,
            each.came_again,
        )
        for place, each in figures.visits(asked).outlets
    ]
    return ("id", "outlet", "brand", "visits", "net", "members", "came again"), found


TABLES: dict[str, Callable[[Wanted, str], Table]] = {
    "outlets": _outlets,
    "days": _days,
    "tiers": _tiers,
    "rewards": _rewards,
    "reward-days": _reward_days,
    "bills": _bills,
    "members": _members,
    "vouchers": _vouchers,
    "balances": _balances,
    "visits": _visits,
}
