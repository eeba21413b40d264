"""Damage among vouchers, planted behind the service's back, and the auditor that has to find it."""

import pytest
from sqlalchemy import text

from loyalty.db.session import current_session
from loyalty.features.rewards import audit
from support.factories import a_member, a_reward


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
        ("UPDATE rewards SET claimed = 0", "I-8"),
    ],
)
def test_damage_is_found(database, paid, damage, invariant):
    with database.writes.begin() as db:
        db.execute(text(damage))
    assert invariant in found(database)


def test_more_vouchers_than_the_limit_are_found(database, paid):
    """Three are the limit: no violation. A fourth is one."""
    another = text(
        "INSERT INTO vouchers (code, member_id, reward_id, name, cost, discount_sen, min_spend_sen, "
        "outlet_ids, usable_from, expires_at, created_at, updated_at) "
        "SELECT :code, member_id, reward_id, name, cost, discount_sen, min_spend_sen, outlet_ids, "
        "usable_from, expires_at, created_at, updated_at FROM vouchers WHERE id = :id"
    )
    for number in (2, 3, 4):
        with database.writes.begin() as db:
            db.execute(another, {"code": f"C-{number}", "id": paid["id"]})
        with database.bound():
            sentences = [each.sentence for each in audit.violations(current_session())]
        beyond = f"reward {paid['transactionId']} was claimed beyond its limit"
        assert (beyond in sentences) is (number == 4)


def test_the_command_names_it_and_ends_with_1(app, database, paid):
    with database.writes.begin() as db:
        db.execute(text("UPDATE vouchers SET cost = 400"))
    result = app.test_cli_runner().invoke(args=["audit"])
    assert result.exit_code == 1
    assert f"voucher {paid['id']} was not paid with 400 points" in result.output
