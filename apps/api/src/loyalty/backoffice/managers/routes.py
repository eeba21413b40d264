"""/staff/today, /staff/member, /staff/bill, /staff/voucher, /staff/approval: the office of the staff app.

Who may do what is in rules/staff.py; the outlet of a bill, a voucher or a proposal is checked here.
"""

from __future__ import annotations

from typing import Any

from flask import Response, request

from loyalty.backoffice.managers import approvals, bills, members, today, vouchers
from loyalty.backoffice.managers.desk import Desk
from loyalty.backoffice.managers.schemas import (
    AddedBillSchema,
    AdjustedSchema,
    AdjustmentSchema,
    ApprovalListSchema,
    ApprovalsQuery,
    BillIdsSchema,
    CorrectedSchema,
    CorrectionSchema,
    DecisionSchema,
    FindMemberSchema,
    MemberViewSchema,
    MovedSchema,
    MovementListSchema,
    MoveSchema,
    NewBillSchema,
    OfficeBillListSchema,
    OfficeBillsQuery,
    OfficeUseSchema,
    OfficeVoucherListSchema,
    OfficeVoucherSchema,
    OfficeVouchersQuery,
    PlainBillSchema,
    RestorationSchema,
    SignedOutSchema,
    TodayQuery,
    TodaySchema,
    UnlockedSchema,
    UnlockSchema,
    VerifiedListSchema,
    VoucherCodeSchema,
)
from loyalty.backoffice.office.proposals import Moved
from loyalty.backoffice.personal.data import Export
from loyalty.backoffice.personal.schemas import ExportSchema
from loyalty.backoffice.staff.decisions import DONE, REFUSED, WITHDRAWN
from loyalty.backoffice.staff.schemas import ReasonSchema
from loyalty.http.api import Blueprint
from loyalty.http.requests import KeyHeaders, answered, key_of
from loyalty.http.schemas import ListQuery
from loyalty.http.staff_auth import by_staff, operation_name, staff
from loyalty.rules.staff import account_of

blueprint = Blueprint("managers", __name__, description="The office of the staff app.")


def _desk() -> Desk:
    rule = request.url_rule
    return Desk(staff(), operation_name(rule) if rule else "")


@blueprint.route("/staff/today")
@by_staff
@blueprint.arguments(TodayQuery, location="query")
@blueprint.response(200, TodaySchema)
@blueprint.refuses(403)
def what_waits(query: dict[str, int]) -> today.Today:
    """Say what waits at one's outlets: bills, stuck vouchers, quiet tills, approvals, enquiries."""
    return today.today(_desk(), query.get("outlet_id"))


@blueprint.route("/staff/member/find", methods=["POST"])
@by_staff
@blueprint.arguments(FindMemberSchema)
@blueprint.response(200, MemberViewSchema)
@blueprint.refuses(403, 404, 409, 429)
def find_member(body: dict[str, Any]) -> members.MemberView:
    """Show one member; the look-up is logged with its reason, and in the member's export."""
    receipt = body.pop("receipt_number", None)
    return members.find(_desk(), receipt=receipt, **body)


@blueprint.route("/staff/member/<id:member_id>/history")
@by_staff
@blueprint.arguments(ListQuery, location="query")
@blueprint.response(200, MovementListSchema)
@blueprint.refuses(403, 409)
def history(query: dict[str, Any], member_id: int) -> dict[str, Any]:
    """List a member's ledger entries with their sources, within half an hour of looking them up."""
    return {"movement_list": members.history(_desk(), member_id, **query)}


@blueprint.route("/staff/member/<id:member_id>/correct", methods=["POST"])
@by_staff
@blueprint.arguments(CorrectionSchema)
@blueprint.response(200, CorrectedSchema)
@blueprint.refuses(403, 404, 409)
def correct(body: dict[str, Any], member_id: int) -> members.Corrected:
    """Correct a member's record, or propose it; a new number signs them out everywhere."""
    reason = body.pop("reason")
    return members.correct(_desk(), member_id, body, reason)


@blueprint.route("/staff/member/<id:member_id>/adjust", methods=["POST"])
@by_staff
@blueprint.arguments(KeyHeaders, location="headers")
@blueprint.arguments(AdjustmentSchema)
@blueprint.response(200, AdjustedSchema)
@blueprint.refuses(403, 404, 409)
def adjust(headers: dict[str, Any], body: dict[str, Any], member_id: int) -> Response:
    """Adjust a member's points; above the limit of a day, and by a manager, it is proposed."""
    return answered(
        members.adjust(
            _desk(),
            member_id,
            body["points"],
            body["reason"],
            counts_for_tier=body["counts_for_tier"],
            key=key_of(headers, account_of(staff().staff_id)),
            serialize=lambda asked: (200, AdjustedSchema().dump(asked)),
        )
    )


