"""One-time codes: how long they live, how often they may be asked for, how often they may be guessed.

Sources of the figures: spec 000 §9 (life, cooldowns), NIST SP 800-63B (throttling), OWASP ASVS 5 §6.6 (a
code belongs to the request that asked for it), the practice of Twilio Verify and Ory Kratos (shared tries,
resend).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from hashlib import sha256
from math import ceil

HOUR = timedelta(hours=1)
DAY = timedelta(hours=24)


class Purpose(StrEnum):
    """What a code is for; a code for one is worth nothing for the others."""

    LOGIN = "login"
    REGISTER = "register"
    ERASE = "erase"


DIGITS = 6
LIFE = timedelta(seconds=120)  # spec 000 §9
CHALLENGE_LIFE = timedelta(minutes=10)
LIVE_CODES = 2
TRIES = 5
# spec 000 §9 for the first two.
COOLDOWN = {
    Purpose.LOGIN: timedelta(seconds=30),
    Purpose.REGISTER: timedelta(seconds=60),
    Purpose.ERASE: timedelta(seconds=30),
}
PROOF_LIFE = timedelta(minutes=15)


@dataclass(frozen=True)
class Limit:
    """At most `count` in any `window` that slides."""

    count: int
    window: timedelta


# Per number and purpose.
PER_NUMBER = (Limit(5, HOUR), Limit(10, DAY))
RESERVE_FOR_KNOWN_DEVICES = Limit(3, HOUR)
# Per address: many members share one behind a Malaysian carrier's NAT or an outlet's Wi-Fi.
PER_NETWORK = Limit(30, HOUR)
NUMBERS_PER_NETWORK = Limit(10, HOUR)
FAILURES_PER_NETWORK = Limit(60, HOUR)
# The same for an IPv6 /48, which one home connection may own whole, with its 65,536 networks of a /64.
PER_WIDE_NETWORK = Limit(60, HOUR)
NUMBERS_PER_WIDE_NETWORK = Limit(20, HOUR)
# Per range of numbers (all but the last four digits) and per country: against paid-for ranges.
PER_PREFIX = Limit(20, HOUR)
PER_FOREIGN_CODE = Limit(30, HOUR)
HOME_CODE = "60"
# SMS pumping: a range is sent many codes that are seldom entered. It gets none for an hour.
PUMPING_SENDS = 20
PUMPING_SHARE = 0.3
# Everything together, as shares of the codes that may be sent in a day (LOYALTY_CODES_PER_DAY). In an hour,
# codes to unknown devices count that nobody has entered: a crowd that joins enters them, a flood does not.
HOUR_SHARE, MIN_HOUR = 0.1, 20
PACE_SHARE, MIN_PACE = 0.05, 10
OPEN_SHARE = 0.75
LOW_CONVERSION_SENDS = 60
LOW_CONVERSION = 0.3
ALARM_SHARE = 0.8
ALARM_FAILURES = Limit(500, HOUR)
# Guessing.
FREE_FAILURES = 5
FIRST_PAUSE_S = 30
MAX_PAUSE_S = 3600
# From so many wrong codes in a row at one number, an unknown device solves a puzzle before each try.
FAILURES_UNTIL_PUZZLE = 100


def seconds_until(moment: datetime, now: datetime) -> int:
    """Whole seconds to wait, rounded up; 0 when the moment has come."""
    return max(0, ceil((moment - now).total_seconds()))


def wait_for(limit: Limit, reached_at: datetime | None, now: datetime) -> int:
    """Seconds until one more fits; `reached_at` is the limit-th newest event of the window, None below it."""
    return 0 if reached_at is None else seconds_until(reached_at + limit.window, now)


def wait_for_events(limit: Limit, events: Iterable[datetime], now: datetime) -> int:
    """Seconds until one event more fits the limit, to the second; 0 when it does."""
    newest = sorted((at for at in events if at > now - limit.window), reverse=True)
    return 0 if len(newest) < limit.count else seconds_until(newest[limit.count - 1] + limit.window, now)


def wait_for_new(limit: Limit, events: Iterable[tuple[datetime, str]], name: str, now: datetime) -> int:
    """Seconds until one more name fits a limit on different names; 0 for one that is among the events."""
    newest: dict[str, datetime] = {}
    for at, each in events:
        if at > now - limit.window:
            newest[each] = max(at, newest.get(each, at))
    if name in newest or len(newest) < limit.count:
        return 0
    return seconds_until(min(newest.values()) + limit.window, now)


def cooldown_s(purpose: Purpose, last_sent_at: datetime | None, now: datetime) -> int:
    """Seconds until the number may be sent another code (spec 000 §9: 30 s to sign in, 60 s to register)."""
    return 0 if last_sent_at is None else seconds_until(last_sent_at + COOLDOWN[purpose], now)


def pause_after(failures: int) -> int:
    """Seconds to wait after so many wrong codes in a row: none for the first five, then 30 s doubling to 1
    h.
    """
    if failures < FREE_FAILURES:
        return 0
    doublings = min(failures - FREE_FAILURES, 7)
    return min(FIRST_PAUSE_S << doublings, MAX_PAUSE_S)


def is_sms_pumping(sends: int, entered: int) -> bool:
    """Whether an hour of a number range looks like somebody being paid for messages."""
    return sends >= PUMPING_SENDS and entered < sends * PUMPING_SHARE


class Stage(IntEnum):
    """How codes are given to unknown devices, by how much is being sent altogether."""

    OPEN = 0
    PUZZLE = 1  # a puzzle before each code
    MEMBERS_ONLY = 2  # what is left is kept for members who sign in, after a puzzle
    CLOSED = 3


@dataclass(frozen=True)
class Traffic:
    """Codes sent: to unknown devices in the last hour, how many of these were not entered, to all in 24 h."""

    hour: int
    unentered: int
    day: int

    def plus_one(self, *, known_device: bool) -> "Traffic":
        """The same with one code more."""
        return Traffic(self.hour + (not known_device), self.unentered + (not known_device), self.day + 1)


def open_part(budget: int) -> int:
    """The part of a budget that is not kept for members."""
    return ceil(budget * OPEN_SHARE)


def hourly_budget(per_day: int) -> int:
    """How many codes that nobody enters may be sent to unknown devices in an hour."""
    return max(MIN_HOUR, int(per_day * HOUR_SHARE))


def abnormal_pace(per_day: int) -> int:
    """From how many unentered codes in an hour on each one costs a puzzle."""
    return max(MIN_PACE, int(per_day * PACE_SHARE))


def stage_of(traffic: Traffic, per_day: int) -> Stage:
    """What an unknown device has to do for a code while so much is being sent."""
    hourly = hourly_budget(per_day)
    if traffic.day >= per_day or traffic.unentered >= hourly:
        return Stage.CLOSED
    if traffic.day >= open_part(per_day) or traffic.unentered >= open_part(hourly):
        return Stage.MEMBERS_ONLY
    entered = traffic.hour - traffic.unentered
    seldom_entered = traffic.hour >= LOW_CONVERSION_SENDS and entered < traffic.hour * LOW_CONVERSION
    if seldom_entered or traffic.unentered >= abnormal_pace(per_day):
        return Stage.PUZZLE
    return Stage.OPEN


def live(sent: Iterable[tuple[datetime, str]], now: datetime) -> list[str]:
    """The codes that still count: sent less than 120 s ago, the newest two; messages arrive out of order."""
    newest = sorted(sent, reverse=True)[:LIVE_CODES]
    return [code for at, code in newest if now < at + LIFE]


def prefix_of(mobile_number: str) -> str:
    """The range a number belongs to: all but its last four digits."""
    return mobile_number[:-4]


# 65,536 hashes on average: about a second in a telephone's browser.
PUZZLE_BITS = 16
# Four times as long: while only members are sent codes.
MANY_PUZZLE_BITS = 18
MAX_ANSWER = 20


def is_solved(puzzle: str, answer: str, bits: int = PUZZLE_BITS) -> bool:
    """Whether SHA-256 of `puzzle:answer` begins with `bits` zeros; an answer is a whole number in digits."""
    if not (answer.isascii() and answer.isdigit() and len(answer) <= MAX_ANSWER):
        return False
    found = int.from_bytes(sha256(f"{puzzle}:{answer}".encode()).digest(), "big")
    return found >> (256 - bits) == 0
