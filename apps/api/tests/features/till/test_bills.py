"""A bill at the counter: posted once a receipt, verified into points and a tier, taken back."""

from datetime import UTC, datetime, timedelta

import pytest

from loyalty.backoffice.members import data
from loyalty.db.session import current_session, transaction
from loyalty.features.members import records
from loyalty.features.rewards import claims
from loyalty.rules.points import earned as points_of
from loyalty.rules.tiers import TIERS
from support.factories import a_bill, a_member, a_reward, a_till, every_violation, spend

ON_PLUS = points_of(100_00, TIERS[1].multiplier_tenths)


@pytest.fixture
def till(app, clock):
    return a_till(app)


@pytest.fixture
def member(database, clock):
    return a_member(database)


def post(till, member, amount="45.90", receipt="A-17", **more):
    headers = {"Idempotency-Key": more.pop("key")} if "key" in more else {}
    body = {"memberId": member, "receiptNumber": receipt, "amount": amount, **more}
    return till.post("/api/pos/earn", json=body, headers=headers)


def settle(till, bill, act="verify"):
    return till.post(f"/api/pos/earn/{bill['id']}/{act}")


def posted(till, member, *args, **more):
    answer = post(till, member, *args, **more)
    assert answer.status_code == 201, answer.text
    return answer.json["memberEarn"]


def earned(till, member, *args, **more):
    """A bill that was posted and verified."""
    answer = settle(till, posted(till, member, *args, **more))
    assert answer.status_code == 200, answer.text
    return answer.json["memberEarn"]


def standing(database, member):
    with database.bound():
        record = records.get_member(current_session(), member)
    return record.member_point_amount, record.current_member_membership_point, record.membership_level


def bills_of(as_member, member, query=""):
    return as_member(member).get(f"/api/memberEarn?memberId={member}{query}").json["memberEarnList"]


def test_a_bill_waits_as_pending_and_gives_its_points_when_it_is_verified(till, member, database, as_member):
    bill = posted(till, member)
    created = "2026-03-14T04:00:00.000Z"
    pending = {"id": bill["id"], "amount": "45.90", "points": 45, "statusId": 1, "outletId": 1}
    assert bill == {**pending, "createdAt": created, "whyNot": None}
    assert standing(database, member) == (0, 0, 0)
    assert settle(till, bill).json["memberEarn"] == {**bill, "statusId": 2}
    assert standing(database, member) == (45, 45, 0)
    assert bills_of(as_member, member) == [{**pending, "createdAt": created, "statusId": 2}]
    [line, _] = (
        as_member(member).get(f"/api/member/{member}/activityHistory").json["memberActivityHistoryList"]
    )
    assert (line["actionId"], line["points"], line["remark"]) == (2, 45, "RM 45.90 at KL East Mall")
    assert every_violation(database) == []


def test_the_tier_moves_with_the_bill_that_reaches_it(till, member, database):
    earned(till, member, "1499.99", "1")
    assert standing(database, member) == (1_499, 1_499, 0)
    earned(till, member, "1.00", "2")
    assert standing(database, member) == (1_500, 1_500, 1)
    earned(till, member, "100.00", "3")
    assert standing(database, member) == (1_500 + ON_PLUS, 1_500 + ON_PLUS, 1)


def test_the_same_receipt_again_is_the_first_bill_and_another_amount_or_member_is_refused(
    till, member, database, app
):
    bill = posted(till, member)
    for receipt in ("A-17", " a-17 "):
        again = post(till, member, receipt=receipt)
        assert (again.status_code, again.json["memberEarn"]) == (200, bill)
    settle(till, bill)
    assert post(till, member).json["memberEarn"] == {**bill, "statusId": 2}
    other = a_member(database)
    for answer in (post(till, member, "45.91"), post(till, other)):
        assert (answer.status_code, answer.json["code"]) == (409, "receipt_taken")
    assert posted(a_till(app, 2), other)["outletId"] == 2
    assert standing(database, member) == (45, 45, 0)


def test_the_same_receipt_from_another_till_of_the_outlet_is_no_repetition(till, member, database, app):
    bill = posted(till, member)
    other = a_till(app, 1)
    again = post(other, member)
    assert (again.status_code, again.json["code"]) == (409, "receipt_taken")
    assert again.json["tillName"] in again.json["message"]
    assert posted(other, member, receipt="B-17")["id"] != bill["id"]
    assert standing(database, member) == (0, 0, 0)


def test_a_key_gives_the_first_answer_again_and_takes_no_other_bill(till, member):
    first = post(till, member, key="k1")
    again = post(till, member, key="k1")
    assert (first.status_code, again.status_code, again.json) == (201, 201, first.json)
    assert post(till, member, "99.00", key="k1").json["code"] == "idempotency_mismatch"


