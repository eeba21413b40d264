"""The notice of a changed number, for the number and the address that the member had before the change."""

from datetime import datetime
from email.message import EmailMessage

from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.session import current_session
from loyalty.features.access import devices
from loyalty.features.members import changes
from loyalty.features.members.records import Record
from loyalty.gateways import outbox
from loyalty.gateways.mails import MailLinks
from loyalty.reach.notifications.texts import mail, text_of
from loyalty.rules.calendar import iso_utc
from loyalty.rules.notifications import KINDS, SETTINGS_PAGE

# Its kind, in the log of messages and in the outbox, where its reference is the member.
NUMBER_CHANGED = "number_changed"


def notify(db: Session, former: Record, at: datetime) -> None:
    """Send the notice to a member as they were before their number changed at `at`, in its transaction.

    By e-mail where they gave an address, else by the channel of the codes after their quiet hours, where that
    carries texts. Number and address are stored in the outbox only, until the notice left or they are erased.
    """
    text = text_of(NUMBER_CHANGED, devices.formats_of(db, former.id), {}, at)
    devices.notify(
        db,
        former,
        kind=NUMBER_CHANGED,
        reference=former.id,
        text=f"{text.title}: {text.body}",
        mail_text=f"{iso_utc(at)} {former.email}",
    )


def compose(member_id: int) -> EmailMessage | None:
    """The notice by e-mail; None when its member was erased."""
    db = current_session()
    kept = outbox.email_text(db, NUMBER_CHANGED, member_id)
    if not kept or not changes.is_member(db, member_id):
        return None
    time, to = kept.split(" ", 1)
    at, formats = datetime.fromisoformat(time), devices.formats_of(db, member_id)
    origin = config.current().mini_origin
    links = MailLinks(page=f"{origin}{KINDS[NUMBER_CHANGED].page}", settings=f"{origin}{SETTINGS_PAGE}")
    text = text_of(NUMBER_CHANGED, formats, {}, at)
    name = f"number-changed-{member_id}-{at:%Y%m%d%H%M%S}"
    return mail(to, formats.language, [text], links, at=at, name=name)


def forget(db: Session, member_id: int) -> None:
    """Wipe the notices that have not left, in the caller's transaction."""
    outbox.withdraw_about(db, NUMBER_CHANGED, member_id)
