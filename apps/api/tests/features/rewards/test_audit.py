"""Damage among vouchers, planted behind the service's back, and the auditor that has to find it."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from factories import a_member, a_reward
from loyalty.db.session import current_session
from loyalty.features.rewards import audit


@pytest.fixture
def paid(as_member, database):
    """A voucher that cost 500 points, of a reward with a stock and a limit."""
    member = a_member(database, earned=1_000)
    body = {"memberId": member, "rewardId": a_reward(database, cost=500, stock=5, limit=3)}
    return as_member(member).post("/api/claim", json=body).json["memberReward"]


def found(database) -> set[str]:
    with database.bound():
        return {each.invariant for each in audit.violations(current_session())}


def test_what_members_claimed_agrees(database, paid):
    assert found(database) == set()


@pytest.mark.parametrize(
    ("damage", "invariant"),
    [
        ("UPDATE vouchers SET cost = 400", "I-5"),
        ("UPDATE vouchers SET cost = 0", "I-5"),
        ("UPDATE vouchers SET used_at = '2020-01-01', outlet_id = 1", "I-6"),
        ("UPDATE claim_counts SET claims = 2", "I-8"),
        ("DELETE FROM claim_counts", "I-8"),
        ("UPDATE rewards SET claimed = 0", "I-8"),
        ("UPDATE claim_counts SET claims = 4", "I-8"),
    ],
)
def test_damage_is_found(database, paid, damage, invariant):
    with database.writes.begin() as db:
        db.execute(text(damage))
    assert invariant in found(database)


def test_the_command_names_it_and_ends_with_1(app, database, paid):
    with database.writes.begin() as db:
        db.execute(text("UPDATE vouchers SET cost = 400"))
    result = app.test_cli_runner().invoke(args=["audit"])
    assert result.exit_code == 1
    assert f"voucher {paid['id']} was not paid with 400 points" in result.output
