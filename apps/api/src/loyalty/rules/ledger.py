"""The chain of the ledger: each line carries the seal of the member's line before it.

Whoever changes, removes or slips in a line breaks every seal after it, and the account holds the newest one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

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


def seal(entry: Entry) -> str:
    """The SHA-256 of a line, the seal before it included; the same on every database and machine."""
    *fields, created_at, seal_before = vars(entry).values()  # in the order above
    moment = created_at.astimezone(UTC).isoformat(timespec="microseconds")
    text = json.dumps([*fields, moment, seal_before], ensure_ascii=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()
