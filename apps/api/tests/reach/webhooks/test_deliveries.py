"""Webhooks: signed, in order for each member, tried for three days, and never twice under another id."""

from datetime import timedelta
from itertools import count
from random import Random

import httpx
import pytest
from sqlalchemy import func, select

from loyalty import scheduler
from loyalty.backoffice.integrations import service
from loyalty.backoffice.members import actions
from loyalty.db.clock import now
from loyalty.db.jobs import Job
from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict
from loyalty.features.events import stream
from loyalty.features.points import ledger
from loyalty.reach.webhooks import deliveries, endpoints
from loyalty.rules.events import EventType
from loyalty.rules.webhooks import State
from support.factories import a_bill, a_member
from support.webhook_receiver import verified

pytestmark = pytest.mark.databases_differ


@pytest.fixture
def earn(database):
    """`earn(member)`: one more event about a member."""

    def happen(member, points=1):
        with database.bound(), transaction() as db:
            ledger.earn(db, member, points, a_bill(), "a bill")

    return happen


def waiting(database):
    with database.bound():
        found = deliveries.counts(current_session()).values()
        return sum(each.waiting for each in found), sum(each.failed for each in found)


def state(database):
    with database.bound():
        return endpoints.webhook(current_session(), 1).state


def test_an_event_is_a_cloud_event_signed_with_every_live_secret(database, receiver, secret, act, work):
    member = a_member(database, earned=50)
    work()
    joined, earned = receiver.taken
    assert verified(secret, joined, earned) == ["taken", "taken"]
    assert joined.headers["content-type"] == "application/cloudevents+json"
    assert (joined.id, earned.id) == ("msg_1_1", "msg_1_2")
    event = earned.event
    assert event["data"].pop("sourceId")
    time = event.pop("time")
    assert time.endswith("Z")
    assert event == {
        "specversion": "1.0",
        "id": "2",
        "source": "/points",
        "type": "points.earned",
        "subject": f"member/{member}",
        "datacontenttype": "application/json",
        "data": {
            "points": 50,
            "balance": 50,
            "tierPoints": 50,
            "sourceType": "test-bill",
            "remark": "RM 10.00 at Publika",
        },
        "partitionkey": f"member/{member}",
        "sequence": "0000000002",
    }
    new_secret = act(service.rotate, 1)
    with pytest.raises(Conflict, match="already has two secrets"):
        act(service.rotate, 1)
    a_member(database)
    work()
    both = receiver.taken[-1]
    assert [*verified(secret, both), *verified(new_secret, both)] == ["taken", "taken"]
    act(service.end_old_secret, 1)
    with pytest.raises(Conflict, match="only one secret"):
        act(service.end_old_secret, 1)
    a_member(database)
    work()
    last = receiver.taken[-1]
    assert verified(secret, last) == ["No matching signature found"]
    assert verified(new_secret, last) == ["taken"]


def test_only_chosen_kinds_from_then_on_are_sent(database, receiver, act, work, earn):
    member = a_member(database)
    work()
    act(service.add, "Points only", receiver.url, ["points.earned"])
    earn(member)
    a_member(database)
    work()
    assert [each.event["type"] for each in receiver.taken] == ["points.earned"]


def test_one_members_failure_stops_only_their_later_events(database, clock, receiver, secret, work, earn):
    first, second = a_member(database), a_member(database)
    work()
    receiver.all.clear()
    receiver.answer = lambda event: 500 if event["subject"] == f"member/{first}" else 204
    for member in (first, second, first, second):
        earn(member)
    work()
    assert [each.event["sequence"][-1] for each in receiver.taken] == ["2", "3"]
    assert {each.event["subject"] for each in receiver.taken} == {f"member/{second}"}
    assert len(receiver.all) == 3  # the first member's second event was not tried
    receiver.answer = lambda _event: 204
    clock.advance(seconds=4)
    work()
    assert len(receiver.all) == 3
    clock.advance(seconds=1)
    work()
    assert [each.event["subject"] for each in receiver.all[3:]] == [f"member/{first}"] * 2
    (tried,) = [each for each in receiver.all[:3] if each.event["subject"] == f"member/{first}"]
    assert receiver.all[3].id == tried.id  # tried again under the same id
    assert waiting(database) == (0, 0)


