from __future__ import annotations

import csv
import json
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from flask import Flask
from flask.testing import FlaskClient

from factories import a_bill, a_member, a_reward, a_till, signed_in
from loyalty.cli.printing import show_table
from loyalty.db.session import Database, transaction
from loyalty.features.members import records
from loyalty.features.points import ledger
from loyalty.features.rewards import claims
from loyalty.features.till import keys

pytestmark = pytest.mark.databases_differ


@pytest.fixture
def report(app: Flask):
    def run(*words):
        answer = app.test_cli_runner().invoke(args=["report", *words])
        assert answer.exit_code == 0, answer.output
        return json.loads(answer.output) if "--json" in words else answer.output

    return run


@pytest.fixture
def use_one(app: Flask, client: FlaskClient, database: Database):
    """A member claims a reward of RM 11.90 and uses it at an outlet."""

    def use(outlet_id: int) -> None:
        member = a_member(database, earned=500)
        reward = a_reward(database, cost=500, value="11.90")
        headers = signed_in(app, member)
        claimed = client.post("/api/claim", json={"memberId": member, "rewardId": reward}, headers=headers)
        voucher = claimed.json["memberReward"]
        shown = {"memberId": member, "memberRewardId": voucher["id"], "outletId": outlet_id}
        assert client.post("/api/memberRedeem", json=shown, headers=headers).status_code == 201
        with database.bound(), transaction() as db:
            _, key = keys.add(db, outlet_id)
        taken = client.post(
            f"/api/pos/voucher/{voucher['code']}/use", json={}, headers={"Authorization": f"Bearer {key}"}
        )
        assert taken.status_code == 200, taken.json

    return use


