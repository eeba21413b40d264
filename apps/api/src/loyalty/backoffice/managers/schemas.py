"""Members, bills, vouchers and approvals of the office on the wire."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from loyalty.backoffice.managers.approvals import Kind
from loyalty.backoffice.staff.decisions import DONE, REFUSED, WAITING, WITHDRAWN
from loyalty.backoffice.staff.schemas import REASON, GrantSchema, ReasonSchema
from loyalty.features.members.schemas import MemberChangeSchema
from loyalty.features.points.bill_review import REVIEW_ORDER
from loyalty.features.points.bill_review import STATES as BILL_STATES
from loyalty.features.points.schemas import BillStatus
from loyalty.features.rewards.vouchers import STATES as VOUCHER_STATES
from loyalty.features.till.schemas import Receipt
from loyalty.http.schemas import (
    CamelSchema,
    Day,
    Flag,
    Id,
    Instant,
    Int,
    ListQuery,
    Moment,
    Money,
    QueryFlag,
    QueryInt,
    SingleLine,
    Text,
    sort_field,
)
from loyalty.reach.hosts.schemas import HostSchema
from loyalty.rules.bills import Odd
from loyalty.rules.people import GENDERS, OTHER_GENDER_IN_SETTINGS, RACES
from loyalty.rules.signing import LONGEST_REASON, SHORTEST_REASON

WITH_NAME = {"description": "null: none, or it is not known any more"}


def _reason(*, required: bool = False) -> SingleLine:
    checks = validate.Length(SHORTEST_REASON, LONGEST_REASON)
    return SingleLine(required=required, max_length=LONGEST_REASON, validate=checks, metadata=REASON)


def _name() -> fields.String:
    return fields.String(required=True, allow_none=True, metadata=WITH_NAME)


class TodayQuery(CamelSchema):
    """One of one's outlets; without, all of them."""

    outlet_id = QueryInt(validate=validate.Range(1))


class OfficeBillSchema(CamelSchema):
    """A bill in the office: `statusId` 1 pending, 2 verified, 3 void. The member's name is shortened.

    `odd` says what to look at first. `recordedBy` is who of the office recorded it, null: a till did, with
    the cashier `staffName` if one was signed in. `waitsFor` names the limit above which no till verifies it,
    `movingTo` the member whose bill it becomes if a second person agrees.
    """

    id = fields.Integer(required=True, attribute="bill.id")
    outlet_id = fields.Integer(required=True, attribute="bill.outlet_id")
    outlet_name = _name()
    member_id = fields.Integer(required=True, attribute="bill.member_id")
    member_name = _name()
    receipt_number = fields.String(required=True, attribute="bill.receipt_number")
    business_day = fields.Date(required=True, attribute="bill.business_day")
    amount = Money(required=True, attribute="bill.amount_sen")
    points = fields.Integer(required=True, attribute="bill.points")
    status_id = fields.Function(lambda each: BillStatus().get_value(each.bill, ""), required=True)
    paid_at = Instant(required=True, attribute="bill.paid_at")
    created_at = Instant(required=True, attribute="bill.created_at")
    verified_at = Instant(required=True, allow_none=True, attribute="bill.verified_at")
    voided_at = Instant(required=True, allow_none=True, attribute="bill.voided_at")
    waits_for = fields.String(required=True, allow_none=True, attribute="bill.waits_for")
    recorded_by = fields.String(required=True, allow_none=True, attribute="bill.recorded_by")
    till_id = fields.Integer(required=True, allow_none=True, attribute="bill.till_id")
    till_name = _name()
    staff_name = _name()
    odd = fields.List(fields.String(validate=validate.OneOf([each.value for each in Odd])), required=True)
    moving_to = _name()


class OfficeBillListSchema(CamelSchema):
    """A page of bills, by default the oddest first."""

    bill_list = fields.List(fields.Nested(OfficeBillSchema), required=True)


class OfficeBillsQuery(ListQuery):
    """Which page of which bills. `state` pending: a till can verify it; waiting: the office has to;
    unverified: both; overdue: unverified for 24 hours.
    """

    outlet_id = QueryInt(validate=validate.Range(1))
    state = fields.String(validate=validate.OneOf(BILL_STATES))
    receipt_number = Receipt()
    business_day = Day()
    member_id = QueryInt(validate=validate.Range(1))
    sort = sort_field(REVIEW_ORDER, "odd")


