"""Keys of tills: who made one, until when it works, and the alarms about one that does not."""

import json

import pytest

from loyalty.backoffice.log import log
from loyalty.db.session import current_session
from support.factories import metric, run_command

WHY = ["--by", "amir", "--reason", "a till on loan"]


@pytest.fixture
def run(app, clock):
    return lambda *args: run_command(app, *args)


def with_key(app, key):
    browser = app.test_client()
    browser.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {key}"
    return browser


def added(run, app, *how):
    made = run("till", "add", "--outlet", "1", *how, *WHY)
    assert made.exit_code == 0, made.output
    return with_key(app, made.output.splitlines()[-1])


@pytest.mark.parametrize("how", [("--expires", "2026-03-20"), ("--days", "6")])
def test_a_key_works_until_the_end_of_its_last_day_in_malaysia(run, app, clock, how):
    till = added(run, app, *how)
    refusals = metric("loyalty_security_events_total", kind="till_key_refused")
    assert till.get("/api/pos/me").json["keyExpiresAt"] == "2026-03-20T16:00:00.000Z"
    clock.advance(days=6, hours=11, minutes=59)
    assert till.get("/api/pos/me").status_code == 200
    clock.advance(minutes=1)

    refused = till.get("/api/pos/me")

    assert (refused.status_code, refused.json["code"]) == (401, "till_key_expired")
    assert metric("loyalty_security_events_total", kind="till_key_refused") == refusals + 1
    # Its name is free again.
    assert run("till", "add", "--outlet", "1", "--name", "Till 1", *WHY).exit_code == 0


def test_the_list_and_the_log_have_who_made_a_key(run, app, database):
    added(run, app, "--name", "Loan", "--days", "10")
    added(run, app)

    loan, other = json.loads(run("till", "list", "--json").output)
    assert (loan["created_by"], loan["expires_at"]) == ("amir", "2026-03-24T16:00:00.000Z")
    assert (other["created_by"], other["expires_at"]) == ("amir", None)
    assert "EXPIRES" in run("till", "list").output
    run("till", "revoke", "1", *WHY)
    with database.bound():
        noted = [(each.action, each.operator, each.details) for each in log.entries(current_session())]
    assert noted[0] == ("till.revoke", "amir", "till 1 at outlet 1: Loan; ended 0 sessions")
    assert noted[2] == ("till.add", "amir", "till 1 at outlet 1: Loan, until 2026-03-24")


@pytest.mark.parametrize(
    ("how", "result"),
    [
        (("--expires", "2026-03-13"), "The day on which this key would expire is over."),
        (("--expires", "2026-03-20", "--days", "3"), "Give either --expires or --days."),
        (("--days", "0"), "0 is not in the range"),
    ],
)
def test_a_key_that_could_never_work_is_not_made(run, how, result):
    refused = run("till", "add", "--outlet", "1", *how, *WHY)

    assert refused.exit_code != 0
    assert result in refused.output
    assert run("till", "list").output == "No tills.\n"


def test_a_key_that_expires_soon_is_reported_in_time(app, run, clock):
    till = added(run, app, "--days", "20")
    added(run, app)

    def soon():
        [row] = [
            each
            for each in json.loads(run("scheduler", "run", "--dry-run", "--json").output)
            if each["job"] == "till keys that expire within 14 days"
        ]
        return row["count"]

    before = metric("loyalty_till_alarms_total", kind="expiry")
    till.get("/api/pos/me")
    assert (soon(), metric("loyalty_till_alarms_total", kind="expiry")) == (0, before)
    clock.advance(days=7)
    till.get("/api/pos/me")
    till.get("/api/pos/me")  # within the hour: no second alarm
    assert (soon(), metric("loyalty_till_alarms_total", kind="expiry")) == (1, before + 1)
