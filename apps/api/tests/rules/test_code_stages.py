"""How codes are given to unknown devices while much is being sent: both sides of each limit, 2,000 a day."""

import pytest

from loyalty.rules.otp import Stage, Traffic, abnormal_pace, hourly_budget, open_part, stage_of


@pytest.mark.parametrize(
    ("hour", "unentered", "day", "stage"),
    [
        (0, 0, 0, Stage.OPEN),
        # A crowd that enters its codes is no flood, however large.
        (1400, 99, 1499, Stage.OPEN),
        (1400, 100, 1499, Stage.WORK),
        # Fewer than three in ten are entered, from sixty codes on.
        (59, 59, 59, Stage.OPEN),
        (60, 42, 60, Stage.OPEN),
        (60, 43, 60, Stage.WORK),
        # Three quarters of the hour's two hundred, then all of them.
        (149, 149, 149, Stage.WORK),
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