class NewBillSchema(CamelSchema):
    """A bill that is in no till; `amount` is what was paid, net: above nothing, for no voucher paid it."""

    member_id = Id(required=True)
    outlet_id = Id(required=True)
    receipt_number = Receipt(required=True)
    amount = Money(required=True, validate=validate.Range(1, error="A bill by hand is above RM 0.00."))
    paid_at = Moment(required=True)
    reason = _reason(required=True)


class BillIdsSchema(CamelSchema):
    """Bills to verify, and a reason for all of them."""

    bill_ids = fields.List(Id(), required=True, validate=validate.Length(1, 100))
    reason = _reason()


class VerifiedSchema(CamelSchema):
    """What became of one bill: `code` and `message` say why it was refused, null: it is verified."""

    bill_id = fields.Integer(required=True)
    is_verified = fields.Function(lambda each: each.bill is not None, required=True)
    code = fields.String(required=True, allow_none=True)
    message = fields.String(required=True, allow_none=True)


class VerifiedListSchema(CamelSchema):
    """What became of each bill, in the order they were named."""

    result_list = fields.List(fields.Nested(VerifiedSchema), required=True)


class PlainBillSchema(CamelSchema):
    """A bill as it is now: `statusId` 1 pending, 2 verified, 3 void."""

    id = fields.Integer(required=True)
    outlet_id = fields.Integer(required=True)
    member_id = fields.Integer(required=True)
    receipt_number = fields.String(required=True)
    business_day = fields.Date(required=True)
    amount = Money(required=True, attribute="amount_sen")
    points = fields.Integer(required=True)
    status_id = BillStatus(required=True)
    paid_at = Instant(required=True)
    created_at = Instant(required=True)


class AddedBillSchema(CamelSchema):
    """The bill; not `isNew`: its receipt was recorded before, with the same member and amount."""

    bill = fields.Nested(PlainBillSchema, required=True)
    is_new = fields.Boolean(required=True)


class MoveSchema(ReasonSchema):
    """To whom a bill is moved, and why."""

    member_id = Id(required=True)


class MovedSchema(CamelSchema):
    """The bill, void now, and the other member's; or the id of the proposal that waits for another person."""

    bill = fields.Nested(PlainBillSchema, required=True)
    new_bill = fields.Nested(PlainBillSchema, required=True, allow_none=True)
    proposal_id = fields.Integer(required=True, allow_none=True, attribute="proposal.id", dump_default=None)


class OfficeVoucherSchema(CamelSchema):
    """A voucher in the office; without its code.

    `outletId` is where it is shown or was used, `tillId` the till that used it or that may have taken it
    without the network. A stuck one is held by a till that has not reported since.
    """

    id = fields.Integer(required=True, attribute="voucher.id")
    member_id = fields.Integer(required=True, attribute="voucher.member_id")
    name = fields.String(required=True, attribute="voucher.name")
    state = fields.String(required=True, validate=validate.OneOf(VOUCHER_STATES))
    cost = fields.Integer(required=True, attribute="voucher.cost")
    discount_value = Money(required=True, attribute="voucher.discount_sen")
    min_spend = Money(required=True, attribute="voucher.min_spend_sen")
    outlet_ids = fields.List(fields.Integer(), required=True, attribute="voucher.outlet_ids")
    created_at = Instant(required=True, attribute="voucher.created_at")
    usable_from = Instant(required=True, attribute="voucher.usable_from")
    expire_at = Instant(required=True, attribute="voucher.expires_at")
    present_until = Instant(required=True, allow_none=True, attribute="voucher.present_until")
    used_at = Instant(required=True, allow_none=True, attribute="voucher.used_at")
    used_receipt = fields.String(required=True, allow_none=True, attribute="voucher.used_receipt")
    cancelled_at = Instant(required=True, allow_none=True, attribute="voucher.cancelled_at")
    outlet_id = fields.Integer(required=True, allow_none=True, attribute="voucher.outlet_id")
    outlet_name = _name()
    till_name = _name()
    staff_name = _name()


class OfficeVoucherListSchema(CamelSchema):
    """A page of vouchers, by default the newest first."""

    voucher_list = fields.List(fields.Nested(OfficeVoucherSchema), required=True)


class OfficeVouchersQuery(ListQuery):
    """Which page of which vouchers; shown includes stuck."""

    outlet_id = QueryInt(validate=validate.Range(1))
    state = fields.String(validate=validate.OneOf(VOUCHER_STATES))
    member_id = QueryInt(validate=validate.Range(1))


