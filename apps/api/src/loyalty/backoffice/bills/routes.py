"""/staff/bill and /staff/reconcile. Who may do what is in rules/staff.py; the outlet of a bill is checked
here.
"""

from __future__ import annotations

from typing import Any

from loyalty.backoffice.approvals.schemas import PlainBillSchema
from loyalty.backoffice.bills import bills
from loyalty.backoffice.bills import sales as service
from loyalty.backoffice.bills.moves import Moved
from loyalty.backoffice.bills.schemas import (
    MAX_FILE,
    AddedBillSchema,
    BillIdsSchema,
    DifferencesSchema,
    MovedSchema,
    MoveSchema,
    NewBillSchema,
    OfficeBillListSchema,
    OfficeBillsQuery,
    SalesSchema,
    VerifiedListSchema,
)
from loyalty.backoffice.caller import office
from loyalty.backoffice.log.schemas import ReasonSchema
from loyalty.http.api import Blueprint
from loyalty.http.requests import larger_bodies
from loyalty.http.staff_auth import by_staff

# A text in JSON: its line ends and quotes take two characters each.
MAX_BODY = 2 * MAX_FILE

blueprint = Blueprint("bills", __name__, description="Bills of the outlets.")


@blueprint.route("/staff/reconcile", methods=["POST"])
@by_staff
@larger_bodies(MAX_BODY)
@blueprint.arguments(SalesSchema)
@blueprint.response(200, DifferencesSchema)
@blueprint.refuses(403)
def reconcile(body: dict[str, str]) -> service.Differences:
    """Compare a file of sales with the bills of its outlets and days; nothing is written."""
    return service.compare(body["file"], office().outlets)


@blueprint.route("/staff/bill")
@by_staff
@blueprint.arguments(OfficeBillsQuery, location="query")
@blueprint.response(200, OfficeBillListSchema)
@blueprint.refuses(403)
def list_bills(query: dict[str, Any]) -> dict[str, Any]:
    """List the bills of one's outlets, odd ones first with why; of a cashier those of today."""
    receipt, day = query.pop("receipt_number", None), query.pop("business_day", None)
    return {"bill_list": bills.listed(office(), receipt=receipt, day=day, **query)}


@blueprint.route("/staff/bill", methods=["POST"])
@by_staff
@blueprint.arguments(NewBillSchema)
@blueprint.response(200, AddedBillSchema)
@blueprint.refuses(403, 404, 409)
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


@blueprint.route("/staff/bill/verify", methods=["POST"])
@by_staff
@blueprint.arguments(BillIdsSchema)
@blueprint.response(200, VerifiedListSchema)
@blueprint.refuses(403)
def verify_bills(body: dict[str, Any]) -> dict[str, Any]:
    """Verify bills, each by itself; the answer says what became of each."""
    return {"result_list": bills.verify(office(), body["bill_ids"], body.get("reason"))}


@blueprint.route("/staff/bill/<id:bill_id>/void", methods=["POST"])
@by_staff
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, PlainBillSchema)
@blueprint.refuses(403, 404, 409)
def void_bill(body: dict[str, str], bill_id: int) -> Any:
    """Void a bill; the points of a verified one are reversed. A cashier voids what they recorded today."""
    return bills.void(office(), bill_id, body["reason"])


@blueprint.route("/staff/bill/<id:bill_id>/move", methods=["POST"])
@by_staff
@blueprint.arguments(MoveSchema)
@blueprint.response(200, MovedSchema)
@blueprint.refuses(403, 404, 409)
def move_bill(body: dict[str, Any], bill_id: int) -> Moved:
    """Move a bill to another member, or propose it: its points are reversed and credited there, or
    neither.
    """
    return bills.move(office(), bill_id, body["member_id"], body["reason"])
