"""The catalogue, claiming, and a member's vouchers."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache, lru_cache
from typing import Any

import orjson
from flask import Response
from sqlalchemy import Row

from loyalty.db.session import session
from loyalty.errors import NotYours
from loyalty.features.rewards import catalogue, service
from loyalty.features.rewards.schemas import (
    ClaimedSchema,
    ClaimSchema,
    GivenRewardListSchema,
    MemberRewardDetailSchema,
    MemberRewardListSchema,
    MemberRewardQuery,
    MemberRewardSchema,
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
from loyalty.http.caching import public_list
from loyalty.http.idempotency import KeyHeaders, answered, key_of
from loyalty.http.public_bytes import public_bytes
from loyalty.http.spelling import Speller

# Made once: a schema copies every field when it is made.
_REWARD = Speller(RewardSchema)
_VOUCHER, _REDEEMED = Speller(MemberRewardSchema), RedeemedSchema()

blueprint = Blueprint("rewards", __name__, description="Rewards, and the vouchers members hold.")


@blueprint.route("/reward")
@blueprint.response(200, RewardListSchema)
@public_list
def rewards() -> Any:
    """List the catalogue, the cheapest first; with a token the member's own flags are filled."""
    if member := caller_if_any():
        own = catalogue.flagged(session(), member.member_id, member.at)
        return Response(_own_catalogue(own), mimetype="application/json")
    return public_bytes(
        "reward", lambda: RewardListSchema().dump({"reward_list": service.rewards(session())})
    )


@blueprint.route("/reward/<id:reward_id>")
@blueprint.response(200, RewardDetailSchema)
@blueprint.alt_response(404)
@public_list
def reward(reward_id: int) -> dict[str, Any]:
    """Read one reward of the catalogue with the outlets where it is good."""
    member = caller_if_any()
    found = service.reward(session(), reward_id, member.member_id if member else None)
    return {**_with_outlets(found), "code": None}


@blueprint.route("/givenReward")
@blueprint.response(200, GivenRewardListSchema)
@public_list
def given_rewards() -> Response:
    """List what is given and never claimed: for joining, and for a friend who came."""
    return public_bytes(
        "givenReward",
        lambda: GivenRewardListSchema().dump({"given_reward_list": catalogue.given_rewards(session())}),
    )


@blueprint.route("/membershipReward")
@signed_in
@blueprint.response(200, MembershipRewardListSchema)
def membership_rewards() -> dict[str, Any]:
    """List the rewards of the tiers, those above the member's own locked."""
    return {"membership_reward_list": service.membership_rewards(session(), caller().member_id)}


@blueprint.route("/membershipReward/<id:reward_id>")
@signed_in
@blueprint.response(200, MembershipRewardDetailSchema)
@blueprint.alt_response(404)
def membership_reward(reward_id: int) -> dict[str, Any]:
    """Read one reward of a tier."""
    return _with_outlets(service.membership_reward(session(), reward_id, caller().member_id))


@blueprint.route("/claim", methods=["POST"])
@signed_in
@blueprint.arguments(KeyHeaders, location="headers")
@blueprint.arguments(ClaimSchema)
@blueprint.response(201, ClaimedSchema)
@blueprint.alt_response(404)
@blueprint.alt_response(409)
def claim(headers: dict[str, Any], claimed: dict[str, int]) -> Response:
    """Turn points into a voucher, once for each Idempotency-Key."""
    owner = _own(claimed["member_id"])
    return answered(
        service.claim(
            claimed["member_id"],
            claimed["reward_id"],
            key_of(headers, owner),
            lambda done: (
                201,
                # ClaimedSchema, spelled.
                {
                    "message": "Reward redeemed successfully!",
                    "memberReward": _VOUCHER.spell(done.voucher),
                    "memberPointAmount": done.points,
                },
            ),
        )
    )


@blueprint.route("/memberReward")
@signed_in
@blueprint.arguments(MemberRewardQuery, location="query")
@blueprint.response(200, MemberRewardListSchema)
def vouchers(page: dict[str, Any]) -> dict[str, Any]:
    """List the member's vouchers, those that can be used or the history."""
    return {"member_reward_list": service.vouchers(session(), caller().member_id, **page)}


@blueprint.route("/memberReward/<id:voucher_id>")
@signed_in
@blueprint.response(200, MemberRewardDetailSchema)
@blueprint.alt_response(404)
def voucher(voucher_id: int) -> dict[str, Any]:
    """Read one of the member's vouchers with the outlets where it is good."""
    return _with_outlets(service.read(session(), caller().member_id, voucher_id))


@blueprint.route("/memberRedeem", methods=["POST"])
@signed_in
@blueprint.arguments(KeyHeaders, location="headers")
@blueprint.arguments(RedeemSchema)
@blueprint.response(201, RedeemedSchema)
@blueprint.alt_response(404)
@blueprint.alt_response(409)
def redeem(headers: dict[str, Any], shown: dict[str, int]) -> Response:
    """Show a voucher's code at an outlet for 30 minutes, once for each Idempotency-Key."""
    owner = _own(shown["member_id"])
    return answered(
        service.present(
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
    return {"member_redeem_list": service.spent(session(), caller().member_id, **page)}


def _own_catalogue(found: list[tuple[Row[Any], str | None, bool]]) -> bytes:
    """RewardListSchema's JSON: what a reward says to all is written once, the member's flags each time."""
    spelled = (_without_flags(row) + _flags(why_not, pending) for row, why_not, pending in found)
    return b'{"rewardList":[' + b",".join(spelled) + b"]}"


@cache
def _flags(why_not: str | None, pending: bool) -> bytes:  # a cached function takes them in order
    """What a reward says to one member, as the end of its JSON."""
    own = {"isClaimable": why_not is None, "isClaimPending": pending, "whyNotClaimable": why_not}
    return b"," + orjson.dumps(own)[1:]


@lru_cache(1_024)
def _without_flags(row: Row[Any]) -> bytes:
    """A reward's JSON up to the flags, kept as long as its row says the same."""
    spelled = _REWARD.spell(catalogue.facts(row, why_not=None, pending=False))
    del spelled["isClaimable"], spelled["isClaimPending"], spelled["whyNotClaimable"]
    return orjson.dumps(spelled)[:-1]


def _own(member_id: int) -> str:
    """Whose key it is; the member in the body has to be the one who is signed in."""
    if member_id != caller().member_id:
        raise NotYours
    return f"member:{member_id}"


def _with_outlets(facts: Any) -> dict[str, Any]:
    return {**asdict(facts), "outlets": service.named(session(), facts.outlet_ids)}
