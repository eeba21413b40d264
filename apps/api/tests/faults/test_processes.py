"""What members notice when gunicorn itself is killed, asked to end, or one of its workers freezes."""

import socket
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from loyalty.db.session import Database
from support.factories import a_member, a_reward, every_violation, signed_in
from support.gunicorn_server import Gunicorn, thaw

pytestmark = pytest.mark.long

GIVE_UP_S = 60
AT_ONCE = 4


def wait_until(there) -> None:
    """Wait for another process, a minute at the most."""
    give_up = time.monotonic() + GIVE_UP_S
    while not there():
        assert time.monotonic() < give_up
        time.sleep(0.02)


def lives(process: int) -> bool:
    """Whether a process is there and no zombie."""
    stat = Path(f"/proc/{process}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_gunicorn_that_was_killed_is_started_again_and_nothing_is_left_of_the_old_one(
    serve, claimants, rounds
):
    """SECURITY.md F2"""
    api = serve(workers=2)
    members, before = claimants(api), []
    with members.claiming():
        for _ in range(rounds(1, 20)):
            members.wait_for_answers(10)
            before += api.workers()
            api.kill()
            api.start()
        members.wait_for_answers(len(members.each))

    wait_until(lambda: not any(map(lives, before)))
    members.expect_one_voucher_a_claim()


def test_a_worker_that_froze_holds_up_nobody_for_good_and_does_nothing_twice(serve, claimants, rounds):
    """F6: frozen in the middle of a claim it may hold the member's row, and on SQLite everybody's turn."""
    api, draw = serve(workers=3), Random(6)  # noqa: S311
    members = claimants(api, timeout_s=2)
    with members.claiming():
        for _ in range(rounds(1, 40)):
            members.wait_for_answers(5)
            frozen = api.freeze_a_worker(draw)
            try:
                members.wait_for_answers(6)
            finally:
                if frozen:
                    thaw(frozen)
        members.wait_for_answers(len(members.each))

    members.expect_one_voucher_a_claim()


@dataclass(frozen=True)
class Claim:
    """A claim that may be made: its body, and the headers of the member who makes it."""

    database: Database
    body: bytes
    headers: dict[str, str]


@pytest.fixture
def claim(app) -> Claim:
    database = app.extensions["loyalty.database"]
    member, reward = a_member(database, earned=100), a_reward(database, cost=10)
    headers = signed_in(app, member)
    database.close()
    return Claim(database, f'{{"memberId": {member}, "rewardId": {reward}}}'.encode(), headers)


def begun(api: Gunicorn, claim: Claim, key: str) -> socket.socket:
    """A claim whose head a worker has accepted, by 100 Continue. The body is still to come."""
    connection = api.connection()
    head = {
        "Host": "localhost",
        "Content-Type": "application/json",
        "Content-Length": str(len(claim.body)),
        "Expect": "100-continue",
        "Idempotency-Key": key,
        **claim.headers,
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    connection.sendall(f"POST /api/claim HTTP/1.1\r\n{lines}\r\n".encode())
    assert connection.recv(1024).startswith(b"HTTP/1.1 100 Continue")
    return connection


@pytest.mark.any_database
def test_what_was_accepted_before_sigterm_is_answered_after_it_and_who_sends_nothing_delays_nobody(
    serve, claim
):
    """F5: gunicorn itself keeps silent connections for half a minute after SIGTERM."""
    api = serve(workers=1)
    accepted = [begun(api, claim, f"key-{nth}") for nth in range(2)]
    silent = [api.connection() for _ in range(AT_ONCE - len(accepted))]
    # Every thread waits for somebody; an answer means that one has given a silent connection up.
    assert api.ask("GET", "/healthz") == (200, {"status": "ok"})

    api.terminate()
    wait_until(lambda: not api.listens())
    hung_up = [connection.recv(1) for connection in silent]
    for connection in accepted:
        connection.sendall(claim.body)
    answers = [connection.recv(1024)[:12] for connection in accepted]
    for connection in (*accepted, *silent):
        connection.close()

    assert hung_up == [b""] * len(silent)
    assert answers == [b"HTTP/1.1 201"] * len(accepted)
    assert api.ended() == 0
    assert every_violation(claim.database) == []


HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


def refuses(api: Gunicorn, address: str) -> bool:
    """Whether nobody listens there any more."""
    try:
        api.connection(address).close()
    except ConnectionRefusedError:
        return True
    return False


@pytest.mark.any_database
def test_a_node_that_ends_answers_who_has_connected_and_refuses_who_comes_later(serve):
    """F5: a request that waits at a node which accepts nobody any more is lost with it."""
    api = serve(workers=1)
    address, frozen = api.second_address(), api.freeze_a_worker(Random(5))  # noqa: S311
    slow, *waiting = [api.connection() for _ in range(AT_ONCE)]
    api.terminate()
    wait_until(lambda: not api.listens())
    slow.sendall(HEALTH[:10])
    for connection in waiting:
        connection.sendall(HEALTH)

    thaw(frozen)
    answers = [connection.recv(1024)[:12] for connection in waiting]
    wait_until(lambda: refuses(api, address))
    slow.sendall(HEALTH[10:])
    answers.append(slow.recv(1024)[:12])
    for connection in (slow, *waiting):
        connection.close()

    assert answers == [b"HTTP/1.1 200"] * AT_ONCE
    assert api.ended() == 0


def test_a_node_that_froze_takes_the_check_of_a_page_that_was_left_for_no_theft(serve, app):
    """docs/handoff.md A2: the next two pages renew the token at another node, then the first one goes on."""
    slow, quick, draw = serve(workers=1), serve(workers=1), Random(2)  # noqa: S311
    mine = signed_in(app, a_member(app.extensions["loyalty.database"]))["Authorization"]

    def checked(bearer: str) -> str:
        """The next token, as a header's value."""
        _, answer = quick.ask("GET", "/api/member/checksession", headers={"Authorization": bearer})
        return f"Bearer {answer['loginToken']}"

    frozen = slow.freeze_a_worker(draw)
    try:
        with slow.connection() as page:
            head = f"Host: x\r\nConnection: close\r\nAuthorization: {mine}\r\n"
            page.sendall(f"GET /api/member/checksession HTTP/1.1\r\n{head}\r\n".encode())
            # It disconnects; this end still reads, so that the test sees what would have been answered.
            page.shutdown(socket.SHUT_WR)
            newest = checked(checked(mine))
            thaw(frozen)
            answer = page.makefile("rb").read()
    finally:
        thaw(frozen)

    assert b"session_ended" in answer
    assert checked(newest) != newest
