"""The chain of the ledger: each entry has the seal of the member's entry before it.

Changing, removing or inserting an entry breaks every seal after it, and the account has the newest one. The
seals are keyed: with the database alone nobody can compute the chain again (decision 0023).
"""

import hmac
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Protocol

from loyalty.rules.points import Action
from loyalty.rules.tiers import TIERS, Tier, lapse, tier_at

_JSON = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"))
# The seal before a member's first entry.
NOTHING_BEFORE = "0" * 64


class Entry(Protocol):
    """A ledger entry. Points are signed; `created_at` has a zone."""

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


# What the seal of an entry is over, in this order; it is the same on every database and machine.
SEALED = (
    "member_id",
    "seq",
    "action_id",
    "delta",
    "balance_before",
    "balance_after",
    "tier_delta",
    "tier_before",
    "tier_after",
    "source_type",
    "source_id",
    "remark",
    "created_at",
    "seal_before",
)


def seal_of(values: Sequence[object], key: bytes) -> str:
    """The HMAC-SHA-256 of some values under a key, as hexadecimal digits. Times have zones."""
    plain = [
        value.astimezone(UTC).isoformat(timespec="microseconds") if isinstance(value, datetime) else value
        for value in values
    ]
    return hmac.digest(key, _JSON.encode(plain).encode("ascii"), "sha256").hex()


class KeyRing:
    """Finds the key of each seal of a chain. The first key signs, all verify; within a chain a key that was
    replaced seals nothing after a newer one.
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


# (the invariant of SECURITY.md that is broken, how)
Finding = tuple[str, str]


class Account(Protocol):
    """What an account stores about its entries."""

    balance: int
    tier_points: int
    tier_level: int
    seq: int
    head: str
    last_entry_at: datetime
    last_earned_at: datetime | None
    steps_lost: int


class Replay:
    """One member's ledger. Give it the entries in order, then the account."""

    def __init__(self, keys: Sequence[bytes], ladder: Sequence[Tier] = TIERS) -> None:
        """`keys` are those of the seals, the newest first."""
        self._ladder = ladder
        self._ring = KeyRing(keys)
        self._balance = 0
        self._tier_points = 0
        self._seq = 0
        self._last: Entry | None = None
        self._last_entry_at: datetime | None = None
        # Each time that points were earned and not taken back: the source, the time, the steps lost before.
        self._earned: list[tuple[tuple[str, str], datetime, int]] = []
        self._steps = 0

    def follow(self, entry: Entry) -> Iterator[Finding]:
        """Return what is wrong with the next entry, and continue from the movement it states."""
        yield from self._arithmetic(entry)
        yield from self._order(entry)
        yield from self._tier(entry)
        self._seq, self._last, self._last_entry_at = entry.seq, entry, entry.created_at
        self._balance += entry.delta
        self._tier_points += entry.tier_delta

    def _arithmetic(self, entry: Entry) -> Iterator[Finding]:
        if entry.balance_before != self._balance or entry.balance_after != entry.balance_before + entry.delta:
            yield (
                "I-4",
                f"entry {entry.seq} does not lead from {self._balance} points to {entry.balance_after}",
            )
        if entry.balance_after < 0:
            yield "I-2", f"entry {entry.seq} leaves {entry.balance_after} points"
        if entry.tier_before != self._tier_points or entry.tier_after != entry.tier_before + entry.tier_delta:
            yield "I-10", f"entry {entry.seq} does not lead from {self._tier_points} tier points on"

    def _order(self, entry: Entry) -> Iterator[Finding]:
        if entry.seq != self._seq + 1:
            yield "I-4", f"entry {entry.seq} follows entry {self._seq}"
        if not self._is_head(entry.seal_before):
            yield "I-3", f"the entry before entry {entry.seq} is not what was written"
        if self._last_entry_at and entry.created_at < self._last_entry_at:
            yield "I-17", f"entry {entry.seq} is older than the entry before it"

    def _is_head(self, seal: str) -> bool:
        if self._last is None:
            return seal == NOTHING_BEFORE
        return self._ring.accepts([getattr(self._last, name) for name in SEALED], seal)

    def _tier(self, entry: Entry) -> Iterator[Finding]:
        """A step down comes when a month has passed without points, and never after the next points.

        Points that were taken back count as if they had never been earned.
        """
        due, source = self._step_due(entry.created_at), (entry.source_type, entry.source_id)
        if entry.action_id == Action.TIER_LAPSED:
            if not due:
                yield "I-10", f"entry {entry.seq} takes a step down that was not due"
            self._steps += 1
        elif entry.action_id == Action.EARNED:
            if due:
                yield "I-10", f"entry {entry.seq} earns before the step down that was due"
            if entry.delta > 0:
                self._earned.append((source, entry.created_at, self._steps))
        elif entry.action_id == Action.ADJUSTED_OUT:
            self._earned = [each for each in self._earned if each[0] != source]

    def _last_earned(self) -> tuple[datetime | None, int]:
        """When points were last earned, and the steps lost since."""
        if not self._earned:
            return None, 0
        _source, at, before = self._earned[-1]
        return at, self._steps - before

    def _step_due(self, at: datetime) -> bool:
        last_earned_at, steps_lost = self._last_earned()
        if last_earned_at is None:
            return False
        level = tier_at(self._tier_points, self._ladder).level
        return lapse(level, last_earned_at, steps_lost, at, self._ladder) is not None

    def compare(self, account: Account) -> Iterator[Finding]:
        """Return where the account differs from its entries."""
        if account.balance != self._balance:
            yield "I-1", f"the account has {account.balance} points, its entries {self._balance}"
        if account.seq != self._seq:
            yield "I-4", f"the account counts {account.seq} entries, there are {self._seq}"
        elif not self._is_head(account.head):
            yield "I-3", "the newest entry is not what was written"
        if account.tier_points != self._tier_points:
            yield (
                "I-10",
                f"the account has {account.tier_points} tier points, its entries {self._tier_points}",
            )
        elif account.tier_level != tier_at(self._tier_points, self._ladder).level:
            yield "I-10", f"{self._tier_points} tier points are not level {account.tier_level}"
        if (account.last_earned_at, account.steps_lost) != self._last_earned():
            yield "I-10", "the account and its entries differ in when points were last earned"
        if account.last_entry_at != self._last_entry_at:
            yield "I-17", "the account and its entries differ in when the last entry was written"


@dataclass(frozen=True)
class Rate:
    """What a point is worth at a reward: its value in sen over its cost in points."""

    value_sen: int
    cost: int

    @property
    def a_point(self) -> Decimal:
        """Ringgit for a point, to four places."""
        return (Decimal(self.value_sen) / self.cost / 100).quantize(Decimal("0.0001"))

    def worth(self, points: int) -> int:
        """What points are worth in sen, rounded up."""
        return -(-points * self.value_sen // self.cost)


def median_rate(rates: Iterable[Rate]) -> Rate | None:
    """The middle one, of two the lower; None without any."""
    found = sorted(rates, key=lambda each: Fraction(each.value_sen, each.cost))
    return found[(len(found) - 1) // 2] if found else None
