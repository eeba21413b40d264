"""The welcome voucher: at joining, once a telephone number ever, usable from the next Malaysian day. The
referral voucher: once for each referee.
"""

import pytest
from sqlalchemy import func, select

from loyalty.db.session import current_session, transaction
from loyalty.features.members import records
from loyalty.features.rewards import claims
from loyalty.features.rewards.models import Voucher
from support.factories import a_member
from support.login_steps import ask_to_join, form


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
    return current_session().scalar(select(func.count()).where(Voucher.member_id == member_id))


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
        code = records.get_member(current_session(), referrer).referral_code
    friends = [a_member(database, used_referral_code=code) for _ in range(2)]
    with database.bound():
        for friend in (*friends, *friends, another):
            with transaction() as db:
                claims.grant_referral_voucher(db, friend)
        assert (held_by(referrer), held_by(another)) == (2, 0)
