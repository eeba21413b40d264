"""GET /member/{id}/pointTotals: what a Malaysian month came to, however many lines it has."""

from datetime import UTC, datetime

import pytest

from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.features.points import bills, ledger
from loyalty.features.rewards import vouchers
from support.factories import a_bill, a_member, a_reward, a_till

pytestmark = pytest.mark.databases_differ


@pytest.fixture
def member(database, clock):
    return a_member(database)


@pytest.fixture
def totals(as_member, member):
    return lambda: as_member(member).get(f"/api/member/{member}/pointTotals").json


def earn(database, member, amount, *, at=None):
    with database.bound(), transaction() as db:
        ledger.earn(db, member, amount, a_bill(), "a bill", at)


def test_a_month_of_more_bills_than_a_page_holds_is_added_up_whole(database, member, totals):
    with database.bound(), transaction() as db:
        for _ in range(116):
            ledger.earn(db, member, 10, a_bill(), "a bill")
    assert totals() == {"month": "2026-03", "earned": 1_160, "used": 0}


def test_the_month_is_malaysias(database, member, totals, clock):
    clock.set(datetime(2026, 3, 31, 15, 59, 59, tzinfo=UTC))
    earn(database, member, 7)
    assert totals() == {"month": "2026-03", "earned": 7, "used": 0}
    clock.set(datetime(2026, 3, 31, 16, 0, tzinfo=UTC))
    assert totals() == {"month": "2026-04", "earned": 0, "used": 0}
    earn(database, member, 5)
    assert totals()["earned"] == 5


def test_adjustments_are_neither_earned_nor_used(database, member, totals):
    with database.bound(), transaction() as db:
        ledger.adjust(db, member, 50, a_bill(), "Points Adjustment (In)")
        ledger.adjust(db, member, -20, a_bill(), "Points Adjustment (Out)")
    assert totals() == {"month": "2026-03", "earned": 0, "used": 0}


def test_a_claim_whose_points_came_back_is_not_used(database, member, totals, as_member):
    earn(database, member, 1_600)
    browser = as_member(member)
    kept, cancelled = (a_reward(database, cost=cost) for cost in (1_000, 600))
    browser.post("/api/claim", json={"memberId": member, "rewardId": kept})
    claimed = browser.post("/api/claim", json={"memberId": member, "rewardId": cancelled})
    assert totals()["used"] == 1_600
    with database.bound(), transaction() as db:
        vouchers.cancel(db, claimed.json["memberReward"]["code"], "the kitchen ran out", now(db))
    assert totals() == {"month": "2026-03", "earned": 1_600, "used": 1_000}


def test_a_bill_that_was_taken_back_is_not_earned(database, member, totals, app):
    till = a_till(app)
    for receipt in ("A-1", "A-2"):
        body = {
            "memberId": member,
            "receiptNumber": receipt,
            "amount": "40.00",
            "paidAt": "2026-03-14T03:50:00Z",
        }
        bill = till.post("/api/pos/earn", json=body).json["memberEarn"]
        till.post(f"/api/pos/earn/{bill['id']}/verify")
    assert totals()["earned"] == 80
    with database.bound(), transaction() as db:
        bills.void(db, bill["id"], reason="rung up twice")
    assert totals()["earned"] == 40
