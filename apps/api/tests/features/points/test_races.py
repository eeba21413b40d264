"""Many at once on one account: the balance holds, and every refusal is a definite one."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy.exc import IntegrityError

from loyalty.db.session import Database, current_session, transaction
from loyalty.errors import Conflict
from loyalty.features.members import changes, records
from loyalty.features.points import audit, ledger
from support.factories import a_bill, a_member, spend

pytestmark = pytest.mark.databases_differ

AT_ONCE = 8


def together(database: Database, times: int, act) -> Counter:
    """Do something many times at once, each in a transaction of its own; count what came of it."""

    def once(number: int) -> str:
        try:
            with database.bound(), transaction() as db:
                act(db, number)
        except (Conflict, IntegrityError) as refused:
            return getattr(refused, "code", None) or type(refused).__name__
        return "done"

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return Counter(pool.map(once, range(times)))


def balance(database: Database, member_id: int) -> int:
    with database.bound():
        assert list(audit.violations(current_session())) == []
        return records.get_member(current_session(), member_id).member_point_amount


def test_of_64_who_spend_the_points_of_one_treat_exactly_one_gets_it(database: Database):
    member_id = a_member(database, earned=500)
    came_of_it = together(database, 64, lambda db, _: spend(db, member_id, 500, a_bill(), "a treat"))
    assert came_of_it == {"done": 1, "not_enough_points": 63}
    assert balance(database, member_id) == 0


def test_points_for_forty_treats_are_forty_treats_whatever_the_crowd(database: Database):
    member_id = a_member(database, earned=40 * 10)
    came_of_it = together(database, 60, lambda db, _: spend(db, member_id, 10, a_bill(), "a treat"))
    assert came_of_it == {"done": 40, "not_enough_points": 20}
    assert balance(database, member_id) == 0


def test_the_same_bill_sent_thirty_times_at_once_is_credited_once(database: Database):
    member_id, bill = a_member(database), a_bill()
    came_of_it = together(database, 30, lambda db, _: ledger.earn(db, member_id, 45, bill, "one bill"))
    assert came_of_it["done"] == 1
    assert balance(database, member_id) == 45


def test_bills_and_treats_at_once_lose_nothing(database: Database):
    member_id = a_member(database, earned=1_000)

    def act(db, number: int) -> None:
        if number % 2:
            ledger.earn(db, member_id, 7, a_bill(), "a bill")
        else:
            spend(db, member_id, 3, a_bill(), "a treat")

    assert together(database, 60, act) == {"done": 60}
    assert balance(database, member_id) == 1_000 + 30 * 7 - 30 * 3


def test_one_number_registered_many_times_at_once_is_one_member(database: Database):
    def act(db, number: int) -> None:
        changes.create(
            db,
            name=f"Twin {number}",
            calling_code="60",
            number="199999999",
            gender_id=1,
            race_id=1,
            date_of_birth=None,
            outlet_id=1,
        )

    assert together(database, 16, act) == {"done": 1, "already_member": 15}


@pytest.mark.parametrize("pairs", [5])
def test_two_members_who_enter_each_others_code_at_once_make_no_circle(database: Database, pairs):
    for _ in range(pairs):
        two = [a_member(database), a_member(database)]
        with database.bound():
            codes = [records.get_member(current_session(), each).referral_code for each in two]

        def refer(number: int, two=two, codes=codes) -> str:
            try:
                with database.bound():
                    changes.refer(two[number], codes[1 - number])
            except Conflict as refused:
                return refused.code
            return "done"

        with ThreadPoolExecutor(2) as pool:
            assert Counter(pool.map(refer, range(2))) == {"done": 1, "referral_circle": 1}
