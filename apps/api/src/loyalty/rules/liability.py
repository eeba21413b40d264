"""What points in members' purses may cost the house: their only price is what the catalogue gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median_low


@dataclass(frozen=True)
class Liability:
    """The same points as their dearest, middle and cheapest use; sen."""

    least_sen: int
    middle_sen: int
    most_sen: int


def liability(points: int, worths: Iterable[tuple[int, int]]) -> Liability | None:
    """What `points` are worth; `worths` are (points, sen) of each reward. None without a reward.

    In whole sen, rounded up: what is owed is not made smaller by rounding.
    """
    owed = sorted(-(-points * sen // cost) for cost, sen in worths if cost > 0)
    return Liability(owed[0], median_low(owed), owed[-1]) if owed else None
