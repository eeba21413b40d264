"""Vouchers: how long one lives, what has become of it, and why it cannot be used here and now.

Nothing is stored that a clock could falsify: a presentation lapses and a voucher expires by itself.
The rows in libs/api-client/cases/rewards.json hold this file and its TypeScript twin together.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum

from loyalty.rules.calendar import malaysian_date, month_bounds, start_of
from loyalty.rules.rewards import Reason

PRESENTED_FOR = timedelta(minutes=30)


class Status(IntEnum):
    """What has become of a voucher, as the wire counts it (spec 001 §4)."""

    ACTIVE = 1
    PRESENTED_OR_USED = 2
    EXPIRED = 3
    CANCELLED = 4


USED = Reason("voucher_used", "This voucher has been used.")
CANCELLED = Reason("voucher_cancelled", "This voucher was cancelled.")
EXPIRED = Reason("voucher_expired", "This voucher has expired.")
TOO_EARLY = Reason("voucher_too_early", "This voucher cannot be used yet.")
ALREADY_PRESENTED = Reason("voucher_presented", "This voucher is being presented already.")
NOT_PRESENTED = Reason(
    "voucher_not_presented", "The member has to press Use it Now before this voucher can be taken."
)
NOT_USED = Reason("voucher_not_used", "This voucher has not been used.")
NOT_HERE = Reason("voucher_other_outlet", "This voucher cannot be used at this outlet.")


@dataclass(frozen=True)
class Life:
    """What counts about a voucher. `outlet_ids` are where it is good; empty means everywhere."""

    usable_from: datetime
    expires_at: datetime
    present_until: datetime | None = None
    used_at: datetime | None = None
    cancelled_at: datetime | None = None
    min_spend_sen: int = 0
    outlet_ids: tuple[int, ...] = ()


def life_from(now: datetime, valid_days: int, *, for_birthday: bool = False, next_day: bool = False) -> Life:
    """When a voucher made now can be used: until the end of the Malaysian day `valid_days` from today.

    A birthday gift ends with the month of birth at the latest (trust.md I-9); `next_day` makes it wait for
    the Malaysian day after (spec 001 §1: the welcome voucher).
    """
    today = malaysian_date(now)
    ends = start_of(today + timedelta(days=valid_days + 1))
    if for_birthday:
        ends = min(ends, month_bounds(today)[1])
    return Life(start_of(today + timedelta(days=1)) if next_day else now, ends)


def present_until(voucher: Life, now: datetime) -> datetime:
    """Until when a voucher presented now shows its code: half an hour, and never past its own end."""
    return min(now + PRESENTED_FOR, voucher.expires_at)


def is_presented(voucher: Life, now: datetime) -> bool:
    """Whether the member is showing the code. Not taken in time, it is hers again by itself."""
    return _end(voucher) is None and voucher.present_until is not None and now < voucher.present_until


def voucher_status(voucher: Life, now: datetime) -> Status:
    """The status of a voucher. Nothing has to happen for a presentation to lapse or a voucher to expire."""
    if voucher.cancelled_at is not None:
        return Status.CANCELLED
    if voucher.used_at is not None or is_presented(voucher, now):
        return Status.PRESENTED_OR_USED
    return Status.EXPIRED if now >= voucher.expires_at else Status.ACTIVE


def why_not_presentable(voucher: Life, outlet_id: int, now: datetime) -> Reason | None:
    """Why a member cannot show this voucher's code at an outlet now, or None."""
    if why_not := _why_not_now(voucher, outlet_id, now):
        return why_not
    return ALREADY_PRESENTED if is_presented(voucher, now) else None


def why_not_redeemable(
    voucher: Life, outlet_id: int, now: datetime, net_sen: int | None = None
) -> Reason | None:
    """Why a till cannot take this voucher now, or None.

    `net_sen` is the bill; None asks whether there is a bill that it could be taken for.
    """
    if why_not := _why_not_now(voucher, outlet_id, now):
        return why_not
    if not is_presented(voucher, now):
        return NOT_PRESENTED
    if net_sen is not None and net_sen < voucher.min_spend_sen:
        return too_small_a_bill(voucher)
    return None


def why_not_cancellable(voucher: Life, now: datetime) -> Reason | None:
    """Why a voucher cannot be cancelled now, or None: what was used, cancelled or expired has ended."""
    if over := _end(voucher):
        return over
    return EXPIRED if now >= voucher.expires_at else None


def why_not_restorable(voucher: Life, now: datetime) -> Reason | None:
    """Why a used voucher cannot be given back now, or None. It keeps its end: no gift outlives its month."""
    if voucher.cancelled_at is not None:
        return CANCELLED
    if voucher.used_at is None:
        return NOT_USED
    return EXPIRED if now >= voucher.expires_at else None


def too_small_a_bill(voucher: Life) -> Reason:
    """The reason that names the minimum spend."""
    ringgit, sen = divmod(voucher.min_spend_sen, 100)
    return Reason("minimum_spend", f"This voucher needs a bill of at least RM {ringgit}.{sen:02}.")


def _why_not_now(voucher: Life, outlet_id: int, now: datetime) -> Reason | None:
    if over := _end(voucher):
        return over
    if now >= voucher.expires_at:
        return EXPIRED
    if now < voucher.usable_from:
        return TOO_EARLY
    return NOT_HERE if voucher.outlet_ids and outlet_id not in voucher.outlet_ids else None


def _end(voucher: Life) -> Reason | None:
    if voucher.cancelled_at is not None:
        return CANCELLED
    return USED if voucher.used_at is not None else None
