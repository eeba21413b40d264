"""Many at once: one set of points, one key, one stock, one limit."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import func, select

from factories import a_member, a_reward
from loyalty.db.connections import connection
from loyalty.db.idempotency import Key
from loyalty.errors import Conflict
from loyalty.features.members import records
from loyalty.features.points import audit as points_audit
from loyalty.features.rewards import audit
from loyalty.features.rewards import claims as reward_claims
from loyalty.features.rewards.models import Voucher

pytestmark = pytest.mark.databases_differ

AT_ONCE = 8


@pytest.fixture
def all_at_once(database):
    """Claim for each of these (member, reward, key) at once; count what came of it."""

    def run(claims) -> Counter:
        def once(claim) -> str:
            member_id, reward_id, key = claim
            try:
                with database.bound():
                    reward_claims.claim(member_id, reward_id, key, lambda done: (201, done.voucher.id))
            except Conflict as refused:
                return refused.code
            return "done"

        with ThreadPoolExecutor(AT_ONCE) as pool:
            return Counter(pool.map(once, claims))

    return run


def key(member_id: int, number: int) -> Key:
    return Key(f"member:{member_id}", f"key-{number}", "the same body")


def made(database, reward_id) -> int:
    with database.bound():
        db = connection()
        assert [*points_audit.violations(db), *audit.violations(db)] == []
        return db.scalar(select(func.count()).where(Voucher.reward_id == reward_id))


def test_of_64_claims_with_points_for_one_exactly_one_is_granted(database, all_at_once):
    member, tea = a_member(database, earned=500), a_reward(database, cost=500)
    came_of_it = all_at_once((member, tea, key(member, number)) for number in range(64))
    assert came_of_it == {"done": 1, "not_enough_points": 63}
    assert made(database, tea) == 1


def test_64_claims_under_one_key_are_one_claim_and_64_answers(database, all_at_once):
    member, tea = a_member(database, earned=5_000), a_reward(database, cost=500)
    assert all_at_once((member, tea, key(member, 1)) for _ in range(64)) == {"done": 64}
    assert made(database, tea) == 1


def test_taps_without_a_key_are_one_claim(database, all_at_once):
    member, tea = a_member(database, earned=5_000), a_reward(database, cost=500)
    assert all_at_once((member, tea, None) for _ in range(24)) == {"done": 24}
    assert made(database, tea) == 1
    with database.bound():
        assert records.record(connection(), member).member_point_amount == 4_500


def test_a_stock_of_100_serves_100_of_many_members(database, all_at_once):
    tea = a_reward(database, stock=100)
    everybody = [a_member(database) for _ in range(130)]
    came_of_it = all_at_once((member, tea, key(member, 1)) for member in everybody)
    assert came_of_it == {"done": 100, "out_of_stock": 30}
    assert made(database, tea) == 100


def test_a_limit_of_two_is_two_in_any_crowd(database, all_at_once):
    member, tea = a_member(database), a_reward(database, limit=2)
    came_of_it = all_at_once((member, tea, key(member, number)) for number in range(32))
    assert came_of_it == {"done": 2, "limit_reached": 30}
    assert made(database, tea) == 2
