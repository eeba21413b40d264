"""How many statements the hot calls cost: the same for a member of a day and one of a thousand lines."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from factories import a_bill, a_member, a_reward, a_till, signed_in
from loyalty.db.session import Database, current_session, transaction
from loyalty.features.members import records
from loyalty.features.points import ledger
from statements import noted

pytestmark = pytest.mark.databases_differ


@pytest.fixture
def regular(database: Database) -> int:
    """A member with many ledger entries and many referees."""
    member_id = a_member(database)
    with database.bound():
        with transaction() as db:
            for _ in range(60):
                ledger.earn(db, member_id, 10, a_bill(), "a bill")
        code = records.record(current_session(), member_id).referral_code
    for _ in range(25):
        a_member(database, used_referral_code=code)
    return member_id


def test_the_hot_calls_cost_the_same_however_much_there_is(
    app: Flask, client: FlaskClient, database: Database, regular: int
) -> None:
    """A read of a member, a claim and a bill at a till. Each begins with whose session or key it is."""
    till, reward = a_till(app), a_reward(database, cost=1)
    till.get("/api/pos/member")  # the first call of the hour notes that the key is in use
    costs = []
    for member in (a_member(database, earned=50), regular):
        headers = {**signed_in(app, member), "Idempotency-Key": f"claim-{member}"}
        client.get("/api/memberReward", headers=headers)  # the first call notes that its token arrived
        with noted(database) as read:
            assert client.get(f"/api/member/{member}", headers=headers).status_code == 200
        with noted(database) as claim:
            body = {"memberId": member, "rewardId": reward}
            assert client.post("/api/claim", json=body, headers=headers).status_code == 201
        with noted(database) as earn:
            bill = {"memberId": member, "receiptNumber": f"A-{member}", "amount": "45.90"}
            assert till.post("/api/pos/earn", json=bill).status_code == 201
        costs.append((len(read), len(claim), len(earn)))

    assert costs[0] == costs[1]
    most = (2, 12 if database.is_sqlite else 10, 11)
    assert all(cost <= limit for cost, limit in zip(costs[0], most, strict=True)), costs[0]
