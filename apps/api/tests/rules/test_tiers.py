from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loyalty.rules.calendar import malaysian_date, start_of
from loyalty.rules.tiers import (
    TIERS,
    Lapse,
    keep_by,
    lapse,
    last_day_to_keep,
    tier_at,
    up_level_point_amount,
)
from support.cases import case

pytestmark = pytest.mark.usefixtures("server_zone")

CASES = case("tiers")
ELITE = 2


def test_the_four_tiers_are_those_of_the_specification():
    assert CASES["tiers"] == [
        {
            "level": tier.level,
            "name": tier.name,
            "floor": tier.floor,
            "multiplierTenths": tier.multiplier_tenths,
            "upLevelPointAmount": up_level_point_amount(tier.level),
        }
        for tier in TIERS
    ]


@pytest.mark.parametrize("row", CASES["at"], ids=str)
def test_a_tier_is_reached_with_the_point_that_fills_its_floor(row):
    assert tier_at(row["points"]).level == row["level"]


@given(st.integers(0, 50_000), st.integers(0, 50_000))
def test_more_points_never_mean_a_lower_tier(some, more):
    assert tier_at(some).level <= tier_at(some + more).level


def test_nothing_is_above_the_top():
    assert up_level_point_amount(3) == 0


@pytest.mark.parametrize(
    ("last_earned", "steps_lost", "last_day"),
    [
        (date(2026, 11, 14), 0, date(2026, 12, 14)),
        (date(2026, 11, 14), 1, date(2027, 1, 14)),
        (date(2026, 1, 31), 0, date(2026, 2, 28)),
        (date(2026, 1, 31), 1, date(2026, 3, 31)),
        (date(2028, 1, 31), 0, date(2028, 2, 29)),
        (date(2028, 2, 29), 0, date(2028, 3, 29)),
    ],
)
def test_the_last_day_to_keep_a_tier_is_a_month_after_points_were_last_earned(
    last_earned, steps_lost, last_day
):
    assert last_day_to_keep(start_of(last_earned) + timedelta(hours=20), steps_lost) == last_day


EARNED = datetime(2026, 11, 14, 12, tzinfo=UTC)
MIDNIGHT = datetime(2026, 12, 14, 16, tzinfo=UTC)  # the 15th begins in Malaysia


def test_the_whole_last_day_still_counts_and_the_step_comes_at_midnight():
    assert lapse(ELITE, EARNED, 0, MIDNIGHT - timedelta(microseconds=1)) is None
    assert lapse(ELITE, EARNED, 0, MIDNIGHT) == Lapse(level=1, tier_points=1_500, last_day=date(2026, 12, 14))


def test_the_day_a_member_sees_is_the_last_before_the_step_down():
    last = MIDNIGHT - timedelta(microseconds=1)
    assert keep_by(ELITE, EARNED, 0, last) == date(2026, 12, 14)
    assert keep_by(ELITE, EARNED, 0, MIDNIGHT) is None
    assert keep_by(1, EARNED, 1, MIDNIGHT) == date(2027, 1, 14)


def test_where_nothing_can_be_lost_no_day_is_named():
    assert keep_by(0, EARNED, 0, EARNED) is None
    assert keep_by(ELITE, None, 0, EARNED) is None


def test_the_second_step_needs_a_second_whole_month():
    second = datetime(2027, 1, 14, 16, tzinfo=UTC)
    assert lapse(1, EARNED, 1, second - timedelta(seconds=1)) is None
    assert lapse(1, EARNED, 1, second) == Lapse(level=0, tier_points=0, last_day=date(2027, 1, 14))


def test_nobody_falls_below_the_first_tier():
    assert lapse(0, EARNED, 0, EARNED + timedelta(days=1_000)) is None


def test_a_lapsed_member_does_not_jump_straight_back_with_one_small_bill():
    lost = lapse(ELITE, EARNED, 0, MIDNIGHT)
    assert lost is not None
    assert tier_at(lost.tier_points + 45).level == 1


@given(st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC)), st.integers(0, 400))
def test_a_member_loses_at_most_one_step_in_every_full_month(last_earned, days):
    now, level, steps = last_earned + timedelta(days=days), 3, 0
    while (step := lapse(level, last_earned, steps, now)) is not None:
        level, steps = step.level, steps + 1
    today = malaysian_date(now)
    full_months = sum(today > last_day_to_keep(last_earned, n) for n in range(20))
    assert steps == min(3, full_months)
