"""What is taken for a name, a date of birth or an e-mail address, and how others get to see them."""

import re
import unicodedata
from datetime import date
from typing import Any, Final

from loyalty.rules.codes import Code
from loyalty.rules.group import GROUP
from loyalty.rules.problems import Problem
from loyalty.rules.visible_text import visible_line

MALE, FEMALE, OTHER_GENDER = 1, 2, 99
GENDERS = (MALE, FEMALE, OTHER_GENDER)
OTHER_GENDER_IN_SETTINGS = 3
RACES = (1, 2, 3, 99)  # Malay, Chinese, Indian, Others (spec 000 §3)

MIN_NAME = 2
MAX_NAME = 100
# A character on the screen may be several code points (an emoji family is seven); a column holds code points.
MAX_NAME_STORED = 400
OLDEST_BIRTH = date(1900, 1, 1)

_EMAIL = re.compile(r"[^\s@<>\"(),:;\[\]\\]+@[^\s@<>\"(),:;\[\]\\.]+(\.[^\s@<>\"(),:;\[\]\\.]+)+")
_JOINER = "\u200d"
_SKIN_TONES = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"


def gender(gender_id: int) -> int:
    """The one id of a gender: the settings' 3 for Other is 99 everywhere else (spec 001 §3)."""
    return OTHER_GENDER if gender_id == OTHER_GENDER_IN_SETTINGS else gender_id


def normal_name(typed: str) -> str:
    """A name as it is stored: composed (NFC) and visible."""
    return unicodedata.normalize("NFC", visible_line(unicodedata.normalize("NFC", typed)))


def problem_with_name(name: str) -> Problem | None:
    """Why a normal name is not valid (spec 001 §5), or None. Counts characters as a reader would."""
    characters = _characters_in(name)
    if characters < MIN_NAME:
        return Problem(Code.NAME_TOO_SHORT)
    if characters > MAX_NAME or len(name) > MAX_NAME_STORED:
        return Problem(Code.NAME_TOO_LONG)
    return None


def problem_with_email(email: str) -> Problem | None:
    """Why this does not look like an address, in the words of spec 001 §5, or None."""
    looks_right = len(email) <= 254 and _EMAIL.fullmatch(email)
    return None if looks_right else Problem(Code.INVALID_EMAIL)


def problem_with_date_of_birth(born: date, today: date) -> Problem | None:
    """Why nobody was born then, or None."""
    return None if OLDEST_BIRTH <= born <= today else Problem(Code.INVALID_DATE_OF_BIRTH)


def masked_email(email: str | None) -> str | None:
    """An address that its owner recognises and nobody else can write to: `a***@example.com`."""
    if email is None:
        return None
    name, _, domain = email.partition("@")
    return f"{name[:1]}***@{domain}"


def masked_number(calling_code: str, number: str) -> str:
    """A telephone number with its middle hidden: `+60 12-***6789`."""
    return f"+{calling_code} {number[:2]}-***{number[-4:]}"


def masked_name(name: str) -> str:
    """A part of a name that distinguishes members: `Aisyah R.`, `Tan W. J.`, and `Ai***`."""
    first, *others = name.split()
    if not others:
        return f"{first[:2]}***"
    return " ".join([first, *(f"{_first_character(word)}." for word in others)])


def _first_character(word: str) -> str:
    """The first letter of a word, with the accents and vowel characters that belong to it."""
    ends = 1
    while ends < len(word) and unicodedata.category(word[ends]).startswith("M"):
        ends += 1
    return word[:ends]


def _characters_in(text: str) -> int:
    """How many characters a reader sees: accents, vowel characters and parts of an emoji belong to the
    character before.
    """
    return sum(
        before != _JOINER
        and point != _JOINER
        and point not in _SKIN_TONES
        and not unicodedata.category(point).startswith("M")
        for before, point in zip("\0" + text, text, strict=False)
    )


FREQUENCIES: Final = ("immediate", "daily", "weekly", "minimal")
LANGUAGES: Final = ("en", "ms", "zh", "ta", "th", "id")
FALLBACK_LANGUAGES: Final = ("en", "ms", "zh")
DATE_FORMATS: Final = ("DD/MM/YYYY", "MM/DD/YYYY", "YYYY-MM-DD", "DD MMM YYYY")
TIME_FORMATS: Final = ("12", "24")
CURRENCIES: Final = tuple(dict.fromkeys((GROUP.currency.code, "USD", "SGD", "EUR")))
NUMBER_FORMATS: Final = ("1,234.56", "1.234,56", "1 234.56")
VISIBILITIES: Final = ("public", "members", "private")

# What is advertising, and so a consent of its own that is given and withdrawn at any time (PDPA s. 43).
MARKETING: Final = (
    "promotions_notifications",
    "menu_notifications",
    "newsletter",
    "birthday_offers",
)

DEFAULTS: Final[dict[str, dict[str, Any]]] = {
    "notifications": {
        "push_enabled": True,
        "points_notifications": True,
        "promotions_notifications": True,
        "order_notifications": True,
        "menu_notifications": False,
        "weekly_summary": True,
        "newsletter": True,
        "birthday_offers": True,
        "security_notifications": True,
        "quiet_hours_enabled": False,
        "quiet_hours_start": "22:00",
        "quiet_hours_end": "08:00",
        "notification_frequency": "immediate",
    },
    "language": {
        "selected_language": "en",
        "date_format": "DD/MM/YYYY",
        "time_format": "24",
        "currency": GROUP.currency.code,
        "number_format": "1,234.56",
        "auto_translate_menu": True,
        "show_original_text": False,
        "fallback_language": "en",
    },
    "privacy": {
        "profile_visibility": "public",
        "show_activity_status": True,
        "allow_contact": True,
    },
}
