"""Approvals: what waits with before and after, who may decide it, and two who decide at once; and Today."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from loyalty.backoffice.log.log import Signature
from loyalty.db.session import current_session, transaction
from loyalty.features.members import records
from loyalty.features.programme import settings
from loyalty.rules.independence import TIED_FOR
from support import factories
from support.counter_steps import at_till, record
from support.factories import a_member, a_till, every_violation
from support.staff_app import in_office, look_up
from support.statements import noted

WHY = "Ticket 4711, a wish"


@pytest.fixture
def member(database, clock):
    with database.bound(), transaction() as db:
        settings.write(db, {"adjust_limit": 100})
    return a_member(database, name="Aisyah Rahman", email="aisyah@example.com", earned=500)


def adjust(browser, member, points=101):
    look_up(browser, member)
    answer = browser.post(f"/api/staff/member/{member}/adjust", json={"points": points, "reason": WHY})
    assert answer.status_code == 200, answer.text
    return answer.json["id"]


def decide(browser, number, what="approve"):
    return browser.post(f"/api/staff/approval/{number}/decision", json={"decision": what})


def waiting(browser):
    return browser.get("/api/staff/approval?order=asc").json["approvalList"]


def test_what_waits_shows_before_after_who_and_why(someone, member, clock):
    ravi, head = someone("outlet-manager", 1), someone("head-office", name="Hui")
    adjust(ravi, member, -200)
    correction = {"email": "new@example.com", "occupation": "Baker", "outletId": 2, "reason": WHY}
    clock.advance(seconds=1)
    ravi.post(f"/api/staff/member/{member}/correct", json=correction)
    points, record_ = waiting(head)
    shown = ("kind", "points", "balanceBefore", "balanceAfter", "reason", "isOwn", "whyNot")
    assert [points[each] for each in shown] == ["adjustment", -200, 500, 300, WHY, False, None]
    assert points["askedBy"].startswith("Ravi via staff:")
    assert record_["changes"] == [
        {
            "field": "email",
            "before": "aisyah@example.com",
            "after": "new@example.com",
            "isHidden": False,
        },
        {"field": "occupation", "before": None, "after": "Baker", "isHidden": False},
        {"field": "outletId", "before": "KL East Mall", "after": "Publika", "isHidden": False},
    ]
    assert [each["whyNot"]["code"] for each in waiting(ravi)] == ["own_proposal"] * 2
    masked = waiting(someone("area-manager", 1))[1]
    assert masked["changes"][0] | {} == {
        "field": "email",
        "before": "a***@example.com",
        "after": "n***@example.com",
        "isHidden": True,
    }
    assert masked["whyNot"]["code"] == "hidden_fields"


def test_nobody_approves_what_they_may_not_see_and_head_office_does(database, someone, member):
    body = {"mobileNumber": "198765432", "reason": WHY}
    hana = someone("help-desk")
    look_up(hana, member)
    asked = hana.post(f"/api/staff/member/{member}/correct", json=body).json["proposalId"]
    refused = decide(someone("area-manager", 1), asked)
    assert (refused.status_code, refused.json["code"]) == (403, "hidden_fields")
    assert decide(someone("head-office"), asked).status_code == 204
    with database.bound():
        assert records.get_member(current_session(), member).mobile_number == "198765432"


def test_one_sees_own_outlets_and_own_proposals(database, someone, member):
    adjust(someone("outlet-manager", 1), member)
    hana = someone("help-desk", name="Hana")
    assert waiting(hana) == []
    adjust(hana, a_member(database, outlet_id=2))
    assert [each["isOwn"] for each in waiting(hana)] == [True]
    assert len(waiting(someone("outlet-manager", 1))) == 1
    assert len(waiting(someone("head-office"))) == 2


def test_head_office_does_not_approve_its_own_and_another_does(someone, member, points_of):
    hui, mei = someone("head-office", name="Hui"), someone("head-office", name="Mei")
    asked = adjust(hui, member)
    own = decide(hui, asked)
    assert (own.status_code, own.json["code"]) == (409, "own_proposal")
    assert decide(hui, asked, "refuse").json["code"] == "own_proposal"
    assert points_of(member)[0] == 500
    assert decide(mei, asked).status_code == 204
    assert points_of(member)[0] == 601
    late = decide(someone("head-office", name="Ana"), asked, "refuse").json
    assert (late["code"], late["message"]) == ("approved_by", "Mei has already approved this.")


def test_a_refused_proposal_changes_nothing_and_is_gone(someone, member, points_of, log_of):
    asked, area = adjust(someone("outlet-manager", 1), member), someone("area-manager", 1, name="Aina")
    assert decide(area, asked, "refuse").status_code == 204
    assert (points_of(member)[0], waiting(area)) == (500, [])
    assert log_of("points.refuse")[0][0].startswith("Aina via staff:")
    assert decide(area, 999).status_code == 404


def test_what_was_decided_stays_listed_for_30_days(someone, member, clock):
    ravi, head = someone("outlet-manager", 1), someone("head-office", name="Hui")
    asked = adjust(ravi, member)
    path = "/api/staff/approval?decided=true"
    assert ravi.get(path).json["approvalList"] == []
    assert decide(head, asked).status_code == 204
    (found,) = ravi.get(path).json["approvalList"]
    assert (found["id"], found["state"], found["balanceAfter"]) == (asked, "done", None)
    assert found["decidedBy"].startswith("Hui via staff:")
    assert someone("outlet-manager", 2).get(path).json["approvalList"] == []
    assert waiting(ravi) == []
    clock.advance(days=30, seconds=1)
    again = someone("outlet-manager", 1, name="Rani")
    assert again.get(path).json["approvalList"] == []


@pytest.mark.databases_differ
@pytest.mark.parametrize("kind", ["adjustment", "move"])
def test_of_two_who_approve_at_once_one_does(app, database, someone, member, points_of, kind):
    ravi, other = someone("outlet-manager", 1), a_member(database)
    if kind == "adjustment":
        asked = adjust(ravi, member)
    else:
        bill = record(at_till(app, database, 1), member, amount="150.00").json["memberEarn"]["id"]
        ravi.post("/api/staff/bill/verify", json={"billIds": [bill]})
        look_up(ravi, other)
        body = {"memberId": other, "reason": WHY}
        asked = ravi.post(f"/api/staff/bill/{bill}/move", json=body).json["proposalId"]
    people = [someone("head-office", name=f"Mei {number}") for number in range(4)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda each: decide(each, asked), people))
    outcome = Counter(answer.json["code"] if answer.data else "done" for answer in answers)
    winner = next(each for each, answer in zip(people, answers, strict=True) if not answer.data)
    name = f"Mei {people.index(winner)}"
    lost = {answer.json["message"] for answer in answers if answer.data}
    assert lost == {f"{name} has already approved this."}
    assert outcome == {"done": 1, "approved_by": 3}
    assert points_of(member)[0] == (601 if kind == "adjustment" else 500)
    assert points_of(other)[0] == (0 if kind == "adjustment" else 150)
    assert every_violation(database) == []


@pytest.mark.databases_differ
def test_the_lists_cost_the_same_however_long_they_are(app, database, someone, clock):
    head = someone("head-office")
    paths = ("/api/staff/approval", "/api/staff/bill", "/api/staff/today")
    costs: list[list[int]] = []
    for more in (1, 12):
        for number in range(more):
            member = a_member(database)
            adjust(head, member, 5_000)
            till = at_till(app, database, 1)
            record(till, member, receiptNumber=f"{more}-{number}")
        of_each = []
        for path in paths:
            with noted(database) as seen:
                assert head.get(path).status_code == 200
            of_each.append(len([each for each, _ in seen if not each.startswith("BEGIN")]))
        costs.append(of_each)
    assert costs[0] == costs[1]
    assert max(costs[0]) <= 23, costs


def test_only_who_proposed_withdraws_it_and_once(app, database, someone, member, points_of, log_of):
    ravi, mei = someone("outlet-manager", 1, name="Ravi"), someone("head-office", name="Mei")
    asked = adjust(ravi, member)
    path = f"/api/staff/approval/{asked}/withdraw"
    refused = mei.post(path, json={"reason": WHY})
    assert (refused.status_code, refused.json["code"]) == (409, "not_own")
    assert ravi.post(path, json={"reason": WHY}).status_code == 204
    assert ravi.get("/api/staff/approval").json["approvalList"] == []
    for late in (ravi.post(path, json={}), decide(mei, asked)):
        assert (late.status_code, late.json["code"]) == (409, "withdrawn_by")
        assert late.json["message"] == "Ravi has already withdrawn this."
    assert points_of(member)[0] == 500
    assert log_of("points.withdraw")[0][0].startswith("Ravi via staff:")
    assert every_violation(database) == []


def test_each_kind_of_proposal_is_withdrawn_and_can_be_made_again(app, database, someone, member):
    ravi, other = someone("outlet-manager", 1), a_member(database)
    bill = record(at_till(app, database, 1), member, amount="150.00").json["memberEarn"]["id"]
    ravi.post("/api/staff/bill/verify", json={"billIds": [bill]})
    look_up(ravi, other)
    correction = {"name": "Aisyah binti Rahman", "reason": WHY}
    for ask in (
        lambda: ravi.post(f"/api/staff/bill/{bill}/move", json={"memberId": other, "reason": WHY}),
        lambda: ravi.post(f"/api/staff/member/{member}/correct", json=correction),
    ):
        asked = ask().json["proposalId"]
        assert ask().json["code"] == "asked_already"
        path = f"/api/staff/approval/{asked}/withdraw"
        assert ravi.post(path, json={"reason": WHY}).status_code == 204
        assert ask().json["proposalId"] > asked
    assert every_violation(database) == []


def test_today_counts_what_waits_at_ones_outlets(app, database, client, someone, member, clock):
    record(at_till(app, database, 1), member)
    a_till(app, 1).post(
        "/api/pos/earn", json={"memberId": member, "receiptNumber": "A-2", "amount": "2500.00"}
    )
    clock.advance(hours=24)
    ravi, area = someone("outlet-manager", 1), someone("area-manager", 1)
    adjust(ravi, member)
    today = area.get("/api/staff/today").json
    counts = ("unverifiedBillCount", "overdueBillCount", "waitingBillCount", "approvalCount")
    assert [today[each] for each in counts] == [2, 2, 1, 1]
    assert [each["isSilent"] for each in today["tillList"]] == [True, True]
    assert ravi.get("/api/staff/today").json["approvalCount"] == 0
    elsewhere = someone("outlet-manager", 2).get("/api/staff/today").json
    assert [elsewhere[each] for each in counts] == [0, 0, 0, 0]
    assert elsewhere["tillList"] == []
    finance = someone("finance").get("/api/staff/today").json
    assert (finance["unverifiedBillCount"], finance["approvalCount"]) == (2, 0)
    nulls = ("openEnquiryCount", "waitingDraftCount", "waitingBroadcastCount")
    assert [finance[each] for each in nulls] == [None] * 3


def test_a_till_is_quiet_from_two_hours_on_and_its_report_from_a_quarter(app, someone, clock):
    till = a_till(app, 1)
    now = {"queueLength": 3, "voucherUses": 0, "clock": "2026-03-14T04:00:00Z"}
    assert till.post("/api/pos/report", json=now).status_code == 200
    seen = []
    for minutes in (14, 1, 104, 1):
        clock.advance(minutes=minutes)
        tills = someone("outlet-manager", 1).get("/api/staff/today").json["tillList"]
        seen.append([each["isSilent"] for each in tills])
    assert seen == [[], [False], [False], [True]]


def test_who_made_the_proposers_account_does_not_decide_and_an_independent_person_does(
    app, someone, member, points_of, clock
):
    """An area manager makes an outlet manager, proposes as that one, and approves as themselves."""
    area, head = someone("area-manager", 1, name="Aina"), someone("head-office", name="Hui")
    body = {"name": "Sock Puppet", "grants": [{"role": "outlet-manager", "outletId": 1}]}
    made = area.post("/api/staff/people", json=body).json["id"]
    puppet = in_office(app, made)
    asked = adjust(puppet, member, 100_000)
    for what in ("approve", "refuse"):
        refused = decide(area, asked, what)
        assert (refused.status_code, refused.json["code"]) == (409, "you_added_proposer")
    tie = "On 14 March 2026 you added the person whom this comes from."
    assert refused.json["message"].startswith(tie)
    [shown] = waiting(area)
    assert shown["whyNot"]["message"] == refused.json["message"]
    assert area.get("/api/staff/today").json["approvalCount"] == 0
    assert head.get("/api/staff/today").json["approvalCount"] == 1
    assert points_of(member)[0] == 500
    assert decide(head, asked).status_code == 204
    assert points_of(member)[0] == 100_500


def test_thirty_days_later_the_two_are_two_people(app, someone, member, points_of, clock):
    area = someone("area-manager", 1, name="Aina")
    body = {"name": "Ravi", "grants": [{"role": "outlet-manager", "outletId": 1}]}
    made = area.post("/api/staff/people", json=body).json["id"]
    clock.advance(seconds=TIED_FOR.total_seconds() - 60)
    asked = adjust(in_office(app, made), member, 101)
    assert decide(in_office(app, 1), asked).json["code"] == "you_added_proposer"
    clock.advance(seconds=61)
    assert decide(in_office(app, 1), asked).status_code == 204


def test_a_login_of_the_command_line_and_the_account_it_made_are_one_person(database, someone, member):
    ours, theirs = Signature("siti via mei", WHY), Signature("raj", WHY)
    head = someone("head-office")  # made by the login mei
    with database.bound():
        asked = [factories.adjust(member, 200, each).id for each in (ours, theirs)]
    assert [decide(head, each).status_code for each in asked] == [409, 204]
