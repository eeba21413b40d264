import pytest

from loyalty.rules.ledger import Liability, liability

# spec 001 §9: 500 points for RM 11.90, 900 for RM 29.80.
TEA, BUNS, SALMON = (500, 1190), (700, 1690), (900, 2980)


@pytest.mark.parametrize(
    ("points", "worths", "owed"),
    [
        (900, [TEA, BUNS, SALMON], Liability(2142, 2173, 2980)),
        (900, [SALMON], Liability(2980, 2980, 2980)),
        (1, [TEA], Liability(3, 3, 3)),
        (0, [TEA, SALMON], Liability(0, 0, 0)),
        (900, [(0, 500), TEA], Liability(2142, 2142, 2142)),
        (900, [], None),
    ],
)
def test_points_are_owed_as_the_catalogue_prices_them_never_rounded_down(points, worths, owed):
    assert liability(points, worths) == owed
