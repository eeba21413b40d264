"""Puzzles: what an unknown device computes before a code is sent to it, or a try is made, in bad times."""

import hmac
from datetime import datetime, timedelta
from typing import Literal

from loyalty.errors import TooMany
from loyalty.features.access.context import OtpRequest
from loyalty.features.access.tokens import keyed_hash
from loyalty.rules import otp
from loyalty.rules.codes import Code

PUZZLE_LIFE = timedelta(minutes=10)


def require_puzzle(
    request: OtpRequest,
    at: datetime,
    *,
    what: Literal["try", "send"],
    count: int,
    bits: int = otp.PUZZLE_BITS,
) -> None:
    """Raise TooMany `challenge` with a puzzle of so many bits, unless this very request's comes solved.

    `count` changes with each try, or each code that was sent: a solution is good once.
    """
    puzzle, _, answer = (request.client.solved_puzzle or "").rpartition(":")
    if _is_ours(puzzle, request, f"{what} {count}", at) and otp.is_solved(puzzle, answer, bits):
        return
    fresh = _puzzle(request, f"{what} {count}", int((at + PUZZLE_LIFE).timestamp()))
    raise TooMany(Code.CHALLENGE, retry_after_s=1, details={"challenge": {"puzzle": fresh, "bits": bits}})


def _puzzle(request: OtpRequest, what: str, until: int) -> str:
    parts = (request.purpose, request.number.hash, request.client.network_hash, what, str(until))
    return f"{until}.{keyed_hash('work', *parts)[:32]}"


def _is_ours(puzzle: str, request: OtpRequest, what: str, at: datetime) -> bool:
    until = puzzle.partition(".")[0]
    if not (until.isascii() and until.isdigit() and len(until) <= 11 and int(until) > at.timestamp()):
        return False
    return hmac.compare_digest(puzzle, _puzzle(request, what, int(until)))
