"""How many codes have been sent, and what that means for the next one.

Budgets are rows counted inside the transaction that spends them, one transaction at a time, so that no
number of processes overshoots them.
"""

from __future__ import annotations

import hmac
from datetime import datetime, timedelta
from typing import Any, Literal, get_args

import structlog
from prometheus_client import Counter
from sqlalchemy import ColumnElement, Connection, and_, case, delete, func, insert, or_, select, update

from loyalty import config
from loyalty.db.connections import advisory_lock
from loyalty.db.maintenance import Old
from loyalty.db.tables import upsert
from loyalty.errors import TooMany
from loyalty.features.access.context import OtpRequest
from loyalty.features.access.models import (
    Challenge,
    CodeAttempt,
    CodePause,
    CodeSend,
    FailureCounter,
    Family,
    KnownDevice,
    NumberProof,
)
from loyalty.features.access.tokens import keyed_hash
from loyalty.rules import otp
from loyalty.rules.otp import Limit, Stage, Traffic

log = structlog.get_logger(__name__)

Alarm = Literal["pumped_range", "daily_budget", "failures", "number_guessed", "pace"]

ALARMS = Counter("loyalty_code_alarms_total", "Signs of one-time codes being abused.", ["kind"])


def wait_before_sending(
    db: Connection, request: OtpRequest, now: datetime, *, known: bool
) -> tuple[int, bool]:
    """Seconds until this number may get a code, and whether it comes out of the known devices' reserve."""
    own = _same_number(request)
    cooldown = otp.cooldown_s(request.purpose, db.scalar(select(func.max(CodeSend.sent_at)).where(*own)), now)
    if not config.current().rate_limits:
        return cooldown, False
    budget = max(
        wait_for_room(db, CodeSend.sent_at, limit, now, *own, CodeSend.from_reserve.is_(False))
        for limit in otp.PER_NUMBER
    )
    if known:
        reserve = otp.RESERVE_FOR_KNOWN_DEVICES
        from_reserve = budget > 0
        if from_reserve:
            budget = wait_for_room(db, CodeSend.sent_at, reserve, now, *own, CodeSend.from_reserve.is_(True))
        return max(cooldown, budget), from_reserve
    strangers = 0 if request.client.is_local else _wait_of_strangers(db, request, now)
    return max(cooldown, budget, strangers), False


def _wait_of_strangers(db: Connection, request: OtpRequest, now: datetime) -> int:
    """The budgets that known devices are not held to: address, range of numbers, country."""
    sent, same_network = CodeSend.sent_at, CodeSend.network_hash == request.client.network_hash
    unknown = CodeSend.known_device.is_(False)
    waits = [
        wait_for_room(db, sent, otp.PER_NETWORK, now, same_network, unknown),
        _wait_for_new_number(db, request, now, otp.NUMBERS_PER_NETWORK, same_network),
        wait_for_room(db, sent, otp.PER_PREFIX, now, CodeSend.prefix_hash == request.number.prefix_hash),
        _wait_for_pause(db, request, now),
    ]
    if request.client.wide_network_hash is not None:
        same_wide = CodeSend.wide_network_hash == request.client.wide_network_hash
        waits.append(wait_for_room(db, sent, otp.PER_WIDE_NETWORK, now, same_wide, unknown))
        waits.append(_wait_for_new_number(db, request, now, otp.NUMBERS_PER_WIDE_NETWORK, same_wide))
    if request.number.is_foreign:
        same_country = CodeSend.calling_code == request.number.calling_code
        waits.append(wait_for_room(db, sent, otp.PER_FOREIGN_CODE, now, same_country))
    return max(waits)


def _wait_for_new_number(
    db: Connection, request: OtpRequest, now: datetime, limit: Limit, same_network: ColumnElement[bool]
) -> int:
    """An address may bring so many different numbers an hour; those it already brought are not new."""
    newest = func.max(CodeSend.sent_at).label("newest")
    recent = dict(
        db.execute(
            select(CodeSend.number_hash, newest)
            .where(
                same_network,
                CodeSend.known_device.is_(False),
                CodeSend.sent_at > now - limit.window,
            )
            .group_by(CodeSend.number_hash)
        ).all()
    )
    if request.number.hash in recent or len(recent) < limit.count:
        return 0
    return otp.seconds_until(min(recent.values()) + limit.window, now)


def _wait_for_pause(db: Connection, request: OtpRequest, now: datetime) -> int:
    until = db.scalar(select(func.max(CodePause.until)).where(CodePause.key.in_(_range_keys(request))))
    return otp.seconds_until(until, now) if until else 0


