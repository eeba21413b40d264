"""How many statements the calls that are asked for most cost: the same for a newcomer and for a member of a
thousand lines. SQLite's BEGIN is none of ours.
"""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from loyalty.db.session import Database, transaction
from loyalty.features.points import ledger
from support.factories import a_bill, a_member, a_reward, a_till, signed_in
from support.statements import noted

pytestmark = pytest.mark.databases_differ


@pytest.fixture
def regular(database: Database) -> int:
    """A member with many ledger entries and vouchers."""
    member_id = a_member(database)
    with database.bound(), transaction() as db:
        for _ in range(60):
            ledger.earn(db, member_id, 10, a_bill(), "a bill")
    return member_id


@pytest.fixture
def cost(app: Flask, database: Database):
    """The statements of a call of a member, whose session has been in use before."""

    def count(member_id: int, method: str, path: str, status: int, **request) -> list[str]:
        headers = {**signed_in(app, member_id), **request.pop("headers", {})}
        client: FlaskClient = app.test_client()
        client.get("/api/memberReward", headers=headers)  # the first call notes the token's arrival
        with noted(database) as seen:
            answer = client.open(path, method=method, headers=headers, **request)
        assert answer.status_code == status, answer.json
        return [statement for statement, _ in seen if not statement.startswith("BEGIN")]

    return count


def test_a_claim_costs_eight_statements(database, cost, regular):
    newcomer, reward = a_member(database, earned=50), a_reward(database, cost=1)
    for member_id in (newcomer, regular):
        key = {"Idempotency-Key": "a-claim"}
        body = {"memberId": member_id, "rewardId": reward}
        seen = cost(member_id, "POST", "/api/claim", 201, json=body, headers=key)
        # The session; the account with the time; all that decides; the voucher; the account's line; the
        # account; the response under its key; the events.
        assert len(seen) <= 8, seen


def test_a_member_is_read_by_their_session_and_one_statement(database, cost, regular):
    for member_id in (a_member(database), regular):
        seen = cost(member_id, "GET", f"/api/member/{member_id}", 200)
        assert len(seen) <= 2, seen


def test_the_members_own_catalogue_costs_the_same_however_long_it_is(database, cost, regular):
    for more in (0, 40):
        for _ in range(more):
            a_reward(database)
        seen = cost(regular, "GET", "/api/reward", 200)
        assert len(seen) <= 3, seen  # the session, the member, the rewards with what they have of each


def test_a_bill_costs_the_same_for_a_newcomer_and_a_regular(app, database, regular):
    till = a_till(app)
    for number, member_id in enumerate((a_member(database), regular)):
        body = {"memberId": member_id, "receiptNumber": f"R-{number}", "amount": "10.00"}
        key = {"Idempotency-Key": f"bill-{number}"}
        till.get("/api/pos/me")  # the first call notes that the till is in use
        with noted(database) as seen:
            assert till.post("/api/pos/earn", json=body, headers=key).status_code == 201
        # The till and its lock; the account; the member; the time; the receipt; the settings; the tier then,
        # by three or four; the bill; a claim of its receipt; the response under its key.
        assert len([each for each, _ in seen if not each.startswith("BEGIN")]) <= 14, seen


def test_a_public_list_that_was_just_read_costs_no_statement(client: FlaskClient, database: Database):
    client.get("/api/reward")
    with noted(database) as seen:
        assert client.get("/api/reward").status_code == 200
    assert seen == []
