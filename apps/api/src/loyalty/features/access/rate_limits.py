"""The limits on one-time codes: how many are sent, how often one is guessed at.

Everything is counted in `rate_windows`, under the locks of its rows: a transaction locks the rows of its
keys in one order, so that any number of processes keeps the limits and there is no deadlock. The row that
counts all codes is locked last.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Literal, get_args

import structlog
from prometheus_client import Counter
from sqlalchemy import ColumnElement, and_, case, delete, exists, func, or_, select
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import READ_AT, moment
from loyalty.db.inserts import insert_for
from loyalty.db.maintenance import Old
from loyalty.errors import TooMany
from loyalty.features.access.context import OtpRequest
from loyalty.features.access.models import KnownDevice, NumberProof, OtpChallenge, RateWindow, SignIn
from loyalty.features.access.tokens import keyed_hash
from loyalty.rules import otp
from loyalty.rules.codes import Code
from loyalty.rules.otp import Limit, Stage, Traffic

log = structlog.get_logger(__name__)

Alarm = Literal["pumped_range", "daily_budget", "failures", "number_guessed", "pace"]

ALARMS = Counter("loyalty_code_alarms_total", "Signs of one-time codes being abused.", ["kind"])

EPOCH = datetime.fromtimestamp(0, UTC)
MICROSECOND = timedelta(microseconds=1)
ALL = ""  # the key of a scope that counts everybody


class Scope(StrEnum):
    """What is counted, and by which key. Rows are locked in this order, those that everybody shares last."""

    NUMBER = "number"  # codes to a number for a purpose, to the second
    NETWORK = "network"  # codes to unknown devices of an address, with their numbers, to the second
    WIDE_NETWORK = "wide_network"  # the same for an IPv6 /48
    RANGE = "range"  # codes to a range of numbers, and how many were entered
    COUNTRY = "country"
    GUESSES = "guesses"  # wrong codes in a row of one address at one number
    FAILURES = "failures"  # wrong codes in a row at a number to which a code had been sent
    WRONG_HERE = "wrong_here"  # wrong codes of an address
    WRONG_ANYWHERE = "wrong_anywhere"
    UNKNOWN = "unknown"  # codes to unknown devices, and how many were entered
    TOTAL = "total"  # codes that were sent


@dataclass(frozen=True)
class Row:
    """A row of `rate_windows` as it is to be changed: `count` and `entered` are added to what is there."""

    scope: Scope
    key: str
    window_start: int = 0
    count: int = 0
    entered: int = 0
    recent: list[list[Any]] | None = None
    paused_until: datetime | None = None


def _write(db: Session, rows: Sequence[Row], at: datetime, *, only_lock: bool = False) -> dict[Scope, Any]:
    """Make and change rows in their order, by one statement; returns each as it is then, by its scope.

    The caller has put them in the order of `_in_order`. Of a scope with several rows the last is returned.
    """
    values = [
        {
            "scope": row.scope,
            "key": row.key,
            "window_start": row.window_start,
            "count": row.count,
            "entered": row.entered,
            "recent": row.recent,
            "paused_until": row.paused_until,
            "changed_at": at,
            "expires_at": at + otp.KEPT_FOR,
        }
        for row in rows
    ]
    statement = insert_for(db, RateWindow)
    new = statement.excluded
    # What has expired counts no more, though nobody has deleted it yet.
    is_over = RateWindow.expires_at <= new.changed_at
    count = case((is_over, new["count"]), else_=RateWindow.count + new["count"])
    changes = {
        "count": case((count < 0, 0), else_=count),
        "entered": RateWindow.entered + new.entered,
        "recent": func.coalesce(new.recent, RateWindow.recent),
        "paused_until": func.coalesce(new.paused_until, RateWindow.paused_until),
        "changed_at": new.changed_at,
        "expires_at": new.expires_at,
    }
    statement = statement.on_conflict_do_update(
        index_elements=["scope", "key", "window_start"],
        set_={"count": RateWindow.count} if only_lock else changes,
    )
    found = db.execute(statement.returning(*RateWindow.__table__.c), values)
    return {Scope(row.scope): row for row in found}


_PLACE = {scope: place for place, scope in enumerate(Scope)}


def _in_order(rows: Iterable[Row]) -> list[Row]:
    """The one order in which every transaction takes its locks."""
    return sorted(rows, key=lambda row: (_PLACE[row.scope], row.key, row.window_start))


@dataclass(frozen=True)
class Sending:
    """The state of the limits while a code is being asked for, with the locks of its rows held."""

    request: OtpRequest
    at: datetime
    is_known: bool
    rows: dict[Scope, Any]

    @property
    def is_limited(self) -> bool:
        """Whether the limits of unknown devices apply: not for known ones, nor on the developer's machine."""
        return config.current().rate_limits and not self.is_known and not self.request.client.is_local

    def recent(self, scope: Scope) -> list[tuple[datetime, Any]]:
        """The newest events of a row that is exact to the second."""
        row = self.rows.get(scope)
        return [(EPOCH + each[0] * MICROSECOND, each[1]) for each in (row.recent or [])] if row else []