def test_the_liability_adds_up(report, database: Database, use_one):
    use_one(1)
    member = a_member(database, earned=900)
    with database.bound(), transaction() as db:
        ledger.adjust(db, member, 100, a_bill(), "in")
        ledger.adjust(db, member, -30, a_bill(), "out")
    owed = report("liability", "--json")
    sums = owed["points"]
    assert sums == {
        "issued": 1_400,
        "redeemed": 500,
        "adjusted_in": 100,
        "adjusted_out": 30,
        "outstanding": 970,
        "members": 1,
    }
    assert (
        sums["issued"] + sums["adjusted_in"] - sums["redeemed"] - sums["adjusted_out"] == sums["outstanding"]
    )
    # The programme's own rewards: from 500 points for RM 11.90 to 900 for RM 29.80 (spec 001 §9).
    assert owed["points_worth"]["most_sen"] == -(-970 * 2980 // 900)
    assert (
        owed["points_worth"]["least_sen"]
        <= owed["points_worth"]["middle_sen"]
        <= owed["points_worth"]["most_sen"]
    )
    assert "RM 32.12" in report("liability")


def test_used_and_cancelled_vouchers_are_no_liability(report, database: Database, use_one):
    use_one(1)
    assert report("liability", "--json")["vouchers"] == {"count": 0, "value_sen": 0, "value": "0.00"}
    member = a_member(database)
    with database.bound(), transaction() as db:
        claims.welcome(db, member)
    assert report("liability", "--json")["vouchers"] == {"count": 1, "value_sen": 500, "value": "5.00"}


def test_a_day_is_malaysian_from_midnight_to_midnight(report, clock, use_one):
    clock.set(datetime(2026, 3, 13, 15, 59, 59, tzinfo=UTC))
    use_one(1)
    clock.set(datetime(2026, 3, 13, 16, 0, tzinfo=UTC))
    use_one(1)
    use_one(2)

    def day(date: str):
        found = report("day", "--date", date, "--json")["outlets"]
        return {each["outlet_id"]: each["vouchers_used"] for each in found if each["vouchers_used"]}

    assert day("2026-03-13") == {1: 1}
    assert day("2026-03-14") == {1: 1, 2: 1}
    assert day("2026-03-15") == {}
    assert "RM 11.90" in report("day", "--outlet", "2")


def test_the_report_of_a_day_adds_up_its_bills_by_state(report, app, database: Database, clock):
    member = a_member(database)
    till, other = a_till(app, 1), a_till(app, 2)
    ids = []
    for number, amount in enumerate(("45.90", "10.00", "20.00", "99.00"), start=1):
        bill = {"memberId": member, "receiptNumber": str(number), "amount": amount}
        ids.append(till.post("/api/pos/earn", json=bill).json["memberEarn"]["id"])
    for bill_id in ids[:2]:
        assert till.post(f"/api/pos/earn/{bill_id}/verify").status_code == 200
    till.post(f"/api/pos/earn/{ids[2]}/void")
    other.post("/api/pos/earn", json={"memberId": member, "receiptNumber": "1", "amount": "7.00"})
    first, second = report("day", "--json")["outlets"][:2]
    names = "bills", "bills_amount_sen", "points", "bills_pending", "bills_void"
    assert [first[name] for name in names] == [2, 5_590, 55, 1, 1]
    assert [second[name] for name in names] == [0, 0, 0, 1, 0]
    assert "RM 55.90" in report("day")


def test_an_unknown_outlet_is_refused(app: Flask):
    answer = app.test_cli_runner().invoke(args=["report", "day", "--outlet", "999"])
    assert (answer.exit_code, answer.output) == (1, "Error: This outlet does not exist.\n")


@pytest.fixture
def pays(app: Flask, database: Database, clock):
    """`pays(member, outlet, "45.90")`: a verified bill of now."""
    tills, receipts = {}, count(1)

    def paid(member: int, outlet: int, amount: str) -> None:
        till = tills.setdefault(outlet, a_till(app, outlet))
        bill = {"memberId": member, "receiptNumber": str(next(receipts)), "amount": amount}
        earn = till.post("/api/pos/earn", json=bill).json["memberEarn"]
        assert till.post(f"/api/pos/earn/{earn['id']}/verify").status_code == 200

    return paid


def test_days_are_added_up_by_brand_in_total_and_for_the_days_before(report, pays, database, clock):
    member = a_member(database)
    for day, outlet, amount in ((10, 1, "100.00"), (12, 1, "40.00"), (13, 2, "60.00"), (13, 16, "5.00")):
        clock.set(datetime(2026, 3, day, 4, 0, tzinfo=UTC))
        pays(member, outlet, amount)

    found = report("day", "--from", "2026-03-12", "--to", "2026-03-13", "--json")

    assert [(each["outlet_id"], each["bills_amount"]) for each in found["outlets"] if each["bills"]] == [
        (1, "40.00"),
        (2, "60.00"),
        (16, "5.00"),
    ]
    assert [(each["brand"], each["bills_amount_sen"]) for each in found["brands"]] == [
        ("krua-bowl", 10_000),
        ("thong-cha", 500),
    ]
    assert (found["total"]["bills"], found["total"]["bills_amount"]) == (3, "105.00")
    assert (found["before"]["from"], found["before"]["to"]) == ("2026-03-10", "2026-03-11")
    assert (found["before"]["bills"], found["before"]["bills_amount"]) == (1, "100.00")
    assert "10 March 2026 to 11 March 2026" in report("day", "--from", "2026-03-12", "--to", "2026-03-13")


def test_members_are_counted_on_the_last_day(report, pays, database, clock, app):
    """Both sides of each limit: the first and the last day, 30 and 90 days."""
    first, last = datetime(2026, 2, 28, 16, 0, tzinfo=UTC), datetime(2026, 3, 31, 15, 59, 59, tzinfo=UTC)
    joined = {}
    for at in (first - timedelta(seconds=1), first, last, last + timedelta(seconds=1)):
        clock.set(at)
        joined[at] = a_member(database, outlet_id=1)
    clock.set(datetime(2026, 1, 1, 4, 0, tzinfo=UTC))
    friend = a_member(database, outlet_id=16)
    for days_back, member in ((29, joined[first]), (30, joined[first - timedelta(seconds=1)]), (90, friend)):
        clock.set(datetime(2026, 3, 31, 4, 0, tzinfo=UTC) - timedelta(days=days_back))
        pays(member, 3, "10.00")

    found = report("members", "--from", "2026-03-01", "--to", "2026-03-31", "--json")

    of_outlet = {each["outlet_id"]: each for each in found["outlets"]}
    names = "members", "joined", "left", "active_30", "active_90"
    assert [of_outlet[1][name] for name in names] == [3, 2, 0, 1, 2]
    assert [of_outlet[16][name] for name in names] == [1, 0, 0, 0, 0]
    assert [found["total"][name] for name in names] == [4, 2, 0, 1, 2]

    clock.set(datetime(2026, 3, 31, 10, 0, tzinfo=UTC))
    erased = app.test_cli_runner().invoke(
        args=["member", "erase", str(joined[first]), "--yes", "--by", "mei", "--reason", "Ticket 4711"]
    )
    assert erased.exit_code == 0, erased.output
    total = report("members", "--from", "2026-03-01", "--to", "2026-03-31", "--json")["total"]
    assert [total[name] for name in names] == [3, 2, 1, 0, 1]


def test_invited_members_are_counted(report, database, clock):
    inviter = a_member(database)
    with database.bound(), transaction() as db:
        code = records.record(db, inviter).referral_code
    a_member(database, used_referral_code=code)

    total = report("members", "--json")["total"]

    assert (total["joined"], total["invited"]) == (2, 1)


def test_the_most_claimed_rewards_come_first(report, use_one, database, as_member, clock):
    use_one(1)
    member = a_member(database, earned=3_000)
    browser = as_member(member)
    for reward_id in (2, 2, 2):
        clock.advance(minutes=1)
        claim = {"memberId": member, "rewardId": reward_id}
        assert browser.post("/api/claim", json=claim).status_code == 201

    found = report("rewards", "--json")

    tells = [(each["title"], each["made"], each["points"], each["used"]) for each in found["rewards"]]
    assert tells == [("Kangkung Fritters", 3, 1_800, 0), ("A treat", 1, 500, 1)]
    assert (found["total"]["made"], found["total"]["used_value"]) == (4, "11.90")
    assert found["before"]["made"] == 0
    clock.advance(days=30)
    later = report("rewards", "--json")
    assert (later["total"]["made"], later["before"]["made"]) == (0, 4)


def test_a_member_who_came_twice_counts_once_in_a_brand(report, pays, database, clock):
    loyal, once = a_member(database), a_member(database)
    for member, outlet in ((loyal, 1), (loyal, 2), (once, 1), (loyal, 16)):
        pays(member, outlet, "10.00")

    found = report("visits", "--json")

    names = "visits", "amount", "members", "came_again"
    assert [found["outlets"][0][name] for name in names] == [2, "20.00", 2, 0]
    assert [[each[name] for name in names] for each in found["brands"]] == [
        [3, "30.00", 2, 1],
        [1, "10.00", 1, 0],
    ]
    assert [found["total"][name] for name in names] == [4, "40.00", 2, 1]


def test_csv_holds_plain_numbers(report, pays, database, clock):
    pays(a_member(database), 1, "1234.50")

    titles, first, *_ = report("visits", "--csv").splitlines()

    assert titles == "id,outlet,brand,visits,net,members,came again"
    assert first == "1,KL East Mall,krua-bowl,1,1234.50,1,0"
    assert "RM 1,234.50" in report("visits")


@pytest.mark.parametrize("words", [["--from", "2026-03-02", "--to", "2026-03-01"]])
def test_a_last_day_before_the_first_is_refused(app: Flask, words):
    for name in ("day", "members", "rewards", "visits"):
        answer = app.test_cli_runner().invoke(args=["report", name, *words])
        assert (answer.exit_code, "--from is after --to" in answer.output) == (2, True)


def test_numbers_have_separators_and_ids_have_none(capsys):
    show_table(("id", "points"), [(12_345, 999), (1, 1_000)], nothing="")

    assert capsys.readouterr().out.splitlines() == ["   ID  POINTS", "12345     999", "    1   1,000"]


def test_vouchers_are_listed_by_state(app, database, use_one, as_member, clock):
    def listed(*words: object):
        answer = app.test_cli_runner().invoke(args=["voucher", "list", *map(str, words), "--json"])
        assert answer.exit_code == 0, answer.output
        return [(each["member_id"], each["state"]) for each in json.loads(answer.stdout)]

    use_one(1)
    member = a_member(database, earned=1_200)
    browser = as_member(member)
    made = [
        browser.post("/api/claim", json={"memberId": member, "rewardId": reward}).json["memberReward"]
        for reward in (1, 2)
    ]
    shown = {"memberId": member, "memberRewardId": made[0]["id"], "outletId": 2}
    assert browser.post("/api/memberRedeem", json=shown).status_code == 201

    assert listed() == [(1, "used"), (member, "shown"), (member, "open")]
    assert listed("--state", "open", "--outlet", 2) == [(member, "shown")]
    assert listed("--state", "used", "--used", "2026-03-14", "2026-03-14") == [(1, "used")]
    assert listed("--used", "2026-03-15", "2026-03-16") == []
    assert listed("--made", "2026-03-13", "2026-03-13") == []
    assert listed("--reward", 2) == [(member, "open")]
    clock.advance(days=40)
    assert listed("--member", member, "--state", "expired") == [(member, "expired"), (member, "expired")]


def test_the_csv_of_vouchers_holds_no_code(app, database, as_member):
    member = a_member(database, earned=500)
    claim = {"memberId": member, "rewardId": 1}
    voucher = as_member(member).post("/api/claim", json=claim).json["memberReward"]

    answer = app.test_cli_runner().invoke(args=["voucher", "list", "--csv"])
    rows = list(csv.DictReader(answer.stdout.splitlines()))

    assert [(row["id"], row["member"], row["name"], row["cost"]) for row in rows] == [
        (str(voucher["id"]), str(member), "Classic Thai Milk Tea with Bobas", "500")
    ]
    assert voucher["code"] not in answer.output


def test_json_gives_amounts_in_sen_and_in_ringgit(app, database, pays, clock):
    pays(a_member(database), 1, "45.90")

    answer = app.test_cli_runner().invoke(args=["bills", "list", "--state", "all", "--json"])
    [bill] = json.loads(answer.stdout)

    assert (bill["amount_sen"], bill["amount"]) == (4_590, "45.90")
