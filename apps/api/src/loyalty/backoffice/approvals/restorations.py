"""Used vouchers restored, as when their bill was voided: one operator asks, another decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row, and_, insert, select
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import decisions
from loyalty.backoffice.approvals.decisions import DONE, REFUSED, WAITING, WITHDRAWN
from loyalty.backoffice.approvals.models import Restoration
from loyalty.backoffice.log.log import Signature, note
from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.errors import Conflict
from loyalty.features.members import changes, records
from loyalty.features.points.audit import Violation
from loyalty.features.rewards import vouchers
from loyalty.features.rewards.models import Voucher

_RESTORATIONS = Restoration.__table__.c


def request(code: str, signature: Signature) -> Row[Any]:
    """Request that a used voucher is restored; another operator decides. Gives the row of
    `voucher_restorations`.

    Raises NotFound, and Conflict for a voucher that was not used or has expired, and for a second request.
    """
    with transaction() as db:
        at = now(db)
        voucher = vouchers.by_code(db, code, at)
        vouchers.refuse_restoring(voucher, at)
        same = select(_RESTORATIONS.id).where(
            _RESTORATIONS.member_id == voucher.member_id,
            _RESTORATIONS.voucher_id == voucher.id,
            _RESTORATIONS.state == WAITING,
        )
        if (waits := db.scalar(same)) is not None:
            raise Conflict(f"This is asked for already: restoration {waits}.", "asked_already")
        row = {
            "member_id": voucher.member_id,
            "voucher_id": voucher.id,
            "used_at": voucher.used_at,
            "outlet_id": voucher.outlet_id,
            "used_receipt": voucher.used_receipt,
            "till_id": voucher.used_till_id,
            "staff_id": voucher.used_staff_id,
            "reason": signature.reason,
            "asked_by": signature.operator,
            "asked_at": at,
            "state": WAITING,
        }
        person = records.record(db, voucher.member_id)
        note(db, signature, "voucher.restore", f"voucher {voucher.id}, waiting", person=person)
        made: int = db.execute(insert(Restoration).values(row).returning(Restoration.id)).scalar_one()
        return decisions.read(db, Restoration, made)


def decide(restoration_id: int, signature: Signature, state: str) -> Row[Any]:
    """Approve, which restores the voucher, refuse or withdraw; gives the restoration as it is then. Raises as
    `decisions.decide` does, and Conflict when the voucher cannot be restored any more.
    """
    with transaction() as db:
        asked, at = decisions.decide(db, Restoration, restoration_id, signature, state), now(db)
        voucher = vouchers.by_id(db, asked.voucher_id, at)
        action = {DONE: "voucher.approve", REFUSED: "voucher.refuse", WITHDRAWN: "voucher.withdraw"}[state]
        # A member who was erased gets nothing back; a request of theirs can still be refused or withdrawn.
        left = state != DONE and not changes.is_member(db, voucher.member_id)
        person = None if left else records.record(db, voucher.member_id)
        what = f"voucher {asked.voucher_id}, restoration {restoration_id}"
        note(db, signature, action, what, person=person, member_id=voucher.member_id)
        if state == DONE:
            vouchers.restore(db, voucher, asked.used_at, at, restoration_id)
        return decisions.read(db, Restoration, restoration_id)


def violations(db: Session) -> Iterator[Violation]:
    """docs/promises.md I-6: a voucher that two operators restored is not used as before, and none was given
    back without them.
    """
    its = and_(Restoration.member_id == Voucher.member_id, Restoration.voucher_id == Voucher.id)
    query = (
        select(Voucher.id, Voucher.member_id)
        .join(Restoration, its)
        .where(Restoration.state == DONE, Restoration.used_at == Voucher.used_at)
        .order_by(Voucher.id)
    )
    for row in db.execute(query):
        yield Violation("I-6", row.member_id, f"voucher {row.id} was given back and is used as before")
    approved = and_(its, Restoration.id == Voucher.restoration_id, Restoration.state == DONE)
    alone = select(Voucher.id, Voucher.member_id).outerjoin(Restoration, approved)
    named = alone.where(Voucher.restoration_id.is_not(None), Restoration.id.is_(None))
    for row in db.execute(named.order_by(Voucher.id)):
        yield Violation("I-6", row.member_id, f"voucher {row.id} was given back and nobody approved it")
