"""GET /reward and /membershipReward: what there is, and what it is to the one who asks."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import update

from loyalty.db.session import transaction
from loyalty.features.rewards.models import Reward
from loyalty.features.rewards.programme import first_rewards
from loyalty.rules.rewards import RewardKind
from support.cases import case
from support.factories import a_member, a_reward


def by_title(answer) -> dict[str, dict]:
    return {each["title"]: each for each in answer.json["rewardList"]}


def test_the_five_examples_of_the_documents_cost_500_to_900_points(client):
    listed = client.get("/api/reward").json["rewardList"]
    rewards = [(each["title"], each["pointToRedeem"], each["value"]) for each in listed]
    assert [each for each in rewards if each[1]] == [
        ("Classic Thai Milk Tea with Bobas", 500, "11.90"),
        ("Kangkung Fritters", 600, "13.90"),
        ("Grill Beef Ball, 9 pcs", 700, "16.90"),
        ("Salted Egg Fried Coconut", 800, "18.90"),
        ("Thai Style Salmon Sashimi Salad", 900, "29.80"),
    ]


def test_the_birthday_reward_says_that_it_is_one(client):
    tea = by_title(client.get("/api/reward"))["Mega Thai Milk Tea"]
    assert (tea["promotionTypeId"], tea["IsMemberBirthdayMonth"]) == (4, True)


def test_a_visitor_gets_the_list_with_an_etag_and_304(client):
    first = client.get("/api/reward")
    again = client.get("/api/reward", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304


def test_a_member_sees_what_they_can_claim_and_what_is_pending(as_member, database, clock):
    member = a_member(database, earned=600)
    browser = as_member(member)
    listed = by_title(browser.get("/api/reward"))
    assert [listed[each]["isClaimable"] for each in ("Kangkung Fritters", "Grill Beef Ball, 9 pcs")] == [
        True,
        False,
    ]
    assert listed["Mega Thai Milk Tea"]["isClaimable"]  # the member was born in March
    voucher = browser.post("/api/claim", json={"memberId": member, "rewardId": 6}).json["memberReward"]["id"]
    shown = {"memberId": member, "memberRewardId": voucher, "outletId": 1}
    browser.post("/api/memberRedeem", json=shown)
    tea = by_title(browser.get("/api/reward"))["Mega Thai Milk Tea"]
    assert (tea["isClaimable"], tea["isClaimPending"]) == (False, True)


def test_the_catalogue_says_why_a_member_cannot_claim(as_member, client, database, clock):
    member = a_member(database, earned=600)
    once = a_reward(database, title="Once a member", limit=1)
    a_reward(database, title="Gone", stock=0)
    browser = as_member(member)
    for reward in (6, once):
        assert browser.post("/api/claim", json={"memberId": member, "rewardId": reward}).status_code == 201
    why = {title: each["whyNotClaimable"] for title, each in by_title(browser.get("/api/reward")).items()}
    assert why["Kangkung Fritters"] is None
    assert why["Grill Beef Ball, 9 pcs"] == "not_enough_points"
    assert why["Mega Thai Milk Tea"] == "limit_reached"
    assert why["Once a member"] == "limit_reached"
    assert why["Gone"] == "out_of_stock"
    assert browser.get(f"/api/reward/{once}").json["whyNotClaimable"] == "limit_reached"
    assert client.get(f"/api/reward/{once}").json["whyNotClaimable"] is None


def test_the_list_shows_of_each_reward_what_its_page_shows(as_member, client, database, clock):
    a_reward(database, title="Here only", outlets=[1, 2], starts="2026-03-01", ends="2026-03-31", limit=2)
    member = as_member(a_member(database, earned=600))
    for browser in (client, member):
        for listed in browser.get("/api/reward").json["rewardList"]:
            page = browser.get(f"/api/reward/{listed['id']}").json
            assert list(listed.items()) == [
                each for each in page.items() if each[0] not in ("code", "outlets")
            ]


def test_what_is_over_is_not_listed_and_what_is_to_come_is(client, database, clock):
    a_reward(database, title="Over", ends="2026-03-14T12:00:00+08:00")
    a_reward(database, title="To come", starts="2026-04-01T00:00:00+08:00")
    a_reward(database, title="Taken out", active=False)
    listed = by_title(client.get("/api/reward"))
    assert listed["To come"]["isClaimable"] is False
    assert {"Over", "Taken out"} & set(listed) == set()


def test_a_reward_names_the_outlets_where_it_is_good(client, database):
    two = a_reward(database, outlets=[2, 1])
    everywhere = a_reward(database)
    detail = client.get(f"/api/reward/{two}").json
    assert (detail["outletIds"], [each["id"] for each in detail["outlets"]]) == ([1, 2], [1, 2])
    detail = client.get(f"/api/reward/{everywhere}").json
    assert detail["outletIds"] == []
    opened = client.get("/api/outlet?statusId=1").json["outletList"]
    assert [each["id"] for each in detail["outlets"]] == [each["id"] for each in opened]


@pytest.mark.parametrize("reward_id", [7, 10, 999])
def test_the_catalogue_has_no_detail_of_what_is_not_in_it(client, reward_id):
    assert client.get(f"/api/reward/{reward_id}").status_code == 404


def test_rich_text_is_cleaned_on_its_way_in(client, database):
    nasty = '<p onclick="x()">Good <script>alert(1)</script><a href="//evil">tea</a></p><img src=x onerror=y>'
    reward = a_reward(database, description=nasty)
    assert client.get(f"/api/reward/{reward}").json["description"] == "<p>Good tea</p>"


def test_the_rewards_of_higher_tiers_are_locked(as_member, database):
    member = a_member(database, earned=5_000)
    listed = as_member(member).get("/api/membershipReward").json["membershipRewardList"]
    assert [(each["membershipName"], each["isLocked"]) for each in listed] == [
        ("Plus", False),
        ("Elite", False),
        ("Royal", True),
    ]
    assert {each["memberId"] for each in listed} == {member}


def test_a_reward_of_a_tier_says_before_the_claim_how_long_its_voucher_will_be_good(
    as_member, database, clock
):
    clock.set(datetime(2026, 3, 14, 4, tzinfo=UTC))
    member = a_member(database, earned=1_500)
    browser = as_member(member)
    [listed] = [
        each for each in browser.get("/api/membershipReward").json["membershipRewardList"] if each["id"] == 7
    ]
    detail = browser.get("/api/membershipReward/7").json
    voucher = browser.post("/api/claim", json={"memberId": member, "rewardId": 7}).json["memberReward"]

    assert listed["validPeriod"] == detail["validPeriod"] == 60
    assert voucher["expireAt"] == "2026-05-13T16:00:00.000Z"


def test_a_reward_of_a_tier_is_claimed_once(as_member, database):
    member = a_member(database, earned=1_500)
    browser = as_member(member)
    body = {"memberId": member, "rewardId": 7}
    voucher = browser.post("/api/claim", json=body).json["memberReward"]
    assert (voucher["transactionSourceId"], voucher["discountValue"]) == (7, "5.00")
    detail = browser.get("/api/membershipReward/7").json
    assert (detail["isClaimed"], detail["isLocked"]) == (True, False)
    again = browser.post("/api/claim", json=body, headers={"Idempotency-Key": "again"})
    assert again.json["code"] == "limit_reached"


def test_visitors_see_no_rewards_of_tiers(client):
    assert client.get("/api/membershipReward").status_code == 401


def test_everybody_may_read_what_joining_and_a_friend_bring(client):
    given = client.get("/api/givenReward").json["givenRewardList"]
    assert [(each["title"], each["transactionSourceId"]) for each in given] == [
        ("RM 5 welcome voucher", 3),
        ("RM 5 referral voucher", 4),
    ]
    assert (given[1]["discountValue"], given[1]["minSpend"], given[1]["validPeriod"]) == ("5.00", "0.00", 60)


def test_a_gift_that_is_not_given_any_more_is_not_promised(client, database):
    with database.bound(), transaction() as db:
        db.execute(update(Reward).where(Reward.kind == RewardKind.REFERRAL).values(is_active=False))
    given = client.get("/api/givenReward").json["givenRewardList"]
    assert [each["transactionSourceId"] for each in given] == [3]


def test_the_apps_draw_the_rewards_that_a_new_database_begins_with():
    begun = [
        {"kind": row["kind"], "title": row["title"], "valueSen": row["value_sen"]} for row in first_rewards()
    ]
    assert begun == case("programme")
