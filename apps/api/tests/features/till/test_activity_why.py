"""Each activity opens to its why: of a bill, of a claim, of a correction."""

import pytest

from loyalty.backoffice.bills import recording
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.vouchers import vouchers as office_vouchers
from loyalty.db.session import transaction
from loyalty.features.points import ledger
from loyalty.rules.points import before_rounding, times
from loyalty.rules.tiers import TIERS
from support.factories import a_bill, a_member, a_reward, a_till, adjust

NO_BILL = dict.fromkeys(
    ["amount", "multiplier", "basePoints", "exactPoints", "receiptNumber", "paidAt", "outletId", "outletName"]
)
NOTHING = {**NO_BILL, "memberRewardId": None, "memberRewardName": None, "reason": None}
PLAIN = {"id", "actionId", "remark", "points", "createdAt"}


@pytest.fixture
def member(database, clock):
    return a_member(database)


@pytest.fixture
def why(as_member, member):
    """`why()` is what the member's activities say beside the plain five, newest first."""

    def read():
        answer = as_member(member).get(f"/api/member/{member}/activityHistory")
        found = answer.json["memberActivityHistoryList"]
        return [{name: line[name] for name in line if name not in PLAIN} for line in found]

    return read


def earned(till, member, amount, receipt, **more):
    body = {"memberId": member, "amount": amount, "receiptNumber": receipt, **more}
    bill = till.post("/api/pos/earn", json=body).json["memberEarn"]["id"]
    assert till.post(f"/api/pos/earn/{bill}/verify").status_code == 200
    return bill


def test_a_bill_says_amount_multiplier_rounding_receipt_and_outlet(app, database, member, why):
    with database.bound(), transaction() as db:
        ledger.earn(db, member, 1_500, a_bill(), "until Plus")
    earned(a_till(app, 2), member, "45.90", "A-17", paidAt="2026-03-14T11:30:00+08:00")
    newest, *older = why()
    assert newest == {
        **NOTHING,
        "amount": "45.90",
        "multiplier": "1.0",
        "basePoints": 45,
        "exactPoints": "45.900",
        "receiptNumber": "A-17",
        "paidAt": "2026-03-14T03:30:00.000Z",
        "outletId": 2,
        "outletName": "Publika",
    }
    assert older == [NOTHING, NOTHING]  # no bill of a till, and joining


def test_the_multiplier_is_that_of_the_tier_when_the_bill_was_paid(app, database, member, why, clock):
    with database.bound(), transaction() as db:
        ledger.earn(db, member, 1_500, a_bill(), "until Plus")
    clock.advance(minutes=1)
    earned(a_till(app), member, "45.90", "A-18")
    newest = why()[0]
    report = newest["multiplier"], newest["basePoints"], newest["exactPoints"]
    plus = TIERS[1].multiplier_tenths
    assert report == (times(plus), 45, before_rounding(45_90, plus))


def test_a_bill_taken_back_says_which_and_the_reason(app, member, why):
    bill = earned(a_till(app), member, "10.00", "A-19")
    with app.app_context(), transaction() as db:
        recording.void_bill(db, bill, Signature("siti", "rung up twice: till 2"))
    newest, credited, _ = why()
    assert newest == {**credited, "reason": "rung up twice: till 2"}
    assert (newest["receiptNumber"], newest["amount"]) == ("A-19", "10.00")


def test_a_claim_and_its_cancelling_name_the_voucher(app, database, as_member, member, why):
    with database.bound(), transaction() as db:
        ledger.earn(db, member, 500, a_bill(), "a feast")
    reward = a_reward(database, cost=500)
    body = {"memberId": member, "rewardId": reward}
    voucher = as_member(member).post("/api/claim", json=body).json["memberReward"]
    with app.app_context():
        office_vouchers.cancel_voucher(voucher["code"], Signature("siti", "sold out"))
    cancelled, claimed, *_ = why()
    named = {"memberRewardId": voucher["id"], "memberRewardName": voucher["name"]}
    assert claimed == {**NOTHING, **named}
    assert cancelled == {**claimed, "reason": "sold out"}


@pytest.mark.parametrize("points_moved", [50, -50])
def test_an_adjustment_says_why(app, database, member, why, points_moved):
    with app.app_context():
        with transaction() as db:
            ledger.earn(db, member, 50, a_bill(), "a feast")
        adjust(member, points_moved, Signature("siti", "soup spilled"))
    assert why()[0] == {**NOTHING, "reason": "soup spilled"}
