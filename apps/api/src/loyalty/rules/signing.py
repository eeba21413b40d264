"""Who signs an act of the office, what counts as a reason, and when one person is not enough.

A reason is kept for two years, and longer than the member it is about may stay.
"""

import re

from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem

MIN_REASON, MAX_REASON = 8, 400
MAX_OPERATOR = 60


def problem_with_reason(reason: str, *, about: tuple[str | None, ...] = ()) -> Problem | None:
    """Why a reason cannot be kept, or None. `about` is what names the person: name, number, address."""
    if len(reason) < MIN_REASON:
        return Problem(Code.REASON_TOO_SHORT, {"min": MIN_REASON})
    if len(reason) > MAX_REASON:
        return Problem(Code.REASON_TOO_LONG, {"max": MAX_REASON})
    words = set(re.findall(r"\w+", reason.casefold()))
    digits = re.sub(r"\D", "", reason)
    for secret in filter(None, about):
        number = re.sub(r"\D", "", secret)
        if number and number == secret and number in digits:
            return Problem(Code.REASON_NAMES_MEMBER)
        if secret.casefold() in reason.casefold() or words & _long_words(secret):
            return Problem(Code.REASON_NAMES_MEMBER)
    return None


# Between the name that somebody gave and the login that the system knows: "siti via root".
VIA = " via "


def operator_of(login: str, given_name: str) -> str:
    """Who an act is signed by: the login, behind the name that `--by` adds when it says another."""
    given_name = " ".join(given_name.split())
    return login if not given_name or is_same_operator(given_name, login) else f"{given_name}{VIA}{login}"


def person_of(operator: str) -> str:
    """The name that an operator's signature begins with; the login where nobody gave one."""
    return operator.split(VIA, 1)[0]


def login_of(operator: str) -> str:
    """The login that an operator's signature ends with; names before it can be anything."""
    return operator.rsplit(VIA, 1)[-1]


_ACCOUNT = re.compile(r"staff:[1-9][0-9]*", re.ASCII)


def is_account(login: str) -> bool:
    """Whether a login is a staff account, written `staff:12` (rules/staff.py), and none of a machine."""
    return _ACCOUNT.fullmatch(login) is not None


def accounts_of(operator: str) -> frozenset[str]:
    """Whose act a signature is: its login, and the staff accounts before it ("staff:12 via root")."""
    parts = ["".join(each.split()).casefold() for each in operator.split(VIA)]
    return frozenset(each for at, each in enumerate(parts, 1) if at == len(parts) or is_account(each))


def is_same_operator(one: str, other: str) -> bool:
    """Whether two signatures may be of one person: of one login, whatever `--by` adds, or of one staff
    account. Naming an account with `--by` can only make two signatures the same, never different.
    """
    return bool(accounts_of(one) & accounts_of(other))


def _long_words(text: str) -> set[str]:
    """The words that name somebody: short ones such as "bin" are in every reason."""
    return (
        {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3} if "@" not in text else set()
    )
