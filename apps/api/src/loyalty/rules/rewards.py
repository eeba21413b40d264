"""Rewards: who may claim one now, and why not.

A permission returns the reason why it is not given, or None. Points are whole numbers.
The rows in libs/api-client/cases/rewards.json hold this file and its TypeScript twin together.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import IntEnum
from typing import NamedTuple

from loyalty.rules.calendar import is_birth_month, malaysian_date, month_bounds, start_of
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem

# Without an idempotency key, a second claim of the same reward within this time is the first one again.
SAME_CLAIM = timedelta(seconds=10)


# The kinds of vouchers that a member gets without asking.
GIFTS = ("welcome", "referral")

# spec 001 §5 has the sentences of a closed and of a pending reward, §2 that of a birthday's.
NOT_AVAILABLE = Problem(Code.NOT_AVAILABLE)
CLAIM_PENDING = Problem(Code.CLAIM_PENDING)
NOT_BIRTH_MONTH = Problem(Code.NOT_BIRTH_MONTH)
NOT_ENOUGH_POINTS = Problem(Code.NOT_ENOUGH_POINTS)
TIER_LOCKED = Problem(Code.TIER_LOCKED)
LIMIT_REACHED = Problem(Code.LIMIT_REACHED)
OUT_OF_STOCK = Problem(Code.OUT_OF_STOCK)


class Offer(NamedTuple):
    """A reward that can be claimed: `cost` in points, open from `starts_at` until just before `ends_at`.

    `level` is the lowest tier that may claim, `limit` how often one member may (a birthday gift: in one
    calendar year), `left` how many there still are; None is no limit.
    """

    cost: int = 0
    is_active: bool = True
    starts_at: datetime | None = None
    ends_at: datetime | None = None
    for_birthday: bool = False
    level: int = 0
    limit: int | None = None
    left: int | None = None


class Claimant(NamedTuple):
    """What a claim depends on. `claims` is how often the member has claimed this reward so far."""

    points: int
    level: int = 0
    date_of_birth: date | None = None
    claims: int = 0
    has_presented: bool = False


def why_closed(offer: Offer, now: datetime) -> Problem | None:
    """Why nobody at all can claim this now, or None."""
    if not offer.is_active or (offer.starts_at and now < offer.starts_at):
        return NOT_AVAILABLE
    if offer.ends_at and now >= offer.ends_at:
        return NOT_AVAILABLE
    return OUT_OF_STOCK if offer.left is not None and offer.left <= 0 else None


def why_not_claimable(offer: Offer, claimant: Claimant, now: datetime) -> Problem | None:
    """Why this member cannot claim this now, or None; reasons they can do nothing about come first."""
    if claimant.has_presented:
        return CLAIM_PENDING
    if closed := why_closed(offer, now):
        return closed
    if claimant.level < offer.level:
        return TIER_LOCKED
    born = claimant.date_of_birth
    if offer.for_birthday and (born is None or not is_birth_month(born, malaysian_date(now))):
        return NOT_BIRTH_MONTH
    if offer.limit is not None and claimant.claims >= offer.limit:
        return LIMIT_REACHED
    return NOT_ENOUGH_POINTS if claimant.points < offer.cost else None


PRESENTED_FOR = timedelta(minutes=30)


class Status(IntEnum):
    """What has become of a voucher, as the wire counts it (spec 001 §4)."""

    ACTIVE = 1
    PRESENTED_OR_USED = 2
    EXPIRED = 3
    CANCELLED = 4


USED = Problem(Code.VOUCHER_USED)
CANCELLED = Problem(Code.VOUCHER_CANCELLED)
EXPIRED = Problem(Code.VOUCHER_EXPIRED)
TOO_EARLY = Problem(Code.VOUCHER_TOO_EARLY)
PRESENTED = Problem(Code.VOUCHER_PRESENTED)
NOT_PRESENTED = Problem(Code.VOUCHER_NOT_PRESENTED)
NOT_USED = Problem(Code.VOUCHER_NOT_USED)
OTHER_OUTLET = Problem(Code.VOUCHER_OTHER_OUTLET)
OTHER_TILL = Problem(Code.VOUCHER_OTHER_TILL)
# The name of the outlet is filled in by features/rewards/vouchers.py.
SHOWN_ELSEWHERE = Problem(Code.VOUCHER_SHOWN_ELSEWHERE)
OTHER_MEMBER = Problem(Code.VOUCHER_OTHER_MEMBER)
HELD = Problem(Code.VOUCHER_HELD)


@dataclass(frozen=True)
class Life:
    """What counts about a voucher. `outlet_ids` are where it is good; empty means everywhere.

    `shown_outlet_id` is the outlet that the member chose when they presented it, None where they chose none.

    `held_till_id` is the till that may take this presentation without the network: nobody else may, and it
    is not the member's again before that till has reported (decision 0033).
    """

    usable_from: datetime
    expires_at: datetime
    present_until: datetime | None = None
    used_at: datetime | None = None
    cancelled_at: datetime | None = None
    min_spend_sen: int = 0
    outlet_ids: tuple[int, ...] = ()
    shown_outlet_id: int | None = None
    held_till_id: int | None = None


def life_from(now: datetime, valid_days: int, *, for_birthday: bool = False, next_day: bool = False) -> Life:
    """When a voucher made now can be used: until the end of the Malaysian day `valid_days` from today.

    A birthday gift ends with the month of birth at the latest (SECURITY.md I-9); `next_day` makes it
    wait for the Malaysian day after (spec 001 §1: the welcome voucher).
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
    """Whether the code is on the member's screen. After its time the voucher is usable again by itself."""
    return _end(voucher) is None and voucher.present_until is not None and now < voucher.present_until


