"""Scheduled tasks: tier changes that are due, redemptions that lapsed, rows past their retention period.

No request depends on a run: tiers, vouchers and codes are checked against the time whenever they are read.
A run writes down what has become due, so it may be late, repeated, or run in several processes at once. The
worker runs them as a job that repeats.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar

import structlog
from sqlalchemy.orm import Session

from loyalty.backoffice.members import retention
from loyalty.backoffice.people import sessions as staff_sessions
from loyalty.backoffice.programme import drafts
from loyalty.db import idempotency, jobs, tasks
from loyalty.db.clock import now
from loyalty.db.maintenance import ExpiredRows, delete_expired
from loyalty.db.session import advisory_lock, current_session, empty_wal, gather_statistics, transaction
from loyalty.errors import Invalid
from loyalty.features.access import rate_limits
from loyalty.features.enquiries import forms, inbox
from loyalty.features.events import stream
from loyalty.features.points import ledger
from loyalty.features.rewards import programme as reward_programme
from loyalty.features.rewards import vouchers
from loyalty.features.tiers import tiers
from loyalty.features.till import lookups, receipts, tills
from loyalty.reach.hosts import accounts as host_accounts
from loyalty.reach.notifications import log as notification_log
from loyalty.reach.notifications import upcoming
from loyalty.reach.passkeys import passkeys as passkey_service
from loyalty.reach.wallet import changes as wallet_changes
from loyalty.reach.webhooks import deliveries
from loyalty.rules.bills import EXPIRY_NOTICE
from loyalty.rules.codes import Code

T = TypeVar("T")

log = structlog.get_logger(__name__)

BATCH = 500
# The queue and the kind of the job that runs them all, by one process at a time.
QUEUE, KIND = "scheduled", "scheduler"
INTERVAL = timedelta(minutes=10)
jobs.POLICIES[QUEUE] = jobs.Policy(timeout_s=200, tries=None, max_pause_s=600)
EVERYTHING = 2**31
RETAINED = {
    "members": "members",
    "messages": "messages",
    "log_entries": "entries of the office's log",
}

Begin = Callable[[], AbstractContextManager[Session]]


@dataclass(frozen=True)
class JobResult:
    """How many rows one job changed, or the name of the error that ended it."""

    job: str
    count: int
    failed: str | None = None


@dataclass(frozen=True)
class _Run:
    """The moment a run works for, how it begins a transaction, and how many rows go into one."""

    at: datetime
    begin: Begin
    batch: int


def begin() -> None:
    """Enqueue the repeating job that calls `run`, if there is none; the worker does this."""
    if not jobs.is_there(QUEUE):
        with transaction() as db:
            jobs.repeat(db, QUEUE, KIND, now(db))


def run(as_of: datetime | None = None, *, dry_run: bool = False) -> list[JobResult]:
    """Do all that is due, each job in short transactions of its own; returns one result a job.

    `as_of` works for an earlier moment, or with `dry_run`, which rolls everything back, for any. Raises
    Invalid for a later one: rows would be dated in the future. A job that fails does not stop the others.
    """
    this_moment = now()
    if as_of is not None and as_of > this_moment and not dry_run:
        raise Invalid(Code.NOT_COME_YET)
    at = as_of or this_moment
    this_run = _Run(at, _rolled_back if dry_run else transaction, EVERYTHING if dry_run else BATCH)
    steps: list[tuple[str, Callable[[_Run], int]]] = [
        ("tiers stepped down", _lapse_tiers),
        ("presentations lapsed", _expire_presented_vouchers),
        ("programmes applied", _once(drafts.apply_due)),
        ("rewards announced", _once(reward_programme.announce)),
        *((check.what, _run_check(check)) for check in upcoming.DAILY_CHECKS),
    ]
    for rows in (
        *rate_limits.expired_rows(at),
        *passkey_service.expired_rows(at),
        *host_accounts.expired_rows(at),
        *staff_sessions.expired_rows(at),
        idempotency.expired_rows(at),
        stream.expired_rows(at),
        deliveries.expired_rows(at),
        *notification_log.expired_rows(at),
        wallet_changes.expired_rows(at),
        forms.expired_rows(at),
        receipts.expired_rows(at),
        *lookups.expired_rows(at),
    ):
        steps.append((f"{rows.what} forgotten", _delete(rows)))
    steps.append(("unreferenced attachments removed", _remove_attachments))
    results = [_result(name, job, this_run) for name, job in steps]
    # A dry run for a later day deletes nothing that is still inside its legal retention period.
    results += _retain(replace(this_run, at=min(at, this_moment)))
    soon = f"till keys that expire within {EXPIRY_NOTICE.days} days"
    results.append(_result(soon, lambda run: len(tills.expiring(current_session(), run.at)), this_run))
    if not dry_run:
        if not any(each.failed for each in results):
            tasks.note_success("scheduler")
        gather_statistics()
        empty_wal()
    return results


class SomeFailed(Exception):
    """A job did only a part of its work; what failed is in the log."""

    def __init__(self, done: int, failed: int) -> None:
        super().__init__(f"{done} done, {failed} failed")
        self.done = done


def _result(name: str, job: Callable[[_Run], int], run: _Run) -> JobResult:
    try:
        count = job(run)
    except SomeFailed as error:
        return JobResult(name, error.done, str(error))
    except Exception as error:
        log.error("a job failed", job=name, error=type(error).__name__, exc_info=error)
        return JobResult(name, 0, type(error).__name__)
    return JobResult(name, count)


def _retain(run: _Run) -> list[JobResult]:
    """Delete what is past its retention period; members some hundred at a time."""
    gone: Counter[str] = Counter()

    def delete_batches(_run: _Run) -> int:
        more = True
        while more:
            with _exclusive(run) as db:
                some = retention.retain(db, run.at)
            unreached = some.unreached  # a total, not a part of it
            gone.update({**asdict(some), "unreached": 0})
            more = retention.AT_ONCE in (some.members, some.warned) and run.begin is transaction
        gone["unreached"] = unreached
        return gone.total()

    result = _result("retention", delete_batches, run)
    if result.failed:
        return [result]
    warned = JobResult("members warned of their erasure", gone["warned"])
    unreached = JobResult("members kept whose warning did not arrive (queues list)", gone["unreached"])
    return [
        warned,
        unreached,
        *(JobResult(f"{what} forgotten", gone[field]) for field, what in RETAINED.items()),
    ]


def _lapse_tiers(run: _Run) -> int:
    """Write the tier changes that are due, each member's in a transaction: one that fails stops no other."""
    ladder = tiers.ladder(current_session())
    done = failed = 0
    for member_id in list(ledger.due_to_lapse(current_session(), run.at, ladder, BATCH)):
        try:
            with _exclusive(run) as db:
                steps = ledger.lapse(db, member_id, run.at, ladder)
            done += steps
        except Exception as error:
            log.error("a tier was not stepped down", member=member_id, exc_info=error)
            failed += 1
    if failed:
        raise SomeFailed(done, failed)
    return done


