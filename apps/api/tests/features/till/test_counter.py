"""The machine at the counter: its key, whom it finds, and a voucher that is taken once."""

import json
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from loyalty.backoffice.log import log
from loyalty.db.session import current_session
from loyalty.features.members import records
from loyalty.http.api import CODE_OF
from support.cases import case
from support.factories import a_member, a_reward, run_command
from support.factories import a_till as till_of

WHY = ["--by", "amir", "--reason", "Ticket 4711"]


@pytest.fixture
def a_till(app):
    """`a_till(outlet)` is a till of this outlet; its key comes from the operator's command."""
    return lambda outlet_id=1: till_of(app, outlet_id)


@pytest.fixture
def member(database, clock):
    return a_member(database, number="123456789", name="Aisyah binti Rahman", earned=1_500)


@pytest.fixture
def shown(as_member, member, database):
    """`shown(outlet_id, …facts of the reward)` is the code of a voucher on the member's screen, by default at
    outlet 1."""

    def show(outlet_id=1, **columns):
        browser = as_member(member)
        body = {"memberId": member, "rewardId": a_reward(database, **columns)}
        voucher = browser.post("/api/claim", json=body).json["memberReward"]
        body = {"memberId": member, "memberRewardId": voucher["id"], "outletId": outlet_id}
        assert browser.post("/api/memberRedeem", json=body).status_code == 201
        return voucher["code"]

    return show


def use(till, code, **bill):
    return till.post(f"/api/pos/voucher/{code}/use", json=bill)


def test_a_member_is_found_by_card_or_number_and_shows_no_more_than_a_cashier_needs(a_till, member, database):
    with database.bound():
        card = records.get_member(current_session(), member).member_code
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


@pytest.mark.parametrize("content_type", [None, "application/json", "text/plain"])
def test_a_voucher_is_used_without_a_body(a_till, shown, content_type):
    till, code = a_till(), shown()
    answer = till.post(f"/api/pos/voucher/{code}/use", content_type=content_type)
    assert (answer.status_code, answer.json["statusId"]) == (200, 2)


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        ("receiptNumber=A-1", "application/x-www-form-urlencoded", 415),
        ("{", "application/json", 400),
        ("null", "application/json", 422),
        (" ", "application/json", 400),
    ],
)
def test_a_body_that_is_sent_is_still_validated(a_till, shown, body, content_type, status):
    till, code = a_till(), shown()
    answer = till.post(f"/api/pos/voucher/{code}/use", data=body, content_type=content_type)
    assert answer.status_code == status
    assert till.get(f"/api/pos/voucher/{code}").json["whyNot"] is None


def test_a_bill_still_needs_its_body(a_till):
    assert a_till().post("/api/pos/earn").status_code == 415


def test_a_free_item_is_found_in_the_tills_menu_by_its_sku(a_till, shown):
    till = a_till()
    assert till.get(f"/api/pos/voucher/{shown(sku='00417')}").json["sku"] == "00417"
    assert till.get(f"/api/pos/voucher/{shown()}").json["sku"] is None


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


@pytest.mark.parametrize("outlets", [[], [1, 2]])
def test_a_voucher_shown_for_one_outlet_is_used_at_another_only_when_it_was_given_back(
    a_till, shown, as_member, member, outlets
):
    code, other = shown(outlets=outlets), a_till(2)
    sentence = (
        "This voucher is shown for KL East Mall. Give it back, and the member can show it for this outlet."
    )
    assert other.get(f"/api/pos/voucher/{code}").json["whyNot"] == sentence
    refused = use(other, code)
    assert (refused.status_code, refused.json["code"]) == (409, "voucher_shown_elsewhere")
    assert refused.json["message"] == sentence
    assert a_till(1).get(f"/api/pos/voucher/{code}").json["whyNot"] is None
    assert other.post(f"/api/pos/voucher/{code}/release").status_code == 200
    [voucher] = as_member(member).get("/api/memberReward?IsValid=true").json["memberRewardList"]
    body = {"memberId": member, "memberRewardId": voucher["id"], "outletId": 2}
    assert as_member(member).post("/api/memberRedeem", json=body).status_code == 201
    assert use(other, code).status_code == 200


def test_a_voucher_shown_for_no_outlet_is_used_at_any_where_it_is_good(a_till, shown):
    assert use(a_till(2), shown(None)).status_code == 200
    narrow = shown(None, outlets=[1])
    assert use(a_till(2), narrow).json["code"] == "voucher_other_outlet"
    assert use(a_till(1), narrow).status_code == 200


def test_a_released_voucher_is_the_members_again(a_till, shown, as_member, member):
    till, code = a_till(), shown()
    assert till.post(f"/api/pos/voucher/{code}/release").json["statusId"] == 1
    assert use(till, code).json["code"] == "voucher_not_presented"
    [theirs] = as_member(member).get("/api/memberReward?IsValid=true").json["memberRewardList"]
    assert (theirs["code"], theirs["statusId"]) == (code, 1)


