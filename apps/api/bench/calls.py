"""The hot calls, and the goal of each beside another commit."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from stage import Stage

_keys = count(1)
Request = tuple[str, str, dict[str, str], bytes]


@dataclass(frozen=True)
class Call:
    """One call: how the n-th request of it looks, and how many times the processor time of another commit it
    may take at most.
    """

    name: str
    request: Callable[[Stage, int], Request]
    goal: float = 1.05


def _member(stage: Stage, nth: int) -> Request:
    member_id, token = stage.member(nth)
    return "GET", f"/api/member/{member_id}", _session(token), b""


def _rewards(_stage: Stage, _nth: int) -> Request:
    return "GET", "/api/reward", {}, b""


def _own_rewards(stage: Stage, nth: int) -> Request:
    return "GET", "/api/reward", _session(stage.member(nth)[1]), b""


def _claim(stage: Stage, nth: int) -> Request:
    member_id, token = stage.member(nth)
    body = json.dumps({"memberId": member_id, "rewardId": stage.claimed}).encode()
    headers = {"Content-Type": "application/json", "Idempotency-Key": f"bench-{next(_keys)}"}
    return "POST", "/api/claim", {**_session(token), **headers}, body


def _activities(stage: Stage, nth: int) -> Request:
    member_id, token = stage.member(nth)
    path = f"/api/member/{member_id}/activityHistory?sort=createdAt&order=desc&limit=3"
    return "GET", path, _session(token), b""


def latest_bill(stage: Stage, nth: int) -> Request:
    """What an open card asks while nothing is new: whatever there is, it has."""
    member_id, token = stage.member(nth)
    return "GET", f"/api/member/{member_id}/latestBill", {**_session(token), "If-None-Match": "*"}, b""


def vouchers(stage: Stage, nth: int) -> Request:
    """The vouchers of a member that can be used."""
    return "GET", "/api/memberReward", _session(stage.member(nth)[1]), b""


def _session(token: str) -> dict[str, str]:
    """Both headers, as the apps send them."""
    return {"Authorization": f"Bearer {token}", "x-user-token": token}


CALLS = (
    Call("read a member", _member),
    Call("50 rewards, public", _rewards),
    Call("50 rewards with flags", _own_rewards, goal=0.9),
    Call("claim", _claim, goal=0.75),
    Call("activity list", _activities),
)
