"""Look-ups in the office: counted like those of tills, and by a bare id only what one sees anyway."""

from datetime import datetime

from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.log.log import has_noted
from loyalty.db.clock import now
from loyalty.errors import Conflict, Forbidden
from loyalty.features.points import bill_review
from loyalty.features.rewards import vouchers
from loyalty.features.till import lookups
from loyalty.rules.codes import Code
from loyalty.rules.staff import (
    LOOKUP_HOLDS,
    MANAGERS,
    MANAGERS_AND_CASHIERS,
    MANAGERS_AND_HELP_DESK,
    may_look_up_by_id,
)

MAX_WAITING = 1_000


def count(office: OfficeContext, db: Session, member_id: int | None, what: str) -> None:
    """Count the look-up of a member or of their voucher (`what`), None: a miss, in the caller's transaction.

    Raises TooMany beyond `rules.bills.OFFICE_LOOKUPS`.
    """
    staff_id = office.session.staff_id
    lookups.refuse_floods(db, None, staff_id)
    if member_id is None:
        lookups.log_miss(db, None, staff_id)
    else:
        lookups.log_lookup(db, None, member_id, what, staff_id)


def has_looked_up(office: OfficeContext, db: Session, member_id: int, at: datetime) -> bool:
    """Whether this person has just looked the member up (`LOOKUP_HOLDS`)."""
    return has_noted(db, office.signed(), "member.show", member_id, at - LOOKUP_HOLDS)


def refuse_unless_looked_up(office: OfficeContext, db: Session, member_id: int) -> None:
    """Raise Conflict `lookup_needed` unless they have."""
    if not has_looked_up(office, db, member_id, now(db)):
        raise Conflict(Code.LOOKUP_NEEDED)


def refuse_bare_id(office: OfficeContext, db: Session, member_id: int) -> None:
    """Raise Forbidden `number_needed` for a member of whom somebody knows nothing but an id."""
    if not may_find_by_id(office, db, member_id):
        raise Forbidden(Code.NUMBER_NEEDED)


def may_find_by_id(office: OfficeContext, db: Session, member_id: int) -> bool:
    """Whether somebody may look a member up, or act on their record, by a bare id: whom they have just looked
    up, or see on a bill, a voucher or a proposal of an outlet of theirs.
    """
    at, session = now(db), office.session
    if may_look_up_by_id(session.grants) or has_looked_up(office, db, member_id, at):
        return True
    of_bills = OfficeContext(session, MANAGERS_AND_CASHIERS).outlet_ids()
    of_vouchers = OfficeContext(session, MANAGERS).outlet_ids()
    waiting = approvals.listed(OfficeContext(session, MANAGERS_AND_HELP_DESK), limit=MAX_WAITING)
    return bool(
        bill_review.reviewed(db, at, bill_review.Chosen(of_bills, member_id=member_id), limit=1)
        or vouchers.listed(db, at, outlet_ids=of_vouchers, member_id=member_id, limit=1)
        or any(member_id in (each["member_id"], each["to_member_id"]) for each in waiting)
    )
