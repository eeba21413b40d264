"""A message is sent after its transaction, once, in time, and is wiped afterwards."""

import json
import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select, update
from structlog.testing import capture_logs

from loyalty.db import job_list, jobs
from loyalty.db.clock import now
from loyalty.db.jobs import Job
from loyalty.db.session import Database, current_session, transaction
from loyalty.gateways import outbox
from loyalty.gateways.channels import FileChannel, Message, Refused, Undeliverable
from loyalty.worker import Worker, worker_for
from support.outbox_message import drain, leave, row

pytestmark = [pytest.mark.databases_differ, pytest.mark.usefixtures("bound")]


class Broken:
    """A provider that fails a number of times."""

    def __init__(self, times: int) -> None:
        self.times = times
        self.tried: list[Message] = []

    def send(self, message: Message) -> None:
        self.tried.append(message)
        if len(self.tried) <= self.times:
            raise Undeliverable


def test_a_message_leaves_with_the_commit(sent):
    leave()

    assert sent.all()[0].code == "493817"
    assert row().state == "done"


def test_a_message_of_a_failed_request_never_leaves(sent):
    def fail() -> None:
        with transaction() as db:
            outbox.put(db, to="+6011", kind="otp", text="x", expires_at=now(db) + timedelta(seconds=9))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()

    assert sent.all() == []


def test_text_and_recipient_are_wiped(sent):
    leave()
    sent.all()

    assert (row().payload, row().recipient) == ({}, "…89")


@pytest.mark.usefixtures("clock")
def test_a_message_is_sent_once(sent):
    leave()
    for _ in range(3):
        sent.all()

    assert len(sent.all()) == 1


def test_a_failed_delivery_is_tried_again_later_and_later(clock):
    channel = Broken(3)
    leave()
    pauses = []
    while len(channel.tried) < 4:
        if not drain(channel):
            clock.advance(seconds=1)
            pauses.append(clock.now())

    assert len(pauses) == 1 + 2 + 4
    assert row().state == "done"
    assert len({message.key for message in channel.tried}) == 1


def test_after_eight_tries_it_is_given_up(clock):
    channel = Broken(99)
    leave(expires_at=clock.now() + timedelta(days=1))
    for _ in range(300):
        drain(channel)
        clock.advance(seconds=1)

    assert len(channel.tried) == jobs.POLICIES[outbox.PHONE].tries
    assert (row().state, row().payload, row().last_error) == ("failed", {}, "Undeliverable")


def test_a_message_is_dropped_when_it_has_expired_and_not_sent_late(clock):
    """SECURITY.md O11: a provider that was away for longer than a code lives."""
    channel = Broken(1)
    leave()
    drain(channel)
    clock.advance(seconds=120)
    drain(channel)

    assert len(channel.tried) == 1
    assert (row().state, row().payload) == ("expired", {})


def test_a_worker_that_died_is_followed_by_another(clock):
    """At least once: the lease of the dead one runs out."""
    channel = Broken(0)
    leave()
    jobs.take(outbox.PHONE)
    assert drain(channel) == 0
    clock.advance(seconds=29)
    assert drain(channel) == 0
    clock.advance(seconds=1)

    assert drain(channel) == 1
    assert row().state == "done"


@pytest.mark.usefixtures("clock")
def test_two_workers_do_not_take_the_same_message():
    leave()

    assert jobs.take(outbox.PHONE) is not None
    assert jobs.take(outbox.PHONE) is None


def test_codes_are_taken_before_notices(clock):
    for code in (None, "111111", None, "222222"):
        leave(code=code)
        clock.advance(seconds=1)

    taken = [jobs.take(outbox.PHONE) for _ in range(4)]
    assert [row.payload["code"] for row in taken if row] == ["111111", "222222", None, None]


class Meanwhile:
    """A provider; `act` happens while it has the first message, which ends with `error`."""

    def __init__(self, act: Callable[[Message], object], error: Exception | None) -> None:
        self.act, self.error = act, error
        self.sent: list[Message] = []

    def send(self, message: Message) -> None:
        self.sent.append(message)
        if len(self.sent) == 1:
            self.act(message)
            if self.error:
                raise self.error


@pytest.mark.parametrize("error", [None, Undeliverable(), Refused()], ids=["taken", "not taken", "refused"])
def test_a_message_that_is_withdrawn_while_it_is_being_sent_stays_withdrawn(clock, error):
    """Its member was erased meanwhile: nothing of it is sent again, and not to what is left of a number."""

    def withdraw(message: Message) -> None:
        with transaction() as db:
            outbox.withdraw(db, message.to)

    channel = Meanwhile(withdraw, error)
    leave()
    drain(channel)
    clock.advance(seconds=60)
    drain(channel)

    assert [message.to for message in channel.sent] == ["+60123456789"]
    assert (row().state, row().payload, row().recipient) == ("expired", {}, "…89")


@pytest.mark.parametrize("error", [None, Undeliverable(), Refused()], ids=["taken", "not taken", "refused"])
def test_only_the_worker_that_holds_the_lease_says_what_became_of_a_message(clock, error):
    """The first worker slept for longer than its lease; another one has the message."""
    others: list[Job | None] = []

    def take(_message: Message) -> None:
        clock.advance(seconds=30)
        others.append(jobs.take(outbox.PHONE))

    leave()
    drain(Meanwhile(take, error))

    [held] = others
    assert held is not None
    assert (row().state, row().run_at, row().tries, row().payload) == (
        "running",
        held.run_at,
        2,
        held.payload,
    )


