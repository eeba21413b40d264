"""The commands `bills`, `voucher` and `outlet`: output, exit code and log entries."""

from __future__ import annotations

import json

import pytest

from factories import a_member, a_reward, a_till, every_violation, run_command
from loyalty.db.session import current_session
from loyalty.features.members import records

SIGNED = ["--by", "amir", "--reason", "ticket 4711"]


@pytest.fixture
def run(app):
    """`run("bills list")` gives the exit code and the output of a command."""

    def command(line, *more):
        result = run_command(app, *line.split(), *more)
        return result.exit_code, result.output

    return command


@pytest.fixture
def member(database, clock):
    return a_member(database)


@pytest.fixture
def till(app, clock):
    return a_till(app)


def post(till, member, receipt, amount="45.90"):
    body = {"memberId": member, "receiptNumber": receipt, "amount": amount}
    answer = till.post("/api/pos/earn", json=body)
    assert answer.status_code == 201
    return answer.json["memberEarn"]["id"]


def points_of(database, member):
    with database.bound():
        return records.record(current_session(), member).member_point_amount


def logged(run):
    """The actions in the log, newest first, without those of the tests' own tills."""
    actions = [each["action"] for each in json.loads(run("audit log --json")[1])]
    return [each for each in actions if each != "till.add"]


def test_overdue_bills_give_exit_code_1(run, till, member, clock):
    assert run("bills list") == (0, "No bills.\n")
    post(till, member, "A-1")
    clock.advance(hours=23, minutes=59, seconds=59)
    assert run("bills list --overdue")[0] == 0
    post(till, member, "A-2")
    clock.advance(seconds=1)
    code, output = run("bills list --overdue")
    assert (code, "A-1" in output, "A-2" in output) == (1, True, False)
    assert run("bills list")[1].count("overdue") == 1
    listed = json.loads(run("bills list --json")[1])
    assert [each["receipt_number"] for each in listed] == ["A-1", "A-2"]


def test_several_bills_are_verified_and_a_refused_one_is_named(run, till, member, database):
    one, two = post(till, member, "A-1"), post(till, member, "A-2")
    assert till.post(f"/api/pos/earn/{two}/void").status_code == 200
    code, output = run("bills verify", one, two, 999)
    assert code == 1
    assert f"Bill {one} is verified: 45 points" in output
    assert f"Bill {two}: This bill was taken back." in output
    assert "Bill 999: This bill does not exist." in output
    assert run("bills verify", one) == (
        0,
        f"Bill {one} was already verified: 45 points for member {member}.\n",
    )
    assert points_of(database, member) == 45


def test_a_bill_is_voided_with_a_reason_that_is_kept(run, till, member, database):
    bill = post(till, member, "A-1")
    run("bills verify", bill)
    assert run("bills void", bill)[0] == 2  # nobody voids without a reason
    assert run("bills void", bill, *SIGNED) == (0, f"Bill {bill} is voided.\n")
    assert points_of(database, member) == 0
    assert logged(run) == ["earn.void", "earn.verify"]
    assert run("bills void", bill, *SIGNED)[0] == 0
    assert logged(run) == ["earn.void", "earn.verify"]
    assert every_violation(database) == []


def add(run, member, *more, receipt="B-9", amount="45.90", day="2026-03-14", by="amir"):
    what = ["--member", member, "--outlet", 1, "--receipt", receipt, "--amount", amount, "--paid-at", day]
    return run("bills add", *what, "--by", by, "--reason", "Ticket 4711", *more)


def test_head_office_records_and_verifies_a_bill(run, member, database):
    assert run("bills add --member 1 --outlet 1 --receipt B-9 --amount 45.90 --paid-at 2026-03-14")[0] == 2
    code, output = add(run, member, receipt=" b-9 ")
    assert (code, output) == (
        0,
        f"Bill 1 is recorded and pending: 45 points for member {member} after `bills verify 1`.\n",
    )
    assert add(run, member) == (
        0,
        f"This receipt is already bill 1, pending: 45 points for member {member}.\n",
    )
    assert run("bills verify 1", "--by", "siti")[0] == 0
    assert points_of(database, member) == 45
    entries = json.loads(run("audit log --json")[1])
    assert [(each["operator"], each["action"], each["member_id"], each["details"]) for each in entries] == [
        ("siti", "earn.verify", member, "bill 1: receipt B-9, RM 45.90, 45 points"),
        ("amir", "earn.add", member, "bill 1: receipt B-9, RM 45.90, 45 points"),
    ]
    assert entries[0]["reason"] == "verified by hand"
    assert every_violation(database) == []


