"""On Citus, what a member does reaches one worker at a time: none of it is sent to every shard."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from factories import a_member, a_reward, a_till
from login_steps import ask, enter
from loyalty.db.connections import Database
from statements import Statement, noted

pytestmark = pytest.mark.only_on("citus")


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


def lines(counts: list[int]) -> str:
    return (
        f"{len(counts)} statements: {sum(count == 1 for count in counts)} on one shard, {counts.count(0)} on "
        f"the coordinator, {sum(count > 1 for count in counts)} on several"
    )


# Found on every worker by an index: the bill that a till names by its id, and what it has verified today.
OF_TILL = ("FROM bills \nWHERE bills.id =", "bills.verified_till_id =")


def test_a_members_day_reaches_one_shard_at_a_time(
    app: Flask, client: FlaskClient, database: Database, sent, capsys
):
    member = a_member(database, number="123456789", earned=2_000)
    reward, till = a_reward(database, cost=500), a_till(app)
    assert ask(client).status_code == 200
    code = sent.code()
    with noted(database) as theirs:
        voucher = live(client, member, reward, code)
    with noted(database) as tills:
        bill = till.post("/api/pos/earn", json={"memberId": member, "receiptNumber": "1", "amount": "45.90"})
        assert till.post(f"/api/pos/earn/{bill.json['memberEarn']['id']}/verify").status_code == 200
        assert till.post(f"/api/pos/voucher/{voucher}/use", json={}).status_code == 200

    by_member, by_till = spread(database, theirs), spread(database, tills)

    with capsys.disabled():
        print("\nmember,", lines([count for _, count in by_member]))
        print("till,", lines([count for _, count in by_till]))
    assert [one for one, count in by_member if count > 1] == []
    assert [one for one, count in by_till if count > 1 and not any(known in one for known in OF_TILL)] == []
