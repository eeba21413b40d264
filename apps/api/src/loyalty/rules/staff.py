"""What each role of the staff may do and where, and how long staff sessions, PINs and invitations last.

A person's grants are one row a role and outlet, and each counts for itself: a grant for every outlet lifts no
restriction of another grant.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from loyalty.rules.codes import Code
from loyalty.rules.otp import DAY, Limit
from loyalty.rules.problems import Problem
from loyalty.rules.signing import VIA


class Role(StrEnum):
    """What somebody is for the programme."""

    CASHIER = "cashier"
    OUTLET_MANAGER = "outlet-manager"
    AREA_MANAGER = "area-manager"
    HEAD_OFFICE = "head-office"
    FINANCE = "finance"
    HELP_DESK = "help-desk"


class Scope(StrEnum):
    """Where a role may do something: at the outlets that its grants name, or only with a grant for all."""

    OWN = "own"
    ALL = "all"


@dataclass(frozen=True)
class Grant:
    """One role at one outlet; `outlet_id` None is every outlet."""

    role: Role
    outlet_id: int | None

    def covers(self, outlet_id: int | None) -> bool:
        """Whether it counts at an outlet; None asks for every outlet."""
        return self.outlet_id is None or self.outlet_id == outlet_id


@dataclass(frozen=True)
class Permission:
    """Who may make a call. A public call needs no session: its body has to prove who asks.

    `everybody`: all who are signed in. `fresh`: only within `FRESH_FOR` after a verification by passkey.
    """

    roles: Mapping[Role, Scope] = field(default_factory=dict)
    fresh: bool = False
    public: bool = False
    everybody: bool = False


PUBLIC = Permission(public=True)
SIGNED_IN = Permission(everybody=True)
CASHIERS = Permission({Role.CASHIER: Scope.OWN})
HEAD_OFFICE = Permission({Role.HEAD_OFFICE: Scope.ALL})
HEAD_OFFICE_AND_FINANCE = Permission({**HEAD_OFFICE.roles, Role.FINANCE: Scope.ALL})
HEAD_OFFICE_AND_HELP_DESK = Permission({**HEAD_OFFICE.roles, Role.HELP_DESK: Scope.ALL})
DECIDERS = Permission({**HEAD_OFFICE.roles, Role.AREA_MANAGER: Scope.OWN})
MANAGERS = Permission({**DECIDERS.roles, Role.OUTLET_MANAGER: Scope.OWN})
MANAGERS_AND_CASHIERS = Permission({**MANAGERS.roles, Role.CASHIER: Scope.OWN})
MANAGERS_AND_FINANCE = Permission({**MANAGERS.roles, Role.FINANCE: Scope.ALL})
MANAGERS_AND_HELP_DESK = Permission({**MANAGERS.roles, Role.HELP_DESK: Scope.ALL})


def operations_of(permissions: Mapping[str, Permission], grants: Iterable[Grant]) -> list[str]:
    """Of the calls with these permissions, those that somebody with these grants may make somewhere."""
    own = tuple(grants)
    return [
        name
        for name, permission in permissions.items()
        if permission.everybody or (not permission.public and outlets_for(permission, own))
    ]


class Denial(StrEnum):
    """Why somebody who is signed in may not do something."""

    ROLE = "role"
    OUTLET = "outlet"
    VERIFICATION = "verification"


def outlets_for(permission: Permission, grants: Iterable[Grant]) -> frozenset[int | None]:
    """The outlets at which somebody has a permission; None in it is every outlet, an empty set nowhere."""
    return frozenset(
        grant.outlet_id
        for grant in grants
        if grant.role in permission.roles
        and (permission.roles[grant.role] is Scope.OWN or grant.outlet_id is None)
    )


def why_denied(
    permission: Permission,
    grants: Iterable[Grant],
    *,
    outlet_id: int | None = None,
    verified_at: datetime | None,
    now: datetime,
) -> Denial | None:
    """Why these grants deny a call at an outlet, or at none in particular; else None."""
    if not (permission.public or permission.everybody):
        outlets = outlets_for(permission, grants)
        if not outlets:
            return Denial.ROLE
        if outlet_id is not None and not outlets & {None, outlet_id}:
            return Denial.OUTLET
    if permission.fresh and not is_fresh(verified_at, now):
        return Denial.VERIFICATION
    return None


def may_act_at(outlets: frozenset[int | None], outlet_id: int | None) -> bool:
    """Whether these outlets (`outlets_for`) hold this one; what is at no outlet needs every outlet."""
    return bool(outlets & {None, outlet_id})


def may_decide(grants: Iterable[Grant], outlet_id: int | None) -> bool:
    """Whether somebody may approve what concerns an outlet, and do alone what others propose there."""
    return may_act_at(outlets_for(DECIDERS, grants), outlet_id)


# What every role sees of a member's record. Who does not see the rest neither changes it alone nor approves a
# change of it.
SHOWN_FIELDS = frozenset(
    {
        "id",
        "name",
        "gender_id",
        "outlet_id",
        "status_id",
        "member_point_amount",
        "current_member_membership_point",
        "membership_id",
        "membership_level",
        "membership_name",
        "last_login_at",
        "created_at",
    }
)


def may_correct(grants: Iterable[Grant], outlet_id: int | None, fields: Iterable[str]) -> bool:
    """Whether somebody may change these fields of a member of an outlet alone, or approve such a change."""
    own = tuple(grants)
    return may_decide(own, outlet_id) and (sees_whole_record(own) or SHOWN_FIELDS.issuperset(fields))


def sees_whole_record(grants: Iterable[Grant]) -> bool:
    """Whether all of a member's record is shown, not `SHOWN_FIELDS` alone."""
    return any(each.role in (Role.HEAD_OFFICE, Role.HELP_DESK) for each in grants)