def test_a_receipt_counts_once_whoever_records_it(run, till, member, database):
    other = a_member(database)
    bill = post(till, other, "A-1", "12.00")
    code, output = add(run, member, receipt="A-1")
    assert (
        code,
        f"bill {bill} of member {other}, RM 12.00" in output,
        "take that bill back first" in output,
    ) == (
        1,
        True,
        True,
    )
    add(run, member)
    body = {"memberId": other, "receiptNumber": "B-9", "amount": "45.90"}
    assert till.post("/api/pos/earn", json=body).json["code"] == "receipt_taken"
    body["memberId"] = member
    assert till.post("/api/pos/earn", json=body).status_code == 200  # the same bill
    assert every_violation(database) == []


def test_a_voided_bill_can_be_recorded_again(run, till, member, database):
    wrong = post(till, member, "A-1", "54.90")
    run("bills verify", wrong, "--by", "amir")
    run("bills void", wrong, *SIGNED)
    assert add(run, member, receipt="A-1")[0] == 0
    run("bills void 2", *SIGNED)
    code, output = add(run, member, receipt="A-1")  # as it was, and not the one that was taken back
    assert (code, output.startswith("Bill 3 is recorded")) == (0, True)
    run("bills verify 3", "--by", "amir")
    assert points_of(database, member) == 45
    assert every_violation(database) == []


@pytest.mark.parametrize(
    ("more", "ends"),
    [
        (["--outlet", 99], 1),
        (["--member", 999], 1),
        (["--receipt", "straße"], 2),
        (["--amount", "45.9"], 2),
        (["--paid-at", "14.3.2026"], 2),
        (["--paid-at", "2026-02-10"], 1),
        (["--paid-at", "2026-03-15"], 1),
    ],
)
def test_an_invalid_bill_is_not_recorded(run, member, more, ends):
    assert add(run, member, *more)[0] == ends
    assert run("bills list") == (0, "No bills.\n")
    assert logged(run) == []


@pytest.mark.parametrize(
    ("amount", "by", "ends"), [("1000.99", "amir", 0), ("1001.00", " Amir", 1), ("1001.00", "siti", 0)]
)
def test_a_large_bill_is_verified_by_another_operator(run, member, database, tmp_path, amount, by, ends):
    add(run, member, amount=amount)
    sales = sales_file(tmp_path, f"1,B-9,{amount},2026-03-14")
    assert run("bills reconcile", sales, "--by", by)[0] == ends
    code, output = run("bills verify 1", "--by", by)
    assert (code, "another operator has to decide" in output) == (ends, bool(ends))
    assert points_of(database, member) == (0 if ends else int(float(amount)))


def test_bills_are_found_by_member_and_by_receipt_in_every_state(run, till, member, database):
    other = a_member(database)
    one, two, three = post(till, member, "A-1"), post(till, member, "A-2"), post(till, other, "A-3")
    run("bills verify", one)
    run("bills void", two, *SIGNED)

    def ids(*which):
        return [each["id"] for each in json.loads(run("bills list --json", *which)[1])]

    assert ids("--member", member) == [one, two]
    assert ids("--member", member, "--state", "verified") == [one]
    assert ids("--receipt", "a-2") == [two]
    assert ids("--receipt", "A-3", "--member", member) == []
    assert ids() == [three]


def sales_file(tmp_path, *rows, head="outletId,receiptNumber,amount,paidAt", encoding="utf-8"):
    path = tmp_path / "sales.csv"
    path.write_text("\n".join([head, *rows]), encoding=encoding)
    return path


def test_a_days_sales_verify_what_was_sold_and_report_the_rest(run, till, member, database, tmp_path):
    bills = [post(till, member, f"A-{number}") for number in range(1, 5)]
    run("bills verify", bills[1])
    sales = sales_file(
        tmp_path,
        "1,A-1,45.90,2026-03-14",
        "1,a-2,45.90,2026-03-14T13:00:00+08:00",
        "1,A-3,46.90,2026-03-14",
        "1,A-9,12.00,2026-03-14",
        "1,A-1,45.90,2026-03-14",
        "1,A-10,-12.00,2026-03-14",
        "1,A-11,12.00,today",
        "one,A-12,12.00,2026-03-14",
        "1,A-13",
        "",
    )
    code, output = run("bills reconcile --dry-run", sales)
    assert (code, points_of(database, member)) == (1, 45)
    assert logged(run) == ["earn.verify"]
    assert output.startswith("1 bills would be verified (45 points), 1 were already, 1 sales without a bill.")
    code, output = run("bills reconcile", sales, "--by", "siti")
    assert (code, points_of(database, member)) == (1, 90)
    newest = json.loads(run("audit log --json")[1])[0]
    assert (newest["operator"], newest["details"], newest["reason"]) == (
        "siti",
        f"bill {bills[0]}: receipt A-1, RM 45.90, 45 points",
        "verified by a file of sales",
    )
    for words in (
        "1 bills verified (45 points)",
        "sold for RM 46.90, line 4",
        "not among the sales",
        "This receipt is in line 2 already.",
        '"-12.00" is no amount',
        '"today" is no day',
        '"one" is no outlet id.',
        "This row is cut short.",
    ):
        assert words in output
    again = json.loads(run("bills reconcile --json", sales)[1])
    assert (again["verified"], again["verified_before"], len(again["not_sold"])) == ([], 2, 1)
    assert every_violation(database) == []


