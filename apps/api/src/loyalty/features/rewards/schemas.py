"""Rewards, vouchers (member rewards) and redemptions on the wire (spec 001 §3)."""

from __future__ import annotations

from marshmallow import fields

from loyalty.features.rewards.vouchers import VOUCHER_ORDER
from loyalty.http.schemas import (
    CamelSchema,
    Id,
    Instant,
    ListQuery,
    Moment,
    Money,
    QueryFlag,
    Text,
    sort_field,
)

EVERYWHERE = {"description": "ids of the outlets where it is good; empty: at every outlet"}


class RewardSchema(CamelSchema):
    """A reward of the catalogue. With a token the claim flags are the member's own."""

    id = fields.Integer(required=True)
    title = fields.String(required=True)
    description = fields.String(required=True, metadata={"description": "sanitised HTML"})
    point_to_redeem = fields.Integer(required=True)
    image_name = fields.String(required=True, allow_none=True)
    transaction_source_id = fields.Integer(required=True)
    type_id = fields.Integer(required=True, metadata={"description": "1 voucher, 2 free gift, 3 points"})
    status_id = fields.Integer(required=True, metadata={"description": "1 is open"})
    valid_period = fields.Integer(required=True, metadata={"description": "days a voucher of it lives"})
    start_at = Instant(required=True, allow_none=True)
    end_at = Instant(required=True, allow_none=True)
    promotion_type_id = fields.Integer(required=True, metadata={"description": "4 is a birthday reward"})
    is_member_birthday_month = fields.Boolean(required=True, data_key="IsMemberBirthdayMonth")
    is_claimable = fields.Boolean(required=True)
    is_claim_pending = fields.Boolean(required=True)
    why_not_claimable = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "the code that POST /claim would refuse with; null when it would not"},
    )
    value = Money(required=True)
    discount_value = Money(required=True)
    term_and_condition = fields.String(required=True, metadata={"description": "sanitised HTML"})
    member_redeemable_limit = fields.Integer(required=True, allow_none=True)
    outlet_ids = fields.List(fields.Integer(), required=True, metadata=EVERYWHERE)


class PlaceSchema(CamelSchema):
    """An outlet where a reward is good."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    status_id = fields.Integer(required=True)


class RewardDetailSchema(RewardSchema):
    """A reward with the outlets where it is good; a reward has no code, its vouchers do."""

    code = fields.String(required=True, allow_none=True)
    outlets = fields.List(fields.Nested(PlaceSchema), required=True)


class RewardListSchema(CamelSchema):
    """The catalogue."""

    reward_list = fields.List(fields.Nested(RewardSchema), required=True)


class GivenRewardSchema(CamelSchema):
    """A reward that is given and not claimed: for joining (3), or for a referee (4)."""

    id = fields.Integer(required=True)
    title = fields.String(required=True)
    image_name = fields.String(required=True, allow_none=True)
    transaction_source_id = fields.Integer(required=True)
    discount_value = Money(required=True)
    min_spend = Money(required=True, metadata={"description": "the smallest net bill it is taken for"})
    valid_period = fields.Integer(required=True, metadata={"description": "days a voucher of it lives"})


class GivenRewardListSchema(CamelSchema):
    """What is given."""

    given_reward_list = fields.List(fields.Nested(GivenRewardSchema), required=True)


class MembershipRewardSchema(CamelSchema):
    """A reward of a tier, with its state for the member who asks; POST /claim takes its id."""

    id = fields.Integer(required=True)
    title = fields.String(required=True)
    description = fields.String(required=True, metadata={"description": "sanitised HTML"})
    image_name = fields.String(required=True, allow_none=True)
    is_claimed = fields.Boolean(required=True)
    membership_id = fields.Integer(required=True)
    membership_name = fields.String(required=True)
    term_and_condition = fields.String(required=True, metadata={"description": "sanitised HTML"})
    created_at = Instant(required=True)
    member_id = fields.Integer(required=True)
    is_locked = fields.Boolean(required=True)


class MembershipRewardDetailSchema(MembershipRewardSchema):
    """A reward of a tier with the outlets where it is good."""

    outlet_ids = fields.List(fields.Integer(), required=True, metadata=EVERYWHERE)
    outlets = fields.List(fields.Nested(PlaceSchema), required=True)


class MembershipRewardListSchema(CamelSchema):
    """The rewards of all tiers."""

    membership_reward_list = fields.List(fields.Nested(MembershipRewardSchema), required=True)


class MemberRewardSchema(CamelSchema):
    """A voucher. statusId: 1 active, 2 presented or used (if usedAt is set), 3 expired, 4 cancelled."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    code = fields.String(required=True)
    description = fields.String(required=True, metadata={"description": "sanitised HTML"})
    image_name = fields.String(required=True, allow_none=True)
    discount_value = Money(required=True)
    discount_type_id = fields.Integer(required=True, metadata={"description": "1 ringgit off, 2 free item"})
    reward_type_id = fields.Integer(required=True)
    status_id = fields.Integer(required=True)
    expire_at = Instant(required=True)
    updated_at = Instant(required=True)
    created_at = Instant(required=True)
    transaction_source_id = fields.Integer(required=True)
    transaction_event_type_id = fields.Integer(required=True, metadata={"description": "1 claimed, 2 given"})
    transaction_id = fields.Integer(required=True, metadata={"description": "the reward it is a voucher of"})
    member_id = fields.Integer(required=True)
    term_and_condition = fields.String(required=True, metadata={"description": "sanitised HTML"})
    outlet_ids = fields.List(fields.Integer(), required=True, metadata=EVERYWHERE)
    present_until = Instant(required=True, allow_none=True)
    used_at = Instant(required=True, allow_none=True)
    usable_from = Instant(required=True, metadata={"description": "not to be shown at a counter before"})
    min_spend = Money(required=True, metadata={"description": "the smallest net bill it is taken for"})


