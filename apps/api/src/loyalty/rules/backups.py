"""Which backups are kept: the newest of each of the last days, weeks and months."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from loyalty.rules.calendar import malaysian_date

DAYS, WEEKS, MONTHS = 7, 4, 12


def kept(moments: Iterable[datetime]) -> set[datetime]:
    """Those of the moments at which backups were made that are kept.

    The newest of each of the 7 newest Malaysian days that have one, of the 4 newest weeks (from Monday), and
    of the 12 newest months. Days without a backup count as none, so that a clock that stands still, or a
    machine that was off, deletes nothing.
    """
    found = sorted(set(moments), reverse=True)
    keep: set[datetime] = set()
    for count, period in ((DAYS, _day), (WEEKS, _week), (MONTHS, _month)):
        newest: dict[tuple[int, ...], datetime] = {}
        for moment in found:
            newest.setdefault(period(moment), moment)
        keep.update(list(newest.values())[:count])
    return keep


def _day(moment: datetime) -> tuple[int, ...]:
    day = malaysian_date(moment)
    return (day.year, day.month, day.day)


def _week(moment: datetime) -> tuple[int, ...]:
    return tuple(malaysian_date(moment).isocalendar()[:2])


def _month(moment: datetime) -> tuple[int, ...]:
    day = malaysian_date(moment)
    return (day.year, day.month)
