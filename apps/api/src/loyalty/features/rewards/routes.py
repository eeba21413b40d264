"""The catalogue, claiming, and a member's vouchers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.features.rewards import catalogue, claims
from loyalty.features.rewards import vouchers as reward_vouchers
from loyalty.features.rewards.catalogue import RewardFor
from loyalty.features.rewards.models import Reward, Voucher
from loyalty.features.rewards.schemas import (
    ClaimedSchema,
    ClaimSchema,
    GivenRewardSchema,
    MemberRewardDetailSchema,
    MemberRewardQuery,
    MemberRewardSchema,
    MembershipRewardDetailSchema,
    MembershipRewardSchema,
    RedeemedSchema,
    RedeemSchema,
    RewardDetailSchema,
    RewardListSchema,
    SpentQuery,
    SpentSchema,
)
from loyalty.features.rewards.vouchers import CurrentVoucher
from loyalty.http.api import Blueprint
from loyalty.http.auth import caller, caller_if_any, member_key_owner, member_required, own_member_in_body
from loyalty.http.idempotency import sent_key
from loyalty.http.schemas import list_of

blueprint = Blueprint("rewards", __name__, description="Rewards, and the vouchers members hold.")


@blueprint.route("/reward")
@blueprint.cached_when_public()
@blueprint.response(200, RewardListSchema)
def rewards() -> dict[str, list[RewardFor]]:
    """List the catalogue, the cheapest first; with a token the member's own flags are filled."""
    at, member_id = _asking()
    return {"reward_list": catalogue.rewards(current_session(), at, member_id)}


@blueprint.route("/reward/<id:reward_id>")
@blueprint.cached_when_public()
@blueprint.response(200, RewardDetailSchema)
@blueprint.alt_responses(404)
def reward(reward_id: int) -> dict[str, Any]:
    """Read one reward of the catalogue with the outlets where it is good."""
    at, member_id = _asking()
    db = current_session()
    found = catalogue.reward(db, reward_id, at, member_id)
    return {
        **found._asdict(),
        "code": None,
        "outlets": catalogue.outlets_of(db, found.reward.outlet_ids),
    }


@blueprint.route("/givenReward")
@blueprint.cached_when_public()
@blueprint.response(200, list_of(GivenRewardSchema, "given_reward_list"))
def given_rewards() -> dict[str, Sequence[Reward]]:
    """List what is given and never claimed: for joining, and for a friend who came."""
    return {"given_reward_list": catalogue.given_rewards(current_session())}


@blueprint.route("/membershipReward")
@member_required
@blueprint.response(200, list_of(MembershipRewardSchema, "membership_reward_list"))
def membership_rewards() -> dict[str, Any]:
    """List the rewards of the tiers, those above the member's own locked."""
    return {"membership_reward_list": catalogue.membership_rewards(current_session(), caller().member_id)}


@blueprint.route("/membershipReward/<id:reward_id>")
@member_required
@blueprint.response(200, MembershipRewardDetailSchema)
@blueprint.alt_responses(404)
def membership_reward(reward_id: int) -> dict[str, Any]:
    """Read one reward of a tier."""
    return catalogue.membership_reward(current_session(), reward_id, caller().member_id)


@blueprint.route("/claim", methods=["POST"])
@member_required
@blueprint.arguments(ClaimSchema)
@own_member_in_body
@blueprint.transaction(key_owner=member_key_owner)
@blueprint.response(201, ClaimedSchema)
@blueprint.alt_responses(404, 409)
def claim(db: Session, body: dict[str, int]) -> dict[str, Any]:
    """Turn points into a voucher, once for each Idempotency-Key."""
    claimed = claims.claim(db, body["member_id"], body["reward_id"], repeats=sent_key() is None)
    return {
        "message": "Reward redeemed successfully!",
        "member_reward": reward_vouchers.current(claimed.voucher, claimed.at, claimed.reward),
        "member_point_amount": claimed.points,
    }


@blueprint.route("/memberReward")
@member_required
@blueprint.arguments(MemberRewardQuery, location="query")
@blueprint.response(200, list_of(MemberRewardSchema, "member_reward_list"))
def vouchers(page: dict[str, Any]) -> dict[str, list[CurrentVoucher]]:
    """List the member's vouchers, those that can be used or the history."""
    at = caller().at
    found = reward_vouchers.vouchers(current_session(), caller().member_id, at, **page)
    return {"member_reward_list": [reward_vouchers.current(voucher, at) for voucher in found]}


@blueprint.route("/memberReward/<id:voucher_id>")
@member_required
@blueprint.response(200, MemberRewardDetailSchema)
@blueprint.alt_responses(404)
def voucher(voucher_id: int) -> dict[str, Any]:
    """Read one of the member's vouchers with the outlets where it is good."""
    return reward_vouchers.detail(current_session(), caller().member_id, voucher_id, caller().at)


@blueprint.route("/memberRedeem", methods=["POST"])
@member_required
@blueprint.arguments(RedeemSchema)
@own_member_in_body
@blueprint.transaction(key_owner=member_key_owner)
@blueprint.response(201, RedeemedSchema)
@blueprint.alt_responses(404, 409)
def redeem(db: Session, body: dict[str, Any]) -> dict[str, Any]:
    """Show a voucher's code at an outlet for 30 minutes, once for each Idempotency-Key."""
    shown = reward_vouchers.present(
        db,
        body["member_id"],
        body["member_reward_id"],
        body["outlet_id"],
        without_network=body.get("without_network", False),
    )
    return {"message": "Present this code to the cashier to redeem your reward", "member_redeem": shown}


@blueprint.route("/memberRedeem")
@member_required
@blueprint.arguments(SpentQuery, location="query")
@blueprint.response(200, list_of(SpentSchema, "member_redeem_list"))
def spent(page: dict[str, Any]) -> dict[str, list[Voucher]]:
    """List what the member spent points on, within a window of time."""
    return {"member_redeem_list": reward_vouchers.spent(current_session(), caller().member_id, **page)}


def _asking() -> tuple[datetime, int | None]:
    """The moment, and the member who asks, if any."""
    member = caller_if_any()
    return (member.at, member.member_id) if member else (now(current_session()), None)