class VoucherCodeSchema(CamelSchema):
    """The code of a voucher, as somebody typed it."""

    code = Text(required=True, max_length=40, required_text=True)


class OfficeUseSchema(ReasonSchema):
    """Where a voucher is used by hand, and why; a minimum spend needs `netAmount`."""

    outlet_id = Id(required=True)
    receipt_number = Receipt()
    net_amount = Money()


class RestorationSchema(CamelSchema):
    """The request that waits for another person."""

    id = fields.Integer(required=True)
    voucher_id = fields.Integer(required=True)
    used_at = Instant(required=True)
    outlet_id = fields.Integer(required=True)
    asked_at = Instant(required=True)
    state = fields.String(required=True)


class FindMemberSchema(CamelSchema):
    """Name one member: by `memberId`, the `code` of their card, their number, or the number of a receipt of
    one's outlets. The help desk says why.
    """

    member_id = Id()
    code = Text(max_length=40, required_text=True)
    calling_code = Text(max_length=3, validate=validate.Regexp(r"^[1-9][0-9]{0,2}\Z"))
    mobile_number = Text(max_length=40, required_text=True)
    receipt_number = Receipt()
    outlet_id = Id()
    business_day = Day()
    reason = _reason()

    @validates_schema
    def one_way(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """One way to name a member, whole."""
        ways = data.keys() & {"member_id", "code", "mobile_number", "receipt_number"}
        if len(ways) != 1:
            raise ValidationError(
                "Name a member by memberId, code, mobileNumber or receiptNumber.", "memberId"
            )
        if ("mobile_number" in data) != ("calling_code" in data):
            raise ValidationError("A number has callingCode and mobileNumber.", "callingCode")
        if "receipt_number" not in data and data.keys() & {"outlet_id", "business_day"}:
            raise ValidationError("outletId and businessDay belong to a receiptNumber.", "receiptNumber")


class LookupSchema(CamelSchema):
    """A look-up of the member at a till."""

    at = Instant(required=True)
    what = fields.String(required=True)
    outlet_id = fields.Integer(required=True)
    outlet_name = _name()
    till_id = fields.Integer(required=True)
    till_name = _name()
    staff_name = _name()


class MemberVoucherSchema(CamelSchema):
    """A voucher that the member can still use; without its code."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    expire_at = Instant(required=True, attribute="expires_at")
    present_until = Instant(required=True, allow_none=True)
    outlet_id = fields.Integer(required=True, allow_none=True)


class MemberViewSchema(CamelSchema):
    """A member. Not `isWhole`: `number`, `email` and `memberCode` are masked, `dateOfBirth`, `raceId` and
    `occupation` are null and `hostList` is empty.

    `hostList`: the super-apps that sign the member in.

    `mayDoAlone`: what this person adjusts up to the limit is done at once, else it is proposed.
    """

    id = fields.Integer(required=True, attribute="record.id")
    name = fields.String(required=True, attribute="record.name")
    is_whole = fields.Boolean(required=True)
    may_do_alone = fields.Boolean(required=True, attribute="may_alone")
    number = fields.String(required=True)
    email = fields.String(required=True, allow_none=True)
    date_of_birth = fields.Date(required=True, allow_none=True)
    host_list = fields.List(fields.Nested(HostSchema), required=True, attribute="hosts")
    gender_id = fields.Integer(required=True, attribute="record.gender_id")
    race_id = fields.Integer(required=True, allow_none=True)
    occupation = fields.String(required=True, allow_none=True)
    outlet_id = fields.Integer(required=True, allow_none=True, attribute="record.outlet_id")
    outlet_name = _name()
    member_code = fields.String(required=True)
    membership_name = fields.String(required=True, attribute="record.membership_name")
    membership_level = fields.Integer(required=True, attribute="record.membership_level")
    member_point_amount = fields.Integer(required=True, attribute="record.member_point_amount")
    current_member_membership_point = fields.Integer(
        required=True, attribute="record.current_member_membership_point"
    )
    last_login_at = Instant(required=True, allow_none=True, attribute="record.last_login_at")
    created_at = Instant(required=True, attribute="record.created_at")
    pending_bill_list = fields.List(fields.Nested(PlainBillSchema), required=True, attribute="file.pending")
    voucher_list = fields.List(fields.Nested(MemberVoucherSchema), required=True, attribute="file.vouchers")
    lookup_list = fields.List(fields.Nested(LookupSchema), required=True, attribute="lookups")


class MovementSchema(CamelSchema):
    """A ledger entry: `actionId` 1 registration, 2 earned, 3 redeemed, 4 adjusted in, 5 adjusted out, 6 a
    step down of the tier. `points` and `tierPoints` are signed.

    `sourceType` is bill, voucher, adjustment, member, lapse or erasure, `sourceId` its id. Of a bill follow
    the
    receipt, where, and the till and cashier, or who of the office recorded it; not of the others. `reason` is
    that of a correction.
    """

    id = fields.Integer(required=True, attribute="movement.id")
    action_id = fields.Integer(required=True, attribute="movement.action_id")
    points = fields.Integer(required=True, attribute="movement.points")
    tier_points = fields.Integer(required=True, attribute="movement.tier_points")
    balance_after = fields.Integer(required=True, attribute="movement.balance_after")
    created_at = Instant(required=True, attribute="movement.created_at")
    source_type = fields.String(required=True, attribute="movement.source_type")
    source_id = fields.String(required=True, attribute="movement.source_id")
    remark = fields.String(required=True, attribute="movement.remark")
    reason = fields.String(required=True, allow_none=True, attribute="movement.reason")
    bill_id = fields.Integer(required=True, allow_none=True, attribute="movement.bill_id")
    receipt_number = fields.String(required=True, allow_none=True, attribute="movement.receipt_number")
    amount = Money(required=True, allow_none=True, attribute="movement.amount_sen")
    is_void = fields.Boolean(required=True, attribute="movement.is_void")
    outlet_id = fields.Integer(required=True, allow_none=True, attribute="movement.outlet_id")
    outlet_name = _name()
    till_id = fields.Integer(required=True, allow_none=True, attribute="movement.till_id")
    till_name = _name()
    staff_name = _name()
    recorded_by = fields.String(required=True, allow_none=True, attribute="movement.recorded_by")


class MovementListSchema(CamelSchema):
    """A page of a member's ledger entries, by default the newest first."""

    movement_list = fields.List(fields.Nested(MovementSchema), required=True)


class CorrectionSchema(MemberChangeSchema):
    """What is corrected, and why; `email` null removes it. `mobileNumber` is without its calling code."""

    class Meta(MemberChangeSchema.Meta):
        """The id is in the path."""

        exclude = ("id",)

    mobile_number = Text(max_length=40, required_text=True)
    email = Text(max_length=254, allow_none=True)
    gender_id = Int(validate=validate.OneOf([*GENDERS, OTHER_GENDER_IN_SETTINGS]))
    race_id = Int(validate=validate.OneOf(RACES))
    reason = _reason(required=True)

    @validates_schema
    def something(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """At least one field."""
        if not data.keys() - {"reason"}:
            raise ValidationError("Give at least one field.", "name")


class CorrectedSchema(CamelSchema):
    """`isDone`: the record is changed; else the proposal `proposalId` waits for another person."""

    is_done = fields.Boolean(required=True)
    proposal_id = fields.Integer(required=True, allow_none=True)


class AdjustmentSchema(ReasonSchema):
    """Points to add, negative ones to take. `countsForTier`: the tier points too, as when a bill was
    wrong.
    """

    points = Int(required=True, validate=validate.Range(-1_000_000, 1_000_000))
    counts_for_tier = Flag(load_default=False)


class AdjustedSchema(CamelSchema):
    """`state` done, or waiting for another person."""

    id = fields.Integer(required=True)
    member_id = fields.Integer(required=True)
    points = fields.Integer(required=True, attribute="delta")
    counts_for_tier = fields.Boolean(required=True)
    state = fields.String(required=True, validate=validate.OneOf(["done", "waiting"]))


class SignedOutSchema(CamelSchema):
    """How many sign-ins ended and how many passkeys were deleted."""

    session_count = fields.Integer(required=True)
    passkey_count = fields.Integer(required=True)


class UnlockSchema(ReasonSchema):
    """A number whose wrong codes are cleared."""

    calling_code = Text(required=True, max_length=3, validate=validate.Regexp(r"^[1-9][0-9]{0,2}\Z"))
    mobile_number = Text(required=True, max_length=40, required_text=True)


class UnlockedSchema(CamelSchema):
    """How many wrong codes were cleared."""

    failure_count = fields.Integer(required=True)


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
    `person`, an account, with the roles `given` and `taken`; `memberId` is null.
    """

    kind = fields.String(required=True, validate=validate.OneOf([each.value for each in Kind]))
    id = fields.Integer(required=True)
    member_id = fields.Integer(required=True, allow_none=True)
    member_name = _name()
    outlet_id = fields.Integer(required=True, allow_none=True)
    asked_by = fields.String(required=True)
    asked_at = Instant(required=True)
    reason = fields.String(required=True)
    is_own = fields.Boolean(required=True)
    state = fields.String(required=True, validate=validate.OneOf([WAITING, DONE, REFUSED, WITHDRAWN]))
    decided_by = fields.String(required=True, allow_none=True)
    decided_at = Instant(required=True, allow_none=True)
    why_not = fields.String(required=True, allow_none=True)
    points = fields.Integer(required=True, allow_none=True)
    counts_for_tier = fields.Boolean(required=True, allow_none=True)
    balance_before = fields.Integer(required=True, allow_none=True)
    balance_after = fields.Integer(required=True, allow_none=True)
    changes = fields.List(fields.Nested(ChangeSchema), required=True)
    bill = fields.Nested(PlainBillSchema, required=True, allow_none=True)
    to_member_id = fields.Integer(required=True, allow_none=True)
    to_member_name = _name()
    voucher = fields.Nested(RestoredVoucherSchema, required=True, allow_none=True)
    used_at = Instant(required=True, allow_none=True)
    person = fields.Nested(StaffPersonSchema, required=True, allow_none=True)
    given = fields.List(fields.Nested(GrantSchema), required=True)
    taken = fields.List(fields.Nested(GrantSchema), required=True)


class ApprovalListSchema(CamelSchema):
    """A page of proposals; `order=asc` has the oldest first."""

    approval_list = fields.List(fields.Nested(ApprovalSchema), required=True)


class ApprovalsQuery(ListQuery):
    """Which page of what waits, or of what was decided in the last 30 days."""

    decided = QueryFlag(load_default=False)


class DecisionSchema(CamelSchema):
    """Why, if there is more to say than that it is right or wrong."""

    reason = _reason()


class QuietTillSchema(CamelSchema):
    """A till that has not been seen for two hours, or whose report is 15 minutes behind.

    `lastSeenAt` is right to the hour for a till that does not report.
    """

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    outlet_id = fields.Integer(required=True)
    outlet_name = fields.String(required=True)
    last_seen_at = Instant(required=True, allow_none=True)
    reported_at = Instant(required=True, allow_none=True)
    queue_length = fields.Integer(required=True)
    oldest_at = Instant(required=True, allow_none=True)
    is_silent = fields.Boolean(required=True)
    is_report_late = fields.Boolean(required=True)


class TodaySchema(CamelSchema):
    """What waits, counted, with the first five rows of each. A count that is null: not for this role."""

    at = Instant(required=True)
    unverified_bill_count = fields.Integer(required=True, attribute="bills.pending")
    overdue_bill_count = fields.Integer(required=True, attribute="bills.overdue")
    waiting_bill_count = fields.Integer(
        required=True, attribute="bills.waiting", metadata={"description": "which no till can verify"}
    )
    second_person_bill_count = fields.Integer(required=True, attribute="bills.second_person")
    bill_list = fields.List(fields.Nested(OfficeBillSchema), required=True, attribute="first_bills")
    stuck_voucher_count = fields.Integer(required=True, attribute="stuck_vouchers")
    voucher_list = fields.List(fields.Nested(OfficeVoucherSchema), required=True, attribute="first_vouchers")
    till_list = fields.List(fields.Nested(QuietTillSchema), required=True, attribute="tills")
    approval_count = fields.Integer(required=True, attribute="approvals")
    approval_list = fields.List(fields.Nested(ApprovalSchema), required=True, attribute="first_approvals")
    open_enquiry_count = fields.Integer(required=True, allow_none=True, attribute="open_enquiries")
    waiting_draft_count = fields.Integer(
        required=True,
        allow_none=True,
        attribute="waiting_drafts",
        metadata={"description": "of the programme, which others submitted"},
    )
    waiting_broadcast_count = fields.Integer(
        required=True,
        allow_none=True,
        attribute="waiting_broadcasts",
        metadata={"description": "which others submitted"},
    )
