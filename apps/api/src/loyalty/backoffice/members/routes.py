"""A member's own data (/member/{id}/export, DELETE /member/{id}), and members in the office (/staff/member).

Who of the staff may do what is in rules/staff.py.
"""

from typing import Any

from flask import Response
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals.schemas import ProposalSchema
from loyalty.backoffice.caller import office
from loyalty.backoffice.log.schemas import ReasonSchema
from loyalty.backoffice.members import actions, data, listing, members
from loyalty.backoffice.members import breach as breaches
from loyalty.backoffice.members.data import archive
from loyalty.backoffice.members.schemas import (
    AdjustedSchema,
    AdjustmentSchema,
    BreachQuerySchema,
    BreachSchema,
    CorrectionSchema,
    ErasureSchema,
    ExportSchema,
    FindMemberSchema,
    HistoryQuery,
    ListedMemberSchema,
    ListedMembersQuery,
    MemberViewSchema,
    MovementSchema,
    SignedOutSchema,
    UnlockedSchema,
    UnlockSchema,
)
from loyalty.db.session import current_session
from loyalty.features.access.routes import client, code_sent
from loyalty.features.access.schemas import CodeSentSchema, RequestHeaders
from loyalty.http.api import Blueprint, StaffBlueprint
from loyalty.http.auth import own_member
from loyalty.http.device_cookie import keeps_device_cookie
from loyalty.http.schemas import list_of
from loyalty.http.security_events import log_security_event
from loyalty.http.staff_auth import account_key_owner, staff
from loyalty.rules.staff import HEAD_OFFICE, HEAD_OFFICE_AND_HELP_DESK, MANAGERS, MANAGERS_AND_HELP_DESK

ZIP = "application/zip"
BYTES = {"type": "string", "format": "binary"}

personal = Blueprint("personal", __name__, description="The data of the member who is signed in.")
blueprint = StaffBlueprint("members_of_office", __name__, description="Members in the office.")


@personal.route("/member/<id:member_id>/export")
@own_member
@personal.response(200, ExportSchema)
def export(member_id: int) -> data.Export:
    """Return everything that is stored about the member."""
    log_security_event("export")
    return data.export(current_session(), member_id)


@personal.route("/member/<id:member_id>/export/csv")
@own_member
@personal.response(200, BYTES, content_type=ZIP)
def export_for_spreadsheets(member_id: int) -> Response:
    """Return the same for spreadsheets: a ZIP with one CSV a table."""
    log_security_event("export")
    found = ExportSchema().dump(data.export(current_session(), member_id))
    named = {"Content-Disposition": 'attachment; filename="my-data.zip"'}
    return Response(archive(found), mimetype=ZIP, headers=named)


@personal.route("/member/<id:member_id>/erasure/otp", methods=["POST"])
@own_member
@keeps_device_cookie
@personal.arguments(RequestHeaders, location="headers")
@personal.response(200, CodeSentSchema)
@personal.alt_responses(429)
def send_code(_headers: dict[str, str], member_id: int) -> dict[str, Any]:
    """Send the member the code that DELETE /member/{id} wants; it is good for nothing else."""
    return code_sent(data.send_code(member_id, client()))


@personal.route("/member/<id:member_id>", methods=["DELETE"])
@own_member
@personal.arguments(RequestHeaders, location="headers")
@personal.arguments(ErasureSchema)
@personal.response(204)
@personal.alt_responses(429)
def erase(_headers: dict[str, str], proof: dict[str, str], member_id: int) -> None:
    """End the membership for good: personal data, points and open vouchers go, every session ends."""
    data.erase(member_id, client(), proof["otp_code"])
    log_security_event("erasure")


@blueprint.route("/staff/member", permission=MANAGERS)
@blueprint.arguments(ListedMembersQuery, location="query")
@blueprint.response(200, list_of(ListedMemberSchema, "member_list"))
@blueprint.alt_responses(404)
def list_members(query: dict[str, Any]) -> dict[str, Any]:
    """List members by who came or who joined last; of managers those with a bill at their outlets."""
    return {"member_list": listing.listed(office(), **query)}


@blueprint.route("/staff/member/find", methods=["POST"], permission=MANAGERS_AND_HELP_DESK)
@blueprint.arguments(FindMemberSchema)
@blueprint.response(200, MemberViewSchema)
@blueprint.alt_responses(404, 409, 429)
def find_member(body: dict[str, Any]) -> dict[str, Any]:
    """Show one member; the look-up is logged with its reason, and in the member's export."""
    receipt = body.pop("receipt_number", None)
    return members.find(office(), receipt=receipt, **body)


