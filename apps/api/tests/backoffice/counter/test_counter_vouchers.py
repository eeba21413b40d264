"""Vouchers at the counter of the staff app: with a bill or alone, released, and what refusals say."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

from loyalty.backoffice.log import log
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.features.members import records
from loyalty.features.rewards import offline
from loyalty.features.rewards.models import Voucher
from support.counter_steps import at_till, manager, record
from support.factories import a_member, a_reward, a_till, every_violation

OWN, OTHER = 1, 2
WHY = "The tablet was switched off"


@pytest.fixture
def member(database, clock):
    return a_member(database, name="Aisyah binti Rahman", earned=1_500)


@pytest.fixture
def card(database, member):
    with database.bound():
        return records.get_member(current_session(), member).member_code


@pytest.fixture
def cashier(app, database, clock):
    """A browser of a till of the first outlet at which Nora is signed in."""
    return at_till(app, database, OWN)


@pytest.fixture
def claimed(as_member, member, database):
    """`claimed(…facts of the reward)` is a voucher of the member, as the API answers it."""

    def claim(**columns):
        body = {"memberId": member, "rewardId": a_reward(database, **columns)}
        return as_member(member).post("/api/claim", json=body).json["memberReward"]

    return claim


@pytest.fixture
def shown(as_member, member, claimed):
    """`shown(…facts of the reward)` is the code of a voucher on the member's screen at outlet 1."""

    def show(**columns):
        voucher = claimed(**columns)
        body = {"memberId": member, "memberRewardId": voucher["id"], "outletId": OWN}
        assert as_member(member).post("/api/memberRedeem", json=body).status_code == 201
        return voucher["code"]

    return show


def path_of(code, act=""):
    return f"/api/staff/counter/voucher/{code}{act and f'/{act}'}"


def test_a_guest_comes_with_the_vouchers_they_could_use_here_and_without_codes(
    cashier, card, claimed, shown, clock
):
    claimed(title="Thai milk tea", min_spend="30.00")
    claimed(title="Elsewhere only", outlets=[OTHER])
    code = shown(title="Tom yum")
    found = cashier.get(f"/api/staff/counter/member?code={card}")
    vouchers = found.json["voucherList"]
    assert [(each["name"], each["minSpend"], bool(each["presentUntil"])) for each in vouchers] == [
        ("Thai milk tea", "30.00", False),
        ("Tom yum", "0.00", True),
    ]
    assert code not in found.text


def test_a_use_without_a_network_is_sent_later_by_the_cashiers_till(
    database, cashier, as_member, member, claimed, clock
):
    till = cashier.get("/api/staff/me").json["till"]
    with database.bound(), transaction() as db:
        offline.report(
            db,
            till_id=till["id"],
            outlet_id=OWN,
            name=till["name"],
            queue_length=0,
            voucher_uses=0,
            oldest_at=None,
            clock=now(db),
            last_server_time=None,
        )
    body = {"memberId": member, "memberRewardId": claimed()["id"], "outletId": OWN, "withoutNetwork": True}
    shown = as_member(member).post("/api/memberRedeem", json=body).json["memberRedeem"]
    clock.advance(hours=2)
    use = {"signedCode": shown["signedCode"], "usedAt": "2026-03-14T04:10:00Z"}
    for _ in range(2):
        sent = cashier.post(path_of(shown["code"], "use"), json=use)
        assert (sent.status_code, sent.json["statusId"]) == (200, 2)
    forged = {**use, "signedCode": shown["signedCode"][:-1] + "A"}
    assert cashier.post(path_of(shown["code"], "use"), json=forged).status_code == 409
    assert cashier.get(path_of(shown["code"])).json["whyNot"]["message"] == (
        "This voucher was used on 14 March 2026 at 12:10 at KL East Mall."
    )
    with database.bound():
        assert (
            current_session().scalar(select(Voucher.used_staff_id)) == cashier.get("/api/staff/me").json["id"]
        )


