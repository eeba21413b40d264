"""Used vouchers given back, as when the bill was cancelled afterwards: one operator asks, another decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from loyalty.db.clock import now
from loyalty.db.connections import transaction
from loyalty.errors import Conflict, NotFound
from loyalty.features.members import changes, records
from loyalty.features.office.log import Signature, note, same_login
from loyalty.features.office.models import Restoration
from loyalty.features.points.audit import Violation
from loyalty.features.rewards import vouchers
from loyalty.features.rewards.models import Voucher

WAITING, DONE, REFUSED = "waiting", "done", "refused"

_RESTORATIONS = Restoration.__table__.c


@dataclass(frozen=True)
class Asked:
    """A used voucher that is to be given back: its use, who asked for it, what became of it."""

    id: int
    voucher_id: int
    used_at: datetime
    outlet_id: int
    used_receipt: str | None
    till_id: int | None
    reason: str
    asked_by: str
    asked_at: datetime
    state: str
    decided_by: str | None
    decided_at: datetime | None


def request(code: str, signature: Signature) -> Asked:
    """Put down that a used voucher is to be given back; another operator decides.

    Raises NotFound, and Conflict for a voucher that was not used or is past its end, and when it is asked for
    already.
    """
    with transaction() as db:
        voucher, at = vouchers.by_code(db, code), now(db)
        vouchers.refuse_restoring(voucher, at)
        same = select(_RESTORATIONS.id).where(
            _RESTORATIONS.voucher_id == voucher.id, _RESTORATIONS.state == WAITING
        )
        if (waits := db.scalar(same)) is not None:
            raise Conflict(f"This is asked for already: restoration {waits}.", "asked_already")
        row = {
            "voucher_id": voucher.id,
            "used_at": voucher.used_at,
            "outlet_id": voucher.outlet_id,
            "used_receipt": voucher.used_receipt,
            "till_id": voucher.used_till_id,
            "reason": signature.reason,
            "asked_by": signature.operator,
            "asked_at": at,
            "state": WAITING,
        }
        person = records.record(db, voucher.member_id)
        note(db, signature, "voucher.restore", f"voucher {voucher.id}, waiting", person=person)
        made: int = db.execute(insert(Restoration).values(row).returning(Restoration.id)).scalar_one()
        return _read(db, made)


def approve(restoration_id: int, signature: Signature) -> Asked:
    """Give the voucher back; raises NotFound, and Conflict for one's own, when it was decided already, and
    when the voucher cannot be given back any more.
    """
    return _decide(restoration_id, signature, DONE)


def refuse(restoration_id: int, signature: Signature) -> Asked:
    """Leave the voucher used; raises NotFound, and Conflict for one's own or when it was decided already."""
    return _decide(restoration_id, signature, REFUSED)


def waiting(db: Connection) -> list[Asked]:
    """What waits for a second operator, oldest first."""
    query = select(*_RESTORATIONS).where(_RESTORATIONS.state == WAITING).order_by(_RESTORATIONS.id)
    return [Asked(**row._mapping) for row in db.execute(query)]


def violations(db: Connection) -> Iterator[Violation]:
    """docs/promises.md I-6: a use that two operators took back is taken back."""
    query = (
        select(Voucher.id, Voucher.member_id)
        .join(Restoration, Restoration.voucher_id == Voucher.id)
        .where(Restoration.state == DONE, Restoration.used_at == Voucher.used_at)
        .order_by(Voucher.id)
    )
    for row in db.execute(query):
        yield Violation("I-6", row.member_id, f"voucher {row.id} was given back and is used as before")


def _decide(restoration_id: int, signature: Signature, state: str) -> Asked:
    with transaction() as db:
        asked = _read(db, restoration_id)
        if own := same_login(asked.asked_by, signature, "This was asked for"):
            raise own
        voucher, at = vouchers.by_id(db, asked.voucher_id), now(db)
        decided = (
            update(Restoration)
            .where(Restoration.id == restoration_id, Restoration.state == WAITING)
            .values(state=state, decided_by=signature.operator, decided_at=at)
        )
        if db.execute(decided.returning(Restoration.id)).one_or_none() is None:
            raise Conflict("This restoration was decided already.", "decided")
        action = "voucher.approve" if state == DONE else "voucher.refuse"
        # Who has left gets nothing back; what was asked for them can still be turned down.
        left = state == REFUSED and not changes.is_member(db, voucher.member_id)
        person = None if left else records.record(db, voucher.member_id)
        what = f"voucher {asked.voucher_id}, restoration {restoration_id}"
        note(db, signature, action, what, person=person, member_id=voucher.member_id)
        if state == DONE:
            vouchers.restore(db, voucher, asked.used_at, at)
        return _read(db, restoration_id)


def _read(db: Connection, restoration_id: int) -> Asked:
    row = db.execute(select(*_RESTORATIONS).where(_RESTORATIONS.id == restoration_id)).one_or_none()
    if row is None:
        raise NotFound("There is no such restoration.")
    return Asked(**row._mapping)
