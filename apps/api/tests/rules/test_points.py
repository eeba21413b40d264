from decimal import ROUND_FLOOR, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loyalty.rules.points import (
    ADJUSTED,
    NEGATIVE,
    Action,
    because,
    before_rounding,
    earned,
    reason_in,
    signed,
    times,
)
from loyalty.rules.tiers import TIERS
from support.cases import case, why

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


@pytest.mark.parametrize(
    ("net_sen", "tenths", "exact", "multiplier"),
    [
        (4_590, 12, "55.080", "1.2"),
        (4_590, 10, "45.900", "1.0"),
        (1, 15, "0.015", "1.5"),
        (0, 20, "0.000", "2.0"),
    ],
)
def test_what_rounding_took_can_be_seen(net_sen, tenths, exact, multiplier):
    assert before_rounding(net_sen, tenths) == exact
    assert times(tenths) == multiplier
    assert int(Decimal(exact)) == earned(net_sen, tenths)


@pytest.mark.parametrize("what", ["RM 10.00 at Publika taken back", "Set: a cancelled", ADJUSTED[True]])
@pytest.mark.parametrize("reason", ["", "rung up twice", "till 2: rung up twice", "rung up\ntwice"])
def test_the_reason_of_a_correction_is_found_again_in_its_remark(what, reason):
    remark = because(what, reason)
    assert remark.startswith(what)
    assert reason_in(remark) == (reason or None)
    assert len(because(what, "x" * 300)) == 200
