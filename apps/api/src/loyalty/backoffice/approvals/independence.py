"""Whether two people who decide together are independent of each other (rules/independence.py)."""

from datetime import datetime

from sqlalchemy import exists, literal, select, union_all
from sqlalchemy.orm import Session, aliased

from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.people.models import Staff, StaffGrant, StaffInvitation, StaffPin
from loyalty.db.clock import now
from loyalty.errors import Conflict
from loyalty.rules import independence
from loyalty.rules.independence import TIED_FOR, How, Tie
from loyalty.rules.problems import Problem
from loyalty.rules.staff import Grant, Role, account_of


def makers(db: Session, operator: str, at: datetime) -> frozenset[str]:
    """The logins behind a signature or an account such as `staff:12`: its own, and those that added it, gave
    it a role, invited it or set its PIN within thirty days before `at`, directly or through others.
    """
    return frozenset(independence.makers(operator, ties(db, at), at))


def why_not_independent(db: Session, asked_by: str, operator: str, at: datetime) -> Problem | None:
    """Why `operator` cannot decide what `asked_by` proposed; None: they can."""
    return independence.why_not_independent(asked_by, operator, ties(db, at), at)


def refuse_dependent(db: Session, proposed_by: str, signature: Signature) -> None:
    """Raise Conflict, with the tie, for somebody who cannot decide what `proposed_by` proposed."""
    if why := why_not_independent(db, proposed_by, signature.operator, now(db)):
        raise Conflict(why)


def ties(db: Session, at: datetime) -> list[Tie]:
    """What was done for accounts within thirty days before a moment, the newest first, in one statement.

    An invitation counts from its use; a role that a person has at more outlets than one from the first.
    """
    since = at - TIED_FOR
    earlier = aliased(StaffGrant)
    had_it = exists().where(
        earlier.staff_id == StaffGrant.staff_id, earlier.role == StaffGrant.role, earlier.given_at <= since
    )
    invited_at, pin_at = StaffInvitation.used_at, StaffPin.set_at
    found = union_all(
        select(Staff.created_by.label("maker"), Staff.id.label("made"), literal(How.ADDED.value).label("how"))
        .add_columns(Staff.created_at.label("at"))
        .where(Staff.created_at > since),
        select(StaffGrant.given_by, StaffGrant.staff_id, literal(How.ROLE.value), StaffGrant.given_at).where(
            StaffGrant.given_at > since, ~had_it
        ),
        select(
            StaffInvitation.created_by, StaffInvitation.staff_id, literal(How.INVITED.value), invited_at
        ).where(invited_at > since),
        select(StaffPin.set_by, StaffPin.staff_id, literal(How.PIN.value), pin_at).where(pin_at > since),
    ).subquery()
    rows = db.execute(select(found).order_by(found.c.at.desc()))
    return [Tie(row.maker, account_of(row.made), How(row.how), row.at) for row in rows]


def people(db: Session) -> list[tuple[Staff, tuple[Grant, ...]]]:
    """The accounts that are not disabled and have a role, by name, with their roles."""
    query = (
        select(Staff, StaffGrant.role, StaffGrant.outlet_id)
        .join(StaffGrant, StaffGrant.staff_id == Staff.id)
        .where(Staff.disabled_at.is_(None))
        .order_by(Staff.name, Staff.id)
    )
    found: dict[Staff, list[Grant]] = {}
    for person, role, outlet_id in db.execute(query):
        found.setdefault(person, []).append(Grant(Role(role), outlet_id))
    return [(person, tuple(grants)) for person, grants in found.items()]
