"""The programme's calendar is that of the group's country, whatever the clock of the server says."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from loyalty.rules.group import GROUP

ZONE = ZoneInfo(GROUP.time_zone.name)


@dataclass(frozen=True)
class Days:
    """Malaysian days from `first` to `last`, both of them meant."""

    first: date
    last: date

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise ValueError("the last day is before the first")

    @property
    def start(self) -> datetime:
        """The instant at which the first day begins."""
        return start_of(self.first)

    @property
    def end(self) -> datetime:
        """The instant at which the last day is over; it is no part of them."""
        return start_of(self.last + timedelta(days=1))

    def each(self) -> list[date]:
        """The days one by one."""
        return [self.first + timedelta(days=at) for at in range((self.last - self.first).days + 1)]

    def before(self) -> "Days":
        """What these are compared with: as many months before whole months, else the same weekdays of as many
        weeks before as they take.
        """
        after = self.last + timedelta(days=1)
        if self.first.day == after.day == 1:
            months = (after.year - self.first.year) * 12 + after.month - self.first.month
            return Days(months_after(self.first, -months), self.first - timedelta(days=1))
        weeks = timedelta(weeks=-(-(after - self.first).days // 7))
        return Days(self.first - weeks, self.last - weeks)


def malaysian_date(instant: datetime) -> date:
    """The day it is in Malaysia at an instant (which must know its time zone)."""
    if instant.tzinfo is None:
        raise ValueError("an instant without a time zone has no Malaysian day")
    return instant.astimezone(ZONE).date()


def start_of(day: date) -> datetime:
    """The instant at which a day begins in Malaysia."""
    return datetime.combine(day, time.min, tzinfo=ZONE)


def last_day(end: datetime) -> date:
    """The last Malaysian day of what is over at an instant: that before it where the instant is midnight."""
    return malaysian_date(end - timedelta(microseconds=1))


def month_bounds(day: date) -> tuple[datetime, datetime]:
    """The instants at which the month of a day begins and the next one begins, in Malaysia."""
    first = day.replace(day=1)
    return start_of(first), start_of(months_after(first, 1))


def months_after(day: date, months: int) -> date:
    """The same day of a later month, or that month's last day: 31 January and one month is 28 February."""
    year, month0 = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month0 + 1, min(day.day, monthrange(year, month0 + 1)[1]))


def is_birth_month(date_of_birth: date, today: date) -> bool:
    """Whether the month of birth is the month of today; only months are compared (spec 001 §5)."""
    return date_of_birth.month == today.month


def spoken_day(day: date) -> str:
    """A day in a sentence: 14 March 2026."""
    return f"{day.day} {day:%B %Y}"


def spoken_time(instant: datetime, now: datetime) -> str:
    """A moment in a sentence, in Malaysian time: "at 14:10", with the day before it unless it is today."""
    local = instant.astimezone(ZONE)
    today = malaysian_date(now) == local.date()
    return f"at {local:%H:%M}" if today else f"on {spoken_day(local.date())} at {local:%H:%M}"


def iso_utc(moment: datetime) -> str:
    """A moment as the wire, logs and exports write it: UTC, milliseconds, Z."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
