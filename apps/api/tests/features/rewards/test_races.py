"""Many at once: one set of points, one key, one stock, one limit."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from sqlalchemy import func, select, text

from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict
from loyalty.features.members import records
from loyalty.features.points import audit as points_audit
from loyalty.features.rewards import audit, programme
from loyalty.features.rewards import claims as reward_claims
from loyalty.features.rewards.models import Voucher
from support.factories import a_member, a_reward, signed_in

pytestmark = pytest.mark.databases_differ

AT_ONCE = 8


def claims(app, member_id, reward_id, key, token) -> str:
    """Claim; returns what came of it."""
    headers = token if key is None else {**token, "Idempotency-Key": f"key-{key}"}
    body = {"memberId": member_id, "rewardId": reward_id}
    answer = app.test_client().post("/api/claim", json=body, headers=headers)
    return "done" if answer.status_code == 201 else answer.json["code"]


@pytest.fixture
def all_at_once(app):
    """Claim for each of these (member, reward, number of a key) at once; count what came of it."""

    def run(wanted) -> Counter:
        wanted = list(wanted)
        tokens = {member: signed_in(app, member) for member, _, _ in wanted}
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return Counter(pool.map(lambda claim: claims(app, *claim, tokens[claim[0]]), wanted))

    return run


def wait_for_a_lock(database) -> None:
    """Return once a transaction waits for another's lock."""
    with database.reads.connect() as reading:
        give_up = time.monotonic() + 10
        while not reading.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")):
            assert time.monotonic() < give_up, "nobody waits"
            reading.rollback()


def made(database, reward_id) -> int:
    with database.bound():
        db = current_session()
        assert [*points_audit.violations(db), *audit.violations(db)] == []
        return db.scalar(select(func.count()).where(Voucher.reward_id == reward_id))


def test_of_64_claims_with_points_for_one_exactly_one_is_granted(database, all_at_once):
    member, tea = a_member(database, earned=500), a_reward(database, cost=500)
    came_of_it = all_at_once((member, tea, number) for number in range(64))
    assert came_of_it == {"done": 1, "not_enough_points": 63}
    assert made(database, tea) == 1


def test_64_claims_under_one_key_are_one_claim_and_64_answers(database, all_at_once):
    member, tea = a_member(database, earned=5_000), a_reward(database, cost=500)
    assert all_at_once((member, tea, 1) for _ in range(64)) == {"done": 64}
    assert made(database, tea) == 1


def test_taps_without_a_key_are_one_claim(database, all_at_once):
    member, tea = a_member(database, earned=5_000), a_reward(database, cost=500)
    assert all_at_once((member, tea, None) for _ in range(24)) == {"done": 24}
    assert made(database, tea) == 1
    with database.bound():
        assert records.get_member(current_session(), member).member_point_amount == 4_500


def test_a_stock_of_100_serves_100_of_many_members(database, all_at_once):
    tea = a_reward(database, stock=100)
    everybody = [a_member(database) for _ in range(130)]
    came_of_it = all_at_once((member, tea, 1) for member in everybody)
    assert came_of_it == {"done": 100, "out_of_stock": 30}
    assert made(database, tea) == 100


@pytest.mark.parametrize("stock", [1, 99, 100, 130])
def test_no_one_is_refused_while_one_is_left(database, all_at_once, stock):
    """As many members as there are rewards: each gets one."""
    tea = a_reward(database, stock=stock)
    everybody = [a_member(database) for _ in range(stock)]
    assert all_at_once((member, tea, 1) for member in everybody) == {"done": stock}
    assert made(database, tea) == stock


@pytest.mark.only_on("postgresql")
@pytest.mark.parametrize(("is_kept", "comes_of_it"), [(True, "out_of_stock"), (False, "done")])
def test_the_last_one_is_waited_for_while_its_claim_may_fail(app, database, is_kept, comes_of_it):
    tea, (one, other) = a_reward(database, stock=1), [a_member(database) for _ in range(2)]
    token = signed_in(app, other)
    with ThreadPoolExecutor(1) as pool:
        with suppress(ZeroDivisionError), database.bound(), transaction() as db:
            reward_claims.claim(db, one, tea)
            waiting = pool.submit(claims, app, other, tea, 1, token)
            wait_for_a_lock(database)
            if not is_kept:
                raise ZeroDivisionError
        assert waiting.result(timeout=2) == comes_of_it
    assert made(database, tea) == 1


@pytest.mark.only_on("postgresql")
def test_a_claim_that_waits_while_the_stock_is_lifted_is_done(app, database):
    tea, member = a_reward(database, stock=1), a_member(database)
    token = signed_in(app, member)
    with ThreadPoolExecutor(1) as pool:
        with database.bound(), transaction() as db:
            [row] = [row for row in programme.rewards_now(db) if row["id"] == tea]
            del row["claimed"]
            programme.write(db, [row | {"stock": None}])
            db.flush()
            waiting = pool.submit(claims, app, member, tea, 1, token)
            wait_for_a_lock(database)
        assert waiting.result(timeout=2) == "done"
    assert made(database, tea) == 1


def test_a_stock_that_grows_or_shrinks_keeps_what_was_claimed(database, all_at_once):
    tea = a_reward(database)
    everybody = [a_member(database) for _ in range(140)]

    def takers(first, last):
        return all_at_once((member, tea, 1) for member in everybody[first:last])

    def stock(of) -> None:
        with database.bound(), transaction() as db:
            [row] = [row for row in programme.rewards_now(db) if row["id"] == tea]
            del row["claimed"]
            programme.write(db, [row | {"stock": of}])

    assert takers(0, 3) == {"done": 3}  # without end
    stock(4)
    assert takers(3, 6) == {"done": 1, "out_of_stock": 2}
    stock(120)
    assert takers(6, 20) == {"done": 14}
    with pytest.raises(Conflict, match="gave 18 of its stock: it cannot be 17"):
        stock(17)
    stock(18)
    assert takers(20, 22) == {"out_of_stock": 2}
    stock(130)
    assert takers(22, 140) == {"done": 112, "out_of_stock": 6}
    stock(None)
    assert made(database, tea) == 130


def test_a_limit_of_two_is_two_in_any_crowd(database, all_at_once):
    member, tea = a_member(database), a_reward(database, limit=2)
    came_of_it = all_at_once((member, tea, number) for number in range(32))
    assert came_of_it == {"done": 2, "limit_reached": 30}
    assert made(database, tea) == 2
