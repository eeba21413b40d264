"""Vouchers in the office: found, listed, used by hand, released, cancelled; a use undone by two people."""

from datetime import timedelta
from io import BytesIO

import pytest
from openpyxl import load_workbook

from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.features.rewards import vouchers
from loyalty.features.rewards.models import Voucher
from loyalty.rules.calendar import malaysian_date
from support.factories import a_member, a_reward, a_till, every_violation, signed_in

WHY = "Ticket 4711, a wish"


@pytest.fixture
def member(database, clock):
    return a_member(database, earned=100)


@pytest.fixture
def voucher(app, database, client, member):
    """A voucher that cost 40 points: id and code."""
    headers = {**signed_in(app, member), "Idempotency-Key": "claim"}
    body = {"memberId": member, "rewardId": a_reward(database, cost=40)}
    got = client.post("/api/claim", json=body, headers=headers).json["memberReward"]
    return got["id"], got["code"]


def present(database, voucher_id, member, outlet=1, till_id=None):
    with database.bound(), transaction() as db:
        vouchers.show(db, member, voucher_id, outlet, now(db), till_id=till_id)


def say(browser, voucher_id, what, **body):
    return browser.post(f"/api/staff/voucher/{voucher_id}/{what}", json={"reason": WHY, **body})


def test_a_voucher_is_found_by_its_code_which_no_answer_tells(someone, voucher, member):
    head = someone("head-office")
    found = head.post("/api/staff/voucher/find", json={"code": voucher[1].lower()})
    assert (found.json["id"], found.json["state"], found.json["memberId"]) == (voucher[0], "open", member)
    listed = head.get(f"/api/staff/voucher?memberId={member}")
    assert [each["id"] for each in listed.json["voucherList"]] == [voucher[0]]
    for answer in (found, listed):
        assert voucher[1] not in answer.text
    assert someone("help-desk").get("/api/staff/voucher").status_code == 403


def test_a_voucher_is_used_by_hand_and_restored_by_two_people(
    app, database, someone, voucher, member, log_of
):
    ravi, area = someone("outlet-manager", 1), someone("area-manager", 1, name="Aina")
    refused = say(ravi, voucher[0], "use", outletId=1)
    assert (refused.status_code, refused.json["code"]) == (409, "voucher_not_presented")
    present(database, voucher[0], member)
    used = say(ravi, voucher[0], "use", outletId=1, receiptNumber="A-1")
    assert (used.json["state"], used.json["outletId"], used.json["usedReceipt"]) == ("used", 1, "A-1")
    assert say(someone("outlet-manager", 2), voucher[0], "restore").json["code"] == "other_outlet"
    asked = say(ravi, voucher[0], "restore").json
    waits = area.get("/api/staff/approval").json["approvalList"][0]
    assert (waits["kind"], waits["voucher"]["id"], waits["whyNot"]) == ("restoration", voucher[0], None)
    approve = f"/api/staff/approval/{asked['id']}/decision"
    assert area.post(approve, json={"decision": "approve"}).status_code == 204
    with database.bound():
        assert vouchers.by_id(current_session(), voucher[0]).used_at is None
    assert log_of("voucher.use")[0][0].startswith("Ravi via staff:")
    assert every_violation(database) == []


def test_the_office_uses_a_voucher_only_for_the_outlet_that_it_is_shown_for(
    database, someone, voucher, member
):
    head = someone("head-office")
    present(database, voucher[0], member)
    refused = say(head, voucher[0], "use", outletId=2)
    assert (refused.status_code, refused.json["code"]) == (409, "voucher_shown_elsewhere")
    assert say(head, voucher[0], "use", outletId=1).json["state"] == "used"


def test_cancelling_refunds_and_is_not_an_outlet_managers(someone, voucher, member, points_of):
    assert points_of(member)[0] == 60
    assert say(someone("outlet-manager", 1), voucher[0], "cancel").status_code == 403
    assert say(someone("area-manager", 1), voucher[0], "cancel").json["state"] == "cancelled"
    assert points_of(member)[0] == 100
    assert say(someone("head-office"), voucher[0], "cancel").json["code"] == "voucher_cancelled"


def test_a_stuck_voucher_is_listed_told_today_and_released(app, database, someone, voucher, member, clock):
    a_till(app)
    present(database, voucher[0], member, till_id=1)
    ravi = someone("outlet-manager", 1)
    shown = ravi.get("/api/staff/voucher?state=shown").json["voucherList"]
    assert [(each["id"], each["state"]) for each in shown] == [(voucher[0], "shown")]
    assert ravi.get("/api/staff/voucher?state=stuck").json["voucherList"] == []
    clock.advance(minutes=30)
    ravi = someone("outlet-manager", 1)
    stuck = ravi.get("/api/staff/voucher?state=stuck").json["voucherList"]
    assert [(each["id"], each["state"]) for each in stuck] == [(voucher[0], "stuck")]
    assert ravi.get("/api/staff/today").json["stuckVoucherCount"] == 1
    assert someone("outlet-manager", 2).get("/api/staff/today").json["stuckVoucherCount"] == 0
    assert say(someone("outlet-manager", 2), voucher[0], "release").json["code"] == "other_outlet"
    assert say(ravi, voucher[0], "release").json["state"] == "open"
    assert ravi.get("/api/staff/today").json["stuckVoucherCount"] == 0