def test_a_voucher_is_used_once_and_the_second_time_says_when_and_where(app, database, cashier, shown, clock):
    code = shown(title="Thai milk tea")
    seen = cashier.get(path_of(code)).json
    assert (seen["name"], seen["memberName"], seen["whyNot"]) == ("Thai milk tea", "Aisyah", None)
    clock.advance(minutes=10)
    used = cashier.post(path_of(code, "use"), headers={"Idempotency-Key": "k1"})
    again = cashier.post(path_of(code, "use"), headers={"Idempotency-Key": "k1"})
    assert (used.status_code, again.status_code, again.json) == (200, 200, used.json)
    refusal = "This voucher was used on 14 March 2026 at 12:10 at KL East Mall."
    for refused in (
        cashier.post(path_of(code, "use")),
        at_till(app, database, OTHER).post(path_of(code, "use")),
    ):
        assert (refused.status_code, refused.json["code"]) == (409, "voucher_used_at")
        assert refused.json["message"] == refusal
        facts = (refused.json["params"]["usedAt"], refused.json["params"]["outlet"])
        assert facts == ("2026-03-14T04:10:00.000Z", "KL East Mall")
    assert cashier.get(path_of(code)).json["whyNot"]["message"] == refusal
    clock.advance(days=1)
    tomorrow = at_till(app, database, OWN).get(path_of(code)).json["whyNot"]["message"]
    assert tomorrow == "This voucher was used on 14 March 2026 at 12:10 at KL East Mall."
    assert every_violation(database) == []


def test_a_voucher_that_cannot_be_used_says_why_with_its_facts(app, database, cashier, claimed, shown, clock):
    assert cashier.get(path_of("3333-3333-3333")).status_code == 404
    there = cashier.get(path_of(claimed(outlets=[OTHER])["code"])).json["whyNot"]["message"]
    assert there == "This voucher cannot be used here. It can be used at Publika."
    unshown = cashier.post(path_of(claimed()["code"], "use"))
    assert unshown.json["code"] == "voucher_not_presented"
    short = claimed(valid_days=1)["code"]
    clock.advance(days=2)
    late = at_till(app, database, OWN).get(path_of(short)).json["whyNot"]["message"]
    assert late == "This voucher could be used until 15 March 2026."


def test_a_bill_and_its_voucher_are_one_step(database, cashier, member, shown, as_member):
    code = shown(min_spend="30.00")
    both = record(cashier, member, voucherCode=code)
    assert both.status_code == 201, both.text
    assert both.json["voucher"]["usedAt"] == "2026-03-14T04:00:00.000Z"
    # The answer got lost, and the key with it.
    again = record(cashier, member, voucherCode=code)
    assert (again.status_code, again.json["voucher"]["usedAt"]) == (200, "2026-03-14T04:00:00.000Z")
    other_receipt = record(cashier, member, receiptNumber="A-18", voucherCode=code)
    assert other_receipt.json["code"] == "voucher_used_at"


def test_without_its_voucher_there_is_no_bill(cashier, member, claimed, shown):
    for code, why in (
        (claimed()["code"], "voucher_not_presented"),
        (shown(min_spend="45.91"), "minimum_spend"),
        ("3333-3333-3333", "voucher_not_found"),
    ):
        assert record(cashier, member, voucherCode=code).json["code"] == why
    assert cashier.get("/api/staff/bill").json["billList"] == []


@pytest.mark.databases_differ
def test_a_bill_is_not_paid_with_another_members_voucher(app, database, cashier, shown):
    code = shown()
    another = a_member(database, name="Siti")
    refused = record(cashier, another, voucherCode=code)
    assert (refused.status_code, refused.json["code"]) == (409, "voucher_other_member")
    assert cashier.get("/api/staff/bill").json["billList"] == []
    assert cashier.get(path_of(code)).json["whyNot"] is None


def test_a_voucher_that_is_shown_for_another_outlet_stays_as_it_was(app, database, shown):
    code, elsewhere = shown(), at_till(app, database, OTHER, name="Mei")
    sentence = elsewhere.get(path_of(code)).json["whyNot"]["message"]
    assert sentence.startswith("This voucher is shown for KL East Mall.")
    refused = elsewhere.post(path_of(code, "use"))
    assert (refused.status_code, refused.json["code"], refused.json["message"]) == (
        409,
        "voucher_shown_elsewhere",
        sentence,
    )


def test_of_32_bills_with_one_voucher_exactly_one_is_recorded(database, cashier, member, shown):
    code = shown()
    with ThreadPoolExecutor(8) as pool:
        receipts = [f"A-{number}" for number in range(32)]
        answers = list(
            pool.map(lambda each: record(cashier, member, receiptNumber=each, voucherCode=code), receipts)
        )
    assert sorted(each.status_code for each in answers) == [201] + [409] * 31
    assert len(cashier.get("/api/staff/bill").json["billList"]) == 1


