"""Proposals and decisions on the wire."""

from typing import Any

from marshmallow import fields, post_load, validate

from loyalty.backoffice.approvals.approvals import DONE, REFUSED, WAITING, WITHDRAWN, ProposalKind
from loyalty.backoffice.log.schemas import name_field, reason_field
from loyalty.features.points.schemas import BillStatus
from loyalty.http.schemas import (
    CamelSchema,
    Id,
    ListQuery,
    Moment,
    Money,
    ProblemSchema,
    QueryFlag,
)
from loyalty.rules.staff import Grant, Role

ROLES = [each.value for each in Role]
# The state of a proposal after each decision.
DECISIONS = {"approve": DONE, "refuse": REFUSED}


class GrantSchema(CamelSchema):
    """One role at one outlet. `outletId` null is every outlet: head-office, finance and help-desk have no
    other, cashier and outlet-manager never, area-manager either.
    """

    role = fields.String(required=True, validate=validate.OneOf(ROLES))
    outlet_id = Id(required=True, allow_none=True)

    @post_load
    def _grant(self, data: dict[str, Any], **_more: Any) -> Grant:
        return Grant(Role(data["role"]), data["outlet_id"])


class ProposalSchema(CamelSchema):
    """The proposal that waits for another person; null: it is done."""

    proposal_id = fields.Integer(required=True, allow_none=True, attribute="proposal.id", dump_default=None)


class PlainBillSchema(CamelSchema):
    """A bill as it is now: `statusId` 1 pending, 2 verified, 3 void."""

    id = fields.Integer(required=True)
    outlet_id = fields.Integer(required=True)
    receipt_number = fields.String(required=True)
    business_day = fields.Date(required=True)
    amount = Money(required=True, attribute="amount_sen")
    points = fields.Integer(required=True)
    status_id = BillStatus(required=True)


class ChangeSchema(CamelSchema):
    """A field of the member as it is and as it would be; not shown, or masked, when `isHidden`."""

    field = fields.String(required=True)
    before = fields.String(required=True, allow_none=True)
    after = fields.String(required=True, allow_none=True)
    is_hidden = fields.Boolean(required=True)


class RestoredVoucherSchema(CamelSchema):
    """The voucher whose use would be undone."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    outlet_id = fields.Integer(required=True, allow_none=True)
    used_receipt = fields.String(required=True, allow_none=True)


class StaffPersonSchema(CamelSchema):
    """An account. An invitation is mailed to its `email`; null: who asked for it passes it on."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    email = fields.String(required=True, allow_none=True)


class ApprovalSchema(CamelSchema):
    """What a second person decides. `whyNot` says why this one cannot decide it, null: they can.

    Of an adjustment: `points`, and while it waits the balance before and after it. Of a correction that
    waits: `changes`. Of a move:
    `bill` and the other member. Of a restoration: `voucher` and when it was used. Of roles and an invitation:
    `person`, an account, with the roles `given` and `taken`; `memberId` is null. Of a draft of the programme
    and a broadcast: its id as `subjectId`, and by name what it changes, or its title, as `things`.
    """

    kind = fields.String(
        required=True,
        attribute="approval.kind",
        validate=validate.OneOf([each.value for each in ProposalKind]),
    )
    id = fields.Integer(required=True, attribute="approval.id")
    member_id = fields.Integer(required=True, allow_none=True)
    member_name = name_field()
    outlet_id = fields.Integer(required=True, allow_none=True, attribute="approval.outlet_id")
    asked_by = fields.String(required=True, attribute="approval.proposed_by")
    asked_at = Moment(required=True, attribute="approval.proposed_at")
    reason = fields.String(required=True, attribute="approval.reason")
    is_own = fields.Boolean(required=True)
    state = fields.String(
        required=True,
        attribute="approval.state",
        validate=validate.OneOf([WAITING, DONE, REFUSED, WITHDRAWN]),
    )
    decided_by = fields.String(required=True, allow_none=True, attribute="approval.decided_by")
    decided_at = Moment(required=True, allow_none=True, attribute="approval.decided_at")
    why_not = fields.Nested(ProblemSchema, required=True, allow_none=True)
    points = fields.Integer(required=True, allow_none=True)
    counts_for_tier = fields.Boolean(required=True, allow_none=True)
    balance_before = fields.Integer(required=True, allow_none=True)
    balance_after = fields.Integer(required=True, allow_none=True)
    changes = fields.List(fields.Nested(ChangeSchema), required=True)
    bill = fields.Nested(PlainBillSchema, required=True, allow_none=True)
    to_member_id = fields.Integer(required=True, allow_none=True)
    to_member_name = name_field()
    voucher = fields.Nested(RestoredVoucherSchema, required=True, allow_none=True)
    used_at = Moment(required=True, allow_none=True, attribute="approval.used_at")
    person = fields.Nested(StaffPersonSchema, required=True, allow_none=True)
    subject_id = fields.Integer(required=True, allow_none=True)
    things = fields.List(fields.String(), required=True)
    given = fields.List(fields.Nested(GrantSchema), required=True)
    taken = fields.List(fields.Nested(GrantSchema), required=True)


class ProposedSchema(CamelSchema):
    """Who submitted something, and what another person decided of it; null before that. It is decided as
    the proposal `approvalId`.
    """

    approval_id = fields.Integer(required=True, allow_none=True, attribute="decision.id")
    reason = fields.String(required=True, allow_none=True, attribute="decision.reason")
    submitted_by = fields.String(required=True, allow_none=True, attribute="decision.proposed_by")
    submitted_at = Moment(required=True, allow_none=True, attribute="decision.proposed_at")
    decided_by = fields.String(required=True, allow_none=True, attribute="decision.decided_by")
    decided_at = Moment(required=True, allow_none=True, attribute="decision.decided_at")
    decision = fields.String(required=True, allow_none=True, attribute="decision.decision")


class ApprovalsQuery(ListQuery):
    """Which page of what waits, or of what was decided in the last 30 days."""

    decided = QueryFlag(load_default=False)


class WithdrawalSchema(CamelSchema):
    """Why a proposal is taken back."""

    reason = reason_field()


class DecisionSchema(CamelSchema):
    """What another person decides, and why, if there is more to say than that it is right or wrong."""

    decision = fields.String(required=True, validate=validate.OneOf([*DECISIONS]))
    reason = reason_field()