def test_a_receiver_that_drops_doubles_and_answers_500_misses_nothing_and_sees_the_order(
    database, clock, receiver, secret, work, earn
):
    chance, seen = Random(21), count()  # noqa: S311  # no secret
    members = [a_member(database) for _ in range(5)]
    receiver.answer = lambda _event: chance.choice([204, 204, 204, 500, 503, None]) if next(seen) else 500
    for _ in range(8):
        for member in members:
            earn(member)
        work()
        clock.advance(seconds=30)
    for _ in range(200):
        work()
        clock.advance(minutes=30)
        if waiting(database) == (0, 0):
            break
    assert waiting(database) == (0, 0)
    assert len(receiver.all) > len(receiver.events) == 5 * 9
    for member in members:
        mine = [each["sequence"] for each in receiver.events if each["subject"] == f"member/{member}"]
        assert mine == [f"{number:010}" for number in range(1, 10)]


def test_what_is_not_taken_for_three_days_fails_with_its_endpoint_and_can_be_replayed(
    database, clock, receiver, secret, act, work, earn
):
    member = a_member(database)
    work()
    receiver.answer = lambda _event: 500
    earn(member)
    earn(member)
    began = clock.now()
    while clock.now() < began + timedelta(days=3) - timedelta(seconds=1):
        work()
        clock.advance(hours=1)
        if waiting(database) != (2, 0):
            break
    clock.set(began + timedelta(days=3, seconds=-1))
    work()
    assert (waiting(database), state(database)) == ((2, 0), "on")
    clock.advance(seconds=1)
    work()
    assert (waiting(database), state(database)) == ((1, 1), "failed")
    tries = len(receiver.all)
    clock.advance(days=1)
    work()
    assert len(receiver.all) == tries < 25
    with database.bound():
        (lost,) = deliveries.failed(current_session(), 1, limit=9, offset=0)
    assert lost.last_error == "answered 500"
    receiver.answer = lambda _event: 204
    with pytest.raises(Conflict, match="Turn it on first"):
        act(service.replay, 1, since=began)
    act(service.set_state, 1, State.ON)
    act(service.replay, 1, position=2)
    work()
    assert [each["id"] for each in receiver.events] == ["1", "2", "3"]
    assert waiting(database) == (0, 0)


def test_one_event_that_is_never_taken_fails_alone(database, clock, receiver, secret, work, earn):
    member, other = a_member(database), a_member(database)
    work()
    receiver.answer = lambda event: 500 if event["id"] == "3" else 204
    earn(member)
    earn(member)
    work()
    for _ in range(15):
        clock.advance(hours=5)
        earn(other)
        work()
    assert (waiting(database), state(database)) == ((0, 1), "on")
    assert [each["id"] for each in receiver.events if each["subject"] == f"member/{member}"] == ["1", "4"]


def test_410_turns_the_endpoint_off_and_keeps_what_waits(database, receiver, secret, act, work, earn):
    member = a_member(database)
    receiver.answer = lambda _event: 410
    work()
    with database.bound():
        since = now(current_session())
    earn(member)
    work()
    assert (len(receiver.all), state(database), waiting(database)) == (1, "gone", (1, 0))
    receiver.answer = lambda _event: 204
    act(service.set_state, 1, State.ON)
    work()
    assert [each["id"] for each in receiver.events] == ["1"]
    assert act(service.replay, 1, since=since) == 1  # what happened while it was off
    work()
    assert [each["id"] for each in receiver.events] == ["1", "2"]


def test_an_endpoint_that_keeps_failing_is_asked_now_and_then(database, clock, receiver, secret, work):
    receiver.answer = lambda _event: 503
    for _ in range(40):
        a_member(database)
    work()
    assert len(receiver.all) == 10
    clock.advance(seconds=29)
    work()
    assert len(receiver.all) == 10
    clock.advance(minutes=10)
    work()
    assert len(receiver.all) == 11
    receiver.answer = lambda _event: 204
    clock.advance(minutes=10)
    work()
    assert len(receiver.events) == 40


