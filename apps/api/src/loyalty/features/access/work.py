"""The puzzle that an unknown device solves before a try, or before a code is sent, while either is abused.

Nothing is stored: a puzzle is a keyed hash of what it is for, who asks, for which number, after how many
wrong tries or sent codes, and until when it counts. So every try and every code brings a new one, and an
answer for one number opens no other.
"""

from __future__ import annotations

import hmac
from datetime import datetime, timedelta
from typing import Literal

from loyalty.errors import TooMany
from loyalty.features.access.asking import Ask
from loyalty.features.access.tokens import keyed_hash
from loyalty.rules import work

LIFE = timedelta(minutes=10)


def ask_for_work(
    ask: Ask, now: datetime, *, what: Literal["try", "send"], count: int, bits: int = work.BITS
) -> None:
    """Raise TooMany `challenge` with a puzzle of so many bits, unless this very request's comes solved.

    `count` is how many wrong tries, or sent codes, there were before.
    """
    puzzle, _, answer = (ask.asker.work or "").rpartition(":")
    if _is_ours(puzzle, ask, f"{what} {count}", now) and work.is_solved(puzzle, answer, bits):
        return
    fresh = _puzzle(ask, f"{what} {count}", int((now + LIFE).timestamp()))
    raise TooMany(
        "Please try again in a moment.",
        "challenge",
        retry_after_s=1,
        details={"challenge": {"puzzle": fresh, "bits": bits}},
    )


def _puzzle(ask: Ask, what: str, until: int) -> str:
    parts = (ask.purpose, ask.number.hash, ask.asker.network_hash, what, str(until))
    return f"{until}.{keyed_hash('work', *parts)[:32]}"


def _is_ours(puzzle: str, ask: Ask, what: str, now: datetime) -> bool:
    until = puzzle.partition(".")[0]
    if not (until.isascii() and until.isdigit() and len(until) <= 11 and int(until) > now.timestamp()):
        return False
    return hmac.compare_digest(puzzle, _puzzle(ask, what, int(until)))
