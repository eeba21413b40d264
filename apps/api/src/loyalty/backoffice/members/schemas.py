"""A member's data on the wire."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from loyalty.backoffice.approvals.schemas import PlainBillSchema
from loyalty.backoffice.log.schemas import ReasonSchema, name_field, reason_field
from loyalty.backoffice.members.listing import SORTS
from loyalty.features.access.schemas import SIX_DIGITS
from loyalty.features.members.schemas import MemberChangeSchema, MemberSchema
from loyalty.features.till.schemas import Receipt
from loyalty.http.schemas import (
    CamelSchema,
    Day,
    Flag,
    Id,
    ListQuery,
    Moment,
    QueryInt,
    Range,
    Text,
    sort_field,
)
from loyalty.reach.hosts.schemas import HostSchema
from loyalty.rules.codes import Code
from loyalty.rules.people import GENDERS, OTHER_GENDER_IN_SETTINGS, RACES
from loyalty.rules.problems import Problem


class ExportSchema(CamelSchema):
    """Everything we hold about a member: their record, and by table every row of theirs.

    Keys, seals and hashes are left out: they are secrets or say nothing about the person.
    """

    exported_at = Moment(required=True)
    member = fields.Nested(MemberSchema, required=True)
    records = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True))),
        required=True,
    )


class ErasureSchema(CamelSchema):
    """The code that was sent for the deletion."""

    otp_code = Text(required=True, max_length=6, validate=SIX_DIGITS, strip=False)


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
    reason = reason_field()

    @validates_schema
    def one_way(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """One way to name a member, whole."""
        ways = data.keys() & {"member_id", "code", "mobile_number", "receipt_number"}
        if len(ways) != 1:
            raise ValidationError([Problem(Code.ONE_MEMBER_NAMED)], "memberId")
        if ("mobile_number" in data) != ("calling_code" in data):
            raise ValidationError([Problem(Code.WHOLE_NUMBER_NEEDED)], "callingCode")
        if "receipt_number" not in data and data.keys() & {"outlet_id", "business_day"}:
            raise ValidationError([Problem(Code.OUTLET_OF_RECEIPT)], "receiptNumber")


class LookupSchema(CamelSchema):
    """A look-up of the member at a till."""

    at = Moment(required=True)
    outlet_name = name_field()
    till_id = fields.Integer(required=True)
    till_name = name_field()
    staff_name = name_field()


class MemberVoucherSchema(CamelSchema):
    """A voucher that the member can still use; without its code."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    expire_at = Moment(required=True, attribute="expires_at")
    present_until = Moment(required=True, allow_none=True)


class WaitingSchema(CamelSchema):
    """A proposal about a member that waits for one of the `deciders`. Of an adjustment: `points`; of a move:
    `billId`, whose it is and would be; of a restoration: `voucherName`.
    """

    id = fields.Integer(required=True)
    kind = fields.String(required=True)
    deciders = fields.List(fields.String(), required=True)
    points = fields.Integer(required=True, allow_none=True)
    bill_id = fields.Integer(required=True, allow_none=True)
    receipt_number = fields.String(required=True, allow_none=True)
    from_id = fields.Integer(required=True, allow_none=True)
    from_name = name_field()
    to_name = name_field()
    voucher_name = name_field()


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
    email = fields.String(required=True, allow_none=True, attribute="record.email")
    date_of_birth = fields.Date(required=True, allow_none=True, attribute="record.date_of_birth")
    host_list = fields.List(fields.Nested(HostSchema), required=True, attribute="hosts")
    gender_id = fields.Integer(required=True, attribute="record.gender_id")
    race_id = fields.Integer(required=True, allow_none=True, attribute="record.race_id")
    occupation = fields.String(required=True, allow_none=True, attribute="record.occupation")
    outlet_id = fields.Integer(required=True, allow_none=True, attribute="record.outlet_id")
    outlet_name = name_field()
    member_code = fields.String(required=True, attribute="record.member_code")
    membership_name = fields.String(required=True, attribute="record.membership_name")
    member_point_amount = fields.Integer(required=True, attribute="record.member_point_amount")
    current_member_membership_point = fields.Integer(
        required=True, attribute="record.current_member_membership_point"
    )
    last_login_at = Moment(required=True, allow_none=True, attribute="record.last_login_at")
    created_at = Moment(required=True, attribute="record.created_at")
    pending_bill_list = fields.List(fields.Nested(PlainBillSchema), required=True, attribute="file.pending")
    voucher_list = fields.List(fields.Nested(MemberVoucherSchema), required=True, attribute="file.vouchers")
    waiting_list = fields.List(fields.Nested(WaitingSchema), required=True, attribute="waiting")
    lookup_list = fields.List(fields.Nested(LookupSchema), required=True, attribute="lookups")


