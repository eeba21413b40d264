"""The queue of what is done later: jobs are written in the caller's transaction and run by a worker.

A job is run at least once and not after it expired. A worker holds it by a lease: when it is killed, the
lease runs out and another worker takes the job. Only the worker that holds the lease says what became of it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import (
    JSON,
    CheckConstraint,
    ColumnElement,
    Index,
    String,
    Update,
    and_,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.orm import Mapped, Session, aliased, mapped_column

from loyalty.db.clock import now
from loyalty.db.inserts import insert_all_or_ignore
from loyalty.db.session import advisory_lock, current_database, current_session, transaction, wake_after
from loyalty.db.tables import Base, Id, UtcDateTime

log = structlog.get_logger(__name__)

_UNFINISHED = text("finished_at IS NULL")
_WAITING = text("state = 'waiting'")
_FAILED = text("state = 'failed'")
_LOCKED = text("lock IS NOT NULL")
_STARTED = text("started_at IS NOT NULL")
MINUTE = timedelta(minutes=1)
# No session holds the jobs that these statements change.
_UNSYNCHRONIZED = {"synchronize_session": False}


class GiveUp(Exception):
    """Raised by what runs a job: another try changes nothing."""


class LeaseLost(Exception):
    """Another worker has the job meanwhile: what was written for it is rolled back."""


@dataclass(frozen=True)
class Policy:
    """How the jobs of a queue are tried: how long one run may take, how often (None: until it succeeds), and
    the longest pause between two tries. A finished one may be run again for `renewed_for`, if that is set:
    what it needs besides its reference is wiped.
    """

    timeout_s: float
    tries: int | None = 84
    max_pause_s: int = 3600
    renewed_for: timedelta | None = None

    @property
    def lease(self) -> timedelta:
        """How long one worker holds a job: longer than a run takes, so that no two run it at once."""
        return timedelta(seconds=3 * self.timeout_s)

    def pause(self, tries: int) -> timedelta:
        """How long a job waits after a try that failed: 1 s, 2 s, 4 s …"""
        return timedelta(seconds=min(2 ** min(tries - 1, 30), self.max_pause_s))


# By queue, or by the beginning of the names of several, up to their slash. A feature adds those that it runs.
POLICIES: dict[str, Policy] = {}
# Called in the transaction that ends a job, with the id of the row it was about and its last state.
Ended = Callable[[Session, int, str], None]
_ENDED: dict[str, Ended] = {}


def when_ended(kind: str, ended: Ended) -> None:
    """Set what is called when a job of a kind ends: done, expired or failed."""
    _ENDED[kind] = ended


class Job(Base):
    """One job; its payload and recipient are wiped when it is finished.

    `reference` is the id of the row it is about. Of the unfinished jobs of a queue with the same `lock` the
    first is run, and the others wait. Of those that wait with the same `once_key` there is one.
    """

    __tablename__ = "jobs"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'running', 'done', 'expired', 'failed')", name="state"),
        Index("ix_jobs_due", "queue", "run_at", sqlite_where=_UNFINISHED, postgresql_where=_UNFINISHED),
        Index("ix_jobs_lock", "queue", "lock", "id", sqlite_where=_UNFINISHED, postgresql_where=_UNFINISHED),
        Index("ix_jobs_once_key", "once_key", unique=True, sqlite_where=_WAITING, postgresql_where=_WAITING),
        Index("ix_jobs_failed", "queue", "reference", sqlite_where=_FAILED, postgresql_where=_FAILED),
        Index("ix_jobs_of_lock", "lock", sqlite_where=_LOCKED, postgresql_where=_LOCKED),
        Index("ix_jobs_reference", "reference"),
        Index("ix_jobs_started", "queue", "started_at", sqlite_where=_STARTED, postgresql_where=_STARTED),
    )

    id: Mapped[Id]
    queue: Mapped[str] = mapped_column(String(40))
    kind: Mapped[str] = mapped_column(String(40))
    reference: Mapped[int | None]
    recipient: Mapped[str] = mapped_column(String(255))  # a telephone number, or a push service
    payload: Mapped[dict[str, Any]] = mapped_column(JSON)
    priority: Mapped[int]  # the smaller is run first
    lock: Mapped[str | None] = mapped_column(String(80))
    once_key: Mapped[str | None] = mapped_column(String(200))
    state: Mapped[str] = mapped_column(String(10))
    tries: Mapped[int]
    lease: Mapped[int]  # counts the leases: the last one is valid
    run_at: Mapped[datetime]  # while it is running: when its lease ends
    expires_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]  # when it was tried first
    finished_at: Mapped[datetime | None] = mapped_column(index=True)
    last_error: Mapped[str | None] = mapped_column(String(80))


def enqueue(
    db: Session,
    queue: str,
    kind: str,
    *,
    at: datetime | None = None,
    run_at: datetime | None = None,
    **values: Any,
) -> None:
    """Add a job in the caller's transaction; it is run after the commit, not before `run_at` and before
    `expires_at`. `values` are other columns of Job. Nothing is added while one with its `once_key` waits.
    `at` is the moment, where the caller knows it.
    """
    at = at or now(db)
    enqueue_all(db, queue, kind, [{**values, "run_at": run_at or at}], at)


def enqueue_all(db: Session, queue: str, kind: str, jobs: Sequence[Mapping[str, Any]], at: datetime) -> None:
    """Add several at a moment as `enqueue` adds one."""
    if not jobs:
        return
    same: dict[str, Any] = {
        **dict.fromkeys(
            ("reference", "lock", "once_key", "expires_at", "started_at", "finished_at", "last_error")
        ),
        **{"queue": queue, "kind": kind, "recipient": "", "payload": {}, "priority": 0, "state": "waiting"},
        **{"tries": 0, "lease": 0, "run_at": at, "created_at": at},
    }
    insert_all_or_ignore(db, Job, [{**same, **each} for each in jobs])
    wake_after(db, queue.partition("/")[0])


def _due(queue: str, at: datetime, without: Collection[str]) -> ColumnElement[bool]:
    earlier = aliased(Job)
    is_first = ~exists().where(
        earlier.queue == Job.queue,
        earlier.lock == Job.lock,
        earlier.id < Job.id,
        earlier.finished_at.is_(None),
    )
    return and_(
        Job.finished_at.is_(None),
        Job.queue == queue,
        Job.run_at <= at,
        Job.recipient.not_in(without),
        or_(Job.lock.is_(None), is_first),
    )


def is_due(queue: str, without: Collection[str] = ()) -> bool:
    """Whether a queue has a job to run now, but for those to the recipients `without`."""
    due = select(Job.id).where(_due(queue, now(), without)).limit(1)
    return current_session().scalar(due) is not None


def is_there(queue: str) -> bool:
    """Whether a queue has an unfinished job."""
    some = select(Job.id).where(Job.finished_at.is_(None), Job.queue == queue).limit(1)
    return current_session().scalar(some) is not None


def _lease(db: Session, queue: str, without: Collection[str]) -> Job | None:
    """Hold a lease on the next job of a queue that is due, in the caller's transaction: no other worker takes
    it meanwhile. The first by priority, then the oldest.
    """
    at = now(db)
    found = select(Job.id).where(_due(queue, at, without)).order_by(Job.priority, Job.run_at, Job.id)
    # SKIP LOCKED lets workers on PostgreSQL take jobs side by side; SQLite has one writer at a time.
    following = found.limit(1).with_for_update(skip_locked=True, of=Job).cte("following")
    values = {"state": "running", "tries": Job.tries + 1, "lease": Job.lease + 1}
    values["started_at"] = func.coalesce(Job.started_at, literal(at, UtcDateTime()))
    taken = update(Job).where(Job.id.in_(select(following.c.id)))
    taken = taken.values(**values, run_at=at + policy(queue).lease).returning(Job)
    return db.scalars(taken, execution_options=_UNSYNCHRONIZED).first()


def policy(queue: str) -> Policy:
    """How the jobs of a queue are tried."""
    return POLICIES.get(queue) or POLICIES[f"{queue.partition('/')[0]}/"]


def take(queue: str, without: Collection[str] = (), per_minute: int | None = None) -> Job | None:
    """Hold a lease on the next job of a queue; None when none is due, or where as many as `per_minute` were
    started within the last minute.
    """
    if not is_due(queue, without):
        return None
    with transaction() as db:
        if per_minute is not None:
            advisory_lock(db, f"jobs.{queue}")
            started = select(func.count()).where(Job.queue == queue, Job.started_at > now(db) - MINUTE)
            if (db.scalar(started) or 0) >= per_minute:
                return None
        return _lease(db, queue, without)


# Runs a job; returns when it is to be run again, if it is one that repeats.
Perform = Callable[[Job], datetime | None]
# The same for a job whose work is in the database, in the transaction that ends it.
Write = Callable[[Session, Job], datetime | None]


def run(job: Job, perform: Perform) -> Exception | None:
    """Run a job that was taken, unless its time is over; returns why it failed."""
    if _is_expired(job):
        return None
    try:
        again = perform(job)
    except Exception as error:
        _failed(job, error)
        return error
    with transaction() as db:
        _end(db, job, again)
    return None


def run_next(queue: str, perform: Perform) -> bool:
    """Run the next job of a queue that is due; False when none is."""
    job = take(queue)
    if job is not None:
        run(job, perform)
    return job is not None


def write_next(queue: str, write: Write, per_minute: int | None = None) -> bool:
    """Run the next job of a queue that is due, in one transaction: what it writes is there if and only if the
    job has ended. False when none is due, or none may start before the minute is over.
    """
    job = take(queue, per_minute=per_minute)
    if job is None:
        return False
    if not _is_expired(job):
        try:
            with transaction() as db:
                if not _end(db, job, write(db, job)):
                    raise LeaseLost
        except Exception as error:
            _failed(job, error)
    return True


def _is_expired(job: Job) -> bool:
    """Whether the time of a job is over, which is noted then."""
    if job.expires_at is None or job.expires_at > now():
        return False
    with transaction() as db:
        finish(db, job, "expired")
    log.warning("job expired", job_id=job.id, queue=job.queue)
    return True


def _failed(job: Job, error: Exception) -> None:
    log.warning("job failed", job_id=job.id, queue=job.queue, tries=job.tries, error=type(error).__name__)
    with transaction() as db:
        fail(db, job, error)


def _end(db: Session, job: Job, again: datetime | None) -> bool:
    """Finish a job, or let one that repeats run again; returns whether it was still this worker's."""
    if not finish(db, job):
        return False
    if again is not None:
        db.execute(delete(Job).where(Job.id == job.id))
        repeat(db, job.queue, job.kind, again, reference=job.reference)
    return True


