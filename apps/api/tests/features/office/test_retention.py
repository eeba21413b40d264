"""trust.md P5: what has been kept long enough goes, and only that."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from loyalty.db.session import Database, session, transaction
from loyalty.features.access import service as access
from loyalty.features.members import service as members
from loyalty.features.office import desk, log, retention, settings
from loyalty.features.office.log import Signature
from loyalty.features.office.settings import Settings
from loyalty.features.points import service as points
from loyalty.features.till import keys, lookups
from loyalty.gateways.outbox import OutboxRow, put
from people import a_bill, a_member, every_violation

NOW = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
# Midnight of 14 March 2024 in Malaysia: whoever was seen since then stays.
EDGE = datetime(2024, 3, 13, 16, 0, tzinfo=UTC)
TOO_LONG = EDGE - timedelta(seconds=1)


@pytest.fixture(autouse=True)
def office(app: Flask):
    with app.app_context():
        gone_after(months=24)
        yield


def gone_after(months: int) -> None:
    with transaction() as db:
        settings.write(db, Settings(inactive_months=months))


def retain() -> retention.Retained:
    with transaction() as db:
        return retention.retain(db, NOW)


def is_there(member: int) -> bool:
    return members.is_member(session(), member)


class TestMembersWhoStayAway:
    @pytest.fixture
    def seen(self, database: Database, clock):
        """A member who joined three years ago and was last seen then, by a sign-in, a bill, or not at all."""

        def member(at: datetime, how: str) -> int:
            clock.set(at if how == "joining" else datetime(2023, 3, 1, tzinfo=UTC))
            member_id = a_member(database, earned=50 if how != "joining" else 0)
            clock.set(at)
            with transaction() as db:
                if how == "sign-in":
                    access.begin(db, member_id, at_mini=False)
                if how == "bill":
                    points.earn(db, member_id, 5, a_bill(), "a bill")
            clock.set(NOW)
            return member_id

        return member

    @pytest.mark.parametrize("how", ["joining", "sign-in", "bill"])
    def test_go_with_the_second_before_the_day(self, seen, database: Database, how):
        gone, stays = seen(TOO_LONG, how), seen(EDGE, how)
        assert retain().members == 1
        assert (is_there(gone), is_there(stays)) == (False, True)
        assert every_violation(database) == []

    def test_go_once_and_leave_a_line_that_says_why(self, seen):
        gone = seen(TOO_LONG, "bill")
        assert [retain().members, retain().members] == [1, 0]
        [line] = log.entries(session(), member_id=gone)
        assert (line.operator, line.action, line.reason) == (
            "retention",
            "member.erase",
            "not seen for 24 months",
        )

    def test_nobody_goes_while_it_is_off(self, seen):
        gone_after(months=0)
        member = seen(TOO_LONG, "bill")
        assert retain().members == 0
        assert is_there(member)


def test_it_is_off_unless_somebody_switches_it_on():
    assert Settings().inactive_months == 0


def test_a_message_that_has_left_goes_after_thirty_days_and_one_that_waits_stays(clock, sent):
    for days in (30, 31):
        clock.set(NOW - timedelta(days=days))
        with transaction() as db:
            put(db, to="+60123456789", kind="otp", text="a code", expires_at=NOW)
        sent.all()
    with transaction() as db:
        put(db, to="+60123456789", kind="otp", text="waits", expires_at=NOW)
    clock.set(NOW)
    assert [retain().messages, retain().messages] == [1, 0]
    assert len(session().scalars(select(OutboxRow.id)).all()) == 2


def test_the_log_of_the_office_goes_after_two_years(database: Database, clock):
    member = a_member(database)
    for at in (TOO_LONG, EDGE):
        clock.set(at)
        desk.show(member, Signature("mei", "Ticket 4711"))
    clock.set(NOW)
    with transaction() as db:
        access.begin(db, member, at_mini=False)
    assert [retain().log_entries, retain().log_entries] == [1, 0]
    assert [entry.at for entry in log.entries(session())] == [EDGE]


def test_what_a_till_looked_up_goes_with_it(app, database: Database, clock):
    member = a_member(database)
    with transaction() as db:
        till = keys.till_of(db, keys.add(db, 1)[1]).id
        for at in (TOO_LONG, EDGE):
            clock.set(at)
            lookups.note(db, till, member, lookups.MEMBER)
    clock.set(NOW)
    assert [retain().lookups, retain().lookups] == [1, 0]
