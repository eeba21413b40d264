"""What nobody sees makes no name; what a script or an emoji needs stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loyalty.rules.visible_text import visible_line

NAMES = {
    "a plain name": ("Nur Aisyah", "Nur Aisyah"),
    "spaces around and doubled": ("  Tan  Wei\u00a0\u3000Ling ", "Tan Wei Ling"),
    "only zero-width spaces": ("\u200b\u200b\u200b", ""),
    "only joiners": ("\u200d\u200c\u200d", ""),
    "Hangul fillers": ("\u3164\u3164\uffa0\u115f\u1160", ""),
    "blank Braille": ("\u2800\u2800", ""),
    "word joiners, a soft hyphen and a byte order mark": ("\ufeffSi\u00adti\u2060", "Siti"),
    "marks that turn the direction": ("\u202aAli\u202c \u2066bin\u2069 \u200fAbu\u200e", "Ali bin Abu"),
    "a space that nobody sees between words": ("Ali\u200b Abu", "Ali Abu"),
    "a joiner between Latin letters": ("A\u200dli", "Ali"),
    "a family of emoji": ("👨\u200d👩\u200d👧 Tan", "👨\u200d👩\u200d👧 Tan"),
    "a heart with its presentation, joined": ("👩\u200d❤\ufe0f\u200d👩", "👩\u200d❤\ufe0f\u200d👩"),
    "a skin tone, joined": ("👩🏽\u200d🍳 Mei", "👩🏽\u200d🍳 Mei"),
    "a flag of tags": (
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f Ng",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f Ng",
    ),
    "tags without a flag": ("Ng\U000e0067\U000e007f", "Ng"),
    "Malayalam with a joiner behind its virama": ("അവന\u0d4d\u200d", "അവന\u0d4d\u200d"),
    "Sinhala with a joiner inside": ("ශ\u0dca\u200dර\u0dd3", "ශ\u0dca\u200dර\u0dd3"),
    "Persian with a non-joiner": ("می\u200cخواهم", "می\u200cخواهم"),
    "Tamil": ("கவிதா", "கவிதா"),
    "Thai": ("น\u0e49ำฝน", "น\u0e49ำฝน"),
    "a variant of a Han sign": ("葛\U000e0100城", "葛\U000e0100城"),
    "a variant of nothing": ("A\U000e0100b", "Ab"),
}


@pytest.mark.parametrize("why", NAMES)
def test_a_line_keeps_what_can_be_seen(why):
    typed, name = NAMES[why]
    assert visible_line(typed) == name


@given(st.text(max_size=60))
def test_a_visible_line_stays_as_it_is(typed):
    assert visible_line(visible_line(typed)) == visible_line(typed)
