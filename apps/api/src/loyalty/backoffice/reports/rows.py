"""The rows that figures are made of, a page at a time."""

from typing import Any

from sqlalchemy import Row

from loyalty.backoffice.reports import sums
from loyalty.backoffice.reports.figures import Wanted
from loyalty.db.session import current_session
from loyalty.errors import Forbidden
from loyalty.features.members import records
from loyalty.features.points import activities, bill_lists
from loyalty.features.points.models import Bill
from loyalty.features.rewards import figures as reward_figures
from loyalty.rules.bills import Status
from loyalty.rules.codes import Code

BILL_STATES = {"verified": Status.VERIFIED, "pending": Status.PENDING, "void": Status.VOID}


def bills(asked: Wanted, state: str, **page: Any) -> list[Bill]:
    """A page of the bills that a figure was made of."""
    db = current_session()
    ids = asked.outlet_ids if asked.outlet_ids is not None else sums.outlet_ids(db)
    return bill_lists.of_outlets(db, ids, asked.days, BILL_STATES[state], **page)


def members(asked: Wanted, figure: str, **page: Any) -> list[Row[Any]]:
    """A page of the members that a figure was made of, without their names."""
    db = current_session()
    came = sums.came_within(db, asked.days, 30 if figure == "active_30" else 90)
    return records.of_figure(db, figure, asked.days, asked.outlet_ids, came, **page)


def vouchers(asked: Wanted, figure: str, **page: Any) -> list[Row[Any]]:
    """A page of the vouchers that a figure was made of; raises Forbidden for those of no outlet."""
    if figure != "used" and asked.outlet_ids is not None:
        raise Forbidden(Code.USED_VOUCHERS_ONLY)
    return reward_figures.of_figure(current_session(), figure, asked.days, asked.outlet_ids, **page)


def balances(**page: Any) -> list[activities.Holder]:
    """A page of the members who hold points now, without their names."""
    return activities.holders(current_session(), **page)
