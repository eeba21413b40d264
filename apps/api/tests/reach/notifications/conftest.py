"""A member with a mailbox, a browser and a telephone, and the worker that sends to them."""

import pytest

from loyalty.gateways.channels import EmailChannel, Refused
from loyalty.gateways.outbox import EMAIL, PHONE, PUSH
from loyalty.reach.broadcasts import sending as broadcasts
from loyalty.reach.notifications import delivery, log
from loyalty.worker import compose, push_channel
from support.factories import a_member
from support.outbox_message import drain
from support.push_service import push_service


@pytest.fixture
def service():
    with push_service() as found:
        yield found


@pytest.fixture
def config(config, service):
    return config.model_copy(update={"push_services": service.host})


class Mails:
    """A mailbox; while it `refuses`, the mail server takes nothing."""

    def __init__(self):
        self.all = []
        self.refuses = False

    def deliver(self, email, _message):
        if self.refuses:
            raise Refused
        self.all.append(email)


class Texts:
    """A telephone."""

    def __init__(self):
        self.all = []

    def send(self, message):
        self.all.append(message)


@pytest.fixture
def mails():
    return Mails()


@pytest.fixture
def texts():
    return Texts()


@pytest.fixture
def work(database, config, mails, texts):
    """`work()`: what the worker does until nothing is left to do, also with another telephone."""

    def working(telephone=texts):
        with database.bound():
            while log.follow() + broadcasts.send_some() + delivery.dispatch():
                pass
            while (
                drain(EmailChannel(compose, mails.deliver), EMAIL)
                + drain(push_channel(config), PUSH)
                + drain(telephone, PHONE)
            ):
                pass

    return working


@pytest.fixture
def member(database, work, clock):
    found = a_member(database, email="aisyah@example.com")
    work()
    return found


@pytest.fixture
def browser(as_member, member, service):
    client = as_member(member)
    service.public_key = client.get(f"/api/member/{member}/pushSubscription").json["publicKey"]
    return client
