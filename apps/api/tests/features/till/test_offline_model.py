"""Courses of events at tills without a network: no voucher is used twice, by whatever clock.

A storm runs 10,000 of them.
The guest tries everything: one code at several tills, another outlet, showing it again as soon as they can.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import Connection, text

from factories import a_member, a_reward, a_till
from loyalty.db.clock import as_if
from loyalty.db.connections import connection, transaction
from loyalty.errors import DomainError
from loyalty.features.rewards import claims, offline
from loyalty.features.rewards import vouchers as reward_vouchers
from loyalty.rules import voucher_codes
from loyalty.rules.rewards import PRESENTED_FOR

STEPS = 14
START = datetime(2028, 3, 14, 4, 0, tzinfo=UTC)
OUTLETS = (1, 1, 2)  # two tills in one outlet, one in another
MINUTE = timedelta(minutes=1)


@dataclass
class Shown:
    """A presentation: what the guest has on their screen, and in their pictures."""

    code: str
    signed: str | None
    outlet_id: int


@dataclass
class Course:
    """What one course of events is about: a voucher and how often somebody was given something for it."""

    voucher_id: int = 0
    at: datetime = START
    shown: list[Shown] = field(default_factory=list)
    handed_out: int = 0
    log: list[str] = field(default_factory=list)


@dataclass
class ModelTill:
    """A till as docs/till.md wants it: what it hands out without the network is stored first, and it accepts
    no code that ended before the newest time it has from the API.
    """

    id: int
    outlet_id: int
    skew: timedelta = timedelta()
    last_server_time: datetime | None = None
    queue: list[dict[str, Any]] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)

    def clock(self, at: datetime) -> datetime:
        return max(at + self.skew, self.last_server_time or START - timedelta(days=9))


class World:
    """The API's services behind three tills and one guest, with everything that goes wrong between them."""

    def __init__(self, db: Any, random: Random, tills: list[ModelTill], course: Course, member: int) -> None:
        self.db, self.random, self.tills, self.course, self.member = db, random, tills, course, member

    def wait(self) -> None:
        self.course.at += self.random.choice(
            [MINUTE, 5 * MINUTE, 10 * MINUTE, PRESENTED_FOR, 6 * PRESENTED_FOR]
        )

    def present(self) -> None:
        outlet_id, without = self.random.choice([1, 2]), self.random.random() < 0.8
        till = offline.till_for(self.db, outlet_id, self.course.at) if without else None
        row = reward_vouchers.show(
            self.db,
            self.member,
            self.course.voucher_id,
            outlet_id,
            self.course.at,
            till_id=till.till_id if till else None,
        )
        signed = offline.shown_code(self.db, row)["signed_code"]
        self.course.shown.append(Shown(row.code, signed, outlet_id))

    def use_online(self) -> None:
        """A till with a network, or the answer gets lost on the way and the cashier hands nothing out."""
        till, shown = self.random.choice(self.tills), self.random.choice(self.course.shown)
        if shown.code in till.refused:
            return
        till.refused.add(shown.code)  # stored before it is sent
        try:
            reward_vouchers.use(
                self.db, shown.code, till.outlet_id, self.course.at, net_sen=0, receipt=None, till_id=till.id
            )
        except DomainError:
            till.refused.discard(shown.code)
            raise
        self.course.handed_out += 1

    def use_offline(self) -> None:
        till, shown = self.random.choice(self.tills), self.random.choice(self.course.shown)
        now = till.clock(self.course.at)
        if shown.signed is None or shown.code in till.refused:
            return
        why_not = voucher_codes.why_not_accepted(
            shown.signed, offline.public_keys(), outlet_id=till.outlet_id, till_id=till.id, at=now
        )
        if why_not is None:
            till.refused.add(shown.code)
            till.queue.append({"code": shown.code, "signed_code": shown.signed, "used_at": now})
            self.course.handed_out += 1

    def sync(self) -> None:
        """The till sends its queue; an answer that is lost leaves the use in it, to be sent again."""
        till = self.random.choice(self.tills)
        for use in list(till.queue):
            offline.use(self.db, **use, outlet_id=till.outlet_id, till_id=till.id, net_sen=None, receipt=None)
            if self.random.random() < 0.7:
                till.queue.remove(use)

    def report(self) -> None:
        till = self.random.choice(self.tills)
        answer = offline.report(
            self.db,
            till_id=till.id,
            outlet_id=till.outlet_id,
            name="",
            queue_length=len(till.queue),
            voucher_uses=len(till.queue),
            oldest_at=None,
            clock=self.course.at + till.skew,
            last_server_time=till.last_server_time,
        )
        if self.random.random() < 0.7:  # else the answer is lost
            till.last_server_time = answer.reported_at

    def sync_and_report(self) -> None:
        self.sync()
        self.report()

    def crash(self) -> None:
        """What is stored is there again afterwards; the clock may be another one."""
        till = self.random.choice(self.tills)
        till.skew = self.random.choice([-72, -12, -1, -0.05, 0, 0.05, 1, 12]) * timedelta(hours=1)

    def tidy(self) -> None:
        reward_vouchers.tidy_presented(self.db, self.course.at, 10)

    def release_at_the_till(self) -> None:
        till, shown = self.random.choice(self.tills), self.random.choice(self.course.shown)
        reward_vouchers.release(self.db, shown.code, self.course.at, till.outlet_id)


MOVES = [
    *("wait", "present", "use_offline") * 4,
    *("use_online", "sync_and_report", "report") * 2,
    *("sync", "crash", "tidy", "release_at_the_till"),
]


class Undo(Exception):
    """The course is over: the next one begins with the same voucher."""


def run(db: Connection, random: Random, tills: list[ModelTill], member: int, voucher: int) -> Course:
    """One course of events, in the caller's transaction."""
    course = Course(voucher)
    world = World(db, random, [ModelTill(each.id, each.outlet_id) for each in tills], course, member)
    for _ in tills:
        world.report()
    world.present()
    for _ in range(STEPS):
        step = random.choice(MOVES)
        course.log.append(step)
        with as_if(course.at):
            try:
                getattr(world, step)()
            except DomainError:
                continue
    return course


def test_no_course_of_events_gives_a_voucher_twice(app, database, rounds):
    courses = rounds(200, 10_000)
    for outlet_id in OUTLETS:
        a_till(app, outlet_id)
    with database.bound():
        rows = connection().execute(text("SELECT id, outlet_id FROM till_keys ORDER BY id")).all()
    tills = [ModelTill(row.id, row.outlet_id) for row in rows]
    member, reward = a_member(database), a_reward(database, valid_days=60)
    random = Random(20280314)  # noqa: S311  # a course that fails can be run again
    handed_out: Counter[int] = Counter()
    with database.bound(), as_if(START):
        with transaction() as db:
            voucher = claims.claim_in(db, member, reward).voucher.id
        for number in range(courses):
            with suppress(Undo), transaction() as db:
                course = run(db, random, tills, member, voucher)
                assert course.handed_out <= 1, (number, course.log)
                handed_out[course.handed_out] += 1
                raise Undo
    # The courses are worth something: in many the guest gets it, and in many they do not.
    assert handed_out[1] > courses / 4
    assert handed_out[0] > courses / 20
