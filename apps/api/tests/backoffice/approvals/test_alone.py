"""One person alone raises no balance by more than the limits of a day, whatever they do in whatever order."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from loyalty.backoffice.log import log
from loyalty.db.clock import now
from loyalty.db.session import Database, current_session, transaction
from loyalty.features.members import records
from loyalty.features.programme import settings as programme_settings
from loyalty.features.rewards import vouchers
from support.counter_steps import at_till, manager, record, verify
from support.factories import a_member, a_reward, a_till, every_violation, signed_in
from support.staff_app import (
    Tablet,
    a_person,
    a_tablet,
    accept,
    at_counter,
    browser_of,
    in_office,
    look_up,
    passkey,
)

WHY = "Ticket 4711, a wish"
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
OF_MEMBER, OF_PERSON = 100, 250


@pytest.fixture
def limits(database, clock):
    """The limits of a day, small enough to be reached in a few steps."""
    with database.bound(), transaction() as db:
        programme_settings.write(db, {"adjust_limit": OF_MEMBER, "operator_day_limit": OF_PERSON})


def points_of(database: Database, member: int) -> int:
    with database.bound():
        return records.get_member(current_session(), member).member_point_amount


def had(database: Database, member: int) -> int:
    """The points of a member, with those spent on vouchers: cancelling one only gives them back."""
    with database.bound():
        spent = sum(
            each.cost for each in vouchers.vouchers(current_session(), member, now()) if not each.cancelled_at
        )
    return points_of(database, member) + spent


def till_key(app: Flask, office: FlaskClient, name: str = "Laptop") -> tuple[Tablet, FlaskClient]:
    """A till that somebody of the office has enrolled on a device of their own, and a client with its key."""
    link = office.post("/api/staff/outlet/1/till/enrolment", json={"name": name}).json["link"]
    tablet = Tablet(browser_of(app))
    key = tablet.enrol(link.partition("#")[2]).json["key"]
    client = app.test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {key}"
    return tablet, client


def test_a_manager_who_enrols_a_till_cannot_create_points_with_it(app, database, clock):
    member, ravi = a_member(database), a_person(database, ("outlet-manager", 1), name="Ravi")
    office = in_office(app, ravi)
    tablet, key = till_key(app, office)
    posted = {"memberId": member, "receiptNumber": "A-1", "amount": "5000000.00"}
    assert key.post("/api/pos/earn", json=posted).json["code"] == "tablet_key"
    person = {"name": "Sock Puppet", "grants": [{"role": "cashier", "outletId": 1}]}
    hired = office.post("/api/staff/people", json=person).json["id"]
    assert office.put(f"/api/staff/people/{hired}/pin", json={"pin": "9053"}).status_code == 204
    assert tablet.sign_in(hired, "9053", newPin="6284").status_code == 200
    too_large = tablet.browser.post("/api/staff/counter/earn", json=posted)
    assert (too_large.status_code, too_large.json["code"]) == (422, "bill_too_large")
    assert too_large.json["errors"] == {"amount": ["A bill can be RM 50,000 at most."]}

    def bill(number: int, amount: str) -> int:
        bill = {"memberId": member, "receiptNumber": f"B-{number}", "amount": amount}
        answer = tablet.browser.post("/api/staff/counter/earn", json=bill)
        assert answer.status_code == 201, answer.text
        return int(answer.json["memberEarn"]["id"])

    large, rest, one = bill(1, "50000.00"), bill(2, "1000.00"), bill(3, "1.00")
    for each in (large, rest, one):
        assert key.post(f"/api/pos/earn/{each}/verify").json["code"] == "tablet_key"
    assert verify(office, large, rest, one, large) == ["second_person", None, "second_person"]
    assert points_of(database, member) == 1_000
    clock.advance(days=1)
    office = in_office(app, ravi)
    assert verify(office, large, one) == ["you_added_proposer", None]
    assert every_violation(database) == []
    assert verify(manager(app, database), large) == [None]
    assert points_of(database, member) == 51_001
    assert every_violation(database) == []
    with database.bound():
        logged = [(each.action, each.details) for each in log.entries(current_session(), action="earn")]
    assert logged == [
        ("earn.verify", "bill 1: receipt B-1, RM 50000.00, 50000 points"),
        ("earn.verify", "bill 3: receipt B-3, RM 1.00, 1 points"),
        ("earn.verify-first", "bill 3: receipt B-3, RM 1.00, 1 points"),
        ("earn.verify", "bill 2: receipt B-2, RM 1000.00, 1000 points"),
        ("earn.verify-first", "bill 1: receipt B-1, RM 50000.00, 50000 points"),
    ]


@pytest.mark.parametrize(("amount", "status"), [("50000.00", 201), ("50000.01", 422)])
def test_a_bill_has_a_maximum_in_every_way_it_comes_in(app, database, clock, amount, status):
    member, till, cashier = a_member(database), a_till(app), at_till(app, database)
    bill = {"memberId": member, "amount": amount}
    answers = [
        till.post("/api/pos/earn", json={**bill, "receiptNumber": "A-1"}),
        till.post("/api/pos/receipt", json={"receiptNumber": "A-2", "amount": amount}),
        record(cashier, member, receiptNumber="A-3", amount=amount),
        cashier.post("/api/staff/counter/receipt", json={"receiptNumber": "A-4", "amount": amount}),
    ]
    assert [each.status_code for each in answers] == [status] * 4
    by_hand = {**bill, "receiptNumber": "A-5", "outletId": 1, "paidAt": "2026-03-14", "reason": WHY}
    office = manager(app, database)
    look_up(office, member)
    assert office.post("/api/staff/bill", json=by_hand).status_code == (200 if status == 201 else 422)


def test_a_day_of_bills_that_cashiers_recorded_reaches_no_limit(app, database, limits):
    cashier, office = at_till(app, database), manager(app, database)
    bills = [
        record(cashier, a_member(database), receiptNumber=f"A-{number}", amount="99.00").json["memberEarn"]
        for number in range(5)
    ]
    assert verify(office, *(each["id"] for each in bills)) == [None] * 5


def test_a_cashier_is_a_second_person_within_the_limits_of_their_till(app, database, limits):
    """Somebody else may have typed it: their tablet stays signed in for hours."""
    with database.bound(), transaction() as db:
        programme_settings.write(db, {"bill_limit": 300, "member_day_limit": 500, "till_day_limit": 700})
    cashier, office, member = at_till(app, database), manager(app, database), a_member(database)
    numbers = count(1)

    def bill(whose: int, amount: str) -> int:
        made = record(cashier, whose, receiptNumber=f"A-{next(numbers)}", amount=amount)
        return int(made.json["memberEarn"]["id"])

    assert verify(office, bill(member, "300.00"), bill(member, "200.00")) == [None, None]
    beyond = bill(member, "1.00"), bill(member, "99.00"), bill(member, "1.00"), bill(member, "50000.00")
    assert verify(office, *beyond) == [None, None, "second_person", "second_person"]
    other = [bill(a_member(database), amount) for amount in ("200.00", "100.00", "51.00")]
    assert verify(office, *other) == [None, None, "second_person"]
    assert points_of(database, member) == 600
    assert verify(office, *beyond[2:]) == ["own_proposal", "own_proposal"]
    assert verify(manager(app, database), *beyond[2:], other[2]) == [None, None, None]
    assert every_violation(database) == []


def test_what_an_integrated_till_vouches_for_counts_for_nobody_within_its_limits(app, database, limits):
    with database.bound(), transaction() as db:
        programme_settings.write(db, {"bill_limit": 300, "member_day_limit": 500})
    till, member, office = a_till(app), a_member(database), manager(app, database)

    def bill(number: int, amount: str) -> int:
        body = {"memberId": member, "receiptNumber": f"A-{number}", "amount": amount}
        return int(till.post("/api/pos/earn", json=body).json["memberEarn"]["id"])

    assert verify(office, bill(1, "300.00"), bill(2, "200.00")) == [None, None]
    # What follows is beyond the till's limit for a member's day, and so are bills above its limit of one.
    assert till.post(f"/api/pos/earn/{bill(3, '1.00')}/verify").status_code == 409
    assert verify(office, 3, bill(4, "99.00"), bill(5, "1.00"), bill(6, "301.00")) == [
        None,
        None,
        "second_person",
        "second_person",
    ]
    assert verify(manager(app, database), 5, 6) == [None, None]
    assert every_violation(database) == []


def test_a_new_cashier_counts_for_who_hired_them_until_thirty_days_are_over(app, database, clock, limits):
    ravi = a_person(database, ("outlet-manager", 1), name="Ravi")
    hired = in_office(app, ravi).post(
        "/api/staff/people", json={"name": "Ali", "grants": [{"role": "cashier", "outletId": 1}]}
    )
    assert hired.status_code == 201, hired.text
    cashier, member = _at_counter(app, hired.json["id"]), a_member(database)
    one, two = (record(cashier, member, receiptNumber=each, amount="60.00") for each in ("A-1", "A-2"))
    ids = [each.json["memberEarn"]["id"] for each in (one, two)]
    assert verify(in_office(app, ravi), *ids) == [None, "second_person"]
    clock.advance(days=30)
    assert verify(in_office(app, ravi), ids[1]) == [None]
    later = record(_at_counter(app, hired.json["id"]), member, receiptNumber="A-3", amount="900.00")
    assert verify(in_office(app, ravi), later.json["memberEarn"]["id"]) == [None]


def test_adjustments_of_many_members_have_a_limit_of_the_person(app, database, limits):
    area = in_office(app, a_person(database, ("area-manager", 1)))

    def adjust(points: int) -> Any:
        body, member = {"points": points, "reason": WHY}, a_member(database)
        look_up(area, member)
        return area.post(f"/api/staff/member/{member}/adjust", json=body).json["state"]

    assert [adjust(points) for points in (100, 100, 51, 50, 1)] == [
        "done",
        "done",
        "waiting",
        "done",
        "waiting",
    ]


def test_the_audit_names_a_large_bill_that_one_person_verified(app, database, limits, owner):
    office, member = manager(app, database), a_member(database)
    look_up(office, member)
    bill = {"memberId": member, "outletId": 1, "receiptNumber": "A-1", "amount": "100.00", "reason": WHY}
    added = office.post("/api/staff/bill", json={**bill, "paidAt": "2026-03-14"}).json["bill"]["id"]
    assert verify(office, added) == [None]
    assert every_violation(database) == []
    with owner.writes.begin() as db:
        db.exec_driver_sql("UPDATE programme_settings SET value = 99 WHERE name = 'adjust_limit'")
    assert every_violation(database) == []  # a limit that is lowered makes nothing wrong
    with owner.writes.begin() as db:
        db.exec_driver_sql("DELETE FROM points_alone")
    assert every_violation(database) == [
        f"I-18 member {member}: bill {added} of 100 points was verified without a second person"
    ]


def _at_counter(app: Flask, staff_id: int) -> FlaskClient:
    return at_counter(app, staff_id, a_tablet(app, 1))


AMOUNTS = st.sampled_from(["40.00", "60.00", "99.99", "101.00", "1900.00", "2500.00", "50000.00"])
WAYS = ["key", "key, receipt", "hand", "counter", "counter, receipt"]
ANY = st.integers(min_value=0, max_value=99)


def machine(app: Flask, database: Database, clock: Any, role: str) -> type[RuleBasedStateMachine]:
    """Everything that one person of a role can call, with every account, till, cashier and PIN they can make;
    beside them a manager and a cashier who have been there for long, and do nothing by themselves.
    """
    outlet = None if role == "head-office" else 1

    class OnePerson(RuleBasedStateMachine):
        @initialize()
        def begin(self) -> None:
            clock.set(NOON - timedelta(days=40))
            self.mei = a_person(database, ("outlet-manager", 1), name="Mei")
            self.nora = a_person(database, ("cashier", 1), name="Nora")
            me = a_person(database, (role, outlet), name="Ravi")
            clock.set(NOON)
            self.accounts, self.cashiers = [me], list[int]()
            self.keys: list[FlaskClient] = []
            self.counters: list[FlaskClient] = []
            self.members = [a_member(database) for _ in range(4)]
            self.reward = a_reward(database, cost=20)
            self.numbers = count(1)
            self.morning = [0] * len(self.members)

        def office(self, number: int, *members: int) -> FlaskClient:
            browser = in_office(app, self.accounts[number % len(self.accounts)])
            look_up(browser, *members)
            return browser

        def member(self, number: int) -> int:
            return self.members[number % len(self.members)]

        def ask(self, browser: FlaskClient, method: str, path: str, body: dict[str, Any]) -> Any:
            answer = browser.open(f"/api{path}", method=method, json=body)
            assert answer.status_code < 500, answer.text
            return answer.get_json(silent=True) if answer.status_code < 300 else None

        def bills(self, state: str) -> list[Any]:
            listed = in_office(app, self.mei).get(f"/api/staff/bill?state={state}&limit=100").json
            return [each for each in listed["billList"] if each["memberId"] in self.members]

        @rule(who=ANY)
        def enrol_a_till(self, who: int) -> None:
            tablet, key = till_key(app, self.office(who), f"Laptop {next(self.numbers)}.{self.members[0]}")
            self.keys.append(key)
            for each in self.cashiers[-1:]:
                self.counters.append(at_counter(app, each, tablet))

        @rule(who=ANY, wanted=st.sampled_from(["cashier", "outlet-manager", "area-manager", "head-office"]))
        def add_an_account(self, who: int, wanted: str) -> None:
            grant = {"role": wanted, "outletId": None if wanted == "head-office" else 1}
            body = {"name": "Sock Puppet", "grants": [grant]}
            made = self.ask(self.office(who), "POST", "/staff/people", body)
            if made and wanted == "cashier":
                self.be_cashier(who, made["id"])
            elif made:
                self.be(who, made["id"])

        @rule(who=ANY)
        def invite_a_colleague(self, who: int) -> None:
            self.be(who, self.mei)

        def be(self, who: int, staff_id: int) -> None:
            made = self.ask(self.office(who), "POST", f"/staff/people/{staff_id}/invitation", {})
            if made and made["link"]:
                token = made["link"].partition("#")[2]
                assert accept(browser_of(app), token, passkey()).status_code == 201
                self.accounts.append(staff_id)

        @rule(who=ANY, wanted=st.sampled_from(["outlet-manager", "area-manager", "head-office"]))
        def give_a_role(self, who: int, wanted: str) -> None:
            grant = {"role": wanted, "outletId": None if wanted == "head-office" else 1}
            body = {"grants": [{"role": "cashier", "outletId": 1}, grant]}
            if self.ask(self.office(who), "PATCH", f"/staff/people/{self.nora}", body):
                self.be(who, self.nora)

        @rule(who=ANY)
        def set_a_pin(self, who: int) -> None:
            self.be_cashier(who, self.nora)

        def be_cashier(self, who: int, staff_id: int) -> None:
            office, path = self.office(who), f"/staff/people/{staff_id}/pin"
            answer = office.put(f"/api{path}", json={"pin": "9053"})
            if answer.status_code != 204:
                return
            tablet, _ = till_key(app, office, f"Tablet {next(self.numbers)}.{self.members[0]}")
            assert tablet.sign_in(staff_id, "9053", newPin="6284").status_code == 200
            self.cashiers.append(staff_id)
            self.counters.append(tablet.browser)

        @rule(
            way=st.sampled_from(WAYS), who=ANY, at=ANY, whose=ANY, amount=AMOUNTS, is_verified=st.booleans()
        )
        def bring_in_a_bill(
            self, way: str, who: int, at: int, whose: int, amount: str, is_verified: bool
        ) -> None:
            if not self.keys:
                self.enrol_a_till(who)
            if not self.counters and way.startswith("counter"):
                self.set_a_pin(who)
            if not self.counters:
                way = "key"
            key = self.keys[at % len(self.keys)]
            bill = {"receiptNumber": f"R-{self.members[0]}-{next(self.numbers)}", "amount": amount}
            theirs = {**bill, "memberId": self.member(whose)}
            if way == "key" and (made := self.ask(key, "POST", "/pos/earn", theirs)):
                self.ask(key, "POST", f"/pos/earn/{made['memberEarn']['id']}/verify", {})
            elif way == "key, receipt":
                self.claim(whose, self.ask(key, "POST", "/pos/receipt", {**bill, "isChecked": True}))
            elif way == "hand":
                by_hand = {**theirs, "outletId": 1, "paidAt": str(clock.now().date()), "reason": WHY}
                self.ask(self.office(who, self.member(whose)), "POST", "/staff/bill", by_hand)
            elif way == "counter":
                self.ask(self.counters[at % len(self.counters)], "POST", "/staff/counter/earn", theirs)
            elif way == "counter, receipt":
                counter = self.counters[at % len(self.counters)]
                self.claim(whose, self.ask(counter, "POST", "/staff/counter/receipt", bill))
            if is_verified:
                self.verify_all(who, at)

        def claim(self, whose: int, made: Any) -> None:
            if made:
                body, headers = {"code": made["receiptClaim"]["code"]}, signed_in(app, self.member(whose))
                assert app.test_client().post("/api/receipt", json=body, headers=headers).status_code < 500

        @rule(who=ANY, also_by=ANY)
        def verify_all(self, who: int, also_by: int) -> None:
            ids = [each["id"] for each in self.bills("unverified")]
            for each in (who, also_by) if ids else ():
                self.ask(self.office(each), "POST", "/staff/bill/verify", {"billIds": ids})

        @rule(who=ANY, whose=ANY, points=st.sampled_from([-50, 1, 50, 100, 101, 900_000]))
        def adjust(self, who: int, whose: int, points: int) -> None:
            body, member = {"points": points, "reason": WHY}, self.member(whose)
            self.ask(self.office(who, member), "POST", f"/staff/member/{member}/adjust", body)

        @rule(who=ANY, which=ANY, whose=ANY, state=st.sampled_from(["verified", "unverified"]))
        def move_a_bill(self, who: int, which: int, whose: int, state: str) -> None:
            if bills := self.bills(state):
                bill, member = bills[which % len(bills)], self.member(whose)
                body = {"memberId": member, "reason": WHY}
                self.ask(self.office(who, member), "POST", f"/staff/bill/{bill['id']}/move", body)

        @rule(who=ANY, which=ANY)
        def void_a_bill(self, who: int, which: int) -> None:
            if bills := self.bills("verified"):
                path = f"/staff/bill/{bills[which % len(bills)]['id']}/void"
                self.ask(self.office(who), "POST", path, {"reason": WHY})

        @rule(who=ANY)
        def approve_all(self, who: int) -> None:
            office = self.office(who)
            for each in office.get("/api/staff/approval?limit=100").json["approvalList"]:
                path = f"/staff/approval/{each['id']}/decision"
                self.ask(office, "POST", path, {"decision": "approve", "reason": WHY})

        @rule(who=ANY, whose=ANY)
        def claim_and_cancel_a_voucher(self, who: int, whose: int) -> None:
            member = self.member(whose)
            body = {"memberId": member, "rewardId": self.reward}
            claimed = app.test_client().post("/api/claim", json=body, headers=signed_in(app, member))
            if claimed.status_code == 201:
                path = f"/staff/voucher/{claimed.json['memberReward']['id']}/cancel"
                self.ask(self.office(who), "POST", path, {"reason": WHY})

        @rule()
        def tomorrow(self) -> None:
            clock.advance(days=1)
            self.counters.clear()
            self.morning = [had(database, each) for each in self.members]

        @invariant()
        def no_balance_rose_by_more_than_the_limits(self) -> None:
            now = [had(database, each) for each in self.members]
            rises = [max(0, after - before) for after, before in zip(now, self.morning, strict=True)]
            assert max(rises) <= OF_MEMBER
            assert sum(rises) <= OF_PERSON

        def teardown(self) -> None:
            """Somebody independent completes what waits."""
            waiting = [each["id"] for each in self.bills("waiting") if "second_person" in each["odd"]]
            if waiting:
                clock.advance(days=1)
                assert verify(manager(app, database), *waiting) == [None] * len(waiting)
            assert every_violation(database) == []

    return OnePerson


@pytest.mark.parametrize("role", ["outlet-manager", "area-manager", "head-office"])
def test_nobody_alone_raises_balances_above_the_limits(app, database, clock, limits, rounds, role):
    run_state_machine_as_test(
        machine(app, database, clock, role),
        settings=settings(
            derandomize=rounds(True, False),
            max_examples=rounds(3, 300),
            stateful_step_count=rounds(20, 40),
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