def test_sales_from_a_spreadsheet_that_all_match_give_exit_code_0(run, till, member, database, tmp_path):
    post(till, member, "A-1", "1945.90")
    head = "\ufeffReceipt_Number;Outlet ID;Paid At;AMOUNT;Cashier"
    sales = sales_file(tmp_path, "A-1;1;2026-03-14;1,945.90;Siti", head=head)
    assert run("bills reconcile", sales) == (
        0,
        "1 bills verified (1945 points), 0 were already, 0 sales without a bill.\n",
    )
    assert points_of(database, member) == 1_945


def test_a_sales_file_without_its_columns_is_refused(run, tmp_path, clock):
    code, output = run("bills reconcile", sales_file(tmp_path, "1,2", head="outletId,amount"))
    assert (code, "missing: receiptNumber, paidAt." in output) == (1, True)
    assert run("bills reconcile", tmp_path / "none.csv")[0] == 2


@pytest.fixture
def voucher(as_member, database, clock):
    """A voucher that cost 500 points, on the screen for outlet 1, of a member with 300 left."""
    member = a_member(database, earned=800)
    browser, reward = (
        as_member(member),
        a_reward(database, cost=500, title="Thai milk tea", min_spend="10.00"),
    )
    made = browser.post("/api/claim", json={"memberId": member, "rewardId": reward}).json["memberReward"]
    body = {"memberId": member, "memberRewardId": made["id"], "outletId": 1}
    assert browser.post("/api/memberRedeem", json=body).status_code == 201
    return made


def test_a_voucher_is_shown_used_released_and_cancelled_and_each_is_logged(run, voucher, database):
    code = voucher["code"]
    assert "being shown at outlet 1" in run("voucher show", code)[1]
    assert json.loads(run("voucher show --json", code.lower())[1])["state"] == "shown"
    assert "can be used" in run("voucher release", code, *SIGNED)[1]
    ended, output = run("voucher use", code, "--outlet", 1, "--amount", "10.00", *SIGNED)
    assert (ended, "has to press Use it Now" in output) == (1, True)
    ended, output = run("voucher cancel", code, *SIGNED)
    assert (ended, "cancelled" in output) == (0, True)
    assert output.endswith(f"500 points were refunded to member {voucher['memberId']}.\n")
    assert points_of(database, voucher["memberId"]) == 800
    assert run("voucher cancel", code, *SIGNED) == (1, "Error: This voucher was cancelled.\n")
    assert logged(run) == ["voucher.cancel", "voucher.release"]
    assert run("voucher show", "QQQQ") == (1, "Error: This voucher does not exist.\n")


def test_a_voucher_is_used_by_head_office_under_the_rules_of_tills(run, voucher):
    code = voucher["code"]
    assert run("voucher use", code, *SIGNED)[0] == 2
    assert run("voucher use", code, "--outlet", 1, "--amount", "9.9", *SIGNED)[0] == 2
    assert "at least RM 10.00" in run("voucher use", code, "--outlet", 1, "--amount", "9.99", *SIGNED)[1]
    assert run("voucher use", code, "--outlet", 99, "--amount", "10.00", *SIGNED)[0] == 1
    assert run("voucher use", code, "--outlet", 1, "--amount", "10.00", *SIGNED)[0] == 0
    assert "used at outlet 1" in run("voucher show", code)[1]
    ended, output = run("voucher use", code, "--outlet", 1, "--amount", "10.00", *SIGNED)
    assert (ended, output) == (1, "Error: This voucher has been used.\n")


def test_a_closed_outlet_is_in_no_list_and_its_last_bills_are_accepted(run, client, till, member):
    assert run("outlet close", 1, *SIGNED)[0] == 0
    assert "closed" in run("outlet list")[1]
    open_ones = client.get("/api/outlet?statusId=1").json["outletList"]
    assert 1 not in {each["id"] for each in open_ones}
    post(till, member, "A-1")
    assert run("outlet open", 1, *SIGNED)[0] == 0
    assert {each["status_id"] for each in json.loads(run("outlet list --json")[1])} == {1}
    assert run("outlet close", 99, *SIGNED) == (1, "Error: This outlet does not exist.\n")