def test_retry_after_is_kept_and_no_redirect_is_followed(database, clock, receiver, secret, work):
    a_member(database)
    receiver.answer = lambda _event: 429
    receiver.headers = {"Retry-After": "60"}
    work()
    clock.advance(seconds=59)
    work()
    assert len(receiver.all) == 1
    receiver.answer = lambda _event: 307
    receiver.headers = {"Location": receiver.url}
    clock.advance(seconds=1)
    work()
    assert len(receiver.all) == 2
    with database.bound():
        assert endpoints.webhook(current_session(), 1).last_error == "redirected (307)"


def test_what_a_dead_worker_held_is_sent_by_another_after_its_lease(
    database, clock, http, secret, receiver, work
):
    a_member(database)

    class Dies:
        def post(self, *_what):
            raise KeyboardInterrupt

    with database.bound():
        deliveries.follow()
        with pytest.raises(KeyboardInterrupt):
            deliveries.send_some(Dies())
    clock.advance(seconds=29)
    work()
    assert receiver.all == []
    clock.advance(seconds=1)
    work()
    assert [each.id for each in receiver.taken] == ["msg_1_1"]


def test_what_a_slow_worker_reports_after_its_lease_changes_nothing(
    database, config, clock, http, secret, receiver, work
):
    """Another has sent it meanwhile: its failure makes neither it wait nor the endpoint fail."""
    a_member(database)

    class Slow:
        def post(self, *_what):
            with database.bound():
                clock.advance(seconds=30)
                deliveries.send_some(http)
            return deliveries.Answer(500, b"", httpx.Headers())

    with database.bound():
        deliveries.follow()
        deliveries.send_some(Slow())
        [webhook] = endpoints.webhooks(current_session())
    work()
    assert (len(receiver.all), waiting(database)) == (1, (0, 0))
    assert (webhook.failures_in_row, webhook.last_error) == (0, None)


def test_an_erased_members_waiting_events_go_and_the_erasure_is_told(
    act, database, clock, receiver, secret, work, earn
):
    member = a_member(database)
    receiver.answer = lambda _event: 500
    work()
    earn(member)
    act(actions.erase, member)
    assert waiting(database) == (0, 0)
    receiver.answer = lambda _event: 204
    clock.advance(hours=1)
    work()
    assert [each["type"] for each in receiver.events] == ["member.erased"]


def test_an_event_whose_member_is_erased_while_it_is_read_is_not_sent(database, receiver, secret, work):
    """A reader may write a delivery just after the erasure deleted the event."""
    member = a_member(database)
    with database.bound():
        deliveries.follow()
        with transaction() as db:
            stream.erase_member(db, member)
    work()
    assert (receiver.all, waiting(database)) == ([], (0, 0))


def test_deliveries_go_with_their_events_after_thirty_days(database, clock, secret, work):
    a_member(database)
    work()
    clock.advance(days=30)
    with database.bound():
        scheduler.run()
        assert current_session().scalar(select(func.count()).select_from(Job)) == 0


def test_replay_by_moment_sends_what_was_taken_too_with_its_id(database, clock, receiver, secret, act, work):
    a_member(database)
    work()
    clock.advance(hours=1)
    since = clock.now()
    a_member(database)
    work()
    assert act(service.replay, 1, since=since) == 1
    work()
    assert [each.id for each in receiver.taken] == ["msg_1_1", "msg_1_2", "msg_1_2"]


def test_what_waits_is_a_metric(database, clock, client, receiver, secret, work):
    a_member(database)
    receiver.answer = lambda _event: 500
    work()
    clock.advance(seconds=3)
    lines = client.get("/metrics").text.splitlines()
    assert 'loyalty_webhook_waiting{webhook="1"} 1.0' in lines
    assert 'loyalty_webhook_failed{webhook="1"} 0.0' in lines
    assert 'loyalty_webhook_oldest_waiting_seconds{webhook="1"} 3.0' in lines
    assert 'loyalty_webhook_on{webhook="1"} 1.0' in lines


def test_events_about_no_member_wait_for_nobody(database, receiver, secret, work):
    with database.bound():
        for _ in range(2):
            with transaction() as db:
                stream.emit(db, EventType.CONTENT_PUBLISHED, now(db), data={"kind": "menu"})
    work()
    assert {"partitionkey", "sequence"}.isdisjoint(receiver.events[0])
    assert len(receiver.events) == 2
