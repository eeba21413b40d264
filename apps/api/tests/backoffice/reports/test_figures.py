"""Figures of the staff app, the rows that each is made of, and both as CSV."""

import csv
from datetime import datetime, timedelta
from io import BytesIO, StringIO

import pytest
from openpyxl import load_workbook

from loyalty.backoffice.bills import recording
from loyalty.backoffice.log import log
from loyalty.db.session import current_session, transaction
from loyalty.rules.calendar import ZONE
from support.factories import AMIR, a_member, a_reward, a_till
from support.staff_app import a_person, in_office

FIGURES = "/api/staff/figures"
WEEK = "first=2026-03-08&last=2026-03-14"


@pytest.fixture
def finance(app, database, clock):
    return in_office(app, a_person(database, ("finance", None), name="Fay"))


@pytest.fixture
def manager(app, database, clock):
    return in_office(app, a_person(database, ("outlet-manager", 1), name="Ravi"))


@pytest.fixture
def busy(app, database, clock, as_member):
    """Two members of outlet 1 and one of 2; bills at both, one pending; a voucher claimed, used at 1."""
    first, second, third = (a_member(database, outlet_id=each) for each in (1, 1, 2))
    for outlet, member, receipt, amount in (
        (1, first, "A-1", "100.00"),
        (1, second, "A-2", "50.00"),
        (2, third, "B-1", "30.00"),
    ):
        till = a_till(app, outlet)
        body = {"memberId": member, "receiptNumber": receipt, "amount": amount}
        bill = till.post("/api/pos/earn", json=body).json["memberEarn"]["id"]
        if receipt != "A-2":
            assert till.post(f"/api/pos/earn/{bill}/verify").status_code == 200
    reward, browser = a_reward(database, cost=40, value="8.00", title="=cmd"), as_member(first)
    claimed = browser.post("/api/claim", json={"memberId": first, "rewardId": reward}).json["memberReward"]
    shown = {"memberId": first, "memberRewardId": claimed["id"], "outletId": 1}
    assert browser.post("/api/memberRedeem", json=shown).status_code == 201
    assert a_till(app, 1).post(f"/api/pos/voucher/{claimed['code']}/use", json={}).status_code == 200
    return first, second, third


def test_the_figures_of_every_outlet_and_what_is_owed(finance, busy):
    found = finance.get(f"{FIGURES}?{WEEK}").json
    total = found["total"]
    assert {name: total[name] for name in ("members", "joined", "bills", "billsPending", "pointsEarned")} == {
        "members": 3,
        "joined": 3,
        "bills": 2,
        "billsPending": 1,
        "pointsEarned": 130,
    }
    assert (total["billsAmount"], total["vouchersUsed"], total["vouchersUsedValue"]) == ("130.00", 1, "8.00")
    assert (total["active30Days"], total["active90Days"]) == (2, 2)
    assert (found["pointsSpent"], found["redemptionRate"], found["isEveryOutlet"]) == (40, 0.3077, True)
    assert found["before"]["bills"] == 0
    by_outlet = {each["outletId"]: each["sums"]["pointsEarned"] for each in found["outletList"]}
    assert (by_outlet[1], by_outlet[2], by_outlet[None]) == (100, 30, 0)
    assert [(each["day"], each["pointsEarned"], each["joined"]) for each in found["dayList"]][-2:] == [
        ("2026-03-13", 0, 0),
        ("2026-03-14", 130, 3),
    ]
    assert len(found["dayList"]) == 7
    assert [each["day"] for each in found["dayBeforeList"]][::6] == ["2026-03-01", "2026-03-07"]
    assert [(each["name"], each["members"], each["points"]) for each in found["tierList"]][:2] == [
        ("Basic", 3, 90),
        ("Plus", 0, 0),
    ]
    owed = found["owed"]
    assert owed["pointsOutstanding"] == 90
    worth = float(owed["pointsWorthMedian"]) + float(owed["openVouchersWorth"])
    assert float(owed["liability"]) == pytest.approx(worth)


def test_a_manager_sees_their_outlet_alone(manager, busy):
    found = manager.get(f"{FIGURES}?{WEEK}").json
    assert [each["outletId"] for each in found["outletList"]] == [1]
    total = found["total"]
    assert (total["members"], total["bills"], total["pointsEarned"], total["vouchersUsed"]) == (2, 1, 100, 1)
    assert (found["owed"], found["pointsSpent"], found["redemptionRate"]) == (None, None, None)
    assert (found["tierList"][0]["members"], found["tierList"][0]["points"]) == (2, 60)
    assert manager.get(f"{FIGURES}?outletId=2").status_code == 403
    assert manager.get(f"{FIGURES}/row?table=vouchers&figure=made").status_code == 403
    assert [each["memberId"] for each in manager.get(f"{FIGURES}/row?table=bills").json["rowList"]] == [
        busy[0]
    ]


