"""The office log by page, a file of sales against the bills, and what a till did."""

import csv
from base64 import b64encode
from io import BytesIO, StringIO

import pytest
from openpyxl import load_workbook
from sqlalchemy import text

from loyalty.db.session import current_session
from loyalty.features.members import records
from support.counter_steps import verify
from support.factories import a_member, a_till, every_violation
from support.staff_app import a_person, in_office

LOG, RECONCILE = "/api/staff/log", "/api/staff/reconcile"
HEAD = "outletId,receiptNumber,amount,paidAt\n"


@pytest.fixture
def head(app, database, clock):
    return in_office(app, a_person(database, ("head-office", None), name="Mei"))


@pytest.fixture
def manager(app, database, clock):
    return in_office(app, a_person(database, ("outlet-manager", 1), name="Ravi"))


@pytest.fixture
def member(database, clock):
    return a_member(database)


@pytest.fixture
def bills(app, member):
    """Pending bills of outlet 1 by their receipts, and one of outlet 2."""
    found = {}
    for outlet, receipts in ((1, ("A-1", "A-2", "A-3")), (2, ("B-1",))):
        till = a_till(app, outlet)
        for receipt in receipts:
            body = {"memberId": member, "receiptNumber": receipt, "amount": "45.90"}
            found[receipt] = till.post("/api/pos/earn", json=body).json["memberEarn"]["id"]
    return found


def sales(*rows):
    return HEAD + "".join(f"{each}\n" for each in rows)


SALES = sales("1,A-1,45.90,2026-03-14", "1,A-2,46.90,2026-03-14", "1,A-9,10.00,2026-03-14", "x,A-1,1.00,2026")


COLUMNS = ["outlet", "receipt", "amount", "day"]


def of(file, columns=COLUMNS, **more):
    """The body of a request with a file: its columns are said unless they are None."""
    said = {} if columns is None else {"columns": columns}
    return {"file": b64encode(file if isinstance(file, bytes) else file.encode()).decode(), **said, **more}


def compared(browser, file, **more):
    """The differences of a file and the bills."""
    answer = browser.post(RECONCILE, json=of(file, **more))
    assert answer.status_code == 200, answer.text
    return answer.json["differences"]


def points(database, member):
    with database.bound():
        return records.get_member(current_session(), member).member_point_amount


def test_a_file_of_sales_is_compared_and_no_bill_is_changed(manager, bills, database, member):
    found = compared(manager, SALES)
    assert [each["id"] for each in found["matching"]] == [bills["A-1"]]
    differs = found["amountsDiffer"]
    assert [(d["memberEarn"]["receiptNumber"], d["line"], d["soldAmount"]) for d in differs] == [
        ("A-2", 3, "46.90")
    ]
    [unsold] = found["onlyOurs"]
    assert (unsold["memberEarn"]["receiptNumber"], unsold["reason"]) == ("A-3", "no_sale")
    assert [found[f"{each}Amount"] for each in ("matching", "amountsDiffer", "onlyOurs", "onlyTheirs")] == [
        "45.90",
        "-1.00",
        "45.90",
        "10.00",
    ]
    assert found["onlyTheirs"] == [
        {
            "line": 4,
            "outletId": 1,
            "businessDay": "2026-03-14",
            "receiptNumber": "A-9",
            "amount": "10.00",
        }
    ]
    assert found["unreadable"] == [
        {
            "line": 5,
            "problem": {
                "code": "not_an_outlet",
                "message": '"x" is not the name or the number of an outlet.',
                "params": {"value": "x"},
            },
        }
    ]
    assert (found["salesCount"], found["matchingCount"], found["verifiedBeforeCount"]) == (3, 1, 0)
    assert points(database, member) == 0


def test_bills_that_were_verified_before_the_file_are_counted(manager, bills, database, member):
    assert verify(manager, bills["A-1"]) == [None]
    found = compared(manager, SALES)
    assert (found["matching"], found["verifiedBeforeCount"]) == ([], 1)
    assert points(database, member) == 45
    assert every_violation(database) == []


def test_a_manager_reconciles_their_outlet_alone(head, manager, bills):
    both = sales("1,A-1,45.90,2026-03-14", "2,B-1,45.90,2026-03-14")
    refused = manager.post(RECONCILE, json=of(both))
    assert (refused.status_code, refused.json["code"]) == (403, "file_of_other_outlet")
    assert compared(head, both)["matchingCount"] == 2


TILL = "Tarikh,No. Resit,Jumlah (RM),Juruwang\n"


