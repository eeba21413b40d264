"""The catalogue, claiming, and a member's vouchers."""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache
from typing import Any

from flask import Response, jsonify
from sqlalchemy import Row

from loyalty.db.connections import connection
from loyalty.errors import Forbidden
from loyalty.features.rewards import catalogue, claims
from loyalty.features.rewards import vouchers as reward_vouchers
from loyalty.features.rewards.schemas import (
    ClaimedSchema,
    ClaimSchema,
    GivenRewardListSchema,
    MemberRewardDetailSchema,
    MemberRewardListSchema,
    MemberRewardQuery,
    MembershipRewardDetailSchema,
    MembershipRewardListSchema,
    RedeemedSchema,
    RedeemSchema,
    RewardDetailSchema,
    RewardListSchema,
    RewardSchema,
    SpentListSchema,
    SpentQuery,
)
from loyalty.http.api import Blueprint
from loyalty.http.auth import caller, caller_if_any, signed_in
from loyalty.http.requests import KeyHeaders, answered, key_of
from loyalty.http.responses import public_list

# Made once: a schema copies every field when it is made.
_REWARD, _CLAIMED, _REDEEMED = RewardSchema(), ClaimedSchema(), RedeemedSchema()

blueprint = Blueprint("rewards", __name__, description="Rewards, and the vouchers members hold.")


@blueprint.route("/reward")
@public_list()
@blueprint.response(200, RewardListSchema)
def rewards() -> Any:
    """List the catalogue, the cheapest first; with a token the member's own flags are filled."""
    if member := caller_if_any():
        own = catalogue.flagged(connection(), member.member_id, member.at)
        return jsonify({"rewardList": [_own(row, why_not, pending) for row, why_not, pending in own]})
    return {"reward_list": catalogue.rewards(connection())}


@blueprint.route("/reward/<id:reward_id>")
@public_list()
@blueprint.response(200, RewardDetailSchema)
@blueprint.alt_response(404)
def reward(reward_id: int) -> dict[str, Any]:
    """Read one reward of the catalogue with the outlets where it is good."""
    member = caller_if_any()
    found = catalogue.reward(connection(), reward_id, member.member_id if member else None)
    return {**_with_outlets(found), "code": None}


@blueprint.route("/givenReward")
@public_list()
@blueprint.response(200, GivenRewardListSchema)
def given_rewards() -> dict[str, Any]:
    """List what is given and never claimed: for joining, and for a friend who came."""
    return {"given_reward_list": catalogue.given_rewards(connection())}


@blueprint.route("/membershipReward")
@signed_in
@blueprint.response(200, MembershipRewardListSchema)
def membership_rewards() -> dict[str, Any]:
    """List the rewards of the tiers, those above the member's own locked."""
    return {"membership_reward_list": catalogue.membership_rewards(connection(), caller().member_id)}


@blueprint.route("/membershipReward/<id:reward_id>")
@signed_in
@blueprint.response(200, MembershipRewardDetailSchema)
@blueprint.alt_response(404)
def membership_reward(reward_id: int) -> dict[str, Any]:
    """Read one reward of a tier."""
    return _with_outlets(catalogue.membership_reward(connection(), reward_id, caller().member_id))


@blueprint.route("/claim", methods=["POST"])
@signed_in
@blueprint.arguments(KeyHeaders, location="headers")
@blueprint.arguments(ClaimSchema)
@blueprint.response(201, ClaimedSchema)
@blueprint.alt_response(404)
@blueprint.alt_response(409)
def claim(headers: dict[str, Any], claimed: dict[str, int]) -> Response:
    """Turn points into a voucher, once for each Idempotency-Key."""
    owner = _owner(claimed["member_id"])
    return answered(
        claims.claim(
            claimed["member_id"],
            claimed["reward_id"],
            key_of(headers, owner),
            lambda done: (
                201,
                _CLAIMED.dump(
                    {
                        "message": "Reward redeemed successfully!",
                        "member_reward": done.voucher,
                        "member_point_amount": done.points,
                    }
                ),
            ),
        )
    )


@blueprint.route("/memberReward")
@signed_in
@blueprint.arguments(MemberRewardQuery, location="query")
@blueprint.response(200, MemberRewardListSchema)
def vouchers(page: dict[str, Any]) -> dict[str, Any]:
    """List the member's vouchers, those that can be used or the history."""
    return {"member_reward_list": reward_vouchers.vouchers(connection(), caller().member_id, **page)}


@blueprint.route("/memberReward/<id:voucher_id>")
@signed_in
@blueprint.response(200, MemberRewardDetailSchema)
@blueprint.alt_response(404)
def voucher(voucher_id: int) -> dict[str, Any]:
    """Read one of the member's vouchers with the outlets where it is good."""
    return _with_outlets(reward_vouchers.read(connection(), caller().member_id, voucher_id))


@blueprint.route("/memberRedeem", methods=["POST"])
@signed_in
@blueprint.arguments(KeyHeaders, location="headers")
@blueprint.arguments(RedeemSchema)
@blueprint.response(201, RedeemedSchema)
@blueprint.alt_response(404)
@blueprint.alt_response(409)
def redeem(headers: dict[str, Any], shown: dict[str, int]) -> Response:
    """Show a voucher's code at an outlet for 30 minutes, once for each Idempotency-Key."""
    owner = _owner(shown["member_id"])
    return answered(
        reward_vouchers.present(
            shown["member_id"],
            shown["member_reward_id"],
            shown["outlet_id"],
            key_of(headers, owner),
            lambda done: (
                201,
                _REDEEMED.dump(
                    {
                        "message": "Present this code to the cashier to redeem your reward",
                        "member_redeem": done,
                    }
                ),
            ),
        )
    )


@blueprint.route("/memberRedeem")
@signed_in
@blueprint.arguments(SpentQuery, location="query")
@blueprint.response(200, SpentListSchema)
def spent(page: dict[str, Any]) -> dict[str, Any]:
    """List what the member spent points on, within a window of time."""
    return {"member_redeem_list": reward_vouchers.spent(connection(), caller().member_id, **page)}


def _own(row: Row[Any], why_not: str | None, pending: bool) -> dict[str, Any]:
    """A reward of the catalogue as one member sees it (RewardSchema)."""
    flags = {"isClaimable": why_not is None, "isClaimPending": pending, "whyNotClaimable": why_not}
    return {**_for_everybody(row), **flags}


@lru_cache(1_024)
def _for_everybody(row: Row[Any]) -> dict[str, Any]:
    """A reward without anybody's flags, kept as long as its row is the same."""
    dumped: dict[str, Any] = _REWARD.dump(catalogue.facts(row, why_not=None, pending=False))
    return dumped


def _owner(member_id: int) -> str:
    """Whose key it is; the member in the body has to be the one who is signed in."""
    if member_id != caller().member_id:
        raise Forbidden
    return f"member:{member_id}"


def _with_outlets(facts: Any) -> dict[str, Any]:
    return {**asdict(facts), "outlets": catalogue.named(connection(), facts.outlet_ids)}
