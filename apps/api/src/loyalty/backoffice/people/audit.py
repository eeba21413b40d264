"""Whether every account, role, invitation, passkey, PIN and till was made by the application, which writes
each into the sealed log of the office.
"""

from collections import Counter
from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty.backoffice.log import log
from loyalty.backoffice.people import grants, invitations, passkeys, people
from loyalty.backoffice.people.models import Staff, StaffGrant, StaffInvitation, StaffPasskey, StaffPin
from loyalty.db.clock import now
from loyalty.features.points.audit import Violation
from loyalty.features.till import tills
from loyalty.rules.retention import OFFICE_LOG_KEPT_MONTHS, months_before
from loyalty.rules.staff import Grant, Role

NOBODY = 0
TILL_ADDED = "till.add"


def violations(db: Session) -> Iterator[Violation]:
    """What breaks SECURITY.md I-19: rows without their entry in the log, which keeps two years."""
    since = months_before(now(db), OFFICE_LOG_KEPT_MONTHS)
    pins = people.PIN_SET, people.PIN_CHOSEN
    actions = (people.ADDED, grants.GIVEN, grants.TAKEN, invitations.MADE, passkeys.ADDED, *pins, TILL_ADDED)
    logged = Counter((action, details) for action, _, _, details in log.noted(db, actions, since))
    added = {details.partition(":")[0] for action, details in logged if action == TILL_ADDED}
    for staff_id in db.scalars(select(Staff.id).where(Staff.created_at > since)):
        if (people.ADDED, f"staff {staff_id}") not in logged:
            yield _made_elsewhere(f"account {staff_id}")
    given = select(StaffGrant.id, StaffGrant.staff_id, StaffGrant.role, StaffGrant.outlet_id)
    for row in db.execute(given.where(StaffGrant.given_at > since)):
        what = grants.details(row.id, row.staff_id, Grant(Role(row.role), row.outlet_id))
        if logged[grants.GIVEN, what] <= logged[grants.TAKEN, what]:
            yield _made_elsewhere(what)
    invited = select(StaffInvitation.id, StaffInvitation.staff_id)
    for invitation_id, staff_id in db.execute(invited.where(StaffInvitation.created_at > since)):
        if (invitations.MADE, what := invitations.details(invitation_id, staff_id)) not in logged:
            yield _made_elsewhere(what)
    for passkey in db.scalars(select(StaffPasskey).where(StaffPasskey.created_at > since)):
        what = passkeys.details(passkey)
        if (passkeys.ADDED, what) not in logged:
            yield _made_elsewhere(what)
    logged_pins = {(action, details.partition(";")[0]) for action, details in logged if action in pins}
    for pin in db.scalars(select(StaffPin)):
        action, made_at = (pins[0], pin.set_at) if pin.chosen_at is None else (pins[1], pin.chosen_at)
        what = people.pin_details(pin.staff_id, pin.pin_hash)
        if made_at > since and (action, what) not in logged_pins:
            yield _made_elsewhere(what)
    for till in tills.all_tills(db):
        if till.created_at > since and (what := f"till {till.id} at outlet {till.outlet_id}") not in added:
            yield _made_elsewhere(what)


def _made_elsewhere(what: str) -> Violation:
    return Violation("I-19", NOBODY, f"{what} is not in the log of the office as it is")
