"""An application with a staff app."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from authenticator import Authenticator
from loyalty.backoffice.office import log
from loyalty.config import Config
from loyalty.db.session import current_session
from staff_app import ORIGIN, a_link, a_person, accept, browser_of, passkey


@pytest.fixture
def config(config: Config) -> Config:
    return config.model_copy(update={"staff_origin": ORIGIN, "rate_limits": True})


@pytest.fixture
def browser(app, clock) -> FlaskClient:
    """A browser that has the staff app open."""
    return browser_of(app)


@pytest.fixture
def siti(database, clock) -> int:
    """The manager of outlet 1."""
    return a_person(database, ("outlet-manager", 1), name="Siti Aminah")


@pytest.fixture
def key(app, siti, browser) -> Authenticator:
    """Siti's passkey; with it she is signed in in `browser`."""
    authenticator = passkey()
    answer = accept(browser, a_link(app, siti), authenticator)
    assert answer.status_code == 201, answer.text
    return authenticator


@pytest.fixture
def log_of(database) -> Callable[[str], list[tuple[str, str]]]:
    """`log_of("staff.pin")`: operator and details of the log's entries of an action, the newest first."""

    def read(action: str) -> list[tuple[str, str]]:
        with database.bound():
            entries = log.entries(current_session())
        return [(each.operator, each.details) for each in entries if each.action == action]

    return read
