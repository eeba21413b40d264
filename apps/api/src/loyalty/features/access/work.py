"""The puzzle a stranger has to solve before each try while the whole house is being guessed at.

Nothing is stored: a puzzle is a keyed hash of who asks, for which number, after how many wrong tries,
and until when it counts. So every wrong try brings a new one, and an answer for one number
opens no other.
"""

from __future__ import annotations

import hmac
from datetime import datetime, timedelta

from loyalty.errors import TooMany
from loyalty.features.access.asking import Ask
from loyalty.features.access.tokens import keyed_hash
from loyalty.rules import work

LIFE = timedelta(minutes=10)


def ask_for_work(ask: Ask, failures: int, now: datetime) -> None:
    """Raise TooMany `challenge` with a puzzle, unless the one of this very try comes solved."""
    puzzle, _, answer = (ask.asker.work or "").rpartition(":")
    if _is_ours(puzzle, ask, failures, now) and work.is_solved(puzzle, answer):
        return
    fresh = _puzzle(ask, failures, int((now + LIFE).timestamp()))
    raise TooMany(
        "Please try again in a moment.",
        "challenge",
        retry_after_s=1,
        details={"challenge": {"puzzle": fresh, "bits": work.BITS}},
    )


def _puzzle(ask: Ask, failures: int, until: int) -> str:
    parts = (ask.purpose, ask.number.hash, ask.asker.network_hash, str(failures), str(until))
    return f"{until}.{keyed_hash('work', *parts)[:32]}"


def _is_ours(puzzle: str, ask: Ask, failures: int, now: datetime) -> bool:
    until = puzzle.partition(".")[0]
    if not (until.isascii() and until.isdigit() and len(until) <= 11 and int(until) > now.timestamp()):
        return False
    return hmac.compare_digest(puzzle, _puzzle(ask, failures, int(until)))
