"""The welcome voucher: at joining, once a telephone number ever, usable from the next Malaysian day. The
referral voucher: once for each referee, whatever dies when.
"""

from __future__ import annotations

import os
from multiprocessing import get_context

import pytest
from sqlalchemy import func, select

from factories import a_member, every_violation, run_command
from login_steps import ask_to_join, form
from loyalty.db.connections import after_commit, connection, transaction
from loyalty.features.members import records
from loyalty.features.points import bills
from loyalty.features.rewards import claims
from loyalty.features.rewards.models import Voucher
from loyalty.features.till.bills import settle


@pytest.fixture
def joined(client, sent, clock):
    """A browser of somebody who has just joined, and their id."""
    ask_to_join(client)
    answer = client.post("/api/member", json=form(otpCode=sent.code())).json
    client.environ_base["HTTP_X_USER_TOKEN"] = answer["loginToken"]
    return client, answer["id"]


def test_who_joins_has_5_ringgit_from_tomorrow_on(joined, clock):
    browser, member = joined
    [voucher] = browser.get("/api/memberReward?Code=&IsValid=true").json["memberRewardList"]
    assert (voucher["discountValue"], voucher["transactionEventTypeId"]) == ("5.00", 2)
    body = {"memberId": member, "memberRewardId": voucher["id"], "outletId": 1}
    clock.advance(hours=11, minutes=59, seconds=59)
    assert browser.post("/api/memberRedeem", json=body).json["code"] == "voucher_too_early"
    clock.advance(seconds=1)
    assert browser.post("/api/memberRedeem", json=body).status_code == 201


def held_by(member_id: int) -> int | None:
    return connection().scalar(select(func.count()).where(Voucher.member_id == member_id))


def test_a_number_is_welcomed_once_ever(database):
    member = a_member(database)
    with database.bound():
        for _ in range(2):
            with transaction() as db:
                claims.welcome(db, member)
        assert held_by(member) == 1


def test_a_referrer_is_thanked_once_for_each_referee(database):
    referrer, another = a_member(database), a_member(database)
    with database.bound():
        code = records.record(connection(), referrer).referral_code
    friends = [a_member(database, used_referral_code=code) for _ in range(2)]
    with database.bound():
        for friend in (*friends, *friends, another):
            with transaction() as db:
                claims.thank_for(db, friend)
        assert (held_by(referrer), held_by(another)) == (2, 0)


def verify_and_die(database, bill_id: int) -> None:
    """Verify a bill in a process that ends when that has committed, before anything else."""
    with database.bound(), transaction() as db:
        after_commit(lambda: os._exit(9))
        settle(db, bill_id)


def test_a_referrer_is_thanked_once_although_the_process_dies_in_between(app, database, clock):
    """The bill and its points are one transaction, the voucher of the other member another."""
    referrer = a_member(database)
    with database.bound():
        code = records.record(connection(), referrer).referral_code
    friend = a_member(database, used_referral_code=code)
    with database.bound(), transaction() as db:
        bill, _ = bills.post(db, outlet_id=1, member_id=friend, receipt="A-1", amount_sen=4_590)
    database.close()
    process = get_context("fork").Process(target=verify_and_die, args=(database, bill.id))
    process.start()
    process.join()
    assert process.exitcode == 9
    with database.bound():
        assert records.record(connection(), friend).member_point_amount == 45
        assert held_by(referrer) == 0
    assert every_violation(database) == []

    clock.advance(minutes=31)
    assert every_violation(database) == [
        f"I-13 member {referrer}: a referral voucher is owed and was not given"
    ]
    for _ in range(2):
        assert run_command(app, "scheduler", "run").exit_code == 0
        with database.bound():
            assert held_by(referrer) == 1
    assert every_violation(database) == []