class ListedMembersQuery(ListQuery):
    """A page of members by their last visit or by when they joined, of one outlet or all of one's own."""

    outlet_id = QueryInt(validate=Range(1))
    sort = sort_field(SORTS, "lastVisitAt")


class ListedMemberSchema(CamelSchema):
    """A member in a list, by a shortened name. `lastVisitAt` is when their last bill was paid; of every
    outlet when it earned points. Tier, points and `createdAt` are null but for head office.
    """

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    last_visit_at = Moment(required=True, allow_none=True)
    tier_name = fields.String(
        required=True, allow_none=True, attribute="record.membership_name", dump_default=None
    )
    points = fields.Integer(
        required=True, allow_none=True, attribute="record.member_point_amount", dump_default=None
    )
    created_at = Moment(required=True, allow_none=True, attribute="record.created_at", dump_default=None)


class HistoryQuery(ListQuery):
    """A page of a member's entries, of all kinds or of one."""

    source_type = fields.String(validate=validate.OneOf(["bill", "voucher", "adjustment"]))


class MovementSchema(CamelSchema):
    """A ledger entry. `points` and `tierPoints` are signed.

    `sourceType` is bill, voucher, adjustment, member, lapse or erasure. Of a bill follow the receipt, where,
    and the till and cashier, or who of the office recorded it; not of the others. `reason` is that of a
    correction.
    """

    id = fields.Integer(required=True)
    points = fields.Integer(required=True)
    tier_points = fields.Integer(required=True)
    balance_after = fields.Integer(required=True)
    created_at = Moment(required=True)
    source_type = fields.String(required=True)
    remark = fields.String(required=True)
    reason = fields.String(required=True, allow_none=True)
    bill_id = fields.Integer(required=True, allow_none=True)
    receipt_number = fields.String(required=True, allow_none=True)
    outlet_name = name_field()
    till_name = name_field()
    staff_name = name_field()
    recorded_by = fields.String(required=True, allow_none=True)


class CorrectionSchema(MemberChangeSchema):
    """What is corrected, and why; `email` null removes it. `mobileNumber` is without its calling code."""

    class Meta(MemberChangeSchema.Meta):
        """The id is in the path."""

        exclude = ("id",)

    mobile_number = Text(max_length=40, required_text=True)
    email = Text(max_length=254, allow_none=True)
    gender_id = fields.Integer(strict=True, validate=validate.OneOf([*GENDERS, OTHER_GENDER_IN_SETTINGS]))
    race_id = fields.Integer(strict=True, validate=validate.OneOf(RACES))
    reason = reason_field(required=True)

    @validates_schema
    def something(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """At least one field."""
        if not data.keys() - {"reason"}:
            raise ValidationError([Problem(Code.ONE_FIELD_NEEDED)], "name")


class AdjustmentSchema(ReasonSchema):
    """Points to add, negative ones to take. `countsForTier`: the tier points too, as when a bill was
    wrong.
    """

    points = fields.Integer(strict=True, required=True, validate=Range(-1_000_000, 1_000_000))
    counts_for_tier = Flag(load_default=False)


class AdjustedSchema(CamelSchema):
    """`state` done, or waiting for another person."""

    id = fields.Integer(required=True)
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
    commissioner_by = Moment(required=True, attribute="duties.commissioner_by")
    members_by = Moment(required=True, attribute="duties.members_by")
    notices = fields.List(fields.Nested(BreachNoticeSchema), required=True)
