"""Rewards, vouchers (member rewards) and redemptions on the wire (spec 001 §3)."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from marshmallow import fields, missing
from typing_extensions import override

from loyalty.features.rewards.vouchers import VOUCHER_ORDER
from loyalty.http.schemas import (
    CamelSchema,
    Flag,
    Id,
    ListQuery,
    Moment,
    Money,
    QueryFlag,
    Text,
    sort_field,
)
from loyalty.rules.rewards import GIFT_KINDS, RewardKind

# transactionSourceId, on the wire: 7 is of spec 000 §7, the others are ours.
SOURCES: dict[str, int] = {
    RewardKind.POINTS: 1,
    RewardKind.BIRTHDAY: 2,
    RewardKind.WELCOME: 3,
    RewardKind.REFERRAL: 4,
    RewardKind.MEMBERSHIP: 7,
}
# transactionEventTypeId: 1 claimed, 2 given.
EVENT_TYPES = {kind: 2 if kind in GIFT_KINDS else 1 for kind in RewardKind}
# promotionTypeId: 4 is a birthday reward.
PROMOTION_TYPES = {kind: 4 if kind == RewardKind.BIRTHDAY else 1 for kind in RewardKind}
# discountTypeId, by typeId: 1 ringgit off, 2 free item.
DISCOUNT_TYPES = {1: 1, 2: 2, 3: 2}
# statusId of a reward: 1 is open.
REWARD_STATUSES = {True: 1, False: 2}

EVERYWHERE = {"description": "ids of the outlets where it is good; empty: at every outlet"}


class Coded(fields.Integer):
    """The number that the wire has for the value of the column `of`, which several fields may read."""

    def __init__(self, codes: Mapping[Any, int], *, of: str, **more: Any) -> None:
        super().__init__(required=True, **more)
        self.codes, self.of = codes, of

    @override
    def get_value(self, obj: Any, attr: str, accessor: Any = None, default: Any = missing) -> Any:
        return super().get_value(obj, self.of, accessor, default)

    @override
    def _serialize(self, value: Any, attr: str | None, obj: Any, **more: Any) -> int:
        return self.codes[value]


class RewardSchema(CamelSchema):
    """A reward of the catalogue. With a token the claim flags are the member's own."""

    id = fields.Integer(required=True, attribute="reward.id")
    title = fields.String(required=True, attribute="reward.title")
    description = fields.String(
        required=True, attribute="reward.description", metadata={"description": "sanitised HTML"}
    )
    point_to_redeem = fields.Integer(required=True, attribute="reward.cost")
    image_name = fields.String(required=True, attribute="reward.image_name", allow_none=True)
    transaction_source_id = Coded(SOURCES, of="reward.kind")
    type_id = fields.Integer(
        required=True,
        attribute="reward.type_id",
        metadata={"description": "1 voucher, 2 free gift, 3 points"},
    )
    status_id = Coded(REWARD_STATUSES, of="reward.is_active", metadata={"description": "1 is open"})
    valid_period = fields.Integer(
        required=True, attribute="reward.valid_days", metadata={"description": "days a voucher of it lives"}
    )
    start_at = Moment(required=True, allow_none=True, attribute="reward.starts_at")
    end_at = Moment(required=True, allow_none=True, attribute="reward.ends_at")
    promotion_type_id = Coded(
        PROMOTION_TYPES, of="reward.kind", metadata={"description": "4 is a birthday reward"}
    )
    is_member_birthday_month = fields.Boolean(
        required=True, data_key="IsMemberBirthdayMonth", attribute="reward.is_birthday_gift"
    )
    is_claimable = fields.Boolean(required=True)
    is_claim_pending = fields.Boolean(required=True)
    why_not_claimable = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "the code that POST /claim would refuse with; null when it would not"},
    )
    value = Money(required=True, attribute="reward.value_sen")
    discount_value = Money(required=True, attribute="reward.discount_sen")
    term_and_condition = fields.String(
        required=True, attribute="reward.terms", metadata={"description": "sanitised HTML"}
    )
    member_redeemable_limit = fields.Integer(required=True, allow_none=True, attribute="reward.member_limit")
    outlet_ids = fields.List(
        fields.Integer(), required=True, attribute="reward.outlet_ids", metadata=EVERYWHERE
    )


