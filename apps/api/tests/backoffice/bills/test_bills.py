"""Bills in the office: odd ones first, many verified at once, added by hand, moved to another member."""

from io import BytesIO

import pytest
from openpyxl import load_workbook

from loyalty.db.session import transaction
from loyalty.features.programme import settings
from loyalty.rules.calendar import malaysian_date
from support.counter_steps import at_till, record, verify
from support.factories import a_member, a_till, every_violation
from support.staff_app import look_up

WHY = "Ticket 4711, a wish"


@pytest.fixture
def member(database, clock):
    return a_member(database)


@pytest.fixture
def other(database, clock):
    return a_member(database)


@pytest.fixture
def limit(database):
    with database.bound(), transaction() as db:
        settings.write(db, {"adjust_limit": 100})


def billed(app, database, member, receipt="A-1", outlet=1, amount="100.00"):
    """A new pending bill's id, by a cashier."""
    answer = record(at_till(app, database, outlet), member, receiptNumber=receipt, amount=amount)
    assert answer.status_code == 201, answer.text
    return answer.json["memberEarn"]["id"]


def verified(app, database, member, browser, **bill):
    """A new verified bill's id."""
    bill_id = billed(app, database, member, **bill)
    result = browser.post("/api/staff/bill/verify", json={"billIds": [bill_id]}).json["resultList"]
    assert result == [{"billId": bill_id, "isVerified": True, "whyNot": None}]
    return bill_id


def move(browser, bill_id, to, reason=WHY):
    return browser.post(f"/api/staff/bill/{bill_id}/move", json={"memberId": to, "reason": reason})


def receipts(browser, query=""):
    return [
        (each["receiptNumber"], each["odd"])
        for each in browser.get(f"/api/staff/bill{query}").json["billList"]
    ]


def test_odd_bills_come_first_with_why_and_other_outlets_are_not_listed(
    app, database, someone, member, other, clock
):
    billed(app, database, member, "A-1")
    clock.advance(hours=23)
    a_till(app).post("/api/pos/earn", json={"memberId": other, "receiptNumber": "A-2", "amount": "2500.00"})
    billed(app, database, a_member(database), "A-3", outlet=2)
    clock.advance(hours=1)
    head = someone("head-office")
    by_hand = {
        "memberId": other,
        "outletId": 1,
        "receiptNumber": "A-4",
        "amount": "9.00",
        "paidAt": "2026-03-15T03:30:00Z",
        "reason": WHY,
    }
    free = head.post("/api/staff/bill", json={**by_hand, "amount": "0.00"})
    assert (free.status_code, free.json["message"]) == (
        422,
        "A bill that is entered by hand must be above RM 0.00.",
    ), free.text
    added = head.post("/api/staff/bill", json=by_hand)
    assert (added.status_code, added.json["isNew"]) == (200, True), added.text
    ravi = someone("outlet-manager", 1)
    assert receipts(ravi) == [
        ("A-2", ["bill_limit", "second_of_day"]),
        ("A-1", ["overdue"]),
        ("A-4", ["by_hand", "second_of_day"]),
    ]
    twice = a_member(database)  # to come twice on a day is usual
    billed(app, database, twice, "A-7")
    billed(app, database, twice, "A-8")
    assert dict(receipts(ravi))["A-7"] == dict(receipts(ravi))["A-8"] == []
    assert [each[0] for each in receipts(ravi)][:3] == ["A-2", "A-1", "A-4"]
    assert receipts(ravi, "?state=overdue") == [("A-1", ["overdue"])]
    assert [each[0] for each in receipts(ravi, "?state=waiting")] == ["A-2"]
    assert [each[0] for each in receipts(ravi, "?state=pending&sort=createdAt&order=asc&limit=2")] == [
        "A-1",
        "A-4",
    ]
    assert [each[0] for each in receipts(head, "?receiptNumber=a-3")] == ["A-3"]
    assert [each[0] for each in receipts(ravi, "?limit=1&offset=1")] == ["A-1"]
    assert ravi.get("/api/staff/bill?outletId=2").json["code"] == "other_outlet"


