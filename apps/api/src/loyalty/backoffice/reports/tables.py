"""Figures, and the rows they were made of, for a spreadsheet."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from loyalty.backoffice.exports import MAX_ROWS, refuse_too_long
from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.reports import figures, liability, rewards, rows, sums
from loyalty.backoffice.reports.figures import Wanted
from loyalty.db.session import current_session, transaction
from loyalty.features.members import records
from loyalty.rules.calendar import iso_utc
from loyalty.rules.spreadsheets import Sheet, ringgit_cell

LIABILITY = "liability"

_OUTLET = ("place.id", "place.name", "place.brand")
_SUMS = [name.removesuffix("_sen") for name in sums.NAMES]

# The titles of each table, and what is read of each record for them: a name, or two with a dot between them.
COLUMNS: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "outlets": (
        ("id", "outlet", "brand", *_SUMS, *(f"{name} before" for name in _SUMS)),
        (*_OUTLET, *(f"{of}.{name}" for of in ("sums", "before") for name in sums.NAMES)),
    ),
    "days": (
        ("day", "joined", "bills", "net", "points earned", "points spent", "vouchers used"),
        ("day", "joined", "bills", "bills_amount_sen", "points", "points_spent", "vouchers_used"),
    ),
    "tiers": (("level", "tier", "members", "points"), ("level", "name", "members", "points")),
    "rewards": (
        ("id", "reward", "kind", "claimed", "points", "used", "value", "expired", "cancelled"),
        ("reward_id", "title", "kind", "made", "points", "used", "used_value_sen", "expired", "cancelled"),
    ),
    "reward-days": (
        ("day", "claimed", "points", "used", "value", "expired"),
        ("day", "made", "points", "used", "used_value_sen", "expired"),
    ),
    "visits": (
        ("id", "outlet", "brand", "visits", "net", "members", "came again"),
        (*_OUTLET, "visits.visits", "visits.amount_sen", "visits.members", "visits.came_again"),
    ),
    "bills": (
        ("id", "outlet", "receipt", "business day", "member", "net", "points", "paid"),
        ("id", "outlet_id", "receipt_number", "business_day", "member_id", "amount_sen", "points", "paid_at"),
    ),
    "members": (("member", "outlet", "joined", "left"), ("id", "outlet_id", "created_at", "erased_at")),
    "vouchers": (
        ("id", "member", "reward", "name", "points", "worth", "outlet", "receipt", "made", "used"),
        (
            *("id", "member_id", "reward_id", "name", "cost", "value_sen"),
            *("outlet_id", "used_receipt", "created_at", "used_at"),
        ),
    ),
    "balances": (("member", "points", "tier"), ("member_id", "balance", "tier_level")),
}
_FIGURES: dict[str, Callable[[Wanted], Iterable[Any]]] = {
    "outlets": lambda asked: [
        {**each, "place": each["place"] or {"name": "none"}}
        for each in figures.of_outlets(current_session(), asked)
    ],
    "days": lambda asked: figures.days_of(current_session(), asked.days, asked.outlet_ids),
    "tiers": lambda asked: records.by_tier(current_session(), asked.outlet_ids),
    "rewards": lambda asked: rewards.report(asked)["rewards"],
    "reward-days": lambda asked: rewards.report(asked)["by_day"],
    "visits": lambda asked: figures.visits(asked)["outlets"],
}


def sheets(asked: Wanted, table: str, figure: str, signature: Signature) -> list[Sheet]:
    """A table of COLUMNS, or the liability, which has two; it is logged.

    `figure` chooses the bills, members or vouchers. Raises Forbidden where a table is of every outlet, and
    Invalid `csv_too_long` for more than 50,000 rows.
    """
    what, count, days = f"{table} {figure}".strip(), "", f"{asked.days.first} to {asked.days.last}"
    if table == LIABILITY:
        found = liability.sheets(liability.report(liability.past(asked.days)))
    else:
        found = [_sheet(asked, table, figure)]
        count = f", {len(found[0].rows)} rows"
    only = list(asked.outlet_ids) if asked.outlet_ids is not None else []
    with transaction() as db:  # what is read is read before: a report keeps no writer waiting
        outlet_id = only[0] if len(only) == 1 else None
        note(db, signature, "figures.export", f"{what}, {days}{count}", outlet_id=outlet_id)
    return found


def _sheet(asked: Wanted, table: str, figure: str) -> Sheet:
    titles, names = COLUMNS[table]
    if table in _FIGURES:
        found = _FIGURES[table](asked)
    else:
        page = {"limit": MAX_ROWS + 1, "offset": 0, "descending": False}
        found = rows.rows(asked, table, rows.figure_of(table, figure), **page)
    cells = [[_cell(each, name) for name in names] for each in found]
    refuse_too_long(cells)
    return Sheet(table, titles, cells)


def _cell(record: Any, name: str) -> object:
    """A value by its name; money in ringgit, days and moments as texts."""
    value = record
    for each in name.split("."):
        value = value.get(each) if isinstance(value, Mapping) else getattr(value, each, None)
    if isinstance(value, datetime):
        return iso_utc(value)
    if isinstance(value, date):
        return value.isoformat()
    return ringgit_cell(value) if name.endswith("_sen") else value
