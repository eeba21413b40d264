"""trust.md F1, F3: workers die by kill -9 and PostgreSQL crashes while members claim. Whoever was told that
she has a voucher has it, nobody has two for one, and the books are right.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from sqlalchemy import text

import postgres
from gunicorn_server import Gunicorn
from loyalty import create_app
from loyalty.config import Config
from loyalty.db.session import session
from people import a_member, a_reward, every_violation, signed_in

CLIENTS, COST = 6, 10
BETWEEN_KILLS_S = 0.25
GIVE_UP_S = 60


@pytest.fixture
def crashing(server) -> Iterator[postgres.Server | None]:
    """A PostgreSQL of this test's own that keeps what it committed, or None on SQLite."""
    if server is None:
        yield None
        return
    own = postgres.Server(durable=True)
    own.start()
    yield own
    own.stop()


@pytest.fixture
def address(crashing, database_url) -> str:
    return postgres.url(crashing.root, "postgres") if crashing else database_url


@pytest.fixture
def app(address):
    app = create_app(Config(database_url=address, worker=False, rate_limits=False))
    for command in (["db", "upgrade"], ["seed"]):
        assert app.test_cli_runner().invoke(args=command).exit_code == 0
    yield app
    app.extensions["loyalty.database"].close()


class Client:
    """One member who claims again and again; without an answer she repeats under the same key."""

    def __init__(self, api: Gunicorn, number: int, member: int, reward: int, headers: dict[str, str]) -> None:
        self._api, self._number, self._headers = api, number, headers
        self._body = {"memberId": member, "rewardId": reward}
        self.acknowledged: list[int] = []
        self.statuses: set[int] = set()
        self.tries = 0

    def claim_until(self, over: threading.Event) -> None:
        while not over.is_set():
            self._claim()

    def _claim(self) -> None:
        self.tries += 1
        headers = {**self._headers, "Idempotency-Key": f"{self._number}-{self.tries}"}
        started = time.monotonic()
        while time.monotonic() < started + GIVE_UP_S:
            answer = self._api.ask("POST", "/api/claim", self._body, headers)
            if answer is not None:
                status, said = answer
                self.statuses.add(status)
                if status == 201:
                    self.acknowledged.append(said["memberReward"]["id"])
                    return
            time.sleep(0.05)
        raise AssertionError(f"no claim was possible for {GIVE_UP_S} s")


def test_no_acknowledged_claim_is_lost_when_workers_and_the_database_die(app, address, crashing, rounds):
    database = app.extensions["loyalty.database"]
    reward = a_reward(database, cost=COST)
    people = [a_member(database, earned=1_000_000) for _ in range(CLIENTS)]
    headers = [signed_in(app, member) for member in people]
    database.close()  # nothing of this process is in the way of a restart
    api, over, draw = Gunicorn(address), threading.Event(), Random(1)  # noqa: S311
    clients = [Client(api, number, member, reward, headers[number]) for number, member in enumerate(people)]
    kills, wanted, crashes = 0, rounds(6, 300), 0
    try:
        with ThreadPoolExecutor(CLIENTS) as pool:
            storm = [pool.submit(client.claim_until, over) for client in clients]
            try:
                while kills < wanted:
                    over.wait(BETWEEN_KILLS_S)
                    kills += api.kill_a_worker(draw)
                    if crashing and kills // (wanted // rounds(1, 20) or 1) > crashes:
                        crashing.crash()
                        crashes += 1
                over.wait(1)
            finally:
                over.set()
            for each in storm:
                each.result()
        assert api.ask("GET", "/readyz") == (200, {"status": "ready"})
    finally:
        api.stop()

    acknowledged = [voucher for client in clients for voucher in client.acknowledged]
    with database.bound():
        stored = set(session().scalars(text("SELECT id FROM vouchers")))
    assert (kills, crashes > 0) == (wanted, crashing is not None)
    assert len(acknowledged) > CLIENTS
    assert set(acknowledged) == stored  # every one acknowledged is there, and nothing that was not asked for
    assert len(acknowledged) == len(stored) == sum(client.tries for client in clients)
    assert set().union(*(client.statuses for client in clients)) <= {201, 503}
    assert every_violation(database) == []
