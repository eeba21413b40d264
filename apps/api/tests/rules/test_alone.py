"""Whether one person moves points alone, and within which limits of a day."""

from datetime import UTC, datetime, timedelta

import pytest

from loyalty.rules.alone import alone, fits
from loyalty.rules.independence import How, Tie

NOW = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
RAVI, NORA, MEI = "Ravi via staff:1", "Nora via staff:2", "Mei via staff:3"


def added(maker: str, made: str, days: int = 1) -> Tie:
    return Tie(maker, made, How.ADDED, NOW - timedelta(days=days))


@pytest.mark.parametrize(
    ("others", "ties", "counts_for"),
    [
        ([], [], {"staff:1"}),
        ([NORA], [], set()),
        ([RAVI], [], {"staff:1"}),
        ([NORA], [added(RAVI, "staff:2")], {"staff:1", "staff:2"}),
        ([NORA], [added(RAVI, "staff:2", days=30)], set()),
        ([NORA], [added(MEI, "staff:1"), added(MEI, "staff:2")], {"staff:1", "staff:2", "staff:3"}),
        ([NORA, MEI], [], set()),
        ([NORA, MEI], [added(RAVI, "staff:2")], {"staff:1", "staff:2", "staff:3"}),
        ([], [added(MEI, "staff:1"), added("root", "staff:3")], {"staff:1", "staff:3"}),
        (["siti via root"], [added("root", "staff:1")], {"staff:1", "root"}),
    ],
)
def test_an_act_counts_for_everybody_behind_it_unless_somebody_independent_took_part(
    others, ties, counts_for
):
    assert alone(RAVI, others, ties, NOW) == counts_for


@pytest.mark.parametrize(
    ("moves", "counted", "within"),
    [
        ({1: 100}, {}, True),
        ({1: 101}, {}, False),
        ({1: 40}, {1: 60}, True),
        ({1: 41}, {1: 60}, False),
        ({1: 100}, {2: 100, 3: 50}, True),
        ({1: 51}, {2: 100, 3: 100}, False),
        ({1: 75, 2: 75}, {3: 100}, True),
        ({1: 76, 2: 75}, {3: 100}, False),
        ({1: 10, 2: 101}, {}, False),
        ({1: 0}, {1: 500}, True),
    ],
)
def test_points_fit_up_to_the_limits_of_a_member_and_of_a_person(moves, counted, within):
    assert fits(moves, counted, member_limit=100, person_limit=250) == within