@blueprint.route("/staff/member/<id:member_id>/history", permission=MANAGERS_AND_HELP_DESK)
@blueprint.arguments(HistoryQuery, location="query")
@blueprint.response(200, list_of(MovementSchema, "movement_list"))
@blueprint.alt_responses(409)
def history(query: dict[str, Any], member_id: int) -> dict[str, Any]:
    """List a member's ledger entries with their sources, within half an hour of looking them up."""
    return {"movement_list": members.history(office(), member_id, **query)}


@blueprint.route(
    "/staff/member/<id:member_id>/correct", methods=["POST"], permission=MANAGERS_AND_HELP_DESK, fresh=True
)
@blueprint.arguments(CorrectionSchema)
@blueprint.response(200, ProposalSchema)
@blueprint.alt_responses(404, 409)
def correct(body: dict[str, Any], member_id: int) -> dict[str, Any]:
    """Correct a member's record, or propose it; a new number signs them out everywhere."""
    reason = body.pop("reason")
    return {"proposal": members.correct(office(), member_id, body, reason)}


@blueprint.route(
    "/staff/member/<id:member_id>/adjust", methods=["POST"], permission=MANAGERS_AND_HELP_DESK, fresh=True
)
@blueprint.arguments(AdjustmentSchema)
@blueprint.transaction(key_owner=account_key_owner)
@blueprint.response(200, AdjustedSchema)
@blueprint.alt_responses(404, 409)
def adjust(db: Session, body: dict[str, Any], member_id: int) -> Any:
    """Adjust a member's points; above the limit of a day, and by a manager, it is proposed."""
    return members.adjust(
        db,
        office(),
        member_id,
        body["points"],
        body["reason"],
        counts_for_tier=body["counts_for_tier"],
    )


@blueprint.route(
    "/staff/member/<id:member_id>/sign-out", methods=["POST"], permission=MANAGERS_AND_HELP_DESK, fresh=True
)
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, SignedOutSchema)
@blueprint.alt_responses(404, 409, 429)
def sign_out(body: dict[str, str], member_id: int) -> dict[str, int]:
    """Sign a member out everywhere and delete their passkeys, as for a lost telephone."""
    ended, deleted = members.sign_out(office(), member_id, body["reason"])
    return {"session_count": ended, "passkey_count": deleted}


@blueprint.route("/staff/member/<id:member_id>/export", methods=["POST"], permission=HEAD_OFFICE, fresh=True)
@blueprint.arguments(ReasonSchema)
@blueprint.response(200, ExportSchema)
@blueprint.alt_responses(404)
def export_member(body: dict[str, str], member_id: int) -> data.Export:
    """Return everything that is stored about a member, for them."""
    return actions.export(member_id, office().signed(body["reason"]))


@blueprint.route("/staff/member/<id:member_id>/erase", methods=["POST"], permission=HEAD_OFFICE, fresh=True)
@blueprint.arguments(ReasonSchema)
@blueprint.response(204)
@blueprint.alt_responses(404)
def erase_member(body: dict[str, str], member_id: int) -> None:
    """Erase a member who asked for it: their personal data, points and open vouchers."""
    actions.erase(member_id, office().signed(body["reason"]))


@blueprint.route("/staff/number/unlock", methods=["POST"], permission=HEAD_OFFICE_AND_HELP_DESK)
@blueprint.arguments(UnlockSchema)
@blueprint.response(200, UnlockedSchema)
def unlock(body: dict[str, str]) -> dict[str, int]:
    """Clear the count of wrong codes of a number, so that its owner can sign in again."""
    signature = office().signed(body["reason"])
    return {"failure_count": actions.unlock(body["calling_code"], body["mobile_number"], signature)}


@blueprint.route("/staff/breach", methods=["POST"], permission=HEAD_OFFICE, fresh=True)
@blueprint.arguments(BreachQuerySchema)
@blueprint.response(200, BreachSchema)
@blueprint.alt_responses(404)
def breach(body: dict[str, Any]) -> dict[str, Any]:
    """List the members whose data were read or changed in a period, and what the law asks; it is logged."""
    return breaches.breach(body["start"], body["end"], body.get("till_id"), staff().operator)
