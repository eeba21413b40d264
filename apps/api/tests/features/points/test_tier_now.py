"""The tier is that of the moment it is read, whether or not the scheduler has run.

Points that were taken back keep none.
"""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from flask import Flask

from loyalty import scheduler
from loyalty.db.session import Database, current_session, transaction
from loyalty.features.members import records
from loyalty.features.points import bills, ledger
from support.factories import a_bill, a_member, a_reward, a_till, every_violation, signed_in, spend

pytestmark = pytest.mark.databases_differ

# Noon in Malaysia on 14 January: 14 February is the last day that keeps the tier.
EARNED_AT = datetime(2027, 1, 14, 4, tzinfo=UTC)
LAST_MINUTE = datetime(2027, 2, 14, 15, 59, tzinfo=UTC)
A_MINUTE_LATER = datetime(2027, 2, 14, 16, 1, tzinfo=UTC)


@pytest.fixture
def elite(database: Database, clock) -> int:
    """A member who came to 5,000 points at EARNED_AT. No scheduler runs unless a test runs it."""
    clock.set(EARNED_AT)
    return a_member(database, earned=5_000)


@pytest.fixture
def seen(app: Flask, elite: int) -> Callable[[], dict[str, object]]:
    """`seen()`: tier and points of the member, in every answer that has them."""

    def look() -> dict[str, object]:
        headers = signed_in(app, elite)
        browser = app.test_client()
        me = browser.get(f"/api/member/{elite}", headers=headers).json
        status = browser.get(f"/api/member/{elite}/currentMembershipPoint", headers=headers).json
        card = a_till(app).get("/api/pos/member", query_string={"code": me["memberCode"]}).json
        return {
            "member": me["membershipLevel"],
            "name": me["membershipName"],
            "id": me["membershipId"],
            "points": me["currentMemberMembershipPoint"],
            "status": status["currentMemberMembershipPoint"],
            "keepBy": status["keepTierBy"],
            "till": card["membershipLevel"],
        }

    return look


def test_a_tier_ends_with_its_last_day_also_while_nobody_has_written_that(elite, seen, clock, database):
    clock.set(LAST_MINUTE)
    before = seen()
    clock.set(A_MINUTE_LATER)
    after = seen()

    elite_tier = {"member": 2, "name": "Elite", "id": 3, "points": 5_000, "status": 5_000, "till": 2}
    assert before == {**elite_tier, "keepBy": "2027-02-14"}
    plus = {"member": 1, "name": "Plus", "id": 2, "points": 1_500, "status": 1_500, "till": 1}
    assert after == {**plus, "keepBy": "2027-03-14"}
    with database.bound():
        scheduler.run()
    assert seen() == after
    assert every_violation(database) == []


def test_a_reward_of_a_tier_is_refused_from_the_minute_the_tier_ends(app, database, elite, clock):
    reward = a_reward(database, kind="membership", tier=2)

    def claim() -> tuple[int, bool]:
        headers = signed_in(app, elite)
        found = app.test_client().get("/api/membershipReward", headers=headers).json
        (offered,) = (each for each in found["membershipRewardList"] if each["id"] == reward)
        answer = app.test_client().post(
            "/api/claim", json={"memberId": elite, "rewardId": reward}, headers=headers
        )
        return answer.status_code, offered["isLocked"]

    clock.set(LAST_MINUTE)
    assert claim() == (201, False)
    clock.set(A_MINUTE_LATER)
    assert claim() == (409, True)


@pytest.fixture
def bill(database: Database, elite: int):
    """`bill(receipt)` verifies one of RM 10 and gives its id."""

    def make(receipt: str) -> int:
        with database.bound(), transaction() as db:
            made, _ = bills.post(db, outlet_id=1, member_id=elite, receipt=receipt, amount_sen=1_000)
            bills.verify(db, made.id, verified_by="mei")
            return int(made.id)

    return make


@pytest.fixture
def void(database: Database) -> Callable[[int], None]:
    def take_back(bill_id: int) -> None:
        with database.bound(), transaction() as db:
            bills.void(db, bill_id)

    return take_back


