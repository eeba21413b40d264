"""The requests and answers of tills."""

from typing import Any

from marshmallow import ValidationError, fields, missing, validate, validates_schema
from typing_extensions import override

from loyalty.features.points import bill_lists
from loyalty.features.points.bill_lists import BILL_ORDER
from loyalty.features.points.schemas import MemberEarnSchema
from loyalty.http.schemas import (
    CamelSchema,
    Day,
    Flag,
    Id,
    ListQuery,
    Moment,
    Money,
    ProblemSchema,
    Range,
    Text,
    sort_field,
)
from loyalty.rules.bills import receipt
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem


class OwnTillSchema(CamelSchema):
    """The till that a key belongs to, and its outlet."""

    till_id = fields.Integer(required=True)
    till_name = fields.String(required=True)
    outlet_id = fields.Integer(required=True)
    outlet_name = fields.String(required=True)
    key_expires_at = Moment(
        required=True, allow_none=True, metadata={"description": "null: this key has no end"}
    )


class MemberQuery(CamelSchema):
    """The code in the member's QR, or their calling code and number."""

    code = Text(max_length=40)
    calling_code = Text(max_length=3, validate=validate.Regexp(r"^[1-9][0-9]{0,2}\Z"))
    number = Text(max_length=40, data_key="mobileNumber")

    @validates_schema
    def one_way(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """One way to name a member, whole."""
        if data.keys() not in ({"code"}, {"calling_code", "number"}):
            raise ValidationError("Name a member by code, or by callingCode and mobileNumber.", "code")


class TillMemberSchema(CamelSchema):
    """No more of a member than a cashier needs."""

    member_id = fields.Integer(required=True, attribute="id")
    first_name = fields.String(required=True)
    membership_name = fields.String(required=True)
    membership_level = fields.Integer(required=True)
    member_point_amount = fields.Integer(required=True)


class UseSchema(CamelSchema):
    """The bill that a voucher is used for; a voucher with a minimum spend needs its amount.

    Of a use without the network also the signed code that was scanned, and when, by the till's clock.
    """

    receipt = Text(max_length=40, required_text=True, data_key="receiptNumber")
    net_sen = Money(data_key="netAmount")
    signed_code = Text(max_length=200, strip=False)
    used_at = Moment()

    @validates_schema
    def both_or_neither(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """A use without the network has a code and a time."""
        if ("signed_code" in data) != ("used_at" in data):
            raise ValidationError([Problem(Code.SIGNED_CODE_AND_TIME)], "signedCode")


class VoucherKeySchema(CamelSchema):
    """A public key of signed voucher codes, as a JWK (RFC 8037)."""

    kty = fields.String(required=True)
    crv = fields.String(required=True)
    alg = fields.String(required=True)
    use = fields.String(required=True)
    kid = fields.String(required=True)
    x = fields.String(required=True)


class RewardNameSchema(CamelSchema):
    """What a reward is called."""

    id = fields.Integer(required=True)
    title = fields.String(required=True)


class VoucherKeysSchema(CamelSchema):
    """A JWK set, empty where codes are not signed, and what rewards are called: codes have the ids."""

    keys = fields.List(fields.Nested(VoucherKeySchema), required=True)
    rewards = fields.List(fields.Nested(RewardNameSchema), required=True)


class ReportSchema(CamelSchema):
    """What waits in the queue of a till that works without the network, and its clock."""

    queue_length = fields.Integer(strict=True, required=True, validate=Range(0, 100_000))
    voucher_uses = fields.Integer(
        strict=True,
        required=True,
        validate=Range(0, 100_000),
        metadata={"description": "how many of the queue are uses of vouchers"},
    )
    oldest_at = Moment(
        load_default=None, allow_none=True, metadata={"description": "when the oldest of the queue was made"}
    )
    clock = Moment(required=True, metadata={"description": "the till's own time"})
    last_server_time = Moment(
        load_default=None,
        allow_none=True,
        metadata={"description": "`serverTime` of the last answer that arrived; null before the first"},
    )


class ReportedSchema(CamelSchema):
    """The answer: from `serverTime` on the till accepts no code that ended before it."""

    server_time = Moment(required=True, attribute="reported_at")
    clock_ahead_seconds = fields.Integer(
        required=True,
        attribute="clock_ahead_s",
        metadata={"description": "how far the till's clock is ahead; negative: behind"},
    )


class OfferedSchema(CamelSchema):
    """A voucher at a till. `whyNot` says why it cannot be used here and now; null: it can."""

    code = fields.String(required=True, attribute="voucher.code")
    name = fields.String(required=True, attribute="voucher.name")
    member_id = fields.Integer(required=True, attribute="voucher.member_id")
    reward_type_id = fields.Integer(
        required=True,
        attribute="voucher.reward.type_id",
        metadata={"description": "1: `discountValue` off the bill; 2: a free item"},
    )
    sku = fields.String(
        required=True,
        attribute="voucher.reward.sku",
        allow_none=True,
        metadata={"description": "of a free item: its number in the till's menu"},
    )
    discount_value = Money(required=True, attribute="voucher.discount_sen")
    min_spend = Money(required=True, attribute="voucher.min_spend_sen")
    status_id = fields.Integer(required=True)
    expire_at = Moment(required=True, attribute="voucher.expires_at")
    present_until = Moment(required=True, allow_none=True)
    used_at = Moment(required=True, attribute="voucher.used_at", allow_none=True)
    why_not = fields.String(required=True, allow_none=True)


class Receipt(Text):
    """The number of a receipt, normalised."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=40, required_text=True, **kwargs)

    def _deserialize(self, value: Any, *more: Any, **kwargs: Any) -> Any:
        found = super()._deserialize(value, *more, **kwargs)
        normal = receipt(found) if isinstance(found, str) else None
        if normal is None:
            raise ValidationError([Problem(Code.INVALID_RECEIPT)])
        return normal


class EarnSchema(CamelSchema):
    """A bill: `amount` is what was paid, net. `paidAt` names an earlier moment; a day alone is enough."""

    member_id = Id(required=True)
    receipt_number = Receipt(required=True)
    amount = Money(required=True)
    paid_at = Moment()


class WhyNoTill(fields.String):
    """Why no till can verify a row of bills."""

    @override
    def get_value(self, obj: Any, attr: str, accessor: Any = None, default: Any = missing) -> Any:
        return bill_lists.why_no_till(obj)


class SettledBillSchema(MemberEarnSchema):
    """A bill for its till. `whyNot` says why no till can verify it; null: one can, or it is verified."""

    why_not = WhyNoTill(required=True, allow_none=True)


class WhyNoTillProblem(fields.Nested):
    """The same for the staff app."""

    def __init__(self) -> None:
        super().__init__(ProblemSchema, required=True, allow_none=True)

    @override
    def get_value(self, obj: Any, attr: str, accessor: Any = None, default: Any = missing) -> Any:
        return bill_lists.why_no_till(obj)


class EarnedSchema(CamelSchema):
    """The bill in its present state."""

    member_earn = fields.Nested(SettledBillSchema, required=True)


class TillBillsQuery(ListQuery):
    """Which page of the outlet's bills: of a receipt, of a Malaysian business day, or of both."""

    receipt = Receipt(data_key="receiptNumber")
    day = Day(data_key="businessDay")
    sort = sort_field(BILL_ORDER)

    @validates_schema
    def not_everything(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """A till asks for a bill or for a day, not for all there ever were."""
        if not data.keys() & {"receipt", "day"}:
            raise ValidationError([Problem(Code.RECEIPT_OR_DAY)], "receiptNumber")


class TillBillSchema(SettledBillSchema):
    """A bill as its till finds it again."""

    member_id = fields.Integer(required=True)
    receipt_number = fields.String(required=True)
    business_day = fields.Date(required=True)
    paid_at = Moment(required=True)


class StaffBillSchema(TillBillSchema):
    """A bill for the staff."""

    why_not = WhyNoTillProblem()  # type: ignore[assignment]


class ReceiptClaimBodySchema(CamelSchema):
    """A bill that is nobody's yet: `amount` is what was paid, net. `paidAt` names an earlier moment."""

    receipt_number = Receipt(required=True)
    amount = Money(required=True)
    paid_at = Moment()


class TillReceiptClaimBodySchema(ReceiptClaimBodySchema):
    """The same by a till, which may have checked the bill: then its points come with the claim."""

    is_checked = Flag(load_default=False)


class ReceiptClaimSchema(CamelSchema):
    """A claim: print `url` as a QR. `points` are a new member's; `expiresAt` is the first moment too late."""

    id = fields.Integer(required=True)
    outlet_id = fields.Integer(required=True)
    receipt_number = fields.String(required=True)
    business_day = fields.Date(required=True)
    amount = Money(required=True, attribute="amount_sen")
    paid_at = Moment(required=True)
    points = fields.Integer(required=True)
    expires_at = Moment(required=True)
    is_void = fields.Boolean(required=True)
    code = fields.String(required=True)
    url = fields.String(required=True)


class ReceiptClaimedSchema(CamelSchema):
    """The claim of a receipt."""

    receipt_claim = fields.Nested(ReceiptClaimSchema, required=True)


class ReceiptCodeSchema(CamelSchema):
    """The code that a receipt's QR carries behind the #."""

    code = Text(required=True, max_length=100)


class ReceiptSchema(CamelSchema):
    """What a code claims. `reason` and its sentence `whyNot` say why not; null: a member can claim it.

    `points` are the asking member's, by their tier when it was paid; a visitor's are a new member's.
    """

    outlet_id = fields.Integer(required=True)
    outlet_name = fields.String(required=True)
    receipt_number = fields.String(required=True)
    amount = Money(required=True, attribute="amount_sen")
    paid_at = Moment(required=True)
    expires_at = Moment(required=True)
    points = fields.Integer(required=True)
    reason = fields.String(required=True, allow_none=True)
    why_not = fields.String(required=True, allow_none=True)


class ClaimedBillSchema(CamelSchema):
    """The bill that is the member's now: pending, or verified."""

    member_earn = fields.Nested(MemberEarnSchema, required=True)
