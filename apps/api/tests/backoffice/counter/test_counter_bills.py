"""A cashier at an enrolled till: whom they find, the bills they record and take back; and their managers."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from loyalty.backoffice.log import log
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.members import actions
from loyalty.db.session import current_session
from loyalty.features.members import records
from loyalty.features.till import lookups
from loyalty.features.till.models import TillLookup
from loyalty.rules.bills import LOOKUPS
from support.counter_steps import at_till, bill, manager, record, verify
from support.factories import a_member, a_till, every_violation, metric
from support.staff_app import a_person, a_tablet, at_counter
from support.statements import noted

OWN, OTHER = 1, 2
WHY = "Wrong amount typed"


@pytest.fixture
def member(database, clock):
    return a_member(
        database, number="123456789", name="Aisyah binti Rahman", email="a@example.com", earned=1_500
    )


@pytest.fixture
def card(database, member):
    with database.bound():
        return records.get_member(current_session(), member).member_code


@pytest.fixture
def cashier(app, database, clock):
    """A browser of a till of the first outlet at which Nora is signed in."""
    return at_till(app, database, OWN)


def points_of(database, member):
    with database.bound():
        return records.get_member(current_session(), member).member_point_amount


def test_a_member_is_found_by_card_or_number_and_shows_no_personal_data(cashier, member, card):
    wanted = {
        "memberId": member,
        "firstName": "Aisyah",
        "membershipName": "Plus",
        "membershipLevel": 1,
        "memberPointAmount": 1_500,
        "multiplier": "1.2",
        "voucherList": [],
    }
    for query in (f"?code={card}", "?callingCode=60&mobileNumber=012-345 6789"):
        found = cashier.get(f"/api/staff/counter/member{query}")
        assert found.json == wanted
        for secret in ("123456789", "Rahman", "example.com", "1994"):
            assert secret not in found.text
    unknown = cashier.get("/api/staff/counter/member?code=AAAA")
    assert (unknown.status_code, unknown.json["code"]) == (404, "unknown_member")


def test_a_bill_is_recorded_with_the_cashier_and_its_points_follow_with_the_managers_verification(
    app, database, cashier, member
):
    answer = record(cashier, member)
    assert answer.status_code == 201, answer.text
    earned = answer.json["memberEarn"]
    assert (earned["points"], earned["statusId"], earned["whyNot"]) == (55, 1, None)
    assert answer.json == {
        "isNew": True,
        "memberEarn": earned,
        "voucher": None,
        "membershipName": "Plus",
        "memberPointAmount": 1_500,
    }
    assert verify(manager(app, database), earned["id"]) == [None]
    assert points_of(database, member) == 1_555
    assert every_violation(database) == []


def test_the_card_names_the_member_where_a_bill_waited_for_the_network(cashier, member, card):
    recorded = record(cashier, code=card, paidAt="2026-03-14T03:00:00Z")
    assert recorded.status_code == 201, recorded.text
    assert bill(cashier)["memberId"] == member
    assert record(cashier, code="AAAA", receiptNumber="A-18").json["code"] == "unknown_member"
    for body in ({}, {"memberId": member, "code": card}):
        both = cashier.post(
            "/api/staff/counter/earn", json={"receiptNumber": "A-19", "amount": "1.00", **body}
        )
        assert (both.status_code, list(both.json["errors"])) == (422, ["memberId"])


def test_a_bill_that_is_sent_again_after_its_member_was_erased_counts_no_miss(
    app, database, cashier, member, card
):
    first = record(cashier, code=card, key="k1")
    with database.bound():
        actions.erase(member, Signature("amir", WHY))
    before = metric("loyalty_till_misses_total", till="1")

    again = record(cashier, code=card, key="k1")

    assert (again.status_code, again.json) == (201, first.json)
    assert record(cashier, code=card, key="k2").json["code"] == "unknown_member"
    assert metric("loyalty_till_misses_total", till="1") == before + 1


def test_the_same_key_and_the_same_receipt_are_the_first_bill(app, database, cashier, member, clock):
    first = record(cashier, member, key="k1")
    again = record(cashier, member, key="k1")
    assert (again.status_code, again.json) == (201, first.json)
    without = record(cashier, member)
    assert (without.status_code, without.json["memberEarn"]) == (200, first.json["memberEarn"])
    assert (first.json["isNew"], without.json["isNew"]) == (True, False)
    clock.advance(hours=1)
    larger = record(cashier, member, amount="54.90")
    assert (larger.status_code, larger.json["code"]) == (409, "receipt_recorded_for_amount")
    assert larger.json["message"] == (
        "Receipt A-17 was recorded on 14 March 2026 at 12:00 with RM 45.90. "
        "If that is wrong, take that bill back first."
    )
    facts = {"receipt": "A-17", "recordedAt": "2026-03-14T04:00:00.000Z", "amount": 4590}
    assert larger.json["params"] == facts
    other = record(cashier, a_member(database))
    assert other.json["message"].startswith(
        "Receipt A-17 was recorded on 14 March 2026 at 12:00 for another member."
    )
    assert record(at_till(app, database, OTHER), a_member(database)).status_code == 201


def test_a_receipt_of_another_till_or_of_a_claim_is_refused_for_what_it_is(app, database, cashier, member):
    record(at_till(app, database, OWN, name="Mei"), member)
    elsewhere = record(cashier, member)
    assert (elsewhere.status_code, elsewhere.json["code"]) == (409, "receipt_at_other_till")
    till_name = elsewhere.json["tillName"]
    assert elsewhere.json["message"].startswith(f"This receipt was recorded at {till_name}.")

    claim = {"receiptNumber": "A-18", "amount": "45.90"}
    assert cashier.post("/api/staff/counter/receipt", json=claim).status_code == 201
    other_amount = record(cashier, member, receiptNumber="A-18", amount="54.90")
    assert (other_amount.status_code, other_amount.json["code"]) == (409, "receipt_claim_differs")
    assert other_amount.json["message"] == "A claim was made for this receipt with another amount."


def test_the_queue_of_a_till_is_done_once_also_when_another_cashier_sends_it(app, database, member, clock):
    tablet = a_tablet(app, OWN)
    first = record(
        at_counter(app, a_person(database, ("cashier", OWN), name="Nora"), tablet), member, key="q1"
    )
    again = record(
        at_counter(app, a_person(database, ("cashier", OWN), name="Mei"), tablet), member, key="q1"
    )
    assert (again.status_code, again.json) == (201, first.json)


@pytest.fixture
def taking_turns(app, database, member, clock):
    """A tablet at which Nora was signed in and Mei is now, and Nora's id."""
    tablet = a_tablet(app, OWN)
    nora = a_person(database, ("cashier", OWN), name="Nora")
    at_counter(app, nora, tablet)
    clock.advance(minutes=10)
    return tablet, nora, at_counter(app, a_person(database, ("cashier", OWN), name="Mei"), tablet)


