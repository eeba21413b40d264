"""Bills moved to other members: at once, or proposed by one person for another to decide.

Whether somebody may do it alone is the caller's to say (`rules.staff.may_decide`); a bill of more points
than the programme's `adjust_limit` is moved by two people in any case.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.approvals.approvals import DONE, REFUSED, WAITING, WITHDRAWN, Handler, ProposalKind
from loyalty.backoffice.approvals.independence import ties
from loyalty.backoffice.approvals.models import Proposal
from loyalty.backoffice.bills.verification import described, note_of
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.log.log import Signature, note
from loyalty.db.clock import now
from loyalty.errors import Conflict
from loyalty.features.members import records
from loyalty.features.points import alone as points_alone
from loyalty.features.points import bill_lists, bills, ledger
from loyalty.features.points.models import Bill
from loyalty.features.till.bills import lock_account, settle
from loyalty.rules.alone import alone as counts_for
from loyalty.rules.bills import Status, problem_with_time
from loyalty.rules.codes import Code
from loyalty.rules.points import earned

# Also of corrections of members: both change a record.
ACTIONS = {DONE: "member.approve", REFUSED: "member.refuse", WITHDRAWN: "member.withdraw"}


def move_bill(
    db: Session, bill_id: int, to_member_id: int, signature: Signature, *, may_alone: bool
) -> Proposal | None:
    """Move a bill to another member, in the caller's transaction: its points are reversed, and the other
    member gets theirs. Returns the proposal where another person has to decide, None when it is done.

    Not `may_alone`, or when it has more points than one operator may move alone in a day, it is proposed.
    Raises NotFound for a bill or a member who does not exist, and Conflict `bill_void`, `same_member`,
    `bill_too_old`, `points_spent`, `asked_already`.
    """
    points_alone.lock(db)
    bill = _movable(db, bill_id, to_member_id)
    person, at = records.get_member(db, bill.member_id), now(db)
    moves = _points_that_move(db, bill, to_member_id)
    logins = counts_for(signature.operator, (), ties(db, at), at)
    if may_alone and points_alone.fits(db, logins, moves, at):
        recorded_by, reason = signature.operator, signature.reason
        new = _move(db, bill, to_member_id, signature, recorded_by=recorded_by, reason=reason)
        points_alone.count(db, logins, moves, bills.source_of(new), at)
        return None
    approvals.refuse_second(db, ProposalKind.MOVE, bill.id)
    what = f"{described(bill)}, to member {to_member_id}"
    note(db, signature, "earn.propose", what, person=person, outlet_id=bill.outlet_id)
    return approvals.propose(
        db,
        ProposalKind.MOVE,
        bill.id,
        signature,
        member_id=bill.member_id,
        outlet_id=bill.outlet_id,
        payload={"to_member_id": to_member_id},
    )


def to_member_of(proposal: Proposal) -> int:
    """To whom a proposal moves its bill."""
    member_id: int = (proposal.payload or {})["to_member_id"]
    return member_id


def waiting_moves(db: Session, bill_ids: Sequence[int]) -> dict[int, Proposal]:
    """The moves that wait for a second person, by bill; without bills that nobody proposed to move."""
    query = select(Proposal).where(
        Proposal.kind == ProposalKind.MOVE.value, Proposal.state == WAITING, Proposal.subject_id.in_(bill_ids)
    )
    return {each.subject_id: each for each in db.scalars(query)}


def note_decision(db: Session, proposal: Proposal, signature: Signature, state: str) -> None:
    """Write a decision on a member's bill or record into the log; raises NotFound for approving what
    concerns somebody who is a member no more.
    """
    if proposal.member_id is None:
        raise records.unknown()
    person = approvals.decided_about(db, proposal.member_id, state)
    details = f"{proposal.kind}, proposal {proposal.id}"
    note(db, signature, ACTIONS[state], details, person=person, member_id=proposal.member_id)


def _lock(db: Session, proposal: Proposal) -> None:
    # The accounts are locked before the proposal, as everywhere: another order could deadlock.
    if proposal.member_id is not None:
        _lock_both(db, proposal.member_id, to_member_of(proposal))


def _apply(db: Session, proposal: Proposal, signature: Signature) -> None:
    to_member_id = to_member_of(proposal)
    bill, by = _movable(db, proposal.subject_id, to_member_id), proposal.proposed_by
    _move(db, bill, to_member_id, signature, recorded_by=by, reason=proposal.reason)


def _summaries(
    db: Session, _office: OfficeContext, page: Sequence[Proposal]
) -> Mapping[int, Mapping[str, Any]]:
    found = bill_lists.by_ids(db, [each.subject_id for each in page])
    members = {each.member_id for each in page if each.member_id} | {to_member_of(each) for each in page}
    names = {member_id: each.name for member_id, each in records.by_ids(db, members).items()}
    return {
        each.id: {
            "bill": found.get(each.subject_id),
            "member_name": names.get(each.member_id or 0),
            "to_member_id": to_member_of(each),
            "to_member_name": names.get(to_member_of(each)),
        }
        for each in page
    }


approvals.register(Handler(_apply, note_decision, _summaries, _lock), ProposalKind.MOVE)


def _movable(db: Session, bill_id: int, to_member_id: int) -> Bill:
    """A bill that can be another member's, with both accounts locked."""
    records.get_member(db, to_member_id)
    _lock_both(db, bill_lists.read(db, bill_id).member_id, to_member_id)
    lock_account(db, to_member_id)
    bill = bill_lists.read(db, bill_id)
    if bill_lists.status(bill) is Status.VOID:
        raise Conflict(Code.BILL_VOID)
    if bill.member_id == to_member_id:
        raise Conflict(Code.SAME_MEMBER)
    return bill


def _lock_both(db: Session, one: int, other: int) -> None:
    """Lock two accounts in the order of their ids, so that two moves at once wait and do not deadlock."""
    for member_id in sorted({one, other}):
        ledger.lock(db, member_id)


def _points_that_move(db: Session, bill: Bill, to_member_id: int) -> dict[int, int]:
    """The points out of one account and into the other, by member; none for a pending bill, which is verified
    later.
    """
    if bill_lists.status(bill) is Status.PENDING:
        return {}
    tier = bills.tier_of(db, to_member_id, bill.paid_at)
    return {bill.member_id: bill.points, to_member_id: earned(bill.amount_sen, tier.multiplier_tenths)}


def _move(
    db: Session, bill: Bill, to_member_id: int, signature: Signature, *, recorded_by: str, reason: str
) -> Bill:
    """Void a bill for the `reason` of who proposed the move, and record it for the other member, verified
    where it was; returns the other member's.
    """
    at = now(db)
    if problem := problem_with_time(bill.paid_at, at):
        raise Conflict(problem)
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
    return new