def rest_pumped_ranges(db: Connection, request: OtpRequest, now: datetime) -> None:
    """Pause a range or country whose last hour looks pumped, and say so; called with every code sent."""
    if not config.current().rate_limits:
        return
    for key, same_range in _ranges(request):
        sends, verified = db.execute(
            select(func.count(), func.count(CodeSend.verified_at)).where(
                same_range, CodeSend.sent_at > now - otp.HOUR
            )
        ).one()
        if otp.is_pumped(sends, verified):
            until = now + otp.PUMPED_REST
            upsert(db, CodePause, {"key": key, "until": until}, {"until": until})
            alarm("pumped_range", range=key[:12], sends=sends, verified=verified)


def traffic(db: Connection, now: datetime) -> Traffic:
    """How much is being sent altogether."""
    this_hour = and_(CodeSend.sent_at > now - otp.HOUR, CodeSend.known_device.is_(False))
    row = db.execute(
        select(
            func.count(case((this_hour, 1))),
            func.count(case((and_(this_hour, CodeSend.verified_at.is_(None)), 1))),
            func.count(),
        ).where(CodeSend.sent_at > now - otp.DAY, CodeSend.was_sent.is_(True))
    ).one()
    return Traffic(*row)


def wait_for_stage(db: Connection, now: datetime, worst: Stage) -> int:
    """Seconds until unknown devices are served at this stage or a better one."""
    per_day = config.current().codes_per_day
    part = (lambda budget: budget) if worst is Stage.MEMBERS_ONLY else otp.open_part
    unentered = (
        CodeSend.was_sent.is_(True),
        CodeSend.known_device.is_(False),
        CodeSend.verified_at.is_(None),
    )
    hourly = Limit(part(otp.hourly_budget(per_day)), otp.HOUR)
    daily = Limit(part(per_day), otp.DAY)
    return max(
        1,
        wait_for_room(db, CodeSend.sent_at, hourly, now, *unentered),
        wait_for_room(db, CodeSend.sent_at, daily, now, CodeSend.was_sent.is_(True)),
    )


def hold_to_stage(db: Connection, request: OtpRequest, stage: Stage, now: datetime) -> None:
    """Raise TooMany for what the stage does not allow an unknown device: with seconds to wait, or a puzzle.

    Nothing here depends on whether the number is a member's.
    """
    joins = request.purpose is otp.Purpose.REGISTER
    if stage is Stage.CLOSED or (stage is Stage.MEMBERS_ONLY and joins):
        raise please_wait(wait_for_stage(db, now, Stage.WORK if joins else Stage.MEMBERS_ONLY))
    if stage >= Stage.WORK:
        before = db.scalar(select(func.count()).select_from(CodeSend).where(*_same_number(request))) or 0
        bits = otp.MANY_BITS if stage is Stage.MEMBERS_ONLY else otp.BITS
        ask_for_work(request, now, what="send", count=before, bits=bits)


def watch(before: Traffic, after: Traffic) -> None:
    """Call the operators when a code made the stage worse, or used up four fifths of the day's."""
    per_day = config.current().codes_per_day
    stage = otp.stage_of(after, per_day)
    if stage > otp.stage_of(before, per_day):
        alarm("pace", stage=stage.name.lower(), unentered=after.unentered, today=after.day)
    if before.day < int(per_day * otp.ALARM_SHARE) <= after.day:
        alarm("daily_budget", sent=after.day, budget=per_day)


def is_known(db: Connection, request: OtpRequest) -> bool:
    """Whether this device has proved this number before."""
    return (
        db.scalar(
            select(KnownDevice.seen_at).where(
                KnownDevice.device_hash == request.client.device_hash,
                KnownDevice.number_hash == request.number.hash,
            )
        )
        is not None
    )


def please_wait(seconds: int) -> TooMany:
    """The refusal that known and unknown numbers get alike; a longer wait is said in minutes."""
    if seconds > 90:
        return TooMany(f"Please wait {-(-seconds // 60)} minutes", retry_after_s=seconds)
    unit = "second" if seconds == 1 else "seconds"
    return TooMany(f"Please wait {seconds} {unit}", retry_after_s=seconds)


def wait_for_room(
    db: Connection, moment: Any, limit: Limit, now: datetime, *which: ColumnElement[bool]
) -> int:
    """Seconds until a sliding limit has room: one look at its limit-th newest event."""
    reached = db.scalar(
        select(moment)
        .where(moment > now - limit.window, *which)
        .order_by(moment.desc())
        .limit(1)
        .offset(limit.count - 1)
    )
    return otp.wait_for(limit, reached, now)


def _same_number(request: OtpRequest) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return CodeSend.number_hash == request.number.hash, CodeSend.purpose == request.purpose