def idle_s(queue: str) -> float:
    """For how many seconds a worker may sleep that has found no job of a queue, unless it is woken."""
    at = now()
    following = select(func.min(Job.run_at)).where(
        Job.finished_at.is_(None), Job.queue == queue, Job.run_at > at
    )
    next_at = current_session().scalar(following)
    longest_s = current_database().signals.longest_sleep_s
    return min(longest_s, (next_at - at).total_seconds()) if next_at else longest_s


def repeat(db: Session, queue: str, kind: str, at: datetime, *, reference: int | None = None) -> None:
    """Schedule a job that repeats at a moment. Of its kind and reference only one waits."""
    enqueue(db, queue, kind, run_at=at, reference=reference, once_key=f"{kind}/{reference or ''}")


def _leased(job: Job) -> Update:
    return update(Job).where(Job.id == job.id, Job.state == "running", Job.lease == job.lease)


def finish(db: Session, job: Job, state: str = "done", error: str | None = None) -> bool:
    """Finish a job, unless it was withdrawn or another worker has it; returns whether it was."""
    return bool(close(db, _leased(job), state, error))


def fail(db: Session, job: Job, error: Exception) -> None:
    """Postpone a job to its next try, or end it as failed, as its policy has it."""
    of_queue, name = policy(job.queue), type(error).__name__
    if isinstance(error, GiveUp) or (of_queue.tries is not None and job.tries >= of_queue.tries):
        finish(db, job, "failed", name)
        log.error("job given up", job_id=job.id, queue=job.queue, kind=job.kind)
    else:
        postpone(db, job, now(db) + of_queue.pause(job.tries), name)


