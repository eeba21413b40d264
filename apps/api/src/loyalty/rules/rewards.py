"""Rewards: who may claim one now, and why not.

A permission returns the reason why it is not given, or None. Points are whole numbers.
The rows in libs/api-client/cases/rewards.json hold this file and its TypeScript twin together.
"""

from datetime import date, datetime, timedelta
from enum import IntEnum, StrEnum
from typing import NamedTuple, Protocol

from loyalty.rules.calendar import is_birth_month, malaysian_date, month_bounds, start_of
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem

# Without an idempotency key, a second claim of the same reward within this time is the first one again.
SAME_CLAIM = timedelta(seconds=10)


class RewardKind(StrEnum):
    """How a member gets a reward: the first three are claimed, the others given."""

    POINTS = "points"
    BIRTHDAY = "birthday"
    MEMBERSHIP = "membership"
    WELCOME = "welcome"
    REFERRAL = "referral"


CATALOGUE_KINDS = (RewardKind.POINTS, RewardKind.BIRTHDAY)
CLAIMABLE_KINDS = (*CATALOGUE_KINDS, RewardKind.MEMBERSHIP)
GIFT_KINDS = (RewardKind.WELCOME, RewardKind.REFERRAL)


class ClaimableReward(Protocol):
    """A reward that can be claimed: `cost` in points, open from `starts_at` until just before `ends_at`.

    `level` is the lowest tier that may claim, `member_limit` how often one member may (a birthday gift: in
    one calendar year), `stock` how many there are and `claimed` how many are gone; None is no limit.
    """

    kind: str
    cost: int
    is_active: bool
    starts_at: datetime | None
    ends_at: datetime | None
    level: int
    member_limit: int | None
    stock: int | None
    claimed: int


class Claimant(NamedTuple):
    """What a claim depends on. `claims` is how often the member has claimed this reward so far."""

    points: int
    level: int = 0
    date_of_birth: date | None = None
    claims: int = 0
    has_presented: bool = False


def is_open(now: datetime, *, is_active: bool, starts_at: datetime | None, ends_at: datetime | None) -> bool:
    """Whether a reward with these dates can be claimed now, if there is any left."""
    return is_active and not (starts_at and now < starts_at) and not (ends_at and now >= ends_at)


def why_closed(reward: ClaimableReward, now: datetime) -> Problem | None:
    """Why nobody at all can claim this now, or None."""
    if not is_open(now, is_active=reward.is_active, starts_at=reward.starts_at, ends_at=reward.ends_at):
        return Problem(Code.NOT_AVAILABLE)
    is_gone = reward.stock is not None and reward.claimed >= reward.stock
    return Problem(Code.OUT_OF_STOCK) if is_gone else None


def why_not_claimable(reward: ClaimableReward, claimant: Claimant, now: datetime) -> Problem | None:
    """Why this member cannot claim this now, or None; reasons they can do nothing about come first.

    spec 001 §5 has the sentences of a closed and of a pending reward, §2 that of a birthday's.
    """
    if claimant.has_presented:
        return Problem(Code.CLAIM_PENDING)
    if closed := why_closed(reward, now):
        return closed
    if claimant.level < reward.level:
        return Problem(Code.TIER_LOCKED)
    if reward.kind == RewardKind.BIRTHDAY:
        born = claimant.date_of_birth
        if born is None or not is_birth_month(born, malaysian_date(now)):
            return Problem(Code.NOT_BIRTH_MONTH)
    if reward.member_limit is not None and claimant.claims >= reward.member_limit:
        return Problem(Code.LIMIT_REACHED)
    return Problem(Code.NOT_ENOUGH_POINTS) if claimant.points < reward.cost else None


PRESENTED_FOR = timedelta(minutes=30)


class Status(IntEnum):
    """What has become of a voucher, as the wire counts it (spec 001 §4)."""

    ACTIVE = 1
    PRESENTED_OR_USED = 2
    EXPIRED = 3
    CANCELLED = 4


class Usable(Protocol):
    """What counts about a voucher. `outlet_ids` are where it is good; empty means everywhere.

    `outlet_id` is the outlet that the member chose when they presented it, None where they chose none.

    `held_till_id` is the till that may take this presentation without the network: nobody else may, and it
    is not the member's again before that till has reported (decision 0033).
    """

    usable_from: datetime
    expires_at: datetime
    present_until: datetime | None
    used_at: datetime | None
    cancelled_at: datetime | None
    min_spend_sen: int
    outlet_ids: tuple[int, ...]
    outlet_id: int | None
    held_till_id: int | None


