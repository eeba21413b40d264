"""SECURITY.md P7: the members that a breach affects, the deadlines, and drafts of the notices."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.members import actions
from loyalty.db.clock import now
from loyalty.db.session import Database, current_session, transaction
from loyalty.features.access import sessions
from loyalty.features.access import sign_in as access_sign_in
from loyalty.features.members import records
from loyalty.features.rewards import claims, vouchers
from support.factories import a_member, a_till
from support.staff_app import a_person, in_office

# 10 to 11 March 2026 in Malaysia.
START, END = datetime(2026, 3, 9, 16, 0, tzinfo=UTC), datetime(2026, 3, 10, 16, 0, tzinfo=UTC)
WINDOW = {"start": "2026-03-10", "end": "2026-03-11"}


@pytest.fixture
def ask(app: Flask, database: Database):
    """`ask(tillId=1)`: what head office is answered for the window."""
    person = a_person(database, ("head-office", None), name="Mei")
    return lambda **how: in_office(app, person).post("/api/staff/breach", json={**WINDOW, **how})


@pytest.fixture
def drill(ask):
    def answer(**how):
        found = ask(**how)
        assert found.status_code == 200, found.text
        return found.json

    return answer


def sources(found):
    """How many members were affected by each source."""
    return {each["source"]: each["count"] for each in found["sourceList"]}


@pytest.fixture
def old(database: Database, clock):
    """Members who joined long ago; the clock is then in the window."""
    clock.set(START - timedelta(days=90))
    ids = [a_member(database) for _ in range(3)]
    clock.set(START)
    return ids


def sign_in(app: Flask, member: int) -> None:
    with app.app_context(), transaction() as db:
        access_sign_in.begin(db, member, at_mini=False)


def test_a_period_without_activity_affects_nobody(drill, old):
    found = drill()
    assert (found["affected"], found["memberIds"], found["isSignificant"]) == (0, [], False)


def test_every_source_counts_and_a_member_counts_once(app: Flask, drill, database: Database, clock, old):
    touched, other, _ = old
    sign_in(app, touched)
    bill = {"memberId": touched, "receiptNumber": "1", "amount": "45.90"}
    till = a_till(app)
    posted = till.post("/api/pos/earn", json=bill).json["memberEarn"]["id"]
    till.post(f"/api/pos/earn/{posted}/verify")
    with app.app_context():
        with transaction() as db:
            claims.welcome(db, touched)
        actions.show(other, Signature("mei", "Ticket 4711"))
    clock.set(END + timedelta(days=1))
    found = drill()
    assert found["memberIds"] == sorted([touched, other])
    assert sources(found) == {
        "sessions": 1,
        "ledger": 1,
        "bills": 1,
        "vouchers": 1,
        "tills": 0,
        "office": 1,
    }


def looked_up(till, database: Database, member: int) -> None:
    with database.bound():
        card = records.get_member(current_session(), member).member_code
    assert till.get(f"/api/pos/member?code={card}").status_code == 200


def test_members_looked_up_by_a_till_are_affected(app: Flask, drill, database: Database, clock, old):
    one, other, never = old
    stolen, honest = a_till(app), a_till(app, 2)
    looked_up(stolen, database, one)
    looked_up(stolen, database, one)
    looked_up(honest, database, other)
    assert stolen.get("/api/pos/member?code=3333").status_code == 404
    clock.set(END)
    looked_up(stolen, database, never)
    found = drill()
    assert (found["memberIds"], sources(found)["tills"]) == ([one, other], 2)
    found = drill(tillId=1)
    assert (found["memberIds"], sources(found)) == ([one], {"tills": 1})
    assert drill(tillId=2)["memberIds"] == [other]


def test_the_member_of_a_voucher_a_till_read_is_affected(app: Flask, drill, database: Database, clock, old):
    with database.bound():
        with transaction() as db:
            claims.welcome(db, old[0])
        code = vouchers.vouchers(current_session(), old[0], now())[0].code
    clock.set(START + timedelta(hours=1))
    assert a_till(app).get(f"/api/pos/voucher/{code}").status_code == 200
    assert drill(tillId=1)["memberIds"] == [old[0]]


def test_an_unknown_till_is_refused(ask):
    assert (ask(tillId=7).status_code, ask(tillId=7).json["message"]) == (404, "There is no such till key.")


@pytest.mark.parametrize(
    ("opened", "signed_out", "counts"),
    [
        (START - timedelta(days=29), None, True),
        (START - timedelta(days=30), None, False),  # it had run out by then
        (START - timedelta(days=2), START - timedelta(seconds=1), False),
        (START - timedelta(days=2), START, True),
        (END - timedelta(seconds=1), None, True),
        (END, None, False),
    ],
)
def test_a_session_that_was_open_in_the_period_counts(app, drill, clock, old, opened, signed_out, counts):
    clock.set(opened)
    sign_in(app, old[0])
    if signed_out:
        clock.set(signed_out)
        with app.app_context(), transaction() as db:
            sessions.end_all(db, old[0], "signed_out")
    clock.set(END + timedelta(days=60))
    assert sources(drill())["sessions"] == (1 if counts else 0)


def test_members_erased_since_count(app: Flask, drill, clock, old, database: Database):
    with app.app_context(), transaction() as db:
        claims.welcome(db, old[0])
    clock.set(END + timedelta(days=1))
    with app.app_context():
        actions.erase(old[0], Signature("mei", "Ticket 4711"))
    assert drill()["memberIds"] == [old[0]]


def test_the_answer_has_deadlines_and_draft_notices(app: Flask, drill, clock, old):
    sign_in(app, old[0])
    clock.set(END)
    found = drill()
    assert (found["commissionerBy"], found["membersBy"]) == (
        "2026-03-13T16:00:00.000Z",
        "2026-03-20T16:00:00.000Z",
    )
    notices = {each["name"]: each["text"] for each in found["notices"]}
    assert set(notices) == {"commissioner", "members-en", "members-ms"}
    assert "Members affected: 1. This is not more than 1,000." in notices["commissioner"]
    assert "Dear member" in notices["members-en"]
    assert "Ahli yang dihormati" in notices["members-ms"]
    assert not any("{" in text for text in notices.values())


def test_a_period_that_ends_before_it_begins_is_refused(ask):
    assert ask(start="2026-03-11", end="2026-03-10").json["code"] == "window_ends_first"