def has_to_say_why(grants: Iterable[Grant]) -> bool:
    """Whether a reason is needed to look at a member: the help desk sees the record for a request alone."""
    roles = {each.role for each in grants}
    return Role.HELP_DESK in roles and Role.HEAD_OFFICE not in roles


def may_look_up_by_id(grants: Iterable[Grant]) -> bool:
    """Whether a member's id is enough to look them up. Ids are counted up: the others need a number, a card,
    or a bill, voucher or proposal of an outlet of their own.
    """
    return any(each.role is Role.HEAD_OFFICE for each in grants)


# So long after a look-up the member's history can be read on, page by page.
LOOKUP_HOLDS = timedelta(minutes=30)
# Members whom one person in the office signs out everywhere.
SIGN_OUTS = Limit(20, DAY)


# Whom a role may add, change, invite and disable, at the outlets of its own grant.
MANAGED_BY: dict[Role, frozenset[Role]] = {
    Role.OUTLET_MANAGER: frozenset({Role.CASHIER}),
    Role.AREA_MANAGER: frozenset({Role.CASHIER, Role.OUTLET_MANAGER}),
    Role.HEAD_OFFICE: frozenset(Role),
}
EVERYWHERE_ONLY = frozenset({Role.HEAD_OFFICE, Role.FINANCE, Role.HELP_DESK})
OUTLETS_ONLY = frozenset({Role.CASHIER, Role.OUTLET_MANAGER})


def may_grant(grants: Iterable[Grant], wanted: Grant) -> bool:
    """Whether somebody with these grants may give or take another grant."""
    return any(wanted.role in MANAGED_BY.get(own.role, ()) and own.covers(wanted.outlet_id) for own in grants)


def may_manage(grants: Iterable[Grant], theirs: Iterable[Grant]) -> bool:
    """Whether somebody may act on a whole account: on each of its grants; without any, head office may."""
    own, found = tuple(grants), tuple(theirs)
    return all(may_grant(own, each) for each in found) if found else is_head_office(own)


def is_head_office(grants: Iterable[Grant]) -> bool:
    """Whether somebody is of head office."""
    return any(each.role is Role.HEAD_OFFICE for each in grants)


def needs_second_person(given: Iterable[Grant]) -> bool:
    """Whether one person of head office cannot give these roles alone: those of deciders."""
    return any(each.role in DECIDERS.roles for each in given)


def problem_with_grants(grants: Iterable[Grant]) -> Problem | None:
    """Why somebody cannot have these grants, or None."""
    found = list(grants)
    if not found:
        return Problem(Code.NO_ROLE)
    if len(found) != len(set(found)):
        return Problem(Code.ROLE_TWICE)
    for grant in found:
        if grant.role in EVERYWHERE_ONLY and grant.outlet_id is not None:
            return Problem(Code.ROLE_EVERYWHERE, {"role": grant.role.value})
        if grant.role in OUTLETS_ONLY and grant.outlet_id is None:
            return Problem(Code.ROLE_NEEDS_OUTLET, {"role": grant.role.value})
    return None


def at_counter(grants: Iterable[Grant], outlet_id: int) -> tuple[Grant, ...]:
    """What counts after a sign-in by PIN: being a cashier at the till's outlet, whatever else they are."""
    return tuple(each for each in grants if each == Grant(Role.CASHIER, outlet_id))


