"""POST /claim: points become a voucher, exactly once, or a sentence says why not."""

from datetime import UTC, date, datetime

import pytest

from loyalty.db.session import current_session
from loyalty.features.members import records
from loyalty.features.points import activities
from support.factories import a_member, a_reward

pytestmark = pytest.mark.databases_differ


@pytest.fixture
def member(database, clock):
    return a_member(database, earned=1_000)


def claim(browser, member_id, reward_id, key=None, **more):
    headers = {"Idempotency-Key": key} if key else {}
    body = {"memberId": member_id, "rewardId": reward_id, **more}
    return browser.post("/api/claim", json=body, headers=headers)


def left(database, member_id) -> int:
    with database.bound():
        return records.get_member(current_session(), member_id).member_point_amount


def test_points_become_a_voucher_that_lives_as_long_as_the_reward_says(as_member, member, database):
    tea = a_reward(database, cost=500, title="Thai milk tea", value="11.90", valid_days=7)
    answer = claim(as_member(member), member, tea, "one")

    assert answer.status_code == 201
    assert answer.json["memberPointAmount"] == 500
    voucher = answer.json["memberReward"]
    assert (voucher["name"], voucher["statusId"], voucher["transactionId"]) == ("Thai milk tea", 1, tea)
    assert voucher["expireAt"] == "2026-03-21T16:00:00.000Z"
    assert voucher["usedAt"] is None
    with database.bound():
        [line, *_] = activities.activities(current_session(), member)
    assert (line["action_id"], line["points"], line["remark"]) == (3, 500, "Thai milk tea")


def test_the_answer_has_the_voucher_as_it_is_read_afterwards(as_member, member, database):
    browser = as_member(member)
    for reward in (a_reward(database, cost=500), a_reward(database, value="11.90", outlets=[1, 2], limit=1)):
        answer = claim(browser, member, reward, f"of-{reward}")
        assert answer.status_code == 201, answer.json
        result = answer.json["memberReward"]
        read = browser.get(f"/api/memberReward/{result['id']}").json
        assert result == {name: value for name, value in read.items() if name in result}


def test_a_reward_may_be_good_at_any_number_of_outlets_and_so_is_its_voucher(as_member, member, database):
    many = list(range(1, 501))
    reward = a_reward(database, cost=500, outlets=many)
    voucher = claim(as_member(member), member, reward).json["memberReward"]
    assert voucher["outletIds"] == many


def test_the_same_key_gets_the_same_answer_and_pays_once(as_member, member, database):
    tea, browser = a_reward(database, cost=500), as_member(member)
    first = claim(browser, member, tea, "one")
    again = claim(browser, member, tea, "one")
    assert (again.status_code, again.json) == (201, first.json)
    assert left(database, member) == 500
    assert claim(browser, member, tea, "two").json["memberPointAmount"] == 0


def test_a_key_that_was_used_for_something_else_is_refused(as_member, member, database):
    tea, soup, browser = a_reward(database), a_reward(database), as_member(member)
    claim(browser, member, tea, "one")
    answer = claim(browser, member, soup, "one")
    assert (answer.status_code, answer.json["code"]) == (422, "idempotency_mismatch")


def test_two_members_may_use_the_same_key(as_member, member, database):
    tea, other = a_reward(database), a_member(database)
    mine = claim(as_member(member), member, tea, "one").json["memberReward"]
    theirs = claim(as_member(other), other, tea, "one").json["memberReward"]
    assert mine["code"] != theirs["code"]


def test_without_a_key_a_second_tap_is_the_first_claim_and_a_later_one_is_new(
    as_member, member, database, clock
):
    tea, browser = a_reward(database, cost=100), as_member(member)
    first = claim(browser, member, tea).json["memberReward"]["id"]
    clock.advance(seconds=9.9)
    assert claim(browser, member, tea).json["memberReward"]["id"] == first
    clock.advance(seconds=0.1)
    assert claim(browser, member, tea).json["memberReward"]["id"] != first
    assert left(database, member) == 800


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"cost": 1_001}, "not_enough_points"),
        ({"active": False}, "not_available"),
        ({"ends": "2026-03-14T12:00:00+08:00"}, "not_available"),
        ({"starts": "2026-03-14T12:00:01+08:00"}, "not_available"),
        ({"kind": "membership", "tier": 1}, "tier_locked"),
    ],
)
def test_a_refusal_says_why_and_costs_nothing(as_member, member, database, values, code):
    answer = claim(as_member(member), member, a_reward(database, **values), "one")
    assert (answer.status_code, answer.json["code"]) == (409, code)
    assert answer.json["message"]
    assert left(database, member) == 1_000


def test_claims_are_limited_for_a_member_and_by_the_stock(as_member, member, database):
    browser = as_member(member)
    rare = a_reward(database, limit=2)
    answers = [claim(browser, member, rare, f"rare-{each}") for each in range(3)]
    assert [each.status_code for each in answers] == [201, 201, 409]
    assert answers[2].json["code"] == "limit_reached"
    last = a_reward(database, stock=1)
    assert claim(browser, member, last, "last").status_code == 201
    assert claim(browser, member, last, "later").json["code"] == "out_of_stock"


def test_a_birthday_gift_comes_once_a_calendar_year_in_the_month_of_birth(as_member, database, clock):
    born_in_march = a_member(database, date_of_birth=date(1994, 3, 8))
    tea, browser = 6, as_member(born_in_march)
    gift = claim(browser, born_in_march, tea, "this-year")
    assert gift.status_code == 201
    assert gift.json["memberReward"]["expireAt"] == "2026-03-31T16:00:00.000Z"
    assert claim(browser, born_in_march, tea, "again").json["code"] == "limit_reached"
    clock.set(datetime(2027, 3, 1, 4, tzinfo=UTC))
    browser = as_member(born_in_march)
    assert claim(browser, born_in_march, tea, "next-year").status_code == 201
    born_in_april = a_member(database, date_of_birth=date(1994, 4, 8))
    answer = claim(as_member(born_in_april), born_in_april, tea, "too-early")
    assert answer.json["message"] == "This reward is only available during your birth month"


def test_the_vouchers_of_joining_and_inviting_cannot_be_claimed(as_member, member):
    for given in (10, 11):
        assert claim(as_member(member), member, given, f"key-{given}").status_code == 404


def test_a_reward_whose_code_is_on_the_screen_is_pending(as_member, member, database):
    tea, browser = a_reward(database), as_member(member)
    voucher = claim(browser, member, tea, "one").json["memberReward"]["id"]
    body = {"memberId": member, "memberRewardId": voucher, "outletId": 1}
    browser.post("/api/memberRedeem", json=body)
    answer = claim(browser, member, tea, "two")
    assert (answer.status_code, answer.json["code"]) == (409, "claim_pending")


def test_nobody_claims_for_another_member_or_with_an_unknown_field(as_member, member, database):
    tea, other = a_reward(database), a_member(database)
    assert claim(as_member(other), member, tea).status_code == 403
    assert claim(as_member(member), member, tea, cost=0).status_code == 422


@pytest.mark.parametrize("key", ["", "x" * 201, "two words", "é"])
def test_a_key_is_visible_signs(as_member, member, database, key):
    body = {"memberId": member, "rewardId": a_reward(database)}
    answer = as_member(member).post("/api/claim", json=body, headers={"Idempotency-Key": key})
    assert answer.status_code == 422
