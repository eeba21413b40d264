"""How many codes have been sent, and what that means for the next one.

Budgets are rows counted inside the transaction that spends them, one transaction at a time, so that no
number of processes overshoots them.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, get_args

import structlog
from prometheus_client import Counter
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.upsert import upsert
from loyalty.errors import TooMany
from loyalty.features.access.asking import Ask
from loyalty.features.access.models import CodePause, CodeSend, KnownDevice
from loyalty.rules import codes
from loyalty.rules.codes import Limit

log = structlog.get_logger(__name__)

Alarm = Literal["pumped_range", "daily_budget", "failures", "number_guessed"]

ALARMS = Counter("loyalty_code_alarms_total", "Signs of one-time codes being abused.", ["kind"])


def wait_before_sending(db: Session, ask: Ask, now: datetime, *, known: bool) -> tuple[int, bool]:
    """Seconds until this number may get a code, and whether it comes out of the known devices' reserve."""
    own = _same_number(ask)
    cooldown = codes.cooldown_s(ask.purpose, db.scalar(select(func.max(CodeSend.sent_at)).where(*own)), now)
    if not config.current().rate_limits:
        return cooldown, False
    budget = max(
        wait_for_room(db, CodeSend.sent_at, limit, now, *own, CodeSend.from_reserve.is_(False))
        for limit in codes.PER_NUMBER
    )
    if known:
        reserve = codes.RESERVE_FOR_KNOWN_DEVICES
        from_reserve = budget > 0
        if from_reserve:
            budget = wait_for_room(db, CodeSend.sent_at, reserve, now, *own, CodeSend.from_reserve.is_(True))
        return max(cooldown, budget), from_reserve
    strangers = 0 if ask.asker.is_local else _wait_of_strangers(db, ask, now)
    return max(cooldown, budget, strangers), False


def _wait_of_strangers(db: Session, ask: Ask, now: datetime) -> int:
    """The budgets that known devices are not held to: address, range of numbers, country, everything."""
    sent, same_network = CodeSend.sent_at, CodeSend.network_hash == ask.asker.network_hash
    unknown = CodeSend.known_device.is_(False)
    waits = [
        wait_for_room(db, sent, codes.PER_NETWORK, now, same_network, unknown),
        _wait_for_new_number(db, ask, now),
        wait_for_room(db, sent, codes.PER_PREFIX, now, CodeSend.prefix_hash == ask.number.prefix_hash),
        wait_for_room(db, sent, Limit(config.current().codes_per_day, codes.DAY), now),
        _wait_for_pause(db, ask, now),
    ]
    if ask.number.is_foreign:
        same_country = CodeSend.calling_code == ask.number.calling_code
        waits.append(wait_for_room(db, sent, codes.PER_FOREIGN_CODE, now, same_country))
    return max(waits)


def _wait_for_new_number(db: Session, ask: Ask, now: datetime) -> int:
    """An address may bring ten different numbers an hour; those it already brought are not new."""
    limit = codes.NUMBERS_PER_NETWORK
    newest = func.max(CodeSend.sent_at).label("newest")
    recent = dict(
        db.execute(
            select(CodeSend.number_hash, newest)
            .where(
                CodeSend.network_hash == ask.asker.network_hash,
                CodeSend.known_device.is_(False),
                CodeSend.sent_at > now - limit.window,
            )
            .group_by(CodeSend.number_hash)
        ).all()
    )
    if ask.number.hash in recent or len(recent) < limit.count:
        return 0
    return codes.seconds_until(min(recent.values()) + limit.window, now)


def _wait_for_pause(db: Session, ask: Ask, now: datetime) -> int:
    until = db.scalar(select(func.max(CodePause.until)).where(CodePause.key.in_(_range_keys(ask))))
    return codes.seconds_until(until, now) if until else 0


def rest_pumped_ranges(db: Session, ask: Ask, now: datetime) -> None:
    """Pause a range or country whose last hour looks pumped, and say so; called with every code sent."""
    if not config.current().rate_limits:
        return
    for key, same_range in _ranges(ask):
        sends, verified = db.execute(
            select(func.count(), func.count(CodeSend.verified_at)).where(
                same_range, CodeSend.sent_at > now - codes.HOUR
            )
        ).one()
        if codes.is_pumped(sends, verified):
            until = now + codes.PUMPED_REST
            upsert(db, CodePause, {"key": key, "until": until}, {"until": until})
            alarm("pumped_range", range=key[:12], sends=sends, verified=verified)


def watch_the_day(db: Session, now: datetime) -> None:
    """Say so when four fifths of the day's codes are gone."""
    budget = config.current().codes_per_day
    today = db.scalar(select(func.count()).where(CodeSend.sent_at > now - codes.DAY)) or 0
    if today == int(budget * codes.ALARM_SHARE):
        alarm("daily_budget", sent=today, budget=budget)


def is_known(db: Session, ask: Ask) -> bool:
    """Whether this device has proved this number before."""
    return (
        db.scalar(
            select(KnownDevice.seen_at).where(
                KnownDevice.device_hash == ask.asker.device_hash,
                KnownDevice.number_hash == ask.number.hash,
            )
        )
        is not None
    )


def please_wait(seconds: int) -> TooMany:
    """The refusal that known and unknown numbers get alike."""
    unit = "second" if seconds == 1 else "seconds"
    return TooMany(f"Please wait {seconds} {unit}", retry_after_s=seconds)


def wait_for_room(db: Session, moment: Any, limit: Limit, now: datetime, *which: ColumnElement[bool]) -> int:
    """Seconds until a sliding limit has room: one look at its limit-th newest event."""
    reached = db.scalar(
        select(moment)
        .where(moment > now - limit.window, *which)
        .order_by(moment.desc())
        .limit(1)
        .offset(limit.count - 1)
    )
    return codes.wait_for(limit, reached, now)


def _same_number(ask: Ask) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return CodeSend.number_hash == ask.number.hash, CodeSend.purpose == ask.purpose


def _ranges(ask: Ask) -> list[tuple[str, ColumnElement[bool]]]:
    """The range of the number; the country too unless it is home, which no stranger may switch off."""
    found = [(ask.number.prefix_hash, CodeSend.prefix_hash == ask.number.prefix_hash)]
    if ask.number.is_foreign:
        found.append((ask.number.calling_code, CodeSend.calling_code == ask.number.calling_code))
    return found


def _range_keys(ask: Ask) -> list[str]:
    return [key for key, _ in _ranges(ask)]


def count_alarms_from_nought() -> None:
    """A figure that begins with its first alarm has not grown, and would call nobody."""
    for kind in get_args(Alarm):
        ALARMS.labels(kind)


def alarm(kind: Alarm, **facts: object) -> None:
    """Tell the operators, in the log and as a figure."""
    ALARMS.labels(kind).inc()
    log.error("codes alarm", kind=kind, **facts)
