import pytest
from hypothesis import given
from hypothesis import strategies as st

from loyalty.rules.cards import (
    ALPHABET,
    VOUCHER_OFFSET,
    as_printed,
    check_character,
    member_code,
    part_of_code,
    referral_code,
    voucher_code,
)
from support.cases import case

CODE = "CWTN-KCRJ-CDFX"


@pytest.mark.parametrize(
    "typed",
    [CODE, "cwtn-kcrj-cdfx", "CWTNKCRJCDFX", "cwtn kcrj cdfx", " CWTN-KCRJ\n-CDFX"],
)
def test_a_whole_code_is_found_however_it_was_typed(typed):
    assert as_printed(typed) == CODE


@given(st.integers(0, len(ALPHABET) ** 11 - 1))
def test_every_code_that_is_made_is_printed_so(drawn):
    made = member_code(lambda _: drawn)
    assert as_printed(made.replace("-", "").lower()) == made


@pytest.mark.parametrize("row", case("card-codes"), ids=lambda row: row["why"])
def test_the_check_sign_says_whether_a_code_is_a_cards_or_a_vouchers(row):
    signs = row["code"].replace("-", "")
    kinds = {check_character(signs[:-1]): "card", check_character(signs[:-1], VOUCHER_OFFSET): "voucher"}
    assert kinds.get(signs[-1]) == row["kind"]


@given(st.integers(0, len(ALPHABET) ** 11 - 1))
def test_a_card_and_a_voucher_never_have_the_same_code(drawn):
    card, voucher = member_code(lambda _: drawn), voucher_code(lambda _: drawn)
    assert (card[:-1], card[-1] != voucher[-1]) == (voucher[:-1], True)


@given(*[st.integers(0, len(ALPHABET) ** 8 - 1)] * 2)
def test_every_drawn_number_is_a_code_of_its_own(one, another):
    assert (referral_code(lambda _: one) == referral_code(lambda _: another)) == (one == another)


@pytest.mark.parametrize(
    ("typed", "sought"),
    [("tn-kc", "TNKC"), ("tn kc", "TNKC"), ("", ""), (" - ", ""), ("%", "%"), ("_", "_"), ("t\\n", "T\\N")],
)
def test_a_part_of_a_code_loses_its_dashes_and_spaces_and_nothing_else(typed, sought):
    assert part_of_code(typed) == sought
