"""Used vouchers restored, as when their bill was voided: one operator asks, another decides."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.approvals.approvals import DONE, REFUSED, WITHDRAWN, Handler, ProposalKind
from loyalty.backoffice.approvals.models import Proposal
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.log.log import Signature, note
from loyalty.db.clock import now
from loyalty.errors import Conflict
from loyalty.features.members import records
from loyalty.features.points.audit import Violation
from loyalty.features.rewards import vouchers
from loyalty.features.rewards.models import Voucher
from loyalty.rules.codes import Code

_ACTIONS = {DONE: "voucher.approve", REFUSED: "voucher.refuse", WITHDRAWN: "voucher.withdraw"}


def request(db: Session, code: str, signature: Signature) -> Proposal:
    """Request that a used voucher is restored, in the caller's transaction; another operator decides.

    Raises NotFound, and Conflict for a voucher that was not used or has expired, and for a second request.
    """
    at = now(db)
    voucher = vouchers.by_code(db, code)
    vouchers.refuse_restoring(voucher, at)
    approvals.refuse_second(db, ProposalKind.RESTORATION, voucher.id)
    person = records.get_member(db, voucher.member_id)
    note(db, signature, "voucher.restore", f"voucher {voucher.id}, waiting", person=person)
    used = {"receipt": voucher.used_receipt, "till_id": voucher.used_till_id}
    return approvals.propose(
        db,
        ProposalKind.RESTORATION,
        voucher.id,
        signature,
        member_id=voucher.member_id,
        outlet_id=voucher.outlet_id,
        payload={**used, "staff_id": voucher.used_staff_id},
        used_at=voucher.used_at,
    )


def _apply(db: Session, proposal: Proposal, _signature: Signature) -> None:
    if proposal.used_at is None:
        raise Conflict(Code.VOUCHER_NOT_USED)
    at = now(db)
    vouchers.restore(db, vouchers.by_id(db, proposal.subject_id), proposal.used_at, at, proposal.id)


def _note(db: Session, proposal: Proposal, signature: Signature, state: str) -> None:
    voucher = vouchers.by_id(db, proposal.subject_id)
    person = approvals.decided_about(db, voucher.member_id, state)
    what = f"voucher {voucher.id}, restoration {proposal.id}"
    note(db, signature, _ACTIONS[state], what, person=person, member_id=voucher.member_id)


def _summaries(
    db: Session, _office: OfficeContext, page: Sequence[Proposal]
) -> Mapping[int, Mapping[str, Any]]:
    found = vouchers.by_ids(db, [each.subject_id for each in page])
    people = records.by_ids(db, {each.member_id for each in found.values()})
    shown = {}
    for each in page:
        voucher = found.get(each.subject_id)
        person = people.get(voucher.member_id) if voucher is not None else None
        shown[each.id] = {"voucher": voucher, "member_name": person.name if person else None}
    return shown


approvals.register(Handler(_apply, _note, _summaries), ProposalKind.RESTORATION)


def violations(db: Session) -> Iterator[Violation]:
    """SECURITY.md I-6: a voucher that two operators restored is not used as before, and none was given
    back without them.
    """
    its = and_(
        Proposal.kind == ProposalKind.RESTORATION.value,
        Proposal.member_id == Voucher.member_id,
        Proposal.subject_id == Voucher.id,
        Proposal.state == DONE,
    )
    query = select(Voucher.id, Voucher.member_id).join(Proposal, its)
    for row in db.execute(query.where(Proposal.used_at == Voucher.used_at).order_by(Voucher.id)):
        yield Violation("I-6", row.member_id, f"voucher {row.id} was given back and is used as before")
    approved = and_(its, Proposal.id == Voucher.restoration_id)
    alone = select(Voucher.id, Voucher.member_id).outerjoin(Proposal, approved)
    named = alone.where(Voucher.restoration_id.is_not(None), Proposal.id.is_(None))
    for row in db.execute(named.order_by(Voucher.id)):
        yield Violation("I-6", row.member_id, f"voucher {row.id} was given back and nobody approved it")
