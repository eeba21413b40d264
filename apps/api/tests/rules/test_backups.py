"""Which backups are kept."""

from datetime import UTC, datetime, timedelta

import pytest

from loyalty.rules.retention import kept

# Three in the morning of 16 November 2026 in Malaysia, a Monday.
NIGHT = datetime(2026, 11, 15, 19, 0, tzinfo=UTC)


def nights(count: int) -> list[datetime]:
    return [NIGHT - timedelta(days=back) for back in range(count)]


@pytest.mark.parametrize(
    ("made", "kept_days_back"),
    [
        (1, [0]),
        (7, [0, 1, 2, 3, 4, 5, 6]),
        # The newest of each of four weeks, which end on Sundays; and of the month before.
        (8, [0, 1, 2, 3, 4, 5, 6]),
        (9, [0, 1, 2, 3, 4, 5, 6, 8]),
        (400, [0, 1, 2, 3, 4, 5, 6, 8, 15, 16, 47, 77, 108, 139, 169, 200, 230, 261, 289, 320]),
    ],
)
def test_seven_days_four_weeks_and_twelve_months_are_kept(made, kept_days_back):
    assert sorted((NIGHT - at).days for at in kept(nights(made))) == kept_days_back


def test_of_a_day_the_newest_is_kept():
    earlier = NIGHT - timedelta(hours=2)
    assert kept([earlier, NIGHT]) == {NIGHT}


def test_the_day_is_malaysias():
    before_midnight = datetime(2026, 11, 15, 15, 59, tzinfo=UTC)
    assert kept([before_midnight, before_midnight + timedelta(minutes=1)]) == {
        before_midnight,
        before_midnight + timedelta(minutes=1),
    }


def test_nothing_goes_because_nothing_new_was_made():
    old = [NIGHT - timedelta(days=1000 + back) for back in range(7)]
    assert kept(old) == set(old)
