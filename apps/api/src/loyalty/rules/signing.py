"""What counts as a reason: it is kept for two years, and longer than the member it is about may stay."""

from __future__ import annotations

import re

SHORTEST_REASON, LONGEST_REASON = 8, 400
LONGEST_OPERATOR = 60


def problem_with_reason(reason: str, *, about: tuple[str | None, ...] = ()) -> str | None:
    """Why a reason cannot be kept, or None. `about` is what names the person: name, number, address."""
    if len(reason) < SHORTEST_REASON:
        return (
            f"Please give a reason of {SHORTEST_REASON} characters or more, "
            "such as the ticket and what it asks for."
        )
    if len(reason) > LONGEST_REASON:
        return f"Please keep the reason to {LONGEST_REASON} characters."
    words = set(re.findall(r"\w+", reason.casefold()))
    digits = re.sub(r"\D", "", reason)
    for secret in filter(None, about):
        number = re.sub(r"\D", "", secret)
        if number and number == secret and number in digits:
            return _PERSONAL
        if secret.casefold() in reason.casefold() or words & _long_words(secret):
            return _PERSONAL
    return None


def is_same_operator(one: str, other: str) -> bool:
    """Whether two names are one operator's: capitals and spaces make no second pair of eyes."""
    return "".join(one.split()).casefold() == "".join(other.split()).casefold()


_PERSONAL = (
    "Please leave the member's name, number and address out of the reason: it stays when the member is "
    "erased. Their id is noted anyway."
)


def _long_words(text: str) -> set[str]:
    """The words that name somebody: short ones such as "bin" are in every reason."""
    return (
        {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3} if "@" not in text else set()
    )