def _once(step: Callable[[Session, datetime], int]) -> Callable[[_Run], int]:
    """A job of one transaction."""

    def job(run: _Run) -> int:
        with _exclusive(run) as db:
            return step(db, run.at)

    return job


def _run_check(check: upcoming.DailyCheck) -> Callable[[_Run], int]:
    """Write the day's events of one kind that members are notified of, some at a time."""

    def write(run: _Run) -> int:
        if not upcoming.is_due(current_session(), check, run.at):
            return 0
        found, count = upcoming.find(current_session(), check, run.at), 0
        for first in range(0, len(found), run.batch):
            with _exclusive(run) as db:
                count += upcoming.write(db, check, run.at, found[first : first + run.batch])
        with _exclusive(run) as db:
            upcoming.note_done(db, check, run.at)
        return count

    return write


def _expire_presented_vouchers(run: _Run) -> int:
    return _in_batches(run, lambda db: vouchers.expire_presented_vouchers(db, run.at, run.batch))


def _delete(rows: ExpiredRows) -> Callable[[_Run], int]:
    return lambda run: _in_batches(run, lambda db: delete_expired(db, rows, run.batch))


def _remove_attachments(run: _Run) -> int:
    """Delete the files that no enquiry names: of enquiries deleted just now, or left by a crash."""
    return inbox.remove_unnamed(current_session(), run.at, only_count=run.begin is not transaction)


def _in_batches(run: _Run, step: Callable[[Session], int]) -> int:
    count = 0
    while True:
        with _exclusive(run) as db:
            done = step(db)
        count += done
        if done < run.batch:
            return count


@contextmanager
def _exclusive(run: _Run) -> Iterator[Session]:
    """A transaction in which no other process runs scheduled tasks."""
    with run.begin() as db:
        advisory_lock(db, "scheduler")
        yield db


class _RollBack(Exception):
    pass


@contextmanager
def _rolled_back() -> Iterator[Session]:
    """A transaction that is rolled back."""
    try:
        with transaction() as db:
            yield db
            raise _RollBack
    except _RollBack:
        pass
