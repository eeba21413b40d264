"""The limits on one-time codes: how many are sent, and how often one is guessed at.

They count the rows of `code_events`: each code that was sent, and each wrong try. Codes are sent one after
the other, and tries at a number are made so, which keeps the limits with any number of processes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, get_args

import structlog
from prometheus_client import Counter
from sqlalchemy import ColumnElement, ScalarSelect, and_, case, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.maintenance import ExpiredRows
from loyalty.db.session import advisory_lock, rows_changed
from loyalty.errors import TooMany
from loyalty.features.access.context import OtpRequest
from loyalty.features.access.models import (
    CodeEvent,
    KnownDevice,
    NumberTicket,
    OtpChallenge,
    RateWindow,
    SignIn,
)
from loyalty.features.access.puzzles import require_puzzle
from loyalty.rules import otp
from loyalty.rules.codes import Code
from loyalty.rules.otp import DAY, HOUR, Limit, Stage, Traffic, wait_for, wait_for_events, wait_for_new

log = structlog.get_logger(__name__)

Alarm = Literal["pumped_range", "daily_budget", "failures", "number_guessed", "pace"]

ALARMS = Counter("loyalty_code_alarms_total", "Signs of one-time codes being abused.", ["kind"])

# More tries than can be made at the same moment.
AT_ONCE = 100


def reset_counters() -> None:
    """Export every alarm as 0: Prometheus sees an increase only of a metric that it has seen before."""
    for kind in get_args(Alarm):
        ALARMS.labels(kind)


def alarm(kind: Alarm, **details: object) -> None:
    """Log an alarm and count it."""
    ALARMS.labels(kind).inc()
    log.error("codes alarm", kind=kind, **details)


def please_wait(seconds: int) -> TooMany:
    """The refusal that known and unknown numbers get alike; a longer wait is given in minutes."""
    if seconds > 90:
        return TooMany(Code.WAIT_MINUTES, {"count": -(-seconds // 60)}, retry_after_s=seconds)
    return TooMany(Code.WAIT_SECONDS, {"count": seconds}, retry_after_s=seconds)


def is_known(db: Session, request: OtpRequest) -> bool:
    """Whether this device has proved this number before."""
    return bool(db.scalar(select(_is_known(request))))


def _is_known(request: OtpRequest) -> ColumnElement[bool]:
    return exists().where(
        KnownDevice.device_hash == request.client.device_hash,
        KnownDevice.number_hash == request.number.hash,
    )


@dataclass(frozen=True)
class Sending:
    """A code that is asked for at a moment, and what limits it: `codes` are those of the number's last day,
    and of the last two hours of the address, the range and the country; `traffic` counts those to everybody.
    """

    request: OtpRequest
    at: datetime
    is_known: bool
    codes: Sequence[CodeEvent]
    traffic: Traffic

    @property
    def is_limited(self) -> bool:
        """Whether the limits of unknown devices apply: not for known ones, nor on the developer's machine."""
        return config.current().rate_limits and not self.is_known and not self.request.client.is_local

    @property
    def of_number(self) -> list[CodeEvent]:
        """The codes that were sent to this number for this purpose."""
        request = self.request
        return [
            each
            for each in self.codes
            if (each.number_hash, each.purpose) == (request.number.hash, request.purpose)
        ]


def begin_sending(db: Session, request: OtpRequest) -> Sending:
    """Wait until no other code is being sent, and read what limits this one."""
    advisory_lock(db, "codes.sent")
    at, number, client = now(db), request.number, request.client
    same = [CodeEvent.network_hash == client.network_hash, CodeEvent.prefix_hash == number.prefix_hash]
    if client.wide_network_hash is not None:
        same.append(CodeEvent.wide_network_hash == client.wide_network_hash)
    if number.is_foreign:
        same.append(CodeEvent.calling_code == number.calling_code)
    of_number = and_(CodeEvent.number_hash == number.hash, CodeEvent.at > at - DAY)
    # A range gets no codes for an hour after an hour of SMS pumping.
    limiting = or_(of_number, and_(CodeEvent.at > at - 2 * HOUR, or_(*same)))
    codes = db.scalars(select(CodeEvent).where(CodeEvent.kind == "code", limiting)).all()
    return Sending(request, at, is_known(db, request), codes, _traffic(db, at))


