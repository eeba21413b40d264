"""Points: what a bill earns, and which way each action moves them. Whole numbers only."""

from __future__ import annotations

from enum import IntEnum


class Action(IntEnum):
    """Why a line of the ledger was written: the five of spec 000 §4, and one that moves no points."""

    REGISTERED = 1
    EARNED = 2
    REDEEMED = 3
    ADJUSTED_IN = 4
    ADJUSTED_OUT = 5
    # A month without points: the tier points fall, the spendable points stay. Never on the wire.
    TIER_LAPSED = 6


ON_THE_WIRE = tuple(action for action in Action if action is not Action.TIER_LAPSED)
NEGATIVE = frozenset({Action.REDEEMED, Action.ADJUSTED_OUT})


def earned(net_sen: int, multiplier_tenths: int) -> int:
    """The points of a bill: floor(ringgit times multiplier) (spec 000 §9), in sen and tenths (1.2 is 12)."""
    if net_sen < 0 or multiplier_tenths < 0:
        raise ValueError("a bill and a multiplier are never negative")
    return net_sen * multiplier_tenths // 1000


def signed(action: Action, points: int) -> int:
    """What an action does to the balance: actions 3 and 5 take away (spec 000 §4)."""
    if points < 0:
        raise ValueError("points carry no sign of their own; the action gives it")
    return -points if action in NEGATIVE else points
