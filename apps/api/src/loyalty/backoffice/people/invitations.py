"""Invitations: links by which people make passkeys, once, within 24 hours."""

import hashlib
import secrets
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.people import notices
from loyalty.backoffice.people.models import StaffInvitation
from loyalty.db.clock import now
from loyalty.errors import Conflict
from loyalty.rules.calendar import spoken_time
from loyalty.rules.codes import Code
from loyalty.rules.signing import person_of
from loyalty.rules.staff import INVITATION_LIFE

MADE = "staff.invite"


def app_origin() -> str:
    """The origin of the staff app; raises Conflict where there is none."""
    origin = config.current().staff_origin
    if not origin:
        raise Conflict(Code.STAFF_OFF)
    return origin


def make(
    db: Session,
    staff_id: int,
    signature: Signature,
    *,
    created_by: str | None = None,
    proposal_id: int | None = None,
) -> tuple[str, datetime]:
    """Make an invitation, in the caller's transaction; returns its link and when it expires. One made before
    ends.

    `created_by`: who asked for it, where `signature` is the approval of another person; then the link goes to
    the address of the account. Raises Conflict without a staff app.
    """
    origin, token, at = app_origin(), secrets.token_urlsafe(32), now(db)
    end(db, staff_id, at)
    expires_at, by = at + INVITATION_LIFE, created_by or signature.operator
    made = StaffInvitation(
        staff_id=staff_id,
        token_hash=hashlib.sha256(token.encode()).hexdigest(),
        created_at=at,
        created_by=by,
        proposal_id=proposal_id,
        expires_at=expires_at,
    )
    db.add(made)
    db.flush()
    note(db, signature, MADE, details(made.id, staff_id))
    # Behind the #, which no server is sent and no log keeps.
    link = f"{origin}/invitation#{token}"
    if created_by is not None:
        text = (
            f"{person_of(by)} asked for a new passkey for your account in the staff app, and head office "
            f"agreed. Open this link on the device that you use. It works once, until "
            f"{spoken_time(expires_at, at)}:\n\n{link}\n\n"
            "If you do not expect this, do not open it, and tell head office."
        )
        subject = "Your invitation to the staff app"
        notices.mail(db, staff_id, notices.INVITATION, made.id, subject, text, INVITATION_LIFE)
    return link, expires_at


def details(invitation_id: int, staff_id: int) -> str:
    """What the log says of an invitation."""
    return f"invitation {invitation_id} of staff {staff_id}"


def end(db: Session, staff_id: int, at: datetime) -> None:
    """End the invitation that is open, in the caller's transaction."""
    open_ = StaffInvitation.staff_id == staff_id, StaffInvitation.used_at.is_(None)
    db.execute(update(StaffInvitation).where(*open_, StaffInvitation.expires_at > at).values(expires_at=at))


def was_used(db: Session, staff_id: int) -> bool:
    """Whether an account has ever made a passkey: by an invitation, as every first one."""
    used = StaffInvitation.staff_id == staff_id, StaffInvitation.used_at.is_not(None)
    return db.scalar(select(StaffInvitation.id).where(*used).limit(1)) is not None