def _device_is_known(request: OtpRequest) -> ColumnElement[bool]:
    """Whether the client's device has proved the number before."""
    return exists().where(
        KnownDevice.device_hash == request.client.device_hash,
        KnownDevice.number_hash == request.number.hash,
    )


def lock(db: Session, request: OtpRequest) -> Sending:
    """Lock the rows in which a code to this number, for this client, is counted."""
    read_at, is_known = db.execute(select(READ_AT, _device_is_known(request))).one()
    at = moment(read_at)
    rows = [Row(Scope.NUMBER, _number_key(request)), *_ranges(request)]
    if config.current().rate_limits and not is_known:
        rows.append(Row(Scope.NETWORK, request.client.network_hash))
        if request.client.wide_network_hash is not None:
            rows.append(Row(Scope.WIDE_NETWORK, request.client.wide_network_hash))
    return Sending(request, at, is_known, _write(db, _in_order(rows), at, only_lock=True))


def wait_before_sending(sending: Sending) -> tuple[int, bool]:
    """Seconds until this number may get a code, by what is exact to the second, and whether it comes out of
    the reserve of known devices.
    """
    at, own = sending.at, sending.recent(Scope.NUMBER)
    newest = max((sent_at for sent_at, _ in own), default=None)
    cooldown = otp.cooldown_s(sending.request.purpose, newest, at)
    if not config.current().rate_limits:
        return cooldown, False
    usual = [sent_at for sent_at, from_reserve in own if not from_reserve]
    budget = max(otp.wait_for_events(limit, usual, at) for limit in otp.PER_NUMBER)
    if sending.is_known and budget:
        reserve = [sent_at for sent_at, from_reserve in own if from_reserve]
        return max(cooldown, otp.wait_for_events(otp.RESERVE_FOR_KNOWN_DEVICES, reserve, at)), True
    waits = [cooldown, budget]
    if sending.is_limited:
        for scope, codes, numbers in (
            (Scope.NETWORK, otp.PER_NETWORK, otp.NUMBERS_PER_NETWORK),
            (Scope.WIDE_NETWORK, otp.PER_WIDE_NETWORK, otp.NUMBERS_PER_WIDE_NETWORK),
        ):
            sent = sending.recent(scope)
            waits.append(otp.wait_for_events(codes, (sent_at for sent_at, _ in sent), at))
            waits.append(otp.wait_for_new(numbers, sent, _short(sending.request), at))
        pauses = [sending.rows[row.scope].paused_until for row in _ranges(sending.request)]
        waits += [otp.seconds_until(until, at) for until in pauses if until]
    return max(waits), False


def _sums(db: Session, request: OtpRequest, at: datetime) -> dict[str, tuple[int, int, int]]:
    """What was sent to the number's range and country, to unknown devices, and altogether, by scope: codes
    and entered codes of the hour, codes of the day.
    """
    in_hour = RateWindow.window_start >= otp.oldest_minute(otp.HOUR, at)
    country = request.number.calling_code if request.number.is_foreign else ALL
    query = (
        select(
            RateWindow.scope,
            func.sum(case((in_hour, RateWindow.count), else_=0)),
            func.sum(case((in_hour, RateWindow.entered), else_=0)),
            func.sum(RateWindow.count),
        )
        .where(
            or_(
                and_(RateWindow.scope == Scope.RANGE, RateWindow.key == request.number.prefix_hash),
                and_(RateWindow.scope == Scope.COUNTRY, RateWindow.key == country),
                and_(RateWindow.scope.in_((Scope.UNKNOWN, Scope.TOTAL)), RateWindow.key == ALL),
            ),
            RateWindow.window_start >= otp.oldest_minute(otp.DAY, at),
        )
        .group_by(RateWindow.scope)
    )
    return {scope: (int(sent), int(entered), int(day)) for scope, sent, entered, day in db.execute(query)}