def test_many_are_verified_at_once_and_each_refusal_is_told(
    app, database, someone, member, points_of, log_of
):
    one, two = (billed(app, database, member, receipt) for receipt in ("A-1", "A-2"))
    elsewhere = billed(app, database, member, "A-3", outlet=2)
    ravi = someone("outlet-manager", 1)
    assert ravi.post(f"/api/staff/bill/{two}/void", json={"reason": WHY}).json["statusId"] == 3
    answer = ravi.post("/api/staff/bill/verify", json={"billIds": [one, two, elsewhere, 999, one]})
    results = [
        (each["billId"], each["isVerified"], (each["whyNot"] or {}).get("code"))
        for each in answer.json["resultList"]
    ]
    assert results == [
        (one, True, None),
        (two, False, "bill_void"),
        (elsewhere, False, "other_outlet"),
        (999, False, "bill_not_found"),
    ]
    assert points_of(member)[0] == 100
    assert log_of("earn.verify") == [
        (log_of("earn.verify")[0][0], f"bill {one}: receipt A-1, RM 100.00, 100 points")
    ]


def test_a_bill_recorded_by_hand_is_verified_by_another_person_above_the_limit(
    database, someone, member, limit
):
    ravi, mei = someone("outlet-manager", 1), someone("outlet-manager", 1, name="Mei")
    look_up(ravi, member)
    bill = {"memberId": member, "outletId": 1, "amount": "101.00", "paidAt": "2026-03-14", "reason": WHY}
    added = ravi.post("/api/staff/bill", json={**bill, "receiptNumber": "B-1"}).json["bill"]["id"]
    assert [verify(ravi, added) for _ in range(2)] == [["second_person"], ["own_proposal"]]
    assert verify(mei, added) == [None]


def test_a_list_its_sum_and_its_file_are_of_the_same_bills(app, database, someone, member, other, clock):
    for at, (who, outlet, amount) in enumerate(
        [(member, 1, "10.00"), (other, 1, "1234.50"), (member, 2, "30.00"), (other, 1, "20.00")]
    ):
        billed(app, database, who, receipt=f"A-{at}", outlet=outlet, amount=amount)
    void = billed(app, database, member, receipt="A-9", amount="7.00")
    someone("head-office").post(f"/api/staff/bill/{void}/void", json={"reason": WHY})
    clock.advance(days=1)
    head, ravi = someone("head-office", name="Siti"), someone("outlet-manager", 1)
    billed(app, database, member, receipt="B-1", amount="50.00")
    by_hand = {"memberId": member, "outletId": 1, "receiptNumber": "B-2", "amount": "60.00"}
    paid = malaysian_date(clock.now()).isoformat()
    ravi.post("/api/staff/bill", json={**by_hand, "paidAt": f"{paid}T00:00:00+08:00", "reason": WHY})

    def sums(browser, query):
        return browser.get(f"/api/staff/bill?{query}").json["sums"]

    def in_list(query):
        return [each["receiptNumber"] for each in head.get(f"/api/staff/bill?{query}").json["billList"]]

    def in_file(query):
        answer = head.get(f"/api/staff/bill/file?format=csv&columns=receiptNumber&{query}")
        return answer.get_data(as_text=True).removeprefix("\ufeff").split()[1:]

    for of, order, wanted in (
        (f"first={paid}&last={paid}", "sort=amount", ["B-2", "B-1"]),
        ("state=counted&outletId=1", "sort=amount", ["A-1", "B-2", "B-1", "A-3", "A-0"]),
        ("state=counted", "sort=amount&order=asc", ["A-0", "A-3", "A-2", "B-1", "B-2", "A-1"]),
        ("flag=by_hand", "sort=odd", ["B-2"]),
        ("flag=overdue", "sort=receiptNumber&order=asc", ["A-0", "A-1", "A-2", "A-3"]),
        ("flag=second_of_day", "sort=odd", ["A-3", "A-1", "B-2"]),
        ("state=void", "sort=paidAt", ["A-9"]),
        ("receiptNumber=a-2", "sort=points", ["A-2"]),
    ):
        assert in_list(f"{of}&{order}") == in_file(f"{of}&{order}") == wanted, of
        assert sums(head, of)["bills"] == len(wanted), of
    assert sums(head, "state=counted&outletId=1") == {"bills": 5, "amount": "1374.50", "points": 1374}
    assert sums(ravi, "limit=1")["bills"] == 6
    assert sums(head, "limit=1&offset=1") is None
    assert sums(head, "receiptNumber=NONE") == {"bills": 0, "amount": "0.00", "points": 0}
    nora = at_till(app, database, 1)
    assert [each["receiptNumber"] for each in nora.get("/api/staff/bill").json["billList"]] == ["B-2", "B-1"]
    assert sums(nora, "") is None