def validity(kind: str, valid_days: int, now: datetime) -> tuple[datetime, datetime]:
    """From when until when a voucher made now can be used: until the end of the Malaysian day `valid_days`
    from today.

    A birthday gift ends with the month of birth at the latest (SECURITY.md I-9); a welcome voucher waits for
    the Malaysian day after (spec 001 §1).
    """
    today = malaysian_date(now)
    ends = start_of(today + timedelta(days=valid_days + 1))
    if kind == RewardKind.BIRTHDAY:
        ends = min(ends, month_bounds(today)[1])
    return start_of(today + timedelta(days=1)) if kind == RewardKind.WELCOME else now, ends


def present_until(voucher: Usable, now: datetime) -> datetime:
    """Until when a voucher presented now shows its code: half an hour, and never past its own end."""
    return min(now + PRESENTED_FOR, voucher.expires_at)


def is_presented(voucher: Usable, now: datetime) -> bool:
    """Whether the code is on the member's screen. After its time the voucher is usable again by itself."""
    return _end(voucher) is None and voucher.present_until is not None and now < voucher.present_until


def is_held(voucher: Usable, now: datetime) -> bool:
    """Whether its presentation is over and the till that may have taken it has not reported since."""
    if _end(voucher) or now >= voucher.expires_at or is_presented(voucher, now):
        return False
    return voucher.held_till_id is not None


def voucher_status(voucher: Usable, now: datetime) -> Status:
    """The status of a voucher. Nothing has to happen for a presentation to lapse or a voucher to expire."""
    if voucher.cancelled_at is not None:
        return Status.CANCELLED
    if voucher.used_at is not None or is_presented(voucher, now) or is_held(voucher, now):
        return Status.PRESENTED_OR_USED
    return Status.EXPIRED if now >= voucher.expires_at else Status.ACTIVE


def why_not_presentable(voucher: Usable, outlet_id: int | None, now: datetime) -> Problem | None:
    """Why a member cannot show this voucher's code at an outlet, None: at any, now; or None."""
    if why_not := _why_not_now(voucher, outlet_id, now):
        return why_not
    if is_held(voucher, now):
        return Problem(Code.VOUCHER_HELD)
    return Problem(Code.VOUCHER_PRESENTED) if is_presented(voucher, now) else None


def why_not_redeemable(
    voucher: Usable, outlet_id: int, now: datetime, net_sen: int | None = None, *, till_id: int | None = None
) -> Problem | None:
    """Why a till cannot take this voucher now, or None; `till_id` None is an operator.

    `net_sen` is the bill; None asks whether there is a bill that it could be taken for.
    """
    if why_not := _why_not_now(voucher, outlet_id, now):
        return why_not
    if voucher.held_till_id not in (None, till_id):
        return Problem(Code.VOUCHER_OTHER_TILL)
    if is_presented(voucher, now) and voucher.outlet_id not in (None, outlet_id):
        return Problem(Code.VOUCHER_SHOWN_ELSEWHERE)
    if not is_presented(voucher, now):
        return Problem(Code.VOUCHER_NOT_PRESENTED)
    if net_sen is not None and net_sen < voucher.min_spend_sen:
        return Problem(Code.MINIMUM_SPEND, {"minimum": voucher.min_spend_sen})
    return None


def why_not_cancellable(voucher: Usable, now: datetime) -> Problem | None:
    """Why a voucher cannot be cancelled now, or None: what was used, cancelled or expired has ended, and what
    a till may have taken without the network is released first.
    """
    if over := _end(voucher):
        return over
    if now >= voucher.expires_at:
        return Problem(Code.VOUCHER_EXPIRED)
    return Problem(Code.VOUCHER_HELD) if voucher.held_till_id is not None else None


def why_not_restorable(voucher: Usable, now: datetime) -> Problem | None:
    """Why a used voucher cannot be given back now, or None. It keeps its end: no gift outlives its month."""
    if voucher.cancelled_at is not None:
        return Problem(Code.VOUCHER_CANCELLED)
    if voucher.used_at is None:
        return Problem(Code.VOUCHER_NOT_USED)
    return Problem(Code.VOUCHER_EXPIRED) if now >= voucher.expires_at else None


def _why_not_now(voucher: Usable, outlet_id: int | None, now: datetime) -> Problem | None:
    if over := _end(voucher):
        return over
    if now >= voucher.expires_at:
        return Problem(Code.VOUCHER_EXPIRED)
    if now < voucher.usable_from:
        return Problem(Code.VOUCHER_TOO_EARLY)
    is_elsewhere = outlet_id is not None and voucher.outlet_ids and outlet_id not in voucher.outlet_ids
    return Problem(Code.VOUCHER_OTHER_OUTLET) if is_elsewhere else None


def _end(voucher: Usable) -> Problem | None:
    if voucher.cancelled_at is not None:
        return Problem(Code.VOUCHER_CANCELLED)
    return Problem(Code.VOUCHER_USED) if voucher.used_at is not None else None