def refuse_early(sending: Sending) -> bool:
    """Raise TooMany when the number, address, range or country has had its codes; returns whether the code
    comes out of the reserve of known devices.
    """
    at, number, client = sending.at, sending.request.number, sending.request.client
    newest = max((each.at for each in sending.of_number), default=None)
    wait, from_reserve = otp.cooldown_s(sending.request.purpose, newest, at), False
    if config.current().rate_limits:
        usual = [each.at for each in sending.of_number if not each.from_reserve]
        reserve = [each.at for each in sending.of_number if each.from_reserve]
        budget = max(wait_for_events(limit, usual, at) for limit in otp.PER_NUMBER)
        from_reserve = sending.is_known and budget > 0
        if from_reserve:
            budget = wait_for_events(otp.RESERVE_FOR_KNOWN_DEVICES, reserve, at)
        wait = max(wait, budget)
    if sending.is_limited:
        unknown = [each for each in sending.codes if not each.known_device]
        here = [each for each in unknown if each.network_hash == client.network_hash]
        wide = [each for each in unknown if client.wide_network_hash == each.wide_network_hash is not None]
        for codes, limit, numbers in (
            (here, otp.PER_NETWORK, otp.NUMBERS_PER_NETWORK),
            (wide, otp.PER_WIDE_NETWORK, otp.NUMBERS_PER_WIDE_NETWORK),
        ):
            wait = max(wait, wait_for_events(limit, (each.at for each in codes), at))
            by_number = [(each.at, each.number_hash) for each in codes]
            wait = max(wait, wait_for_new(numbers, by_number, number.hash, at))
        for codes, limit in _ranges(sending):
            wait = max(wait, wait_for_events(limit, (each.at for each in codes), at), _rest_s(codes, at))
    if wait:
        raise please_wait(wait)
    return from_reserve


def _ranges(sending: Sending) -> list[tuple[list[CodeEvent], Limit]]:
    """The codes to the number's range, and to its country if that is abroad: at home it would stop all."""
    number = sending.request.number
    found = [([each for each in sending.codes if each.prefix_hash == number.prefix_hash], otp.PER_PREFIX)]
    if number.is_foreign:
        abroad = [each for each in sending.codes if each.calling_code == number.calling_code]
        found.append((abroad, otp.PER_FOREIGN_CODE))
    return found


def _rest_s(codes: Sequence[CodeEvent], at: datetime) -> int:
    """Seconds that a range or country gets no codes: an hour from its last one, after SMS pumping."""
    newest = max((each.at for each in codes), default=at)
    hour = [each for each in codes if each.at > newest - HOUR]
    entered = sum(each.is_entered for each in hour)
    return otp.seconds_until(newest + HOUR, at) if otp.is_sms_pumping(len(hour), entered) else 0


def stage_for(db: Session, sending: Sending) -> Stage:
    """How codes are given now: to a known device always OPEN. Raises TooMany with seconds to wait or a puzzle
    where an unknown one gets none. Nothing here depends on whether the number is a member's.
    """
    if not sending.is_limited:
        return Stage.OPEN
    request, stage = sending.request, otp.stage_of(sending.traffic, config.current().codes_per_day)
    joins = request.purpose is otp.Purpose.REGISTER
    if stage is Stage.CLOSED or (stage is Stage.MEMBERS_ONLY and joins):
        raise please_wait(_wait_for_stage(db, sending.at, Stage.PUZZLE if joins else Stage.MEMBERS_ONLY))
    if stage >= Stage.PUZZLE:
        bits = otp.MANY_PUZZLE_BITS if stage is Stage.MEMBERS_ONLY else otp.PUZZLE_BITS
        newest = max((each.id for each in sending.of_number), default=0)
        require_puzzle(request, sending.at, what="send", count=newest, bits=bits)
    return stage


def count_code(db: Session, sending: Sending, *, from_reserve: bool, is_unsent: bool) -> None:
    """Count a code, `is_unsent` where no message leaves because the number has no member. Raises an alarm
    when it makes the stage worse, uses up four fifths of the day's, or makes its range look like SMS pumping.
    """
    code = _event(sending.request, sending.at, kind="code", known_device=sending.is_known)
    code.from_reserve, code.is_unsent = from_reserve, is_unsent
    db.add(code)
    db.flush()
    before, per_day = sending.traffic, config.current().codes_per_day
    after = before if is_unsent else before.plus_one(known_device=sending.is_known)
    stage = otp.stage_of(after, per_day)
    if stage > otp.stage_of(before, per_day):
        alarm("pace", stage=stage.name.lower(), unentered=after.unentered, today=after.day)
    if before.day < int(per_day * otp.ALARM_SHARE) <= after.day:
        alarm("daily_budget", sent=after.day, budget=per_day)
    for codes, _limit in _ranges(sending):
        if config.current().rate_limits and _rest_s([*codes, code], sending.at):
            alarm("pumped_range", range=code.prefix_hash[:12], sends=len(codes) + 1)


