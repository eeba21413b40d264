"""What one person asks for an account and another of head office decides: roles of those who decide what
others propose, and an invitation for somebody who has made a passkey before.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.approvals.approvals import DONE, REFUSED, WITHDRAWN, Handler, ProposalKind
from loyalty.backoffice.approvals.models import Proposal
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.people import grants, invitations, sessions
from loyalty.backoffice.people.models import Staff, StaffInvitation
from loyalty.errors import Conflict
from loyalty.rules.codes import Code
from loyalty.rules.signing import accounts_of, is_same_operator
from loyalty.rules.staff import INVITATION_LIFE, Grant, Role, account_of

_ACTIONS = {DONE: "staff.approve", REFUSED: "staff.refuse", WITHDRAWN: "staff.withdraw"}


def ask(
    db: Session,
    kind: ProposalKind,
    staff_id: int,
    signature: Signature,
    *,
    given: Sequence[Grant] = (),
    taken: Sequence[Grant] = (),
) -> None:
    """Keep a proposal for another person, in the caller's transaction; raises Conflict when one waits."""
    approvals.refuse_second(db, kind, staff_id)
    payload = {"given": _stored(given), "taken": _stored(taken)} if kind is ProposalKind.ROLES else {}
    made = approvals.propose(db, kind, staff_id, signature, payload=payload)
    note(db, signature, "staff.propose", f"{kind} of staff {staff_id}, proposal {made.id}")


def _note(db: Session, proposal: Proposal, signature: Signature, state: str) -> None:
    if state != WITHDRAWN and account_of(proposal.subject_id) in accounts_of(signature.operator):
        raise Conflict(Code.OWN_ACCOUNT)
    what = f"{proposal.kind} of staff {proposal.subject_id}, proposal {proposal.id}"
    note(db, signature, _ACTIONS[state], what)


def _apply(db: Session, proposal: Proposal, signature: Signature) -> None:
    """Give the roles, or mail the invitation to its person; without an address, who asked makes it within 24
    hours (`approved`).
    """
    staff_id, by = proposal.subject_id, proposal.proposed_by
    query = select(Staff.disabled_at, Staff.email).where(Staff.id == staff_id).with_for_update()
    person = db.execute(query).one()
    if person.disabled_at is not None:
        raise Conflict(Code.ACCOUNT_DISABLED)
    if proposal.kind == ProposalKind.ROLES:
        has = sessions.grants_of(db, staff_id)
        given = [each for each in given_by(proposal) if each not in has]
        grants.change(db, staff_id, given, taken_by(proposal), signature, given_by=by)
    elif person.email is not None:
        invitations.make(db, staff_id, signature, created_by=by, proposal_id=proposal.id)


def _summaries(
    db: Session, _office: OfficeContext, page: Sequence[Proposal]
) -> Mapping[int, Mapping[str, Any]]:
    query = select(Staff.id, Staff.name, Staff.email).where(Staff.id.in_([each.subject_id for each in page]))
    accounts = {row.id: row for row in db.execute(query)}
    return {
        each.id: {"person": accounts[each.subject_id], "given": given_by(each), "taken": taken_by(each)}
        for each in page
    }


approvals.register(Handler(_apply, _note, _summaries), ProposalKind.ROLES, ProposalKind.INVITATION)


def approved(db: Session, staff_id: int, operator: str, at: datetime) -> int | None:
    """The approved invitation that this operator asked for and may make now, once, within 24 hours."""
    made = select(StaffInvitation.id).where(StaffInvitation.proposal_id == Proposal.id)
    query = select(Proposal.id, Proposal.proposed_by).where(
        Proposal.kind == ProposalKind.INVITATION.value,
        Proposal.subject_id == staff_id,
        Proposal.state == DONE,
        Proposal.decided_at > at - INVITATION_LIFE,
        ~made.exists(),
    )
    return next((row.id for row in db.execute(query) if is_same_operator(row.proposed_by, operator)), None)


def waiting_grants(db: Session) -> dict[int, list[Grant]]:
    """The roles that accounts would get, by account, where another person approves."""
    found: dict[int, list[Grant]] = {}
    for each in approvals.waiting_of(db, ProposalKind.ROLES):
        found.setdefault(each.subject_id, []).extend(given_by(each))
    return found


def given_by(proposal: Proposal) -> list[Grant]:
    """The roles that a proposal gives."""
    return _read((proposal.payload or {}).get("given", ()))


def taken_by(proposal: Proposal) -> list[Grant]:
    """The roles that a proposal takes."""
    return _read((proposal.payload or {}).get("taken", ()))


def _read(stored: Sequence[Sequence[Any]]) -> list[Grant]:
    return [Grant(Role(role), outlet_id) for role, outlet_id in stored]


def _stored(some: Sequence[Grant]) -> list[tuple[str, int | None]]:
    return [(each.role.value, each.outlet_id) for each in some]
