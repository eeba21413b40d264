"""One member at a time in the office: who sees what, who changes what alone, and what is proposed."""

import pytest
from sqlalchemy import insert

from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.features.members import records
from loyalty.features.programme import settings
from loyalty.reach.hosts.models import HostAccount
from loyalty.reach.notifications import log
from loyalty.rules.bills import OFFICE_LOOKUPS
from loyalty.rules.staff import LOOKUP_HOLDS, SIGN_OUTS
from support.counter_steps import at_till, manager, record, verify
from support.factories import a_member, every_violation, metric, signed_in
from support.login_steps import alive
from support.message_steps import messages
from support.staff_app import a_person, in_office, look_up

WHY = "Ticket 4711, a wish"
SEEN = ("isWhole", "number", "email", "dateOfBirth", "raceId", "occupation", "outletName")


@pytest.fixture
def member(database, clock):
    return a_member(
        database,
        number="123456789",
        name="Aisyah Rahman",
        email="aisyah@example.com",
        occupation="Nurse",
        earned=1_500,
    )


def find(browser, **how):
    return browser.post("/api/staff/member/find", json=how)


def find_aisyah(browser, **how):
    return find(browser, callingCode="60", mobileNumber="123456789", **how)


def say(browser, member, what, **body):
    return browser.post(f"/api/staff/member/{member}/{what}", json={"reason": WHY, **body})


def record_of(database, member):
    with database.bound():
        return records.get_member(current_session(), member)


@pytest.mark.parametrize(
    ("role", "outlet", "is_whole"),
    [
        ("outlet-manager", 1, False),
        ("area-manager", None, False),
        ("head-office", None, True),
        ("help-desk", None, True),
    ],
)
def test_number_email_birthday_race_occupation_and_card_are_for_head_office_and_help_desk(
    database, someone, member, role, outlet, is_whole
):
    found = find_aisyah(someone(role, outlet), reason=WHY)
    assert found.status_code == 200, found.text
    card = record_of(database, member).member_code
    assert found.json["memberCode"] == (card if is_whole else f"**********{card[-4:]}")
    seen = {name: found.json[name] for name in SEEN}
    assert seen == (
        {
            "isWhole": True,
            "number": "+60 123456789",
            "email": "aisyah@example.com",
            "dateOfBirth": "1994-03-08",
            "raceId": 1,
            "occupation": "Nurse",
            "outletName": "KL East Mall",
        }
        if is_whole
        else {
            "isWhole": False,
            "number": "+60 12-***6789",
            "email": "a***@example.com",
            "dateOfBirth": None,
            "raceId": None,
            "occupation": None,
            "outletName": "KL East Mall",
        }
    )


@pytest.mark.parametrize(
    ("role", "shown"), [("head-office", ["line"]), ("help-desk", ["line"]), ("area-manager", [])]
)
def test_the_apps_that_sign_a_member_in_are_for_who_sees_their_number(database, someone, member, role, shown):
    with database.bound(), transaction() as db:
        account = {"member_id": member, "host": "line", "subject": "U-1", "linked_at": now(db)}
        db.execute(insert(HostAccount).values(account))
    found = find_aisyah(someone(role), reason=WHY)
    assert [each["name"] for each in found.json["hostList"]] == shown
    assert "U-1" not in found.text


def test_a_member_is_found_by_number_card_or_receipt_and_a_miss_is_logged(
    app, database, someone, member, log_of
):
    head = someone("head-office")
    record(at_till(app, database, 1), member, receiptNumber="A-1001")
    card = record_of(database, member).member_code
    for how in (
        {"callingCode": "60", "mobileNumber": "012-345 6789"},
        {"code": card},
        {"receiptNumber": "a-1001"},
        {"memberId": member},
    ):
        assert find(head, **how).json["id"] == member, how
    assert find(someone("outlet-manager", 2), receiptNumber="A-1001").status_code == 404
    miss = find(head, code="AAAA")
    assert (miss.status_code, miss.json["code"]) == (404, "unknown_member")
    assert [details for _, details in log_of("member.find")] == ["0 found", "0 found"]
    assert find(head, memberId=member, code=card).status_code == 422