@pytest.mark.databases_differ
def test_columns_are_matched_once_and_remembered_by_their_headings(head, manager, bills):
    """The outlet's own till: no column says the outlet, which somebody says once too."""
    first = manager.post(RECONCILE, json=of(f"{TILL}14/03/2026,A-1,45.9,Siti\n", None)).json
    assert [(each["heading"], each["meaning"], each["values"]) for each in first["columnList"]] == [
        ("Tarikh", "day", ["14/03/2026"]),
        ("No. Resit", "receipt", ["A-1"]),
        ("Jumlah (RM)", "amount", ["45.9"]),
        ("Juruwang", "", ["Siti"]),
    ]
    assert (first["differences"], first["rowCount"]) == (None, 1)
    said = {"columns": ["day", "receipt", "amount", ""], "outletId": 1, "remember": True}
    found = compared(manager, f"{TILL}14/03/2026,A-1,45.9,Siti\n", **said)
    assert found["matchingCount"] == 1
    again = manager.post(RECONCILE, json=of(f"{TILL}14/03/2026,A-2,RM 45.90,Ben\n", None)).json
    assert again["outletId"] == 1
    assert [each["receiptNumber"] for each in again["differences"]["matching"]] == ["A-2"]
    other = TILL.replace("Juruwang", "Cashier")
    unknown = manager.post(RECONCILE, json=of(f"{other}14/03/2026,A-2,45.90,Ben\n", None)).json
    assert unknown["differences"] is None


def test_days_that_were_compared_are_kept_and_the_others_are_counted(
    app, database, head, manager, bills, clock, log_of
):
    assert head.get("/api/staff/today").json["unreconciledDayCount"] == 0  # today is not over
    clock.advance(days=1)
    manager = in_office(app, 2)
    assert manager.get("/api/staff/today").json["unreconciledDayCount"] == 1
    unread = compared(manager, SALES)
    assert unread["unreadableCount"] == 1
    assert manager.get("/api/staff/today").json["unreconciledDayCount"] == 1
    compared(manager, sales("1,A-1,45.90,2026-03-14", "1,A-2,46.90,2026-03-14"))
    assert manager.get("/api/staff/today").json["unreconciledDayCount"] == 0
    [day] = manager.get(f"{RECONCILE}/day").json["dayList"]
    assert (day["outletId"], day["day"], day["bills"], day["differing"]) == (1, "2026-03-14", 3, 3)
    assert log_of("reconcile.compare") == [("Ravi via staff:2", "2 sales, 2026-03-14 to 2026-03-14")]
    head = in_office(app, 1)
    assert head.get("/api/staff/today").json["unreconciledDayCount"] == 1  # outlet 2
    listed = head.get(f"{RECONCILE}/day").json["dayList"]
    assert {each["outletId"]: each["comparedAt"] is None for each in listed} == {1: False, 2: True}
    month = {"first": "2026-03-01", "last": "2026-03-31"}
    assert head.get(f"{RECONCILE}/day", query_string=month).json["dayList"] == listed
    for asked in ({"first": "2026-01-01"}, {"first": "2026-03-31", "last": "2026-03-01"}):
        assert head.get(f"{RECONCILE}/day", query_string=asked).status_code in (400, 422)


def test_a_bill_that_is_not_in_the_file_says_what_the_file_has_instead(head, bills):
    rows = (
        "1,A-1,45.90,2026-03-14,VOID",
        "1,A-2,45.90,2026-03-14,OK",
        "2,A-3,45.90,2026-03-14,OK",
        "x,A-4,0.00,2026-03-14,VOID",
    )
    found = compared(head, sales(*rows).replace("paidAt", "paidAt,status"), columns=[*COLUMNS, "status"])
    assert {each["memberEarn"]["receiptNumber"]: each["reason"] for each in found["onlyOurs"]} == {
        "A-1": "void",
        "A-3": "other_outlet",
        "B-1": "no_sale",
    }
    assert (found["leftOutCount"], found["unreadableCount"]) == (2, 0)


def test_another_outlets_sale_with_the_same_receipt_and_another_amount_is_another_sale(head, bills):
    found = compared(head, sales("1,A-1,45.90,2026-03-14", "2,A-3,12.00,2026-03-14"))
    reasons = {each["memberEarn"]["receiptNumber"]: each["reason"] for each in found["onlyOurs"]}
    assert reasons["A-3"] == "no_sale"


def test_all_differences_are_downloaded_and_logged(manager, bills, clock, log_of):
    body = of(SALES) | {"format": "csv"}
    answer = manager.post(f"{RECONCILE}/file", json=body)
    assert answer.status_code == 200, answer.text
    rows = list(csv.DictReader(StringIO(answer.data.decode("utf-8-sig"))))
    assert [(each["difference"], each["receipt"], each["line"]) for each in rows] == [
        ("other amount", "A-2", "3"),
        ("only a bill", "A-3", ""),
        ("not verified", "A-1", ""),
        ("only a sale", "A-9", "4"),
        ("not read", "", "5"),
    ]
    book = load_workbook(BytesIO(manager.post(f"{RECONCILE}/file", json=of(SALES)).data))
    assert [row[3] for row in book["Differences"].iter_rows(values_only=True)][1] == "A-2"
    assert [details for _, details in log_of("reconcile.export")] == ["5 rows"] * 2
    clock.advance(minutes=5, seconds=1)
    assert manager.post(f"{RECONCILE}/file", json=body).json["code"] == "verification_needed"


