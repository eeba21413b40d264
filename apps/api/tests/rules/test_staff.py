"""Roles, outlets and times of the staff: every limit on both sides."""

from datetime import UTC, datetime, timedelta

import pytest

from loyalty.rules.signing import MAX_OPERATOR, login_of
from loyalty.rules.staff import (
    MAX_NAME,
    Denial,
    Grant,
    Permission,
    Role,
    Scope,
    at_counter,
    in_office,
    is_fresh,
    may_grant,
    may_manage,
    operator_of_staff,
    outlets_for,
    problem_with_grants,
    problem_with_name,
    problem_with_pin,
    session_ends_at,
    till_message,
    why_denied,
)
from support.cases import case, why

NOON = datetime(2026, 3, 14, 4, tzinfo=UTC)
CASHIER, MANAGER, AREA = Role.CASHIER, Role.OUTLET_MANAGER, Role.AREA_MANAGER
HEAD, FINANCE, HELP = Role.HEAD_OFFICE, Role.FINANCE, Role.HELP_DESK


def denied(permission, grants, outlet_id=None, verified_at=NOON):
    grants = [Grant(*each) for each in grants]
    return why_denied(permission, grants, outlet_id=outlet_id, verified_at=verified_at, now=NOON)


OWN = Permission({MANAGER: Scope.OWN, AREA: Scope.OWN})
ALL = Permission({AREA: Scope.ALL, HEAD: Scope.ALL})


@pytest.mark.parametrize(
    ("permission", "grants", "outlet_id", "why"),
    [
        (OWN, [(MANAGER, 1)], 1, None),
        (OWN, [(MANAGER, 1)], 2, Denial.OUTLET),
        (OWN, [(MANAGER, 1)], None, None),
        (OWN, [(MANAGER, 1), (MANAGER, 2)], 2, None),
        (OWN, [(AREA, None)], 2, None),
        (OWN, [(CASHIER, 1)], 1, Denial.ROLE),
        (OWN, [], 1, Denial.ROLE),
        (OWN, [(HEAD, None)], 1, Denial.ROLE),
        # One grant for every outlet lifts no restriction of another.
        (OWN, [(MANAGER, 1), (FINANCE, None)], 2, Denial.OUTLET),
        (ALL, [(AREA, 1)], 1, Denial.ROLE),
        (ALL, [(AREA, None)], 1, None),
        (ALL, [(AREA, 1), (FINANCE, None)], 1, Denial.ROLE),
        (ALL, [(HEAD, None)], None, None),
    ],
)
def test_a_grant_counts_for_its_role_and_its_outlet(permission, grants, outlet_id, why):
    assert denied(permission, grants, outlet_id) is why


def test_what_needs_a_fresh_verification_is_denied_without_one():
    fresh = Permission({MANAGER: Scope.OWN}, fresh=True)
    ago = timedelta(minutes=5)

    assert denied(fresh, [(MANAGER, 1)], 1, NOON - ago) is None
    assert denied(fresh, [(MANAGER, 1)], 1, NOON - ago - timedelta(seconds=1)) is Denial.VERIFICATION
    assert denied(fresh, [(MANAGER, 1)], 1, None) is Denial.VERIFICATION
    assert denied(fresh, [(CASHIER, 1)], 1, NOON) is Denial.ROLE
    assert is_fresh(NOON - ago, NOON)
    assert not is_fresh(NOON - ago - timedelta(microseconds=1), NOON)


def test_the_outlets_of_an_operation_are_those_of_the_roles_that_may():
    grants = [Grant(MANAGER, 1), Grant(CASHIER, 2), Grant(AREA, 3)]

    assert outlets_for(OWN, grants) == {1, 3}
    assert outlets_for(ALL, grants) == frozenset()
    assert outlets_for(OWN, [Grant(AREA, None), Grant(MANAGER, 1)]) == {None, 1}


