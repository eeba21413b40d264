"""Two super-apps on loopback, and a member who opens the mini-program inside them."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from loyalty.config import Config
from loyalty.db.session import Database
from loyalty.reach.hosts import codes
from support.factories import a_member
from support.host_server import HostServer, running
from support.host_steps import NATIONAL, Phone, link, signs_in


@pytest.fixture
def host() -> Iterator[HostServer]:
    """A super-app whose user is U-siti."""
    with running() as server:
        codes.forget_keys()
        yield server


@pytest.fixture
def config(config: Config, host: HostServer) -> Config:
    """With all limits and two hosts, `chat` and `wallet`, by one provider."""
    hosts = [host.oidc(), host.oidc(name="wallet", title="Wallet")]
    return config.model_copy(update={"rate_limits": True, "hosts": json.dumps(hosts)})


@pytest.fixture(autouse=True)
def same_clock(host: HostServer, clock: Any) -> None:
    """The host's clock is ours."""
    host.clock = lambda: clock.now().timestamp()


@pytest.fixture
def new_phone(app: Flask, clock: object, host: HostServer) -> Callable[[], Phone]:
    """`new_phone()` is a browser that nobody has used yet, elsewhere than here."""
    assert clock

    def phone() -> Phone:
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = "203.0.113.7"
        return Phone(client, host)

    return phone


@pytest.fixture
def phone(new_phone: Callable[[], Phone]) -> Phone:
    return new_phone()


@pytest.fixture
def siti(database: Database) -> int:
    """A member who has not linked anything."""
    return a_member(database, name="Siti Aminah", number=NATIONAL)


@pytest.fixture
def linked(phone: Phone, sent: Any, siti: int) -> dict[str, str]:
    """Siti's account of the chat app is linked; the header of the session that did it."""
    ticket = phone.link_ticket()
    headers = signs_in(phone, sent)
    answer = link(phone, siti, headers, ticket)
    assert answer.status_code == 201, answer.text
    return headers
