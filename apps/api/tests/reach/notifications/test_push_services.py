"""Pushes go to known services only, and one that is slow or away delays no other's."""

import threading

import pytest
from sqlalchemy import update

from loyalty.config import Config, WrongSetting
from loyalty.db.session import transaction
from loyalty.gateways.channels import Message, ProviderDown
from loyalty.gateways.outbox import put_pushes
from loyalty.gateways.push_sender import PushSender
from loyalty.reach.notifications import delivery, log
from loyalty.reach.notifications.models import PushSubscription
from loyalty.worker import Worker, push_channel
from support.factories import a_member
from support.message_steps import earn
from support.push_service import push_service


@pytest.fixture
def slow():
    with push_service() as found:
        found.until = threading.Event()
        yield found
        found.until.set()


@pytest.fixture
def config(config, service, slow):
    return config.model_copy(update={"push_services": f"{service.host},{slow.host},push.example.com"})


def subscribe(browser, member, subscription, **changed):
    return browser.post(f"/api/member/{member}/pushSubscription", json={**subscription, **changed})


@pytest.mark.parametrize(
    ("endpoint", "expected"),
    [
        ("https://fcm.googleapis.com/fcm/send/a", 201),
        ("https://updates.push.services.mozilla.com/wpush/v2/a", 201),
        ("https://wns2-by3p.notify.windows.com/w/?token=a", 201),
        ("https://web.push.apple.com/a", 201),
        ("https://push.example.com/a", 201),
        ("https://eu.push.example.com/a", 201),
        ("https://example.com/a", 422),
        ("https://notpush.example.com/a", 422),
        ("https://googleapis.com/fcm/send/a", 422),
        ("https://evilfcm.googleapis.com/a", 422),
        ("https://fcm.googleapis.com.example.org/a", 422),
        ("https://fcm.googleapis.com:8443/a", 422),
        ("http://fcm.googleapis.com/a", 422),
        ("https://127.0.0.1:9/a", 422),
    ],
)
def test_a_browser_is_taken_with_a_known_push_service_only(browser, member, service, endpoint, expected):
    answer = subscribe(browser, member, service.subscription, endpoint=endpoint)
    assert answer.status_code == expected
    assert expected == 201 or set(answer.json["errors"]) == {"endpoint"}


def test_nothing_is_sent_to_a_host_that_was_taken_before(database, browser, member, service, mails, work):
    """A setting no longer names it: the mail goes instead."""
    subscribe(browser, member, service.subscription)
    with database.bound(), transaction() as db:
        db.execute(update(PushSubscription).values(endpoint="https://push.example.org/a"))
    earn(database, member)
    work()
    assert (service.requests, len(mails.all)) == ([], 1)


def test_a_slow_push_service_delays_no_other(database, config, as_member, browser, member, service, slow):
    """Twenty pushes wait for an answer of one; a push by another leaves at once."""
    attacker = a_member(database)
    slow.public_key = service.public_key
    assert subscribe(as_member(attacker), attacker, slow.subscription).status_code == 201
    assert subscribe(browser, member, service.subscription).status_code == 201
    for _ in range(20):
        earn(database, attacker)
    earn(database, member)
    with database.bound():
        while log.follow() + delivery.dispatch():
            pass
    worker, pause = Worker(database, Nothing(), pushes=push_channel(config)), threading.Event()
    worker.start()
    for _ in range(500):
        if service.pushes:
            break
        pause.wait(0.01)
    arrived, answered = len(service.pushes), len(slow.pushes)
    slow.until.set()
    worker.stop()
    assert (arrived, answered) == (1, 0)


class Nothing:
    """No telephone."""

    def send(self, _message: Message) -> None:
        raise AssertionError


class Services:
    """Push services, of which some are `down`; `asked` are those that were asked."""

    def __init__(self, *down: str) -> None:
        self.down, self.asked = set(down), []

    def send(self, message: Message) -> None:
        self.asked.append(message.to)
        if message.to in self.down:
            raise ProviderDown


def test_a_push_service_that_is_down_rests_longer_and_longer(database, clock):
    services, at_s = Services("down"), [0.0]
    sender = PushSender(services, clock=lambda: at_s[0])
    with database.bound():
        with transaction() as db:
            about = [(number, str(number), "down") for number in range(9)]
            put_pushes(db, kind="notification", about=[*about, (9, "9", "up")], life=delivery.STALE_AFTER)
        while sender.send_next():
            pass
        assert services.asked == ["down", "up"]
        asked = []
        for second in range(1, 16):
            at_s[0] = second
            clock.advance(seconds=1)
            while sender.send_next():
                asked.append(second)
        assert asked == [1, 3, 7, 15]
        services.down.clear()
        at_s[0] = 100
        clock.advance(seconds=100)
        while sender.send_next():
            pass
        assert services.asked.count("down") == 5 + 9


@pytest.mark.parametrize("hosts", ["com", "https://push.example.com", "push.example.com/a", "*.example.com"])
def test_a_push_service_is_named_by_its_host(hosts):
    with pytest.raises(WrongSetting, match="LOYALTY_PUSH_SERVICES"):
        Config(push_services=hosts)
