"""What is owed for points as at a day: it ties to the ledger to the point, on every day, by outlet."""

import csv
import re
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from io import BytesIO, StringIO
from random import Random

import pytest
from openpyxl import load_workbook
from sqlalchemy import func, select

from loyalty.backoffice.programme import programme
from loyalty.db.session import current_session, transaction
from loyalty.features.outlets.outlets import outlets
from loyalty.features.points import ledger
from loyalty.features.points.bills import post, void
from loyalty.features.points.entries import LedgerEntry
from loyalty.features.till.bills import settle
from loyalty.rules.calendar import malaysian_date, start_of
from support.factories import AMIR, a_member, a_reward, spend
from support.staff_app import a_person, in_office

LIABILITY = "/api/staff/liability"
FILE = "/api/staff/figures/file?table=liability"
MOVEMENTS = ("earned", "spent", "expired", "corrected")
MARCH_1 = datetime(2026, 3, 1, 4, tzinfo=UTC)


@dataclass
class Lot:
    outlet: int | None
    points: int
    given: date
    taken_back: date | None = None


@dataclass
class Account:
    """What happened to a member's points, kept beside the ledger."""

    lots: list[Lot] = field(default_factory=list)
    outs: list[tuple[date, int]] = field(default_factory=list)

    def rest(self, day: date) -> dict[int | None, int]:
        """What is left of the points of each outlet at the end of a day, the first given spent first."""
        spent = sum(points for when, points in self.outs if when <= day)
        left: dict[int | None, int] = {}
        for lot in self.lots:
            if lot.given > day or (lot.taken_back and lot.taken_back <= day):
                continue
            used = min(spent, lot.points)
            spent -= used
            left[lot.outlet] = left.get(lot.outlet, 0) + lot.points - used
        assert spent == 0
        return left


@pytest.fixture
def finance(app, database, clock):
    staff_id = a_person(database, ("finance", None), name="Fay")
    return lambda: in_office(app, staff_id)


@pytest.fixture
def year(database, clock):
    """Six members of three outlets over some weeks of every kind of movement, from a fixed seed."""
    clock.set(MARCH_1)
    random, accounts = Random(43), {a_member(database): Account() for _ in range(6)}  # noqa: S311
    bills: list[tuple[int, int, Lot]] = []
    for number in range(220):
        clock.advance(hours=random.randrange(1, 12))
        member = random.choice(list(accounts))
        account = accounts[member]
        with database.bound(), transaction() as db:
            at = clock.now()
            today, balance = malaysian_date(at), sum(account.rest(malaysian_date(at)).values())
            act = random.choice(["bill", "bill", "bill", "spend", "cancel", "adjust", "void"])
            if act == "bill":
                outlet = random.choice([1, 2, 3])
                bill, _ = post(
                    db,
                    outlet_id=outlet,
                    member_id=member,
                    receipt=f"R-{number}",
                    amount_sen=random.randrange(500, 9_000),
                    paid_at=at,
                    at=at,
                    recorded_by="amir",
                )
                bill, _ = settle(db, bill.id, verified_by="mei")
                lot = Lot(outlet, bill.points, today)
                account.lots.append(lot)
                bills.append((bill.id, member, lot))
            elif act == "spend" and balance:
                points = random.randrange(1, balance + 1)
                spend(db, member, points, ledger.Source("voucher", str(number)), "A treat", at)
                account.outs.append((today, points))
            elif act == "cancel" and any(points > 0 for _, points in account.outs):
                points = random.choice([points for _, points in account.outs if points > 0])
                account.outs.append((today, -points))
                if sum(points for _, points in account.outs) < 0:
                    account.outs.pop()
                    continue
                ledger.adjust(db, member, points, ledger.Source("voucher", f"9{number}"), "cancelled", at=at)
            elif act == "adjust":
                points = random.randrange(-balance, 60)
                source = ledger.Source("adjustment", str(number))
                if points:
                    ledger.adjust(db, member, points, source, "a wish", at=at)
                if points > 0:
                    account.lots.append(Lot(None, points, today))
                elif points < 0:
                    account.outs.append((today, -points))
            elif act == "void":
                theirs = [
                    each for each in bills if each[1] == member and not each[2].taken_back and each[2].points
                ]
                if theirs and (chosen := random.choice(theirs))[2].points <= balance:
                    void(db, chosen[0], None, "posted twice")
                    chosen[2].taken_back = today
    left, last = next(iter(accounts)), accounts[next(iter(accounts))]
    with database.bound(), transaction() as db:
        gone = ledger.close_account(db, left, ledger.Source("erasure", str(left)), "erased", clock.now())
    last.outs.append((malaysian_date(clock.now()), gone))
    return list(accounts.values())