def test_a_business_day_ends_at_midnight_in_malaysia(till, member, clock):
    clock.set(datetime(2026, 3, 14, 15, 59, 59, tzinfo=UTC))
    first = posted(till, member)
    clock.advance(seconds=1)
    second = posted(till, member)
    assert first["id"] != second["id"]
    for paid_at in ("2026-03-14", "2026-03-14T23:59:59+08:00", "2026-03-13T16:00:00Z"):
        assert post(till, member, paidAt=paid_at).json["memberEarn"]["id"] == first["id"]


@pytest.mark.parametrize(
    ("paid_at", "status"),
    [
        ("2026-03-14T04:05:00Z", 201),
        ("2026-03-14T04:05:01Z", 422),
        ("2026-02-11T04:00:00Z", 201),
        ("2026-02-11T03:59:59Z", 422),
        ("0001-01-01T00:00:00Z", 422),
        ("9999-12-31T23:59:59Z", 422),
        ("2026-03-14T04:00:00", 422),
        ("yesterday", 422),
        (None, 422),
    ],
)
def test_a_bill_is_neither_of_tomorrow_nor_older_than_a_month(till, member, paid_at, status):
    answer = post(till, member, paidAt=paid_at)
    assert answer.status_code == status, answer.text
    if status == 422:
        assert list(answer.json["errors"]) == ["paidAt"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("amount", "45.9"),
        ("amount", 45.9),
        ("amount", "-1.00"),
        ("amount", "1e3"),
        ("receiptNumber", ""),
        ("receiptNumber", "x" * 41),
        ("receiptNumber", "straße"),
        ("receiptNumber", "A\u0000"),
        ("receiptNumber", 17),
        ("memberId", 0),
        ("memberId", "1"),
        ("points", 1_000_000),
    ],
)
def test_what_is_no_bill_is_refused_by_field(till, member, field, value):
    answer = (
        post(till, member, **{"receiptNumber": "A-17", field: value})
        if field != "amount"
        else post(till, member, value)
    )
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])


def test_a_bill_of_nobody_is_not_taken(till, database):
    assert post(till, 999_999).status_code == 404
    assert settle(till, {"id": 999_999}).status_code == 404


def test_points_follow_the_tier_at_the_time_of_the_bill(till, member, database, clock):
    earned(till, member, "1500.00", "1")
    clock.advance(days=1)
    late = posted(till, member, "100.00", "2", paidAt="2026-03-13T12:00:00+08:00")  # the day before Plus
    plus = posted(till, member, "100.00", "3")
    assert (late["points"], plus["points"]) == (100, ON_PLUS)
    clock.advance(days=31)  # a month and a day after the last points: Plus is lost, written down or not
    basic = posted(till, member, "100.00", "4")
    before = (clock.now() - timedelta(days=3)).isoformat()
    still_plus = posted(till, member, "100.00", "5", paidAt=before)
    assert (basic["points"], still_plus["points"]) == (100, ON_PLUS)
    settle(till, basic)
    assert every_violation(database) == []


def test_a_bill_of_nothing_is_taken_and_does_not_hold_the_tier(till, member, database, clock):
    earned(till, member, "1500.00", "1")
    clock.advance(days=20)
    assert earned(till, member, "0.00", "2")["points"] == 0
    assert standing(database, member)[2] == 1
    clock.advance(days=20)
    assert earned(till, member, "100.00", "3")["points"] == 100
    assert every_violation(database) == []


def test_a_pending_bill_taken_back_is_gone_and_its_receipt_is_free(till, member, database, as_member):
    wrong = posted(till, a_member(database))
    assert settle(till, wrong, "void").json["memberEarn"]["statusId"] == 3
    assert settle(till, wrong, "void").status_code == 200
    assert settle(till, wrong).json["code"] == "bill_void"
    right = posted(till, member)
    settle(till, right)
    assert [each["id"] for each in bills_of(as_member, member)] == [right["id"]]
    assert standing(database, member) == (45, 45, 0)
    assert every_violation(database) == []


def test_a_verified_bill_taken_back_is_reversed_once_tier_included(till, member, database, as_member):
    earned(till, member, "1499.00", "1")
    bill = earned(till, member, "10.00", "2")
    assert standing(database, member) == (1_509, 1_509, 1)
    for _ in range(2):
        assert settle(till, bill, "void").json["memberEarn"]["statusId"] == 3
    assert standing(database, member) == (1_499, 1_499, 0)
    assert post(till, member, "10.00", "2").json["memberEarn"]["statusId"] == 3  # the same again is the same
    assert [each["statusId"] for each in bills_of(as_member, member)] == [3, 2]
    [line, *_] = (
        as_member(member).get(f"/api/member/{member}/activityHistory").json["memberActivityHistoryList"]
    )
    assert (line["actionId"], line["points"]) == (5, 10)
    assert line["remark"] == "RM 10.00 at KL East Mall taken back"
    assert every_violation(database) == []


