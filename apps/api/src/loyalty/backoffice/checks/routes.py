"""/staff/log, /staff/breach, /staff/reconcile and what a till did. Who may do what is in rules/staff.py."""

from __future__ import annotations

from typing import Any

from loyalty.backoffice.checks import service
from loyalty.backoffice.checks.schemas import (
    MAX_FILE,
    BreachQuerySchema,
    BreachSchema,
    DifferencesSchema,
    LogChainSchema,
    LogQuery,
    LogSchema,
    SalesSchema,
    TillActivityQuery,
    TillActivitySchema,
    VerifiedSalesSchema,
    VerifySalesSchema,
)
from loyalty.backoffice.office import log
from loyalty.db.session import current_session
from loyalty.http.api import Blueprint
from loyalty.http.requests import larger_bodies
from loyalty.http.staff_auth import by_staff, staff
from loyalty.rules.staff import OPERATIONS, outlets_for

blueprint = Blueprint("checks", __name__, description="The office log, sales against bills, tills.")

# A text in JSON: its line ends and quotes take two signs each.
MAX_BODY = 2 * MAX_FILE


def _outlets(operation: str) -> frozenset[int | None]:
    return outlets_for(OPERATIONS[operation], staff().grants)


@blueprint.route("/staff/log")
@by_staff
@blueprint.arguments(LogQuery, location="query")
@blueprint.response(200, LogSchema)
@blueprint.refuses(403)
def read_log(query: dict[str, Any]) -> dict[str, Any]:
    """List who did what, by default the newest first."""
    return {"entry_list": service.log_entries(**query)}


@blueprint.route("/staff/log/chain")
@by_staff
@blueprint.response(200, LogChainSchema)
@blueprint.refuses(403)
def check_log() -> log.Checked:
    """Read the whole log and say up to which entry it is what was written."""
    return log.check(current_session())


@blueprint.route("/staff/breach", methods=["POST"])
@by_staff
@blueprint.arguments(BreachQuerySchema)
@blueprint.response(200, BreachSchema)
@blueprint.refuses(403, 404)
def breach(body: dict[str, Any]) -> dict[str, Any]:
    """List the members whose data were read or changed in a period, and what the law asks; it is logged."""
    found = service.breach(body["start"], body["end"], body.get("till_id"), staff().operator)
    return {
        **vars(found),
        "source_list": [{"source": source, "count": count} for source, count in found.by_source.items()],
        "notices": [{"name": name, "text": text} for name, text in found.notices.items()],
    }


@blueprint.route("/staff/reconcile", methods=["POST"])
@by_staff
@larger_bodies(MAX_BODY)
@blueprint.arguments(SalesSchema)
@blueprint.response(200, DifferencesSchema)
@blueprint.refuses(403)
def reconcile(body: dict[str, str]) -> service.Differences:
    """Compare a file of sales with the bills of its outlets and days; nothing is written."""
    return service.compare(body["file"], _outlets("POST /staff/reconcile"))


@blueprint.route("/staff/reconcile/verify", methods=["POST"])
@by_staff
@larger_bodies(MAX_BODY)
@blueprint.arguments(VerifySalesSchema)
@blueprint.response(200, VerifiedSalesSchema)
@blueprint.refuses(403)
def verify(body: dict[str, Any]) -> service.Verified:
    """Verify the chosen bills that match a file of sales; may be sent again."""
    outlets = _outlets("POST /staff/reconcile/verify")
    return service.verify(body["file"], body["bill_ids"], outlets, staff().operator)


@blueprint.route("/staff/outlet/<id:outlet_id>/till/<id:till_id>/activity")
@by_staff
@blueprint.arguments(TillActivityQuery, location="query")
@blueprint.response(200, TillActivitySchema)
@blueprint.refuses(403, 404)
def till_activity(query: dict[str, Any], outlet_id: int, till_id: int) -> service.TillActivity:
    """List what a till did on some days: bills, vouchers, and members and vouchers it looked up."""
    return service.till_activity(outlet_id, till_id, query["first"], query.get("last"))
