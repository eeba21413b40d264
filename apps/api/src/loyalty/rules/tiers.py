"""Tiers: which one some points reach, how far it is to the next, and when one is lost.

The rows in libs/api-client/cases/tiers.json hold this file and its TypeScript twin together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from loyalty.rules.calendar import malaysian_date, months_after


@dataclass(frozen=True)
class Tier:
    """One step of the programme. `multiplier_tenths`: 12 is 1.2 points a ringgit. Points are tier points."""

    level: int
    name: str
    floor: int
    multiplier_tenths: int


# spec 000 §9. A programme may bring its own; every function takes them as an argument, lowest first.
TIERS = (
    Tier(level=0, name="Basic", floor=0, multiplier_tenths=10),
    Tier(level=1, name="Plus", floor=1_500, multiplier_tenths=12),
    Tier(level=2, name="Elite", floor=5_000, multiplier_tenths=15),
    Tier(level=3, name="Royal", floor=10_000, multiplier_tenths=20),
)


@dataclass(frozen=True)
class Lapse:
    """A tier lost: the new level, the tier points it begins with, and the last day the lost one was held."""

    level: int
    tier_points: int
    last_day: date


def tier_at(points: int, tiers: Sequence[Tier] = TIERS) -> Tier:
    """The highest tier whose floor these tier points reach."""
    reached = [tier for tier in tiers if points >= tier.floor]
    return reached[-1] if reached else tiers[0]


def up_level_point_amount(level: int, tiers: Sequence[Tier] = TIERS) -> int:
    """The points that lead out of a level: the next floor, or 0 when there is none (spec 000 §3)."""
    return next((tier.floor for tier in tiers if tier.level > level), 0)


def last_day_to_keep(last_earned_at: datetime, steps_lost: int = 0) -> date:
    """The last Malaysian day on which earning any points still keeps the tier.

    A month after the day points were last earned; after each step lost, a month more. Months are counted from
    that first day, so that somebody who earned on the 31st does not slide to the 28th for good.
    """
    return months_after(malaysian_date(last_earned_at), steps_lost + 1)


def keep_by(level: int, last_earned_at: datetime | None, steps_lost: int, now: datetime) -> date | None:
    """The day by which earning any points keeps the tier, as members see it: the day of the rule below.

    None where nothing can be lost (the lowest tier, nothing earned yet) and once that day has passed.
    """
    if level == 0 or last_earned_at is None:
        return None
    last_day = last_day_to_keep(last_earned_at, steps_lost)
    return last_day if malaysian_date(now) <= last_day else None


def lapse(
    level: int,
    last_earned_at: datetime,
    steps_lost: int,
    now: datetime,
    tiers: Sequence[Tier] = TIERS,
) -> Lapse | None:
    """The step down that is due at `now`, or None. One step at a time; ask again for the next (spec 000 §9).

    `steps_lost` counts the steps already taken since points were last earned. The tier points fall to the
    floor of the new tier, so that the next bill does not lift the member straight back.
    """
    below = [tier for tier in tiers if tier.level < level]
    if not below:
        return None
    last_day = last_day_to_keep(last_earned_at, steps_lost)
    if malaysian_date(now) <= last_day:
        return None
    return Lapse(level=below[-1].level, tier_points=below[-1].floor, last_day=last_day)


@dataclass(frozen=True)
class Standing:
    """A level, the points that count for it, and the steps taken down since points were last earned."""

    level: int
    tier_points: int
    steps_lost: int


def standing_at(
    written: Standing, last_earned_at: datetime | None, now: datetime, tiers: Sequence[Tier] = TIERS
) -> Standing:
    """Where somebody stands at `now`: what was written last, and the steps that have become due since."""
    found = written
    while last_earned_at and (lost := lapse(found.level, last_earned_at, found.steps_lost, now, tiers)):
        found = Standing(lost.level, lost.tier_points, found.steps_lost + 1)
    return found
