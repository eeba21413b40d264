"""Webhooks whose worker is killed again and again, to a receiver that drops, doubles, delays and fails."""

import subprocess
import sys
import threading
import time
from collections import defaultdict
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, insert, select, update

from loyalty.backoffice.integrations import service
from loyalty.backoffice.log.log import Signature
from loyalty.db.clock import now
from loyalty.db.jobs import Job
from loyalty.db.session import current_session, transaction
from loyalty.features.events import stream
from loyalty.features.events.models import Event
from loyalty.gateways.public_http import PublicHttp
from loyalty.reach.webhooks import deliveries
from loyalty.reach.webhooks.models import Webhook
from loyalty.rules.events import EventType
from support.factories import a_member
from support.webhook_receiver import receiving

pytestmark = pytest.mark.long

WORKER = Path(__file__).parents[1] / "support/webhook_worker.py"
GIVE_UP_S = 600
AT_ONCE = 5_000


class Unreliable:
    """Takes an event and answers, or hangs up, so that it comes again; or fails before it has taken it."""

    def __init__(self):
        self.order = defaultdict(list)
        self.seen = set()
        self.count = 0
        self._chance = Random(50)  # noqa: S311
        self._target, self._reached = 0, threading.Event()

    def answer(self, event):
        self.count += 1
        if self.count >= self._target:
            self._reached.set()
        outcome = self._chance.choice(["ok"] * 8 + ["fails", "hangs up"])
        if outcome == "fails":
            return 500
        if event["id"] not in self.seen:
            self.seen.add(event["id"])
            self.order[event["partitionkey"]].append(int(event["sequence"]))
        return 204 if outcome == "ok" else None

    def delay_s(self):
        return self._chance.choice([0, 0, 0, 0.01])

    def expect_after(self, more):
        """Begin to wait for so many requests more."""
        self._reached.clear()
        self._target = self.count + more

    def wait(self, worker):
        """Until they have come; a worker that ends by itself brings none."""
        deadline = time.monotonic() + GIVE_UP_S
        while not self._reached.wait(1):
            assert worker.poll() is None
            assert time.monotonic() < deadline


@pytest.fixture
def receiver():
    with receiving() as found:
        unreliable = Unreliable()
        found.answer, found.delay_s, found.keeps = unreliable.answer, unreliable.delay_s, False
        yield found, unreliable


@pytest.fixture
def config(config, receiver):
    return config.model_copy(update={"webhook_private": receiver[0].host})


def test_a_worker_that_is_killed_loses_no_event_and_keeps_the_order_of_each_member(
    database, config, receiver, rounds
):
    endpoint, unreliable = receiver
    people, each, kills = rounds(12, 1_000), rounds(10, 100), rounds(2, 50)
    members = [a_member(database) for _ in range(people)]
    with database.bound():
        while stream.assign_positions():
            pass
        service.add("Storm", endpoint.url, [], Signature("mei", "a storm of events"))
        at = now()
        rows = [
            stream.row_of(EventType.POINTS_ADDED, at, member_id=member, data={"points": 1})
            for _ in range(each)
            for member in members
        ]
        for first in range(0, len(rows), AT_ONCE):
            with transaction() as db:
                db.execute(insert(Event), rows[first : first + AT_ONCE])
    for _ in range(kills):
        unreliable.expect_after(len(rows) // (2 * kills))
        worker = subprocess.Popen(  # noqa: S603
            [sys.executable, str(WORKER), config.database_url, endpoint.host], stderr=subprocess.DEVNULL
        )
        try:
            unreliable.wait(worker)
        finally:
            worker.kill()
            worker.wait()
        a_while_passes(database)
    assert len(unreliable.seen) < len(rows)  # it was killed in the middle
    http = PublicHttp([endpoint.host])
    while unfinished(database):
        with database.bound():
            while deliveries.follow() + deliveries.send_some(http):
                pass
        a_while_passes(database)

    assert len(unreliable.seen) == len(rows)
    assert len(unreliable.order) == people
    # The first event of each was joining.
    assert all(found == list(range(2, each + 2)) for found in unreliable.order.values())


def a_while_passes(database):
    """Leases and pauses end, as if some minutes had passed."""
    with database.bound(), transaction() as db:
        past = now(db) - timedelta(seconds=1)
        db.execute(update(Job).where(Job.finished_at.is_(None)).values(run_at=past))
        db.execute(update(Webhook).values(failures_in_row=0, paused_until=None))


def unfinished(database):
    with database.bound():
        db = current_session()
        waiting = select(func.count()).select_from(Job).where(Job.finished_at.is_(None))
        return bool(db.scalar(waiting)) or stream.read_up_to(db, deliveries.READER) < stream.newest(db)
