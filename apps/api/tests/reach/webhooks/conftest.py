"""An endpoint on loopback, and the worker that sends to it."""

from __future__ import annotations

import pytest

from factories import run_command
from loyalty import config as settings
from loyalty.gateways.public_http import PublicHttp
from loyalty.reach.webhooks import deliveries
from staff_app import ORIGIN, a_person, in_office
from webhook_receiver import receiving

WHY = ["--by", "mei", "--reason", "the new till system"]


@pytest.fixture
def receiver():
    with receiving() as found:
        yield found


@pytest.fixture
def config(config, receiver):
    return config.model_copy(update={"webhook_private": receiver.host, "staff_origin": ORIGIN})


@pytest.fixture
def http(config):
    return PublicHttp(config.webhook_private_hosts)


@pytest.fixture
def work(database, config, http):
    """`work()`: what the worker does until nothing is left to do."""
    sender = deliveries.Sender(http)

    def working():
        settings.bind(config)
        with database.bound():
            while deliveries.follow() + sender.send_some():
                pass

    return working


@pytest.fixture
def command(app):
    """`command("list")`: what `flask --app loyalty webhook list` prints; `fails` is the exit code."""

    def run(*words, fails=None):
        signed = words[0] not in ("list", "keys", "failed")
        done = run_command(app, "webhook", *words, *(WHY if signed else []))
        assert done.exit_code == (fails or 0), done.output
        return done.output

    return run


@pytest.fixture
def secret(command, receiver):
    """The secret of an endpoint, webhook 1, that gets every kind of event."""
    return command("add", "Till system", receiver.url).splitlines()[-1]


@pytest.fixture
def office(app, database):
    return in_office(app, a_person(database, ("head-office", None), name="Mei"))
