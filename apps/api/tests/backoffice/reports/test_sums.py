"""What the figures of some days add up: the edges of days, of outlets and of who counts."""

from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from flask import Flask
from flask.testing import FlaskClient

from loyalty.backoffice.members import actions
from loyalty.db.session import Database, transaction
from loyalty.features.members import records
from loyalty.features.points import ledger
from loyalty.features.rewards import claims
from support.factories import AMIR, a_bill, a_member, a_reward, a_till, signed_in
from support.staff_app import a_person, in_office

pytestmark = pytest.mark.databases_differ


@pytest.fixture
def figures(app: Flask, database: Database, clock):
    """`figures("2026-03-12", "2026-03-13")`: what finance reads of these days, by default of the last 30."""
    person = a_person(database, ("finance", None))

    def read(first: str = "", last: str = "", what: str = ""):
        days = f"?first={first}&last={last or first}" if first else ""
        answer = in_office(app, person).get(f"/api/staff/figures{what}{days}")
        assert answer.status_code == 200, answer.text
        return answer.json

    return read


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
        taken = a_till(app, outlet_id).post(f"/api/pos/voucher/{voucher['code']}/use", json={})
        assert taken.status_code == 200, taken.json

    return use


@pytest.fixture
def pays(app: Flask, clock):
    """`pays(member, outlet, "45.90")`: a verified bill of now."""
    tills, receipts = {}, count(1)

    def paid(member: int, outlet: int, amount: str) -> None:
        till = tills.setdefault(outlet, a_till(app, outlet))
        bill = {"memberId": member, "receiptNumber": str(next(receipts)), "amount": amount}
        earn = till.post("/api/pos/earn", json=bill).json["memberEarn"]
        assert till.post(f"/api/pos/earn/{earn['id']}/verify").status_code == 200

    return paid


def of_outlets(found, *names):
    """Sums by outlet, of those with anything in them."""
    sums = {each["outletId"]: [each["sums"][name] for name in names] for each in found["outletList"]}
    return {outlet: values for outlet, values in sums.items() if any(values)}


def test_what_is_owed_is_what_members_hold(figures, database: Database, use_one):
    use_one(1)
    member = a_member(database, earned=900)
    with database.bound(), transaction() as db:
        ledger.adjust(db, member, 100, a_bill(), "in")
        ledger.adjust(db, member, -30, a_bill(), "out")
    owed = figures()["owed"]
    assert owed["pointsOutstanding"] == 970


def test_used_and_cancelled_vouchers_are_not_owed(figures, database: Database, use_one):
    use_one(1)
    assert (figures()["owed"]["openVouchers"], figures()["owed"]["openVouchersWorth"]) == (0, "0.00")
    member = a_member(database)
    with database.bound(), transaction() as db:
        claims.welcome(db, member)
    assert (figures()["owed"]["openVouchers"], figures()["owed"]["openVouchersWorth"]) == (1, "5.00")


def test_a_day_is_malaysian_from_midnight_to_midnight(figures, clock, use_one):
    clock.set(datetime(2026, 3, 13, 15, 59, 59, tzinfo=UTC))
    use_one(1)
    clock.set(datetime(2026, 3, 13, 16, 0, tzinfo=UTC))
    use_one(1)
    use_one(2)

    def day(date: str):
        found = figures(date)["outletList"]
        return {
            each["outletId"]: each["sums"]["vouchersUsedValue"]
            for each in found
            if each["sums"]["vouchersUsed"] == 1
        }

    assert day("2026-03-13") == {1: "11.90"}
    assert day("2026-03-14") == {1: "11.90", 2: "11.90"}
    assert figures("2026-03-15")["total"]["vouchersUsed"] == 0


def test_bills_are_added_up_by_state(figures, app, database: Database, clock):
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
    sums = {each["outletId"]: each["sums"] for each in figures("2026-03-14")["outletList"]}
    names = "bills", "billsAmount", "pointsEarned", "billsPending", "billsVoid"
    assert [sums[1][name] for name in names] == [2, "55.90", 55, 1, 1]
    assert [sums[2][name] for name in names] == [0, "0.00", 0, 1, 0]


def test_days_are_added_up_in_total_and_for_the_days_before(figures, pays, database, clock):
    member = a_member(database)
    for day, outlet, amount in ((5, 1, "100.00"), (12, 1, "40.00"), (13, 2, "60.00"), (13, 16, "5.00")):
        clock.set(datetime(2026, 3, day, 4, 0, tzinfo=UTC))
        pays(member, outlet, amount)

    found = figures("2026-03-12", "2026-03-13")

    assert of_outlets(found, "bills") == {1: [1], 2: [1], 16: [1]}
    assert [each["before"]["bills"] for each in found["outletList"][:2]] == [1, 0]
    assert (found["total"]["bills"], found["total"]["billsAmount"]) == (3, "105.00")
    assert (found["before"]["bills"], found["before"]["billsAmount"]) == (1, "100.00")


def test_members_are_counted_on_the_last_day(figures, pays, database, clock, app):
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

    found = figures("2026-03-01", "2026-03-31")

    names = "members", "joined", "left", "active30Days", "active90Days"
    assert of_outlets(found, *names) == {1: [3, 2, 0, 1, 2], 16: [1, 0, 0, 0, 0]}
    assert [found["total"][name] for name in names] == [4, 2, 0, 1, 2]

    clock.set(datetime(2026, 3, 31, 10, 0, tzinfo=UTC))
    with app.app_context():
        actions.erase(joined[first], AMIR)
    total = figures("2026-03-01", "2026-03-31")["total"]
    assert [total[name] for name in names] == [3, 2, 1, 0, 1]


def test_invited_members_are_counted(figures, database, clock):
    inviter = a_member(database)
    with database.bound(), transaction() as db:
        code = records.get_member(db, inviter).referral_code
    a_member(database, used_referral_code=code)

    total = figures()["total"]

    assert (total["joined"], total["invited"]) == (2, 1)


def test_the_most_claimed_rewards_come_first(figures, use_one, database, as_member, clock):
    use_one(1)
    member = a_member(database, earned=3_000)
    browser = as_member(member)
    for reward_id in (2, 2, 2):
        clock.advance(minutes=1)
        claim = {"memberId": member, "rewardId": reward_id}
        assert browser.post("/api/claim", json=claim).status_code == 201

    found = figures(what="/reward")

    sums = [
        (each["title"], each["made"], each["pointsSpent"], each["used"], each["usedValue"])
        for each in found["rewardList"]
    ]
    assert sums == [("Kangkung Fritters", 3, 1_800, 0, "0.00"), ("A treat", 1, 500, 1, "11.90")]
    assert (figures()["pointsSpent"], figures()["pointsSpentBefore"]) == (2_300, 0)
    clock.advance(days=35)
    later = figures()
    assert (later["pointsSpent"], later["pointsSpentBefore"]) == (0, 2_300)


def test_a_member_who_came_twice_counts_once_in_all(figures, pays, database, clock):
    loyal, once = a_member(database), a_member(database)
    for member, outlet in ((loyal, 1), (loyal, 2), (once, 1), (loyal, 16)):
        pays(member, outlet, "10.00")

    found = figures()["visits"]

    here = {each["outletId"]: each["visits"] for each in found["outletList"]}
    assert here[1] == {"visits": 2, "amount": "20.00", "members": 2, "cameAgain": 0}
    assert found["total"] == {"visits": 4, "amount": "40.00", "members": 2, "cameAgain": 1}