def test_a_file_of_bills_has_the_columns_that_are_shown_and_is_logged(app, database, someone, member, log_of):
    ravi = someone("outlet-manager", 1)
    billed(app, database, member, amount="45.90")
    columns = "&columns=".join(["amount", "points", "member", "outlet", "status", "receiptNumber"])
    answer = ravi.get(f"/api/staff/bill/file?columns={columns}")
    [titles, row] = load_workbook(BytesIO(answer.data)).active.iter_rows(values_only=True)
    assert titles == ("amount", "points", "member", "outlet", "status", "receipt")
    assert row == (45.9, 45, "Aisyah R.", "KL East Mall", "pending", "A-1")
    assert log_of("earn.export")[0][1] == "1 rows"
    assert ravi.get("/api/staff/bill/file?columns=member_id").status_code == 422
    assert ravi.get("/api/staff/bill/file").status_code == 422


@pytest.mark.parametrize("what", ["bill", "bill/file", "voucher", "voucher/file"])
def test_lists_and_files_of_an_unknown_outlet_are_refused(someone, what):
    columns = "columns=member&" if what.endswith("file") else ""
    answer = someone("head-office").get(f"/api/staff/{what}?{columns}outletId=999")
    assert (answer.status_code, answer.json["code"]) == (404, "outlet_not_found")


def newest(browser, member):
    """The newest bill of a member, as the office lists it."""
    query = f"memberId={member}&sort=createdAt&order=desc"
    return browser.get(f"/api/staff/bill?{query}").json["billList"][0]


@pytest.mark.parametrize(("amount", "is_done"), [("100.00", True), ("101.00", False)])
def test_a_bill_is_moved_by_a_reversal_and_a_new_entry_and_by_two_above_the_limit(
    app, database, someone, member, other, points_of, limit, amount, is_done
):
    head = someone("head-office")
    bill_id = verified(app, database, member, head, amount=amount)
    before = points_of(member)
    moved = move(head, bill_id, other)
    assert moved.status_code == 200, moved.text
    if is_done:
        assert moved.json["proposalId"] is None
        assert [newest(head, each)["statusId"] for each in (member, other)] == [3, 2]
        assert (points_of(member), points_of(other)) == ((0, 0), before)
    else:
        assert points_of(member) == before
        assert moved.json["proposalId"]
        assert move(head, bill_id, other).json["code"] == "asked_already"
    shown = head.get("/api/staff/bill").json["billList"]
    assert {each["movingTo"] for each in shown} == {None if is_done else "Aisyah R."}, shown
    assert every_violation(database) == []


def test_what_one_person_moves_to_a_member_in_a_day_adds_up(
    app, database, someone, member, other, points_of, limit
):
    head = someone("head-office")
    one, two = (verified(app, database, member, head, receipt=each, amount="60.00") for each in ("A", "B"))
    assert move(head, one, other).json["proposalId"] is None
    assert move(head, two, other).json["proposalId"] is not None
    assert points_of(other)[0] == 60


