"""What became of vouchers on some days: claimed, used, expired and cancelled, by reward and by day."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date

from loyalty.backoffice.reports.figures import Wanted
from loyalty.db.session import current_session
from loyalty.features.rewards import figures as reward_figures
from loyalty.features.rewards.figures import RewardSums


@dataclass(frozen=True)
class VoucherSums:
    """Vouchers of all rewards: claimed for these points, used with their rewards' value in sen, expired and
    cancelled.
    """

    made: int
    points: int
    used: int
    used_value_sen: int
    expired: int
    cancelled: int


@dataclass(frozen=True)
class VouchersOfDay:
    """What became of vouchers on a Malaysian day; the value of the used ones in sen."""

    day: date
    made: int
    points: int
    used: int
    used_value_sen: int
    expired: int


@dataclass(frozen=True)
class RewardReport:
    """The vouchers of some days by reward and by day, and those of the days before (`Days.before`).

    Of some outlets only what was used there; the others are 0.
    """

    asked: Wanted
    total: VoucherSums
    before: VoucherSums
    rewards: Sequence[RewardSums]
    by_day: Sequence[VouchersOfDay]


def report(asked: Wanted) -> RewardReport:
    """The report of what was asked for."""
    db, days, outlet_ids = current_session(), asked.days, asked.outlet_ids
    found = reward_figures.by_reward(db, days, outlet_ids)
    before = reward_figures.by_reward(db, days.before(), outlet_ids)
    return RewardReport(asked, _added(found), _added(before), found, _by_day(asked))


def _added(some: Sequence[RewardSums]) -> VoucherSums:
    names = [each.name for each in fields(VoucherSums)]
    return VoucherSums(**{name: sum(getattr(each, name) for each in some) for name in names})


def _by_day(asked: Wanted) -> list[VouchersOfDay]:
    db, days, outlet_ids = current_session(), asked.days, asked.outlet_ids
    nothing = (0, 0)
    used = reward_figures.used_by_day(db, days, outlet_ids)
    claimed = reward_figures.claimed_by_day(db, days) if outlet_ids is None else {}
    expired = reward_figures.expired_by_day(db, days) if outlet_ids is None else {}
    return [
        VouchersOfDay(
            day,
            *claimed.get(day.isoformat(), nothing),
            *used.get(day.isoformat(), nothing),
            expired.get(day.isoformat(), 0),
        )
        for day in days.each()
    ]