def test_a_sale_that_waited_is_its_cashiers_also_when_another_one_is_signed_in(taking_turns, member):
    tablet, nora, mei = taking_turns
    sent = record(mei, member, key="q1", madeBy=tablet.made_by(nora, "q1"))
    assert sent.status_code == 201, sent.text
    assert bill(mei)["staffName"] == "Nora"
    assert bill(mei)["whyNoVoid"]["code"] == "not_your_bill"
    record(mei, member, key="q2", receiptNumber="A-18")
    assert bill(mei)["staffName"] == "Mei"


@pytest.mark.parametrize("fault", ["key", "time", "person", "tablet", "nobody was there"])
def test_nobody_makes_a_sale_in_anothers_name(app, database, taking_turns, member, fault):
    tablet, nora, mei = taking_turns
    stranger = a_person(database, ("cashier", OWN), name="Bala")
    made = {
        "key": tablet.made_by(nora, "another sale"),
        "time": tablet.made_by(nora, "q1") | {"madeAt": "2026-03-14T04:01:00.000Z"},
        "person": tablet.made_by(nora, "q1") | {"staffId": stranger},
        "tablet": replace(tablet, key=a_tablet(app, OWN).key).made_by(nora, "q1"),
        "nobody was there": tablet.made_by(stranger, "q1"),
    }[fault]
    refused = record(mei, member, key="q1", madeBy=made)
    assert (refused.status_code, refused.json["code"]) == (409, "cashier_not_proved")
    assert mei.get("/api/staff/bill").json["billList"] == []


def test_nothing_is_somebodys_that_was_made_when_they_had_left(taking_turns, member):
    tablet, nora, mei = taking_turns
    late = tablet.made_by(nora, "q1", "2026-03-14T04:15:01.000Z")
    assert record(mei, member, key="q1", madeBy=late).json["code"] == "cashier_not_proved"
    in_time = tablet.made_by(nora, "q2", "2026-03-14T04:15:00.000Z")
    assert record(mei, member, key="q2", madeBy=in_time).status_code == 201


