"""Concurrent tills: a receipt is credited once, a bill verified once (SECURITY.md L5, L12)."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from loyalty.backoffice.members import data
from loyalty.db.session import current_session, transaction
from loyalty.features.members import records
from loyalty.features.points.models import Bill
from support.factories import a_member, a_till, every_violation
from support.races import wait_until_done_or_waiting

pytestmark = pytest.mark.databases_differ

AT_ONCE = 8


@pytest.fixture
def till(app):
    return a_till(app)


def together(act, times):
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(act, range(times)))


def points_of(database, member):
    with database.bound():
        return records.get_member(current_session(), member).member_point_amount


def test_50_posts_of_one_receipt_at_two_outlets_are_two_credits(app, till, database):
    member, tills = a_member(database), (till, a_till(app, 2))
    body = {"memberId": member, "receiptNumber": "R-1", "amount": "20.00"}

    def act(number):
        return tills[number % 2].post("/api/pos/earn", json=body)

    answers = together(act, 50)
    assert Counter(each.status_code for each in answers) == {201: 2, 200: 48}
    bills = {each.json["memberEarn"]["id"] for each in answers}
    assert len(bills) == 2
    owner = {each.json["memberEarn"]["id"]: each.json["memberEarn"]["outletId"] for each in answers}

    def verify(number):
        bill = sorted(bills)[number % 2]
        return tills[owner[bill] - 1].post(f"/api/pos/earn/{bill}/verify")

    assert Counter(each.status_code for each in together(verify, 50)) == {200: 50}
    assert points_of(database, member) == 40
    assert every_violation(database) == []


def test_one_receipt_for_many_members_at_once_is_the_quickest_ones(till, database):
    people = [a_member(database) for _ in range(16)]

    def act(number):
        body = {"memberId": people[number], "receiptNumber": "R-2", "amount": "20.00"}
        return till.post("/api/pos/earn", json=body)

    assert Counter(each.status_code for each in together(act, 16)) == {201: 1, 409: 15}


def test_verifying_and_taking_back_at_once_leaves_nothing_between(till, database):
    member = a_member(database)
    body = {"memberId": member, "amount": "20.00"}
    for receipt in range(6):
        sent = till.post("/api/pos/earn", json={**body, "receiptNumber": str(receipt)})
        path = f"/api/pos/earn/{sent.json['memberEarn']['id']}"

        def act(number, path=path):
            return till.post(path + ("/verify", "/void")[number % 2])

        statuses = {each.status_code for each in together(act, 4)}
        assert statuses <= {200, 409}
    assert points_of(database, member) == 0
    assert every_violation(database) == []


def test_two_first_bills_at_once_thank_once(till, database, as_member):
    referrer = a_member(database)
    with database.bound():
        code = records.get_member(current_session(), referrer).referral_code
    friend = a_member(database, used_referral_code=code)
    bills = [
        till.post(
            "/api/pos/earn", json={"memberId": friend, "receiptNumber": str(number), "amount": "20.00"}
        ).json["memberEarn"]["id"]
        for number in range(8)
    ]
    answers = together(lambda number: till.post(f"/api/pos/earn/{bills[number]}/verify"), 8)
    assert {each.status_code for each in answers} == {200}
    assert len(as_member(referrer).get("/api/memberReward").json["memberRewardList"]) == 1
    assert points_of(database, friend) == 160
    assert every_violation(database) == []


def test_a_bill_that_a_till_sends_while_its_member_is_erased_is_void_or_refused(till, database):
    member = a_member(database)
    body = {"memberId": member, "receiptNumber": "R-3", "amount": "20.00"}
    with ThreadPoolExecutor(1) as pool:
        with database.bound(), transaction() as db:
            data.erase_member(db, member)
            sent = pool.submit(till.post, "/api/pos/earn", json=body)
            wait_until_done_or_waiting(sent, database)
        assert sent.result().status_code == 404
    with database.bound():
        pending = select(Bill.id).where(Bill.verified_at.is_(None), Bill.voided_at.is_(None))
        assert current_session().scalars(pending).all() == []
