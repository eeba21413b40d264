"""Vouchers of the office on the wire."""

from marshmallow import fields, validate

from loyalty.backoffice.log.schemas import ReasonSchema, name_field
from loyalty.backoffice.vouchers.exports import COLUMNS
from loyalty.features.rewards.vouchers import LISTED_ORDER
from loyalty.features.rewards.vouchers import STATES as VOUCHER_STATES
from loyalty.features.till.schemas import Receipt
from loyalty.http.schemas import (
    CamelSchema,
    Day,
    Id,
    ListQuery,
    Moment,
    Money,
    OrderQuery,
    QueryInt,
    Range,
    Text,
    columns_field,
    file_format_field,
    sort_field,
)


class OfficeVoucherSchema(CamelSchema):
    """A voucher in the office; without its code.

    `outletId` is where it is shown or was used, `tillName` the till that used it or that may have taken it
    without the network. A stuck one is held by a till that has not reported since.
    """

    id = fields.Integer(required=True, attribute="voucher.id")
    member_id = fields.Integer(required=True, attribute="voucher.member_id")
    name = fields.String(required=True, attribute="voucher.name")
    state = fields.String(required=True, validate=validate.OneOf(VOUCHER_STATES))
    cost = fields.Integer(required=True, attribute="voucher.cost")
    min_spend = Money(required=True, attribute="voucher.min_spend_sen")
    outlet_ids = fields.List(fields.Integer(), required=True, attribute="voucher.outlet_ids")
    expire_at = Moment(required=True, attribute="voucher.expires_at")
    present_until = Moment(required=True, allow_none=True, attribute="voucher.present_until")
    used_at = Moment(required=True, allow_none=True, attribute="voucher.used_at")
    used_receipt = fields.String(required=True, allow_none=True, attribute="voucher.used_receipt")
    cancelled_at = Moment(required=True, allow_none=True, attribute="voucher.cancelled_at")
    outlet_id = fields.Integer(required=True, allow_none=True, attribute="voucher.outlet_id")
    outlet_name = name_field()
    till_name = name_field()
    staff_name = name_field()


class VoucherFilterQuery(CamelSchema):
    """Which vouchers; shown includes stuck. Days from `first` to `last`, both included: when those that are
    used, cancelled or expired became so, where `state` asks for these, else when they were made.
    """

    outlet_id = QueryInt(validate=Range(1))
    state = fields.String(validate=validate.OneOf(VOUCHER_STATES))
    member_id = QueryInt(validate=Range(1))
    first = Day()
    last = Day()


class OfficeVouchersQuery(VoucherFilterQuery, ListQuery):
    """The same, and which page of them."""

    sort = sort_field(LISTED_ORDER)


class VoucherFileQuery(VoucherFilterQuery, OrderQuery):
    """The same, in an order, as which kind of file, and with which columns in theirs."""

    sort = sort_field(LISTED_ORDER)
    file_format = file_format_field()
    columns = columns_field(COLUMNS)


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
