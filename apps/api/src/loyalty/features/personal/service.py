"""The end of a membership: asked for with a code of its own, done in one transaction, not undone."""

from __future__ import annotations

from sqlalchemy.orm import Session

from loyalty.db import once
from loyalty.db.clock import now
from loyalty.db.session import empty_wal_after, session, transaction
from loyalty.features.access import service as access
from loyalty.features.access.service import Ask, Asker, PhoneNumber, Purpose, Sent
from loyalty.features.enquiries import reading as enquiries
from loyalty.features.members import service as members
from loyalty.features.passkeys import service as passkeys
from loyalty.features.personal.export import Export, export
from loyalty.features.points import service as points
from loyalty.features.points.bill_endings import void_pending
from loyalty.features.rewards import service as rewards
from loyalty.gateways import outbox

REMARK = "Membership ended"


def send_code(member_id: int, asker: Asker) -> Sent:
    """Send a member the code that ends her membership; raises TooMany with the seconds to wait."""
    return access.send_code(access.Purpose.ERASE, _number_of(session(), member_id), asker)


def erase(member_id: int, asker: Asker, code: str) -> None:
    """End a membership by the code that was sent for it; raises Invalid for a wrong one and TooMany.

    Everything happens or nothing: a crash on the way leaves the member and her code as they were.
    """
    ask = Ask(Purpose.ERASE, _number_of(session(), member_id), asker)
    proof = access.codes.prove(ask, code)
    with transaction() as db:
        access.use(db, ask, proof, None)
        forget(db, member_id)


def forget(db: Session, member_id: int) -> None:
    """Take a person out of every table, in the caller's transaction; raises NotFound.

    Lines, bills and vouchers stay under an id that tells nobody who she was; the hash that keeps her number
    from a second welcome voucher stays as well (trust.md I-9). What she could still spend ends with her.
    """
    at, number = now(db), _number_of(db, member_id)
    points.close_account(db, member_id, points.Source("erasure", str(member_id)), REMARK, at)
    void_pending(db, member_id, at)
    rewards.cancel_open(db, member_id, at)
    passkeys.forget(db, member_id)
    access.forget(db, member_id, number)
    outbox.withdraw(db, number.e164)
    once.forget(db, f"member:{member_id}")
    for enquiry in enquiries.of_number(db, number.calling_code, number.national):
        enquiries.erase(db, enquiry.id)
    members.erase(db, member_id, at)
    empty_wal_after(db)


def _number_of(db: Session, member_id: int) -> PhoneNumber:
    person = members.record(db, member_id)
    return PhoneNumber(person.calling_code, person.mobile_number)


__all__ = ["Export", "erase", "export", "forget", "send_code"]
