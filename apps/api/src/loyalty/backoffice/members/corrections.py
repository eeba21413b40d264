"""Corrections of members' records that one person proposes and another decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.approvals.approvals import WAITING, Handler, ProposalKind
from loyalty.backoffice.approvals.models import Proposal
from loyalty.backoffice.bills.moves import note_decision
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.members import actions
from loyalty.errors import Invalid
from loyalty.features.members import changes as member_changes
from loyalty.features.members import records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.rules.codes import Code
from loyalty.rules.people import masked_email, masked_number
from loyalty.rules.problems import Problem
from loyalty.rules.staff import SHOWN_FIELDS, may_correct, sees_whole_record

_DAYS = ("date_of_birth",)


@dataclass(frozen=True)
class Change:
    """A field of a member, by its name on the wire, as it is and as it would be; an outlet by its name.
    `is_hidden`: not shown to this person, both values None.
    """

    field: str
    before: str | None
    after: str | None
    is_hidden: bool


def propose(
    db: Session, member_id: int, changes: Mapping[str, Any], signature: Signature, outlet_id: int | None
) -> Proposal:
    """Propose a correction to somebody else, in the caller's transaction.

    `changes` and what it raises are those of `members.changes.correct`; also Invalid when nothing would
    change, and Conflict when another correction of this member waits.
    """
    person = records.get_member(db, member_id)
    different = member_changes.differences(db, member_id, changes)
    if not different:
        raise Invalid(Code.NOTHING_CHANGES)
    approvals.refuse_second(db, ProposalKind.CORRECTION, member_id)
    note(db, signature, "member.propose", "changes " + ", ".join(sorted(different)), person=person)
    return approvals.propose(
        db,
        ProposalKind.CORRECTION,
        member_id,
        signature,
        member_id=member_id,
        outlet_id=outlet_id,
        payload={name: _stored(value) for name, value in different.items()},
    )


def _apply(db: Session, proposal: Proposal, signature: Signature) -> None:
    changes = {name: _read(name, value) for name, value in (proposal.payload or {}).items()}
    actions.correct(db, proposal.subject_id, changes, signature)


def _why_not(office: OfficeContext, proposal: Proposal) -> Problem | None:
    may = may_correct(office.session.grants, proposal.outlet_id, proposal.payload or {})
    return None if may else Problem(Code.HIDDEN_FIELDS)


def _summaries(
    db: Session, office: OfficeContext, page: Sequence[Proposal]
) -> Mapping[int, Mapping[str, Any]]:
    people = records.by_ids(db, {each.subject_id for each in page})
    is_whole = sees_whole_record(office.session.grants)
    outlets = {each.id: each.name for each in outlet_queries.outlets(db)}
    found = {}
    for each in page:
        person = people.get(each.subject_id)
        waiting = (each.payload or {}) if each.state == WAITING else {}
        changes = [_change(name, to, person, outlets, is_whole=is_whole) for name, to in waiting.items()]
        found[each.id] = {"member_name": person.name if person else None, "changes": changes}
    return found


approvals.register(Handler(_apply, note_decision, _summaries, why_not=_why_not), ProposalKind.CORRECTION)


def _change(
    name: str, after: Any, person: records.Record | None, outlets: Mapping[int, str], *, is_whole: bool
) -> Change:
    first, *rest = name.split("_")
    field = first + "".join(word.capitalize() for word in rest)
    before = getattr(person, name) if person else None
    if not (is_whole or name in SHOWN_FIELDS):
        if name == "email":
            return Change(field, masked_email(before), masked_email(after), True)
        if name == "mobile_number" and person is not None:
            code, number = person.calling_code, person.mobile_number
            return Change(field, masked_number(code, number), masked_number(code, after), True)
        return Change(field, None, None, True)
    if name == "outlet_id":
        before, after = outlets.get(before or 0), outlets.get(after)
    return Change(
        field, None if before is None else str(before), None if after is None else str(after), False
    )


def _stored(value: Any) -> str | int | None:
    return value.isoformat() if isinstance(value, date) and not isinstance(value, datetime) else value


def _read(name: str, value: Any) -> Any:
    return date.fromisoformat(value) if name in _DAYS and value is not None else value
