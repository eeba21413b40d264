"""docs/promises.md P7: the members that a breach affects, the deadlines, and drafts of the notices."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from factories import a_member, a_till
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.members import actions
from loyalty.db.session import Database, current_session, transaction
from loyalty.features.access import sessions
from loyalty.features.access import sign_in as access_sign_in
from loyalty.features.members import records
from loyalty.features.rewards import claims, vouchers

# 10 to 11 March 2026 in Malaysia.
START, END = datetime(2026, 3, 9, 16, 0, tzinfo=UTC), datetime(2026, 3, 10, 16, 0, tzinfo=UTC)
WINDOW = ("--from", "2026-03-10", "--to", "2026-03-11")


@pytest.fixture
def drill(app: Flask):
    def run(*words):
        answer = app.test_cli_runner().invoke(args=["breach", *WINDOW, *map(str, words)])
        assert answer.exit_code == 0, answer.output
        return json.loads(answer.output) if "--json" in words else answer.output

    return run


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
    found = drill("--json")
    assert (found["affected"], found["member_ids"], found["duties"]["is_significant"]) == (0, [], False)


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
    found = drill("--json")
    assert found["member_ids"] == sorted([touched, other])
    assert found["by_source"] == {
        "sessions": 1,
        "ledger": 1,
        "bills": 1,
        "vouchers": 1,
        "tills": 0,
        "office": 1,
    }


def looked_up(till, database: Database, member: int) -> None:
    with database.bound():
        card = records.record(current_session(), member).member_code
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
    found = drill("--json")
    assert (found["member_ids"], found["by_source"]["tills"]) == ([one, other], 2)
    found = drill("--json", "--till", 1)
    assert (found["member_ids"], found["by_source"]) == ([one], {"tills": 1})
    assert drill("--json", "--till", 2)["member_ids"] == [other]


def test_the_member_of_a_voucher_a_till_read_is_affected(app: Flask, drill, database: Database, clock, old):
    with database.bound():
        with transaction() as db:
            claims.welcome(db, old[0])
        code = vouchers.vouchers(current_session(), old[0])[0].code
    clock.set(START + timedelta(hours=1))
    assert a_till(app).get(f"/api/pos/voucher/{code}").status_code == 200
    assert drill("--json", "--till", 1)["member_ids"] == [old[0]]


def test_an_unknown_till_is_refused(app: Flask):
    answer = app.test_cli_runner().invoke(args=["breach", *WINDOW, "--till", "7"])
    assert (answer.exit_code, answer.output) == (1, "Error: There is no such till key.\n")


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
    assert drill("--json")["by_source"]["sessions"] == (1 if counts else 0)


def test_members_erased_since_count(app: Flask, drill, clock, old, database: Database):
    with app.app_context(), transaction() as db:
        claims.welcome(db, old[0])
    clock.set(END + timedelta(days=1))
    with app.app_context():
        actions.erase(old[0], Signature("mei", "Ticket 4711"))
    assert drill("--json")["member_ids"] == [old[0]]


def test_the_output_holds_deadlines_counts_and_draft_notices(app: Flask, drill, clock, old):
    sign_in(app, old[0])
    clock.set(END)
    output = drill()
    for words in (
        "2026-03-10 00:00 to 2026-03-11 00:00",
        "notify the Commissioner by  2026-03-14 00:00",
        "notify the members by       2026-03-21 00:00",
        "Members affected: 1. This is not more than 1,000.",
        "Ahli yang dihormati",
        "Dear member",
    ):
        assert words in output


def test_the_list_and_the_notices_are_written_to_a_folder(app: Flask, drill, clock, old, tmp_path):
    sign_in(app, old[0])
    clock.set(END)
    drill("--into", tmp_path / "breach")
    names = {path.name for path in (tmp_path / "breach").iterdir()}
    assert names == {"members.txt", "commissioner.txt", "members-en.txt", "members-ms.txt"}
    assert (tmp_path / "breach/members.txt").read_text() == f"{old[0]}\n"
    assert "{" not in (tmp_path / "breach/members-en.txt").read_text()


def test_a_period_that_ends_before_it_begins_is_refused(app: Flask):
    answer = app.test_cli_runner().invoke(args=["breach", "--from", "2026-03-11", "--to", "2026-03-10"])
    assert (answer.exit_code, answer.output) == (1, "Error: The window ends before it begins.\n")