def test_the_office_uses_a_voucher_under_the_rules_of_tills(app, database, someone, as_member):
    member = a_member(database)
    reward = a_reward(database, min_spend="10.00")
    claimed = as_member(member).post("/api/claim", json={"memberId": member, "rewardId": reward})
    voucher = claimed.json["memberReward"]["id"]
    present(database, voucher, member)
    head = someone("head-office")
    assert say(head, voucher, "use", outletId=1).status_code == 409
    for amount, status in (("9.9", 422), ("9.99", 409)):
        assert say(head, voucher, "use", outletId=1, netAmount=amount).status_code == status
    assert say(head, voucher, "use", outletId=99, netAmount="10.00").status_code == 404
    assert say(head, voucher, "use", outletId=1, netAmount="10.00").json["state"] == "used"
    assert say(head, voucher, "use", outletId=1, netAmount="10.00").json["code"] == "voucher_used"


def test_vouchers_are_listed_by_state(app, database, someone, as_member, clock, client):
    member = a_member(database, earned=1_200)
    browser = as_member(member)
    made = [
        browser.post("/api/claim", json={"memberId": member, "rewardId": reward}).json["memberReward"]["id"]
        for reward in (1, 2)
    ]
    present(database, made[0], member, outlet=2)

    def listed(query):
        found = someone("head-office").get(f"/api/staff/voucher?{query}").json["voucherList"]
        return [(each["id"], each["state"]) for each in found]

    assert listed(f"memberId={member}") == [(made[1], "open"), (made[0], "shown")]
    assert listed("state=shown&outletId=2") == [(made[0], "shown")]
    assert listed("state=used") == []
    clock.advance(days=40)
    assert listed("state=expired") == [(made[1], "expired"), (made[0], "expired")]
    with database.bound(), transaction() as db:
        db.get_one(Voucher, made[0]).expires_at += timedelta(minutes=1)
    assert [each for each, _ in listed("state=expired&sort=expireAt&order=desc")] == made
    assert [each for each, _ in listed("state=expired&sort=expireAt&order=asc")] == made[::-1]


def test_the_days_of_a_list_of_vouchers_are_those_of_its_state_and_its_file_has_the_same_rows(
    app, database, someone, as_member, clock, log_of
):
    member = a_member(database, earned=1_200)
    browser = as_member(member)
    made_on = malaysian_date(clock.now())
    made = [
        browser.post("/api/claim", json={"memberId": member, "rewardId": reward}).json["memberReward"]["id"]
        for reward in (1, 2)
    ]
    clock.advance(days=2)
    used_on = malaysian_date(clock.now())
    present(database, made[0], member)
    head = someone("head-office")
    assert say(head, made[0], "use", outletId=1, receiptNumber="A-1", netAmount="90.00").status_code == 200

    def listed(query):
        shown = head.get(f"/api/staff/voucher?{query}").json["voucherList"]
        answer = head.get(f"/api/staff/voucher/file?format=csv&columns=number&{query}")
        ids = [each["id"] for each in shown]
        assert answer.get_data(as_text=True).removeprefix("\ufeff").split()[1:] == [str(each) for each in ids]
        return ids

    def on(day):
        return f"first={day}&last={day}"

    assert listed(f"state=used&{on(used_on)}") == [made[0]]
    assert listed(f"state=used&{on(made_on)}") == []
    assert listed(on(made_on)) == made[::-1]
    assert listed(on(made_on + timedelta(days=1))) == []
    assert listed(f"state=open&last={made_on}") == [made[1]]
    assert listed("state=used&sort=usedAt&order=asc") == [made[0]]
    assert log_of("voucher.export")[0][1] == "1 rows"

    columns = "&columns=".join(("state", "usedAt", "receipt", "where", "member"))
    answer = head.get(f"/api/staff/voucher/file?state=used&columns={columns}")
    [titles, row] = load_workbook(BytesIO(answer.data)).active.iter_rows(values_only=True)
    assert titles == ("state", "used", "receipt", "where", "member")
    assert (row[0], row[1][:10], row[2:]) == ("used", used_on.isoformat(), ("A-1", "KL East Mall", member))
    assert head.get("/api/staff/voucher/file?columns=code").status_code == 422
