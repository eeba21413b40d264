"""Rewards: who may claim one now, and why not.

A permission gives the reason why it is not given, or None. Points are whole numbers.
The rows in libs/api-client/cases/rewards.json hold this file and its TypeScript twin together.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from loyalty.rules.calendar import is_birth_month, malaysian_date

# Without an idempotency key, a second claim of the same reward within this time is the first one again.
SAME_CLAIM = timedelta(seconds=10)


@dataclass(frozen=True)
class Reason:
    """Why not: a word for programs, a sentence for the member or the cashier."""

    code: str
    sentence: str


# spec 001 §5 has the sentences of a closed and of a pending reward, §2 that of a birthday's.
CLOSED = Reason("not_available", "This reward is not available for claiming at the moment.")
PENDING = Reason("claim_pending", "Your claim is currently being processed. Please wait for confirmation.")
NOT_HER_MONTH = Reason("not_birth_month", "This reward is only available during your birth month")
TOO_FEW_POINTS = Reason("not_enough_points", "You do not have enough points for this.")
TIER_TOO_LOW = Reason("tier_locked", "This reward is for members of a higher tier.")
OFTEN_ENOUGH = Reason("limit_reached", "You have claimed this reward as often as you can.")
NONE_LEFT = Reason("out_of_stock", "This reward has been fully claimed.")


@dataclass(frozen=True)
class Offer:
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


@dataclass(frozen=True)
class Claimant:
    """What counts about a member who claims. `claims` are those she has made of this reward so far."""

    points: int
    level: int = 0
    date_of_birth: date | None = None
    claims: int = 0
    has_presented: bool = False


def why_closed(offer: Offer, now: datetime) -> Reason | None:
    """Why nobody at all can claim this now, or None."""
    if not offer.is_active or (offer.starts_at and now < offer.starts_at):
        return CLOSED
    if offer.ends_at and now >= offer.ends_at:
        return CLOSED
    return NONE_LEFT if offer.left is not None and offer.left <= 0 else None


def why_not_claimable(offer: Offer, claimant: Claimant, now: datetime) -> Reason | None:
    """Why this member cannot claim this now, the reason she can do least about first; or None."""
    if claimant.has_presented:
        return PENDING
    if closed := why_closed(offer, now):
        return closed
    if claimant.level < offer.level:
        return TIER_TOO_LOW
    born = claimant.date_of_birth
    if offer.for_birthday and (born is None or not is_birth_month(born, malaysian_date(now))):
        return NOT_HER_MONTH
    if offer.limit is not None and claimant.claims >= offer.limit:
        return OFTEN_ENOUGH
    return TOO_FEW_POINTS if claimant.points < offer.cost else None
