"""The hot calls, and what each may cost: processor time of the API's processes, a bare Flask view being 1."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from stage import Stage

_keys = count(1)
Request = tuple[str, str, dict[str, str], bytes]


@dataclass(frozen=True)
class Call:
    """One call: how the n-th request of it looks, and its goal on each database (None: only watched)."""

    name: str
    request: Callable[[Stage, int], Request]
    sqlite: float | None
    postgresql: float | None

    def goal(self, database: str) -> float | None:
        """The goal on a database."""
        return self.sqlite if database == "SQLite" else self.postgresql


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


def vouchers(stage: Stage, nth: int) -> Request:
    """The vouchers of a member that can be used."""
    return "GET", "/api/memberReward", _session(stage.member(nth)[1]), b""


def _session(token: str) -> dict[str, str]:
    """Both headers, as the apps send them."""
    return {"Authorization": f"Bearer {token}", "x-user-token": token}


CALLS = (
    Call("read a member", _member, sqlite=2.6, postgresql=2.6),
    Call("50 rewards, public", _rewards, sqlite=1.3, postgresql=1.3),
    Call("50 rewards with flags", _own_rewards, sqlite=6.0, postgresql=6.0),
    Call("claim", _claim, sqlite=5.0, postgresql=5.0),
    Call("activity list", _activities, sqlite=None, postgresql=None),
)
