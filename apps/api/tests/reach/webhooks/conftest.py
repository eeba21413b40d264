"""An endpoint on loopback, and the worker that sends to it."""

import pytest

from loyalty.backoffice.integrations import service
from loyalty.backoffice.log.log import Signature
from loyalty.gateways.public_http import PublicHttp
from loyalty.reach.webhooks import deliveries
from support.staff_app import a_person, in_office
from support.webhook_receiver import receiving

MEI = Signature("mei", "the new till system")


@pytest.fixture
def receiver():
    with receiving() as found:
        yield found


@pytest.fixture
def config(config, receiver):
    return config.model_copy(update={"webhook_private": receiver.host})


@pytest.fixture
def http(config):
    return PublicHttp(config.webhook_private_hosts)


@pytest.fixture
def work(database, config, http):
    """`work()`: what the worker does until nothing is left to do."""

    def working():
        with database.bound():
            while deliveries.follow() + deliveries.send_some(http):
                pass

    return working


@pytest.fixture
def act(app):
    """`act(service.set_state, 1, State.ON)`: somebody of head office does this."""

    def acting(what, *arguments, **how):
        with app.app_context():
            return what(*arguments, MEI, **how)

    return acting


@pytest.fixture
def secret(act, receiver):
    """The secret of an endpoint, webhook 1, that gets every kind of event."""
    return act(service.add, "Till system", receiver.url, [])[1]


@pytest.fixture
def office(app, database):
    return in_office(app, a_person(database, ("head-office", None), name="Mei"))
