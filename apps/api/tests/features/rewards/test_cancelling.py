"""A voucher cancelled by an operator: its points go back once, and no till takes it any more."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from loyalty.backoffice.members import data
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict
from loyalty.features.members import records
from loyalty.features.rewards import claims, vouchers
from support.factories import a_member, a_reward, a_till, every_violation

pytestmark = pytest.mark.databases_differ


@pytest.fixture
def member(database, clock):
    return a_member(database, earned=1_000)


@pytest.fixture
def voucher(as_member, member, database):
    body = {"memberId": member, "rewardId": a_reward(database, cost=500, title="Thai milk tea", limit=2)}
    return as_member(member).post("/api/claim", json=body).json["memberReward"]


def cancel(database, voucher, reason="the kitchen ran out"):
    with database.bound(), transaction() as db:
        return vouchers.cancel(db, voucher["code"], reason, now(db))


def show(as_member, member, voucher):
    body = {"memberId": member, "memberRewardId": voucher["id"], "outletId": 1}
    assert as_member(member).post("/api/memberRedeem", json=body).status_code == 201


def balance(database, member):
    with database.bound():
        return records.get_member(current_session(), member).member_point_amount


def test_the_points_go_back_with_the_reason_and_the_tier_stays(database, voucher, member, as_member):
    assert cancel(database, voucher).cancelled_at
    with database.bound():
        record = records.get_member(current_session(), member)
    assert (record.member_point_amount, record.current_member_membership_point) == (1_000, 1_000)
    browser = as_member(member)
    [line, *_] = browser.get(f"/api/member/{member}/activityHistory").json["memberActivityHistoryList"]
    assert (line["actionId"], line["points"]) == (4, 500)
    assert line["remark"] == "Thai milk tea cancelled: the kitchen ran out"
    [old] = browser.get("/api/memberReward?IsValid=false").json["memberRewardList"]
    assert (old["id"], old["statusId"]) == (voucher["id"], 4)
    assert every_violation(database) == []


def test_a_cancelled_voucher_is_neither_used_nor_shown_nor_cancelled_again(
    database, voucher, member, as_member, app
):
    show(as_member, member, voucher)
    cancel(database, voucher)
    answer = a_till(app).post(f"/api/pos/voucher/{voucher['code']}/use", json={})
    assert (answer.status_code, answer.json["message"]) == (409, "This voucher was cancelled.")
    body = {"memberId": member, "memberRewardId": voucher["id"], "outletId": 1}
    assert as_member(member).post("/api/memberRedeem", json=body).json["code"] == "voucher_cancelled"
    with pytest.raises(Conflict, match="cancelled"):
        cancel(database, voucher)
    assert balance(database, member) == 1_000


def test_what_was_used_or_has_expired_is_not_cancelled(database, voucher, member, as_member, app, clock):
    show(as_member, member, voucher)
    assert a_till(app).post(f"/api/pos/voucher/{voucher['code']}/use", json={}).status_code == 200
    with pytest.raises(Conflict, match="has been used"):
        cancel(database, voucher)
    body = {"memberId": member, "rewardId": a_reward(database, cost=400, valid_days=1)}
    other = as_member(member).post("/api/claim", json=body).json["memberReward"]
    clock.advance(days=2)
    with pytest.raises(Conflict, match="has expired"):
        cancel(database, other)
    assert balance(database, member) == 100


def test_a_gift_is_cancelled_without_points(database, member, as_member):
    with database.bound(), transaction() as db:
        claims.welcome(db, member)
    [gift] = as_member(member).get("/api/memberReward").json["memberRewardList"]
    assert cancel(database, gift).cancelled_at
    assert balance(database, member) == 1_000
    assert every_violation(database) == []


def test_cancelling_and_using_at_once_is_one_or_the_other(database, member, as_member, app):
    till, reward = a_till(app), a_reward(database, cost=100)
    for number in range(4):
        claim = {"memberId": member, "rewardId": reward}
        keyed = {"headers": {"Idempotency-Key": str(number)}}
        voucher = as_member(member).post("/api/claim", json=claim, **keyed).json["memberReward"]
        show(as_member, member, voucher)

        def act(turn, voucher=voucher):
            if turn % 2:
                return till.post(f"/api/pos/voucher/{voucher['code']}/use", json={}).status_code
            try:
                cancel(database, voucher)
            except Conflict:
                return 409
            return 200

        with ThreadPoolExecutor(8) as pool:
            assert Counter(pool.map(act, range(8)))[200] == 1
    assert every_violation(database) == []


def test_a_till_lets_go_of_what_it_could_take_and_nothing_else(database, member, as_member, app):
    body = {"memberId": member, "rewardId": a_reward(database, outlets=[1])}
    voucher = as_member(member).post("/api/claim", json=body).json["memberReward"]
    show(as_member, member, voucher)
    path = f"/api/pos/voucher/{voucher['code']}/release"
    answer = a_till(app, 2).post(path)
    assert (answer.status_code, answer.json["code"]) == (409, "voucher_other_outlet")
    assert a_till(app, 1).post(path).json["statusId"] == 1


def test_vouchers_that_end_with_a_membership_give_no_points_back_and_the_audit_finds_nothing(
    database, voucher, member
):
    with database.bound(), transaction() as db:
        data.erase_member(db, member)
    assert every_violation(database) == []


@pytest.mark.parametrize(
    ("damage", "finding"),
    [
        ("UPDATE vouchers SET cancelled_at = created_at", "was cancelled and its 500 points were kept"),
        (
            "INSERT INTO ledger_entries SELECT id + 100, member_id, seq + 1, 4, 400, balance_after, "
            "balance_after + 400, 0, tier_after, tier_after, 'voucher', '1', 'x', created_at, seal_before "
            "FROM ledger_entries WHERE seq = 3",
            "points went back for voucher 1, not as they were paid",
        ),
    ],
)
def test_damage_is_named(database, voucher, member, damage, finding):
    with database.writes.begin() as db:
        db.execute(text(damage))
    assert [each for each in every_violation(database) if each.endswith(finding)]
