"""What one till key can do: verify so much, look so many members up, and leave its id on all of it."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest
from sqlalchemy import insert, select

from conftest import Clock
from loyalty.backoffice.bills import verification
from loyalty.backoffice.log.log import Signature
from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict
from loyalty.features.members import records
from loyalty.features.points import bill_lists
from loyalty.features.programme import settings
from loyalty.features.till.models import TillLookup, TillMiss
from loyalty.rules.calendar import Days
from support.factories import a_bill, a_member, a_reward, a_till, every_violation, metric, run_command, spend

pytestmark = pytest.mark.databases_differ

WHY = ["--by", "siti", "--reason", "asked the outlet"]
WAITS = "The office will confirm it, and the points follow then."


@pytest.fixture
def till(app, clock):
    return a_till(app)


@pytest.fixture
def member(database, clock):
    return a_member(database)


@pytest.fixture
def run(app):
    return lambda *args: run_command(app, *args)


@pytest.fixture
def limited(database):
    """`limited(member_day_limit=100)`: the programme's limits, in ringgit; those not named are none."""

    def limit(**ringgit):
        none = {"bill_limit": 0, "till_day_limit": 0, "member_day_limit": 0}
        with database.bound(), transaction() as db:
            settings.write(db, {**none, **ringgit})

    return limit


