"""On Citus, what a member does reaches one worker at a time: none of it is sent to every shard."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from factories import a_member, a_reward, a_till
from login_steps import ask, enter
from loyalty.db.connections import Database

pytestmark = pytest.mark.only_on("citus")

Statement = tuple[str, Any]


@contextmanager
def noted(database: Database) -> Iterator[list[Statement]]:
    """The statements that reach the database within the block, with their parameters."""
    seen: list[Statement] = []

    def note(_connection, _cursor, statement, parameters, *_more) -> None:
        seen.append((statement, parameters[0] if isinstance(parameters, list) else parameters))

    engines = database.reads, database.writes
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        for engine in engines:
            event.remove(engine, "before_cursor_execute", note)


def tasks(plan: Any) -> int:
    """How many shards a plan reaches; 0 for what the coordinator has itself."""
    if isinstance(plan, list):
        return sum(map(tasks, plan))
    if not isinstance(plan, dict):
        return 0
    return plan.get("Task Count", 0) + sum(tasks(inner) for name, inner in plan.items() if name != "Tasks")


def spread(database: Database, seen: list[Statement]) -> dict[str, int]:
    """How many shards each of the statements reaches."""
    found = {}
    with database.writes.connect() as connection:
        for statement, parameters in seen:
            if statement.lstrip().startswith(("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")):
                plan = connection.exec_driver_sql(
                    f"EXPLAIN (FORMAT JSON, COSTS OFF) {statement}", parameters
                ).scalar()
                found[statement] = tasks(plan if isinstance(plan, list) else json.loads(plan or "[]"))
        connection.rollback()
    return found


def live(app: Flask, client: FlaskClient, database: Database, sent: Any, seen: list[Statement]) -> int:
    """A member's day: a sign-in, a handoff, what the screens read, a bill, a claim and its use."""
    member = a_member(database, number="123456789", earned=2_000)
    reward, till = a_reward(database, cost=500), a_till(app)
    seen.clear()
    assert ask(client).status_code == 200
    code = sent.code()
    seen.clear()
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
    bill = till.post("/api/pos/earn", json={"memberId": member, "receiptNumber": "1", "amount": "45.90"})
    assert till.post(f"/api/pos/earn/{bill.json['memberEarn']['id']}/verify").status_code == 200
    body = {"memberId": member, "rewardId": reward}
    voucher = client.post("/api/claim", json=body, headers=auth).json["memberReward"]
    shown = {"memberId": member, "memberRewardId": voucher["id"], "outletId": 1}
    assert client.post("/api/memberRedeem", json=shown, headers=auth).status_code == 201
    assert till.post(f"/api/pos/voucher/{voucher['code']}/use", json={}).status_code == 200
    assert client.post("/api/member/logout", headers=auth).status_code == 204
    return member


# Found on every worker by an index: the bill that a till names by its id, and the account of a number.
WITHOUT_MEMBER = ("FROM bills \nWHERE bills.id =", "members.mobile_number =")


def test_a_members_day_reaches_one_shard_at_a_time(
    app: Flask, client: FlaskClient, database: Database, sent, capsys
):
    with noted(database) as seen:
        live(app, client, database, sent, seen)
        done = list(seen)
    shards = spread(database, done)
    each = [shards[statement] for statement, _ in done if statement in shards]
    many = {statement for statement, count in shards.items() if count > 1}
    with capsys.disabled():
        print(
            f"\n{len(each)} statements: {each.count(1)} on one shard, {each.count(0)} on the coordinator, "
            f"{sum(count > 1 for count in each)} on several"
        )

    assert {one for one in many if not any(known in one for known in WITHOUT_MEMBER)} == set()
    assert each.count(1) + each.count(0) >= 0.98 * len(each)
