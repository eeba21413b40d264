"""Wrong codes: every try is written down before it is looked at, and too many of them bring a pause."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import case, delete, func, select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.session import hold
from loyalty.db.upsert import upsert
from loyalty.features.access.asking import Ask
from loyalty.features.access.budgets import alarm, please_wait, wait_for_room
from loyalty.features.access.models import CodeAttempt, CodePause, CodeSend, FailureCounter
from loyalty.features.access.work import ask_for_work
from loyalty.rules import codes

# More tries than can be under way at the same moment.
AT_ONCE = 100
# The row of CodePause that says until when the operators need not hear of it again.
FAILURES_CALLED = "alarm.failures"


def refuse_guessers(db: Session, ask: Ask, now: datetime) -> None:
    """Raise TooMany for an unknown device whose address has entered too many wrong codes, or that has not
    solved the puzzle which is asked for while this number, or all numbers together, are being guessed at.

    No number of wrong codes closes a number: its owner on a new device solves the puzzle and goes on.
    """
    if not config.current().rate_limits:
        return
    wait = _pause_of_guesser(db, ask, now)
    if not ask.asker.is_local:
        here = (CodeAttempt.network_hash == ask.asker.network_hash, CodeAttempt.was_right.is_(False))
        wait = max(wait, wait_for_room(db, CodeAttempt.tried_at, codes.FAILURES_PER_NETWORK, now, *here))
    if wait:
        raise please_wait(wait)
    failures = failures_of(db, ask, now)
    if failures >= codes.FAILURES_UNTIL_WORK or _recent_failures(db, now) >= codes.ALARM_FAILURES.count:
        ask_for_work(ask, now, what="try", count=failures)


def note_failure(db: Session, ask: Ask, at: datetime, *, at_challenge: bool) -> int:
    """Every try counts as wrong until it has proved right; gives the try's id.

    It always counts for the address. It counts for the number only where a code had been sent: otherwise
    anybody could make a number look guessed at without the cost of a message.
    """
    attempt = CodeAttempt(
        purpose=ask.purpose,
        number_hash=ask.number.hash,
        network_hash=ask.asker.network_hash,
        tried_at=at,
        was_right=False,
    )
    db.add(attempt)
    db.flush()
    if at_challenge:
        _count_failure(db, ask, at)
    return attempt.id


def _count_failure(db: Session, ask: Ask, at: datetime) -> None:
    """One more wrong code at this number; those before it are forgotten when the last is a day old."""
    still_counts = FailureCounter.last_failed_at > at - codes.FAILURES_KEPT
    upsert(
        db,
        FailureCounter,
        {"number_hash": ask.number.hash, "purpose": ask.purpose, "failures": 1, "last_failed_at": at},
        {
            "failures": case((still_counts, FailureCounter.failures + 1), else_=1),
            "last_failed_at": at,
        },
    )
    # The row is locked until the commit, so that exactly one try sees each count.
    if failures_of(db, ask, at) == codes.FAILURES_UNTIL_WORK:
        alarm("number_guessed", number=ask.number.hash[:12], purpose=ask.purpose)


def note_success(db: Session, ask: Ask, attempt_id: int, at: datetime) -> None:
    """The number is in good hands: its failures are forgotten, its message was worth sending."""
    db.execute(
        delete(FailureCounter).where(
            FailureCounter.number_hash == ask.number.hash, FailureCounter.purpose == ask.purpose
        )
    )
    db.execute(update(CodeAttempt).where(CodeAttempt.id == attempt_id).values(was_right=True))
    db.execute(
        update(CodeSend)
        .where(
            CodeSend.number_hash == ask.number.hash,
            CodeSend.purpose == ask.purpose,
            CodeSend.verified_at.is_(None),
            CodeSend.sent_at > at - codes.CHALLENGE_LIFE,
        )
        .values(verified_at=at)
    )


def watch_failures(db: Session, now: datetime) -> None:
    """Call the operators when there were five hundred wrong codes in an hour; strangers then have to work.

    Once an hour while it lasts. Near the limit tries are counted one after the other: two at once, which do
    not see each other's, would both count 499 and nobody five hundred.
    """
    limit = codes.ALARM_FAILURES
    if _recent_failures(db, now) < limit.count - AT_ONCE:
        return
    hold(db, "codes.failures")
    failures = _recent_failures(db, now)
    if failures < limit.count:
        return
    called_until = db.scalar(select(CodePause.until).where(CodePause.key == FAILURES_CALLED))
    if called_until is None or called_until <= now:
        until = now + limit.window
        upsert(db, CodePause, {"key": FAILURES_CALLED, "until": until}, {"until": until})
        alarm("failures", failures=failures)


def _recent_failures(db: Session, now: datetime) -> int:
    """Wrong codes of the last hour, by anybody."""
    recent = CodeAttempt.tried_at > now - codes.ALARM_FAILURES.window
    wrong = select(func.count()).select_from(CodeAttempt).where(CodeAttempt.was_right.is_(False), recent)
    return db.scalar(wrong) or 0


def failures_of(db: Session, ask: Ask, now: datetime) -> int:
    """Wrong codes in a row at this number, from anywhere, at codes that had been sent; none after a day."""
    return (
        db.scalar(
            select(FailureCounter.failures).where(
                FailureCounter.number_hash == ask.number.hash,
                FailureCounter.purpose == ask.purpose,
                FailureCounter.last_failed_at > now - codes.FAILURES_KEPT,
            )
        )
        or 0
    )


def forget_failures(db: Session, number_hash: str) -> int:
    """Forget every wrong code at a number, in the caller's transaction; gives how many were counted."""
    counted = delete(FailureCounter).where(FailureCounter.number_hash == number_hash)
    failures = db.scalars(counted.returning(FailureCounter.failures)).all()
    tries = delete(CodeAttempt).where(
        CodeAttempt.number_hash == number_hash, CodeAttempt.was_right.is_(False)
    )
    return max(sum(failures), len(db.scalars(tries.returning(CodeAttempt.id)).all()))


def _pause_of_guesser(db: Session, ask: Ask, now: datetime) -> int:
    """Seconds until this address may guess at this number again, by its wrong codes in a row."""
    same = (
        CodeAttempt.number_hash == ask.number.hash,
        CodeAttempt.purpose == ask.purpose,
        CodeAttempt.network_hash == ask.asker.network_hash,
    )
    last_right = (
        select(func.max(CodeAttempt.id)).where(*same, CodeAttempt.was_right.is_(True)).scalar_subquery()
    )
    failures, last = db.execute(
        select(func.count(), func.max(CodeAttempt.tried_at)).where(
            *same, CodeAttempt.was_right.is_(False), CodeAttempt.id > func.coalesce(last_right, 0)
        )
    ).one()
    if last is None:
        return 0
    return codes.seconds_until(last + timedelta(seconds=codes.pause_after(failures)), now)