class RewardsField(fields.List[Any]):
    """A list of RewardSchema, of which each is read at once: field by field it takes ten times as long."""

    def __init__(self) -> None:
        super().__init__(fields.Nested(RewardSchema), required=True)
        columns = RewardSchema().dump_fields
        self.names = [column.data_key for column in columns.values()]
        self.read = attrgetter(*(getattr(f, "of", f.attribute or name) for name, f in columns.items()))
        plain = (fields.Integer, fields.String, fields.Boolean)  # on the wire as they are
        self.others = [column for column in columns.values() if type(column) not in plain]

    @override
    def _serialize(self, value: Any, attr: str | None, obj: Any, **more: Any) -> list[Any]:
        return [self._written(each) for each in value]

    def _written(self, reward: Any) -> dict[str | None, Any]:
        written = dict(zip(self.names, self.read(reward), strict=True))
        for field in self.others:
            written[field.data_key] = field._serialize(written[field.data_key], None, reward)
        return written


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

    reward_list = RewardsField()


class GivenRewardSchema(CamelSchema):
    """A reward that is given and not claimed: for joining (3), or for a referee (4)."""

    id = fields.Integer(required=True)
    title = fields.String(required=True)
    image_name = fields.String(required=True, allow_none=True)
    transaction_source_id = Coded(SOURCES, of="kind")
    discount_value = Money(required=True, attribute="discount_sen")
    min_spend = Money(
        required=True,
        attribute="min_spend_sen",
        metadata={"description": "the smallest net bill it is taken for"},
    )
    valid_period = fields.Integer(
        required=True, attribute="valid_days", metadata={"description": "days a voucher of it lives"}
    )


class MembershipRewardSchema(CamelSchema):
    """A reward of a tier, with its state for the member who asks; POST /claim takes its id."""

    id = fields.Integer(required=True, attribute="reward.id")
    title = fields.String(required=True, attribute="reward.title")
    description = fields.String(
        required=True, attribute="reward.description", metadata={"description": "sanitised HTML"}
    )
    image_name = fields.String(required=True, attribute="reward.image_name", allow_none=True)
    is_claimed = fields.Boolean(required=True)
    membership_id = fields.Integer(required=True)
    membership_name = fields.String(required=True)
    valid_period = fields.Integer(
        required=True, attribute="reward.valid_days", metadata={"description": "days a voucher of it lives"}
    )
    term_and_condition = fields.String(
        required=True, attribute="reward.terms", metadata={"description": "sanitised HTML"}
    )
    created_at = Moment(required=True, attribute="reward.created_at")
    member_id = fields.Integer(required=True)
    is_locked = fields.Boolean(required=True)


class MembershipRewardDetailSchema(MembershipRewardSchema):
    """A reward of a tier with the outlets where it is good."""

    outlet_ids = fields.List(
        fields.Integer(), required=True, attribute="reward.outlet_ids", metadata=EVERYWHERE
    )
    outlets = fields.List(fields.Nested(PlaceSchema), required=True)