def test_an_outlet_manager_proposes_and_the_area_manager_moves(
    app, database, someone, member, other, points_of, log_of
):
    ravi, area = someone("outlet-manager", 1), someone("area-manager", 1, name="Aina")
    bill_id = verified(app, database, member, ravi)
    look_up(ravi, other)
    asked = move(ravi, bill_id, other).json
    assert points_of(other) == (0, 0)
    path, approve = f"/api/staff/approval/{asked['proposalId']}/decision", {"decision": "approve"}
    assert ravi.post(path, json=approve).status_code == 403
    assert someone("area-manager", 2).post(path, json=approve).json["code"] == "other_outlet"
    assert area.post(path, json=approve).status_code == 204
    assert (points_of(member), points_of(other)) == ((0, 0), (100, 100))
    assert area.post(path, json=approve).json["code"] == "approved_by"
    assert log_of("earn.move")[0][0].startswith("Aina via staff:")
    assert every_violation(database) == []


def test_a_bill_that_may_be_moved_is_voided_once_that_is_decided(app, database, someone, member, other):
    cashier, ravi, head = at_till(app, database), someone("outlet-manager", 1), someone("head-office")
    bill_id = record(cashier, member).json["memberEarn"]["id"]
    look_up(ravi, other)
    asked = move(ravi, bill_id, other).json["proposalId"]
    path, body = f"/api/staff/bill/{bill_id}/void", {"reason": WHY}
    for who in (head, ravi, cashier):
        refused = who.post(path, json=body)
        assert (refused.status_code, refused.json["code"]) == (409, "move_waits")
    refusal = {"decision": "refuse", "reason": WHY}
    assert head.post(f"/api/staff/approval/{asked}/decision", json=refusal).status_code == 204
    assert [who.post(path, json=body).status_code for who in (cashier, ravi, head)] == [200, 200, 200]
    assert move(ravi, bill_id, other).json["code"] == "bill_void"
    assert every_violation(database) == []


def test_points_that_are_spent_are_not_moved_and_nothing_changes(
    app, database, someone, member, other, points_of
):
    head = someone("head-office")
    bill_id = verified(app, database, member, head)
    taken = {"points": -1, "reason": WHY}
    assert head.post(f"/api/staff/member/{member}/adjust", json=taken).json["state"] == "done"
    refused = move(head, bill_id, other)
    assert (refused.status_code, refused.json["code"]) == (409, "points_spent")
    assert "have been spent" in refused.json["message"]
    assert (points_of(member), points_of(other)) == ((99, 100), (0, 0))
    listed = head.get(f"/api/staff/bill?memberId={member}").json["billList"]
    assert [(each["id"], each["statusId"]) for each in listed] == [(bill_id, 2)]


