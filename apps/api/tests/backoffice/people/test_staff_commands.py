"""The command line of the staff: first accounts, ways back, and whose act a command is."""

from __future__ import annotations

import json

import pytest

from factories import a_member, run_command
from loyalty.backoffice.approvals.decisions import DONE
from staff_app import a_person, accept, browser_of, passkey

WHY = ["--by", "amir", "--reason", "the first accounts"]


@pytest.fixture
def run(app, clock):
    return lambda *args: run_command(app, *args)


def test_the_first_account_is_added_and_its_link_makes_a_passkey(app, run, log_of):
    added = run("staff", "add", "--name", "Mei Ling", "--role", "head-office", *WHY)
    assert added.exit_code == 0, added.output
    first, link = added.output.splitlines()
    assert first == (
        "Account 1 of Mei Ling: head-office. Give them this link; it works once, until 2026-03-15 12:00:"
    )

    signed_in = accept(browser_of(app), link.partition("#")[2], passkey())

    assert signed_in.json["grants"] == [{"role": "head-office", "outletId": None}]
    assert log_of("staff.add") == [("amir", "staff 1")]
    assert log_of("staff.grant") == [("amir", "role 1 of staff 1: head-office at every outlet")]
    assert log_of("staff.invite") == [("amir", "invitation 1 of staff 1")]


def test_a_cashier_of_two_outlets_gets_no_link(run):
    added = run("staff", "add", "--name", "Ali", "--role", "cashier", "--outlet", 1, "--outlet", 2, *WHY)

    assert added.output == "Account 1 of Ali: cashier. Their manager sets a start PIN in the staff app.\n"
    [person] = json.loads(run("staff", "list", "--json").output)
    assert [each["outlet_id"] for each in person["grants"]] == [1, 2]
    assert "cashier at 1, cashier at 2" in run("staff", "list").output


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        (["--role", "cashier"], "The role cashier needs an outlet."),
        (
            ["--role", "finance", "--outlet", "1"],
            "The role finance is for every outlet: leave the outlet out.",
        ),
        (["--role", "cashier", "--outlet", "99"], "This outlet does not exist."),
    ],
)
def test_an_account_that_cannot_be_is_refused_in_a_sentence(run, how, sentence):
    refused = run("staff", "add", "--name", "Ali", *how, *WHY)

    assert refused.exit_code == 1
    assert sentence in refused.output
    assert run("staff", "list").output == "No accounts.\n"


def test_a_lost_device_is_forgotten_by_a_new_link(app, run, browser, key):
    invited = run("staff", "invite", 1, "--forget-passkeys", *WHY)
    assert browser.get("/api/staff/me").status_code == 401

    link = invited.output.splitlines()[-1]
    assert accept(browser, link.partition("#")[2], passkey()).status_code == 201


def test_a_disabled_account_is_listed_as_such(run, browser, key):
    assert run("staff", "disable", 1, *WHY).output == "Account 1 is disabled.\n"

    assert browser.get("/api/staff/me").status_code == 401
    [person] = json.loads(run("staff", "list", "--json").output)
    assert person["disabled_at"] == "2026-03-14T04:00:00.000Z"
    assert run("staff", "disable", 1, *WHY).exit_code == 1


def test_without_a_staff_app_there_is_nobody_to_invite(app, run):
    from loyalty import create_app

    without = create_app(app.extensions["loyalty.config"].model_copy(update={"staff_origin": ""}))
    refused = run_command(without, "staff", "add", "--name", "Mei", "--role", "finance", *WHY)

    assert refused.exit_code == 1
    assert "LOYALTY_STAFF_ORIGIN is empty" in refused.output
    assert "Mei" not in run("staff", "list").output
    without.extensions["loyalty.worker"].stop()
    without.extensions["loyalty.database"].close()


def test_the_demo_has_one_account_of_every_role_and_new_links_each_time(run):
    first, second = run("staff", "demo"), run("staff", "demo")

    assert first.exit_code == 0, first.output
    links = [line.split(": ") for line in first.output.splitlines()]
    assert [role for role, _ in links] == [
        "outlet-manager",
        "area-manager",
        "head-office",
        "finance",
        "help-desk",
    ]
    assert first.output != second.output
    assert len(json.loads(run("staff", "list", "--json").output)) == 6


@pytest.mark.parametrize("by", ["Siti Aminah", "siti aminah", "staff:1"])
def test_the_name_of_an_account_is_that_account_in_the_log(app, siti, log_of, by):
    command = ["till", "add", "--outlet", "1", "--by", by, "--reason", "a new till"]
    found = app.test_cli_runner().invoke(args=command)

    assert found.exit_code == 0, found.output
    assert log_of("till.add") == [("staff:1 via mei", "till 1 at outlet 1: Till 1")]


def test_a_name_that_two_people_have_is_asked_about(run, database, siti):
    a_person(database, ("cashier", 1), name="Siti Aminah")
    refused = run("till", "add", "--outlet", 1, "--by", "Siti Aminah", "--reason", "a new till")

    assert refused.exit_code == 2
    assert "Several people have this name: write staff:1 or staff:2." in refused.output


def test_who_asked_on_the_command_line_by_their_account_cannot_decide_in_the_office(
    app, run, database, siti, logged_in_as
):
    """Another login and the same account are one person, and so are the account in the app and a command."""
    from loyalty.backoffice.approvals import adjustments
    from loyalty.backoffice.log.log import Signature
    from loyalty.errors import Conflict

    member = a_member(database)
    why = ["--reason", "ticket 4711, lost bill"]
    logged_in_as("ops1")
    asked = app.test_cli_runner().invoke(
        args=["points", "adjust", str(member), "5000", "--by", "Siti Aminah", *why]
    )
    assert asked.exit_code == 3, asked.output
    logged_in_as("ops2")
    again = app.test_cli_runner().invoke(args=["points", "approve", "1", "--by", "staff:1", *why])
    assert again.exit_code == 1, again.output

    with app.app_context():
        own = Signature(f"Siti Aminah via staff:{siti}", "ticket 4711, lost bill")
        with pytest.raises(Conflict, match="another person has to decide"):
            adjustments.decide(1, own, DONE)
        other = Signature("Mei via staff:9", "ticket 4711, lost bill")
        assert adjustments.decide(1, other, DONE).state == "done"
