"""The office log, sales against bills, and what a till did, on the wire."""

from __future__ import annotations

from marshmallow import fields, validate

from loyalty.backoffice.staff.schemas import StaffTillSchema
from loyalty.features.rewards.schemas import VoucherStatus
from loyalty.features.till.schemas import TillBillSchema
from loyalty.http.schemas import CamelSchema, Day, Id, Instant, ListQuery, Moment, Money, QueryInt, Text

MOST_BILLS = 100
# Twenty thousand lines of a hundred signs.
MAX_FILE = 2 * 1024 * 1024


class LogQuery(ListQuery):
    """Which page of the log: of an account, a member, an outlet, Malaysian days, or a kind of act.

    `action` is a whole one ("earn.verify") or the kind ("earn"). `operator` is a name or login as it signs.
    """

    staff_id = QueryInt(validate=validate.Range(1))
    operator = Text(max_length=60, required_text=True)
    action = Text(max_length=40, required_text=True)
    member_id = QueryInt(validate=validate.Range(1))
    outlet_id = QueryInt(validate=validate.Range(1))
    first = Day()
    last = Day()


class LogEntrySchema(CamelSchema):
    """Who did what, when and why. `operator` is "name via staff:12", or a login of the command line."""

    id = fields.Integer(required=True)
    at = Instant(required=True)
    operator = fields.String(required=True)
    action = fields.String(required=True)
    member_id = fields.Integer(required=True, allow_none=True)
    outlet_id = fields.Integer(required=True, allow_none=True)
    details = fields.String(required=True)
    reason = fields.String(required=True)


class LogSchema(CamelSchema):
    """A page of the log, by default the newest first."""

    entry_list = fields.List(fields.Nested(LogEntrySchema), required=True)


class LogChainSchema(CamelSchema):
    """Whether the log is what was written. Up to the entry `verifiedUpTo` (null: none) it is.

    `problems` are sentences that say where it breaks; none: it is whole.
    """

    entries = fields.Integer(required=True)
    verified_up_to = fields.Integer(required=True, allow_none=True)
    verified_at = Instant(required=True, allow_none=True)
    problems = fields.List(fields.String(), required=True)


class BreachQuerySchema(CamelSchema):
    """When data could be read or changed: from `start` on and before `end`; by one till, or by anything."""

    start = Moment(required=True)
    end = Moment(required=True)
    till_id = Id()


class BreachSourceSchema(CamelSchema):
    """How many members have traces of one kind: sessions, ledger, bills, vouchers, tills or office."""

    source = fields.String(required=True)
    count = fields.Integer(required=True)


class BreachNoticeSchema(CamelSchema):
    """A draft notice: `commissioner`, `members-en` or `members-ms`."""

    name = fields.String(required=True)
    text = fields.String(required=True)


class BreachSchema(CamelSchema):
    """Whom a breach affects, by their ids, and what the law asks: by when the Commissioner and the members
    have to know. A member may be in several sources.
    """

    affected = fields.Integer(required=True)
    source_list = fields.List(fields.Nested(BreachSourceSchema), required=True)
    member_ids = fields.List(fields.Integer(), required=True)
    is_significant = fields.Boolean(required=True, attribute="duties.is_significant")
    commissioner_by = Instant(required=True, attribute="duties.commissioner_by")
    members_by = Instant(required=True, attribute="duties.members_by")
    notices = fields.List(fields.Nested(BreachNoticeSchema), required=True)


class SalesSchema(CamelSchema):
    """The text of a CSV with the columns outletId, receiptNumber, amount ("45.90") and paidAt (a day, or a
    moment with its zone), in any order, among others; commas or semicolons.
    """

    file = fields.String(required=True, validate=validate.Length(1, MAX_FILE))


class AmountDiffersSchema(CamelSchema):
    """A bill whose receipt was sold for another amount, in this line of the file."""

    member_earn = fields.Nested(TillBillSchema, required=True, attribute="bill")
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
    problem = fields.String(required=True)