def release(browser, voucher_id, reason=WHY):
    return browser.post(f"/api/staff/voucher/{voucher_id}/release", json={"reason": reason})


def test_a_cashier_releases_a_voucher_and_the_log_has_who_did(database, cashier, member, shown):
    voucher = cashier.get(path_of(shown())).json
    released = release(cashier, voucher["id"], "at the counter")
    assert (released.status_code, released.json["state"]) == (200, "open")
    with database.bound():
        [entry] = log.entries(current_session(), member_id=member)
    assert (entry.action, entry.operator, entry.reason) == (
        "voucher.release",
        "Nora via staff:1",
        "at the counter",
    )


def test_a_cashier_releases_only_what_their_till_has_just_looked_up(app, database, cashier, shown, clock):
    code = shown()
    voucher = cashier.get(path_of(code)).json
    colleague = at_till(app, database, OWN, name="Mei")
    refused = release(colleague, voucher["id"])
    assert (refused.status_code, refused.json["code"]) == (409, "lookup_needed")
    clock.advance(minutes=30, seconds=1)
    assert release(cashier, voucher["id"]).json["code"] == "lookup_needed"
    cashier.get(path_of(code))
    clock.advance(minutes=30)
    assert release(cashier, voucher["id"]).status_code == 200
    spent = cashier.get(path_of(code := shown())).json["id"]
    assert cashier.post(path_of(code, "use")).status_code == 200
    assert release(cashier, spent).json["code"] == "voucher_used"
    assert release(cashier, 4711).status_code == 404


def test_a_cashier_releases_what_is_shown_for_another_outlet(app, database, shown):
    elsewhere = at_till(app, database, OTHER, name="Mei")
    voucher = elsewhere.get(path_of(shown())).json
    assert release(elsewhere, voucher["id"]).json["state"] == "open"


def test_a_manager_releases_what_is_stuck_at_their_outlet(app, database, cashier, member, shown, clock):
    code = shown(title="Tom yum")
    own, elsewhere = manager(app, database), manager(app, database, OTHER)
    path = f"/api/staff/voucher?state=shown&outletId={OWN}"
    listed = own.get(path)
    [stuck] = listed.json["voucherList"]
    assert (stuck["name"], stuck["memberId"]) == ("Tom yum", member)
    assert code not in listed.text
    assert elsewhere.get(f"/api/staff/voucher?state=shown&outletId={OTHER}").json["voucherList"] == []
    assert elsewhere.get(path).status_code == 403
    assert release(elsewhere, stuck["id"]).json["code"] == "other_outlet"
    assert (released := release(own, stuck["id"])).status_code == 200
    assert released.json["state"] == "open"
    assert own.get(path).json["voucherList"] == []
    with database.bound():
        [entry] = log.entries(current_session(), member_id=member)
    assert (entry.action, entry.reason) == ("voucher.release", WHY)


def test_who_served_a_member_is_in_the_office_and_the_export(
    app, database, cashier, member, card, shown, as_member
):
    cashier.get(f"/api/staff/counter/member?code={card}")
    cashier.get("/api/staff/counter/member?code=AAAA")
    code = shown()
    cashier.get(path_of(code))
    assert record(cashier, member, voucherCode=code).status_code == 201
    a_till(app, OTHER).get(f"/api/pos/member?code={card}")

    office = manager(app, database, OWN)
    found = office.post("/api/staff/member/find", json={"memberId": member, "reason": WHY})
    assert [each["staffName"] for each in found.json["lookupList"]] == [None, "Nora", "Nora"]
    [row] = office.get("/api/staff/voucher?state=used").json["voucherList"]
    assert (row["state"], row["staffName"]) == ("used", "Nora")

    export = as_member(member).get(f"/api/member/{member}/export").json["records"]
    assert [(each["what"], each["by"], each["outletName"]) for each in export["tillLookups"]] == [
        ("member", "till", "Publika"),
        ("voucher", "cashier", "KL East Mall"),
        ("member", "cashier", "KL East Mall"),
    ]
    assert "staffId" not in export["bills"][0]
    assert "usedStaffId" not in export["vouchers"][0]