def test_what_a_job_writes_is_there_if_and_only_if_its_worker_still_had_it(clock, monkeypatch):
    monkeypatch.setitem(jobs.POLICIES, "written", jobs.Policy(timeout_s=1))

    def another_takes_it(db, job):
        db.execute(update(Job).where(Job.id == job.id).values(lease=Job.lease + 1))
        jobs.enqueue(db, outbox.EMAIL, "late")

    def nobody_does(db, _job):
        jobs.enqueue(db, outbox.EMAIL, "once")

    for write in (another_takes_it, nobody_does):
        with transaction() as db:
            jobs.enqueue(db, "written", "test")
        assert jobs.write_next("written", write)
        assert not jobs.write_next("written", write)
    found = current_session().scalars(select(Job.kind).where(Job.queue == outbox.EMAIL))
    assert found.all() == ["once"]


def test_what_failed_in_a_queue_with_a_pace_is_counted_and_what_waits_there_is_not_late(clock):
    with transaction() as db:
        for reference in (1, 2, 3):
            jobs.enqueue(db, "deliveries/7", "delivery", reference=reference)
    clock.advance(hours=1)

    def fail(_db, _job):
        raise jobs.GiveUp

    jobs.write_next("deliveries/7", fail)
    (shown,) = [each for each in job_list.totals(current_session()) if each[0] == "deliveries"]
    assert shown == ("deliveries", 0, 0, 1, 0.0)


def test_a_message_that_expired_between_two_tries_is_not_sent(clock):
    channel = Broken(1)
    leave(expires_at=clock.now() + timedelta(seconds=1))
    drain(channel)
    clock.advance(seconds=1)
    drain(channel)

    assert (len(channel.tried), row().state) == (1, "expired")


def test_the_file_holds_the_line_that_others_read(tmp_path, capsys, clock):
    path = tmp_path / "var" / "messages.jsonl"
    leave(text="493817 is your verification code.")
    drain(FileChannel(str(path), shown=True))

    assert json.loads(path.read_text()) == {
        "to": "+60123456789",
        "kind": "otp",
        "code": "493817",
        "text": "493817 is your verification code.",
        "at": "2026-03-14T04:00:00.000Z",
    }
    assert list(json.loads(path.read_text())) == ["to", "kind", "code", "text", "at"]
    assert "493817 is your verification code." in capsys.readouterr().out
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("env", ["development", "production"])
def test_a_code_is_shown_in_development_only(database, config, env, capsys):
    leave(text="493817 is your verification code.")
    worker = worker_for(config.model_copy(update={"env": env}), database)
    worker.start()
    assert _until(lambda: row().state == "done")
    worker.stop()

    shown = capsys.readouterr()
    assert ("493817" in shown.out + shown.err) is (env == "development")


def test_the_worker_sends_by_itself_and_runs_scheduled_tasks(database):
    channel, runs = Broken(0), []
    worker = Worker(database, channel, scheduled=lambda: runs.append(1))
    leave()
    worker.start()
    worker.start()
    arrived = _until(lambda: channel.tried and runs)
    worker.stop()

    assert arrived
    assert (len(channel.tried), len(runs)) == (1, 1)


@pytest.mark.only_on("postgresql")
def test_a_message_that_another_process_writes_wakes_the_worker(database, config):
    """It sleeps for up to ten seconds otherwise."""
    channel, other = Broken(0), Database(database.app, config.database_url)
    worker = Worker(database, channel)
    worker.start()
    assert _until(lambda: database.signals.is_listening)
    seen = database.signals.count(outbox.PHONE)
    with other.bound():
        leave()
    assert _until(lambda: database.signals.count(outbox.PHONE) > seen and channel.tried)
    worker.stop()
    other.close()


def test_scheduled_tasks_are_run_by_one_worker_at_a_time(database):
    runs, started, may_end = [], threading.Event(), threading.Event()

    def task() -> None:
        runs.append(1)
        started.set()
        may_end.wait(timeout=5)

    first, second = (Worker(database, Broken(0), scheduled=task) for _ in range(2))
    first.start()
    assert started.wait(timeout=5)
    second.start()
    leave()
    assert _until(lambda: row("phone").state == "done")
    may_end.set()
    assert _until(lambda: row("scheduled").state == "waiting")
    first.stop()
    second.stop()

    assert len(runs) == 1


def test_a_code_is_sent_while_a_scheduled_task_is_running(database):
    started, left, in_time = threading.Event(), threading.Event(), []

    class Provider:
        def send(self, _message: Message) -> None:
            left.set()

    def task() -> None:
        started.set()
        in_time.append(left.wait(timeout=5))

    worker = Worker(database, Provider(), scheduled=task)
    worker.start()
    assert started.wait(timeout=5)
    leave()
    assert _until(lambda: in_time)
    worker.stop()

    assert in_time == [True]


def test_the_worker_waits_for_a_database_that_is_away(database, monkeypatch):
    channel = Broken(0)
    monkeypatch.setattr("loyalty.worker.PAUSE_AFTER_ERROR_S", 0.01)
    leave()
    away = database.reads
    database.reads = None
    worker = Worker(database, channel)
    with capture_logs() as log:
        worker.start()
        assert _until(lambda: log)
    database.reads = away
    arrived = _until(lambda: channel.tried)
    worker.stop()

    assert arrived


def _until(there) -> bool:
    """Wait for another thread, five seconds at the most."""
    pause = threading.Event()
    for _ in range(500):
        if there():
            return True
        pause.wait(0.01)
    return False


def test_a_failing_task_is_logged_with_its_trace(config, database):
    def fail() -> None:
        worker.request_stop()
        raise ZeroDivisionError("a defect of ours")

    worker = Worker(database, Broken(times=0), scheduled=fail)
    with capture_logs() as log:
        worker.run()

    [line] = [line for line in log if line["event"] == "scheduled tasks failed"]
    assert isinstance(line["exc_info"], ZeroDivisionError)
