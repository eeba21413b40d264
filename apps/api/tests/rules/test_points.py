from __future__ import annotations

from decimal import ROUND_FLOOR, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import case, why
from loyalty.rules.points import NEGATIVE, Action, earned, signed
from loyalty.rules.tiers import TIERS

CASES = case("points")
MULTIPLIERS = [tier.multiplier_tenths for tier in TIERS]


@pytest.mark.parametrize("row", CASES["earned"], ids=why)
def test_a_bill_earns_its_ringgit_times_the_multiplier_rounded_down(row):
    assert earned(row["netSen"], row["multiplierTenths"]) == row["points"]


@pytest.mark.parametrize("row", CASES["signed"], ids=why)
def test_the_action_gives_the_points_their_sign(row):
    assert signed(Action(row["actionId"]), row["points"]) == row["delta"]


@pytest.mark.parametrize("tenths", MULTIPLIERS)
def test_every_bill_up_to_a_thousand_ringgit_is_rounded_as_exact_arithmetic_rounds_it(tenths):
    for sen in range(1, 100_001):
        assert earned(sen, tenths) == sen * tenths // 1000
    for sen in range(1, 100_001, 97):
        exact = Decimal(sen) / 100 * Decimal(tenths) / 10
        assert earned(sen, tenths) == int(exact.to_integral_value(ROUND_FLOOR))


@given(st.integers(0, 10**12), st.integers(0, 10**12), st.sampled_from(MULTIPLIERS))
def test_splitting_a_bill_never_earns_more(one, other, tenths):
    assert earned(one, tenths) + earned(other, tenths) <= earned(one + other, tenths)


def test_neither_a_bill_nor_points_are_negative():
    with pytest.raises(ValueError, match="never negative"):
        earned(-1, 10)
    with pytest.raises(ValueError, match="no sign"):
        signed(Action.EARNED, -1)


def test_only_redeeming_and_adjusting_out_take_points_away():
    assert {3, 5} == NEGATIVE