@pytest.mark.databases_differ
def test_every_day_ties_to_the_ledger_and_to_each_outlet(finance, year, database, clock):
    office, today = finance(), malaysian_date(clock.now())
    days = [date(2026, 3, 1) + timedelta(days=each) for each in range((today - date(2026, 3, 1)).days + 1)]
    random = Random(7)  # noqa: S311
    for last in days:
        first = last - timedelta(days=random.randrange(40))
        found = office.get(f"{LIABILITY}?first={first}&last={last}").json
        points = found["points"]
        assert points["opening"] + sum(points[each] for each in MOVEMENTS) == points["closing"]
        with database.bound():
            until = LedgerEntry.created_at < start_of(last + timedelta(days=1))
            in_ledger = current_session().scalar(select(func.sum(LedgerEntry.delta)).where(until)) or 0
        assert (points["closing"], found["ties"]) == (in_ledger, True)
        by_outlet = {each["outletId"]: each["points"] for each in found["outletList"]}
        for of in by_outlet.values():
            assert of["opening"] + sum(of[each] for each in MOVEMENTS) == of["closing"]
        expected: dict[int | None, int] = {}
        for account in year:
            for outlet, left in account.rest(last).items():
                expected[outlet] = expected.get(outlet, 0) + left
        assert {key: of["closing"] for key, of in by_outlet.items() if of["closing"]} == {
            key: left for key, left in expected.items() if left
        }
        amounts = {name: round(float(value) * 100) for name, value in found["amounts"].items()}
        assert amounts["closing"] == amounts["opening"] + amounts["rateChange"] + sum(
            amounts[each] for each in MOVEMENTS
        )
        assert sum(round(float(each["owed"]) * 100) for each in found["outletList"]) == amounts["closing"]


def test_an_outlet_without_points_is_listed_with_zeros(finance, database):
    found = finance().get(f"{LIABILITY}?first=2026-03-01&last=2026-03-14").json
    with database.bound():
        every = [each.id for each in outlets(current_session())]
    assert [each["outletId"] for each in found["outletList"]] == every
    assert {each["owed"] for each in found["outletList"]} == {"0.00"}
    assert not any(value for each in found["outletList"] for value in each["points"].values())


def all_entries(office, query):
    """The rows of every page."""
    found = []
    while page := office.get(f"{LIABILITY}/entry?{query}&limit=50&offset={len(found)}").json["entryList"]:
        found += page
    return found


@pytest.mark.databases_differ
def test_each_movement_is_the_sum_of_its_entries_down_to_the_bill(finance, year, clock):
    office, today = finance(), malaysian_date(clock.now())
    query = f"first=2026-03-10&last={today}"
    found = office.get(f"{LIABILITY}?{query}").json
    for kind in MOVEMENTS:
        entries = all_entries(office, f"{query}&kind={kind}")
        assert sum(each["points"] for each in entries) == found["points"][kind], kind
    for each in found["outletList"]:
        if each["outletId"] is None or each["points"]["earned"] == 0:
            continue
        rows = all_entries(office, f"{query}&kind=earned&outletId={each['outletId']}")
        assert sum(row["points"] for row in rows) == each["points"]["earned"]
        assert {row["outletId"] for row in rows} == {each["outletId"]}
        assert all(row["receiptNumber"].startswith("R-") and row["amount"] for row in rows)