@pytest.mark.only_on("sqlite")
def test_a_move_that_fails_in_its_middle_changes_nothing(app, database, someone, member, other, points_of):
    head = someone("head-office")
    bill_id = verified(app, database, member, head)
    with database.writes.begin() as db:
        db.exec_driver_sql(
            "CREATE TRIGGER no_more BEFORE INSERT ON bills BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
    app.config["PROPAGATE_EXCEPTIONS"] = False
    try:
        assert move(head, bill_id, other).status_code >= 500
    finally:
        app.config["PROPAGATE_EXCEPTIONS"] = None
        with database.writes.begin() as db:
            db.exec_driver_sql("DROP TRIGGER no_more")
    assert (points_of(member), points_of(other)) == ((100, 100), (0, 0))
    assert every_violation(database) == []
    assert move(head, bill_id, other).json["proposalId"] is None
    assert points_of(other) == (100, 100)


def test_a_moved_bill_earns_by_the_other_members_tier(app, database, someone, member, points_of):
    plus = a_member(database, earned=1_500)
    head = someone("head-office")
    bill_id = verified(app, database, member, head)
    assert move(head, bill_id, plus).status_code == 200
    assert points_of(plus) == (1_620, 1_620)
    assert every_violation(database) == []


def test_bills_that_cannot_be_moved_say_why(app, database, someone, member, other, clock):
    head = someone("head-office")
    bill_id = billed(app, database, member)
    assert move(head, bill_id, member).json["code"] == "same_member"
    assert move(head, bill_id, 10**9).status_code == 404
    assert move(someone("outlet-manager", 2), bill_id, other).json["code"] == "other_outlet"
    assert move(head, bill_id, other).json["proposalId"] is None
    pending = newest(head, other)  # no points yet
    assert pending["statusId"] == 1
    assert move(head, bill_id, other).json["code"] == "bill_void"
    clock.advance(days=32)
    old = move(someone("head-office"), pending["id"], member)
    assert (old.status_code, old.json["code"]) == (409, "bill_too_old")


def by_hand(browser, member, **changes):
    """Record a bill of RM 45.90 at outlet 1 that is in no till."""
    bill = {"memberId": member, "outletId": 1, "receiptNumber": "B-9", "amount": "45.90"}
    return browser.post("/api/staff/bill", json={**bill, "paidAt": "2026-03-14", "reason": WHY, **changes})


def test_a_receipt_counts_once_whoever_records_it(app, database, someone, member, other):
    till, head = a_till(app), someone("head-office")
    theirs = {"memberId": other, "receiptNumber": "A-1", "amount": "12.00"}
    bill_id = till.post("/api/pos/earn", json=theirs).json["memberEarn"]["id"]
    taken = by_hand(head, member, receiptNumber=" a-1 ")
    assert (taken.status_code, taken.json["code"]) == (409, "receipt_is_bill")
    assert f"bill {bill_id} of member {other}, RM 12.00" in taken.json["message"]
    assert by_hand(head, member).json["isNew"] is True
    assert by_hand(head, member).json["isNew"] is False
    again = {"memberId": other, "receiptNumber": "B-9", "amount": "45.90"}
    assert till.post("/api/pos/earn", json=again).json["code"] == "receipt_taken"
    assert till.post("/api/pos/earn", json={**again, "memberId": member}).status_code == 200  # the same bill
    assert every_violation(database) == []


def test_a_voided_bill_can_be_recorded_again_as_it_was(database, someone, member, points_of):
    head, mei = someone("head-office"), someone("head-office", name="Mei")
    for _ in range(2):
        added = by_hand(head, member).json
        assert added["isNew"] is True
        assert (
            head.post(f"/api/staff/bill/{added['bill']['id']}/void", json={"reason": WHY}).status_code == 200
        )
    third = by_hand(head, member).json["bill"]["id"]
    assert verify(mei, third) == [None]
    assert points_of(member)[0] == 45
    assert every_violation(database) == []


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"outletId": 99}, 404),
        ({"memberId": 999}, 404),
        ({"receiptNumber": "straße"}, 422),
        ({"amount": "45.9"}, 422),
        ({"paidAt": "14.3.2026"}, 422),
        ({"paidAt": "2026-02-10"}, 422),
        ({"paidAt": "2026-03-15"}, 422),
        ({"reason": "because"}, 422),
    ],
)
def test_an_invalid_bill_is_not_recorded(someone, member, log_of, changes, status):
    head = someone("head-office")
    assert by_hand(head, member, **changes).status_code == status
    assert head.get("/api/staff/bill").json["billList"] == []
    assert log_of("earn.add") == []


def test_a_bill_is_voided_once_with_a_reason_that_is_kept(app, database, someone, member, points_of, log_of):
    head = someone("head-office")
    bill_id = verified(app, database, member, head)
    path = f"/api/staff/bill/{bill_id}/void"
    assert head.post(path, json={}).status_code == 422
    for _ in range(2):
        assert head.post(path, json={"reason": WHY}).json["statusId"] == 3
    assert points_of(member)[0] == 0
    assert len(log_of("earn.void")) == 1
    assert every_violation(database) == []
