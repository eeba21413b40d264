"""The commands that propose corrections and moves of bills, and decide them: four eyes by login."""

from __future__ import annotations

import json

import pytest

from factories import a_member, every_violation, run_command
from loyalty.backoffice.log import log
from loyalty.db.session import current_session
from loyalty.features.members import records

WHY = ["--reason", "Ticket 4711"]


@pytest.fixture
def run(app, logged_in_as):
    """`run("siti", "proposals approve 1")` gives the exit code and the output of what a login types."""

    def command(login, line):
        logged_in_as(login)
        result = app.test_cli_runner().invoke(args=[*line.split(), *WHY])
        return result.exit_code, result.output

    return command


def record(database, member):
    with database.bound():
        return records.record(current_session(), member)


def a_verified_bill(run, member, amount):
    paid = f"--receipt A-1 --amount {amount} --paid-at 2026-03-14 --json"
    code, output = run("mei", f"bills add --member {member} --outlet 1 {paid}")
    assert code == 0
    bill = json.loads(output)["id"]
    assert run("amir", f"bills verify {bill}")[0] == 0
    return bill


def test_a_proposed_correction_is_made_by_another_login_alone(run, database, clock):
    member = a_member(database, name="Aisyah Rahman")
    code, output = run("root", f"member correct {member} --occupation Baker --propose --by amir")
    assert (code, output) == (
        3,
        f"Proposal 1, occupation of member {member}, waits: another operator has to run "
        "`proposals approve 1` with a login of their own.\n",
    )
    assert record(database, member).occupation != "Baker"

    code, output = run("root", "proposals approve 1 --by siti")
    assert (code, "same login, root" in output) == (1, True)
    assert run("siti", "proposals approve 1") == (
        0,
        f"Proposal 1, occupation of member {member}, is done.\n",
    )
    assert record(database, member).occupation == "Baker"
    assert run("raj", "proposals refuse 1") == (1, "Error: This proposal was decided already.\n")
    with database.bound():
        assert [
            (each.operator, each.action) for each in log.entries(current_session(), member_id=member)
        ] == [
            ("siti", "member.correct"),
            ("siti", "member.approve"),
            ("amir via root", "member.propose"),
        ]


def test_a_small_bill_is_moved_by_one_login(run, database, clock):
    one, other = a_member(database), a_member(database)
    bill = a_verified_bill(run, one, "45.90")
    code, output = run("root", f"bills move {bill} --to {other}")
    assert (code, output.startswith(f"Bill {bill} of member {one} is now bill ")) == (0, True)
    assert (record(database, one).member_point_amount, record(database, other).member_point_amount) == (0, 45)

    assert run("siti", f"bills move {bill} --to {other}") == (1, "Error: This bill was taken back.\n")
    assert every_violation(database) == []


@pytest.mark.usefixtures("clock")
def test_a_large_bill_waits_for_a_second_login(app, run, database):
    one, other = a_member(database), a_member(database)
    bill = a_verified_bill(run, one, "1500.00")
    code, output = run("root", f"bills move {bill} --to {other}")
    assert (code, "waits" in output) == (3, True)
    assert record(database, one).member_point_amount == 1_500

    found = json.loads(run_command(app, "proposals", "waiting", "--json").output)
    assert [(each["id"], each["bill_id"], each["to_member_id"]) for each in found] == [(1, bill, other)]
    assert run("root", f"bills move {bill} --to {other} --by siti")[0] == 1
    assert run("root", "proposals approve 1 --by siti")[0] == 1
    assert run("siti", "proposals approve 1")[0] == 0
    assert record(database, one).member_point_amount == 0
    assert record(database, other).member_point_amount == 1_500
    assert every_violation(database) == []


@pytest.mark.usefixtures("clock")
def test_a_refused_move_leaves_everything(run, database):
    one, other = a_member(database), a_member(database)
    bill = a_verified_bill(run, one, "1500.00")
    run("root", f"bills move {bill} --to {other}")
    assert run("siti", "proposals refuse 1") == (
        0,
        f"Proposal 1, bill {bill} of member {one} to member {other}, is refused; nothing has changed.\n",
    )
    assert record(database, one).member_point_amount == 1_500
    assert run("siti", "proposals approve 9") == (1, "Error: There is no such proposal.\n")
