"""What one person proposes and another decides: corrections of members, and bills moved to other members.

Whether somebody may do it alone is the caller's to say (`rules.staff.may_decide`); a bill that gives more
than the programme's `adjust_limit` is moved by two people in any case.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Row, insert, select
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import decisions
from loyalty.backoffice.approvals.decisions import DONE, REFUSED, WAITING, WITHDRAWN
from loyalty.backoffice.approvals.independence import ties
from loyalty.backoffice.bills.verification import described, note_of
from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.members import actions
from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.errors import Conflict, Invalid
from loyalty.features.members import changes as member_changes
from loyalty.features.members import records
from loyalty.features.members.models import MemberProposal
from loyalty.features.points import alone as points_alone
from loyalty.features.points import bill_lists, bills, ledger
from loyalty.features.points.bill_lists import BillRow
from loyalty.features.till.bills import settle
from loyalty.rules.alone import alone as counts_for
from loyalty.rules.bills import Status, problem_with_time
from loyalty.rules.points import earned

CORRECT, MOVE = "correct", "move"
_PROPOSALS = MemberProposal.__table__.c
_DAYS = ("date_of_birth",)


@dataclass(frozen=True)
class Moved:
    """A bill of one member, void now, and the same bill of another; or the proposal that waits, `bill` being
    as it was.
    """

    bill: BillRow
    new_bill: BillRow | None
    proposal: Row[Any] | None


def propose_correction(
    member_id: int, changes: Mapping[str, Any], signature: Signature, outlet_id: int | None
) -> Row[Any]:
    """Keep a correction for somebody else to decide; gives the row of `member_proposals`.

    `changes` and what it raises are those of `members.changes.correct`; also Invalid when nothing would
    change, and Conflict when another correction of this member waits.
    """
    with transaction() as db:
        person = records.record(db, member_id)
        different = member_changes.differences(db, member_id, changes)
        if not different:
            raise Invalid("This is what the record says already.", "nothing_changes")
        _refuse_second(db, _PROPOSALS.kind == CORRECT, _PROPOSALS.member_id == member_id)
        note(db, signature, "member.propose", "changes " + ", ".join(sorted(different)), person=person)
        row = {
            "kind": CORRECT,
            "member_id": member_id,
            "outlet_id": outlet_id,
            "changes": {name: _stored(value) for name, value in different.items()},
        }
        return _keep(db, row, signature)


def move_bill(bill_id: int, to_member_id: int, signature: Signature, *, may_alone: bool) -> Moved:
    """Move a bill to another member: its points are reversed, and the other member gets theirs.

    Not `may_alone`, or when it gives more points than one operator may move alone in a day, it is proposed.
    Raises NotFound for a bill or a member who does not exist, and Conflict `bill_void`, `same_member`,
    `bill_too_old`, `points_spent`, `asked_already`.
    """
    with transaction() as db:
        points_alone.lock(db)
        bill = _movable(db, bill_id, to_member_id)
        person, at = records.record(db, bill.member_id), now(db)
        moves = _points_that_move(db, bill, to_member_id)
        logins = counts_for(signature.operator, (), ties(db, at), at)
        if may_alone and points_alone.fits(db, logins, moves, at):
            recorded_by, reason = signature.operator, signature.reason
            void, new = _move(db, bill, to_member_id, signature, recorded_by=recorded_by, reason=reason)
            points_alone.count(db, logins, moves, bills.source_of(new), at)
            return Moved(void, new, None)
        return Moved(bill, None, _propose_move(db, bill, to_member_id, signature, person))


def _propose_move(
    db: Session, bill: BillRow, to_member_id: int, signature: Signature, person: records.Record
) -> Row[Any]:
    _refuse_second(db, _PROPOSALS.kind == MOVE, _PROPOSALS.bill_id == bill.id)
    what = f"{described(bill)}, to member {to_member_id}"
    note(db, signature, "earn.propose", what, person=person, outlet_id=bill.outlet_id)
    row = {
        "kind": MOVE,
        "member_id": bill.member_id,
        "outlet_id": bill.outlet_id,
        "bill_id": bill.id,
        "to_member_id": to_member_id,
    }
    return _keep(db, row, signature)


def waiting_moves(db: Session, bill_ids: Sequence[int]) -> dict[int, int]:
    """To whom a second person may move bills, by bill; without those that nobody proposed to move."""
    query = select(_PROPOSALS.bill_id, _PROPOSALS.to_member_id).where(
        _PROPOSALS.kind == MOVE, _PROPOSALS.state == WAITING, _PROPOSALS.bill_id.in_(bill_ids)
    )
    return {bill_id: member_id for bill_id, member_id in db.execute(query)}


def read(db: Session, proposal_id: int) -> Row[Any]:
    """One proposal; raises NotFound."""
    return decisions.read(db, MemberProposal, proposal_id)


def decide(proposal_id: int, signature: Signature, state: str) -> Row[Any]:
    """Approve, which does it, refuse or withdraw; gives the proposal as it is then. Raises as
    `decisions.decide` does, and what doing it raises.
    """
    with transaction() as db:
        asked = read(db, proposal_id)
        if state == DONE and asked.kind == MOVE:
            # The accounts are locked before the proposal, as everywhere: another order could deadlock.
            _lock_both(db, asked.member_id, asked.to_member_id)
        asked = decisions.decide(db, MemberProposal, proposal_id, signature, state)
        is_member = member_changes.is_member(db, asked.member_id)
        if state == DONE and not is_member:
            raise records.unknown()
        person = records.record(db, asked.member_id) if is_member else None
        action = {DONE: "member.approve", REFUSED: "member.refuse", WITHDRAWN: "member.withdraw"}[state]
        details = f"{asked.kind}, proposal {proposal_id}"
        note(db, signature, action, details, person=person, member_id=asked.member_id)
        if state == DONE and asked.kind == CORRECT:
            changes = {name: _read_value(name, value) for name, value in (asked.changes or {}).items()}
            actions.corrected(db, asked.member_id, changes, signature)
        elif state == DONE:
            bill, by = _movable(db, asked.bill_id, asked.to_member_id), asked.asked_by
            _move(db, bill, asked.to_member_id, signature, recorded_by=by, reason=asked.reason)
        return read(db, proposal_id)


def _refuse_second(db: Session, *which: Any) -> None:
    waits = db.scalar(select(_PROPOSALS.id).where(_PROPOSALS.state == WAITING, *which).limit(1))
    if waits is not None:
        raise Conflict(f"This waits for a decision already: proposal {waits}.", "asked_already")


def _keep(db: Session, row: dict[str, Any], signature: Signature) -> Row[Any]:
    asked = {
        **row,
        "reason": signature.reason,
        "asked_by": signature.operator,
        "asked_at": now(db),
        "state": WAITING,
    }
    made: int = db.execute(insert(MemberProposal).values(asked).returning(_PROPOSALS.id)).scalar_one()
    return read(db, made)


def _movable(db: Session, bill_id: int, to_member_id: int) -> BillRow:
    """A bill that can be another member's, with both accounts locked."""
    records.record(db, to_member_id)
    _lock_both(db, bill_lists.read(db, bill_id).member_id, to_member_id)
    bill = bill_lists.read(db, bill_id)
    if bill_lists.status(bill) is Status.VOID:
        raise Conflict("This bill was taken back.", "bill_void")
    if bill.member_id == to_member_id:
        raise Conflict("This bill is this member's already.", "same_member")
    return bill


