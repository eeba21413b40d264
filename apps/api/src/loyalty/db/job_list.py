"""The jobs as an operator sees them: what waits, what failed, and another try for it."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, func, or_, select, update
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.jobs import POLICIES, Job, close, policy
from loyalty.db.session import wake_after
from loyalty.errors import Conflict, NotFound
from loyalty.rules.codes import Code

STATES = ("waiting", "running", "done", "expired", "failed")
NOT_DONE = ("waiting", "running", "expired", "failed")
DROPPED = "Dropped"


def totals(db: Session) -> list[tuple[str, int, int, int, float]]:
    """Of each queue with a policy: how many jobs are due, how many wait after a try that failed, how many
    failed for good and were not dropped, and for how many seconds the first one has been due. What failed in
    a queue with a pace of its own ("deliveries/7") counts for the whole; what is due there waits by intent.
    """
    at = now(db)
    is_open, is_due = Job.finished_at.is_(None), Job.run_at <= at
    figures = (
        func.count().filter(is_open, is_due),
        func.count().filter(is_open, Job.tries > 0),
        func.count().filter(_is_dead()),
        func.min(Job.run_at).filter(is_open, is_due),
    )
    query = select(Job.queue, *figures).where(or_(is_open, Job.state == "failed")).group_by(Job.queue)
    due, tried, dead, first = Counter[str](), Counter[str](), Counter[str](), dict[str, datetime]()
    for queue, due_here, tried_here, dead_here, first_here in db.execute(query):
        name, _, has_pace = queue.partition("/")
        tried[name] += tried_here
        dead[name] += dead_here
        if due_here and not has_pace:
            due[name], first[name] = due_here, first_here
    return [
        (name, due[name], tried[name], dead[name], (at - first.get(name, at)).total_seconds())
        for name in POLICIES
        if not name.endswith("/")
    ]


def _is_dead() -> ColumnElement[bool]:
    return and_(Job.state.in_(("failed", "expired")), Job.last_error.is_distinct_from(DROPPED))


def listed(db: Session, states: Collection[str], limit: int) -> Sequence[Job]:
    """The jobs in these states, the newest first."""
    return db.scalars(select(Job).where(Job.state.in_(states)).order_by(Job.id.desc()).limit(limit)).all()


def retriable(db: Session) -> list[int]:
    """The ids of jobs that failed or expired, can be run again and were not dropped, the oldest first."""
    queues = [queue for queue, each in POLICIES.items() if each.renewed_for]
    return list(db.scalars(select(Job.id).where(Job.queue.in_(queues), _is_dead()).order_by(Job.id)))


def retry(db: Session, job_id: int) -> None:
    """Run a job at once, in the caller's transaction; raises NotFound, Conflict."""
    job, at = _unclaimed(db, job_id), now(db)
    renewed_for = policy(job.queue).renewed_for
    if job.state != "waiting" and renewed_for is None:
        raise Conflict(Code.JOB_WIPED, {"job": job_id})
    job.state, job.run_at, job.finished_at = "waiting", at, None
    if renewed_for is not None:
        job.tries, job.expires_at = 0, at + renewed_for
    wake_after(db, job.queue)


def drop(db: Session, job_id: int) -> None:
    """Give a job up and wipe it, in the caller's transaction; raises NotFound, Conflict."""
    close(db, update(Job).where(Job.id == _unclaimed(db, job_id).id), "failed", DROPPED)


def _unclaimed(db: Session, job_id: int) -> Job:
    job = db.scalar(select(Job).where(Job.id == job_id).with_for_update())
    if job is None:
        raise NotFound(Code.NO_SUCH_JOB, {"job": job_id})
    if job.state in ("running", "done"):
        raise Conflict(Code.JOB_UNDER_WAY, {"job": job_id, "state": job.state})
    return job