def _event(request: OtpRequest, at: datetime, **values: Any) -> CodeEvent:
    number, client = request.number, request.client
    return CodeEvent(
        at=at,
        purpose=request.purpose,
        number_hash=number.hash,
        prefix_hash=number.prefix_hash,
        calling_code=number.calling_code,
        network_hash=client.network_hash,
        wide_network_hash=client.wide_network_hash,
        **values,
    )


_SENT = and_(CodeEvent.kind == "code", CodeEvent.is_unsent.is_(False))
_UNKNOWN = and_(_SENT, CodeEvent.known_device.is_(False))
_TRIED = CodeEvent.kind == "try"


def _traffic(db: Session, at: datetime) -> Traffic:
    """How many codes were sent to everybody."""
    hour = and_(_UNKNOWN, CodeEvent.at > at - HOUR)
    unentered = and_(hour, CodeEvent.is_entered.is_(False))
    sums = (func.coalesce(func.sum(case((which, 1), else_=0)), 0) for which in (hour, unentered))
    row = db.execute(select(*sums, func.count()).where(_SENT, CodeEvent.at > at - DAY)).one()
    return Traffic(int(row[0]), int(row[1]), int(row[2]))


def _wait_for_stage(db: Session, at: datetime, worst: Stage) -> int:
    """Seconds until unknown devices are served at this stage or a better one."""
    per_day = config.current().codes_per_day
    part = (lambda budget: budget) if worst is Stage.MEMBERS_ONLY else otp.open_part
    hourly, daily = Limit(part(otp.hourly_budget(per_day)), HOUR), Limit(part(per_day), DAY)
    unentered = _reached(hourly, at, _UNKNOWN, CodeEvent.is_entered.is_(False))
    moments = db.execute(select(unentered, _reached(daily, at, _SENT))).one()
    return max(1, wait_for(hourly, moments[0], at), wait_for(daily, moments[1], at))


def _reached(limit: Limit, at: datetime, *which: ColumnElement[bool]) -> ScalarSelect[Any]:
    """The time of the event with which a limit was reached, the limit-th newest; NULL below it."""
    in_window = select(CodeEvent.at).where(*which, CodeEvent.at > at - limit.window)
    return in_window.order_by(CodeEvent.at.desc()).limit(1).offset(limit.count - 1).scalar_subquery()


def _at_number(request: OtpRequest) -> ColumnElement[bool]:
    """Tries at a number, for the purpose."""
    return and_(_TRIED, CodeEvent.number_hash == request.number.hash, CodeEvent.purpose == request.purpose)


def count_try(db: Session, request: OtpRequest, at: datetime, *, at_challenge: bool) -> tuple[int, bool]:
    """Count a try as wrong until it has proved right; returns its id and whether the device is known.

    Raises TooMany for an unknown device whose address has entered too many wrong codes, or that has not
    solved the puzzle which is asked for while this number, or all numbers together, are being guessed at:
    wrong codes never lock a number, its owner on a new device solves the puzzle. A try counts for the number
    only where a code had been sent (`at_challenge`): otherwise it would cost nobody a message to make a
    number look so.
    """
    _lock_tries(db, request.number.hash)
    here = CodeEvent.network_hash == request.client.network_hash
    guessed = and_(_at_number(request), here, CodeEvent.in_row_here, CodeEvent.at > at - DAY)
    failed = and_(_at_number(request), CodeEvent.in_row)
    most, per_network = otp.FAILURES_UNTIL_PUZZLE, otp.FAILURES_PER_NETWORK
    seen = db.execute(
        select(
            _is_known(request).label("is_known"),
            select(func.count()).where(guessed).scalar_subquery().label("guesses"),
            select(func.max(CodeEvent.at)).where(guessed).scalar_subquery().label("last_guess_at"),
            select(func.max(CodeEvent.id)).where(failed).scalar_subquery().label("last_failure"),
            _reached(Limit(most, DAY), at, failed).label("is_guessed_at"),
            _reached(Limit(most - 1, DAY), at, failed).label("is_nearly_guessed_at"),
            _reached(per_network, at, _TRIED, here).label("by_network"),
            _reached(otp.ALARM_FAILURES, at, _TRIED).label("by_all"),
            _reached(Limit(otp.ALARM_FAILURES.count - AT_ONCE, HOUR), at, _TRIED).label("nearly_by_all"),
        )
    ).one()
    if config.current().rate_limits and not seen.is_known:
        pause = timedelta(seconds=otp.pause_after(seen.guesses))
        wait = otp.seconds_until(seen.last_guess_at + pause, at) if seen.guesses else 0
        if not request.client.is_local:
            wait = max(wait, wait_for(per_network, seen.by_network, at))
        if wait:
            raise please_wait(wait)
        if seen.is_guessed_at is not None or seen.by_all is not None:
            require_puzzle(request, at, what="try", count=seen.last_failure or 0)
    tried = _event(request, at, kind="try", known_device=seen.is_known, in_row_here=True, in_row=at_challenge)
    if at_challenge and seen.is_nearly_guessed_at is not None and seen.is_guessed_at is None:
        alarm("number_guessed", number=request.number.hash[:12], purpose=request.purpose)
    if seen.nearly_by_all is not None:
        tried.raised_alarm = _is_first_of_hour(db, at)
    db.add(tried)
    db.flush()
    return tried.id, seen.is_known