@pytest.mark.parametrize("role", [("outlet-manager", 1), ("area-manager", None)])
def test_what_is_owed_is_for_head_office_and_finance(app, database, clock, busy, role):
    manager = in_office(app, a_person(database, role, name="Ana"))
    for query in ("row?table=balances", "file?table=balances", f"file?table=liability&{WEEK}"):
        assert manager.get(f"{FIGURES}/{query}").status_code == 403, query


def test_each_figure_opens_the_rows_that_it_is_made_of(finance, busy):
    total = finance.get(f"{FIGURES}?{WEEK}").json["total"]

    def rows(query: str):
        return finance.get(f"{FIGURES}/row?{query}").json["rowList"]

    for table, figure, name in (
        ("bills", "verified", "bills"),
        ("bills", "pending", "billsPending"),
        ("bills", "void", "billsVoid"),
        ("members", "members", "members"),
        ("members", "joined", "joined"),
        ("members", "left", "left"),
        ("members", "active_30", "active30Days"),
        ("members", "active_90", "active90Days"),
        ("vouchers", "used", "vouchersUsed"),
    ):
        assert len(rows(f"{WEEK}&table={table}&figure={figure}")) == total[name], (table, figure)
    bills = rows(f"{WEEK}&table=bills")
    assert sum(each["points"] for each in bills) == total["pointsEarned"]
    assert [(each["name"], each["at"], each["amount"]) for each in bills] == [
        ("B-1", "2026-03-14", "30.00"),
        ("A-1", "2026-03-14", "100.00"),
    ]
    [made] = rows(f"{WEEK}&table=vouchers&figure=made")
    assert (made["name"], made["points"], made["amount"], made["memberId"]) == ("=cmd", 40, "8.00", busy[0])
    joined = rows(f"{WEEK}&table=members&figure=joined")
    assert [(each["memberId"], each["at"][:10], each["name"]) for each in joined][-1] == (
        busy[0],
        "2026-03-14",
        None,
    )
    assert [each["points"] for each in rows("table=balances&limit=1&offset=1&order=asc")] == [30]


def test_an_outlet_that_there_is_not_has_no_figures(finance):
    for path in (
        "?",
        *(f"/row?table={each}&" for each in ("bills", "members", "vouchers")),
        "/file?table=members&",
        "/reward?",
    ):
        assert finance.get(f"{FIGURES}{path}outletId=146165426940623040").status_code == 404, path


def test_an_hour_before_midnight_in_malaysia_is_that_day(finance, database, clock):
    clock.advance(hours=11, minutes=59)  # 23:59
    a_member(database)
    clock.advance(minutes=1)
    a_member(database)
    finance = in_office(finance.application, 1)
    days = finance.get(f"{FIGURES}?first=2026-03-14&last=2026-03-15").json["dayList"]
    assert [(each["day"], each["joined"]) for each in days] == [("2026-03-14", 1), ("2026-03-15", 1)]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("first=2025-03-14&last=2026-03-14", 200),
        ("first=2025-03-13&last=2026-03-14", 422),
        ("first=2026-03-14&last=2026-03-14", 200),
        ("first=2026-03-15&last=2026-03-14", 422),
        ("first=yesterday", 422),
    ],
)
def test_the_days_have_limits(finance, query, status):
    assert finance.get(f"{FIGURES}?{query}").status_code == status


def test_tables_are_csv_without_formulas_logged_and_need_a_fresh_verification(
    app, finance, busy, database, clock
):
    with app.app_context(), transaction() as db:
        recording.void_bill(db, 2, AMIR)
    rows = {}
    for table in (
        "outlets",
        "days",
        "tiers",
        "rewards",
        "reward-days",
        "bills",
        "members",
        "vouchers",
        "balances",
    ):
        answer = finance.get(f"{FIGURES}/file?{WEEK}&table={table}&format=csv")
        assert answer.status_code == 200, answer.text
        assert answer.data.startswith(b"\xef\xbb\xbf")
        assert answer.headers["Content-Disposition"].endswith(f'"{table}-2026-03-08-2026-03-14.csv"')
        rows[table] = list(csv.DictReader(StringIO(answer.data.decode("utf-8-sig"))))
    assert rows["rewards"][0]["reward"] == "'=cmd"
    assert [each["net"] for each in rows["bills"]] == ["100.00", "30.00"]
    assert (len(rows["days"]), len(rows["members"]), len(rows["balances"])) == (7, 3, 2)
    with database.bound():
        logged = log.entries(current_session(), action="figures")
    assert (len(logged), logged[0].details) == (9, "balances, 2026-03-08 to 2026-03-14, 2 rows")
    clock.advance(minutes=5, seconds=1)
    late = finance.get(f"{FIGURES}/file?table=days")
    assert (late.status_code, late.json["code"]) == (403, "verification_needed")