def post(till, member, amount, receipt, **more):
    body = {"memberId": member, "receiptNumber": receipt, "amount": amount, **more}
    answer = till.post("/api/pos/earn", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json["memberEarn"]


def settle(till, bill, act="verify", **headers):
    return till.post(f"/api/pos/earn/{bill['id']}/{act}", headers=headers)


def points_of(database, member):
    with database.bound():
        return records.get_member(current_session(), member).member_point_amount


def test_a_bill_above_the_limit_waits_until_an_operator_verifies_it(app, till, member, database, as_member):
    bill = post(till, member, "2000.01", "A-1")
    assert (bill["statusId"], bill["whyNot"]) == (1, f"This bill is larger than a till may confirm. {WAITS}")

    for _ in range(2):  # the same key again is no other answer
        refused = settle(till, bill, **{"Idempotency-Key": "press-1"})
        assert (refused.status_code, refused.json["code"]) == (409, "bill_waits_for_office")
        assert refused.json["message"] == bill["whyNot"]
    [found] = till.get("/api/pos/earn?receiptNumber=A-1").json["memberEarnList"]
    assert (found["statusId"], found["whyNot"]) == (1, bill["whyNot"])
    [seen] = as_member(member).get("/api/memberEarn").json["memberEarnList"]
    assert seen["statusId"] == 1
    assert points_of(database, member) == 0

    with app.app_context():
        with pytest.raises(Conflict, match="more than you may add alone today"):
            verification.verify_bill(bill["id"], Signature("siti", "asked the outlet"))
        verification.verify_bill(bill["id"], Signature("raj", "asked the outlet"))
    assert points_of(database, member) == 2_000
    settled = settle(till, bill, **{"Idempotency-Key": "press-1"})
    assert (settled.status_code, settled.json["memberEarn"]["statusId"]) == (200, 2)
    assert settled.json["memberEarn"]["whyNot"] is None
    assert every_violation(database) == []


def test_an_ordinary_bill_waits_for_nobody(till, member):
    bill = post(till, member, "2000.00", "A-1")

    assert bill["whyNot"] is None
    assert settle(till, bill).status_code == 200


def test_a_day_of_one_member_has_a_limit_whichever_till_and_whatever_day_is_named(
    app, till, member, limited, clock, database
):
    limited(member_day_limit=100)
    other, earlier = a_till(app, 2), "2026-03-01T12:00:00+08:00"
    assert settle(till, post(till, member, "60.00", "A-1", paidAt=earlier)).status_code == 200
    assert settle(other, post(other, member, "40.00", "A-1")).status_code == 200
    late = post(till, member, "0.01", "A-2", paidAt=earlier)

    assert settle(till, late).json["code"] == "bill_waits_for_office"
    assert settle(till, post(till, a_member(database), "100.00", "A-3")).status_code == 200
    clock.advance(hours=11, minutes=59)  # one minute to midnight in Malaysia
    assert settle(till, post(till, member, "0.01", "A-4")).status_code == 409
    clock.advance(minutes=1)
    assert settle(till, post(till, member, "100.00", "A-5")).status_code == 200
    # A bill that waits for the office keeps waiting, also when the limit is free again.
    clock.advance(days=1)
    assert settle(till, late).json["code"] == "bill_waits_for_office"


def test_a_day_of_one_till_has_a_limit_and_its_neighbour_its_own(app, till, database, limited):
    limited(till_day_limit=100)
    other = a_till(app)
    for number, recorder in enumerate((till, other)):  # what a till verifies counts, recorded by any till
        assert settle(till, post(recorder, a_member(database), "50.00", f"A-{number}")).status_code == 200
    bill = post(till, a_member(database), "1.00", "A-2")

    assert settle(till, bill).json["code"] == "bill_waits_for_office"
    assert settle(other, post(other, a_member(database), "100.00", "B-1")).status_code == 200
    assert settle(till, post(till, a_member(database), "0.00", "A-3")).status_code == 200


def test_void_bills_and_those_of_the_office_do_not_count_for_the_limit(app, till, member, limited):
    limited(member_day_limit=100)
    wrong = post(till, member, "100.00", "A-1")
    assert settle(till, wrong).status_code == 200
    by_office = post(till, member, "500.00", "A-2")
    with app.app_context():
        verification.verify_bill(by_office["id"], Signature("siti", "asked the outlet"))
    right = post(till, member, "90.00", "A-3")

    assert settle(till, wrong, "void").status_code == 200
    assert settle(till, right).status_code == 200
    assert settle(till, post(till, member, "10.01", "A-4")).status_code == 409


def test_a_bill_that_waits_can_be_taken_back_by_its_till(till, member):
    bill = post(till, member, "45900.00", "A-1")

    voided = settle(till, bill, "void")

    assert (voided.json["memberEarn"]["statusId"], voided.json["memberEarn"]["whyNot"]) == (3, None)
    assert settle(till, post(till, member, "459.00", "A-1")).status_code == 200


def test_two_verifications_at_once_do_not_pass_a_limit_together(app, till, database, limited):
    limited(till_day_limit=100, member_day_limit=60)
    other, regular = a_till(app), a_member(database)
    # Eight bills of RM 20 by one till, five allowed; ten for one member by two others, three allowed.
    bills = [(till, post(till, a_member(database), "20.00", f"A-{number}")) for number in range(8)]
    shared = [
        (each, post(each, regular, "20.00", f"{name}-{number}"))
        for number in range(5)
        for name, each in (("B", other), ("C", a_till(app)))
    ]
    with ThreadPoolExecutor(8) as pool:
        one_till = Counter(pool.map(lambda each: settle(*each).status_code, bills))
        one_member = Counter(pool.map(lambda each: settle(*each).status_code, shared))

    assert one_till == {200: 5, 409: 3}
    assert one_member == {200: 3, 409: 7}
    assert points_of(database, regular) == 60
    assert every_violation(database) == []


def test_what_a_leaked_key_did_is_listed_and_taken_back_by_one_command(
    app, till, member, run, as_member, database
):
    neighbour = a_till(app)
    recorded = post(till, member, "10.00", "A-1", paidAt="2026-03-01T12:00:00+08:00")
    settle(till, recorded)
    theirs = post(neighbour, member, "20.00", "B-1")
    settle(till, theirs)
    settle(neighbour, post(neighbour, member, "30.00", "B-2"))
    taken_back = post(till, member, "40.00", "A-2")
    settle(till, taken_back, "void")
    browser = as_member(member)
    claimed = browser.post("/api/claim", json={"memberId": member, "rewardId": a_reward(database, cost=0)})
    voucher = claimed.json["memberReward"]
    shown = {"memberId": member, "memberRewardId": voucher["id"], "outletId": 1}
    browser.post("/api/memberRedeem", json=shown)
    assert till.get(f"/api/pos/voucher/{voucher['code']}").status_code == 200
    assert till.post(f"/api/pos/voucher/{voucher['code']}/use").status_code == 200
    assert till.get("/api/pos/member?code=DCQP-7VVK-3D4M").status_code == 404

    with app.app_context():
        day = Days(date(2026, 3, 14), date(2026, 3, 14))
        bills = bill_lists.of_till(current_session(), 1, day)
        looked_up = current_session().execute(select(TillLookup.what, TillLookup.member_id)).all()
    assert [each.id for each in bills] == [recorded["id"], theirs["id"], taken_back["id"]]
    assert [(each.till_id, each.verified_till_id) for each in bills] == [(1, 1), (2, 1), (1, None)]
    assert looked_up == [("voucher", member)]

    elsewhen = run("till", "void", "1", "--from", "2026-03-13", "--to", "2026-03-13", *WHY)
    assert (elsewhen.exit_code, elsewhen.output) == (0, "")
    voided = run("till", "void", "1", "--from", "2026-03-14", *WHY)
    assert (voided.exit_code, voided.output.count("is voided.")) == (0, 2)
    assert points_of(database, member) == 30
    assert run("till", "void", "9", "--from", "2026-03-13", *WHY).exit_code == 1


def test_a_bill_of_a_leaked_key_whose_points_are_spent_is_named(app, till, member, run, database):
    bill = post(till, member, "10.00", "A-1")
    settle(till, bill)
    with app.app_context(), transaction() as db:
        spend(db, member, 10, a_bill(), "tea")

    refused = run("till", "void", "1", "--from", "2026-03-14", *WHY)

    assert refused.exit_code == 1
    assert f"Bill {bill['id']} of member {member}: The points of this bill have been spent" in refused.output


@pytest.fixture
def strict(other_app):
    """An application that counts what tills ask for."""
    return other_app(rate_limits=True)


@pytest.fixture
def strict_clock(strict):
    return Clock(strict.extensions["loyalty.database"])


def test_a_till_looks_up_thirty_members_a_minute_and_misses_count(strict, strict_clock):
    database = strict.extensions["loyalty.database"]
    with database.bound():
        card = records.get_member(current_session(), a_member(database)).member_code
    till, other = a_till(strict), a_till(strict)
    ask, nobody = f"/api/pos/member?code={card}", "/api/pos/member?code=DCQP-7VVK-3D4M"
    for _ in range(15):
        assert till.get(ask).status_code == 200
        assert till.get(nobody).status_code == 404
        assert other.get(nobody).status_code == 404
        strict_clock.advance(seconds=1)

    refused = till.get(ask)
    assert (refused.status_code, refused.json["code"]) == (429, "too_many")
    assert refused.headers["Retry-After"] == "45"
    assert other.get(ask).status_code == 200
    strict_clock.advance(seconds=44)
    assert till.get(ask).status_code == 429
    strict_clock.advance(seconds=1)
    assert till.get(ask).status_code == 200


def test_look_ups_at_once_do_not_pass_the_limit_together(strict, strict_clock):
    """What the lock is for, on PostgreSQL: SQLite has one writer anyway."""
    database = strict.extensions["loyalty.database"]
    with database.bound():
        card = records.get_member(current_session(), a_member(database)).member_code
    till = a_till(strict)
    for _ in range(26):
        assert till.get(f"/api/pos/member?code={card}").status_code == 200
    asked = [f"/api/pos/member?code={code}" for code in (card, "DCQP-7VVK-3D4M") for _ in range(8)]

    with ThreadPoolExecutor(8) as pool:
        answers = Counter(pool.map(lambda each: till.get(each).status_code, asked))

    assert (answers[429], answers[200] + answers[404]) == (12, 4)


def test_a_till_looks_up_so_many_members_a_day(strict, strict_clock):
    """1,500 in 24 hours; all but the first and the last two are written as rows."""
    till = a_till(strict)
    nobody = "/api/pos/member?code=DCQP-7VVK-3D4M"
    assert till.get(nobody).status_code == 404
    database = strict.extensions["loyalty.database"]
    with database.bound(), transaction() as db:
        [till_id] = db.scalars(select(TillMiss.till_id))
        at = [strict_clock.now() + timedelta(minutes=number // 30) for number in range(1, 1498)]
        db.execute(insert(TillMiss), [{"till_id": till_id, "at": each} for each in at])
    strict_clock.advance(minutes=50)
    for _ in range(2):
        assert till.get(nobody).status_code == 404

    refused = till.get(nobody)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, str(24 * 3600 - 50 * 60))


def test_misses_that_do_not_stop_call_the_operators(till, clock):
    before = metric("loyalty_till_alarms_total", kind="misses")
    missed = metric("loyalty_till_misses_total", till="1")
    nobody = "/api/pos/member?callingCode=60&mobileNumber=199999999"
    for _ in range(19):
        till.get(nobody)
    clock.advance(minutes=10)
    for _ in range(19):
        till.get(nobody)
    assert metric("loyalty_till_alarms_total", kind="misses") == before

    till.get(nobody)

    assert metric("loyalty_till_alarms_total", kind="misses") == before + 1
    assert metric("loyalty_till_misses_total", till="1") == missed + 39


def test_a_till_at_its_limit_of_a_day_calls_the_operators_once_a_bill(till, database, limited):
    limited(till_day_limit=100)
    before = metric("loyalty_till_alarms_total", kind="bills")
    settle(till, post(till, a_member(database), "60.00", "A-1"))
    bill = post(till, a_member(database), "60.00", "A-2")

    settle(till, bill)
    settle(till, bill)

    assert metric("loyalty_till_alarms_total", kind="bills") == before + 1
