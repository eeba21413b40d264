"""Points: what a bill earns, and which way each action moves them. Whole numbers only."""

import re
from enum import IntEnum

from loyalty.rules.group import GROUP

_RINGGIT = re.compile(r"(0|[1-9][0-9]{0,8})\.([0-9]{2})", re.ASCII)


def ringgit(sen: int) -> str:
    """`4590` as "45.90"; sen are never negative here."""
    if sen < 0:
        raise ValueError("a bill, a price and a discount are never negative")
    return f"{sen // 100}.{sen % 100:02}"


def money(sen: int) -> str:
    """`4590` with the sign of the currency: "RM 45.90"."""
    return f"{GROUP.currency.sign} {ringgit(sen)}"


def sen(ringgit: str) -> int | None:
    """The sen of "45.90", 4590, or None when it is not written so."""
    found = _RINGGIT.fullmatch(ringgit)
    return int(found[1]) * 100 + int(found[2]) if found else None


class Action(IntEnum):
    """Why a line of the ledger was written: the five of spec 000 §4, and one that moves no points."""

    REGISTERED = 1
    EARNED = 2
    REDEEMED = 3
    ADJUSTED_IN = 4
    ADJUSTED_OUT = 5
    # A month without points: the tier points fall, the spendable points stay. Never on the wire.
    TIER_LAPSED = 6


# What an entry of the ledger may be written for, and what each may do. The audit knows no others.
SOURCES: dict[str, frozenset[Action]] = {
    "member": frozenset({Action.REGISTERED}),
    "bill": frozenset({Action.EARNED, Action.ADJUSTED_OUT}),
    "voucher": frozenset({Action.REDEEMED, Action.ADJUSTED_IN}),
    "adjustment": frozenset({Action.ADJUSTED_IN, Action.ADJUSTED_OUT}),
    "lapse": frozenset({Action.TIER_LAPSED}),
    "erasure": frozenset({Action.ADJUSTED_OUT}),
}

ON_THE_WIRE = tuple(action for action in Action if action is not Action.TIER_LAPSED)
# What a correction is called in the ledger: the reason follows these words.
TAKEN_BACK, CANCELLED = "taken back", "cancelled"
ADJUSTED = {True: "Points Adjustment (In)", False: "Points Adjustment (Out)"}  # spec 000 §4
_CORRECTED = re.compile(
    "(?:" + "|".join(re.escape(each) for each in (TAKEN_BACK, CANCELLED, *ADJUSTED.values())) + "): (.+)",
    re.DOTALL,
)
CORRECTIONS = frozenset({Action.ADJUSTED_IN, Action.ADJUSTED_OUT})
MAX_REMARK = 200
# The multiplier that changes nothing, in tenths.
ONCE = 10
NEGATIVE = frozenset({Action.REDEEMED, Action.ADJUSTED_OUT})


def earned(net_sen: int, multiplier_tenths: int) -> int:
    """The points of a bill: floor(ringgit times multiplier) (spec 000 §9), in sen and tenths (1.2 is 12)."""
    if net_sen < 0 or multiplier_tenths < 0:
        raise ValueError("a bill and a multiplier are never negative")
    return net_sen * multiplier_tenths // 1000


def before_rounding(net_sen: int, multiplier_tenths: int) -> str:
    """What `earned` rounds down: RM 45.90 at 1.2 is "55.080" points; three places, exact."""
    thousandths = net_sen * multiplier_tenths
    return f"{thousandths // 1000}.{thousandths % 1000:03}"


def times(multiplier_tenths: int) -> str:
    """A tier's multiplier as people write it: 12 is "1.2"."""
    return f"{multiplier_tenths // 10}.{multiplier_tenths % 10}"


def because(what: str, reason: str) -> str:
    """The remark of a correction: what it is and, if given, why."""
    return f"{what}: {reason}"[:MAX_REMARK] if reason else what


def reason_in(remark: str) -> str | None:
    """The reason that `because` put into the remark of a correction, or None."""
    found = _CORRECTED.search(remark)
    return found[1] if found else None


def cancelled_name(remark: str, reason: str | None) -> str:
    """What was cancelled, by the remark of its correction and the reason that `reason_in` found in it."""
    return remark.removesuffix(because(f" {CANCELLED}", reason or ""))


def signed(action: Action, points: int) -> int:
    """What an action does to the balance: actions 3 and 5 take away (spec 000 §4)."""
    if points < 0:
        raise ValueError("points have no sign of their own: it follows from the action")
    return -points if action in NEGATIVE else points
