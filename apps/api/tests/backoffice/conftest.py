"""People of every role in the office, and an application with a staff app."""

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from loyalty.backoffice.log import log
from loyalty.db.session import current_session
from loyalty.features.members import records
from support.authenticator import Authenticator
from support.staff_app import a_link, a_person, accept, browser_of, in_office, passkey


@pytest.fixture
def someone(app, database, clock) -> Callable[..., FlaskClient]:
    """`someone("outlet-manager", 1)`: a browser of somebody new in the office, just verified."""

    def browser(role: str, outlet: int | None = None, name: str = "Ravi") -> FlaskClient:
        return in_office(app, a_person(database, (role, outlet), name=name))

    return browser


@pytest.fixture
def points_of(database) -> Callable[[int], tuple[int, int]]:
    """A member's points to spend and those that count for the tier."""

    def read(member: int) -> tuple[int, int]:
        with database.bound():
            found = records.get_member(current_session(), member)
            return found.member_point_amount, found.current_member_membership_point

    return read


@pytest.fixture
def log_of(database) -> Callable[[str], list[tuple[str, str]]]:
    """Operator and details of the log's entries of an action, the newest first."""

    def read(action: str) -> list[tuple[str, str]]:
        with database.bound():
            return [
                (each.operator, each.details)
                for each in log.entries(current_session())
                if each.action == action
            ]

    return read


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