def test_the_list_of_today_says_who_recorded_what_and_what_can_be_taken_back(
    app, database, cashier, member, clock
):
    record(at_till(app, database, OWN, name="Mei"), member, receiptNumber="A-1")
    a_till(app, OWN).post(
        "/api/pos/earn", json={"memberId": member, "receiptNumber": "A-2", "amount": "1.00"}
    )
    clock.advance(seconds=1)
    record(cashier, member, receiptNumber="A-3")
    record(at_till(app, database, OTHER), member, receiptNumber="A-4")
    found = cashier.get("/api/staff/bill?sort=createdAt&order=asc").json["billList"]
    assert {each["memberName"] for each in found} == {"Aisyah"}
    assert [
        (each["receiptNumber"], each["staffName"], (each["whyNoVoid"] or {}).get("code")) for each in found
    ] == [
        ("A-1", "Mei", "not_your_bill"),
        ("A-2", None, "not_your_bill"),
        ("A-3", "Nora", None),
    ]
    clock.set(datetime(2026, 3, 14, 16, 0, tzinfo=UTC))
    assert at_till(app, database, OWN).get("/api/staff/bill").json["billList"] == []


def test_a_cashier_takes_back_an_own_bill_of_today_with_a_reason(database, cashier, member):
    recorded = record(cashier, member).json["memberEarn"]
    void = f"/api/staff/bill/{recorded['id']}/void"
    for reason in ({}, {"reason": "typo"}):
        assert cashier.post(void, json=reason).status_code == 422
    taken = cashier.post(void, json={"reason": WHY})
    assert (taken.status_code, taken.json["statusId"]) == (200, 3)
    assert cashier.post(void, json={"reason": WHY}).json == taken.json
    assert record(cashier, member, amount="54.90").status_code == 201
    with database.bound():
        logged = log.entries(current_session(), member_id=member)
    [entry] = [each for each in logged if each.action == "earn.void"]
    assert (entry.operator, entry.details, entry.reason) == (
        "Nora via staff:1",
        f"bill {recorded['id']}: receipt A-17, RM 45.90, 55 points",
        WHY,
    )


def test_a_bill_of_another_day_person_or_outlet_is_the_managers_to_take_back(app, database, member, clock):
    clock.set(datetime(2026, 3, 14, 15, 0, tzinfo=UTC))
    cashier = at_till(app, database, OWN)
    recorded = record(cashier, member).json["memberEarn"]
    void = f"/api/staff/bill/{recorded['id']}/void"
    colleague = at_till(app, database, OWN, name="Mei")
    refused = colleague.post(void, json={"reason": WHY})
    assert (refused.status_code, refused.json["code"]) == (409, "not_your_bill")
    assert at_till(app, database, OTHER).post(void, json={"reason": WHY}).json["code"] == "other_outlet"
    clock.set(datetime(2026, 3, 14, 15, 59, 59, tzinfo=UTC))
    assert bill(cashier)["whyNoVoid"] is None
    clock.advance(seconds=1)
    late = cashier.post(void, json={"reason": WHY})
    assert (late.status_code, late.json["code"]) == (409, "bill_of_another_day")
    assert manager(app, database, OTHER).post(void, json={"reason": WHY}).json["code"] == "other_outlet"
    assert manager(app, database).post(void, json={"reason": WHY}).json["statusId"] == 3


def test_a_manager_lists_what_waits_to_be_verified(app, database, cashier, member, clock):
    waiting = record(cashier, member, receiptNumber="A-1", amount="2000.01").json["memberEarn"]
    assert waiting["whyNot"]
    small = record(cashier, member, receiptNumber="A-2").json["memberEarn"]
    own, path = manager(app, database), f"/api/staff/bill?outletId={OWN}"

    def receipts(query):
        return {each["receiptNumber"] for each in own.get(f"{path}{query}").json["billList"]}

    assert receipts("&state=unverified") == {"A-1", "A-2"}
    assert verify(own, waiting["id"], small["id"]) == ["second_person", None]
    assert receipts("&state=unverified") == {"A-1"}
    assert verify(manager(app, database), waiting["id"]) == [None]
    assert receipts("&state=unverified") == set()
    assert receipts("&first=2026-03-14&last=2026-03-14") == {"A-1", "A-2"}
    assert receipts("&receiptNumber=a-2") == {"A-2"}
    assert own.get(f"/api/staff/bill?outletId={OTHER}").status_code == 403