def test_a_workbook_has_numbers_as_numbers(finance, busy):
    answer = finance.get(f"{FIGURES}/file?{WEEK}&table=outlets")
    assert answer.headers["Content-Disposition"].endswith('"outlets-2026-03-08-2026-03-14.xlsx"')
    titles, first, *_ = load_workbook(BytesIO(answer.data)).active.values
    row = dict(zip(titles, first, strict=True))
    assert (row["bills"], row["bills_amount"], row["bills before"]) == (1, 100, 0)


def test_what_became_of_vouchers_by_reward_and_day(finance, manager, busy):
    found = finance.get(f"{FIGURES}/reward?{WEEK}").json
    total = {
        "made": 1,
        "pointsSpent": 40,
        "used": 1,
        "usedValue": "8.00",
        "expired": 0,
        "cancelled": 0,
    }
    assert found["total"] == total
    assert found["before"]["made"] == 0
    [reward] = found["rewardList"]
    assert (reward["title"], reward["made"], reward["used"]) == ("=cmd", 1, 1)
    assert (len(found["dayList"]), found["dayList"][-1]["pointsSpent"], found["dayList"][-1]["used"]) == (
        7,
        40,
        1,
    )

    own = manager.get(f"{FIGURES}/reward?{WEEK}").json
    assert (own["isEveryOutlet"], own["total"]) == (False, {**total, "made": 0, "pointsSpent": 0})
    assert manager.get(f"{FIGURES}/reward?{WEEK}&outletId=2").status_code == 403


def test_a_voucher_that_nobody_used_expires_on_its_day(app, finance, database, clock, as_member):
    member = a_member(database, earned=500)
    reward = a_reward(database, cost=40, value="8.00")
    claimed = as_member(member).post("/api/claim", json={"memberId": member, "rewardId": reward}).json
    ends = datetime.fromisoformat(claimed["memberReward"]["expireAt"])
    day = ends.astimezone(ZONE).date()

    def expired():
        later = in_office(app, a_person(database, ("finance", None)))
        return later.get(f"{FIGURES}/reward?first={day}&last={day}").json["total"]["expired"]

    clock.set(ends - timedelta(seconds=1))
    before = expired()
    clock.set(ends)
    assert (before, expired()) == (0, 1)


def test_visits_are_told_of_the_outlets_that_somebody_may_see(finance, manager, busy):
    found = finance.get(f"{FIGURES}?{WEEK}").json["visits"]
    assert found["total"] == {"visits": 2, "amount": "130.00", "members": 2, "cameAgain": 0}
    assert found["before"]["visits"] == 0
    here = {each["outletId"]: each["visits"]["visits"] for each in found["outletList"]}
    assert (here[1], here[2], len(here) > 2) == (1, 1, True)

    own = manager.get(f"{FIGURES}?{WEEK}").json["visits"]
    assert [each["outletId"] for each in own["outletList"]] == [1]
    assert own["total"]["amount"] == "100.00"
    assert manager.get(f"{FIGURES}?{WEEK}&outletId=2").status_code == 403

    rows = list(
        csv.reader(
            StringIO(finance.get(f"{FIGURES}/file?{WEEK}&table=visits&format=csv").get_data(as_text=True))
        )
    )
    assert rows[0] == ["\ufeffid", "outlet", "brand", "visits", "net", "members", "came again"]
    assert rows[1][3:] == ["1", "100.00", "1", "0"]