def _lock_both(db: Session, one: int, other: int) -> None:
    """Lock two accounts in the order of their ids, so that two moves at once wait and do not deadlock."""
    for member_id in sorted({one, other}):
        ledger.lock(db, member_id)


def _points_that_move(db: Session, bill: BillRow, to_member_id: int) -> dict[int, int]:
    """The points out of one account and into the other, by member; none for a pending bill, which is verified
    later.
    """
    if bill_lists.status(bill) is Status.PENDING:
        return {}
    tier = bills.tier_of(db, to_member_id, bill.paid_at)
    return {bill.member_id: bill.points, to_member_id: earned(bill.amount_sen, tier.multiplier_tenths)}


def _move(
    db: Session, bill: BillRow, to_member_id: int, signature: Signature, *, recorded_by: str, reason: str
) -> tuple[BillRow, BillRow]:
    """Void a bill for the `reason` of who proposed the move, and record it for the other member, verified
    where it was; gives both.
    """
    at = now(db)
    if problem := problem_with_time(bill.paid_at, at):
        raise Conflict(problem, "bill_too_old")
    void, _ = bills.void(db, bill.id, None, reason)
    note_of(db, void, signature, "earn.void")
    new, _ = bills.post(
        db,
        outlet_id=bill.outlet_id,
        member_id=to_member_id,
        receipt=bill.receipt_number,
        amount_sen=bill.amount_sen,
        paid_at=bill.paid_at,
        at=at,
        recorded_by=recorded_by,
    )
    moved = f"bill {bill.id} is now {described(new)}"
    note(db, signature, "earn.move", moved, member_id=new.member_id, outlet_id=new.outlet_id)
    if bill.verified_at is not None:
        new, _ = settle(db, new.id, verified_by=signature.operator)
        note_of(db, new, signature, "earn.verify")
    return void, new


def _stored(value: Any) -> str | int | None:
    return value.isoformat() if isinstance(value, date) and not isinstance(value, datetime) else value


def _read_value(name: str, value: Any) -> Any:
    return date.fromisoformat(value) if name in _DAYS and value is not None else value