def test_a_receipt_of_two_members_asks_for_its_outlet(app, database, someone, member):
    for outlet, who in ((1, member), (2, a_member(database))):
        record(at_till(app, database, outlet), who, receiptNumber="A-7")
    head = someone("head-office")
    assert find(head, receiptNumber="A-7").json["code"] == "several_members"
    assert find(head, receiptNumber="A-7", outletId=1).json["id"] == member


def test_the_help_desk_says_why_and_the_member_reads_it(app, database, client, someone, member):
    help_desk = someone("help-desk")
    without = find(help_desk, memberId=member)
    assert (without.status_code, list(without.json["errors"])) == (422, ["reason"])
    assert find_aisyah(help_desk, reason="Called about a bill").status_code == 200
    head = someone("head-office")
    exported = say(head, member, "export")
    assert exported.status_code == 200, exported.text
    logged = [(each["action"], each["reason"]) for each in exported.json["records"]["officeLog"]]
    assert ("member.show", "Called about a bill") in logged
    assert "Ravi" not in exported.text


def test_the_member_is_told_once_that_the_help_desk_looked_and_of_nobody_else(
    database, someone, as_member, member
):
    def titles() -> list[str]:
        with database.bound():
            while log.follow():
                pass
        found = messages(as_member(member), member)["notificationList"]
        return [each["title"] for each in found if each["kind"] == "record_read"]

    help_desk = someone("help-desk")
    for role in ("head-office", "area-manager"):
        find_aisyah(someone(role), reason=WHY)
    assert titles() == []
    for _ in range(2):
        find_aisyah(help_desk, reason="Called about a bill")
    assert titles() == ["Our help desk looked at your membership"]
    find_aisyah(someone("help-desk", name="Another"), reason="Called once more")
    assert len(titles()) == 2


def test_the_history_names_receipt_till_and_cashier_and_needs_a_look_up(
    app, database, someone, member, clock
):
    bill = record(at_till(app, database, 1, name="Nora"), member, receiptNumber="A-1001").json["memberEarn"]
    verify(manager(app, database), bill["id"])
    help_desk = someone("help-desk")
    path = f"/api/staff/member/{member}/history"
    assert help_desk.get(path).json["code"] == "lookup_needed"
    find_aisyah(help_desk, reason=WHY)
    newest = help_desk.get(f"{path}?limit=1").json["movementList"][0]
    fields = ("points", "receiptNumber", "staffName", "sourceType", "balanceAfter")
    assert [newest[each] for each in fields] == [55, "A-1001", "Nora", "bill", 1_555]
    assert newest["tillName"].startswith("Tablet")
    for kind, found in (("bill", {"bill"}), ("voucher", set())):
        entries = help_desk.get(f"{path}?sourceType={kind}").json["movementList"]
        assert {each["sourceType"] for each in entries} == found
    assert someone("help-desk", name="Hana").get(path).status_code == 409  # somebody else's look-up
    clock.advance(seconds=LOOKUP_HOLDS.total_seconds() - 1)
    assert help_desk.get(path).status_code == 200
    clock.advance(seconds=2)
    assert help_desk.get(path).status_code == 409


def test_a_manager_proposes_and_head_office_corrects_at_once(database, someone, member, log_of):
    siti, head = someone("outlet-manager", 1, name="Siti"), someone("head-office")
    look_up(siti, member)
    proposed = say(siti, member, "correct", name="Aisyah Binti Rahman", email="new@example.com")
    assert proposed.json["proposalId"] is not None
    assert record_of(database, member).name == "Aisyah Rahman"
    again = say(siti, member, "correct", occupation="Baker")
    assert (again.status_code, again.json["code"]) == (409, "asked_already")
    done = say(head, member, "correct", occupation="Baker")
    assert done.json == {"proposalId": None}
    assert record_of(database, member).occupation == "Baker"
    assert log_of("member.propose")[0][1] == "changes email, name"


def test_an_area_manager_corrects_alone_what_they_see_at_their_outlets(database, someone, member):
    area, elsewhere = someone("area-manager", 1), someone("area-manager", 2)
    other = a_member(database)
    look_up(area, member, other)
    look_up(elsewhere, member)
    assert say(area, member, "correct", genderId=1).json["proposalId"] is None
    assert say(elsewhere, member, "correct", genderId=2).json["proposalId"]
    assert say(area, other, "correct", mobileNumber="198765432").json["proposalId"]


