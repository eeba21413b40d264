import pytest
from hypothesis import given
from hypothesis import strategies as st

from loyalty.rules.phone import COUNTRY_RULES, invalid_number, is_written_as, normalise
from support.cases import case, why

CALLING_CODES = st.sampled_from([*COUNTRY_RULES, "66", "39", "971"])


@pytest.mark.parametrize("row", case("phone"), ids=why)
def test_a_typed_number_is_normalised_or_refused_with_its_country_sentence(row):
    number = normalise(row["callingCode"], row["typed"])
    problem = None if number else invalid_number(row["callingCode"]).message
    assert (number, problem) == (row["number"], row["problem"])


@given(CALLING_CODES, st.text(alphabet=st.characters(), max_size=40))
def test_whatever_is_typed_becomes_plain_digits_or_nothing(calling_code, typed):
    number = normalise(calling_code, typed)
    if number is not None:
        assert number.isascii()
        assert number.isdigit()
        assert not number.startswith("0")


@given(CALLING_CODES, st.from_regex(r"[0-9]{6,16}", fullmatch=True))
def test_a_normalised_number_stays_as_it_is(calling_code, typed):
    number = normalise(calling_code, typed)
    if number is not None:
        assert normalise(calling_code, number) == number
        assert normalise(calling_code, f"+{calling_code} {number}") == number
        assert normalise(calling_code, f"00{calling_code}{number}") == number


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("123456789", True),
        ("0123456789", True),
        ("012-345 6789", True),
        ("60123456789", True),
        ("+60 (0)12-345 6789", True),
        ("0060123456789", True),
        ("+123456789", False),
        ("+65 123456789", False),
        ("1123456789", False),
        ("12345678", False),
        ("1234567890", False),
        ("", False),
    ],
)
def test_a_number_is_recognised_however_it_was_typed_without_a_country(typed, same):
    assert is_written_as("60", "123456789", typed) is same


@pytest.mark.parametrize("digits", ["\uff11", "\u0661", "\xb2", "\u2460", "\u0e51", "\u2167", "\xbd"])
@pytest.mark.parametrize("place", ["{}123456789", "1234{}56789", "123456789{}"])
def test_digits_of_other_scripts_are_refused_at_every_position(digits, place):
    assert normalise("60", place.format(digits)) is None