@blueprint.route("/staff/member/<id:member_id>/sign-out", methods=["POST"])
@by_staff
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, SignedOutSchema)
@blueprint.refuses(403, 404, 409, 429)
def sign_out(body: dict[str, str], member_id: int) -> dict[str, int]:
    """Sign a member out everywhere and delete their passkeys, as for a lost telephone."""
    ended, deleted = members.sign_out(_desk(), member_id, body["reason"])
    return {"session_count": ended, "passkey_count": deleted}


@blueprint.route("/staff/member/<id:member_id>/export", methods=["POST"])
@by_staff
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, ExportSchema)
@blueprint.refuses(403, 404)
def export(body: dict[str, str], member_id: int) -> Export:
    """Give everything that is stored about a member, for them."""
    return members.export(_desk(), member_id, body["reason"])


@blueprint.route("/staff/member/<id:member_id>/erase", methods=["POST"])
@by_staff
@blueprint.arguments(ReasonSchema)
@blueprint.response(204)
@blueprint.refuses(403, 404)
def erase(body: dict[str, str], member_id: int) -> None:
    """Erase a member who asked for it: their personal data, points and open vouchers."""
    members.erase(_desk(), member_id, body["reason"])


@blueprint.route("/staff/number/unlock", methods=["POST"])
@by_staff
@blueprint.arguments(UnlockSchema)
@blueprint.response(200, UnlockedSchema)
@blueprint.refuses(403)
def unlock(body: dict[str, str]) -> dict[str, int]:
    """Clear the count of wrong codes of a number, so that its owner can sign in again."""
    return {"failure_count": members.unlock(_desk(), **body)}


@blueprint.route("/staff/bill")
@by_staff
@blueprint.arguments(OfficeBillsQuery, location="query")
@blueprint.response(200, OfficeBillListSchema)
@blueprint.refuses(403)
def list_bills(query: dict[str, Any]) -> dict[str, Any]:
    """List the bills of one's outlets, odd ones first with why."""
    receipt, day = query.pop("receipt_number", None), query.pop("business_day", None)
    return {"bill_list": bills.listed(_desk(), receipt=receipt, day=day, **query)}


@blueprint.route("/staff/bill", methods=["POST"])
@by_staff
@blueprint.arguments(NewBillSchema)
@blueprint.response(200, AddedBillSchema)
@blueprint.refuses(403, 404, 409)
def add_bill(body: dict[str, Any]) -> dict[str, Any]:
    """Record a bill that is in no till, pending; the same receipt again is the first bill."""
    bill, is_new = bills.add(
        _desk(),
        member_id=body["member_id"],
        outlet_id=body["outlet_id"],
        receipt=body["receipt_number"],
        amount_sen=body["amount"],
        paid_at=body["paid_at"],
        reason=body["reason"],
    )
    return {"bill": bill, "is_new": is_new}


@blueprint.route("/staff/bill/verify", methods=["POST"])
@by_staff
@blueprint.arguments(BillIdsSchema)
@blueprint.response(200, VerifiedListSchema)
@blueprint.refuses(403)
def verify_bills(body: dict[str, Any]) -> dict[str, Any]:
    """Verify bills, each by itself; the answer says what became of each."""
    return {"result_list": bills.verify(_desk(), body["bill_ids"], body.get("reason"))}


@blueprint.route("/staff/bill/<id:bill_id>/void", methods=["POST"])
@by_staff
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, PlainBillSchema)
@blueprint.refuses(403, 404, 409)
def void_bill(body: dict[str, str], bill_id: int) -> Any:
    """Void a bill; the points of a verified one are reversed."""
    return bills.void(_desk(), bill_id, body["reason"])


@blueprint.route("/staff/bill/<id:bill_id>/move", methods=["POST"])
@by_staff
@blueprint.arguments(MoveSchema)
@blueprint.response(200, MovedSchema)
@blueprint.refuses(403, 404, 409)
def move_bill(body: dict[str, Any], bill_id: int) -> Moved:
    """Move a bill to another member, or propose it: its points are reversed and credited there, or
    neither.
    """
    return bills.move(_desk(), bill_id, body["member_id"], body["reason"])


