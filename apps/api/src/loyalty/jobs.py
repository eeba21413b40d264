"""The clock's work: steps down that are due, presentations that lapsed, rows that nobody needs any more.

Nothing waits for it: tiers, vouchers and codes are judged by the time whenever they are read. It writes down
what time has done already, so it may run late, twice, or in several processes at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime

import structlog
from sqlalchemy import Connection

from loyalty.db import idempotency
from loyalty.db.clock import now
from loyalty.db.connections import advisory_lock, connection, empty_wal, transaction
from loyalty.db.maintenance import Old, forget
from loyalty.errors import Invalid
from loyalty.features.access import rate_limits
from loyalty.features.enquiries import forms, inbox
from loyalty.features.office import digest, retention
from loyalty.features.passkeys import passkeys as passkey_service
from loyalty.features.points import ledger
from loyalty.features.rewards import vouchers
from loyalty.features.till.keys import expiring
from loyalty.rules.bills import EXPIRY_TOLD

log = structlog.get_logger(__name__)

AT_ONCE = 500
EVERYTHING = 2**31
RETAINED = {
    "members": "members",
    "messages": "messages",
    "log_entries": "entries of the office's log",
    "lookups": "look-ups of tills",
}

Begin = Callable[[], AbstractContextManager[Connection]]


@dataclass(frozen=True)
class Done:
    """What one job did: how many it dealt with, or why it could not."""

    job: str
    count: int
    failed: str | None = None


@dataclass(frozen=True)
class _Round:
    """How a job is run: at which moment, how many in one transaction, and whether that one is kept."""

    at: datetime
    begin: Begin
    most: int


def tick(as_of: datetime | None = None, *, dry_run: bool = False, digest_to: str = "") -> list[Done]:
    """Do all that is due, each job in short transactions of its own; gives what was done.

    `as_of` works for an earlier moment, or with `dry_run`, which keeps nothing, for any. Raises Invalid for
    a later one: what is written would lie in the future. A job that fails does not keep the others.
    `digest_to` is where the day's digest goes (LOYALTY_DIGEST_TO).
    """
    this_moment = now()
    if as_of is not None and as_of > this_moment and not dry_run:
        raise Invalid("This moment has not come yet; only --dry-run looks ahead.")
    at = as_of or this_moment
    how = _Round(at, _rehearsal if dry_run else transaction, EVERYTHING if dry_run else AT_ONCE)
    jobs: list[tuple[str, Callable[[_Round], int]]] = [
        ("tiers stepped down", _lapse),
        ("presentations lapsed", _tidy_presented),
    ]
    for old in (*rate_limits.old(at), *passkey_service.old(at), idempotency.old(at), forms.old(at)):
        jobs.append((f"{old.what} forgotten", _forgetting(old)))
    jobs.append(("attachments of nobody removed", _remove_attachments))
    done = [_do(name, job, how) for name, job in jobs]
    if digest_to and as_of is None and not dry_run:
        done.append(_do("digests written", lambda _how: digest.write(digest_to), how))
    # What the law asks to keep does not go by looking ahead.
    done += _retain(replace(how, at=min(at, this_moment)))
    soon = f"till keys that expire within {EXPIRY_TOLD.days} days"
    done.append(_do(soon, lambda how: len(expiring(connection(), how.at)), how))
    if not dry_run:
        empty_wal()
    return done


def _do(name: str, job: Callable[[_Round], int], how: _Round) -> Done:
    try:
        count = job(how)
    except Exception as error:
        log.error("a job failed", job=name, error=type(error).__name__, exc_info=error)
        return Done(name, 0, type(error).__name__)
    return Done(name, count)


def _retain(how: _Round) -> list[Done]:
    """Let go of what the office keeps no longer; members go some hundred at a time."""
    gone: Counter[str] = Counter()

    def run(_how: _Round) -> int:
        more = True
        while more:
            with _alone(how) as db:
                some = retention.retain(db, how.at)
            unreached = some.unreached  # not once more in every round
            gone.update({**asdict(some), "unreached": 0})
            more = retention.AT_ONCE in (some.members, some.warned) and how.begin is transaction
        gone["unreached"] = unreached
        return gone.total()

    told = _do("retention", run, how)
    if told.failed:
        return [told]
    warned = Done("members warned of their erasure", gone["warned"])
    unreached = Done("members kept whose warning did not arrive (member inactive)", gone["unreached"])
    return [warned, unreached, *(Done(f"{what} forgotten", gone[field]) for field, what in RETAINED.items())]


def _lapse(how: _Round) -> int:
    """Write the steps down that are due, members in the order of their ids."""
    last = count = 0
    while due := ledger.due_to_lapse(connection(), how.at, last, how.most):
        with _alone(how) as db:
            count += sum(ledger.lapse(db, member_id, how.at) for member_id in due)
        last = due[-1]
    return count


def _tidy_presented(how: _Round) -> int:
    return _until_done(how, lambda db: vouchers.tidy_presented(db, how.at, how.most))


def _forgetting(old: Old) -> Callable[[_Round], int]:
    return lambda how: _until_done(how, lambda db: forget(db, old, how.most))


def _remove_attachments(how: _Round) -> int:
    """Also those of enquiries that were forgotten just now; a crash may have left others."""
    return inbox.remove_unnamed(connection(), how.at, only_count=how.begin is not transaction)


def _until_done(how: _Round, some: Callable[[Connection], int]) -> int:
    count = 0
    while True:
        with _alone(how) as db:
            done = some(db)
        count += done
        if done < how.most:
            return count


@contextmanager
def _alone(how: _Round) -> Iterator[Connection]:
    """A transaction in which no other process ticks."""
    with how.begin() as db:
        advisory_lock(db, "tick")
        yield db


class _NotKept(Exception):
    pass


@contextmanager
def _rehearsal() -> Iterator[Connection]:
    """A transaction of which nothing is kept."""
    try:
        with transaction() as db:
            yield db
            raise _NotKept
    except _NotKept:
        pass
