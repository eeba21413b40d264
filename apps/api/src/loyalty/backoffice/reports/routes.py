"""/staff/today, /staff/figures and /staff/liability, also as files. Who may do what is in rules/staff.py."""

from datetime import date
from typing import Any

from flask import Response

from loyalty.backoffice.caller import office
from loyalty.backoffice.exports import EXPORTED
from loyalty.backoffice.reports import figures, home, liability, rewards, rows, tables, today
from loyalty.backoffice.reports.schemas import (
    FigureFileQuery,
    FigureRowSchema,
    FigureRowsQuery,
    FiguresQuery,
    FiguresSchema,
    HomeQuery,
    HomeSchema,
    LiabilityEntriesQuery,
    LiabilityQuery,
    LiabilitySchema,
    PointEntrySchema,
    RewardFiguresSchema,
    TodaySchema,
)
from loyalty.db.session import current_session
from loyalty.errors import Forbidden
from loyalty.features.points import liability as points
from loyalty.features.points.liability import Kind
from loyalty.http.api import StaffBlueprint
from loyalty.http.files import XLSX, sheet_file
from loyalty.http.schemas import list_of
from loyalty.http.staff_auth import staff
from loyalty.rules.codes import Code
from loyalty.rules.staff import HEAD_OFFICE_AND_FINANCE, MANAGERS_AND_FINANCE, outlets_for

BYTES = {"type": "string", "format": "binary"}

blueprint = StaffBlueprint("reports", __name__, description="What waits today, and the figures.")


def _refuse_unowed(table: str) -> None:
    """Raise Forbidden for what is owed to members, unless somebody may read it."""
    is_of_owed = table in ("balances", tables.LIABILITY)
    if is_of_owed and not outlets_for(HEAD_OFFICE_AND_FINANCE, staff().grants):
        raise Forbidden(Code.BALANCES_OF_NO_OUTLET)


@blueprint.route("/staff/figures", permission=MANAGERS_AND_FINANCE)
@blueprint.arguments(FiguresQuery, location="query")
@blueprint.response(200, FiguresSchema)
@blueprint.alt_responses(404)
def read_figures(query: dict[str, Any]) -> dict[str, Any]:
    """Return members, bills, points, vouchers and visits of some days by outlet, day and tier, and what is
    owed.
    """
    return figures.figures(figures.wanted(office(), **query))


@blueprint.route("/staff/figures/reward", permission=MANAGERS_AND_FINANCE)
@blueprint.arguments(FiguresQuery, location="query")
@blueprint.response(200, RewardFiguresSchema)
@blueprint.alt_responses(404)
def read_rewards(query: dict[str, Any]) -> dict[str, Any]:
    """Return vouchers claimed, used, expired and cancelled on some days, by reward and by day."""
    return rewards.report(figures.wanted(office(), **query))


@blueprint.route("/staff/figures/row", permission=MANAGERS_AND_FINANCE)
@blueprint.arguments(FigureRowsQuery, location="query")
@blueprint.response(200, list_of(FigureRowSchema, "row_list"))
@blueprint.alt_responses(404)
def list_rows(query: dict[str, Any]) -> dict[str, Any]:
    """List the bills, members, vouchers or balances behind a figure, by default the newest first."""
    which = {name: query.pop(name) for name in ("table", "figure", "limit", "offset", "descending")}
    _refuse_unowed(which["table"])
    return {"row_list": rows.listed(figures.wanted(office(), **query), **which)}


@blueprint.route("/staff/figures/file", permission=MANAGERS_AND_FINANCE, fresh=True)
@blueprint.arguments(FigureFileQuery, location="query")
@blueprint.response(200, BYTES, content_type=XLSX)
@blueprint.alt_responses(404)
def figures_file(query: dict[str, Any]) -> Response:
    """Return figures, the rows they were made of, or the liability, for a spreadsheet, CSV or XLSX; it is
    logged.
    """
    table, figure, file_format = (query.pop(name) for name in ("table", "figure", "file_format"))
    _refuse_unowed(table)
    asked = figures.wanted(office(), **query)
    sheets = tables.sheets(asked, table, figure, office().signed(EXPORTED))
    return sheet_file(f"{table}-{asked.days.first}-{asked.days.last}", sheets, file_format)


@blueprint.route("/staff/liability", permission=HEAD_OFFICE_AND_FINANCE)
@blueprint.arguments(LiabilityQuery, location="query")
@blueprint.response(200, LiabilitySchema)
def liability_report(query: dict[str, date]) -> dict[str, Any]:
    """Return what was owed for points at the end of a day, rolled forward from another, by outlet."""
    return liability.report(liability.past(figures.some_days(**query)))


@blueprint.route("/staff/liability/entry", permission=HEAD_OFFICE_AND_FINANCE)
@blueprint.arguments(LiabilityEntriesQuery, location="query")
@blueprint.response(200, list_of(PointEntrySchema, "entry_list"))
def liability_entries(query: dict[str, Any]) -> dict[str, Any]:
    """List the entries of the ledger that one movement is the sum of, with their bills."""
    days = liability.past(figures.some_days(query.pop("first"), query.pop("last")))
    kind, outlet_id = Kind(query.pop("kind")), query.pop("outlet_id", None)
    return {"entry_list": points.entries(current_session(), days, kind, outlet_id, **query)}


@blueprint.route("/staff/home", permission=MANAGERS_AND_FINANCE)
@blueprint.arguments(HomeQuery, location="query")
@blueprint.response(200, HomeSchema)
@blueprint.alt_responses(404)
def how_a_day_goes(query: dict[str, Any]) -> dict[str, Any]:
    """Return how a day goes beside the same weekday a week before, the outlets compared, four weeks by day,
    and what starts and ends in the next 30 days.
    """
    return home.home(office(), **query)


@blueprint.route("/staff/today", permission=MANAGERS_AND_FINANCE)
@blueprint.response(200, TodaySchema)
def what_waits() -> dict[str, Any]:
    """Return what waits at one's outlets: bills, stuck vouchers, quiet tills, approvals, enquiries."""
    return today.today(office())
