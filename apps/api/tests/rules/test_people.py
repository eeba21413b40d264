import pytest
from hypothesis import given
from hypothesis import strategies as st

from loyalty.rules.cards import ALPHABET, check_character, member_code
from loyalty.rules.people import (
    masked_email,
    masked_name,
    masked_number,
    normal_name,
    problem_with_email,
    problem_with_name,
)


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("Ng", True),
        ("N", False),
        ("o" * 100, True),
        ("o" * 101, False),
        ("é" * 100, True),
        ("\u0e01\u0e33" * 100, False),  # the second sign of each pair is a vowel of its own
        ("\u0b95\u0bb5\u0bbf" * 50, True),  # Tamil: two signs a triple
        ("👨‍👩‍👧‍👦" * 57, True),  # 57 signs, 399 code points
        ("👨‍👩‍👧‍👦" * 58, False),  # 58 signs, more code points than are kept
        ("👍🏽👍🏽", True),
        ("👍🏽", False),
    ],
)
def test_a_name_is_measured_in_the_signs_that_a_reader_sees(name, fits):
    assert (problem_with_name(normal_name(name)) is None) == fits


@given(st.text(max_size=60))
def test_a_normal_name_stays_as_it_is(typed):
    assert normal_name(normal_name(typed)) == normal_name(typed)


@pytest.mark.parametrize(
    "email", ["a@example.com", "a.b+c@sub.example.com.my", "o'neil@example.org", "用户@例子.中国"]
)
def test_addresses_that_people_have_are_taken(email):
    assert problem_with_email(email) is None


@pytest.mark.parametrize(
    "email", ["a@b", "@example.com", "a@@example.com", "a@example.com\n", "a@ex ample.com", "<a@b.c>"]
)
def test_what_looks_like_no_address_is_refused(email):
    assert str(problem_with_email(email)) == "Please enter a valid email address"


def test_an_endless_address_is_judged_at_once():
    """Catastrophic patterns would hang here (SECURITY.md B17)."""
    assert problem_with_email("a" * 50_000 + "@" + "a." * 50_000) is not None


def test_masks_show_what_the_owner_knows_and_no_more():
    assert masked_email("aisyah@example.com") == "a***@example.com"
    assert masked_email(None) is None
    assert masked_number("60", "123456789") == "+60 12-***6789"


@given(
    st.lists(st.sampled_from(ALPHABET), min_size=11, max_size=11),
    st.integers(0, 10),
    st.sampled_from(ALPHABET),
)
def test_one_mistyped_sign_of_a_card_is_always_found(signs, place, wrong):
    typed = [*signs]
    typed[place] = wrong
    if typed != signs:
        assert check_character("".join(typed)) != check_character("".join(signs))


def test_a_card_is_drawn_from_every_sign():
    highest = member_code(lambda below: below - 1)
    assert highest.startswith("YYYY-YYYY-YYY")


@pytest.mark.parametrize(
    ("name", "masked"),
    [
        ("Aisyah Rahman", "Aisyah R."),
        ("Tan Wei Jie", "Tan W. J."),
        ("Aisyah", "Ai***"),
        ("陈伟杰", "陈伟***"),
        ("கவிதா முருகன்", "கவிதா மு."),
    ],
)
def test_a_masked_name_distinguishes_members_without_the_whole_name(name, masked):
    assert masked_name(name) == masked
