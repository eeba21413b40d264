"""/staff/today, /staff/figures and /staff/liability, also as files. Who may do what is in rules/staff.py."""

from datetime import date
from typing import Any

from flask import Response

from loyalty.backoffice.caller import office
from loyalty.backoffice.reports import figures as service
from loyalty.backoffice.reports import home, liability, rewards, rows, tables, today
from loyalty.backoffice.reports.schemas import (
    FigureBalanceListSchema,
    FigureBillListSchema,
    FigureBillsQuery,
    FigureMemberListSchema,
    FigureMembersQuery,
    FiguresQuery,
    FiguresSchema,
    FigureTableQuery,
    FigureVoucherListSchema,
    FigureVouchersQuery,
    HomeSchema,
    LiabilityEntriesQuery,
    LiabilityFileQuery,
    LiabilityQuery,
    LiabilitySchema,
    PointEntryListSchema,
    RewardFiguresSchema,
    TodaySchema,
    VisitFiguresSchema,
)
from loyalty.features.points.liability import Kind
from loyalty.http.api import Blueprint
from loyalty.http.files import XLSX, sheet_file
from loyalty.http.schemas import ListQuery
from loyalty.http.staff_auth import staff, staff_required
from loyalty.rules.staff import OPERATIONS, outlets_for

BYTES = {"type": "string", "format": "binary"}
EXPORTED = "an export in the staff app"

blueprint = Blueprint("reports", __name__, description="What waits today, and the figures of the programme.")


def _wanted(query: dict[str, Any]) -> service.Wanted:
    """Which figures, with the names that say it taken out of the query."""
    allowed = outlets_for(OPERATIONS["GET /staff/figures"], staff().grants)
    return service.wanted(
        allowed, query.pop("first", None), query.pop("last", None), query.pop("outlet_id", None)
    )


@blueprint.route("/staff/figures")
@staff_required
@blueprint.arguments(FiguresQuery, location="query")
@blueprint.response(200, FiguresSchema)
@blueprint.alt_responses(403, 404)
def figures(query: dict[str, Any]) -> dict[str, Any]:
    """Return members, bills, points and vouchers of some days by outlet, day and tier, and what is owed."""
    found = service.figures(_wanted(query))
    return {
        **vars(found),
        "days_before": found.days.before(),
        "is_every_outlet": found.outlet_ids is None,
    }


@blueprint.route("/staff/figures/reward")
@staff_required
@blueprint.arguments(FiguresQuery, location="query")
@blueprint.response(200, RewardFiguresSchema)
@blueprint.alt_responses(403, 404)
def reward_figures(query: dict[str, Any]) -> dict[str, Any]:
    """Return vouchers claimed, used, expired and cancelled on some days, by reward and by day."""
    found = rewards.report(_wanted(query))
    asked = found.asked
    return {
        **vars(found),
        "days_before": asked.days.before(),
        "is_every_outlet": asked.outlet_ids is None,
    }


@blueprint.route("/staff/figures/visit")
@staff_required
@blueprint.arguments(FiguresQuery, location="query")
@blueprint.response(200, VisitFiguresSchema)
@blueprint.alt_responses(403, 404)
def visits(query: dict[str, Any]) -> dict[str, Any]:
    """Return visits, their members and how many of these came again, of some days, by outlet."""
    found = service.visits(_wanted(query))
    outlets = [
        {"outlet_id": place.id, "outlet_name": place.name, "visits": each} for place, each in found.outlets
    ]
    return {"total": found.total, "before": found.before, "outlet_list": outlets}


@blueprint.route("/staff/figures/bill")
@staff_required
@blueprint.arguments(FigureBillsQuery, location="query")
@blueprint.response(200, FigureBillListSchema)
@blueprint.alt_responses(403, 404)
def figure_bills(query: dict[str, Any]) -> dict[str, Any]:
    """List the bills that a figure was made of, by default the newest first."""
    asked, state = _wanted(query), query.pop("figure")
    return {"bill_list": rows.bills(asked, state, **query)}


