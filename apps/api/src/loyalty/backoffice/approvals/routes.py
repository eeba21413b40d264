"""/staff/approval: what waits for a second person. Who may decide is in rules/staff.py."""

from typing import Any

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.approvals.approvals import WITHDRAWN
from loyalty.backoffice.approvals.schemas import (
    DECISIONS,
    ApprovalSchema,
    ApprovalsQuery,
    DecisionSchema,
    WithdrawalSchema,
)
from loyalty.backoffice.caller import office
from loyalty.http.api import StaffBlueprint
from loyalty.http.schemas import list_of
from loyalty.rules.staff import DECIDERS, MANAGERS_AND_HELP_DESK

blueprint = StaffBlueprint("approvals", __name__, description="What one person proposes and another decides.")


@blueprint.route("/staff/approval", permission=MANAGERS_AND_HELP_DESK)
@blueprint.arguments(ApprovalsQuery, location="query")
@blueprint.response(200, list_of(ApprovalSchema, "approval_list"))
def list_approvals(query: dict[str, Any]) -> dict[str, Any]:
    """List what waits for a second person at one's outlets, and what one has proposed oneself; or what was
    decided of both.
    """
    return {"approval_list": approvals.listed(office(), **query)}


@blueprint.route(
    "/staff/approval/<id:approval_id>/decision", methods=["POST"], permission=DECIDERS, fresh=True
)
@blueprint.arguments(DecisionSchema)
@blueprint.response(204)
@blueprint.alt_responses(404, 409)
def decide(body: dict[str, str], approval_id: int) -> None:
    """Approve, which does it once, or refuse what another person proposed."""
    approvals.decide_in_office(office(), approval_id, DECISIONS[body["decision"]], body.get("reason"))


@blueprint.route(
    "/staff/approval/<id:approval_id>/withdraw", methods=["POST"], permission=MANAGERS_AND_HELP_DESK
)
@blueprint.arguments(WithdrawalSchema)
@blueprint.response(204)
@blueprint.alt_responses(404, 409)
def withdraw(body: dict[str, str], approval_id: int) -> None:
    """Take back what one has proposed oneself."""
    approvals.decide_in_office(office(), approval_id, WITHDRAWN, body.get("reason"))
