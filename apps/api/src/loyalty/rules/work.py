"""A puzzle that costs a guesser's machine a second and a member's nothing they notice: a hash to be found.

Its rows are in libs/api-client/cases/work.json, read by the TypeScript that solves it.
"""

from __future__ import annotations

from hashlib import sha256

# 65,536 hashes on average: about a second in a telephone's browser.
BITS = 16
# Four times as long: while only members are sent codes.
MANY_BITS = 18
LONGEST_ANSWER = 20


def is_solved(puzzle: str, answer: str, bits: int = BITS) -> bool:
    """Whether SHA-256 of `puzzle:answer` begins with `bits` zeros; an answer is a whole number in digits."""
    if not (answer.isascii() and answer.isdigit() and len(answer) <= LONGEST_ANSWER):
        return False
    found = int.from_bytes(sha256(f"{puzzle}:{answer}".encode()).digest(), "big")
    return found >> (256 - bits) == 0