class MemberRewardDetailSchema(MemberRewardSchema):
    """A voucher with the outlets where it is good."""

    outlets = fields.List(fields.Nested(PlaceSchema), required=True)


class MemberRewardListSchema(CamelSchema):
    """A page of a member's vouchers."""

    member_reward_list = fields.List(fields.Nested(MemberRewardSchema), required=True)


class MemberRewardQuery(ListQuery):
    """Which vouchers: by a part of the code, the valid ones or the history."""

    code = Text(data_key="Code", max_length=200, load_default="")
    is_valid = QueryFlag(data_key="IsValid")
    sort = sort_field(VOUCHER_ORDER)


class ClaimSchema(CamelSchema):
    """Who claims what."""

    member_id = Id(required=True)
    reward_id = Id(required=True)


class ClaimedSchema(CamelSchema):
    """The new voucher, and the points that are left."""

    message = fields.String(required=True)
    member_reward = fields.Nested(MemberRewardSchema, required=True)
    member_point_amount = fields.Integer(required=True)


class RedeemSchema(CamelSchema):
    """Which voucher is shown at which outlet."""

    member_id = Id(required=True)
    member_reward_id = Id(required=True)
    outlet_id = Id(required=True)


class MemberRedeemSchema(CamelSchema):
    """A voucher whose code is being shown until `presentUntil`; `amount` are the points it cost."""

    id = fields.Integer(required=True)
    amount = fields.Integer(required=True)
    code = fields.String(required=True)
    outlet_id = fields.Integer(required=True)
    created_at = Instant(required=True)
    present_until = Instant(required=True)


class RedeemedSchema(CamelSchema):
    """The code is on the screen."""

    message = fields.String(required=True)
    member_redeem = fields.Nested(MemberRedeemSchema, required=True)


class SpentSchema(CamelSchema):
    """Points spent on a voucher, by when they left; `outletId` is where it was shown or used."""

    id = fields.Integer(required=True)
    amount = fields.Integer(required=True)
    member_reward_id = fields.Integer(required=True, attribute="id", dump_only=True)
    outlet_id = fields.Integer(required=True, allow_none=True)
    created_at = Instant(required=True)


class SpentListSchema(CamelSchema):
    """A page of what a member spent points on."""

    member_redeem_list = fields.List(fields.Nested(SpentSchema), required=True)


class SpentQuery(ListQuery):
    """The window of time; both ends belong to it."""

    created_start_at = Moment(data_key="CreatedStartAt")
    created_end_at = Moment(data_key="CreatedEndAt")
    sort = sort_field(["createdAt"])