def test_points_that_are_spent_are_not_taken_back(till, member, database):
    bill = earned(till, member, "500.00")
    with database.bound(), transaction() as db:
        spend(db, member, 1, a_bill(), "a sweet")
    answer = settle(till, bill, "void")
    assert (answer.status_code, answer.json["code"]) == (409, "points_spent")
    assert standing(database, member) == (499, 500, 0)
    assert every_violation(database) == []


def test_a_till_sees_no_bill_of_another_outlet(app, till, member):
    bill, other = posted(till, member), a_till(app, 2)
    assert settle(other, bill).status_code == settle(other, bill, "void").status_code == 404
    assert settle(till, bill).status_code == 200


def test_a_till_finds_its_own_bills_again_by_receipt_and_by_business_day(app, till, member, database, clock):
    first = posted(till, member, receipt="A-1")
    settle(till, first, "void")
    again = posted(till, a_member(database), "9.00", receipt="A-1")
    clock.advance(minutes=1)
    posted(till, member, receipt="A-2", paidAt="2026-03-13T19:20:00+08:00")
    posted(a_till(app, 2), member, receipt="A-1")

    def found(**query):
        return till.get("/api/pos/earn", query_string=query).json["memberEarnList"]

    assert [(each["id"], each["statusId"]) for each in found(receiptNumber=" a-1 ")] == [
        (again["id"], 1),
        (first["id"], 3),
    ]
    assert [each["receiptNumber"] for each in found(businessDay="2026-03-13")] == ["A-2"]
    assert found(receiptNumber="A-1", businessDay="2026-03-13") == []
    (page,) = found(businessDay="2026-03-14", limit=1, offset=1)
    assert page == {
        **first,
        "statusId": 3,
        "memberId": member,
        "receiptNumber": "A-1",
        "businessDay": "2026-03-14",
        "paidAt": "2026-03-14T04:00:00.000Z",
    }


@pytest.mark.parametrize(
    "query", ["", "receiptNumber=", "businessDay=14.3.2026", "businessDay=2026-03-14&outletId=2"]
)
def test_bills_are_not_listed_without_a_receipt_or_a_day(till, query):
    assert till.get(f"/api/pos/earn?{query}").status_code == 422


def test_bills_are_listed_newest_first_page_by_page_and_are_nobody_elses(
    till, member, database, as_member, clock
):
    ids = []
    for number in range(4):
        clock.advance(minutes=1)
        ids.append(posted(till, member, receipt=str(number))["id"])
    assert [each["id"] for each in bills_of(as_member, member, "&limit=3&sort=createdAt&order=desc")] == [
        *reversed(ids[1:])
    ]
    assert [each["id"] for each in bills_of(as_member, member, "&order=asc&offset=3")] == ids[3:]
    browser = as_member(a_member(database))
    assert browser.get("/api/memberEarn").json == {"memberEarnList": []}
    assert browser.get(f"/api/memberEarn?memberId={member}").json["code"] == "not_yours"
    assert browser.get("/api/memberEarn?sort=points").status_code == 422


def test_the_first_bill_of_a_referee_gives_the_referrer_one_voucher(till, member, database, as_member):
    with database.bound():
        code = records.get_member(current_session(), member).referral_code
    friend = a_member(database, used_referral_code=code)

    def thanks():
        listed = as_member(member).get("/api/memberReward").json["memberRewardList"]
        return [each for each in listed if each["transactionSourceId"] == 4]

    earned(till, friend, "0.00", "0")
    earned(till, friend, "0.99", "1")  # no point, no thanks yet
    posted(till, friend, "20.00", "2")
    assert thanks() == []
    earned(till, friend, "20.00", "3")
    earned(till, friend, "20.00", "4")
    [voucher] = thanks()
    assert voucher["discountValue"] == "5.00"
    [row] = as_member(member).get(f"/api/member/{member}/memberreferee").json["memberRefereeList"]
    assert row["isActive"] is True
    assert every_violation(database) == []


def test_a_bill_of_a_member_who_left_earns_nothing(till, member, database):
    bill = posted(till, member)
    with database.bound(), transaction() as db:
        data.erase_member(db, member)
    answer = settle(till, bill)
    assert (answer.status_code, answer.json["code"]) == (409, "bill_void")
    assert settle(till, bill, "void").status_code == 200
    assert post(till, member, receipt="A-18").status_code == 404
    assert every_violation(database) == []


def test_the_welcome_and_the_birthday_gift_leave_the_auditor_content(member, database, as_member, app):
    with database.bound(), transaction() as db:
        assert claims.welcome(db, member)
    gift = a_reward(database, kind="birthday", limit=1)
    body = {"memberId": member, "rewardId": gift}
    assert as_member(member).post("/api/claim", json=body).status_code == 201
    assert every_violation(database) == []