class MemberRewardSchema(CamelSchema):
    """A voucher. statusId: 1 active, 2 presented or used (if usedAt is set), 3 expired, 4 cancelled."""

    id = fields.Integer(required=True, attribute="voucher.id")
    name = fields.String(required=True, attribute="voucher.name")
    code = fields.String(required=True, attribute="voucher.code")
    description = fields.String(
        required=True, attribute="reward.description", metadata={"description": "sanitised HTML"}
    )
    image_name = fields.String(required=True, attribute="reward.image_name", allow_none=True)
    discount_value = Money(required=True, attribute="voucher.discount_sen")
    discount_type_id = Coded(
        DISCOUNT_TYPES, of="reward.type_id", metadata={"description": "1 ringgit off, 2 free item"}
    )
    reward_type_id = fields.Integer(required=True, attribute="reward.type_id")
    status_id = fields.Integer(required=True)
    expire_at = Moment(required=True, attribute="voucher.expires_at")
    updated_at = Moment(required=True, attribute="voucher.updated_at")
    created_at = Moment(required=True, attribute="voucher.created_at")
    transaction_source_id = Coded(SOURCES, of="reward.kind")
    transaction_event_type_id = Coded(
        EVENT_TYPES, of="reward.kind", metadata={"description": "1 claimed, 2 given"}
    )
    transaction_id = fields.Integer(
        required=True,
        attribute="voucher.reward_id",
        metadata={"description": "the reward it is a voucher of"},
    )
    member_id = fields.Integer(required=True, attribute="voucher.member_id")
    term_and_condition = fields.String(
        required=True, attribute="reward.terms", metadata={"description": "sanitised HTML"}
    )
    outlet_ids = fields.List(
        fields.Integer(), required=True, attribute="voucher.outlet_ids", metadata=EVERYWHERE
    )
    present_until = Moment(required=True, allow_none=True)
    used_at = Moment(required=True, attribute="voucher.used_at", allow_none=True)
    held_till_id = fields.Integer(
        required=True,
        attribute="voucher.held_till_id",
        allow_none=True,
        metadata={
            "description": "the till that may take it without the network; until it has reported after the "
            "presentation, the voucher is not the member's again"
        },
    )
    usable_from = Moment(
        required=True,
        attribute="voucher.usable_from",
        metadata={"description": "not to be shown at a counter before"},
    )
    min_spend = Money(
        required=True,
        attribute="voucher.min_spend_sen",
        metadata={"description": "the smallest net bill it is taken for"},
    )


class ShownCodeSchema(CamelSchema):
    """What a presented voucher carries for a counter without the network."""

    signed_code = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "the content of the QR; null: it holds `code`, and the till needs the network"
        },
    )
    till_name = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "the till that takes it without the network, or would; null: none does"},
    )


class MemberRewardDetailSchema(MemberRewardSchema, ShownCodeSchema):
    """A voucher with the outlets where it is good."""

    outlet_id = fields.Integer(
        required=True,
        attribute="voucher.outlet_id",
        allow_none=True,
        metadata={"description": "where it is presented, or was used"},
    )
    outlets = fields.List(fields.Nested(PlaceSchema), required=True)


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
    """Which voucher is shown at which outlet; null: at any where it is good."""

    member_id = Id(required=True)
    member_reward_id = Id(required=True)
    outlet_id = Id(required=True, allow_none=True)
    without_network = Flag(
        metadata={"description": "the counter has no network: sign the code for a till that works without"},
    )


class MemberRedeemSchema(ShownCodeSchema):
    """A voucher whose code is being shown until `presentUntil`; `amount` are the points it cost."""

    id = fields.Integer(required=True, attribute="voucher.id")
    amount = fields.Integer(required=True, attribute="voucher.cost")
    code = fields.String(required=True, attribute="voucher.code")
    outlet_id = fields.Integer(required=True, attribute="voucher.outlet_id", allow_none=True)
    created_at = Moment(required=True, attribute="voucher.updated_at")
    present_until = Moment(required=True, attribute="voucher.present_until")


class RedeemedSchema(CamelSchema):
    """The code is on the screen."""

    message = fields.String(required=True)
    member_redeem = fields.Nested(MemberRedeemSchema, required=True)


class SpentSchema(CamelSchema):
    """Points spent on a voucher, by when they left; `outletId` is where it was shown or used."""

    id = fields.Integer(required=True)
    amount = fields.Integer(required=True, attribute="cost")
    member_reward_id = fields.Integer(required=True, attribute="id", dump_only=True)
    outlet_id = fields.Integer(required=True, allow_none=True)
    created_at = Moment(required=True)


class SpentQuery(ListQuery):
    """The window of time; both ends belong to it."""

    created_start_at = Moment(data_key="CreatedStartAt")
    created_end_at = Moment(data_key="CreatedEndAt")
    sort = sort_field(["createdAt"])