def test_today_is_beside_the_same_weekday_to_the_same_time(app, database, finance, manager, busy, clock):
    home = "/api/staff/home"
    first = finance.get(home).json
    assert first["now"] == {
        "bills": 3,
        "amount": "180.00",
        "points": 180,
        "pointsSpent": 40,
        "joined": 3,
        "vouchersUsed": 1,
    }
    assert first["before"]["bills"] == 0
    assert [each["bills"] for each in first["dayList"]] == [0] * 27 + [3]
    own = manager.get(home).json["now"]
    assert (own["bills"], own["amount"], own["pointsSpent"], own["joined"]) == (2, "150.00", None, 2)
    clock.advance(days=7, minutes=-1)
    later = in_office(app, a_person(database, ("finance", None), name="Gita"))
    assert later.get(home).json["before"]["bills"] == 0
    clock.advance(minutes=1)
    week_later = later.get(home).json
    assert (week_later["now"]["bills"], week_later["before"]["bills"]) == (0, 3)


def test_the_home_of_an_earlier_day_is_of_the_whole_day_and_of_one_outlet_where_that_is_chosen(
    app, database, finance, manager, busy, clock
):
    home = "/api/staff/home"
    clock.advance(days=8)
    later = in_office(app, a_person(database, ("finance", None), name="Gita"))
    found = later.get(f"{home}?day=2026-03-14").json
    assert (found["isToday"], found["now"]["bills"], found["dayList"][-1]["day"]) == (False, 3, "2026-03-14")
    assert [(each["outletId"], each["amount"], each["waitingBillCount"]) for each in found["outletList"]][
        :3
    ] == [
        (1, "150.00", 1),
        (2, "30.00", 0),
        (found["outletList"][2]["outletId"], "0.00", 0),
    ]
    week_after = later.get(f"{home}?day=2026-03-21&outletId=2").json
    assert [(each["amount"], each["amountBefore"]) for each in week_after["outletList"]] == [
        ("0.00", "30.00")
    ]
    assert (week_after["now"]["bills"], week_after["before"]["bills"]) == (0, 1)
    assert later.get(f"{home}?day=2026-03-23").status_code == 422
    assert later.get(f"{home}?outletId=999").status_code == 404
    own = in_office(app, a_person(database, ("outlet-manager", 1), name="Omar"))
    assert own.get(f"{home}?outletId=2").status_code == 403


def test_the_sales_of_a_quarter_are_beside_those_of_the_one_before_to_the_same_day(
    app, database, busy, clock
):
    clock.advance(days=120)
    later = in_office(app, a_person(database, ("finance", None), name="Gita"))

    def quarter(query):
        return tuple(later.get(f"/api/staff/home?{query}").json["quarter"].values())

    assert quarter("day=2026-03-13") == ("0.00", "0.00")
    assert quarter("day=2026-03-14") == quarter("day=2026-03-31") == ("180.00", "0.00")
    # 14 March is the 73rd day of its quarter, as 12 June is; the next has one day more.
    assert quarter("day=2026-06-11") == ("0.00", "0.00")
    assert quarter("day=2026-06-12") == quarter("day=2026-06-30") == ("0.00", "180.00")
    assert quarter("day=2026-06-12&outletId=2") == ("0.00", "30.00")
    assert quarter("day=2026-07-01") == ("0.00", "0.00")


def test_what_comes_is_told_to_whom_it_concerns_in_the_order_of_its_days(app, database, clock):
    a_reward(database, title="Mango", starts="2026-03-17")
    a_reward(database, title="Durian", ends="2026-03-15", outlets=[2])
    a_reward(database, title="Later", starts="2026-05-01")
    head_office = in_office(app, a_person(database, ("head-office", None), name="Siti"))
    closed = {"firstDay": "2026-03-20", "lastDay": "2026-03-21", "hours": [], "name": "Hari Raya"}
    body = {"outletIds": [1, 2], **closed, "reason": "A public holiday"}
    answer = head_office.post("/api/staff/outlet/days", json=body)
    assert answer.status_code == 200, answer.text

    def coming_of(browser, query=""):
        found = browser.get(f"/api/staff/home{query}").json["comingList"]
        return [(each["day"], each["kind"], each["name"], len(each["things"])) for each in found]

    assert coming_of(head_office) == [
        ("2026-03-15", "reward-ends", "Durian", 0),
        ("2026-03-17", "reward-starts", "Mango", 0),
        ("2026-03-20", "closure", "Hari Raya", 2),
    ]
    assert coming_of(head_office, "?day=2026-03-13") == []
    first = in_office(app, a_person(database, ("outlet-manager", 1), name="Omar"))
    assert coming_of(first) == [
        ("2026-03-17", "reward-starts", "Mango", 0),
        ("2026-03-20", "closure", "Hari Raya", 1),
    ]
