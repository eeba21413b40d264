"""/staff/bill and /staff/reconcile. Who may do what is in rules/staff.py; the outlet of a bill is checked
here.
"""

from typing import Any

from flask import Response

from loyalty.backoffice.approvals.schemas import PlainBillSchema, ProposalSchema
from loyalty.backoffice.bills import bills, exports
from loyalty.backoffice.bills import sales as service
from loyalty.backoffice.bills.schemas import (
    MAX_BASE64,
    AddedBillSchema,
    BillFileQuery,
    BillIdsSchema,
    CompareSchema,
    ComparisonSchema,
    DifferencesFileSchema,
    MoveSchema,
    NewBillSchema,
    OfficeBillListSchema,
    OfficeBillsQuery,
    OutletDaySchema,
    OutletDaysQuery,
    VerifiedSchema,
)
from loyalty.backoffice.caller import office
from loyalty.backoffice.log.schemas import ReasonSchema
from loyalty.db.session import current_session
from loyalty.http.api import StaffBlueprint
from loyalty.http.files import XLSX, sheet_file
from loyalty.http.json_body import larger_bodies
from loyalty.http.schemas import list_of
from loyalty.rules.staff import MANAGERS, MANAGERS_AND_CASHIERS, MANAGERS_AND_FINANCE

BYTES = {"type": "string", "format": "binary"}
# What a file is sent with.
MAX_BODY = MAX_BASE64 + 16 * 1024

blueprint = StaffBlueprint("bills", __name__, description="Bills of the outlets.")


@blueprint.route("/staff/reconcile", methods=["POST"], permission=MANAGERS_AND_FINANCE)
@larger_bodies(MAX_BODY)
@blueprint.arguments(CompareSchema)
@blueprint.response(200, ComparisonSchema)
def reconcile(body: dict[str, Any]) -> dict[str, Any]:
    """Compare a file of sales with the bills of its outlets and days, which count as reconciled then."""
    return service.compare(office(), **body)


@blueprint.route("/staff/reconcile/file", methods=["POST"], permission=MANAGERS_AND_FINANCE, fresh=True)
@larger_bodies(MAX_BODY)
@blueprint.arguments(DifferencesFileSchema)
@blueprint.response(200, BYTES, content_type=XLSX)
def differences_file(body: dict[str, Any]) -> Response:
    """Return everything that a file of sales and the bills differ in, CSV or XLSX; it is logged."""
    file_format = body.pop("file_format")
    return sheet_file("differences", [service.sheet(office(), **body)], file_format)


@blueprint.route("/staff/reconcile/day", permission=MANAGERS_AND_FINANCE)
@blueprint.arguments(OutletDaysQuery, location="query")
@blueprint.response(200, list_of(OutletDaySchema, "day_list"))
def outlet_days(query: dict[str, Any]) -> dict[str, Any]:
    """List the days with bills, by outlet, and which of them were compared."""
    return {"day_list": service.days(current_session(), office().outlet_ids(), **query)}


@blueprint.route("/staff/bill", permission=MANAGERS_AND_CASHIERS)
@blueprint.arguments(OfficeBillsQuery, location="query")
@blueprint.response(200, OfficeBillListSchema)
@blueprint.alt_responses(404)
def list_bills(query: dict[str, Any]) -> dict[str, Any]:
    """List the bills of one's outlets, odd ones first with why, and what all come to; for a cashier those of
    today alone.
    """
    return bills.listed(office(), **query)


@blueprint.route("/staff/bill/file", permission=MANAGERS, fresh=True)
@blueprint.arguments(BillFileQuery, location="query")
@blueprint.response(200, BYTES, content_type=XLSX)
@blueprint.alt_responses(404)
def bills_file(query: dict[str, Any]) -> Response:
    """Return the bills of a list for a spreadsheet, CSV or XLSX, with its columns; it is logged."""
    file_format, columns = query.pop("file_format"), query.pop("columns")
    return sheet_file("bills", [exports.sheet(office(), columns, **query)], file_format)


@blueprint.route("/staff/bill", methods=["POST"], permission=MANAGERS)
@blueprint.arguments(NewBillSchema)
@blueprint.response(200, AddedBillSchema)
@blueprint.alt_responses(404, 409)
def add_bill(body: dict[str, Any]) -> dict[str, Any]:
    """Record a bill that is in no till, pending; the same receipt again is the first bill."""
    bill, is_new = bills.add(
        office(),
        body["member_id"],
        body["outlet_id"],
        body["reason"],
        receipt=body["receipt_number"],
        amount_sen=body["amount"],
        paid_at=body["paid_at"],
    )
    return {"bill": bill, "is_new": is_new}


@blueprint.route("/staff/bill/verify", methods=["POST"], permission=MANAGERS, fresh=True)
@blueprint.arguments(BillIdsSchema)
@blueprint.response(200, list_of(VerifiedSchema, "result_list"))
def verify_bills(body: dict[str, Any]) -> dict[str, Any]:
    """Verify bills, each by itself; the answer says what became of each."""
    return {"result_list": bills.verify(office(), body["bill_ids"], body.get("reason"))}


@blueprint.route("/staff/bill/<id:bill_id>/void", methods=["POST"], permission=MANAGERS_AND_CASHIERS)
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, PlainBillSchema)
@blueprint.alt_responses(404, 409)
def void_bill(body: dict[str, str], bill_id: int) -> Any:
    """Void a bill; the points of a verified one are reversed. A cashier voids what they recorded today."""
    return bills.void(office(), bill_id, body["reason"])


@blueprint.route("/staff/bill/<id:bill_id>/move", methods=["POST"], permission=MANAGERS, fresh=True)
@blueprint.arguments(MoveSchema)
@blueprint.response(200, ProposalSchema)
@blueprint.alt_responses(404, 409)
def move_bill(body: dict[str, Any], bill_id: int) -> Any:
    """Move a bill to another member, or propose it: its points are reversed and credited there, or
    neither.
    """
    return {"proposal": bills.move(office(), bill_id, body["member_id"], body["reason"])}
