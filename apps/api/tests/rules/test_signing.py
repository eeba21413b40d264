from __future__ import annotations

import pytest

from loyalty.rules.signing import LONGEST_REASON, problem_with_reason

ABOUT = ("Aisyah binti Rahman", "123456789", "aisyah@example.com")


@pytest.mark.parametrize(
    ("reason", "kept"),
    [
        ("Ticket 1", True),
        ("Ticket1", False),
        ("", False),
        ("x" * LONGEST_REASON, True),
        ("x" * (LONGEST_REASON + 1), False),
        ("Ticket 4711, wrong date of birth", True),
        ("Aisyah called about her points", False),
        ("asked by AISYAH, ticket 12", False),
        ("Mr bin Ali of the outlet asked", True),
        ("called from 012-345 6789 today", False),
        ("called from +60 12-345 6789", False),
        ("ticket 12345678 and no more", True),
        ("mail from aisyah@example.com", False),
        ("mail from somebody@example.com", True),
    ],
)
def test_a_reason_says_why_and_not_who(reason, kept):
    assert (problem_with_reason(reason, about=ABOUT) is None) == kept


def test_a_member_without_an_address_is_no_obstacle():
    assert problem_with_reason("Ticket 4711", about=("Ng", "123456789", None)) is None
