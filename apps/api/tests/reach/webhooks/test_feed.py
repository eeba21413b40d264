"""The feed: by a key of its own, in order of position, for thirty days."""

import pytest

from loyalty import scheduler
from loyalty.backoffice.integrations import service
from loyalty.backoffice.members import actions
from loyalty.errors import NotFound
from loyalty.features.events import stream
from support.factories import a_member, a_till

pytestmark = pytest.mark.databases_differ
FEED = "/api/events"


@pytest.fixture
def key(act):
    return act(service.add_feed_key, "Data warehouse")[1]


@pytest.fixture
def feed(app, database, key):
    browser = app.test_client()
    browser.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {key}"

    def ask(query=""):
        with database.bound():
            stream.assign_positions()
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


def test_only_a_key_of_the_feed_that_is_not_revoked_opens_it(app, client, database, act, key, feed):
    assert client.get(FEED).json["code"] == "unknown_feed_key"
    till = a_till(app).environ_base["HTTP_AUTHORIZATION"]
    for other in (till, f"Bearer {key[:-1]}", f"Bearer {key.removeprefix('events_')}"):
        answer = client.get(FEED, headers={"Authorization": other})
        assert (answer.status_code, answer.json["code"]) == (401, "unknown_feed_key")
    assert feed().status_code == 200
    act(service.revoke_feed_key, 1)
    assert feed().status_code == 401
    with pytest.raises(NotFound):
        act(service.revoke_feed_key, 1)


def test_an_erased_members_events_are_a_gap_and_old_ones_are_gone(act, database, clock, feed):
    first, second, third = (a_member(database) for _ in range(3))
    feed()
    act(actions.erase, second)
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
