"""The demo: no violation in the audit, the same every time, something on every screen."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from sqlalchemy import select

from loyalty.cli.demo import MEMBERS
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.features.events.models import Event
from loyalty.features.members import changes, records
from loyalty.features.points import activities, bill_lists
from loyalty.features.points.bills import post
from loyalty.features.rewards import vouchers
from loyalty.rules.bills import Status, is_overdue
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.rewards import voucher_status
from support.factories import every_violation


def add_demo(app):
    result = app.test_cli_runner().invoke(args=["demo", "members"])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def ids(app, database, clock):
    """The ids of the demo members, by first name."""
    add_demo(app)
    with database.bound():
        db = current_session()
        return {member.name.split()[0]: changes.find_by_phone(db, "60", member.number) for member in MEMBERS}


def test_the_demo_is_added_once_and_the_audit_finds_nothing(app, database, clock):
    first = add_demo(app)
    assert "Demo members: 5 added." in first
    assert "Demo members: 0 added." in add_demo(app)
    assert first.splitlines()[-1] == "Demo member: +60 123456789 (Aisyah Rahman)"
    assert every_violation(database) == []


@pytest.mark.databases_differ
def test_the_large_demo_is_added_once_beside_the_members_and_the_audit_finds_nothing(app, database, clock):
    add_demo(app)

    def add_large():
        result = app.test_cli_runner().invoke(args=["demo", "large", "--members", "40"])
        assert result.exit_code == 0, result.output
        return result.output

    assert re.fullmatch(r"A year of 40 members: [1-9]\d+ bills added\.\n", add_large())
    assert add_large() == "They are there already.\n"
    assert every_violation(database) == []
    with database.bound():
        db = current_session()
        bills = bill_lists.listed(db, limit=10_000)
        assert len({each.outlet_id for each in bills}) > 5
        assert {bill_lists.status(each) for each in bills} >= {Status.PENDING, Status.VERIFIED}
        year = {malaysian_date(each.paid_at) for each in bills if each.receipt_number.startswith("L-")}
        assert malaysian_date(now(db)) - min(year) > timedelta(days=300)
        # What is written afterwards has the next ids.
        assert bills[-1].id < recorded_after(db, bills[-1].member_id)


def recorded_after(db, member_id):
    with transaction() as writes:
        made, _ = post(writes, outlet_id=1, member_id=member_id, receipt="AFTER", amount_sen=100)
        return made.id


@pytest.mark.any_database
def test_there_is_a_demo_member_of_every_tier_with_bills_and_vouchers_of_every_state(database, ids):
    with database.bound():
        db = current_session()
        levels = {name: records.get_member(db, each).membership_level for name, each in ids.items()}
        assert set(levels.values()) == {0, 1, 2, 3}
        assert levels["Aisyah"] == 1
        held = vouchers.vouchers(db, ids["Aisyah"], now(db))
        states = Counter((voucher_status(each, now(db)), each.used_at is not None) for each in held)
        assert set(states) == {(1, False), (2, True), (3, False), (4, False)}
        active = {each.reward.kind for each in held if voucher_status(each, now(db)) == 1}
        assert active >= {"points", "welcome", "referral", "membership"}
        of_bills = Counter(bill_lists.status(each) for each in bill_lists.of_member(db, ids["Aisyah"]))
        assert of_bills[Status.PENDING] == 1
        assert of_bills[Status.VOID] == 1
        assert of_bills[Status.VERIFIED] > 10
        assert {each["action_id"] for each in activities.activities(db, ids["Aisyah"])} == {1, 2, 3, 4, 5}
        assert records.get_member(db, ids["Aisyah"]).member_point_amount >= 500
        friends = records.referees(db, ids["Aisyah"])
        assert Counter(each.is_active for each in friends) == {True: 1, False: 1}
        pending = bill_lists.listed(db, status=Status.PENDING)
        overdue = [each.member_id for each in pending if is_overdue(each.created_at, now(db))]
        assert overdue == [ids["Priya"]]
        presented = [
            each
            for each in vouchers.vouchers(db, ids["Priya"], now(db))
            if voucher_status(each, now(db)) == 2
        ]
        assert [each for each in presented if each.used_at is None]


def test_messages_of_a_friends_bill_stand_among_those_of_its_day(database, ids):
    """What happens on one day may be written in another order."""
    with database.bound():
        written = select(Event.time).where(Event.member_id == ids["Aisyah"]).order_by(Event.id)
        times = list(current_session().scalars(written))
    assert len(times) > 20
    assert [earlier for earlier, later in pairwise(times) if later < earlier - timedelta(days=1)] == []


@pytest.mark.any_database
@pytest.mark.parametrize(
    "day", [datetime(2027, 3, 1, 0, 5, tzinfo=UTC), datetime(2028, 2, 29, 16, 0, tzinfo=UTC)]
)
def test_the_demo_member_has_a_birthday_gift_in_their_birth_month(app, database, clock, day):
    clock.set(day)
    add_demo(app)
    with database.bound():
        db = current_session()
        aisyah = changes.find_by_phone(db, "60", MEMBERS[0].number)
        assert "birthday" in {
            each.reward.kind for each in vouchers.vouchers(db, aisyah, now(db), is_valid=True)
        }
    assert every_violation(database) == []


# Points and tier points: the same on whatever day the demo is made.
ALWAYS = {
    "Aisyah": (1_011, 2_811),
    "Tan": (112, 112),
    "Priya": (5_658, 8_258),
    "Farah": (8_592, 11_192),
    "Daniel": (0, 0),
}


@pytest.mark.any_database
@pytest.mark.parametrize("days", [0, 147, 300])
def test_the_demo_is_the_same_on_every_day(app, database, clock, days):
    clock.set(datetime(2026, 4, 1, 20, 30, tzinfo=UTC) + timedelta(days=days))
    add_demo(app)
    with database.bound():
        db = current_session()
        for member in MEMBERS:
            record = records.get_member(db, changes.find_by_phone(db, "60", member.number))
            found = record.member_point_amount, record.current_member_membership_point
            assert found == ALWAYS[member.name.split()[0]]
    assert every_violation(database) == []