def test_bad_corrections_say_which_field(someone, database, member):
    for who in (someone("outlet-manager", 1), someone("head-office")):
        look_up(who, member)
        future = say(who, member, "correct", dateOfBirth="2030-01-01")
        assert (future.status_code, list(future.json["errors"])) == (422, ["dateOfBirth"])
        taken = a_member(database)
        number = record_of(database, taken).mobile_number
        assert say(who, member, "correct", mobileNumber=number).json["code"] == "number_taken"
        assert say(who, member, "correct").status_code == 422


def test_a_new_number_signs_the_member_out(app, client, database, someone, member):
    token = signed_in(app, member)["Authorization"].removeprefix("Bearer ")
    assert (
        say(someone("head-office"), member, "correct", mobileNumber="019-876 5432").json["proposalId"] is None
    )
    assert not alive(client, token)
    assert record_of(database, member).mobile_number == "198765432"


def test_an_address_can_be_removed_and_the_log_has_no_values(database, someone, member, log_of):
    head = someone("head-office")
    assert say(head, member, "correct", email=None, name="Aisyah Rahman").json["proposalId"] is None
    assert record_of(database, member).email is None
    assert log_of("member.correct")[0][1] == "changed email"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("mobileNumber", "12"),
        ("name", "A"),
        ("email", "aisyah"),
        ("outletId", 999),
        ("dateOfBirth", "1899-12-31"),
    ],
)
def test_an_invalid_value_is_refused_by_name_and_not_logged(someone, member, log_of, field, value):
    refused = say(someone("head-office"), member, "correct", **{field: value})
    assert (refused.status_code, list(refused.json["errors"])) == (422, [field]), refused.text
    assert log_of("member.correct") == []


def test_nothing_is_kept_of_a_correction_when_the_member_leaves(database, someone, member):
    siti, head = someone("outlet-manager", 1, name="Siti"), someone("head-office")
    look_up(siti, member)
    asked = say(siti, member, "correct", email="secret@example.com").json["proposalId"]
    assert say(head, member, "erase").status_code == 204
    waits = head.get("/api/staff/approval")
    assert "secret@example.com" not in waits.text
    path = f"/api/staff/approval/{asked}/decision"
    assert head.post(path, json={"decision": "approve"}).status_code == 404
    assert head.post(path, json={"decision": "refuse"}).status_code == 204


@pytest.mark.parametrize(
    ("role", "outlet", "points", "state"),
    [
        ("head-office", None, 100, "done"),
        ("head-office", None, 101, "waiting"),
        ("area-manager", 1, -100, "done"),
        ("area-manager", 2, 1, "waiting"),
        ("outlet-manager", 1, 1, "waiting"),
        ("help-desk", None, 1, "waiting"),
    ],
)
def test_nobody_moves_points_alone_above_the_limit_and_a_manager_proposes(
    database, someone, member, points_of, role, outlet, points, state
):
    with database.bound(), transaction() as db:
        settings.write(db, {"adjust_limit": 100})
    who = someone(role, outlet)
    look_up(who, member)
    answer = say(who, member, "adjust", points=points)
    assert (answer.status_code, answer.json["state"]) == (200, state), answer.text
    assert points_of(member)[0] == 1_500 + (points if state == "done" else 0)
    assert every_violation(database) == []


def test_an_adjustment_that_is_sent_again_is_done_once(someone, member, points_of):
    head = someone("head-office")
    sent = [
        head.post(
            f"/api/staff/member/{member}/adjust",
            json={"points": 5, "reason": WHY},
            headers={"Idempotency-Key": "k1"},
        )
        for _ in range(2)
    ]
    assert sent[0].json == sent[1].json
    assert points_of(member)[0] == 1_505


