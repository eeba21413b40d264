"""The chain of the ledger: each line carries the seal of the member's line before it.

Whoever changes, removes or slips in a line breaks every seal after it, and the account holds the newest one.
The seals are keyed: whoever has the database and not the key cannot make the chain anew (ADR 0023).
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

# What the first line of a member carries: there is nothing before it.
NOTHING_BEFORE = "0" * 64


@dataclass(frozen=True)
class Entry:
    """One line of the ledger, whole. Points are signed; `created_at` is an instant."""

    member_id: int
    seq: int
    action_id: int
    delta: int
    balance_before: int
    balance_after: int
    tier_delta: int
    tier_before: int
    tier_after: int
    source_type: str
    source_id: str
    remark: str
    created_at: datetime
    seal_before: str


def seal(entry: Entry, key: bytes) -> str:
    """The seal of a line, the one before it included; the same on every database and machine."""
    return seal_of(list(vars(entry).values()), key)  # in the order above


def seal_of(values: Sequence[object], key: bytes) -> str:
    """The HMAC-SHA-256 of some values under a key, as hexadecimal digits. Times are instants."""
    plain = [
        value.astimezone(UTC).isoformat(timespec="microseconds") if isinstance(value, datetime) else value
        for value in values
    ]
    text = json.dumps(plain, ensure_ascii=True, separators=(",", ":"))
    return hmac.digest(key, text.encode("ascii"), "sha256").hex()


class KeyRing:
    """Finds the key of each seal of a chain. The first key signs, all verify, and none comes after a newer
    one: what a key that was replaced is used for later is no seal.
    """

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._keys = keys

    def accepts(self, values: Sequence[object], seal: str) -> bool:
        """Whether this is the seal of these values, the next of the chain."""
        for place, key in enumerate(self._keys):
            if hmac.compare_digest(seal_of(values, key), seal):
                self._keys = self._keys[: place + 1]
                return True
        return False
