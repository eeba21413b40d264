"""The machine at the counter: its key, whom it finds, and a voucher that is taken once."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from loyalty.db.session import session
from loyalty.features.members import service as members
from people import a_member, a_reward


@pytest.fixture
def a_till(app):
    """`a_till(outlet)` is a till of this outlet; its key comes from the operator's command."""

    def made(outlet_id=1):
        result = app.test_cli_runner().invoke(args=["till", "add", "--outlet", str(outlet_id)])
        assert result.exit_code == 0, result.output
        browser = app.test_client()
        browser.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {result.output.splitlines()[-1]}"
        return browser

    return made


@pytest.fixture
def member(database, clock):
    return a_member(database, number="123456789", name="Aisyah binti Rahman", earned=1_500)


@pytest.fixture
def shown(as_member, member, database):
    """`shown(…facts of the reward)` is the code of a voucher on the member's screen at outlet 1."""

    def show(**facts):
        browser = as_member(member)
        body = {"memberId": member, "rewardId": a_reward(database, **facts)}
        voucher = browser.post("/api/claim", json=body).json["memberReward"]
        body = {"memberId": member, "memberRewardId": voucher["id"], "outletId": 1}
        assert browser.post("/api/memberRedeem", json=body).status_code == 201
        return voucher["code"]

    return show


def use(till, code, **bill):
    return till.post(f"/api/pos/voucher/{code}/use", json=bill)


def test_a_member_is_found_by_card_or_number_and_shows_no_more_than_a_cashier_needs(a_till, member, database):
    with database.bound():
        card = members.record(session(), member).member_code
    till = a_till()
    wanted = {
        "memberId": member,
        "firstName": "Aisyah",
        "membershipName": "Plus",
        "membershipLevel": 1,
        "memberPointAmount": 1_500,
    }
    for query in (f"?code={card}", f"?code={card.replace('-', '').lower()}"):
        assert till.get(f"/api/pos/member{query}").json == wanted
    assert till.get("/api/pos/member?callingCode=60&mobileNumber=012-345 6789").json == wanted
    assert till.get("/api/pos/member?code=AAAA").status_code == 404
    for query in ("", "?callingCode=60", f"?code={card}&callingCode=60&mobileNumber=123456789"):
        assert till.get(f"/api/pos/member{query}").status_code == 422


def test_a_voucher_is_used_once_and_the_second_time_says_why_not(a_till, shown, as_member, member):
    till, code = a_till(), shown(title="Thai milk tea")
    for typed in (code, code.lower(), code.replace("-", ""), code.replace("-", " ").lower()):
        seen = till.get(f"/api/pos/voucher/{typed}").json
        assert (seen["name"], seen["whyNot"]) == ("Thai milk tea", None)
    assert use(till, code).json["usedAt"] == "2026-03-14T04:00:00.000Z"
    again = use(till, code)
    assert (again.status_code, again.json["message"]) == (409, "This voucher has been used.")
    [old] = as_member(member).get("/api/memberReward?IsValid=false").json["memberRewardList"]
    assert (old["statusId"], old["usedAt"]) == (2, "2026-03-14T04:00:00.000Z")


def test_a_code_that_is_on_no_screen_is_not_taken(a_till, shown, clock):
    till, code = a_till(), shown()
    clock.advance(minutes=30)
    assert use(till, code).json["code"] == "voucher_not_presented"
    assert till.get(f"/api/pos/voucher/{code}").json["whyNot"]


def test_a_minimum_spend_is_asked_of_the_bill(a_till, shown):
    till, code = a_till(), shown(min_spend="30.00")
    for bill in ({}, {"netAmount": "29.99"}):
        assert use(till, code, **bill).json["message"] == "This voucher needs a bill of at least RM 30.00."
    assert use(till, code, netAmount=30.0).status_code == 422
    assert use(till, code, netAmount="30.00", receiptNumber="A-17").status_code == 200


def test_a_till_takes_vouchers_for_its_own_outlet_only(a_till, shown):
    code = shown(outlets=[1])
    assert use(a_till(2), code).json["code"] == "voucher_other_outlet"
    assert use(a_till(1), code).status_code == 200


def test_a_released_voucher_is_the_members_again(a_till, shown, as_member, member):
    till, code = a_till(), shown()
    assert till.post(f"/api/pos/voucher/{code}/release").json["statusId"] == 1
    assert use(till, code).json["code"] == "voucher_not_presented"
    [hers] = as_member(member).get("/api/memberReward?IsValid=true").json["memberRewardList"]
    assert (hers["code"], hers["statusId"]) == (code, 1)


def test_a_revoked_key_opens_nothing_and_a_members_token_never_did(app, a_till, as_member, member):
    till, revoke = a_till(), ["till", "revoke", "1"]
    assert app.test_cli_runner().invoke(args=revoke).exit_code == 0
    assert till.get("/api/pos/member?code=3333").json["code"] == "unknown_till"
    assert app.test_cli_runner().invoke(args=revoke).exit_code == 1
    lines = app.test_cli_runner().invoke(args=["till", "list"]).output.splitlines()
    assert [line.split()[:2] for line in lines] == [["ID", "OUTLET"], ["1", "1"]]
    (listed,) = json.loads(app.test_cli_runner().invoke(args=["till", "list", "--json"]).output)
    assert (listed["id"], listed["outlet_id"]) == (1, 1)
    assert listed["revoked_at"] >= listed["created_at"]
    assert app.test_cli_runner().invoke(args=["till", "add", "--outlet", "999"]).exit_code == 1


def test_of_64_uses_of_one_code_exactly_one_is_granted(a_till, shown):
    till, code = a_till(), shown()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: use(till, code), range(64)))
    assert Counter(each.status_code for each in answers) == {200: 1, 409: 63}
    assert {each.json["code"] for each in answers if each.status_code == 409} == {"voucher_used"}
