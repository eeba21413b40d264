"""How many statements each call costs: the same for a member of a day and one of a thousand lines."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete

from factories import a_bill, a_member, a_reward, signed_in
from login_steps import ask, enter
from loyalty.db.session import Database, current_session, transaction
from loyalty.features.access.models import RateWindow
from loyalty.features.members import records
from loyalty.features.points import ledger
from statements import noted

pytestmark = pytest.mark.databases_differ

# Beside its own statements, a call with a session asks whose it is, and by the same what time it is.
SESSION = 1


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


@pytest.mark.parametrize(
    ("path", "statements"),
    [
        ("/api/member/{}", 1),
        ("/api/member/{}/currentMembershipPoint", 1),
        ("/api/member/{}/activityHistory", 1),
        ("/api/member/{}/pointTotals", 1),
        ("/api/member/{}/memberreferee", 1),
        ("/api/member/{}/preferences", 1),
    ],
)
def test_a_member_is_read_by_one_statement_however_much_there_is(
    app: Flask, client: FlaskClient, database: Database, regular, path, statements
):
    newcomer = a_member(database)
    for member_id in (newcomer, regular):
        headers = signed_in(app, member_id)
        client.get(path.format(member_id), headers=headers)  # the first one also notes its arrival
        with noted(database) as seen:
            assert client.get(path.format(member_id), headers=headers).status_code == 200
        assert len(seen) <= statements + SESSION, seen


@pytest.mark.parametrize(
    "path", ["/api/callingCode", "/api/outlet?statusId=1", "/api/membership", "/api/reward"]
)
def test_a_public_list_that_was_just_read_costs_no_statement(client: FlaskClient, database: Database, path):
    client.get(path)
    with noted(database) as seen:
        assert client.get(path).status_code == 200
    assert seen == []


def test_the_members_own_catalogue_costs_the_same_however_long_it_is(
    app: Flask, client: FlaskClient, database: Database, regular
):
    headers = signed_in(app, regular)
    for more in (0, 40):
        for _ in range(more):
            a_reward(database)
        client.get("/api/reward", headers=headers)
        with noted(database) as seen:
            assert client.get("/api/reward", headers=headers).status_code == 200
        # The rewards, the member, their claims, the voucher they present.
        assert len(seen) <= 4 + SESSION, seen


def test_a_claim_costs_the_same_for_a_newcomer_and_a_regular(
    app: Flask, client: FlaskClient, database: Database, regular
):
    newcomer, reward = a_member(database, earned=50), a_reward(database, cost=1)
    costs = []
    for member_id in (newcomer, regular):
        headers = {**signed_in(app, member_id), "Idempotency-Key": f"claim-{member_id}"}
        client.get("/api/memberReward", headers=headers)  # the first call also notes its arrival
        with noted(database) as seen:
            body = {"memberId": member_id, "rewardId": reward}
            assert client.post("/api/claim", json=body, headers=headers).status_code == 201
        costs.append(len(seen))
    # SQLite's begin; the key taken and kept; account and clock, then all else that
    # decides; voucher, count, line, account; the events (SQLite: each its own).
    assert costs[0] == costs[1] <= (11 if database.is_sqlite else 9) + SESSION


def test_asking_for_a_code_and_signing_in_cost_a_fixed_number_of_statements(
    app: Flask, database: Database, sent, change_settings
):
    """An unknown device and a known one, with every limit on."""
    a_member(database, number="123456789")
    change_settings(rate_limits=True)
    client = app.test_client()
    for _ in range(2):
        with noted(database) as asked:
            assert ask(client).status_code == 200
        code = sent.code()
        with noted(database) as entered:
            assert enter(client, code).status_code == 200
        # Device and time; the rows of the limits locked, changed, summed up; the challenge; the message, and
        # (PostgreSQL) the NOTIFY that wakes the worker.
        most = 6 if database.is_sqlite else 7
        assert len([each for each, _ in asked if not each.startswith("BEGIN")]) <= most, asked
        # The try, the time (PostgreSQL), the guesses before it, the try counted. Then the codes closed, the
        # device, the member of the number, their record, the sign-in noted, its two rows, the try taken back.
        most = 11 if database.is_sqlite else 12
        assert len([each for each, _ in entered if not each.startswith("BEGIN")]) <= most, entered
        forget_sends(database)


def forget_sends(database: Database) -> None:
    """Let the number ask again at once."""
    with database.bound(), transaction() as db:
        db.execute(delete(RateWindow))


def test_the_verbs_of_the_ledger_cost_the_same_on_a_long_account(database: Database, regular):
    newcomer = a_member(database)
    verbs = {
        ledger.earn: 7,  # time, account, ladder, line, account, events; and one for the begin
        ledger.spend: 6,
    }
    for verb, most in verbs.items():
        for member_id in (newcomer, regular):
            with database.bound(), noted(database) as seen, transaction() as db:
                verb(db, member_id, 5, a_bill(), "a line")
            assert len(seen) <= most, seen


def test_the_auditor_reads_by_pages_and_not_by_member(database: Database, regular):
    from loyalty.features.points import audit

    with database.bound(), noted(database) as seen:
        assert list(audit.violations(current_session())) == []
    assert len(seen) <= 3, seen
