from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from loyalty.db.session import Database, transaction
from loyalty.features.points import service as points
from loyalty.features.rewards import service as rewards
from loyalty.features.till import service as tills
from people import a_bill, a_member, a_reward, a_till, signed_in


@pytest.fixture
def report(app: Flask):
    def run(*words):
        answer = app.test_cli_runner().invoke(args=["report", *words])
        assert answer.exit_code == 0, answer.output
        return json.loads(answer.output) if "--json" in words else answer.output

    return run


@pytest.fixture
def use_one(app: Flask, client: FlaskClient, database: Database):
    """A member claims a reward of RM 11.90 and uses it at an outlet."""

    def use(outlet_id: int) -> None:
        member = a_member(database, earned=500)
        reward = a_reward(database, cost=500, value="11.90")
        headers = signed_in(app, member)
        claimed = client.post("/api/claim", json={"memberId": member, "rewardId": reward}, headers=headers)
        voucher = claimed.json["memberReward"]
        shown = {"memberId": member, "memberRewardId": voucher["id"], "outletId": outlet_id}
        assert client.post("/api/memberRedeem", json=shown, headers=headers).status_code == 201
        with database.bound(), transaction() as db:
            _, key = tills.add(db, outlet_id)
        taken = client.post(
            f"/api/pos/voucher/{voucher['code']}/use", json={}, headers={"Authorization": f"Bearer {key}"}
        )
        assert taken.status_code == 200, taken.json

    return use


def test_what_is_owed_adds_up(report, database: Database, use_one):
    use_one(1)
    member = a_member(database, earned=900)
    with database.bound(), transaction() as db:
        points.adjust(db, member, 100, a_bill(), "in")
        points.adjust(db, member, -30, a_bill(), "out")
    owed = report("liability", "--json")
    told = owed["points"]
    assert told == {
        "issued": 1_400,
        "redeemed": 500,
        "adjusted_in": 100,
        "adjusted_out": 30,
        "outstanding": 970,
        "members": 1,
    }
    assert (
        told["issued"] + told["adjusted_in"] - told["redeemed"] - told["adjusted_out"] == told["outstanding"]
    )
    # The programme's own rewards: from 500 points for RM 11.90 to 900 for RM 29.80 (spec 001 §9).
    assert owed["points_worth"]["most_sen"] == -(-970 * 2980 // 900)
    assert (
        owed["points_worth"]["least_sen"]
        <= owed["points_worth"]["middle_sen"]
        <= owed["points_worth"]["most_sen"]
    )
    assert "RM 32.12" in report("liability")


def test_a_used_and_a_cancelled_voucher_are_owed_no_more(report, database: Database, use_one):
    use_one(1)
    assert report("liability", "--json")["vouchers"] == {"count": 0, "value_sen": 0}
    member = a_member(database)
    with database.bound(), transaction() as db:
        rewards.welcome(db, member)
    assert report("liability", "--json")["vouchers"] == {"count": 1, "value_sen": 500}


def test_a_day_is_malaysian_from_midnight_to_midnight(report, clock, use_one):
    clock.set(datetime(2026, 3, 13, 15, 59, 59, tzinfo=UTC))
    use_one(1)
    clock.set(datetime(2026, 3, 13, 16, 0, tzinfo=UTC))
    use_one(1)
    use_one(2)

    def day(date: str):
        found = report("day", "--date", date, "--json")["outlets"]
        return {each["outlet_id"]: each["vouchers_used"] for each in found if each["vouchers_used"]}

    assert day("2026-03-13") == {1: 1}
    assert day("2026-03-14") == {1: 1, 2: 1}
    assert day("2026-03-15") == {}
    assert "RM 11.90" in report("day", "--outlet", "2")


def test_a_day_close_adds_the_bills_up_as_they_stand(report, app, database: Database, clock):
    member = a_member(database)
    till, other = a_till(app, 1), a_till(app, 2)
    ids = []
    for number, amount in enumerate(("45.90", "10.00", "20.00", "99.00"), start=1):
        bill = {"memberId": member, "receiptNumber": str(number), "amount": amount}
        ids.append(till.post("/api/pos/earn", json=bill).json["memberEarn"]["id"])
    for bill_id in ids[:2]:
        assert till.post(f"/api/pos/earn/{bill_id}/verify").status_code == 200
    till.post(f"/api/pos/earn/{ids[2]}/void")
    other.post("/api/pos/earn", json={"memberId": member, "receiptNumber": "1", "amount": "7.00"})
    first, second = report("day", "--json")["outlets"][:2]
    names = "bills", "bills_amount_sen", "points", "bills_pending", "bills_void"
    assert [first[name] for name in names] == [2, 5_590, 55, 1, 1]
    assert [second[name] for name in names] == [0, 0, 0, 1, 0]
    assert "RM 55.90" in report("day")


def test_an_outlet_that_is_none_is_refused(app: Flask):
    answer = app.test_cli_runner().invoke(args=["report", "day", "--outlet", "999"])
    assert (answer.exit_code, answer.output) == (1, "Error: This outlet does not exist.\n")