def test_a_lost_telephone_is_signed_out_and_a_locked_number_is_freed(someone, member, log_of):
    help_desk = someone("help-desk", name="Hana")
    assert say(help_desk, member, "sign-out").json["code"] == "lookup_needed"
    find_aisyah(help_desk, reason=WHY)
    assert say(help_desk, member, "sign-out").json == {"sessionCount": 0, "passkeyCount": 0}
    freed = help_desk.post(
        "/api/staff/number/unlock",
        json={"callingCode": "60", "mobileNumber": "0123456789", "reason": WHY},
    )
    assert freed.json == {"failureCount": 0}
    assert log_of("member.sign-out")[0][0].startswith("Hana via staff:")


def test_one_person_signs_out_so_many_members_a_day(database, someone):
    head, other = someone("head-office"), someone("head-office", name="Mei")
    members = [a_member(database) for _ in range(SIGN_OUTS.count + 1)]
    for each in members:
        find(head, memberId=each)
    answers = [say(head, each, "sign-out").status_code for each in members]
    assert answers == [200] * SIGN_OUTS.count + [429]
    find(other, memberId=members[-1])
    assert say(other, members[-1], "sign-out").status_code == 200


def test_a_bare_id_finds_only_whom_somebody_sees_on_their_own_screens(app, database, someone, member):
    siti, elsewhere = someone("outlet-manager", 1), someone("outlet-manager", 2)
    for who in (siti, elsewhere, someone("help-desk", name="Hana")):
        for bare in (member, 999_999):
            refused = find(who, memberId=bare, reason=WHY)
            assert (refused.status_code, refused.json["code"]) == (403, "number_needed")
    bill = {"outletId": 1, "receiptNumber": "B-1", "amount": "1.00", "paidAt": "2026-03-14"}
    another = record(at_till(app, database, 1), a_member(database), receiptNumber="A-1")
    added = another.json["memberEarn"]["id"]
    for path, more in (
        (f"member/{member}/correct", {"genderId": 1}),
        (f"member/{member}/adjust", {"points": 1}),
        ("member/999999/adjust", {"points": 1}),
        ("bill", {**bill, "memberId": member}),
        (f"bill/{added}/move", {"memberId": member}),
    ):
        refused = siti.post(f"/api/staff/{path}", json={**more, "reason": WHY})
        assert (refused.status_code, refused.json["code"]) == (403, "number_needed"), path
    assert siti.get("/api/staff/approval").json["approvalList"] == []
    record(at_till(app, database, 1), member)
    assert find(siti, memberId=member).status_code == 200
    assert find(elsewhere, memberId=member).status_code == 403
    find_aisyah(elsewhere)
    assert find(elsewhere, memberId=member).status_code == 200  # it is read again


def test_a_number_is_found_as_a_messenger_shows_it(someone, member):
    found = find(someone("outlet-manager", 1), callingCode="60", mobileNumber="60123456789")
    assert (found.status_code, found.json["id"]) == (200, member)


def test_a_proposal_at_ones_outlet_leads_to_its_member(database, someone):
    mine = a_member(database, outlet_id=1, name="Farah Idris")
    siti, area = someone("outlet-manager", 1, name="Siti"), someone("area-manager", 1, name="Aina")
    assert find(area, memberId=mine).status_code == 403
    look_up(siti, mine)
    assert say(siti, mine, "correct", occupation="Baker").json["proposalId"]
    assert find(area, memberId=mine).status_code == 200


def test_a_proposal_says_on_the_member_what_waits_and_for_whom(app, database, someone, member):
    other = a_member(database, name="Priya Nair", number="123450001")
    siti, hui_min, _ = (
        someone("outlet-manager", 1, name="Siti"),
        someone("head-office", name="Hui Min"),
        someone("area-manager", 2, name="Elsewhere"),
    )
    aina = someone("area-manager", 1, name="Aina")
    bill_id = record(at_till(app, database), member).json["memberEarn"]["id"]
    for each in (member, other):
        look_up(siti, each)
    assert say(siti, member, "adjust", points=50).json["state"] == "waiting"
    assert say(siti, member, "correct", email="new@example.com").json["proposalId"]
    assert siti.post(f"/api/staff/bill/{bill_id}/move", json={"memberId": other, "reason": WHY}).json[
        "proposalId"
    ]

    points, record_change, move = find(siti, memberId=member).json["waitingList"]
    assert (points["kind"], points["points"], points["deciders"]) == ("adjustment", 50, ["Aina", "Hui Min"])
    # The e-mail is hidden from the area manager.
    assert (record_change["kind"], record_change["deciders"]) == ("correction", ["Hui Min"])
    assert (move["kind"], move["billId"], move["fromName"], move["toName"]) == (
        "move",
        bill_id,
        "Aisyah R.",
        "Priya N.",
    )
    assert [each["id"] for each in find(siti, memberId=other).json["waitingList"]] == [move["id"]]
    assert find(hui_min, memberId=other).json["waitingList"] == [move]
    (shown,) = siti.get("/api/staff/bill").json["billList"]
    assert (shown["movingTo"], shown["deciders"]) == ("Priya N.", ["Aina", "Hui Min"])
    path, approve = f"/api/staff/approval/{move['id']}/decision", {"decision": "approve"}
    assert aina.post(path, json=approve).status_code == 204
    assert find(siti, memberId=other).json["waitingList"] == []


