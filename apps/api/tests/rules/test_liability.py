import pytest

from loyalty.rules.ledger import Rate, median_rate

# spec 001 §9: 500 points for RM 11.90, 900 for RM 29.80.
TEA, BUNS, SALMON = Rate(1190, 500), Rate(1690, 700), Rate(2980, 900)


@pytest.mark.parametrize(
    ("points", "rates", "owed"),
    [
        (900, [SALMON, TEA, BUNS], 2173),
        (900, [SALMON, TEA], 2142),
        (1, [TEA], 3),
        (0, [TEA, SALMON], 0),
    ],
)
def test_points_are_owed_at_the_median_reward_never_rounded_down(points, rates, owed):
    assert median_rate(rates).worth(points) == owed


def test_points_are_worth_nothing_without_a_reward():
    assert median_rate([]) is None