def in_office(grants: Iterable[Grant]) -> tuple[Grant, ...]:
    """What counts after a sign-in by passkey: all but being a cashier, which needs an enrolled till."""
    return tuple(each for each in grants if each.role is not Role.CASHIER)


# The signature of the office log holds the name before " via staff:<id>".
MAX_NAME = 40


def problem_with_name(name: str) -> Problem | None:
    """Why an account cannot have this name, or None."""
    if not name.strip():
        return Problem(Code.NO_NAME)
    if len(name) > MAX_NAME:
        return Problem(Code.LONG_NAME, {"max": MAX_NAME})
    if VIA in f" {name} ":
        return Problem(Code.NAME_WITH_VIA)
    return None


# A session, from the sign-in on; in the office it also ends when it is not used. At a counter it does not:
# the till is the restaurant's own, and cashiers take turns at it by their PINs.
SESSION_LIFE = timedelta(hours=12)
IDLE_IN_OFFICE = timedelta(minutes=30)
# Use is noted this often, so that not every request writes: a session may end by so much earlier.
SEEN_TO = timedelta(minutes=1)
FRESH_FOR = timedelta(minutes=5)
INVITATION_LIFE = timedelta(hours=24)
ENROLMENT_LIFE = timedelta(minutes=10)
MAX_PASSKEYS = 10


def session_ends_at(created_at: datetime, last_seen_at: datetime, *, at_till: bool) -> datetime:
    """When a session ends if it is not used any more."""
    ends_at = created_at + SESSION_LIFE
    return ends_at if at_till else min(ends_at, last_seen_at + IDLE_IN_OFFICE)


def is_fresh(verified_at: datetime | None, now: datetime) -> bool:
    """Whether a verification by passkey is recent enough for approvals, exports and changes of roles."""
    return verified_at is not None and now <= verified_at + FRESH_FOR


MIN_PIN, MAX_PIN = 4, 6
# So many wrong tries lock the PIN, not the till; a manager sets a new one.
PIN_TRIES = 5
_PIN = re.compile(rf"[0-9]{{{MIN_PIN},{MAX_PIN}}}", re.ASCII)
_YEAR = re.compile(r"(19|20)[0-9]{2}", re.ASCII)
# The digits, and the columns of a number pad, whose 0 is below each of them.
_ROWS = ("01234567890", "147258369", "1470", "2580", "3690")


def problem_with_pin(pin: str) -> Problem | None:
    """Why this cannot be a PIN, or None. Those that are tried first are refused (NIST SP 800-63B §3.1.1).

    The rows in libs/api-client/cases/pins.json hold it and its TypeScript twin together.
    """
    if not _PIN.fullmatch(pin):
        return Problem(Code.PIN_LENGTH, {"min": MIN_PIN, "max": MAX_PIN})
    repeats_itself = pin in (pin + pin)[1:-1]
    is_a_row = any(pin in row or pin[::-1] in row for row in _ROWS)
    if repeats_itself or is_a_row or _YEAR.fullmatch(pin):
        return Problem(Code.PIN_TOO_EASY)
    return None


class TillPurpose(StrEnum):
    """What an enrolled till signs for."""

    CASHIERS = "cashiers"
    LOGIN = "login"
    SALE = "sale"


def till_message(purpose: TillPurpose, till_id: int, challenge: str) -> bytes:
    """What the tablet signs with its key (Ed25519): the purpose, its till and the server's challenge, or of a
    sale who made it, when, and its Idempotency-Key.
    """
    return f"loyalty-till\n{purpose}\n{till_id}\n{challenge}".encode()


@dataclass(frozen=True)
class StaffSession:
    """Who is signed in. `grants` are those that count in this session (`at_counter`, `in_office`).
    `is_use_due`: that it was used has not been noted for SEEN_TO.
    """

    id: int
    staff_id: int
    name: str
    grants: tuple[Grant, ...]
    till_id: int | None
    created_at: datetime
    last_seen_at: datetime
    verified_at: datetime | None
    at: datetime
    is_use_due: bool = False

    @property
    def operator(self) -> str:
        """How their acts are signed in the office log."""
        return operator_of_staff(self.staff_id, self.name)

    @property
    def ends_at(self) -> datetime:
        """When it ends if it is not used any more."""
        return session_ends_at(self.created_at, self.last_seen_at, at_till=self.till_id is not None)


def operator_of_staff(staff_id: int, name: str) -> str:
    """The signature of an account: the name, and the account as what `rules.signing` compares."""
    return f"{name}{VIA}{account_of(staff_id)}"


def account_of(staff_id: int) -> str:
    """An account as signatures name it."""
    return f"staff:{staff_id}"
