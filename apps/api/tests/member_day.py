"""A member's day and what a till does in it, and how many shards each of its statements reaches on Citus."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from factories import a_member, a_reward, a_till
from login_steps import ask, enter
from loyalty.db.connections import Database
from statements import Statement, noted


def tasks(plan: Any) -> int:
    """How many shards a plan, or the widest of its parts, reaches; 0 for what the coordinator has itself."""
    if isinstance(plan, list):
        return max(map(tasks, plan), default=0)
    if not isinstance(plan, dict):
        return 0
    parts = [tasks(inner) for name, inner in plan.items() if name != "Tasks"]
    return max([plan.get("Task Count", 0), *parts])


def spread(database: Database, seen: list[Statement]) -> list[tuple[str, int]]:
    """How many shards each of the statements reaches."""
    found = []
    with database.writes.connect() as connection:
        for statement, parameters in seen:
            if statement.lstrip().startswith(("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")):
                plan = connection.exec_driver_sql(
                    f"EXPLAIN (FORMAT JSON, COSTS OFF) {statement}", parameters
                ).scalar()
                plan = plan if isinstance(plan, list) else json.loads(plan or "[]")
                found.append((statement, tasks(plan)))
        connection.rollback()
    return found


def live(client: FlaskClient, member: int, reward: int, code: str) -> str:
    """What a member does in a day: a sign-in, a handoff, what the screens read, a claim, a code that is
    shown. Gives the code.
    """
    token = enter(client, code).json["loginToken"]
    auth = {"Authorization": f"Bearer {token}"}
    minted = client.get("/api/member/checksession", headers={**auth, "x-handoff": "mint"})
    mini = {"Authorization": f"Bearer {minted.json['handoffToken']}", "x-handoff": "n" * 32}
    auth = {
        "Authorization": "Bearer " + client.get("/api/member/checksession", headers=mini).json["loginToken"]
    }
    checked = client.get("/api/member/checksession", headers=auth)
    auth = {"Authorization": f"Bearer {checked.json['loginToken']}"}
    for path in (
        "member/{}",
        "member/{}/currentMembershipPoint",
        "member/{}/activityHistory",
        "member/{}/pointTotals",
        "member/{}/preferences",
        "reward",
        "memberReward",
        "memberRedeem",
        "memberEarn",
        "memberBirthdayReward",
    ):
        answer = client.get(f"/api/{path.format(member)}", headers=auth)
        assert answer.status_code in (200, 404), (path, answer.json)
    body = {"memberId": member, "rewardId": reward}
    voucher = client.post("/api/claim", json=body, headers=auth).json["memberReward"]
    shown = {"memberId": member, "memberRewardId": voucher["id"], "outletId": 1}
    assert client.post("/api/memberRedeem", json=shown, headers=auth).status_code == 201
    assert client.post("/api/member/logout", headers=auth).status_code == 204
    return str(voucher["code"])


def a_day(app: Flask, database: Database, code: Callable[[], str]) -> tuple[list[Statement], list[Statement]]:
    """The statements of a member's day, and those of a till for their bill and their voucher. `code` gives
    the newest one-time code.
    """
    member = a_member(database, number="123456789", earned=2_000)
    reward, till, client = a_reward(database, cost=500), a_till(app), app.test_client()
    assert ask(client).status_code == 200
    newest = code()
    with noted(database) as theirs:
        voucher = live(client, member, reward, newest)
    with noted(database) as tills:
        bill = till.post("/api/pos/earn", json={"memberId": member, "receiptNumber": "1", "amount": "45.90"})
        assert till.post(f"/api/pos/earn/{bill.json['memberEarn']['id']}/verify").status_code == 200
        assert till.post(f"/api/pos/voucher/{voucher}/use", json={}).status_code == 200
    return theirs, tills


def lines(counts: list[int]) -> str:
    """What `spread` found, in words."""
    several = sum(count > 1 for count in counts)
    return (
        f"{len(counts)} statements: {counts.count(1)} on one shard, {counts.count(0)} on the coordinator, "
        f"{several} on several ({1 - several / len(counts):.1%} on one machine)"
    )