@blueprint.route("/staff/figures/member")
@staff_required
@blueprint.arguments(FigureMembersQuery, location="query")
@blueprint.response(200, FigureMemberListSchema)
@blueprint.alt_responses(403, 404)
def figure_members(query: dict[str, Any]) -> dict[str, Any]:
    """List the members that a figure was made of, by their ids, by default the newest first."""
    asked, figure = _wanted(query), query.pop("figure")
    return {"member_list": rows.members(asked, figure, **query)}


@blueprint.route("/staff/figures/voucher")
@staff_required
@blueprint.arguments(FigureVouchersQuery, location="query")
@blueprint.response(200, FigureVoucherListSchema)
@blueprint.alt_responses(403, 404)
def figure_vouchers(query: dict[str, Any]) -> dict[str, Any]:
    """List the vouchers that a figure was made of, by default the newest first."""
    asked, figure = _wanted(query), query.pop("figure")
    return {"voucher_list": rows.vouchers(asked, figure, **query)}


@blueprint.route("/staff/figures/balance")
@staff_required
@blueprint.arguments(ListQuery, location="query")
@blueprint.response(200, FigureBalanceListSchema)
@blueprint.alt_responses(403)
def balances(page: dict[str, Any]) -> dict[str, Any]:
    """List the members who hold points now, by their ids: what the outstanding points are made of."""
    return {"balance_list": rows.balances(**page)}


@blueprint.route("/staff/figures/file")
@staff_required
@blueprint.arguments(FigureTableQuery, location="query")
@blueprint.response(200, BYTES, content_type=XLSX)
@blueprint.alt_responses(403, 404)
def table(query: dict[str, Any]) -> Response:
    """Return figures, or the rows they were made of, for a spreadsheet, CSV or XLSX; it is logged."""
    asked = _wanted(query)
    sheet = tables.table(asked, query["table"], query["figure"], office().signed(EXPORTED))
    return sheet_file(f"{sheet.name}-{asked.days.first}-{asked.days.last}", [sheet], query["file_format"])


@blueprint.route("/staff/liability")
@staff_required
@blueprint.arguments(LiabilityQuery, location="query")
@blueprint.response(200, LiabilitySchema)
@blueprint.alt_responses(403)
def liability_report(query: dict[str, date]) -> liability.LiabilityReport:
    """Return what was owed for points at the end of a day, rolled forward from another, by outlet."""
    return liability.report(liability.asked(**query))


@blueprint.route("/staff/liability/entry")
@staff_required
@blueprint.arguments(LiabilityEntriesQuery, location="query")
@blueprint.response(200, PointEntryListSchema)
@blueprint.alt_responses(403)
def liability_entries(query: dict[str, Any]) -> dict[str, Any]:
    """List the entries of the ledger that one movement is the sum of, with their bills."""
    days = liability.asked(query.pop("first"), query.pop("last"))
    kind, outlet_id = Kind(query.pop("kind")), query.pop("outlet_id", None)
    return {"entry_list": liability.entries(days, kind, outlet_id, **query)}


@blueprint.route("/staff/liability/file")
@staff_required
@blueprint.arguments(LiabilityFileQuery, location="query")
@blueprint.response(200, BYTES, content_type=XLSX)
@blueprint.alt_responses(403)
def liability_file(query: dict[str, Any]) -> Response:
    """Return the liability for a spreadsheet, CSV or XLSX; it is logged."""
    file_format = query.pop("file_format")
    sheets = liability.sheets(liability.asked(**query), office().signed(EXPORTED))
    return sheet_file(f"liability-{query['last']}", sheets, file_format)


@blueprint.route("/staff/home")
@staff_required
@blueprint.response(200, HomeSchema)
@blueprint.alt_responses(403)
def how_today_goes() -> home.Home:
    """Return how today goes beside the same weekday a week before, and the last four weeks by day."""
    return home.home(office())


@blueprint.route("/staff/today")
@staff_required
@blueprint.response(200, TodaySchema)
@blueprint.alt_responses(403)
def what_waits() -> today.Today:
    """Return what waits at one's outlets: bills, stuck vouchers, quiet tills, approvals, enquiries."""
    return today.today(office())