def is_held(voucher: Life, now: datetime) -> bool:
    """Whether its presentation is over and the till that may have taken it has not reported since."""
    is_open = _end(voucher) is None and now < voucher.expires_at
    return is_open and voucher.held_till_id is not None and not is_presented(voucher, now)


def voucher_status(voucher: Life, now: datetime) -> Status:
    """The status of a voucher. Nothing has to happen for a presentation to lapse or a voucher to expire."""
    if voucher.cancelled_at is not None:
        return Status.CANCELLED
    if voucher.used_at is not None or is_presented(voucher, now) or is_held(voucher, now):
        return Status.PRESENTED_OR_USED
    return Status.EXPIRED if now >= voucher.expires_at else Status.ACTIVE


def why_not_presentable(voucher: Life, outlet_id: int | None, now: datetime) -> Problem | None:
    """Why a member cannot show this voucher's code at an outlet, None: at any, now; or None."""
    if why_not := _why_not_now(voucher, outlet_id, now):
        return why_not
    if is_held(voucher, now):
        return HELD
    return PRESENTED if is_presented(voucher, now) else None


def why_not_redeemable(
    voucher: Life, outlet_id: int, now: datetime, net_sen: int | None = None, *, till_id: int | None = None
) -> Problem | None:
    """Why a till cannot take this voucher now, or None; `till_id` None is an operator.

    `net_sen` is the bill; None asks whether there is a bill that it could be taken for.
    """
    if why_not := _why_not_now(voucher, outlet_id, now):
        return why_not
    if voucher.held_till_id not in (None, till_id):
        return OTHER_TILL
    if is_presented(voucher, now) and voucher.shown_outlet_id not in (None, outlet_id):
        return SHOWN_ELSEWHERE
    if not is_presented(voucher, now):
        return NOT_PRESENTED
    if net_sen is not None and net_sen < voucher.min_spend_sen:
        return too_small_a_bill(voucher)
    return None


def why_not_cancellable(voucher: Life, now: datetime) -> Problem | None:
    """Why a voucher cannot be cancelled now, or None: what was used, cancelled or expired has ended, and what
    a till may have taken without the network is released first.
    """
    if over := _end(voucher):
        return over
    if now >= voucher.expires_at:
        return EXPIRED
    return HELD if voucher.held_till_id is not None else None


def why_not_restorable(voucher: Life, now: datetime) -> Problem | None:
    """Why a used voucher cannot be given back now, or None. It keeps its end: no gift outlives its month."""
    if voucher.cancelled_at is not None:
        return CANCELLED
    if voucher.used_at is None:
        return NOT_USED
    return EXPIRED if now >= voucher.expires_at else None


def too_small_a_bill(voucher: Life) -> Problem:
    """The reason that names the minimum spend."""
    return Problem(Code.MINIMUM_SPEND, {"minimum": voucher.min_spend_sen})


def _why_not_now(voucher: Life, outlet_id: int | None, now: datetime) -> Problem | None:
    if over := _end(voucher):
        return over
    if now >= voucher.expires_at:
        return EXPIRED
    if now < voucher.usable_from:
        return TOO_EARLY
    is_elsewhere = outlet_id is not None and voucher.outlet_ids and outlet_id not in voucher.outlet_ids
    return OTHER_OUTLET if is_elsewhere else None


def _end(voucher: Life) -> Problem | None:
    if voucher.cancelled_at is not None:
        return CANCELLED
    return USED if voucher.used_at is not None else None
