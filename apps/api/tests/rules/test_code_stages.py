"""How codes are given to unknown devices while much is being sent: both sides of each limit, 2,000 a day."""

from datetime import UTC, datetime, timedelta

import pytest

from loyalty.rules.otp import (
    HOUR,
    Limit,
    Stage,
    Traffic,
    abnormal_pace,
    hourly_budget,
    open_part,
    stage_of,
    wait_for_events,
    wait_for_new,
)

NOW = datetime(2026, 3, 14, 4, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("hour", "unentered", "day", "stage"),
    [
        (0, 0, 0, Stage.OPEN),
        # A crowd that enters its codes is no flood, however large.
        (1400, 99, 1499, Stage.OPEN),
        (1400, 100, 1499, Stage.PUZZLE),
        # Fewer than three in ten are entered, from sixty codes on.
        (59, 59, 59, Stage.OPEN),
        (60, 42, 60, Stage.OPEN),
        (60, 43, 60, Stage.PUZZLE),
        # Three quarters of the hour's two hundred, then all of them.
        (149, 149, 149, Stage.PUZZLE),
        (150, 150, 150, Stage.MEMBERS_ONLY),
        (199, 199, 199, Stage.MEMBERS_ONLY),
        (200, 200, 200, Stage.CLOSED),
        # Three quarters of the day, then all of it.
        (0, 0, 1499, Stage.OPEN),
        (0, 0, 1500, Stage.MEMBERS_ONLY),
        (0, 0, 1999, Stage.MEMBERS_ONLY),
        (0, 0, 2000, Stage.CLOSED),
    ],
)
def test_the_stage(hour, unentered, day, stage):
    assert stage_of(Traffic(hour, unentered, day), 2000) is stage


@pytest.mark.parametrize(
    ("per_day", "hourly", "pace"), [(0, 20, 10), (200, 20, 10), (210, 21, 10), (2000, 200, 100)]
)
def test_small_budgets_have_hours_that_can_be_used(per_day, hourly, pace):
    assert (hourly_budget(per_day), abnormal_pace(per_day)) == (hourly, pace)


def test_a_quarter_is_kept_for_members():
    assert [open_part(budget) for budget in (0, 1, 20, 200)] == [0, 1, 15, 150]


def ago(**parts: float) -> datetime:
    return NOW - timedelta(**parts)


@pytest.mark.parametrize(
    ("events", "wait_s"),
    [
        ([], 0),
        ([ago(minutes=1)], 0),
        ([ago(minutes=1), ago(minutes=59)], 60),
        ([ago(minutes=1), ago(minutes=59, seconds=59.5)], 1),
        ([ago(minutes=1), ago(minutes=60)], 0),
        ([ago(minutes=1), ago(minutes=50), ago(minutes=59)], 600),  # the second newest has to leave
    ],
)
def test_a_limit_that_slides_to_the_second(events, wait_s):
    assert wait_for_events(Limit(2, HOUR), events, NOW) == wait_s


@pytest.mark.parametrize(
    ("events", "name", "wait_s"),
    [
        ([(ago(minutes=1), "a")], "b", 0),
        ([(ago(minutes=1), "a"), (ago(minutes=2), "b")], "c", 58 * 60),
        ([(ago(minutes=1), "a"), (ago(minutes=2), "b")], "b", 0),
        ([(ago(minutes=1), "a"), (ago(minutes=59), "a"), (ago(minutes=2), "b")], "c", 58 * 60),
        ([(ago(minutes=1), "a"), (ago(minutes=60), "b")], "c", 0),
    ],
)
def test_a_limit_on_different_names(events, name, wait_s):
    assert wait_for_new(Limit(2, HOUR), events, name, NOW) == wait_s