class DifferencesSchema(CamelSchema):
    """The sales against the bills; nothing was written. Lists hold the first 500, counts are of all.

    `matching` are pending bills that would be verified, `onlyOurs` pending bills that the file does not have,
    `onlyTheirs` sales without a bill.
    """

    sales_count = fields.Integer(required=True)
    verified_before_count = fields.Integer(required=True)
    matching = fields.List(fields.Nested(TillBillSchema), required=True)
    matching_count = fields.Integer(required=True)
    amounts_differ = fields.List(fields.Nested(AmountDiffersSchema), required=True)
    amounts_differ_count = fields.Integer(required=True)
    only_ours = fields.List(fields.Nested(TillBillSchema), required=True)
    only_ours_count = fields.Integer(required=True)
    only_theirs = fields.List(fields.Nested(SaleSchema), required=True)
    only_theirs_count = fields.Integer(required=True)
    unreadable = fields.List(fields.Nested(UnreadableSchema), required=True)
    unreadable_count = fields.Integer(required=True)


class VerifySalesSchema(SalesSchema):
    """The same file, and which of the matching bills to verify."""

    bill_ids = fields.List(Id(), required=True, validate=validate.Length(1, MOST_BILLS))


class NotVerifiedSchema(CamelSchema):
    """A bill that was not verified, and why."""

    bill_id = fields.Integer(required=True)
    why_not = fields.String(required=True)


class VerifiedSalesSchema(CamelSchema):
    """The bills that are verified now, and those that are not."""

    verified = fields.List(fields.Nested(TillBillSchema), required=True)
    refused = fields.List(fields.Nested(NotVerifiedSchema), required=True)


class TillActivityQuery(CamelSchema):
    """Malaysian days, 31 at most; without `last` up to today."""

    first = Day(required=True)
    last = Day()


class TillDoneBillSchema(TillBillSchema):
    """A bill that the till recorded (`tillId`) or verified (`verifiedTillId`)."""

    till_id = fields.Integer(required=True, allow_none=True)
    verified_till_id = fields.Integer(required=True, allow_none=True)
    staff_id = fields.Integer(required=True, allow_none=True)


class TillDoneVoucherSchema(CamelSchema):
    """A voucher that the till used; without its code."""

    id = fields.Integer(required=True)
    member_id = fields.Integer(required=True)
    name = fields.String(required=True)
    status_id = VoucherStatus(required=True, attribute="read_at")
    used_at = Instant(required=True)
    outlet_id = fields.Integer(required=True)
    receipt_number = fields.String(required=True, allow_none=True, attribute="used_receipt")
    discount_value = Money(required=True, attribute="discount_sen")
    staff_id = fields.Integer(required=True, allow_none=True, attribute="used_staff_id")


class TillDoneLookupSchema(CamelSchema):
    """A look-up: `what` is member, voucher, or miss for a member who does not exist."""

    at = Instant(required=True)
    what = fields.String(required=True, validate=validate.OneOf(["member", "voucher", "miss"]))
    member_id = fields.Integer(required=True, allow_none=True)
    staff_id = fields.Integer(required=True, allow_none=True)


class CashierNameSchema(CamelSchema):
    """What an account of the lists is called."""

    staff_id = fields.Integer(required=True)
    name = fields.String(required=True)


class TillActivitySchema(CamelSchema):
    """What a till did. `isCut`: a list had more than a thousand entries; choose fewer days."""

    till = fields.Nested(StaffTillSchema, required=True)
    bills = fields.List(fields.Nested(TillDoneBillSchema), required=True)
    vouchers = fields.List(fields.Nested(TillDoneVoucherSchema), required=True)
    lookups = fields.List(fields.Nested(TillDoneLookupSchema), required=True)
    names = fields.List(fields.Nested(CashierNameSchema), required=True)
    is_cut = fields.Boolean(required=True)