@blueprint.route("/staff/voucher")
@by_staff
@blueprint.arguments(OfficeVouchersQuery, location="query")
@blueprint.response(200, OfficeVoucherListSchema)
@blueprint.refuses(403)
def list_vouchers(query: dict[str, Any]) -> dict[str, Any]:
    """List vouchers that are shown or were used at one's outlets; with every outlet also the others."""
    return {"voucher_list": vouchers.listed(_desk(), **query)}


@blueprint.route("/staff/voucher/find", methods=["POST"])
@by_staff
@blueprint.arguments(VoucherCodeSchema)
@blueprint.response(200, OfficeVoucherSchema)
@blueprint.refuses(403, 404, 429)
def find_voucher(body: dict[str, str]) -> vouchers.OfficeVoucher:
    """Show the voucher of a code."""
    return vouchers.by_code(_desk(), body["code"])


@blueprint.route("/staff/voucher/<id:voucher_id>/use", methods=["POST"])
@by_staff
@blueprint.arguments(OfficeUseSchema)
@blueprint.response(200, OfficeVoucherSchema)
@blueprint.refuses(403, 404, 409)
def use_voucher(body: dict[str, Any], voucher_id: int) -> vouchers.OfficeVoucher:
    """Use a voucher that the member is showing, for an outlet whose till cannot."""
    return vouchers.use(
        _desk(),
        voucher_id,
        body["outlet_id"],
        body["reason"],
        net_sen=body.get("net_amount"),
        receipt=body.get("receipt_number"),
    )


@blueprint.route("/staff/voucher/<id:voucher_id>/release", methods=["POST"])
@by_staff
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, OfficeVoucherSchema)
@blueprint.refuses(403, 404, 409)
def release_voucher(body: dict[str, str], voucher_id: int) -> vouchers.OfficeVoucher:
    """Give a voucher that is shown or stuck back to its member."""
    return vouchers.release(_desk(), voucher_id, body["reason"])


@blueprint.route("/staff/voucher/<id:voucher_id>/cancel", methods=["POST"])
@by_staff
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, OfficeVoucherSchema)
@blueprint.refuses(403, 404, 409)
def cancel_voucher(body: dict[str, str], voucher_id: int) -> vouchers.OfficeVoucher:
    """Cancel a voucher for good; its points are refunded."""
    return vouchers.cancel(_desk(), voucher_id, body["reason"])


@blueprint.route("/staff/voucher/<id:voucher_id>/restore", methods=["POST"])
@by_staff
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, RestorationSchema)
@blueprint.refuses(403, 404, 409)
def restore_voucher(body: dict[str, str], voucher_id: int) -> Any:
    """Propose that a used voucher can be used again; another person approves."""
    return vouchers.restore(_desk(), voucher_id, body["reason"])


@blueprint.route("/staff/approval")
@by_staff
@blueprint.arguments(ApprovalsQuery, location="query")
@blueprint.response(200, ApprovalListSchema)
@blueprint.refuses(403)
def list_approvals(query: dict[str, Any]) -> dict[str, Any]:
    """List what waits for a second person at one's outlets, and what one has proposed oneself; or what was
    decided of both.
    """
    found = approvals.decided if query.pop("decided") else approvals.waiting
    return {"approval_list": found(_desk(), **query)}


@blueprint.route("/staff/approval/<string:kind>/<id:approval_id>/approve", methods=["POST"])
@by_staff
@blueprint.arguments(DecisionSchema)
@blueprint.response(204)
@blueprint.refuses(403, 404, 409)
def approve(body: dict[str, str], kind: str, approval_id: int) -> None:
    """Do what another person proposed, once."""
    approvals.decide(_desk(), kind, approval_id, DONE, body.get("reason"))


@blueprint.route("/staff/approval/<string:kind>/<id:approval_id>/refuse", methods=["POST"])
@by_staff
@blueprint.arguments(DecisionSchema)
@blueprint.response(204)
@blueprint.refuses(403, 404, 409)
def refuse(body: dict[str, str], kind: str, approval_id: int) -> None:
    """Refuse what another person proposed."""
    approvals.decide(_desk(), kind, approval_id, REFUSED, body.get("reason"))


@blueprint.route("/staff/approval/<string:kind>/<id:approval_id>/withdraw", methods=["POST"])
@by_staff
@blueprint.arguments(DecisionSchema)
@blueprint.response(204)
@blueprint.refuses(403, 404, 409)
def withdraw(body: dict[str, str], kind: str, approval_id: int) -> None:
    """Take back what one has proposed oneself."""
    approvals.decide(_desk(), kind, approval_id, WITHDRAWN, body.get("reason"))