def postpone(db: Session, job: Job, run_at: datetime, error: str | None) -> bool:
    """Postpone a job again; returns False where it was withdrawn or another worker has it."""
    again = {"state": "waiting", "run_at": run_at, "last_error": error, "once_key": None}
    return db.scalar(_leased(job).values(again).returning(Job.id)) is not None


def move(db: Session, queue: str, other: str) -> None:
    """Move what waits in a queue to another, in the caller's transaction."""
    waiting = update(Job).where(Job.queue == queue, Job.state == "waiting").values(queue=other)
    db.execute(waiting, execution_options=_UNSYNCHRONIZED)
    wake_after(db, other)


def withdraw(db: Session, *which: ColumnElement[bool]) -> None:
    """Expire and wipe jobs that have not been finished, in the caller's transaction."""
    close(db, update(Job).where(Job.finished_at.is_(None), *which), "expired", None)


def close(db: Session, jobs: Update, state: str, error: str | None) -> int:
    """Finish and wipe the jobs that an update selects; their features note it. Returns how many."""
    last_two = func.substr(Job.recipient, func.length(Job.recipient) - 1)
    values = {"state": state, "finished_at": now(db), "last_error": error}
    wiped: dict[str, Any] = {
        "payload": {},
        "once_key": None,
        "recipient": literal("…") + last_two,
    }
    closed = jobs.values(**values, **wiped).returning(Job.kind, Job.reference)
    found = db.execute(closed, execution_options=_UNSYNCHRONIZED).all()
    for kind, reference in found:
        if kind in _ENDED and reference is not None:
            _ENDED[kind](db, reference, state)
    return len(found)
