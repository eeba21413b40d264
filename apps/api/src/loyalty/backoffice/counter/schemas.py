"""The counter on the wire. What a till is answered as well is in features/till/schemas.py."""

from typing import Any

from marshmallow import ValidationError, fields, validates_schema

from loyalty.features.till.schemas import (
    OfferedSchema,
    Receipt,
    StaffBillSchema,
    TillMemberSchema,
    UseSchema,
)
from loyalty.http.schemas import (
    CamelSchema,
    Id,
    Moment,
    Money,
    ProblemSchema,
    Text,
)
from loyalty.reach.passkeys.schemas import BASE64URL
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem


class UsableVoucherSchema(CamelSchema):
    """A voucher that a member could use here; its code comes from the member's screen only.

    `presentUntil` null: it is not shown yet.
    """

    name = fields.String(required=True, attribute="voucher.name")
    reward_type_id = fields.Integer(required=True, attribute="voucher.reward.type_id")
    discount_value = Money(required=True, attribute="voucher.discount_sen")
    min_spend = Money(required=True, attribute="voucher.min_spend_sen")
    expire_at = Moment(required=True, attribute="voucher.expires_at")
    present_until = Moment(required=True, allow_none=True)


class CounterMemberSchema(TillMemberSchema):
    """A member for a cashier: no more than they need. `multiplier` is points a ringgit, such as "1.2"."""

    multiplier = fields.String(required=True)
    voucher_list = fields.List(fields.Nested(UsableVoucherSchema), required=True, attribute="vouchers")


class MadeBySchema(CamelSchema):
    r"""The cashier who made a sale, and when: the tablet's signature (Ed25519, 64 bytes, base64url) of the
    UTF-8 text `loyalty-till\nsale\n<tillId>\n<staffId>\n<madeAt>\n<Idempotency-Key>`, `madeAt` in UTC with
    milliseconds. The sale is theirs, also when another cashier is signed in when it is sent.
    """

    staff_id = Id(required=True)
    made_at = Moment(required=True)
    signature = Text(required=True, max_length=86, validate=BASE64URL, strip=False)


class CounterUseSchema(UseSchema):
    """The bill of a voucher, and who took it."""

    made_by = fields.Nested(MadeBySchema)


class CounterBillSchema(CamelSchema):
    """A bill: `amount` is what was paid, net. The member is named by `memberId` or by their card's `code`.

    `paidAt` names an earlier moment, for a bill that waited for the network. `voucherCode` is used for this
    bill: both happen or neither.
    """

    member_id = Id()
    code = Text(max_length=40, required_text=True)
    receipt_number = Receipt(required=True)
    amount = Money(required=True)
    paid_at = Moment()
    made_by = fields.Nested(MadeBySchema)
    voucher_code = Text(max_length=40, required_text=True)

    @validates_schema
    def one_way(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """One way to name a member."""
        if len(data.keys() & {"member_id", "code"}) != 1:
            raise ValidationError([Problem(Code.MEMBER_BY_ID_OR_CODE)], "memberId")


class CounterVoucherSchema(OfferedSchema):
    """A voucher at the counter. `outletName` is where it is being shown or was used, `memberName` the first
    name of its member.
    """

    id = fields.Integer(required=True, attribute="voucher.id")
    why_not = fields.Nested(ProblemSchema, required=True, allow_none=True)  # type: ignore[assignment]
    member_name = fields.String(required=True, allow_none=True)
    outlet_name = fields.String(required=True, allow_none=True)


class RecordedSchema(CamelSchema):
    """The bill, the voucher that was used with it, and the member's points and tier as they are now.

    A pending bill's points follow when it is verified. `isNew` false: the same receipt was recorded before.
    """

    is_new = fields.Boolean(required=True)
    member_earn = fields.Nested(StaffBillSchema, required=True, attribute="bill")
    voucher = fields.Nested(CounterVoucherSchema, required=True, allow_none=True)
    membership_name = fields.String(required=True, attribute="member.membership_name")
    member_point_amount = fields.Integer(required=True, attribute="member.member_point_amount")