def test_who_recorded_a_bill_as_a_cashier_does_not_verify_many_points_alone(app, database, member, clock):
    staff_id = a_person(database, ("cashier", OWN), ("outlet-manager", OWN), name="Nora")
    cashier = at_counter(app, staff_id, a_tablet(app, OWN))
    large = record(cashier, member, amount="1900.00").json["memberEarn"]
    own = manager(app, database, staff_id=staff_id)
    assert [verify(own, large["id"]) for _ in range(2)] == [["second_person"], ["own_proposal"]]
    assert verify(manager(app, database), large["id"]) == [None]


@pytest.fixture
def strict(other_app):
    """An application with limits, at which the same database is asked."""
    return other_app(rate_limits=True)


def test_an_enrolled_till_looks_up_no_more_members_than_another(strict):
    database = strict.extensions["loyalty.database"]
    cashier = at_till(strict, database, OWN)
    member = a_member(database)
    for _ in range(LOOKUPS[0].count - 1):
        assert cashier.get("/api/staff/counter/member?code=AAAA").status_code == 404
    # A card that does not exist is a miss, also with a bill.
    assert record(cashier, code="AAAA").json["code"] == "unknown_member"
    for refused in (record(cashier, code="AAAA"), cashier.get("/api/staff/counter/member?code=AAAA")):
        assert (refused.status_code, refused.json["code"]) == (429, "till_lookups")
    assert record(cashier, member).status_code == 201


def test_bills_that_waited_for_the_network_are_all_sent_at_once(strict, card):
    database = strict.extensions["loyalty.database"]
    cashier = at_till(strict, database, OWN)
    bills = LOOKUPS[0].count + 1
    for number in range(bills):
        sent = record(cashier, code=card, receiptNumber=f"B-{number}")
        assert sent.status_code == 201, sent.text
    assert cashier.get(f"/api/staff/counter/member?code={card}").status_code == 200
    till_id = cashier.get("/api/staff/me").json["till"]["id"]
    with database.bound():
        theirs = select(TillLookup.what).where(TillLookup.till_id == till_id).order_by(TillLookup.id)
        looked_up = current_session().scalars(theirs).all()
    assert looked_up == [lookups.BILL] * bills + [lookups.MEMBER]


def test_a_card_whose_bill_is_refused_was_looked_up_all_the_same(database, cashier, card):
    assert record(cashier, code=card, amount="99999.00").status_code == 422
    with database.bound():
        assert current_session().scalars(select(TillLookup.what)).all() == [lookups.BILL]


def test_a_till_at_which_somebody_works_is_not_silent(app, database, cashier, member, clock):
    clock.advance(hours=3)
    assert record(cashier, member).status_code == 201
    listed = manager(app, database).get(f"/api/staff/outlet/{OWN}/till").json["tillList"]
    assert [each["lastUsedAt"] for each in listed] == ["2026-03-14T07:00:00.000Z"]


def test_a_revoked_till_and_an_ended_session_open_nothing(app, database, cashier, member):
    assert record(cashier, member).status_code == 201
    till_id = cashier.get("/api/staff/me").json["till"]["id"]
    revoke = f"/api/staff/outlet/{OWN}/till/{till_id}/revoke"
    assert manager(app, database).post(revoke, json={"reason": "stolen on Friday"}).status_code == 200
    refused = record(cashier, member, receiptNumber="A-18")
    assert (refused.status_code, refused.json["code"]) == (401, "session_ended")


def test_a_session_of_the_counter_ends_when_the_next_cashier_signs_in(app, database, member, clock):
    tablet = a_tablet(app, OWN)
    first = at_counter(app, a_person(database, ("cashier", OWN), name="Nora"), tablet)
    old = first.get_cookie("loyalty_staff", path="/api/staff").value
    at_counter(app, a_person(database, ("cashier", OWN), name="Mei"), tablet)
    tablet.browser.set_cookie("loyalty_staff", old, path="/api/staff")
    assert record(tablet.browser, member).json["code"] == "session_ended"


def test_a_use_locks_the_till_before_the_session_as_a_sign_in_and_a_revocation_do(cashier, database, clock):
    clock.advance(hours=1)
    with noted(database, only_writing=True) as seen:
        assert cashier.get("/api/staff/me").status_code == 200
    changed = [statement.split()[1] for statement, _ in seen if statement.startswith("UPDATE")]
    assert changed == ["till_keys", "staff_sessions"]
