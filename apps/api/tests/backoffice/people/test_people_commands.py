"""The command line of the staff: first accounts, ways back, and whose act a command is."""

import json

import pytest

from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.people import people
from loyalty.backoffice.people.people import Actor
from support.factories import run_command
from support.staff_app import a_person, accept, browser_of, passkey

WHY = ["--by", "amir", "--reason", "the first accounts"]


@pytest.fixture
def run(app, clock):
    return lambda *args: run_command(app, *args)


def test_the_first_account_is_added_and_its_link_makes_a_passkey(app, run, log_of):
    added = run("people", "add", "--name", "Mei Ling", "--role", "head-office", *WHY)
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
    added = run("people", "add", "--name", "Ali", "--role", "cashier", "--outlet", 1, "--outlet", 2, *WHY)

    assert added.output == "Account 1 of Ali: cashier. Their manager sets a start PIN in the staff app.\n"
    [person] = json.loads(run("people", "list", "--json").output)
    assert [each["outlet_id"] for each in person["grants"]] == [1, 2]
    assert "cashier at 1, cashier at 2" in run("people", "list").output


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
    refused = run("people", "add", "--name", "Ali", *how, *WHY)

    assert refused.exit_code == 1
    assert sentence in refused.output
    assert run("people", "list").output == "No accounts.\n"


def test_a_lost_device_is_forgotten_by_a_new_link(app, run, browser, key):
    invited = run("people", "invite", 1, "--forget-passkeys", *WHY)
    assert browser.get("/api/staff/me").status_code == 401

    link = invited.output.splitlines()[-1]
    assert accept(browser, link.partition("#")[2], passkey()).status_code == 201


def test_an_address_is_changed_also_when_there_is_a_passkey(run, key, log_of):
    assert run("people", "email", 1, "siti@example.com", *WHY).output == "Account 1 has siti@example.com.\n"
    assert log_of("staff.email")[0][0] == "amir"


def test_without_a_staff_app_there_is_nobody_to_invite(config, run):
    from loyalty import create_app

    without = create_app(config.model_copy(update={"staff_origin": ""}))
    refused = run_command(without, "people", "add", "--name", "Mei", "--role", "finance", *WHY)

    assert refused.exit_code == 1
    assert "LOYALTY_STAFF_ORIGIN is empty" in refused.output
    assert "Mei" not in run("people", "list").output
    without.extensions["loyalty.worker"].stop()
    without.extensions["loyalty.database"].close()


def test_the_demo_has_every_role_two_of_head_office_and_new_links_each_time(run):
    first, second = run("demo", "staff"), run("demo", "staff")

    assert first.exit_code == 0, first.output
    links = [line.split(": ") for line in first.output.splitlines()]
    assert [role for role, _ in links] == [
        "outlet-manager",
        "area-manager",
        "head-office",
        "finance",
        "help-desk",
        "head-office 2",
    ]
    assert first.output != second.output
    assert len(json.loads(run("people", "list", "--json").output)) == 7


def test_a_demo_account_that_was_disabled_is_made_anew(app, run):
    first = run("demo", "staff")
    found = json.loads(run("people", "list", "--json").output)
    [help_desk] = [each["id"] for each in found if each["name"] == "Demo help desk"]
    with app.app_context():
        people.disable(help_desk, Actor(Signature("demo", "added by mistake")))

    second = run("demo", "staff")

    assert second.exit_code == 0, second.output
    assert len(second.output.splitlines()) == len(first.output.splitlines())


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