@pytest.mark.parametrize(
    ("own", "wanted", "may"),
    [
        ((MANAGER, 1), (CASHIER, 1), True),
        ((MANAGER, 1), (CASHIER, 2), False),
        ((MANAGER, 1), (MANAGER, 1), False),
        ((AREA, 1), (MANAGER, 1), True),
        ((AREA, 1), (MANAGER, 2), False),
        ((AREA, None), (MANAGER, 2), True),
        ((AREA, None), (AREA, None), False),
        ((AREA, 1), (HEAD, None), False),
        ((HEAD, None), (HEAD, None), True),
        ((HEAD, None), (CASHIER, 7), True),
        ((FINANCE, None), (CASHIER, 1), False),
        ((HELP, None), (HELP, None), False),
        ((CASHIER, 1), (CASHIER, 1), False),
    ],
)
def test_nobody_gives_a_role_above_or_beyond_their_own(own, wanted, may):
    assert may_grant([Grant(*own)], Grant(*wanted)) is may


def test_who_acts_on_an_account_may_give_each_of_its_roles():
    manager = [Grant(MANAGER, 1)]

    assert may_manage(manager, [Grant(CASHIER, 1)])
    assert not may_manage(manager, [Grant(CASHIER, 1), Grant(CASHIER, 2)])
    assert may_manage([Grant(HEAD, None)], [])
    assert not may_manage(manager, [])


@pytest.mark.parametrize(
    ("grants", "problem"),
    [
        ([(CASHIER, 1)], None),
        ([(CASHIER, 1), (CASHIER, 2), (MANAGER, 1)], None),
        ([(AREA, 1), (AREA, 2)], None),
        ([(AREA, None)], None),
        ([(HEAD, None), (FINANCE, None)], None),
        ([], "at least one"),
        ([(CASHIER, None)], "needs an outlet"),
        ([(MANAGER, None)], "needs an outlet"),
        ([(HEAD, 1)], "leave the outlet out"),
        ([(FINANCE, 1)], "leave the outlet out"),
        ([(HELP, 1)], "leave the outlet out"),
        ([(CASHIER, 1), (CASHIER, 1)], "twice"),
    ],
)
def test_a_role_is_given_where_it_makes_sense(grants, problem):
    found = problem_with_grants([Grant(*each) for each in grants])

    assert found is None if problem is None else problem in str(found)


def test_a_pin_opens_the_counter_alone_and_a_passkey_everything_else():
    grants = [Grant(CASHIER, 1), Grant(CASHIER, 2), Grant(MANAGER, 1), Grant(FINANCE, None)]

    assert at_counter(grants, 1) == (Grant(CASHIER, 1),)
    assert at_counter(grants, 3) == ()
    assert in_office(grants) == (Grant(MANAGER, 1), Grant(FINANCE, None))


def test_a_session_ends_after_twelve_hours_and_in_the_office_when_it_is_not_used():
    hours, minutes = timedelta(hours=1), timedelta(minutes=1)

    assert session_ends_at(NOON, NOON, at_till=False) == NOON + 30 * minutes
    assert session_ends_at(NOON, NOON + 5 * hours, at_till=False) == NOON + 5 * hours + 30 * minutes
    assert session_ends_at(NOON, NOON + 12 * hours - minutes, at_till=False) == NOON + 12 * hours
    assert session_ends_at(NOON, NOON, at_till=True) == NOON + 12 * hours


@pytest.mark.parametrize("row", case("pins"), ids=why)
def test_a_pin_has_four_to_six_digits_and_is_no_first_guess(row):
    assert (problem_with_pin(row["pin"]) is None) is row["good"]


@pytest.mark.parametrize(
    ("name", "good"),
    [
        ("Siti Aminah", True),
        ("x" * MAX_NAME, True),
        ("x" * (MAX_NAME + 1), False),
        ("", False),
        ("  ", False),
        ("Octavia", True),
        ("siti via staff:3", False),
        ("via", False),
    ],
)
def test_a_name_cannot_sign_for_another_account(name, good):
    assert (problem_with_name(name) is None) is good


def test_the_longest_name_and_a_large_id_fit_into_a_signature():
    operator = operator_of_staff(999_999_999, "x" * MAX_NAME)

    assert len(operator) <= MAX_OPERATOR
    assert login_of(operator) == "staff:999999999"


def test_a_till_signs_for_one_purpose_of_one_till():
    assert till_message("login", 3, "abc") == b"loyalty-till\nlogin\n3\nabc"