def _is_first_of_hour(db: Session, at: datetime) -> bool:
    """Raise the alarm of five hundred wrong codes in an hour, once an hour, with one more; returns whether it
    did. One try at a time, so that of two at once the second sees the first.
    """
    advisory_lock(db, "codes.tried")
    limit = otp.ALARM_FAILURES
    others = _reached(Limit(limit.count - 1, limit.window), at, _TRIED)
    called = exists().where(CodeEvent.raised_alarm, CodeEvent.at > at - limit.window)
    before, is_called = db.execute(select(others, called)).one()
    if before is None or is_called:
        return False
    alarm("failures", failures=limit.count)
    return True


def count_success(db: Session, request: OtpRequest, at: datetime, *, try_id: int) -> None:
    """The code was right: this try was no failure, those before it count in a row no longer, and the codes
    that were sent to the number are entered.
    """
    _lock_tries(db, request.number.hash)
    db.execute(delete(CodeEvent).where(CodeEvent.id == try_id))
    elsewhere = CodeEvent.network_hash != request.client.network_hash
    in_row_here = and_(CodeEvent.in_row_here, elsewhere)
    db.execute(update(CodeEvent).where(_at_number(request)).values(in_row=False, in_row_here=in_row_here))
    to_number = CodeEvent.number_hash == request.number.hash, CodeEvent.purpose == request.purpose
    lately = CodeEvent.kind == "code", CodeEvent.at > at - otp.CHALLENGE_LIFE
    db.execute(update(CodeEvent).where(*to_number, *lately).values(is_entered=True))


def _lock_tries(db: Session, number_hash: str) -> None:
    advisory_lock(db, f"codes.tried.{number_hash}")


def forget_failures(db: Session, number_hash: str) -> int:
    """Delete the wrong codes at a number, in the caller's transaction; returns how many were counted."""
    _lock_tries(db, number_hash)
    in_row = or_(CodeEvent.in_row, CodeEvent.in_row_here)
    counted = update(CodeEvent).where(_TRIED, CodeEvent.number_hash == number_hash, in_row)
    return rows_changed(db, counted.values(in_row=False, in_row_here=False))


# A session that ended opens nothing; for a month it still says who was signed in when.
ENDED_SESSIONS_KEPT = timedelta(days=30)
# A browser that has not been seen for so long is an unknown one (24 months, as members are kept).
DEVICES_KEPT = timedelta(days=730)


def expired_rows(at: datetime) -> Iterable[ExpiredRows]:
    """Rows to delete at a moment. Sessions are deleted with their sign-in."""
    month = at - ENDED_SESSIONS_KEPT
    return (
        ExpiredRows("code challenges", OtpChallenge, OtpChallenge.expires_at <= at),
        ExpiredRows("codes and tries", CodeEvent, CodeEvent.at <= at - DAY),
        ExpiredRows("counters of codes", RateWindow, RateWindow.expires_at <= at),
        ExpiredRows("proofs of a number", NumberTicket, NumberTicket.expires_at <= at),
        ExpiredRows("sessions", SignIn, or_(SignIn.ended_at <= month, SignIn.expires_at <= month)),
        ExpiredRows("known devices", KnownDevice, KnownDevice.seen_at <= at - DEVICES_KEPT),
    )
