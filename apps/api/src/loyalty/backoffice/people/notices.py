"""Notices to the owner of an account of what others did to it: in the app, and by mail to its address."""

import json
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty.backoffice.people.models import Staff, StaffGrant, StaffInvitation, StaffPasskey
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.gateways import outbox
from loyalty.gateways.mails import plain_mail
from loyalty.rules.independence import TIED_FOR
from loyalty.rules.signing import person_of
from loyalty.rules.staff import Grant, Role

# Kinds of mails in the outbox; each refers to the passkey, role or invitation that it is about.
PASSKEY, ROLE, INVITATION = "staff-passkey", "staff-role", "staff-invitation"
KINDS = (PASSKEY, ROLE, INVITATION)


def notices(db: Session, staff_id: int, at: datetime) -> list[dict[str, Any]]:
    """What others did to an account within thirty days before a moment (`StaffNoticeSchema`), the newest
    first, since its owner has made their first passkey.
    """
    used = StaffInvitation.staff_id == staff_id, StaffInvitation.used_at.is_not(None)
    first = db.scalar(select(StaffInvitation.used_at).where(*used).order_by(StaffInvitation.used_at).limit(1))
    if first is None:
        return []
    given, since = StaffGrant, max(at - TIED_FOR, first)
    roles = select(given.id, given.given_at, given.given_by, given.role, given.outlet_id).where(
        given.staff_id == staff_id, given.given_at > since
    )
    passkeys = (
        select(StaffPasskey.id, StaffPasskey.created_at, StaffInvitation.created_by)
        .join(StaffInvitation, StaffInvitation.id == StaffPasskey.invitation_id)
        .where(StaffPasskey.staff_id == staff_id, StaffPasskey.created_at > since)
    )
    found = [
        {
            "id": f"role-{row.id}",
            "at": row.given_at,
            "by": person_of(row.given_by),
            "grant": Grant(Role(row.role), row.outlet_id),
        }
        for row in db.execute(roles)
    ]
    found += [
        {"id": f"passkey-{row.id}", "at": row.created_at, "by": person_of(row.created_by), "grant": None}
        for row in db.execute(passkeys)
    ]
    return sorted(found, key=lambda each: each["at"], reverse=True)


def mail(
    db: Session,
    staff_id: int,
    kind: str,
    reference: int,
    subject: str,
    text: str,
    life: timedelta = outbox.EMAIL_LIFETIME,
) -> bool:
    """Mail the owner of an account, in the caller's transaction; False where it has no address."""
    person = db.execute(select(Staff.name, Staff.email).where(Staff.id == staff_id)).one()
    if person.email is None:
        return False
    written = json.dumps({"to": person.email, "subject": subject, "text": f"{person.name},\n\n{text}"})
    outbox.put_email(db, kind=kind, reference=reference, text=written, life=life)
    return True


def compose(kind: str, reference: int) -> EmailMessage | None:
    """A mail of one of `KINDS`; None once it was sent."""
    db = current_session()
    written = outbox.email_text(db, kind, reference)
    if not written:
        return None
    mail_ = json.loads(written)
    at = now(db)
    return plain_mail(mail_["to"], mail_["subject"], mail_["text"], at=at, name=f"{kind}-{reference}")
