"""SECURITY.md F9: the clock of a node jumps. The database's clock counts, so no member notices; when
that one goes back, no account's times do.
"""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from sqlalchemy import select

from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.features.points import ledger
from loyalty.features.points.entries import LedgerEntry
from support.factories import a_bill, a_member, a_reward, every_violation, signed_in
from support.login_steps import ask, check, enter

JUMPS = [
    timedelta(days=1),
    timedelta(days=-1),
    timedelta(hours=1),
    timedelta(hours=-1),
    timedelta(seconds=-1),
]


@pytest.mark.only_on("postgresql")  # with SQLite the machine's clock is the database's
@pytest.mark.parametrize("jump", JUMPS, ids=str)
def test_a_node_whose_clock_jumped_goes_by_the_databases(app, database, sent, jump):
    client = app.test_client()
    member = a_member(database, earned=100, number="123456789")
    reward, session_of = a_reward(database, cost=10), signed_in(app, member)
    assert ask(client).status_code == 200
    with time_machine.travel(datetime.now(UTC) + jump, tick=True):
        code = sent.code()
        entered = enter(client, code)
        claimed = client.post(
            "/api/claim",
            json={"memberId": member, "rewardId": reward},
            headers={**session_of, "Idempotency-Key": "key-1"},
        )
        ticket = check(client, entered.get_json()["loginToken"], handoff="mint")
        read = client.get(f"/api/member/{member}", headers=session_of)

    assert [each.status_code for each in (entered, claimed, ticket, read)] == [200, 201, 200, 200]
    with database.bound():
        newest = max(current_session().scalars(select(LedgerEntry.created_at)))
        assert abs(now() - newest) < timedelta(minutes=5)
    assert every_violation(database) == []


def test_where_the_databases_clock_goes_back_an_accounts_times_do_not(database, clock):
    """I-17"""
    member = a_member(database, earned=1_500)
    with database.bound():
        for back in ({"seconds": -1}, {"hours": -1}, {"days": -1}):
            clock.advance(**back)
            with transaction() as db:
                ledger.earn(db, member, 10, a_bill(), "RM 1.00 at Publika")
        times = list(current_session().scalars(select(LedgerEntry.created_at).order_by(LedgerEntry.id)))

    assert times == sorted(times)
    assert every_violation(database) == []
