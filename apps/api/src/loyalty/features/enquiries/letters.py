"""The mail about an enquiry: plain text to our own mailbox, the attachment under our own name."""

from __future__ import annotations

from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from sqlalchemy import select

from loyalty import config
from loyalty.db.session import session
from loyalty.features.enquiries.models import Enquiry, EnquiryFile, Kind
from loyalty.features.enquiries.reading import facts_of
from loyalty.features.enquiries.storage import content_of
from loyalty.rules.calendar import MALAYSIA


def compose(kind: str, enquiry_id: int) -> EmailMessage | None:
    """The letter about an enquiry, the same ones every time; None when the enquiry is kept no longer."""
    db, settings = session(), config.current()
    enquiry = db.scalar(select(Enquiry).where(Enquiry.id == enquiry_id))
    if enquiry is None:
        return None
    letter = EmailMessage(policy=SMTP)
    letter["From"] = settings.mail_from
    letter["To"] = settings.career_mailbox if kind == Kind.CAREER else settings.feedback_mailbox
    letter["Subject"] = _subject(enquiry)
    letter["Date"] = format_datetime(enquiry.created_at.astimezone(MALAYSIA))
    letter["Message-ID"] = f"<enquiry-{enquiry.id}@{settings.mail_from.rpartition('@')[2]}>"
    # An address with letters beyond ASCII stands in the text alone: few servers take it in a header.
    if enquiry.email and enquiry.email.isascii():
        letter["Reply-To"] = Address(display_name=_short(enquiry.full_name), addr_spec=enquiry.email)
    letter.set_content("".join(f"{name}: {value}\n" for name, value in facts_of(enquiry)))
    attached = db.scalar(select(EnquiryFile).where(EnquiryFile.enquiry_id == enquiry_id))
    if attached:
        main, _, sub = attached.content_type.partition("/")
        letter.add_attachment(content_of(attached), maintype=main, subtype=sub, filename=attached.name)
    return letter


def _subject(enquiry: Enquiry) -> str:
    if enquiry.kind == Kind.CAREER:
        return f"Application {enquiry.id}: {enquiry.department}, {enquiry.place}, {_short(enquiry.full_name)}"
    return f"Feedback {enquiry.id}: {enquiry.outlet_name}, {_short(enquiry.full_name)}"


def _short(name: str) -> str:
    return name if len(name) <= 80 else f"{name[:79]}…"