@pytest.fixture
def strict(other_app):
    """An application with limits, at which the same database is asked."""
    return other_app(rate_limits=True)


def test_one_person_looks_up_so_many_members_and_vouchers_a_minute(strict):
    database = strict.extensions["loyalty.database"]
    a_member(database, number="123456789")
    people = [a_person(database, ("outlet-manager", 1), name=name) for name in ("Ravi", "Siti")]
    ravi, siti = (in_office(strict, each) for each in people)
    before = [metric("loyalty_till_alarms_total", kind=kind) for kind in ("misses", "lookups")]
    assert find_aisyah(ravi).status_code == 200
    for _ in range(OFFICE_LOOKUPS[0].count - 2):
        assert find(ravi, code="AAAA").status_code == 404
    assert ravi.post("/api/staff/voucher/find", json={"code": "AAAA"}).status_code == 404
    for refused in (find(ravi, code="AAAA"), ravi.post("/api/staff/voucher/find", json={"code": "AAAA"})):
        assert (refused.status_code, refused.json["code"]) == (429, "member_lookups")
        assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert find_aisyah(ravi).status_code == 200  # read again
    assert find(siti, code="AAAA").status_code == 404
    after = [metric("loyalty_till_alarms_total", kind=kind) for kind in ("misses", "lookups")]
    assert after == [before[0] + 1, before[1] + 2]


def test_a_reason_that_names_the_member_is_refused(someone, member):
    named = find(someone("head-office"), memberId=member, reason="Aisyah called us")
    assert (named.status_code, named.json["code"]) == (422, "reason_names_member")


def test_the_list_has_who_came_or_joined_last_and_of_a_manager_who_came_to_their_outlet_and_less(
    app, database, someone, member, clock
):
    other = a_member(database, outlet_id=1, name="Tan Wei Jie")
    never_came = a_member(database, name="Chong Li")
    clock.advance(minutes=1)
    here, there = at_till(app, database), at_till(app, database, 2, name="Omar")
    assert record(here, other).status_code == 201
    clock.advance(minutes=1)
    assert record(there, member).status_code == 201

    def listed(browser, query=""):
        answer = browser.get(f"/api/staff/member{query}")
        assert answer.status_code == 200, answer.text
        return answer.json["memberList"]

    first = someone("outlet-manager", 1)
    assert [
        (each["name"], each["points"], each["tierName"], each["createdAt"]) for each in listed(first)
    ] == [("Tan W. J.", None, None, None)]
    assert listed(first)[0]["lastVisitAt"] is not None
    assert first.get("/api/staff/member?outletId=2").status_code == 403
    head_office = someone("head-office")
    joined = listed(head_office, "?sort=createdAt")
    assert [each["id"] for each in joined] == [never_came, other, member]
    assert (joined[2]["name"], joined[2]["points"], joined[2]["tierName"]) == ("Aisyah R.", 1_500, "Plus")
    assert joined[2]["createdAt"] is not None
    assert [each["id"] for each in listed(head_office, "?outletId=2")] == [member]
    assert [each["id"] for each in listed(head_office, "?sort=createdAt&limit=1&offset=1")] == [other]
    assert [each["id"] for each in listed(someone("area-manager"), "?sort=createdAt")] == [member]
