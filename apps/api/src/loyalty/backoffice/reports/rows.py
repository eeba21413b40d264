"""The rows that figures are made of, a page at a time."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from loyalty.backoffice.reports import sums
from loyalty.backoffice.reports.figures import Wanted
from loyalty.db.session import current_session
from loyalty.errors import Forbidden
from loyalty.features.members import records
from loyalty.features.points import activities, bill_lists
from loyalty.features.rewards import figures as reward_figures
from loyalty.rules.bills import Status
from loyalty.rules.calendar import iso_utc
from loyalty.rules.codes import Code

BILL_STATES = {"verified": Status.VERIFIED, "pending": Status.PENDING, "void": Status.VOID}
# The figures of each kind of rows, the first by default. Balances are of every outlet and of now.
FIGURES: dict[str, Sequence[str]] = {
    "bills": tuple(BILL_STATES),
    "members": records.FIGURES,
    "vouchers": reward_figures.FIGURES,
    "balances": ("",),
}
# The moment that made a member or a voucher count, where it is not that of joining or of the claim.
_MOMENTS = {"left": "erased_at", "used": "used_at", "cancelled": "cancelled_at"}


class FigureRow(NamedTuple):
    """A bill, member, voucher or balance behind a figure (`FigureRowSchema`)."""

    id: int
    member_id: int
    at: str | None = None
    name: str | None = None
    points: int | None = None
    amount_sen: int | None = None


def figure_of(table: str, figure: str) -> str:
    """The figure of a table that is meant: the first for one that is none of it."""
    return figure if figure in FIGURES[table] else FIGURES[table][0]


def rows(asked: Wanted, table: str, figure: str, **page: Any) -> Sequence[Any]:
    """A page of the bills, members (without their names), vouchers or balances that a figure was made of;
    raises Forbidden for what is of no outlet.
    """
    db, days, outlet_ids = current_session(), asked.days, asked.outlet_ids
    if table == "balances":
        if outlet_ids is not None:
            raise Forbidden(Code.BALANCES_OF_NO_OUTLET)
        return activities.holders(db, **page)
    if table == "bills":
        ids = outlet_ids if outlet_ids is not None else sums.outlet_ids(db)
        return bill_lists.of_outlets(db, ids, days, BILL_STATES[figure], **page)
    if table == "members":
        came = sums.came_within(db, days, 30 if figure == "active_30" else 90)
        return records.of_figure(db, figure, days, outlet_ids, came, **page)
    if figure != "used" and outlet_ids is not None:
        raise Forbidden(Code.USED_VOUCHERS_ONLY)
    return reward_figures.of_figure(db, figure, days, outlet_ids, **page)


def listed(asked: Wanted, table: str, figure: str, **page: Any) -> list[FigureRow]:
    """Such a page as the office shows it; raises as `rows` does."""
    figure = figure_of(table, figure)
    found, moment = rows(asked, table, figure, **page), _MOMENTS.get(figure, "created_at")
    if table == "bills":
        return [
            FigureRow(
                *(each.id, each.member_id, each.business_day.isoformat()),
                *(each.receipt_number, each.points, each.amount_sen),
            )
            for each in found
        ]
    if table == "members":
        return [FigureRow(each.id, each.id, iso_utc(getattr(each, moment))) for each in found]
    if table == "balances":
        return [FigureRow(each.member_id, each.member_id, points=each.balance) for each in found]
    return [
        FigureRow(
            *(each.id, each.member_id, iso_utc(getattr(each, moment))),
            *(each.name, each.cost, each.value_sen),
        )
        for each in found
    ]
