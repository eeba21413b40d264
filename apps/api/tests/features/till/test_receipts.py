"""Receipt claims: made by a till or a cashier, claimed by one member within seven days."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from sqlalchemy import text

from loyalty.backoffice.log import log
from loyalty.db.maintenance import delete_expired
from loyalty.db.session import current_session, transaction
from loyalty.features.members import records
from loyalty.features.till import receipts
from loyalty.http.rate_limits import MAX_WRONG_CODES
from loyalty.rules.otp import DAY
from support.counter_steps import at_till
from support.factories import a_member, a_till, every_violation, run_command, signed_in

pytestmark = pytest.mark.databases_differ
NOON = datetime.fromisoformat("2026-03-14T04:00:00+00:00")
WHY = ["--by", "amir", "--reason", "Ticket 4711"]


@pytest.fixture
def till(app, clock):
    return a_till(app)


@pytest.fixture
def cashier(app, database, clock):
    return at_till(app, database)


@pytest.fixture
def member(app, database, clock):
    return Member(app, a_member(database))


class Member:
    """A member who is signed in, with a printed receipt in their hand."""

    def __init__(self, app, id_):
        self.id, self._http, self._headers = id_, app.test_client(), signed_in(app, id_)

    def check(self, claim):
        return self._http.post("/api/receipt/check", json={"code": claim["code"]}, headers=self._headers)

    def claim(self, claim, **headers):
        body = {"code": claim["code"]}
        return self._http.post("/api/receipt", json=body, headers={**self._headers, **headers})


def ask(till, **bill):
    return till.post("/api/pos/receipt", json={"receiptNumber": "A-17", "amount": "45.90", **bill})


def made(till, **bill):
    answer = ask(till, **bill)
    assert answer.status_code in (200, 201), answer.text
    return answer.json["receiptClaim"]


def at_counter(cashier, **bill):
    body = {"receiptNumber": "A-17", "amount": "45.90", **bill}
    return cashier.post("/api/staff/counter/receipt", json=body)


def refusal(answer):
    return answer.status_code, answer.json["code"]


def points_of(database, member):
    with database.bound():
        return records.get_member(current_session(), member.id).member_point_amount


def test_the_same_receipt_is_the_same_claim_and_another_amount_is_refused(till, config):
    first = ask(till)
    assert first.status_code == 201
    claim = first.json["receiptClaim"]
    assert claim["url"] == f"{config.site_origin}/receipt#{claim['code']}"
    assert (claim["points"], claim["expiresAt"]) == (45, "2026-03-21T04:00:00.000Z")
    again = ask(till, receiptNumber=" a-17 ", paidAt="2026-03-14T03:00:00Z")
    assert (again.status_code, again.json["receiptClaim"]) == (200, claim)
    assert refusal(ask(till, amount="45.80")) == (409, "receipt_taken")
    assert made(till, paidAt="2026-03-13")["id"] != claim["id"]


def test_a_visitor_sees_what_it_is_and_a_member_what_it_gives_them(app, client, till, database):
    claim = made(till)
    seen = client.post("/api/receipt/check", json={"code": claim["code"]}).json
    assert seen == {
        "outletId": 1,
        "outletName": seen["outletName"],
        "receiptNumber": "A-17",
        "amount": "45.90",
        "paidAt": "2026-03-14T04:00:00.000Z",
        "expiresAt": "2026-03-21T04:00:00.000Z",
        "points": 45,
        "reason": None,
        "whyNot": None,
    }
    plus = Member(app, a_member(database, earned=1_500))
    assert plus.check(claim).json["points"] == 55
    earlier = made(till, receiptNumber="A-18", paidAt="2026-03-14T03:59:00Z")
    assert plus.check(earlier).json["points"] == 45  # they were no Plus member when they paid


def test_the_bill_becomes_the_members_and_waits_for_the_till(till, member, database):
    claim = made(till)
    answer = member.claim(claim)
    assert answer.status_code == 201, answer.text
    bill = answer.json["memberEarn"]
    assert (bill["amount"], bill["points"], bill["statusId"], bill["outletId"]) == ("45.90", 45, 1, 1)
    found = till.get("/api/pos/earn?receiptNumber=A-17").json["memberEarnList"]
    assert [(each["id"], each["memberId"]) for each in found] == [(bill["id"], member.id)]
    assert points_of(database, member) == 0
    assert till.post(f"/api/pos/earn/{bill['id']}/verify").json["memberEarn"]["statusId"] == 2
    assert points_of(database, member) == 45
    assert every_violation(database) == []


def test_a_bill_that_its_till_has_checked_is_verified_within_the_limits(till, app, member, database):
    small, large = (
        made(till, isChecked=True),
        made(till, receiptNumber="A-18", amount="2000.01", isChecked=True),
    )
    assert member.claim(small).json["memberEarn"]["statusId"] == 2
    held = member.claim(large).json["memberEarn"]
    assert held["statusId"] == 1
    assert points_of(database, member) == 45
    assert refusal(till.post(f"/api/pos/earn/{held['id']}/verify")) == (409, "bill_waits_for_office")
    # The limit of a day is counted when it is claimed.
    for number in ("B-1", "B-2"):
        last = member.claim(made(till, receiptNumber=number, amount="1500.00", isChecked=True))
    assert last.json["memberEarn"]["statusId"] == 1
    assert every_violation(database) == []


def test_claims_of_a_till_that_was_revoked_wait_for_the_office(app, till, member):
    claim = made(till, isChecked=True)
    till_id = till.get("/api/pos/me").json["tillId"]
    run_command(app, "till", "revoke", str(till_id), *WHY)
    assert member.claim(claim).json["memberEarn"]["statusId"] == 1


@pytest.mark.parametrize(("late", "status"), [(timedelta(microseconds=-1), 201), (timedelta(0), 409)])
def test_it_can_be_claimed_within_seven_days(till, member, clock, late, status):
    claim = made(till)
    clock.set(NOON + timedelta(days=7) + late)
    answer = member.claim(claim)
    assert answer.status_code == status
    if status == 409:
        assert answer.json["code"] == "receipt_expired"
        assert member.check(claim).json["reason"] == "receipt_expired"
        refused = ask(till, receiptNumber="A-18", paidAt="2026-03-14T04:00:00Z")
        assert (refused.status_code, set(refused.json["errors"])) == (422, {"paidAt"})


def test_it_is_claimed_once_and_the_refusal_says_by_whom(app, till, member, database):
    claim, other = made(till), Member(app, a_member(database))
    first = member.claim(claim, **{"Idempotency-Key": "press"})
    assert member.claim(claim, **{"Idempotency-Key": "press"}).json == first.json
    assert refusal(member.claim(claim)) == (409, "receipt_already_yours")
    assert refusal(other.claim(claim)) == (409, "receipt_claimed")
    assert member.check(claim).json["reason"] == "receipt_already_yours"
    assert other.check(claim).json["whyNot"] == "Somebody else has already claimed this bill."
    assert refusal(ask(till)) == (409, "receipt_taken")


def test_a_receipt_is_a_bill_of_a_till_or_a_claim(app, till, member, database):
    bill = {"memberId": member.id, "receiptNumber": "A-17", "amount": "45.90"}
    claim = made(till)
    assert refusal(till.post("/api/pos/earn", json={**bill, "amount": "45.80"})) == (409, "receipt_taken")
    posted = till.post("/api/pos/earn", json=bill)
    assert posted.status_code == 201
    assert refusal(member.claim(claim)) == (409, "receipt_already_yours")
    assert refusal(Member(app, a_member(database)).claim(claim)) == (409, "receipt_claimed")
    assert refusal(ask(till)) == (409, "receipt_taken")
    # Taken back, because it was another guest's: the one with the receipt may claim it.
    till.post(f"/api/pos/earn/{posted.json['memberEarn']['id']}/void")
    answer = member.claim(claim)
    assert (answer.status_code, answer.json["memberEarn"]["statusId"]) == (201, 1)
    assert every_violation(database) == []


def test_a_bill_that_was_taken_back_after_it_was_claimed_cannot_be_claimed_again(till, member, database):
    claim = made(till, isChecked=True)
    bill = member.claim(claim).json["memberEarn"]
    till.post(f"/api/pos/earn/{bill['id']}/void")
    assert refusal(member.claim(claim)) == (409, "receipt_void")
    assert points_of(database, member) == 0
    again = made(till, amount="40.00")
    assert again["id"] != claim["id"]
    assert member.claim(again).status_code == 201
    assert refusal(member.claim(claim)) == (409, "receipt_already_yours")


def test_a_claim_is_voided_by_its_outlet_until_it_was_used(app, till, member):
    claim = made(till)
    path = f"/api/pos/receipt/{claim['id']}/void"
    assert refusal(a_till(app, 2).post(path)) == (404, "not_found")
    for _ in range(2):
        assert till.post(path).json["receiptClaim"]["isVoid"] is True
    assert refusal(member.claim(claim)) == (409, "receipt_void")
    again = made(till, amount="40.00")
    member.claim(again)
    assert refusal(till.post(f"/api/pos/receipt/{again['id']}/void")) == (409, "receipt_claimed")


def test_what_is_no_code_of_ours_is_refused_and_after_many_nobody_looks(other_app, member):
    http = other_app(rate_limits=True).test_client()
    http.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    forged = "LR1." + "A" * 22 + "." + "A" * 22

    def check(code):
        return http.post("/api/receipt/check", json={"code": code})

    assert refusal(check("LR1.nothing")) == (404, "receipt_unreadable")
    for _ in range(MAX_WRONG_CODES - 1):
        assert refusal(check(forged)) == (404, "receipt_forged")
    assert refusal(check(forged)) == (429, "too_many")


def test_a_cashier_makes_and_voids_claims_and_is_named(app, database, cashier, member):
    answer = at_counter(cashier)
    assert answer.status_code == 201, answer.text
    claim = answer.json["receiptClaim"]
    assert at_counter(cashier).json["receiptClaim"] == claim
    other = at_till(app, database, name="Ravi")
    path, why = f"/api/staff/counter/receipt/{claim['id']}/void", {"reason": "Wrong amount typed"}
    assert refusal(other.post(path, json=why)) == (409, "not_your_bill")
    assert cashier.post(path, json=why).json["receiptClaim"]["isVoid"] is True
    with database.bound():
        newest = log.entries(current_session())[0]
    assert (newest.action, newest.details) == ("receipt.void", f"receipt claim {claim['id']}")
    again = at_counter(cashier, amount="40.00").json["receiptClaim"]
    assert member.claim(again).json["memberEarn"]["statusId"] == 1
    listed = cashier.get("/api/staff/bill").json["billList"]
    assert [(each["staffName"], each["amount"]) for each in listed] == [("Nora", "40.00")]
    taken = at_counter(cashier, amount="40.00")
    assert refusal(taken) == (409, "receipt_recorded_for_member")
    assert "for a member" in taken.json["message"]


def test_of_64_members_who_claim_one_receipt_at_once_one_gets_it(app, till, database, clock):
    claim = made(till, isChecked=True)
    people = [Member(app, a_member(database)) for _ in range(64)]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda each: each.claim(claim), people))
    assert Counter(each.status_code for each in answers) == {201: 1, 409: 63}
    assert {each.json["code"] for each in answers if each.status_code == 409} == {"receipt_claimed"}
    with database.bound():
        entries = current_session().scalar(
            text("SELECT count(*) FROM ledger_entries WHERE source_type = 'bill'")
        )
    assert entries == 1
    assert every_violation(database) == []


def test_a_till_and_a_guest_at_once_make_one_bill(app, till, database, clock):
    for number in range(6):
        claim, bill = (
            made(till, receiptNumber=f"R-{number}"),
            {"receiptNumber": f"R-{number}", "amount": "45.90"},
        )
        guest, other = Member(app, a_member(database)), a_member(database)

        def act(turn, claim=claim, bill=bill, guest=guest, other=other):
            if turn % 2:
                return guest.claim(claim)
            return till.post("/api/pos/earn", json={**bill, "memberId": other})

        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(act, range(2)))
        assert sorted(each.status_code for each in answers) == [201, 409]
    assert every_violation(database) == []


def test_the_audit_finds_a_bill_that_is_not_what_was_claimed(till, member, database):
    member.claim(made(till))
    with database.bound(), transaction() as db:
        db.execute(text("UPDATE receipt_claims SET amount_sen = amount_sen + 1"))
    assert every_violation(database) == [
        f"I-7 member {member.id}: bill 1 is not what receipt claim 1 was for"
    ]


def test_a_member_finds_the_claim_in_their_export(till, member, app, clock):
    member.claim(made(till))
    http = app.test_client()
    found = http.get(f"/api/member/{member.id}/export", headers=signed_in(app, member.id)).json
    [row] = found["records"]["receiptClaims"]
    assert (row["receiptNumber"], row["amountSen"]) == ("A-17", 4_590)
    assert not row.keys() & {"key", "staffId"}


def test_what_nobody_claimed_is_forgotten_and_the_rest_stays(till, member, database, clock):
    unused, used = made(till), made(till, receiptNumber="A-18")
    member.claim(used)
    at = NOON + 60 * DAY
    with database.bound(), transaction() as db:
        assert delete_expired(db, receipts.expired_rows(at), 10) == 0
        assert delete_expired(db, receipts.expired_rows(at + DAY), 10) == 1
    assert refusal(member.claim(unused)) == (409, "receipt_expired")
    assert refusal(member.claim(used)) == (409, "receipt_already_yours")
