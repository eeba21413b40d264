"""Telephone numbers: the normal form of each, and the sentence that says why one is refused.

The cases in libs/api-client/cases/phone.json test this file and its TypeScript twin.
"""

import re
import unicodedata
from dataclasses import dataclass

from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem


@dataclass(frozen=True)
class CountryRule:
    """What the national digits of a country look like, and what to say when they do not (spec 000 §5)."""

    shape: re.Pattern[str]
    code: Code


# [0-9] and not \d: \d also matches Arabic, full-width and a hundred other kinds of digits.
COUNTRY_RULES = {
    "60": CountryRule(re.compile(r"1[0-9]{8,9}"), Code.INVALID_NUMBER_60),
    "65": CountryRule(re.compile(r"[89][0-9]{7}"), Code.INVALID_NUMBER_65),
    "1": CountryRule(re.compile(r"[2-9][0-9]{2}[2-9][0-9]{6}"), Code.INVALID_NUMBER_1),
    "44": CountryRule(re.compile(r"7[0-9]{9,10}"), Code.INVALID_NUMBER_44),
    "86": CountryRule(re.compile(r"1[3-9][0-9]{9}"), Code.INVALID_NUMBER_86),
    "91": CountryRule(re.compile(r"[6-9][0-9]{9}"), Code.INVALID_NUMBER_91),
}
ANY_OTHER_COUNTRY = CountryRule(re.compile(r"[0-9]{7,15}"), Code.INVALID_NUMBER)


def normalise(calling_code: str, typed: str) -> str | None:
    """The national digits of what somebody typed (`"60"`, `"+60 12-345 6789"` → `"123456789"`).

    None when it is no mobile number of that country; `invalid_number` then says why.
    """
    number = _national_digits(calling_code, typed)
    if number is None:
        return None
    # Many write the country's code without its plus; it is taken off where the number fits no other way.
    candidates = (number, number.removeprefix(calling_code).lstrip("0"))
    return next((each for each in candidates if _rule(calling_code).shape.fullmatch(each)), None)


def invalid_number(calling_code: str) -> Problem:
    """What is said of a number that is none of this country (spec 000 §5)."""
    return Problem(_rule(calling_code).code)


def is_written_as(calling_code: str, national: str, typed: str) -> bool:
    """Whether a number that somebody typed without choosing a country is this one.

    It may begin with the country's prefix, with zeros, or with its first national digit.
    """
    before_digits = re.split("[0-9]", typed, maxsplit=1)[0]
    digits = re.sub("[^0-9]", "", typed).lstrip("0")
    prefixed = digits.startswith(calling_code) and digits.removeprefix(calling_code).lstrip("0") == national
    return prefixed or ("+" not in before_digits and digits == national)


def _rule(calling_code: str) -> CountryRule:
    return COUNTRY_RULES.get(calling_code, ANY_OTHER_COUNTRY)


def _national_digits(calling_code: str, typed: str) -> str | None:
    """The digits without country prefix and leading zeros; None when a digit is not one of 0 to 9.

    Digits of other scripts are refused and not translated: the same number would have a second form, with
    limits and a member of its own.
    """
    if any(unicodedata.category(sign).startswith("N") and not sign.isascii() for sign in typed):
        return None
    before_digits = re.split("[0-9]", typed, maxsplit=1)[0]
    digits = re.sub("[^0-9]", "", typed)
    prefix = calling_code if "+" in before_digits else f"00{calling_code}"
    return digits.removeprefix(prefix).lstrip("0")
