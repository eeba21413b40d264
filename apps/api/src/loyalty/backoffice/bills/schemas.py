"""Bills of the office, and sales against bills, on the wire."""

from __future__ import annotations

from marshmallow import fields, validate

from loyalty.backoffice.approvals.schemas import PlainBillSchema
from loyalty.backoffice.log.schemas import ReasonSchema, name_field, reason_field
from loyalty.features.points.bill_review import REVIEW_ORDER
from loyalty.features.points.bill_review import STATES as BILL_STATES
from loyalty.features.points.schemas import BillStatus
from loyalty.features.till.schemas import Receipt, StaffBillSchema
from loyalty.http.schemas import (
    CamelSchema,
    Day,
    Id,
    Instant,
    Length,
    ListQuery,
    Moment,
    Money,
    ProblemSchema,
    QueryInt,
    Range,
    sort_field,
)
from loyalty.rules.bills import Flag
from loyalty.rules.codes import Code

# Twenty thousand lines of a hundred characters.
MAX_FILE = 2 * 1024 * 1024


class SalesSchema(CamelSchema):
    """The text of a CSV with the columns outletId, receiptNumber, amount ("45.90") and paidAt (a day, or a
    moment with its zone), in any order, among others; commas or semicolons.
    """

    file = fields.String(required=True, validate=Length(1, MAX_FILE))


class AmountDiffersSchema(CamelSchema):
    """A bill whose receipt was sold for another amount, in this line of the file."""

    member_earn = fields.Nested(StaffBillSchema, required=True, attribute="bill")
    line = fields.Integer(required=True)
    sold_amount = Money(required=True, attribute="sold_sen")


class SaleSchema(CamelSchema):
    """A sale of the file without a bill: of a guest who showed no card."""

    line = fields.Integer(required=True)
    outlet_id = fields.Integer(required=True)
    business_day = fields.Date(required=True, attribute="day")
    receipt_number = fields.String(required=True, attribute="receipt")
    amount = Money(required=True, attribute="amount_sen")


class UnreadableSchema(CamelSchema):
    """A line that could not be read, and why."""

    line = fields.Integer(required=True)
    problem = fields.Nested(ProblemSchema, required=True)


class DifferencesSchema(CamelSchema):
    """The sales against the bills; nothing was written. Lists hold the first 500, counts are of all.

    `matching` are pending bills that would be verified, `onlyOurs` pending bills that the file does not have,
    `onlyTheirs` sales without a bill.
    """

    sales_count = fields.Integer(required=True)
    verified_before_count = fields.Integer(required=True)
    matching = fields.List(fields.Nested(StaffBillSchema), required=True)
    matching_count = fields.Integer(required=True)
    amounts_differ = fields.List(fields.Nested(AmountDiffersSchema), required=True)
    amounts_differ_count = fields.Integer(required=True)
    only_ours = fields.List(fields.Nested(StaffBillSchema), required=True)
    only_ours_count = fields.Integer(required=True)
    only_theirs = fields.List(fields.Nested(SaleSchema), required=True)
    only_theirs_count = fields.Integer(required=True)
    unreadable = fields.List(fields.Nested(UnreadableSchema), required=True)
    unreadable_count = fields.Integer(required=True)


class OfficeBillSchema(CamelSchema):
    """A bill in the office: `statusId` 1 pending, 2 verified, 3 void. The member's name is shortened.

    `odd` says what to look at first. `recordedBy` is who of the office recorded it, null: a till did, with
    the cashier `staffName` if one was signed in. `waitsFor` names the limit above which no till verifies it,
    `movingTo` the member whose bill it becomes if a second person agrees.

    A cashier reads the bills of today, with first names, and `whyNoVoid` says why they cannot take one back.
    """

    id = fields.Integer(required=True, attribute="bill.id")
    outlet_id = fields.Integer(required=True, attribute="bill.outlet_id")
    outlet_name = name_field()
    member_id = fields.Integer(required=True, attribute="bill.member_id")
    member_name = name_field()
    receipt_number = fields.String(required=True, attribute="bill.receipt_number")
    business_day = fields.Date(required=True, attribute="bill.business_day")
    amount = Money(required=True, attribute="bill.amount_sen")
    points = fields.Integer(required=True, attribute="bill.points")
    status_id = fields.Function(lambda each: BillStatus().get_value(each["bill"], ""), required=True)
    paid_at = Instant(required=True, attribute="bill.paid_at")
    created_at = Instant(required=True, attribute="bill.created_at")
    verified_at = Instant(required=True, allow_none=True, attribute="bill.verified_at")
    voided_at = Instant(required=True, allow_none=True, attribute="bill.voided_at")
    waits_for = fields.String(required=True, allow_none=True, attribute="bill.waits_for")
    recorded_by = fields.String(required=True, allow_none=True, attribute="bill.recorded_by")
    till_id = fields.Integer(required=True, allow_none=True, attribute="bill.till_id")
    till_name = name_field()
    staff_name = name_field()
    odd = fields.List(fields.String(validate=validate.OneOf([each.value for each in Flag])), required=True)
    moving_to = name_field()
    why_no_void = fields.Nested(ProblemSchema, required=True, allow_none=True)


class OfficeBillListSchema(CamelSchema):
    """A page of bills, by default the oddest first; of a cashier the newest first."""

    bill_list = fields.List(fields.Nested(OfficeBillSchema), required=True)


class OfficeBillsQuery(ListQuery):
    """Which page of which bills. `state` pending: a till can verify it; waiting: the office has to;
    unverified: both; overdue: unverified for 24 hours.
    """

    outlet_id = QueryInt(validate=Range(1))
    state = fields.String(validate=validate.OneOf(BILL_STATES))
    receipt_number = Receipt()
    business_day = Day()
    member_id = QueryInt(validate=Range(1))
    sort = sort_field(REVIEW_ORDER, "odd")


class NewBillSchema(CamelSchema):
    """A bill that is in no till; `amount` is what was paid, net: above nothing, for no voucher paid it."""

    member_id = Id(required=True)
    outlet_id = Id(required=True)
    receipt_number = Receipt(required=True)
    amount = Money(required=True, validate=Range(1, code=Code.AMOUNT_NEEDED))
    paid_at = Moment(required=True)
    reason = reason_field(required=True)


class BillIdsSchema(CamelSchema):
    """Bills to verify, and a reason for all of them."""

    bill_ids = fields.List(Id(), required=True, validate=Length(1, 100))
    reason = reason_field()


class VerifiedSchema(CamelSchema):
    """What became of one bill: `whyNot` says why it was refused, null: it is verified."""

    bill_id = fields.Integer(required=True)
    is_verified = fields.Function(lambda each: each["why_not"] is None, required=True)
    why_not = fields.Nested(ProblemSchema, required=True, allow_none=True)


class VerifiedListSchema(CamelSchema):
    """What became of each bill, in the order they were named."""

    result_list = fields.List(fields.Nested(VerifiedSchema), required=True)


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