def _ranges(request: OtpRequest) -> list[tuple[str, ColumnElement[bool]]]:
    """The range of the number; the country too unless it is home, which no stranger may switch off."""
    found = [(request.number.prefix_hash, CodeSend.prefix_hash == request.number.prefix_hash)]
    if request.number.is_foreign:
        found.append((request.number.calling_code, CodeSend.calling_code == request.number.calling_code))
    return found


def _range_keys(request: OtpRequest) -> list[str]:
    return [key for key, _ in _ranges(request)]


def count_alarms_from_nought() -> None:
    """A figure that begins with its first alarm has not grown, and would call nobody."""
    for kind in get_args(Alarm):
        ALARMS.labels(kind)


def alarm(kind: Alarm, **facts: object) -> None:
    """Tell the operators, in the log and as a figure."""
    ALARMS.labels(kind).inc()
    log.error("codes alarm", kind=kind, **facts)


# More tries than can be under way at the same moment.
AT_ONCE = 100
# The row of CodePause that says until when the operators need not hear of it again.
FAILURES_CALLED = "alarm.failures"


def refuse_guessers(db: Connection, request: OtpRequest, now: datetime) -> None:
    """Raise TooMany for an unknown device whose address has entered too many wrong codes, or that has not
    solved the puzzle which is asked for while this number, or all numbers together, are being guessed at.

    No number of wrong codes closes a number: its owner on a new device solves the puzzle and goes on.
    """
    if not config.current().rate_limits:
        return
    wait = _pause_of_guesser(db, request, now)
    if not request.client.is_local:
        here = (CodeAttempt.network_hash == request.client.network_hash, CodeAttempt.was_right.is_(False))
        wait = max(wait, wait_for_room(db, CodeAttempt.tried_at, otp.FAILURES_PER_NETWORK, now, *here))
    if wait:
        raise please_wait(wait)
    failures = failures_of(db, request, now)
    if failures >= otp.FAILURES_UNTIL_WORK or _recent_failures(db, now) >= otp.ALARM_FAILURES.count:
        ask_for_work(request, now, what="try", count=failures)


def note_failure(db: Connection, request: OtpRequest, at: datetime, *, at_challenge: bool) -> int:
    """Every try counts as wrong until it has proved right; gives the try's id.

    It always counts for the address. It counts for the number only where a code had been sent: otherwise
    anybody could make a number look guessed at without the cost of a message.
    """
    attempt = insert(CodeAttempt).values(
        purpose=request.purpose,
        number_hash=request.number.hash,
        network_hash=request.client.network_hash,
        tried_at=at,
        was_right=False,
    )
    attempt_id: int = db.execute(attempt.returning(CodeAttempt.id)).scalar_one()
    if at_challenge:
        _count_failure(db, request, at)
    return attempt_id


def _count_failure(db: Connection, request: OtpRequest, at: datetime) -> None:
    """One more wrong code at this number; those before it are forgotten when the last is a day old."""
    still_counts = FailureCounter.last_failed_at > at - otp.FAILURES_KEPT
    upsert(
        db,
        FailureCounter,
        {"number_hash": request.number.hash, "purpose": request.purpose, "failures": 1, "last_failed_at": at},
        {
            "failures": case((still_counts, FailureCounter.failures + 1), else_=1),
            "last_failed_at": at,
        },
    )
    # The row is locked until the commit, so that exactly one try sees each count.
    if failures_of(db, request, at) == otp.FAILURES_UNTIL_WORK:
        alarm("number_guessed", number=request.number.hash[:12], purpose=request.purpose)


def note_success(db: Connection, request: OtpRequest, attempt_id: int, at: datetime) -> None:
    """The number is in good hands: its failures are forgotten, its message was worth sending."""
    db.execute(
        delete(FailureCounter).where(
            FailureCounter.number_hash == request.number.hash, FailureCounter.purpose == request.purpose
        )
    )
    db.execute(update(CodeAttempt).where(CodeAttempt.id == attempt_id).values(was_right=True))
    db.execute(
        update(CodeSend)
        .where(
            CodeSend.number_hash == request.number.hash,
            CodeSend.purpose == request.purpose,
            CodeSend.verified_at.is_(None),
            CodeSend.sent_at > at - otp.CHALLENGE_LIFE,
        )
        .values(verified_at=at)
    )


def watch_failures(db: Connection, now: datetime) -> None:
    """Call the operators when there were five hundred wrong codes in an hour; strangers then have to work.

    Once an hour while it lasts. Near the limit tries are counted one after the other: two at once, which do
    not see each other's, would both count 499 and nobody five hundred.
    """
    limit = otp.ALARM_FAILURES
    if _recent_failures(db, now) < limit.count - AT_ONCE:
        return
    advisory_lock(db, "codes.failures")
    failures = _recent_failures(db, now)
    if failures < limit.count:
        return
    called_until = db.scalar(select(CodePause.until).where(CodePause.key == FAILURES_CALLED))
    if called_until is None or called_until <= now:
        until = now + limit.window
        upsert(db, CodePause, {"key": FAILURES_CALLED, "until": until}, {"until": until})
        alarm("failures", failures=failures)


