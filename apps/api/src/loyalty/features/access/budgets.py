"""How many codes have been sent, and what that means for the next one.

Budgets are rows counted inside the transaction that spends them, one transaction at a time, so that no
number of processes overshoots them.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal, get_args

import structlog
from prometheus_client import Counter
from sqlalchemy import ColumnElement, and_, case, func, select
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.upsert import upsert
from loyalty.errors import TooMany
from loyalty.features.access.asking import Ask
from loyalty.features.access.models import CodePause, CodeSend, KnownDevice
from loyalty.features.access.work import ask_for_work
from loyalty.rules import codes, work
from loyalty.rules.codes import Limit, Stage, Traffic

log = structlog.get_logger(__name__)

Alarm = Literal["pumped_range", "daily_budget", "failures", "number_guessed", "pace"]

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
    """The budgets that known devices are not held to: address, range of numbers, country."""
    sent, same_network = CodeSend.sent_at, CodeSend.network_hash == ask.asker.network_hash
    unknown = CodeSend.known_device.is_(False)
    waits = [
        wait_for_room(db, sent, codes.PER_NETWORK, now, same_network, unknown),
        _wait_for_new_number(db, ask, now, codes.NUMBERS_PER_NETWORK, same_network),
        wait_for_room(db, sent, codes.PER_PREFIX, now, CodeSend.prefix_hash == ask.number.prefix_hash),
        _wait_for_pause(db, ask, now),
    ]
    if ask.asker.wide_network_hash is not None:
        same_wide = CodeSend.wide_network_hash == ask.asker.wide_network_hash
        waits.append(wait_for_room(db, sent, codes.PER_WIDE_NETWORK, now, same_wide, unknown))
        waits.append(_wait_for_new_number(db, ask, now, codes.NUMBERS_PER_WIDE_NETWORK, same_wide))
    if ask.number.is_foreign:
        same_country = CodeSend.calling_code == ask.number.calling_code
        waits.append(wait_for_room(db, sent, codes.PER_FOREIGN_CODE, now, same_country))
    return max(waits)


def _wait_for_new_number(
    db: Session, ask: Ask, now: datetime, limit: Limit, same_network: ColumnElement[bool]
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


def traffic(db: Session, now: datetime) -> Traffic:
    """How much is being sent altogether."""
    this_hour = and_(CodeSend.sent_at > now - codes.HOUR, CodeSend.known_device.is_(False))
    row = db.execute(
        select(
            func.count(case((this_hour, 1))),
            func.count(case((and_(this_hour, CodeSend.verified_at.is_(None)), 1))),
            func.count(),
        ).where(CodeSend.sent_at > now - codes.DAY, CodeSend.was_sent.is_(True))
    ).one()
    return Traffic(*row)


def wait_for_stage(db: Session, now: datetime, worst: Stage) -> int:
    """Seconds until unknown devices are served at this stage or a better one."""
    per_day = config.current().codes_per_day
    part = (lambda budget: budget) if worst is Stage.MEMBERS_ONLY else codes.open_part
    unentered = (
        CodeSend.was_sent.is_(True),
        CodeSend.known_device.is_(False),
        CodeSend.verified_at.is_(None),
    )
    hourly = Limit(part(codes.hourly_budget(per_day)), codes.HOUR)
    daily = Limit(part(per_day), codes.DAY)
    return max(
        1,
        wait_for_room(db, CodeSend.sent_at, hourly, now, *unentered),
        wait_for_room(db, CodeSend.sent_at, daily, now, CodeSend.was_sent.is_(True)),
    )


def hold_to_stage(db: Session, ask: Ask, stage: Stage, now: datetime) -> None:
    """Raise TooMany for what the stage does not allow an unknown device: with seconds to wait, or a puzzle.

    Nothing here depends on whether the number is a member's.
    """
    joins = ask.purpose is codes.Purpose.REGISTER
    if stage is Stage.CLOSED or (stage is Stage.MEMBERS_ONLY and joins):
        raise please_wait(wait_for_stage(db, now, Stage.WORK if joins else Stage.MEMBERS_ONLY))
    if stage >= Stage.WORK:
        before = db.scalar(select(func.count()).select_from(CodeSend).where(*_same_number(ask))) or 0
        bits = work.MANY_BITS if stage is Stage.MEMBERS_ONLY else work.BITS
        ask_for_work(ask, now, what="send", count=before, bits=bits)


def watch(before: Traffic, after: Traffic) -> None:
    """Call the operators when a code made the stage worse, or used up four fifths of the day's."""
    per_day = config.current().codes_per_day
    stage = codes.stage_of(after, per_day)
    if stage > codes.stage_of(before, per_day):
        alarm("pace", stage=stage.name.lower(), unentered=after.unentered, today=after.day)
    if before.day < int(per_day * codes.ALARM_SHARE) <= after.day:
        alarm("daily_budget", sent=after.day, budget=per_day)


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
    """The refusal that known and unknown numbers get alike; a longer wait is said in minutes."""
    if seconds > 90:
        return TooMany(f"Please wait {-(-seconds // 60)} minutes", retry_after_s=seconds)
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
