from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loyalty.rules.calendar import (
    Days,
    is_birth_month,
    last_day,
    malaysian_date,
    month_bounds,
    months_after,
    spoken_time,
    start_of,
)
from support.cases import case, why

pytestmark = pytest.mark.usefixtures("server_zone")


@pytest.mark.parametrize("row", case("calendar"), ids=why)
def test_the_day_changes_at_midnight_in_malaysia_whatever_the_zone_of_the_instant(row):
    assert malaysian_date(datetime.fromisoformat(row["instant"])) == date.fromisoformat(row["day"])


@pytest.mark.parametrize(
    ("end", "day"), [("2027-01-26T16:00:00.000000+00:00", 26), ("2027-01-26T16:00:00.000001+00:00", 27)]
)
def test_what_is_over_at_midnight_has_the_day_before_as_its_last(end, day):
    assert last_day(datetime.fromisoformat(end)) == date(2027, 1, day)


def test_an_instant_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="time zone"):
        malaysian_date(datetime(2026, 1, 31))


@pytest.mark.parametrize(
    ("said", "now", "sentence"),
    [
        ("2026-03-14T06:10:00Z", "2026-03-14T15:59:59Z", "at 14:10"),
        ("2026-03-14T06:10:00Z", "2026-03-14T16:00:00Z", "on 14 March 2026 at 14:10"),
        ("2026-03-14T16:05:00Z", "2026-03-14T17:00:00Z", "at 00:05"),
        ("2026-03-08T01:00:00Z", "2027-03-08T01:00:00Z", "on 8 March 2026 at 09:00"),
    ],
)
def test_a_moment_in_a_sentence_has_its_day_unless_that_is_today_in_malaysia(said, now, sentence):
    assert spoken_time(datetime.fromisoformat(said), datetime.fromisoformat(now)) == sentence


@pytest.mark.parametrize(
    ("day", "months", "later"),
    [
        (date(2026, 11, 14), 1, date(2026, 12, 14)),
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2028, 1, 31), 1, date(2028, 2, 29)),
        (date(2028, 2, 29), 12, date(2029, 2, 28)),
        (date(2026, 12, 31), 2, date(2027, 2, 28)),
        (date(2026, 8, 31), 1, date(2026, 9, 30)),
    ],
)
def test_a_month_later_is_the_same_day_or_the_last_of_its_month(day, months, later):
    assert months_after(day, months) == later


def test_a_month_begins_and_ends_at_midnight_in_malaysia():
    begins, ends = month_bounds(date(2026, 12, 25))
    assert begins == datetime(2026, 11, 30, 16, tzinfo=UTC)
    assert ends == datetime(2026, 12, 31, 16, tzinfo=UTC)


def test_somebody_born_on_29_february_has_a_birth_month_every_year():
    assert is_birth_month(date(2000, 2, 29), date(2026, 2, 1))
    assert is_birth_month(date(2000, 2, 29), date(2026, 2, 28))
    assert not is_birth_month(date(2000, 2, 29), date(2026, 3, 1))


@given(st.dates(date(1990, 1, 1), date(2090, 1, 1)))
def test_every_day_lies_in_its_own_month(day):
    begins, ends = month_bounds(day)
    assert begins <= start_of(day) < ends
    assert malaysian_date(begins).month == malaysian_date(ends - timedelta(microseconds=1)).month == day.month


@pytest.mark.parametrize(
    ("days", "before"),
    [
        # A day: the same weekday. A week: the week before. Eight days, as thirty: the same weekdays.
        (("2026-03-14", "2026-03-14"), ("2026-03-07", "2026-03-07")),
        (("2026-03-09", "2026-03-15"), ("2026-03-02", "2026-03-08")),
        (("2026-03-07", "2026-03-14"), ("2026-02-21", "2026-02-28")),
        (("2026-02-14", "2026-03-13"), ("2026-01-17", "2026-02-13")),
        # Whole months, and one day less.
        (("2026-03-01", "2026-03-31"), ("2026-02-01", "2026-02-28")),
        (("2026-03-01", "2026-03-30"), ("2026-01-25", "2026-02-23")),
        (("2026-01-01", "2026-03-31"), ("2025-10-01", "2025-12-31")),
        (("2025-03-01", "2026-02-28"), ("2024-03-01", "2025-02-28")),
    ],
)
def test_days_are_compared_with_like_days(days, before):
    first, last = map(date.fromisoformat, days)
    assert Days(first, last).before() == Days(*map(date.fromisoformat, before))


def test_days_know_their_instants():
    days = Days(date(2026, 3, 1), date(2026, 3, 31))

    assert days.start == datetime(2026, 2, 28, 16, 0, tzinfo=UTC)
    assert days.end == datetime(2026, 3, 31, 16, 0, tzinfo=UTC)


def test_days_the_wrong_way_round_are_none():
    with pytest.raises(ValueError, match="before the first"):
        Days(date(2026, 3, 2), date(2026, 3, 1))
