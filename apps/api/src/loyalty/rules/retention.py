"""How long what is kept, counted back from a moment; what a law may ask for stays longer."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from loyalty.rules.calendar import ZONE, malaysian_date, months_after, start_of
from loyalty.rules.formats import Formats
from loyalty.rules.notices import Notice, notice

# A sent message's text is wiped; its row only says that it was sent.
MESSAGES_KEPT_FOR = timedelta(days=30)
# Records of a breach are asked for during two years (PDPA as amended in 2024).
OFFICE_LOG_KEPT_MONTHS = 24

# How long before their erasure inactive members are warned.
WARNING = timedelta(days=30)
# An older warning counts no more: erasure may have been switched off for years in between.
WARNING_HOLDS = timedelta(days=90)
# What the privacy notice promises (libs/shell/src/texts/*/legal.json); a programme can say otherwise.
PROMISED_MONTHS = 24
# Nobody counts as inactive sooner.
MIN_INACTIVE_MONTHS = 6
# Warnings leave by day, in Malaysia: from the first of these hours to the beginning of the second.
WARNING_HOURS = (9, 21)


def months_before(now: datetime, months: int) -> datetime:
    """The moment before which something is older than so many months: whole Malaysian days."""
    return start_of(months_after(malaysian_date(now), -months))


def warn_before(now: datetime, months: int) -> datetime:
    """The moment before which somebody was last seen who is to be warned: they would be erased after so many
    months, the length of the warning from now.
    """
    return months_before(now + WARNING, months)


def may_warn(now: datetime) -> bool:
    """Whether it is an hour at which members are written to unasked."""
    first, end = WARNING_HOURS
    return first <= now.astimezone(ZONE).hour < end


def undelivered_before(now: datetime) -> datetime:
    """The moment before which a warning that did not arrive is forgotten: it would count no more anyway."""
    return now - WARNING_HOLDS


def messages_before(now: datetime) -> datetime:
    """The moment before which a message that has left or failed is forgotten."""
    return now - MESSAGES_KEPT_FOR


def inactive_warning(formats: Formats, day: date, link: str) -> Notice:
    """The warning to a member who has not been seen for long.

    `day` is the first on which their data may go, `link` where they sign in.
    """
    return notice("inactive", formats.language, day=formats.day(day), link=link)


DAYS, WEEKS, MONTHS = 7, 4, 12


def kept(moments: Iterable[datetime]) -> set[datetime]:
    """Those of the moments at which backups were made that are kept.

    The newest of each of the 7 newest Malaysian days that have one, of the 4 newest weeks (from Monday), and
    of the 12 newest months. Days without a backup count as none, so that a stopped clock, or a
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
