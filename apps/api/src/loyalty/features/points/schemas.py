"""The ledger on the wire, where its entries are activities."""

from typing import Any

from marshmallow import fields, missing, validate
from typing_extensions import override

from loyalty.features.points import bill_lists
from loyalty.features.points.activities import ACTIVITY_ORDER
from loyalty.features.points.bill_lists import BILL_ORDER
from loyalty.http.schemas import (
    CamelSchema,
    ListQuery,
    Moment,
    Money,
    QueryInt,
    Range,
    sort_field,
)
from loyalty.rules.points import ON_THE_WIRE


class MembershipPointSchema(CamelSchema):
    """The points that count for the tier."""

    current_member_membership_point = fields.Integer(required=True)
    keep_tier_by = fields.Date(
        required=True, allow_none=True, metadata={"description": "earn any points by this day to stay"}
    )


class ActivitySchema(CamelSchema):
    """A movement of points: 1 registration, 2 earned, 3 redeemed, 4 adjusted in, 5 adjusted out.

    `points` has no sign; actions 3 and 5 take away. After `createdAt` comes the reason, null where it does
    not apply.
    """

    id = fields.Integer(required=True)
    action_id = fields.Integer(required=True)
    remark = fields.String(required=True)
    points = fields.Integer(required=True)
    created_at = Moment(required=True)
    amount = Money(allow_none=True, metadata={"description": "of a bill: net, in ringgit"})
    multiplier = fields.String(
        allow_none=True,
        metadata={"description": 'of a bill: that of their tier when they paid, such as "1.2"'},
    )
    base_points = fields.Integer(
        allow_none=True, metadata={"description": "of a bill: its points without the multiplier"}
    )
    exact_points = fields.String(
        allow_none=True, metadata={"description": 'of a bill: before rounding down, such as "55.080"'}
    )
    receipt_number = fields.String(allow_none=True, metadata={"description": "of a bill"})
    paid_at = Moment(allow_none=True, metadata={"description": "of a bill"})
    outlet_id = fields.Integer(allow_none=True, metadata={"description": "of a bill: where it was paid"})
    outlet_name = fields.String(allow_none=True, metadata={"description": "of a bill: where it was paid"})
    member_reward_id = fields.Integer(
        allow_none=True, metadata={"description": "of a claim, and of its cancelling: the voucher"}
    )
    member_reward_name = fields.String(
        allow_none=True, metadata={"description": "of a claim, and of its cancelling: the voucher's name"}
    )
    reason = fields.String(
        allow_none=True, metadata={"description": "of a correction (4, 5): why, as the operator put it"}
    )


class ActivityQuery(ListQuery):
    """Which page of which activities. Both ends of the window belong to it."""

    sort = sort_field(ACTIVITY_ORDER)
    action_id = fields.List(
        QueryInt(validate=validate.OneOf([each.value for each in ON_THE_WIRE])),
        metadata={"description": "only these actions, one parameter for each: `actionId=1&actionId=2`"},
    )
    created_start_at = Moment(data_key="CreatedStartAt")
    created_end_at = Moment(data_key="CreatedEndAt")


class PointTotalsSchema(CamelSchema):
    """The sums of a month, without void bills and cancelled claims."""

    month = fields.String(required=True, metadata={"description": "YYYY-MM in Malaysia"})
    earned = fields.Integer(required=True, metadata={"description": "by bills"})
    used = fields.Integer(required=True, metadata={"description": "for rewards"})


class BillStatus(fields.Integer):
    """What has become of a row of bills."""

    @override
    def get_value(self, obj: Any, attr: str, accessor: Any = None, default: Any = missing) -> int:
        return int(bill_lists.status(obj))


class MemberEarnSchema(CamelSchema):
    """A bill: 1 pending, 2 verified, 3 void. `amount` is net; `points` come with verification."""

    id = fields.Integer(required=True)
    amount = Money(required=True, attribute="amount_sen")
    points = fields.Integer(required=True)
    status_id = BillStatus(required=True)
    outlet_id = fields.Integer(required=True)
    created_at = Moment(required=True)


class LatestBillSchema(CamelSchema):
    """A member's newest bill, null without any, and the points that they can spend."""

    member_earn = fields.Nested(MemberEarnSchema, required=True, allow_none=True)
    member_point_amount = fields.Integer(required=True)


class MemberEarnQuery(ListQuery):
    """Which page of bills; they are always the member's own."""

    member_id = QueryInt(validate=Range(1))
    sort = sort_field(BILL_ORDER)
