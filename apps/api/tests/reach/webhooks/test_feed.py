"""The feed: by a key of its own, in order of position, for thirty days."""

from __future__ import annotations

import pytest

from factories import a_member, run_command
from loyalty import scheduler
from loyalty.features.events import stream

pytestmark = pytest.mark.databases_differ
FEED = "/api/events"


@pytest.fixture
def key(command):
    return command("add-key", "Data warehouse").splitlines()[-1]


@pytest.fixture
def feed(app, database, key):
    browser = app.test_client()
    browser.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {key}"

    def ask(query=""):
        with database.bound():
            stream.place()
        return browser.get(FEED + query)

    return ask


def ids(answer):
    assert answer.status_code == 200, answer.text
    return [each["id"] for each in answer.json]


def test_events_come_in_order_and_the_next_behind_the_last(database, feed):
    a_member(database, earned=5)
    a_member(database)
    answer = feed("?limit=2")
    assert answer.content_type == "application/cloudevents-batch+json"
    assert ids(answer) == ["1", "2"]
    assert answer.json[1]["type"] == "points.earned"
    assert ids(feed("?after=2")) == ["3"]
    assert ids(feed("?after=3")) == []
    assert ids(feed("?after=99")) == []
    assert feed("?limit=1001").status_code == feed("?after=-1").status_code == 422


def test_only_a_key_of_the_feed_that_is_not_revoked_opens_it(app, client, database, command, key, feed):
    assert client.get(FEED).json["code"] == "unknown_feed_key"
    till = run_command(app, "till", "add", "--outlet", 1, "--by", "mei", "--reason", "a new till")
    for other in (till.output.splitlines()[-1], key[:-1], key.removeprefix("events_")):
        answer = client.get(FEED, headers={"Authorization": f"Bearer {other}"})
        assert (answer.status_code, answer.json["code"]) == (401, "unknown_feed_key")
    assert feed().status_code == 200
    assert "Data warehouse" in command("keys")
    command("revoke-key", 1)
    assert feed().status_code == 401
    assert "no such key" in command("revoke-key", 1, fails=1)


def test_an_erased_members_events_are_a_gap_and_old_ones_are_gone(app, database, clock, feed):
    first, second, third = (a_member(database) for _ in range(3))
    feed()
    why = ["--by", "amir", "--reason", "ticket 2"]
    assert run_command(app, "member", "erase", second, "--yes", *why).exit_code == 0
    assert ids(feed("?after=1")) == ["3", "4"]
    clock.advance(days=30)
    a_member(database)
    feed()
    with database.bound():
        scheduler.run()
    answer = feed("?after=3")
    assert (answer.status_code, answer.json["code"], answer.json["oldest"]) == (410, "events_gone", 5)
    assert ids(feed("?after=4")) == ids(feed()) == ["5"]
    assert first != third