def test_an_earlier_day_keeps_its_rate_when_a_reward_costs_more(finance, database, clock):
    clock.set(MARCH_1)
    member = a_member(database)
    with database.bound(), transaction() as db:
        ledger.earn(db, member, 1_000, ledger.Source("adjustment", "1"), "a bill", clock.now())
        before = programme.written(db)
    office = finance()
    first = office.get(f"{LIABILITY}?first=2026-03-01&last=2026-03-01").json
    clock.set(MARCH_1 + timedelta(days=30))
    with database.bound():
        programme.apply(re.sub(r"cost: (\d+)", r"cost: \g<1>0", before), AMIR)
    office = finance()
    again = office.get(f"{LIABILITY}?first=2026-03-01&last=2026-03-01").json
    assert (again["rate"], again["amounts"]) == (first["rate"], first["amounts"])
    later = office.get(f"{LIABILITY}?first=2026-03-02&last=2026-03-31").json
    assert float(later["rate"]) < float(first["rate"])
    assert float(later["amounts"]["rateChange"]) < 0
    assert (later["amounts"]["earned"], later["points"]["closing"]) == ("0.00", 1_000)
    now = office.get("/api/staff/figures").json["owed"]
    assert now["pointsWorthMedian"] == later["amounts"]["closing"]


def test_what_finance_takes_away_has_the_same_sums(finance, year, clock, log_of):
    office, today = finance(), malaysian_date(clock.now())
    query = f"first=2026-03-10&last={today}"
    found = office.get(f"{LIABILITY}?{query}").json
    answer = office.get(f"{FILE}&{query}&format=csv")
    assert answer.headers["Content-Disposition"].endswith(f'"liability-2026-03-10-{today}.csv"')
    rows = list(csv.DictReader(StringIO(answer.data.decode("utf-8-sig"))))
    total = next(row for row in rows if row["outlet"] == "total")
    assert {name: int(total[name]) for name in ("opening", *MOVEMENTS, "closing")} == found["points"]
    assert total["owed, RM"] == found["amounts"]["closing"]
    in_ringgit = next(row for row in rows if row["outlet"] == "total, RM")
    assert in_ringgit["spent"] == found["amounts"]["spent"]
    book = load_workbook(BytesIO(office.get(f"{FILE}&{query}&format=xlsx").data))
    assert book.sheetnames == ["By outlet", "Roll-forward"]
    lines = {row[0]: row[1:] for row in book["Roll-forward"].iter_rows(values_only=True)}
    assert lines["closing"][0] == found["points"]["closing"]
    assert f"{lines['closing'][1]:.2f}" == found["amounts"]["closing"]
    assert [each for _, each in log_of("figures.export")] == [f"liability, 2026-03-10 to {today}"] * 2
    clock.advance(minutes=5, seconds=1)
    assert office.get(f"{FILE}&{query}").json["code"] == "verification_needed"


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("first=2026-03-14&last=2026-03-14", 200),
        ("first=2026-03-14&last=2026-03-15", 422),
        ("first=2026-03-14&last=2026-03-13", 422),
        ("first=2025-03-14&last=2026-03-14", 200),
        ("first=2025-03-13&last=2026-03-14", 422),
        ("last=2026-03-14", 422),
    ],
)
def test_the_days_of_a_liability_have_limits(finance, query, status):
    assert finance().get(f"{LIABILITY}?{query}").status_code == status


def test_vouchers_that_were_open_then_are_said_beside_the_points(finance, database, as_member, clock):
    clock.set(MARCH_1)
    member = a_member(database)
    reward = a_reward(database, cost=0, value="8.00", valid_days=5)
    claimed = as_member(member).post("/api/claim", json={"memberId": member, "rewardId": reward})
    assert claimed.status_code == 201
    clock.advance(days=20)
    office = finance()
    open_on = {
        day: office.get(f"{LIABILITY}?first=2026-03-01&last={day}").json
        for day in ("2026-03-02", "2026-03-20")
    }
    assert [(each["openVouchers"], each["openVouchersWorth"]) for each in open_on.values()] == [
        (1, "8.00"),
        (0, "0.00"),
    ]