def test_a_revoked_key_opens_nothing_and_a_members_token_never_did(app, a_till, as_member, member):
    till, revoke = a_till(), ["till", "revoke", "1", *WHY]
    assert app.test_cli_runner().invoke(args=revoke).exit_code == 0
    assert till.get("/api/pos/member?code=3333").json["code"] == "unknown_till"
    assert app.test_cli_runner().invoke(args=revoke).exit_code == 1
    lines = app.test_cli_runner().invoke(args=["till", "list"]).output.splitlines()
    assert [line.split()[:2] for line in lines] == [["ID", "OUTLET"], ["1", "1"]]
    (listed,) = json.loads(app.test_cli_runner().invoke(args=["till", "list", "--json"]).output)
    assert (listed["id"], listed["outlet_id"]) == (1, 1)
    assert listed["revoked_at"] >= listed["created_at"]
    assert app.test_cli_runner().invoke(args=["till", "add", "--outlet", "999", *WHY]).exit_code == 1


@pytest.fixture
def till_command(app):
    """`till_command("list")` is the exit code and output of `till …`."""

    def command(*words):
        result = run_command(app, "till", *words)
        return result.exit_code, result.output

    return command


def test_two_tills_of_an_outlet_differ_by_name_and_last_use(till_command, app, clock):
    key = till_command("add", "--outlet", "1", "--name", " Counter  1 ", *WHY)[1].splitlines()[-1]
    assert till_command("add", "--outlet", "1", *WHY)[0] == 0
    app.test_client().get("/api/pos/me", headers={"Authorization": f"Bearer {key}"})
    lines = till_command("list")[1].splitlines()
    assert " ".join(lines[1].split()) == "1 1 Counter 1 2026-03-14 12:00 amir 2026-03-14 12:00 - -"
    assert " ".join(lines[2].split()) == "2 1 Till 2 2026-03-14 12:00 amir - - -"
    taken = till_command("add", "--outlet", "1", "--name", "counter 1", *WHY)
    assert taken == (1, "Error: Another till of this outlet has this name.\n")
    assert till_command("add", "--outlet", "2", "--name", "Counter 1", *WHY)[0] == 0
    assert till_command("add", "--outlet", "1", "--name", "x" * 61, *WHY)[0] == 1


def test_the_last_use_of_a_till_is_right_to_the_hour(till_command, a_till, clock):
    till = a_till()
    for minutes, last_used in ((0, "04:00"), (59, "04:00"), (1, "05:00")):
        clock.advance(minutes=minutes)
        till.get("/api/pos/me")
        (listed,) = json.loads(till_command("list", "--json")[1])
        assert listed["last_used_at"] == f"2026-03-14T{last_used}:00.000Z"


def test_the_log_has_who_made_and_revoked_a_key(till_command, database):
    assert till_command("add", "--outlet", "1")[0] == 2  # nobody makes a key without a reason
    till_command("add", "--outlet", "1", "--name", "Counter 1", *WHY)
    assert till_command("revoke", "1")[0] == 2
    assert till_command("revoke", "1", *WHY) == (0, "The key of Counter 1, till 1, is revoked.\n")
    with database.bound():
        logged = [
            (each.operator, each.action, each.details, each.reason) for each in log.entries(current_session())
        ]
    assert logged == [
        ("amir", "till.revoke", "till 1 at outlet 1: Counter 1; ended 0 sessions", "Ticket 4711"),
        ("amir", "till.add", "till 1 at outlet 1: Counter 1", "Ticket 4711"),
    ]


def test_a_key_is_tried_without_touching_anything(a_till, till_command):
    assert a_till(2).get("/api/pos/me").json == {
        "tillId": 1,
        "tillName": "Till 1",
        "outletId": 2,
        "outletName": "Publika",
        "keyExpiresAt": None,
    }


@pytest.mark.databases_differ
def test_of_64_uses_of_one_code_exactly_one_is_granted(a_till, shown):
    till, code = a_till(), shown()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: use(till, code), range(64)))
    assert Counter(each.status_code for each in answers) == {200: 1, 409: 63}
    assert {each.json["code"] for each in answers if each.status_code == 409} == {"voucher_used"}


def test_the_page_for_tills_names_every_code_and_no_other(app):
    page = (Path(__file__).resolve().parents[5] / "docs/till.md").read_text(encoding="utf-8")
    report = set(re.findall(r"^\| \d{3} +\| `(\w+)`", page, re.MULTILINE))
    of_vouchers = {row["redeemable"] for row in case("rewards")["vouchers"]} - {None} | {"voucher_held"}
    of_http = {code.public for code in CODE_OF.values()}
    of_tills = {"unknown_till", "unknown_member", "receipt_taken", "bill_void", "points_spent"}
    of_tills |= {"tablet_key", "till_key_expired", "bill_waits_for_office", "receipt_claimed"}
    assert report == of_http | of_tills | of_vouchers | {
        "minimum_spend",
        "idempotency_mismatch",
    }
