"""SECURITY.md L1: whatever members, tills, operators and the clock do, the API agrees with a small plain
model, and the audit finds nothing after any step.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import text

from loyalty import scheduler
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict
from loyalty.features.members import records
from loyalty.features.points import bill_lists, bills, ledger
from loyalty.features.programme import settings as programme_settings
from loyalty.features.rewards import claims
from loyalty.features.rewards import vouchers as reward_vouchers
from loyalty.rules.rewards import voucher_status
from support.factories import a_bill, a_member, a_reward, a_till, every_violation, signed_in
from support.ledger_model import MALAYSIA_IS_AHEAD, Model

START = datetime(2028, 1, 30, 15, 30, tzinfo=UTC)  # half an hour before 31 January in a leap year
TENTHS = [10, 12, 15, 20]
COST, LIMIT, STOCK, VALID_DAYS = 500, 3, 5, 10
PRESENTED = timedelta(minutes=30)
PENDING, VERIFIED, VOID = 1, 2, 3
ACTIVE, SHOWN_OR_USED, EXPIRED, CANCELLED = 1, 2, 3, 4

_receipts, _keys = count(1), count(1)


@dataclass
class PlainVoucher:
    id: int
    code: str
    expires: datetime
    shown_until: datetime | None = None
    used: bool = False
    cancelled: bool = False

    def status(self, at: datetime) -> int:
        if self.cancelled:
            return CANCELLED
        if self.used or (self.shown_until and at < self.shown_until):
            return SHOWN_OR_USED
        return EXPIRED if at >= self.expires else ACTIVE


@dataclass
class PlainBill:
    id: int
    points: int
    amount: str
    receipt: str
    status: int = PENDING


@dataclass
class Person:
    id: int
    life: Model
    invited_by: "Person | None"
    bills: list[PlainBill] = field(default_factory=list)
    vouchers: list[PlainVoucher] = field(default_factory=list)
    gifts: int = 1  # the welcome voucher
    thanked_for: bool = False


def machine(app, database, clock, till):
    """The programme as a state machine on this database; each run begins with members of its own."""
    who, which = st.integers(0, 5), st.integers(0, 20)

    class Programme(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            clock.set(START)
            self.people: list[Person] = []
            self.reward = a_reward(database, cost=COST, limit=LIMIT, stock=STOCK, valid_days=VALID_DAYS)
            self.left = STOCK
            self.wrong_before = every_violation(database)

        @initialize()
        def two_friends_have_paid(self) -> None:
            """Every rule finds something to do from the first step on; without this few ever did."""
            self.register(number=0, invited=False)
            self.register(number=0, invited=True)
            self.post(number=0, sen=150_000)
            self.verify(number=0, at=0, status=PENDING)
            self.post(number=1, sen=49_999)
            self.post(number=0, sen=4_590)
            self.verify(number=0, at=0, status=PENDING)
            self.claim(number=0, twice=False)

        def person(self, number: int) -> Person:
            found = self.people[number % len(self.people)]
            found.life.live_until(clock.now())
            return found

        @precondition(lambda self: len(self.people) < 4)
        @rule(number=who, invited=st.booleans())
        def register(self, number: int, invited: bool) -> None:
            host = self.person(number) if invited and self.people else None
            values = {}
            if host:
                with database.bound():
                    values["used_referral_code"] = records.get_member(
                        current_session(), host.id
                    ).referral_code
            member = a_member(database, **values)
            with database.bound(), transaction() as db:
                assert claims.welcome(db, member)
            self.people.append(Person(member, Model(clock.now()), host))

        @precondition(lambda self: self.people)
        @rule(number=who, sen=st.sampled_from([99, 100, 4_590, 49_999, 150_000, 400_000]))
        def post(self, number: int, sen: int) -> None:
            person, receipt = self.person(number), str(next(_receipts))
            earned = sen * TENTHS[person.life.level] // 1000
            amount = f"{sen // 100}.{sen % 100:02}"
            body = {"memberId": person.id, "receiptNumber": receipt, "amount": amount}
            answer = till.post("/api/pos/earn", json=body)
            assert answer.status_code == 201
            bill = answer.json["memberEarn"]
            assert (bill["points"], bill["statusId"]) == (earned, PENDING)
            person.bills.append(PlainBill(bill["id"], earned, amount, receipt))

        @precondition(lambda self: any(each.bills for each in self.people))
        @rule(number=who, at=which)
        def post_again(self, number: int, at: int) -> None:
            person, bill = self.some_bill(number, at)
            with database.bound():
                paid = bill_lists.read(current_session(), bill.id).paid_at
            if paid < clock.now() - timedelta(days=31):
                return
            body = {"memberId": person.id, "receiptNumber": bill.receipt, "amount": bill.amount}
            answer = till.post("/api/pos/earn", json={**body, "paidAt": paid.isoformat()})
            assert (answer.status_code, answer.json["memberEarn"]["id"]) == (200, bill.id)

        def some_bill(self, number: int, at: int, status: int = 0) -> tuple[Person, PlainBill]:
            """A bill of this status if there is one, and any other if there is none."""
            all_bills = [(each, bill) for each in self.people for bill in each.bills]
            wanted = [(each, bill) for each, bill in all_bills if bill.status == status] or all_bills
            person, bill = wanted[(number + at) % len(wanted)]
            person.life.live_until(clock.now())
            return person, bill

        @precondition(lambda self: any(each.bills for each in self.people))
        @rule(number=who, at=which, status=st.sampled_from([PENDING, PENDING, VERIFIED, VOID]))
        def verify(self, number: int, at: int, status: int) -> None:
            person, bill = self.some_bill(number, at, status)
            answer = till.post(f"/api/pos/earn/{bill.id}/verify")
            if bill.status == VOID:
                assert answer.json["code"] == "bill_void"
                return
            assert answer.status_code == 200
            if bill.status == PENDING:
                bill.status = VERIFIED
                person.life.earn(bill.points, bill.id)
                if bill.points and person.invited_by and not person.thanked_for:
                    person.thanked_for = True
                    person.invited_by.gifts += 1

        @precondition(lambda self: any(each.bills for each in self.people))
        @rule(number=who, at=which, status=st.sampled_from([VERIFIED, VERIFIED, PENDING, VOID]))
        def void(self, number: int, at: int, status: int) -> None:
            person, bill = self.some_bill(number, at, status)
            answer = till.post(f"/api/pos/earn/{bill.id}/void")
            if bill.status == VERIFIED and bill.points > person.life.balance:
                assert answer.json["code"] == "points_spent"
                return
            assert answer.status_code == 200
            if bill.status == VERIFIED:
                person.life.take_back(bill.points, bill.id)
            bill.status = VOID

        @precondition(lambda self: self.people)
        @rule(number=who, twice=st.booleans())
        def claim(self, number: int, twice: bool) -> None:
            person, at = self.person(number), clock.now()
            why_not = None
            if any(each.status(at) == SHOWN_OR_USED and not each.used for each in person.vouchers):
                why_not = "claim_pending"
            elif not self.left:
                why_not = "out_of_stock"
            elif len(person.vouchers) >= LIMIT:
                why_not = "limit_reached"
            elif person.life.balance < COST:
                why_not = "not_enough_points"
            headers = {**signed_in(app, person.id), "Idempotency-Key": str(next(_keys))}
            for _ in range(1 + twice):
                body = {"memberId": person.id, "rewardId": self.reward}
                answer = app.test_client().post("/api/claim", json=body, headers=headers)
                assert answer.json.get("code", "done") == (why_not or "done")
            if why_not is None:
                self.left -= 1
                person.life.balance -= COST
                with database.bound():
                    newest = reward_vouchers.vouchers(current_session(), person.id, now(), limit=1)[0]
                midnight = (at + MALAYSIA_IS_AHEAD).replace(hour=0, minute=0, second=0, microsecond=0)
                expires = midnight + timedelta(days=VALID_DAYS + 1) - MALAYSIA_IS_AHEAD
                person.vouchers.append(PlainVoucher(newest.id, newest.code, expires))

        def try_to(self, act) -> str:
            try:
                with database.bound():
                    act()
            except Conflict as refused:
                return refused.code
            return "done"

        def some_voucher(self, number: int, at: int) -> tuple[Person, PlainVoucher]:
            holders = [each for each in self.people if each.vouchers]
            person = holders[number % len(holders)]
            person.life.live_until(clock.now())
            return person, person.vouchers[at % len(person.vouchers)]

        @precondition(lambda self: any(each.vouchers for each in self.people))
        @rule(number=who, at=which)
        def present(self, number: int, at: int) -> None:
            person, voucher = self.some_voucher(number, at)

            def act() -> None:
                with transaction() as db:
                    reward_vouchers.present(db, person.id, voucher.id, 2)

            result = self.try_to(act)
            moment = clock.now()
            if voucher.status(moment) == ACTIVE:
                assert result == "done"
                voucher.shown_until = min(moment + PRESENTED, voucher.expires)
            else:
                assert result == self.why_not(voucher) or result == "voucher_presented"

        def why_not(self, voucher: PlainVoucher) -> str:
            if voucher.cancelled:
                return "voucher_cancelled"
            if voucher.used:
                return "voucher_used"
            return "voucher_expired" if clock.now() >= voucher.expires else "voucher_not_presented"

        @precondition(lambda self: any(each.vouchers for each in self.people))
        @rule(number=who, at=which)
        def use(self, number: int, at: int) -> None:
            _, voucher = self.some_voucher(number, at)
            answer = till.post(f"/api/pos/voucher/{voucher.code}/use", json={})
            if voucher.status(clock.now()) == SHOWN_OR_USED and not voucher.used:
                assert answer.status_code == 200
                voucher.used = True
                answer = till.post(f"/api/pos/voucher/{voucher.code}/use", json={})
            assert answer.json["code"] == self.why_not(voucher)

        @precondition(lambda self: any(each.vouchers for each in self.people))
        @rule(number=who, at=which)
        def release(self, number: int, at: int) -> None:
            _, voucher = self.some_voucher(number, at)
            answer = till.post(f"/api/pos/voucher/{voucher.code}/release")
            assert answer.status_code == (409 if voucher.used else 200)
            if not voucher.used:
                voucher.shown_until = None

        @precondition(lambda self: any(each.vouchers for each in self.people))
        @rule(number=who, at=which)
        def cancel(self, number: int, at: int) -> None:
            person, voucher = self.some_voucher(number, at)

            def act() -> None:
                with transaction() as db:
                    reward_vouchers.cancel(db, voucher.code, "as the model wants", now(db))

            result = self.try_to(act)
            if voucher.used or voucher.cancelled or clock.now() >= voucher.expires:
                assert result == self.why_not(voucher)
            else:
                assert result == "done"
                voucher.cancelled = True
                person.life.balance += COST

        @precondition(lambda self: self.people)
        @rule(number=who, delta=st.sampled_from([-600, -1, 1, 450, 2_000]))
        def adjust(self, number: int, delta: int) -> None:
            person = self.person(number)

            def act() -> None:
                with transaction() as db:
                    ledger.adjust(db, person.id, delta, a_bill(), "as the model wants")

            result = self.try_to(act)
            assert result == ("done" if person.life.balance + delta >= 0 else "balance_too_small")
            if result == "done":
                person.life.balance += delta

        @rule(by=st.sampled_from([timedelta(minutes=9), timedelta(minutes=30), timedelta(hours=13),
                                  timedelta(days=4), timedelta(days=11), timedelta(days=32)]))  # fmt: skip
        def wait(self, by: timedelta) -> None:
            # The database keeps its log of the office for two years of its own clock, which nobody moves.
            clock.set(min(clock.now() + by, START + timedelta(days=700)))

        @rule()
        def tick(self) -> None:
            with database.bound():
                assert [each for each in scheduler.run() if each.failed] == []
            for person in self.people:
                person.life.live_until(clock.now())

        @invariant()
        def the_api_is_what_the_model_says(self) -> None:
            at = clock.now()
            with database.bound():
                db = current_session()
                for person in self.people:
                    person.life.live_until(at)
                    record = records.get_member(db, person.id)
                    assert record.member_point_amount == person.life.balance
                    assert record.current_member_membership_point == person.life.tier
                    assert record.membership_level == person.life.level
                    assert bills.tier_of(db, person.id, at).level == person.life.level
                    held = {
                        each.id: voucher_status(each, now(db))
                        for each in reward_vouchers.vouchers(db, person.id, now(db))
                    }
                    assert len(held) == len(person.vouchers) + person.gifts
                    assert {each.id: held[each.id] for each in person.vouchers} == {
                        each.id: each.status(at) for each in person.vouchers
                    }

                claimed = text("SELECT claimed FROM rewards WHERE id = :reward")
                assert db.scalar(claimed, {"reward": self.reward}) == STOCK - self.left

        @invariant()
        def the_books_are_right(self) -> None:
            assert every_violation(database) == self.wrong_before

    return Programme


@pytest.fixture
def till(app, clock):
    clock.set(START)
    # The model knows no limits of tills.
    with app.app_context(), transaction() as db:
        programme_settings.write(db, dict.fromkeys(("bill_limit", "till_day_limit", "member_day_limit"), 0))
    return a_till(app, 2)


@pytest.mark.long
def test_the_programme_is_what_a_plain_model_says(app, database, clock, till, rounds):
    run_state_machine_as_test(
        machine(app, database, clock, till),
        settings=settings(
            max_examples=rounds(3, 100),
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