@pytest.mark.parametrize(("size", "status"), [(5 * 1024 * 1024, 200), (5 * 1024 * 1024 + 3, 422)])
def test_a_file_may_have_five_megabytes(manager, bills, size, status):
    head = sales("1,A-1,45.90,2026-03-14")
    answer = manager.post(RECONCILE, json=of(head + " " * (size - len(head))))
    assert answer.status_code == status, answer.text


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("file", "code"),
    [
        (sales("1,A-1,45.90,2026-03-14", "1,A-2,45.90,2026-01-12"), None),
        (sales("1,A-1,45.90,2026-03-14", "1,A-2,45.90,2026-01-11"), "file_too_many_days"),
        (sales(*(f"1,R{n},1.00,2026-03-14" for n in range(50_000))), None),
        (sales(*(f"1,R{n},1.00,2026-03-14" for n in range(50_001))), "file_too_long"),
        ("outletId,amount\n1,2\n", None),
        ("", "table_empty"),
        (sales('1,"A-1' + "x" * 200_000), None),
    ],
)
def test_a_file_has_limits(head, bills, file, code):
    answer = head.post(RECONCILE, json=of(file, None if "paidAt" not in file else COLUMNS))
    assert answer.json.get("code") == code, answer.text
    assert answer.status_code == (422 if code else 200)


@pytest.mark.parametrize(("count", "status"), [(0, 422), (1, 200), (100, 200), (101, 422)])
def test_so_many_bills_are_verified_at_once(manager, bills, count, status):
    body = {"billIds": [bills["A-1"]] * count}
    assert manager.post("/api/staff/bill/verify", json=body).status_code == status


def test_the_log_is_filtered_by_person_kind_member_outlet_and_day(head, manager, bills, member, clock):
    body = {"billIds": [bills["A-1"]], "reason": "verified by a file of sales"}
    assert manager.post("/api/staff/bill/verify", json=body).status_code == 200

    def found(query):
        return [each["action"] for each in head.get(f"{LOG}?{query}").json["entryList"]]

    assert found("staffId=2") == ["earn.verify", "staff.sign-in"]
    assert found("operator=Ravi&action=earn") == ["earn.verify"]
    assert found("action=earn.verify") == ["earn.verify"]
    assert found("action=ear") == []
    assert found(f"memberId={member}") == ["earn.verify"]
    assert found("outletId=1&order=asc") == ["till.add", "earn.verify"]
    assert found("outletId=2") == ["till.add"]
    assert found("first=2026-03-14&last=2026-03-14&limit=1") == ["earn.verify"]
    assert found("limit=1&offset=1") != found("limit=1")
    assert found("first=2026-03-15") == found("last=2026-03-13") == []
    entry = head.get(f"{LOG}?limit=1").json["entryList"][0]
    assert (entry["operator"], entry["outletId"], entry["reason"]) == (
        "Ravi via staff:2",
        1,
        "verified by a file of sales",
    )


def test_the_log_says_up_to_which_entry_it_is_what_was_written(head, manager, bills, owner):
    whole = head.get(f"{LOG}/chain").json
    assert (whole["problems"], whole["verifiedUpTo"]) == ([], whole["entries"])
    with owner.writes.begin() as opened:
        if owner.is_sqlite:
            opened.execute(text("DROP TRIGGER office_log_no_update"))
        else:
            opened.execute(text("ALTER TABLE office_log DISABLE TRIGGER USER"))
        opened.execute(text("UPDATE office_log SET outlet_id = 2 WHERE id = 3"))
    broken = head.get(f"{LOG}/chain").json
    assert broken["verifiedUpTo"] == 2
    assert broken["problems"] == [
        {
            "code": "log_changed",
            "message": "what stands in the office log before entry 4 is not what was written there",
            "params": {"entry": 4},
        }
    ]


def test_head_office_lists_whom_a_breach_affects_and_the_log_knows(app, head, manager, member, bills):
    period = {"start": "2026-03-14T00:00:00+08:00", "end": "2026-03-15"}
    found = head.post("/api/staff/breach", json=period)
    assert found.status_code == 200
    assert (found.json["affected"], found.json["memberIds"], found.json["isSignificant"]) == (
        1,
        [member],
        False,
    )
    assert {each["source"]: each["count"] for each in found.json["sourceList"]}["bills"] == 1
    assert [each["name"] for each in found.json["notices"]] == ["commissioner", "members-en", "members-ms"]
    entry = head.get(f"{LOG}?action=breach").json["entryList"][0]
    assert (entry["action"], entry["details"].endswith("1 members")) == ("breach.list", True)

    nobody = head.post("/api/staff/breach", json={"start": "2025-01-01", "end": "2025-01-02"})
    assert (nobody.json["affected"], nobody.json["memberIds"]) == (0, [])
    wrong = head.post("/api/staff/breach", json={"start": "2026-03-14", "end": "2026-03-14"})
    assert (wrong.status_code, wrong.json["code"]) == (422, "window_ends_first")
    assert head.post("/api/staff/breach", json=period | {"tillId": 999}).status_code == 404
    assert manager.post("/api/staff/breach", json=period).json["code"] == "role_needed"