def keep_by(database: Database, member_id: int) -> str | None:
    with database.bound():
        day = ledger.tier_status_of(current_session(), member_id).keep_tier_by
    return None if day is None else day.isoformat()


def test_a_bill_that_was_taken_back_the_same_day_keeps_no_tier(database, elite, clock, bill, void):
    clock.set(datetime(2027, 2, 10, 4, tzinfo=UTC))
    assert keep_by(database, elite) == "2027-02-14"
    paid = bill("A-1")
    assert keep_by(database, elite) == "2027-03-10"

    void(paid)

    assert keep_by(database, elite) == "2027-02-14"
    assert every_violation(database) == []
    clock.set(A_MINUTE_LATER)
    with database.bound():
        scheduler.run()
        assert records.get_member(current_session(), elite).membership_level == 1
    assert every_violation(database) == []


def test_a_tier_that_only_a_bill_taken_back_kept_is_lost_at_once(database, elite, clock, bill, void):
    clock.set(datetime(2027, 2, 10, 4, tzinfo=UTC))
    paid = bill("A-1")
    clock.set(datetime(2027, 2, 20, 4, tzinfo=UTC))

    void(paid)

    with database.bound():
        found = records.get_member(current_session(), elite)
    assert (found.membership_level, found.current_member_membership_point) == (1, 1_500)
    assert keep_by(database, elite) == "2027-03-14"
    assert every_violation(database) == []


def test_a_later_purchase_keeps_the_tier_when_a_bill_is_taken_back(database, elite, clock, bill, void):
    clock.set(datetime(2027, 2, 10, 4, tzinfo=UTC))
    paid = bill("A-1")
    clock.set(datetime(2027, 2, 12, 4, tzinfo=UTC))
    bill("A-2")

    void(paid)

    assert keep_by(database, elite) == "2027-03-12"
    assert every_violation(database) == []


def test_a_correction_in_either_direction_moves_no_day(database, elite, clock):
    clock.set(datetime(2027, 2, 10, 4, tzinfo=UTC))
    with database.bound(), transaction() as db:
        ledger.adjust(db, elite, 100, a_bill(), "forgotten", counts_for_tier=True)
        ledger.adjust(db, elite, -100, a_bill(), "back again", counts_for_tier=True)

    assert keep_by(database, elite) == "2027-02-14"
    assert every_violation(database) == []


def test_a_bill_is_judged_by_the_moment_it_is_written_at_not_by_when_it_was_asked(database, elite, clock):
    """A request that waits for the account over midnight: the entry before it is of the next day."""
    clock.set(A_MINUTE_LATER)
    with database.bound(), transaction() as db:
        spend(db, elite, 10, a_bill(), "a sweet")
        ledger.earn(db, elite, 10, a_bill(), "RM 10.00 at Publika", LAST_MINUTE)

    assert every_violation(database) == []
    with database.bound():
        assert records.get_member(current_session(), elite).membership_level == 1


def test_one_account_that_cannot_step_down_stops_no_other(database, clock, owner, monkeypatch):
    clock.set(EARNED_AT)
    broken, others = a_member(database, earned=5_000), [a_member(database, earned=5_000) for _ in range(2)]
    monkeypatch.setattr(scheduler, "BATCH", 2)
    with owner.writes.begin() as connection_:
        # Its next entry has the number of one that is there.
        connection_.exec_driver_sql(f"UPDATE point_accounts SET seq = seq - 1 WHERE member_id = {broken}")  # noqa: S608
    clock.set(A_MINUTE_LATER)

    with database.bound():
        (result,) = (each for each in scheduler.run() if each.job == "tiers stepped down")
        levels = ledger.levels(current_session(), others, A_MINUTE_LATER)
        written = [ledger_level(each) for each in (broken, *others)]

    assert (result.count, result.failed) == (2, "2 done, 1 failed")
    assert (levels, written) == ({each: 1 for each in others}, [2, 1, 1])


def ledger_level(member_id: int) -> int:
    with transaction() as db:
        return ledger.lock(db, member_id)[0].tier_level
