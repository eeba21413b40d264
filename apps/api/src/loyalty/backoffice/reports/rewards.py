"""What became of vouchers on some days: claimed, used, expired and cancelled, by reward and by day."""

from collections.abc import Sequence
from typing import Any

from loyalty.backoffice.reports.figures import Wanted
from loyalty.db.session import current_session
from loyalty.features.rewards import figures as reward_figures
from loyalty.features.rewards.figures import RewardSums


def report(asked: Wanted) -> dict[str, Any]:
    """The vouchers of some days by reward and by day, and those of the days before (`RewardFiguresSchema`).

    Of some outlets only what was used there; the others are 0.
    """
    db, days, outlet_ids = current_session(), asked.days, asked.outlet_ids
    found = reward_figures.by_reward(db, days, outlet_ids)
    return {
        "days_before": days.before(),
        "is_every_outlet": outlet_ids is None,
        "total": _added(found),
        "before": _added(reward_figures.by_reward(db, days.before(), outlet_ids)),
        "rewards": found,
        "by_day": _by_day(asked),
    }


def _added(some: Sequence[RewardSums]) -> dict[str, int]:
    names = ("made", "points", "used", "used_value_sen", "expired", "cancelled")
    return {name: sum(getattr(each, name) for each in some) for name in names}


def _by_day(asked: Wanted) -> list[dict[str, Any]]:
    db, days, outlet_ids = current_session(), asked.days, asked.outlet_ids
    used = reward_figures.used_by_day(db, days, outlet_ids)
    claimed = reward_figures.claimed_by_day(db, days) if outlet_ids is None else {}
    expired = reward_figures.expired_by_day(db, days) if outlet_ids is None else {}
    found = []
    for day in days.each():
        made, points = claimed.get(day.isoformat(), (0, 0))
        count, value_sen = used.get(day.isoformat(), (0, 0))
        of_day = {"made": made, "points": points, "used": count, "used_value_sen": value_sen}
        found.append({"day": day, **of_day, "expired": expired.get(day.isoformat(), 0)})
    return found
