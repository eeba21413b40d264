"""docs/handoff.md A2: a check whose client has disconnected ends no session, however late it is processed."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from loyalty.db.session import transaction
from loyalty.features.access import sign_in
from support.factories import a_member
from support.login_steps import alive, check


@pytest.fixture
def token(app, database):
    member_id = a_member(database)
    with app.app_context(), transaction() as db:
        return sign_in.begin(db, member_id, at_mini=False).login_token


@contextmanager
def line(*, hung_up: bool, says: bytes = b"") -> Iterator[socket.socket]:
    """The server's end of a connection whose other end is gone, or there."""
    ours, theirs = socket.socketpair()
    theirs.sendall(says)
    if hung_up:
        theirs.close()
    yield ours
    ours.close()
    theirs.close()


def check_on(client, token, key, server_end, **headers):
    return client.get(
        "/api/member/checksession",
        headers={"Authorization": f"Bearer {token}", **headers},
        environ_overrides={key: server_end},
    )


@pytest.mark.parametrize("shown_as", ["gunicorn.socket", "werkzeug.socket"])
@pytest.mark.parametrize("headers", [{}, {"x-handoff": "mint"}, {"x-handoff": "n" * 22}])
def test_a_check_of_a_page_that_was_left_ends_nothing(client, token, shown_as, headers):
    second = check(client, token).json["loginToken"]
    third = check(client, second).json["loginToken"]
    with line(hung_up=True) as server_end:
        late = check_on(client, token, shown_as, server_end, **headers)

    assert late.status_code == 401
    assert late.json["code"] == "session_ended"
    assert alive(client, third)


@pytest.mark.parametrize("headers", [{}, {"x-handoff": "mint"}, {"x-handoff": "n" * 22}])
@pytest.mark.parametrize("says", [b"", b"GET /next HTTP/1.1\r\n"])
def test_whoever_waits_for_the_answer_to_an_old_token_ends_the_sign_in(client, token, says, headers):
    """A2: also when the next request of a kept connection is there already."""
    second = check(client, token).json["loginToken"]
    third = check(client, second).json["loginToken"]
    with line(hung_up=False, says=says) as server_end:
        reused = check_on(client, token, "gunicorn.socket", server_end, **headers)

    assert reused.json["code"] == "session_reused"
    assert not alive(client, third)


def test_a_thief_who_hung_up_is_noticed_when_he_comes_again(client, token):
    second = check(client, token).json["loginToken"]
    third = check(client, second).json["loginToken"]
    with line(hung_up=True) as server_end:
        check_on(client, token, "gunicorn.socket", server_end)

    assert check(client, token).json["code"] == "session_reused"
    assert not alive(client, third)


def test_the_newest_token_steps_on_whether_anybody_waits_or_not(client, token):
    """A1: its answer counts as lost, so the next page is given it again."""
    with line(hung_up=True) as server_end:
        lost = check_on(client, token, "gunicorn.socket", server_end)

    assert check(client, token).json["loginToken"] == lost.json["loginToken"]