def _recent_failures(db: Connection, now: datetime) -> int:
    """Wrong codes of the last hour, by anybody."""
    recent = CodeAttempt.tried_at > now - otp.ALARM_FAILURES.window
    wrong = select(func.count()).select_from(CodeAttempt).where(CodeAttempt.was_right.is_(False), recent)
    return db.scalar(wrong) or 0


def failures_of(db: Connection, request: OtpRequest, now: datetime) -> int:
    """Wrong codes in a row at this number, from anywhere, at codes that had been sent; none after a day."""
    return (
        db.scalar(
            select(FailureCounter.failures).where(
                FailureCounter.number_hash == request.number.hash,
                FailureCounter.purpose == request.purpose,
                FailureCounter.last_failed_at > now - otp.FAILURES_KEPT,
            )
        )
        or 0
    )


def forget_failures(db: Connection, number_hash: str) -> int:
    """Forget every wrong code at a number, in the caller's transaction; gives how many were counted."""
    counted = delete(FailureCounter).where(FailureCounter.number_hash == number_hash)
    failures = db.scalars(counted.returning(FailureCounter.failures)).all()
    tries = delete(CodeAttempt).where(
        CodeAttempt.number_hash == number_hash, CodeAttempt.was_right.is_(False)
    )
    return max(sum(failures), len(db.scalars(tries.returning(CodeAttempt.id)).all()))


def _pause_of_guesser(db: Connection, request: OtpRequest, now: datetime) -> int:
    """Seconds until this address may guess at this number again, by its wrong codes in a row."""
    same = (
        CodeAttempt.number_hash == request.number.hash,
        CodeAttempt.purpose == request.purpose,
        CodeAttempt.network_hash == request.client.network_hash,
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
    return otp.seconds_until(last + timedelta(seconds=otp.pause_after(failures)), now)


LIFE = timedelta(minutes=10)


def ask_for_work(
    request: OtpRequest, now: datetime, *, what: Literal["try", "send"], count: int, bits: int = otp.BITS
) -> None:
    """Raise TooMany `challenge` with a puzzle of so many bits, unless this very request's comes solved.

    `count` is how many wrong tries, or sent codes, there were before.
    """
    puzzle, _, answer = (request.client.work or "").rpartition(":")
    if _is_ours(puzzle, request, f"{what} {count}", now) and otp.is_solved(puzzle, answer, bits):
        return
    fresh = _puzzle(request, f"{what} {count}", int((now + LIFE).timestamp()))
    raise TooMany(
        "Please try again in a moment.",
        "challenge",
        retry_after_s=1,
        details={"challenge": {"puzzle": fresh, "bits": bits}},
    )


def _puzzle(request: OtpRequest, what: str, until: int) -> str:
    parts = (request.purpose, request.number.hash, request.client.network_hash, what, str(until))
    return f"{until}.{keyed_hash('work', *parts)[:32]}"


def _is_ours(puzzle: str, request: OtpRequest, what: str, now: datetime) -> bool:
    until = puzzle.partition(".")[0]
    if not (until.isascii() and until.isdigit() and len(until) <= 11 and int(until) > now.timestamp()):
        return False
    return hmac.compare_digest(puzzle, _puzzle(request, what, int(until)))


# A dead session opens nothing; for a month it still tells who was signed in when, should somebody ask.
ENDED_SESSIONS_KEPT = timedelta(days=30)
# A browser that has not been seen for so long counts as unknown (24 months, as members are kept).
DEVICES_KEPT = timedelta(days=730)


def old(at: datetime) -> tuple[Old, ...]:
    """What may go at a moment. Codes of a challenge and sessions of a sign-in go with it."""
    day, month = at - otp.KEPT_FOR, at - ENDED_SESSIONS_KEPT
    return (
        Old("code challenges", Challenge, Challenge.created_at <= day),
        Old("sent codes", CodeSend, CodeSend.sent_at <= day),
        Old("entered codes", CodeAttempt, CodeAttempt.tried_at <= day),
        Old(
            "counted wrong codes",
            FailureCounter,
            or_(FailureCounter.last_failed_at.is_(None), FailureCounter.last_failed_at <= day),
        ),
        Old("pauses of a range", CodePause, CodePause.until <= at),
        Old("proofs of a number", NumberProof, NumberProof.expires_at <= at),
        Old("sessions", Family, or_(Family.ended_at <= month, Family.expires_at <= month)),
        Old("known devices", KnownDevice, KnownDevice.seen_at <= at - DEVICES_KEPT),
    )