def count_sent(db: Session, sending: Sending, *, from_reserve: bool) -> Traffic:
    """Count a code that is about to be sent; returns how much has been sent altogether, with it.

    Raises TooMany where the number's range or country has had its codes of the hour. One that looks pumped
    is paused from now on.
    """
    request, at = sending.request, sending.at
    event, minute = _microseconds(at), otp.minute_of(at)
    rows = [_appended(sending, Scope.NUMBER, _number_key(request), [event, int(from_reserve)], otp.DAY)]
    if config.current().rate_limits and not sending.is_known:
        here = [event, _short(request)]
        rows.append(_appended(sending, Scope.NETWORK, request.client.network_hash, here, otp.HOUR))
        if (wide := request.client.wide_network_hash) is not None:
            rows.append(_appended(sending, Scope.WIDE_NETWORK, wide, here, otp.HOUR))
    rows += [Row(row.scope, row.key, minute, count=1) for row in _ranges(request)]
    _write(db, _in_order([*rows, Row(Scope.TOTAL, ALL), *_shared(sending, minute, 1)]), at)
    found = _sums(db, request, at)
    for row, limit in zip(_ranges(request), (otp.PER_PREFIX, otp.PER_FOREIGN_CODE), strict=False):
        sent, entered, _ = found[row.scope]
        if sending.is_limited and sent > limit.count:
            minutes = _minutes(db, row, limit, at)
            minutes[minute] -= 1
            raise please_wait(otp.wait_for_minutes(limit, minutes, at))
        if config.current().rate_limits and otp.is_pumped(sent, entered):
            _write(db, [Row(row.scope, row.key, paused_until=at + otp.PUMPED_REST)], at)
            alarm("pumped_range", range=row.key[:12], sends=sent, verified=entered)
    sent, entered, _ = found.get(Scope.UNKNOWN, (0, 0, 0))
    return Traffic(sent, sent - entered, found[Scope.TOTAL][2])


def count_unsent(db: Session, sending: Sending) -> None:
    """Take back the count of a code that does not leave, since only members are sent codes."""
    _write(db, _shared(sending, otp.minute_of(sending.at), -1), sending.at)


def _shared(sending: Sending, minute: int, count: int) -> list[Row]:
    """The rows that count all codes, and those to unknown devices."""
    rows = [Row(Scope.TOTAL, ALL, minute, count)]
    return rows if sending.is_known else [*rows, Row(Scope.UNKNOWN, ALL, minute, count)]


def hold_to_stage(db: Session, sending: Sending, stage: Stage) -> None:
    """Raise TooMany for what the stage does not allow an unknown device: with seconds to wait, or a puzzle.

    Nothing here depends on whether the number is a member's.
    """
    request = sending.request
    joins = request.purpose is otp.Purpose.REGISTER
    if stage is Stage.CLOSED or (stage is Stage.MEMBERS_ONLY and joins):
        raise please_wait(_wait_for_stage(db, sending.at, Stage.WORK if joins else Stage.MEMBERS_ONLY))
    if stage >= Stage.WORK:
        bits = otp.MANY_BITS if stage is Stage.MEMBERS_ONLY else otp.BITS
        newest = max((sent_at for sent_at, _ in sending.recent(Scope.NUMBER)), default=EPOCH)
        ask_for_work(request, sending.at, what="send", count=_microseconds(newest), bits=bits)


def watch(before: Traffic, after: Traffic) -> None:
    """Raise an alarm when a code made the stage worse, or used up four fifths of the day's."""
    per_day = config.current().codes_per_day
    stage = otp.stage_of(after, per_day)
    if stage > otp.stage_of(before, per_day):
        alarm("pace", stage=stage.name.lower(), unentered=after.unentered, today=after.day)
    if before.day < int(per_day * otp.ALARM_SHARE) <= after.day:
        alarm("daily_budget", sent=after.day, budget=per_day)


