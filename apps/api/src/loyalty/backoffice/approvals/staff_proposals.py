"""What one person asks for an account and another of head office decides: roles of those who decide what
others propose, and an invitation for somebody who has made a passkey before.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, insert, select
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import decisions
from loyalty.backoffice.approvals.decisions import DONE, REFUSED, WAITING, WITHDRAWN
from loyalty.backoffice.approvals.models import StaffProposal
from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.people import grants, invitations, sessions
from loyalty.backoffice.people.models import Staff, StaffInvitation
from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.errors import Conflict
from loyalty.rules.signing import accounts_of, is_same_operator
from loyalty.rules.staff import INVITATION_LIFE, Grant, Role, account_of

ROLES, INVITATION = "roles", "invitation"
_PROPOSALS = StaffProposal.__table__.c


def ask(
    db: Session,
    kind: str,
    staff_id: int,
    signature: Signature,
    *,
    given: Sequence[Grant] | None = None,
    taken: Sequence[Grant] | None = None,
) -> None:
    """Keep a proposal for another person, in the caller's transaction; raises Conflict when one waits."""
    same = _PROPOSALS.kind == kind, _PROPOSALS.staff_id == staff_id, _PROPOSALS.state == WAITING
    if (waits := db.scalar(select(_PROPOSALS.id).where(*same).limit(1))) is not None:
        raise Conflict(f"This waits for a decision already: proposal {waits}.", "asked_already")
    row = {
        "kind": kind,
        "staff_id": staff_id,
        "given": _stored(given),
        "taken": _stored(taken),
        "reason": signature.reason,
        "asked_by": signature.operator,
        "asked_at": now(db),
        "state": WAITING,
    }
    made: int = db.execute(insert(StaffProposal).values(row).returning(_PROPOSALS.id)).scalar_one()
    note(db, signature, "staff.propose", f"{kind} of staff {staff_id}, proposal {made}")


def decide(proposal_id: int, signature: Signature, state: str) -> Row[Any]:
    """Approve, which does it, refuse or withdraw; gives the proposal as it is then.

    An approved invitation is mailed to its person; without an address, who asked makes it within 24 hours
    (`approved`). Raises as `decisions.decide` does, and Conflict for one's own account and a disabled one.
    """
    with transaction() as db:
        asked = decisions.decide(db, StaffProposal, proposal_id, signature, state)
        if state != WITHDRAWN and account_of(asked.staff_id) in accounts_of(signature.operator):
            raise Conflict("Another person has to change your account.", "own_account")
        action = {DONE: "staff.approve", REFUSED: "staff.refuse", WITHDRAWN: "staff.withdraw"}[state]
        note(db, signature, action, f"{asked.kind} of staff {asked.staff_id}, proposal {proposal_id}")
        if state == DONE:
            _do(db, asked, signature)
        return decisions.read(db, StaffProposal, proposal_id)


def _do(db: Session, asked: Row[Any], signature: Signature) -> None:
    query = select(Staff.disabled_at, Staff.email).where(Staff.id == asked.staff_id).with_for_update()
    person = db.execute(query).one()
    if person.disabled_at is not None:
        raise Conflict("This account is disabled. Add the person again.", "account_disabled")
    if asked.kind == ROLES:
        has = sessions.grants_of(db, asked.staff_id)
        given = [each for each in read_grants(asked.given) if each not in has]
        taken = read_grants(asked.taken)
        grants.change(db, asked.staff_id, given, taken, signature, given_by=asked.asked_by)
    elif person.email is not None:
        by = asked.asked_by
        invitations.make(db, asked.staff_id, signature, created_by=by, proposal_id=asked.id)


def approved(db: Session, staff_id: int, operator: str, at: datetime) -> int | None:
    """The approved invitation that this operator asked for and may make now, once, within 24 hours."""
    made = select(StaffInvitation.id).where(StaffInvitation.proposal_id == _PROPOSALS.id)
    query = select(_PROPOSALS.id, _PROPOSALS.asked_by).where(
        _PROPOSALS.kind == INVITATION,
        _PROPOSALS.staff_id == staff_id,
        _PROPOSALS.state == DONE,
        _PROPOSALS.decided_at > at - INVITATION_LIFE,
        ~made.exists(),
    )
    return next((row.id for row in db.execute(query) if is_same_operator(row.asked_by, operator)), None)


def waiting(db: Session) -> list[Row[Any]]:
    """The proposals that wait for another person, the oldest first."""
    return decisions.waiting(db, StaffProposal)


def read_grants(stored: Sequence[Sequence[Any]] | None) -> list[Grant]:
    """The roles of a proposal."""
    return [Grant(Role(role), outlet_id) for role, outlet_id in stored or ()]


def _stored(some: Sequence[Grant] | None) -> list[tuple[str, int | None]] | None:
    return None if some is None else [(each.role.value, each.outlet_id) for each in some]
