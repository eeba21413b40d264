"""The roles of the staff, given and taken, each with its own entry in the log."""

from collections.abc import Sequence

from sqlalchemy import delete
from sqlalchemy.orm import Session

from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.people import notices
from loyalty.backoffice.people.models import StaffGrant
from loyalty.db.clock import now
from loyalty.rules.signing import person_of
from loyalty.rules.staff import Grant

GIVEN, TAKEN = "staff.grant", "staff.ungrant"


def change(
    db: Session,
    staff_id: int,
    given: Sequence[Grant],
    taken: Sequence[Grant],
    signature: Signature,
    *,
    given_by: str | None = None,
) -> None:
    """Give and take roles of an account, in the caller's transaction, and mail its owner what was given.

    `given_by`: who asked for them, where `signature` is the approval of another person.
    """
    for each in taken:
        its = (
            StaffGrant.staff_id == staff_id,
            StaffGrant.role == each.role,
            StaffGrant.outlet_id.is_not_distinct_from(each.outlet_id),
        )
        for grant_id in db.scalars(delete(StaffGrant).where(*its).returning(StaffGrant.id)).all():
            note(db, signature, TAKEN, details(grant_id, staff_id, each))
    by = given_by or signature.operator
    for each in given:
        made = StaffGrant(
            staff_id=staff_id, role=each.role, outlet_id=each.outlet_id, given_at=now(db), given_by=by
        )
        db.add(made)
        db.flush()
        note(db, signature, GIVEN, details(made.id, staff_id, each))
        text = (
            f"{person_of(by)} gave you the role {_spoken(each)} in the staff app. "
            "If you do not expect this, tell head office."
        )
        notices.mail(db, staff_id, notices.ROLE, made.id, "You have a new role in the staff app", text)


def details(grant_id: int, staff_id: int, grant: Grant) -> str:
    """What the log says of a role that was given or taken."""
    return f"role {grant_id} of staff {staff_id}: {_spoken(grant)}"


def _spoken(grant: Grant) -> str:
    return f"{grant.role} at {f'outlet {grant.outlet_id}' if grant.outlet_id else 'every outlet'}"