def is_known(db: Session, request: OtpRequest) -> bool:
    """Whether this device has proved this number before."""
    return bool(db.scalar(select(_device_is_known(request))))


def please_wait(seconds: int) -> TooMany:
    """The refusal that known and unknown numbers get alike; a longer wait is given in minutes."""
    if seconds > 90:
        return TooMany(Code.WAIT_MINUTES, {"count": -(-seconds // 60)}, retry_after_s=seconds)
    return TooMany(Code.WAIT_SECONDS, {"count": seconds}, retry_after_s=seconds)


def _wait_for_stage(db: Session, at: datetime, worst: Stage) -> int:
    """Seconds until unknown devices are served at this stage or a better one."""
    per_day = config.current().codes_per_day
    part = (lambda budget: budget) if worst is Stage.MEMBERS_ONLY else otp.open_part
    hourly = Limit(part(otp.hourly_budget(per_day)), otp.HOUR)
    daily = Limit(part(per_day), otp.DAY)
    unentered = _minutes(db, Row(Scope.UNKNOWN, ALL), hourly, at, unentered=True)
    sent = _minutes(db, Row(Scope.TOTAL, ALL), daily, at)
    return max(1, otp.wait_for_minutes(hourly, unentered, at), otp.wait_for_minutes(daily, sent, at))


def _minutes(db: Session, row: Row, limit: Limit, at: datetime, *, unentered: bool = False) -> dict[int, int]:
    """The counts of a row's minutes in a limit's window."""
    counts = RateWindow.count - RateWindow.entered if unentered else RateWindow.count
    found = db.execute(
        select(RateWindow.window_start, counts.label("amount")).where(
            RateWindow.scope == row.scope,
            RateWindow.key == row.key,
            RateWindow.window_start >= max(1, otp.oldest_minute(limit.window, at)),
        )
    )
    return {row.window_start: row.amount for row in found}


def _appended(sending: Sending, scope: Scope, key: str, event: list[Any], kept_for: timedelta) -> Row:
    """The row with one event more, and without those that no limit looks at any more."""
    row, oldest = sending.rows.get(scope), _microseconds(sending.at - kept_for)
    before = (row.recent or []) if row else []
    return Row(scope, key, recent=[*(each for each in before if each[0] > oldest), event])


def _ranges(request: OtpRequest) -> list[Row]:
    """The range of the number; the country too unless it is home, which no outsider may switch off."""
    found = [Row(Scope.RANGE, request.number.prefix_hash)]
    if request.number.is_foreign:
        found.append(Row(Scope.COUNTRY, request.number.calling_code))
    return found


def _number_key(request: OtpRequest) -> str:
    return f"{request.purpose}.{request.number.hash[:48]}"


def _guess_key(request: OtpRequest) -> str:
    """The key of one address at one number: its beginning finds the number."""
    return f"{_number_key(request)[:40]}.{request.client.network_hash[:20]}"


def _short(request: OtpRequest) -> str:
    """Enough of a number's hash to distinguish the numbers of one address."""
    return request.number.hash[:12]


def _microseconds(at: datetime) -> int:
    return (at - EPOCH) // MICROSECOND


def reset_counters() -> None:
    """Begin every counter at 0: one that begins with its first alarm has not increased, and alerts nobody."""
    for kind in get_args(Alarm):
        ALARMS.labels(kind)


def alarm(kind: Alarm, **details: object) -> None:
    """Log an alarm and count it."""
    ALARMS.labels(kind).inc()
    log.error("codes alarm", kind=kind, **details)


@dataclass(frozen=True)
class Guessing:
    """What has been guessed by now, before this try: at this number, from this address, altogether."""

    at: datetime
    is_known: bool
    guesses: int
    last_guess_at: datetime | None
    failures: int
    wrong_here: int
    wrong_anywhere: int


def guessing(db: Session, request: OtpRequest, at: datetime) -> Guessing:
    """Read what limits the guesses of this client at this number."""

    def whole(scope: Scope, key: str, column: Any) -> Any:
        is_it = RateWindow.scope == scope, RateWindow.key == key, RateWindow.window_start == 0
        return select(column).where(*is_it, RateWindow.expires_at > at).scalar_subquery()

    def of_hour(scope: Scope, key: str) -> Any:
        is_it = RateWindow.scope == scope, RateWindow.key == key
        hour = RateWindow.window_start >= otp.oldest_minute(otp.HOUR, at)
        return select(func.coalesce(func.sum(RateWindow.count), 0)).where(*is_it, hour).scalar_subquery()

    guesses, number = _guess_key(request), _number_key(request)
    query = select(
        _device_is_known(request),
        func.coalesce(whole(Scope.GUESSES, guesses, RateWindow.count), 0),
        whole(Scope.GUESSES, guesses, RateWindow.changed_at),
        func.coalesce(whole(Scope.FAILURES, number, RateWindow.count), 0),
        of_hour(Scope.WRONG_HERE, request.client.network_hash),
        of_hour(Scope.WRONG_ANYWHERE, ALL),
    )
    is_known, count, last, failures, here, anywhere = db.execute(query).one()
    return Guessing(at, bool(is_known), count, last, failures, int(here), int(anywhere))


def refuse_guessers(db: Session, request: OtpRequest, seen: Guessing) -> None:
    """Raise TooMany for an unknown device whose address has entered too many wrong codes, or that has not
    solved the puzzle which is asked for while this number, or all numbers together, are being guessed at.

    Wrong codes never lock a number: its owner on a new device solves the puzzle.
    """
    if not config.current().rate_limits or seen.is_known:
        return
    wait = 0
    if seen.last_guess_at is not None:
        pause = timedelta(seconds=otp.pause_after(seen.guesses))
        wait = otp.seconds_until(seen.last_guess_at + pause, seen.at)
    limit = otp.FAILURES_PER_NETWORK
    if not request.client.is_local and seen.wrong_here >= limit.count:
        row = Row(Scope.WRONG_HERE, request.client.network_hash)
        wait = max(wait, otp.wait_for_minutes(limit, _minutes(db, row, limit, seen.at), seen.at))
    if wait:
        raise please_wait(wait)
    if seen.failures >= otp.FAILURES_UNTIL_WORK or seen.wrong_anywhere >= otp.ALARM_FAILURES.count:
        ask_for_work(request, seen.at, what="try", count=seen.failures)


def count_failure(db: Session, request: OtpRequest, seen: Guessing, *, at_challenge: bool) -> None:
    """Every try counts as wrong until it has proved right.

    It always counts for the address. It counts for the number only where a code had been sent: otherwise
    anybody could make a number look guessed at without the cost of a message.
    """
    minute = otp.minute_of(seen.at)
    rows = [
        Row(Scope.GUESSES, _guess_key(request), count=1),
        Row(Scope.WRONG_HERE, request.client.network_hash, minute, count=1),
        Row(Scope.WRONG_ANYWHERE, ALL, minute, count=1),
    ]
    if at_challenge:
        rows.append(Row(Scope.FAILURES, _number_key(request), count=1))
    counted = _write(db, _in_order(rows), seen.at)
    # Each row is locked until the commit, so that exactly one try sees each count.
    if at_challenge and counted[Scope.FAILURES].count == otp.FAILURES_UNTIL_WORK:
        alarm("number_guessed", number=request.number.hash[:12], purpose=request.purpose)
    if seen.wrong_anywhere + 1 >= otp.ALARM_FAILURES.count - AT_ONCE:
        watch_failures(db, seen.at)


# More tries than can be under way at the same moment.
AT_ONCE = 100


def watch_failures(db: Session, at: datetime) -> None:
    """Raise an alarm when there were five hundred wrong codes in an hour, once an hour while it lasts.

    The caller holds the row of this minute, so that of two tries at once the second sees the first's.
    """
    limit = otp.ALARM_FAILURES
    failures = sum(_minutes(db, Row(Scope.WRONG_ANYWHERE, ALL), limit, at).values())
    if failures < limit.count:
        return
    whole = Row(Scope.WRONG_ANYWHERE, ALL)
    called = _write(db, [whole], at, only_lock=True)[Scope.WRONG_ANYWHERE].paused_until
    if called is None or called <= at:
        _write(db, [Row(whole.scope, whole.key, paused_until=at + limit.window)], at)
        alarm("failures", failures=failures)


def count_success(
    db: Session,
    request: OtpRequest,
    at: datetime,
    *,
    tried_at: datetime,
    sent: Sequence[tuple[datetime, bool]],
) -> None:
    """The code was right: the try at `tried_at` was no failure, those before it are forgotten, and the codes
    `sent`, each with whether its device was known, are entered.
    """
    # In the order in which a try counts them.
    _reset(db, Scope.GUESSES, _guess_key(request))
    _reset(db, Scope.FAILURES, _number_key(request))
    rows = [
        Row(Scope.WRONG_HERE, request.client.network_hash, otp.minute_of(tried_at), count=-1),
        Row(Scope.WRONG_ANYWHERE, ALL, otp.minute_of(tried_at), count=-1),
    ]
    minutes: dict[tuple[Scope, str, int], int] = {}
    for sent_at, known_device in sent:
        minute = otp.minute_of(sent_at)
        scopes = [(row.scope, row.key) for row in _ranges(request)]
        for scope, key in scopes if known_device else [*scopes, (Scope.UNKNOWN, ALL)]:
            minutes[scope, key, minute] = minutes.get((scope, key, minute), 0) + 1
    rows += [Row(scope, key, minute, entered=count) for (scope, key, minute), count in minutes.items()]
    _write(db, _in_order(rows), at)


def _reset(db: Session, scope: Scope, key: str) -> None:
    """Delete what a key has been counted as a whole."""
    is_it = RateWindow.scope == scope, RateWindow.key == key, RateWindow.window_start == 0
    db.execute(delete(RateWindow).where(*is_it))


def forget_failures(db: Session, number_hash: str) -> int:
    """Forget the wrong codes at a number, in the caller's transaction; returns how many were counted."""
    sums_by_scope: dict[str, int] = {}
    for purpose in otp.Purpose:
        key = f"{purpose}.{number_hash[:48]}"
        gone = delete(RateWindow).where(
            or_(
                and_(RateWindow.scope == Scope.FAILURES, RateWindow.key == key),
                and_(
                    RateWindow.scope == Scope.GUESSES,
                    RateWindow.key.startswith(f"{key[:40]}.", autoescape=True),
                ),
            )
        )
        for scope, count in db.execute(gone.returning(RateWindow.scope, RateWindow.count)):
            sums_by_scope[scope] = sums_by_scope.get(scope, 0) + count
    return max(sums_by_scope.values(), default=0)


LIFE = timedelta(minutes=10)


def ask_for_work(
    request: OtpRequest, now: datetime, *, what: Literal["try", "send"], count: int, bits: int = otp.BITS
) -> None:
    """Raise TooMany `challenge` with a puzzle of so many bits, unless this very request's comes solved.

    `count` changes with each try, or each code that was sent: a solution is good once.
    """
    puzzle, _, answer = (request.client.work or "").rpartition(":")
    if _is_ours(puzzle, request, f"{what} {count}", now) and otp.is_solved(puzzle, answer, bits):
        return
    fresh = _puzzle(request, f"{what} {count}", int((now + LIFE).timestamp()))
    raise TooMany(
        Code.CHALLENGE,
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


# A session that ended opens nothing; for a month it still says who was signed in when.
ENDED_SESSIONS_KEPT = timedelta(days=30)
# A browser that has not been seen for so long is an unknown one (24 months, as members are kept).
DEVICES_KEPT = timedelta(days=730)


def old(at: datetime) -> tuple[Old, ...]:
    """What may go at a moment. Sessions of a sign-in go with it."""
    month = at - ENDED_SESSIONS_KEPT
    return (
        Old("code challenges", OtpChallenge, OtpChallenge.expires_at <= at),
        Old("counters of codes", RateWindow, RateWindow.expires_at <= at),
        Old("proofs of a number", NumberProof, NumberProof.expires_at <= at),
        Old("sessions", SignIn, or_(SignIn.ended_at <= month, SignIn.expires_at <= month)),
        Old("known devices", KnownDevice, KnownDevice.seen_at <= at - DEVICES_KEPT),
    )
