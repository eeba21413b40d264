import pytest

from loyalty.cli.signing import find_login
from loyalty.rules.signing import (
    MAX_REASON,
    is_same_operator,
    login_of,
    operator_of,
    problem_with_reason,
)

ABOUT = ("Aisyah binti Rahman", "123456789", "aisyah@example.com")


@pytest.mark.parametrize(
    ("reason", "kept"),
    [
        ("Ticket 1", True),
        ("Ticket1", False),
        ("", False),
        ("x" * MAX_REASON, True),
        ("x" * (MAX_REASON + 1), False),
        ("Ticket 4711, wrong date of birth", True),
        ("Aisyah called about their points", False),
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


@pytest.mark.parametrize(
    ("login", "output", "operator"),
    [
        ("siti", "", "siti"),
        ("siti", "SITI", "siti"),
        ("root", "siti", "siti via root"),
        ("root", "  Siti   Aminah ", "Siti Aminah via root"),
        ("root", "siti via bob", "siti via bob via root"),
    ],
)
def test_a_name_is_added_to_the_login_and_never_instead(login, output, operator):
    assert operator_of(login, output) == operator
    assert login_of(operator) == login


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("root", "root", True),
        ("alice via root", "bob via root", True),
        ("alice via root", "root", True),
        ("alice via Root", "bob via ROOT", True),
        ("bob via alice via root", "root", True),
        ("alice via siti", "alice via raj", False),
        ("siti via root", "siti", False),
        ("Siti via staff:12", "Raj via staff:13", False),
        ("Siti via staff:12", "Siti Aminah via staff:12", True),
        ("Siti via staff:12", "staff:12 via root", True),
        ("Siti via staff:12", "Siti via staff:12 via root", True),
        ("staff:12 via root", "staff:13 via root", True),
        ("staff:1 via root", "Siti via staff:12", False),
        ("staff:12 via root", "staff:12 via siti", True),
    ],
)
def test_two_operators_are_two_logins(one, other, same):
    assert is_same_operator(one, other) == is_same_operator(other, one) == same


@pytest.mark.parametrize(
    ("uid", "sudo_user", "login_uid", "login"),
    [
        (0, "siti", None, "siti"),  # sudo in a container
        (0, "", None, "root"),
        (7, "siti", None, "loyalty"),  # anybody can set a variable of their own
        (7, "", None, "loyalty"),
        (0, "raj", 1, "siti"),  # the kernel knows who logged in, whatever was typed since
        (7, "", 1, "siti"),  # sudo -u loyalty
        (0, "", 0, "root"),
    ],
)
def test_who_is_at_the_command_line_is_known_by_the_system(uid, sudo_user, login_uid, login):
    names = {0: "root", 1: "siti", 7: "loyalty"}
    assert find_login(uid, sudo_user, login_uid, names.__getitem__) == login
