"""Bills of the office, and sales against bills, on the wire."""

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate
from typing_extensions import override

from loyalty.backoffice.approvals.schemas import PlainBillSchema
from loyalty.backoffice.bills.exports import COLUMNS
from loyalty.backoffice.log.schemas import ReasonSchema, name_field, reason_field
from loyalty.features.points import bill_lists
from loyalty.features.points.bill_review import REVIEW_ORDER
from loyalty.features.points.bill_review import STATES as BILL_STATES
from loyalty.features.till.schemas import Receipt, StaffBillSchema
from loyalty.http.schemas import (
    CamelSchema,
    Day,
    Id,
    Length,
    ListQuery,
    Moment,
    Money,
    OrderQuery,
    ProblemSchema,
    QueryInt,
    Range,
    SignedMoney,
    columns_field,
    file_format_field,
    sort_field,
)
from loyalty.rules.bills import Flag
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem
from loyalty.rules.sales_files import DayOrder, Meaning, Unsold

# Fifty thousand lines of a hundred signs; base64 writes three bytes with four signs.
MAX_FILE = 5 * 1024 * 1024
MAX_BASE64 = -(-MAX_FILE // 3) * 4


class FileOfSales(fields.String):
    """A file in base64."""

    @override
    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs) or ""
        if len(text) > MAX_BASE64:
            raise ValidationError([Problem(Code.TABLE_TOO_LARGE, {"max": MAX_FILE // 1024 // 1024})])
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError) as error:
            raise ValidationError([Problem(Code.NOT_BASE64)]) from error


class SalesSchema(CamelSchema):
    """A CSV or XLSX of a till's sales in base64, 5 MB at most. `columns` say what each of its columns means,
    in their order, empty: nothing; without them they are as they were remembered. `outletId` is whose sales
    they are where no column says it, `dayOrder` what comes first in days such as 05/11/2026.
    """

    file = FileOfSales(required=True)
    columns = fields.List(fields.Enum(Meaning, by_value=fields.String), validate=Length(max=100))
    outlet_id = Id()
    day_order = fields.Enum(DayOrder, by_value=fields.String)


class CompareSchema(SalesSchema):
    """The same, and whether what the columns mean is remembered for the outlets of the file."""

    remember = fields.Boolean(load_default=False)


class DifferencesFileSchema(SalesSchema):
    """The same, and what kind of file is wanted."""

    file_format = file_format_field()


class AmountDiffersSchema(CamelSchema):
    """A bill whose receipt was sold for another amount, in this line of the file."""

    member_earn = fields.Nested(StaffBillSchema, required=True, attribute="bill")
    line = fields.Integer(required=True)
    sold_amount = Money(required=True, attribute="sold_sen")


class UnsoldBillSchema(CamelSchema):
    """A bill that the file does not have; `reason` void: the sale is void there, other_outlet: its receipt
    was sold at another outlet.
    """

    member_earn = fields.Nested(StaffBillSchema, required=True, attribute="bill")
    reason = fields.String(required=True, validate=validate.OneOf([each.value for each in Unsold]))


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
    """The sales against the bills. `leftOutCount` are lines that are no sales: void, or without a day and a
    receipt. Lists hold the first 500, counts and amounts are of all; `amountsDifferAmount` is by how much the
    bills are above the sales.

    `matching` are pending bills that would be verified, `onlyOurs` pending bills that the file does not have,
    `onlyTheirs` sales without a bill.
    """

    sales_count = fields.Integer(required=True)
    verified_before_count = fields.Integer(required=True)
    left_out_count = fields.Integer(required=True)
    matching = fields.List(fields.Nested(StaffBillSchema), required=True)
    matching_count = fields.Integer(required=True)
    matching_amount = Money(required=True, attribute="matching_sen")
    amounts_differ = fields.List(fields.Nested(AmountDiffersSchema), required=True)
    amounts_differ_count = fields.Integer(required=True)
    amounts_differ_amount = SignedMoney(required=True, attribute="amounts_differ_sen")
    only_ours = fields.List(fields.Nested(UnsoldBillSchema), required=True)
    only_ours_count = fields.Integer(required=True)
    only_ours_amount = Money(required=True, attribute="only_ours_sen")
    only_theirs = fields.List(fields.Nested(SaleSchema), required=True)
    only_theirs_count = fields.Integer(required=True)
    only_theirs_amount = Money(required=True, attribute="only_theirs_sen")
    unreadable = fields.List(fields.Nested(UnreadableSchema), required=True)
    unreadable_count = fields.Integer(required=True)


class ReadingSchema(CamelSchema):
    """How a value would be read if its column meant this: an ISO day, a receipt, an outlet's name, an amount,
    "void" or "paid"; null: why not. `dayOrder` null: whatever comes first in its days.
    """

    meaning = fields.String(required=True)
    day_order = fields.String(required=True, allow_none=True)
    text = fields.String(required=True, allow_none=True)
    problem = fields.Nested(ProblemSchema, required=True, allow_none=True)


class SalesColumnSchema(CamelSchema):
    """A column of a file: its heading, its first values, what it means as it is remembered or guessed, and
    how the first of its values is read in each meaning.
    """

    heading = fields.String(required=True)
    values = fields.List(fields.String(), required=True)
    meaning = fields.String(required=True)
    readings = fields.List(fields.Nested(ReadingSchema), required=True)


class ComparisonSchema(CamelSchema):
    """A file as it is understood. `differences` null: somebody has to say first what its columns mean, whose
    sales they are, or, if `needsDayOrder`, what comes first in its days.
    """

    row_count = fields.Integer(required=True, attribute="rows")
    column_list = fields.List(fields.Nested(SalesColumnSchema), required=True, attribute="columns")
    outlet_id = fields.Integer(required=True, allow_none=True)
    day_order = fields.String(required=True, allow_none=True)
    needs_day_order = fields.Boolean(required=True)
    differences = fields.Nested(DifferencesSchema, required=True, allow_none=True, attribute="found")


class OutletDaysQuery(CamelSchema):
    """The business days from `first` to `last`, both included; by default the last week without today."""

    first = Day()
    last = Day()


class OutletDaySchema(CamelSchema):
    """A business day of an outlet with bills that are not void, and how it was compared with a file of its
    sales the last time; `comparedAt` null: it was not.
    """

    outlet_id = fields.Integer(required=True)
    outlet_name = fields.String(required=True)
    day = fields.Date(required=True)
    bills = fields.Integer(required=True)
    differing = fields.Integer(
        required=True, allow_none=True, attribute="compared.differing", dump_default=None
    )
    compared_by = fields.String(
        required=True, allow_none=True, attribute="compared.operator", dump_default=None
    )
    compared_at = Moment(required=True, allow_none=True, attribute="compared.at", dump_default=None)


class OfficeBillSchema(CamelSchema):
    """A bill in the office: `statusId` 1 pending, 2 verified, 3 void. The member's name is shortened.

    `odd` says what to look at first. `recordedBy` is who of the office recorded it, null: a till did, with
    the cashier `staffName` if one was signed in. `movingTo` is the member whose bill it becomes if one of the
    `deciders`, a second person, agrees.

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
    status_id = fields.Function(
        lambda each: int(bill_lists.status(each["bill"])), required=True, metadata={"type": "integer"}
    )
    paid_at = Moment(required=True, attribute="bill.paid_at")
    created_at = Moment(required=True, attribute="bill.created_at")
    recorded_by = fields.String(required=True, allow_none=True, attribute="bill.recorded_by")
    till_name = name_field()
    staff_name = name_field()
    odd = fields.List(fields.String(validate=validate.OneOf([each.value for each in Flag])), required=True)
    moving_to = name_field()
    deciders = fields.List(fields.String(), required=True)
    why_no_void = fields.Nested(ProblemSchema, required=True, allow_none=True)


class BillFilterQuery(CamelSchema):
    """Which bills. `state` pending: a till can verify it; waiting: the office has to; unverified: both;
    overdue: unverified for 24 hours; counted: not void. Business days from `first` to `last`, both included.
    """

    outlet_id = QueryInt(validate=Range(1))
    state = fields.String(validate=validate.OneOf(BILL_STATES))
    receipt = Receipt(data_key="receiptNumber")
    first = Day()
    last = Day()
    member_id = QueryInt(validate=Range(1))
    flag = fields.Enum(Flag, by_value=True)


class OfficeBillsQuery(BillFilterQuery, ListQuery):
    """The same, and which page of them."""

    sort = sort_field(REVIEW_ORDER, "odd")


class BillFileQuery(BillFilterQuery, OrderQuery):
    """The same, in an order, as which kind of file, and with which columns in theirs."""

    sort = sort_field(REVIEW_ORDER, "odd")
    file_format = file_format_field()
    columns = columns_field(COLUMNS)


class BillSumsSchema(CamelSchema):
    """How many bills there are in all, what they come to, and their points."""

    bills = fields.Integer(required=True)
    amount = Money(required=True, attribute="amount_sen")
    points = fields.Integer(required=True)


class OfficeBillListSchema(CamelSchema):
    """A page of bills; `sums` is of all of them, with the first page and not for cashiers."""

    bill_list = fields.List(fields.Nested(OfficeBillSchema), required=True, attribute="bills")
    sums = fields.Nested(BillSumsSchema, required=True, allow_none=True)


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


class AddedBillSchema(CamelSchema):
    """The bill; not `isNew`: its receipt was recorded before, with the same member and amount."""

    bill = fields.Nested(PlainBillSchema, required=True)
    is_new = fields.Boolean(required=True)


class MoveSchema(ReasonSchema):
    """To whom a bill is moved, and why."""

    member_id = Id(required=True)
