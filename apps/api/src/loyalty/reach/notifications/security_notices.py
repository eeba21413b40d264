"""Notices about a member's security, whose e-mail or text is written with the fact itself: that of a changed
number, for the number and the address before the change, and what becomes of each such notice.

Their pushes leave like all others. The outbox names the row that a notice is about by its `reference`.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from email.message import EmailMessage
from functools import partial
from typing import Any

from sqlalchemy import exists, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db import jobs
from loyalty.db.clock import now
from loyalty.db.jobs import Job
from loyalty.db.session import advisory_lock, current_session
from loyalty.features.access import devices
from loyalty.features.members import changes
from loyalty.features.members.records import Record
from loyalty.gateways import outbox
from loyalty.gateways.mails import MailLinks
from loyalty.reach.notifications.broadcast_messages import its_message
from loyalty.reach.notifications.models import Notification, NotificationDelivery
from loyalty.reach.notifications.texts import mail, text_of
from loyalty.rules.calendar import iso_utc
from loyalty.rules.notifications import KINDS, SETTINGS_PAGE

# Its kind, in the log of messages and in the outbox, where its reference is the member.
NUMBER_CHANGED = "number_changed"


def notify_former(db: Session, former: Record, at: datetime) -> None:
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


def compose_former(member_id: int) -> EmailMessage | None:
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


def erase_member(db: Session, member_id: int) -> None:
    """Wipe the notices that have not left, in the caller's transaction."""
    outbox.withdraw_about(db, NUMBER_CHANGED, member_id)


# By what the data of an event names that row; of the others it is the member.
_NAMES = {"new_device": "signInId", "passkey_added": "passkeyId"}
# What a delivery is while the outbox has its notice in a state.
_STATES = {
    "waiting": "leaving",
    "running": "leaving",
    "done": "sent",
    "expired": "failed",
    "failed": "failed",
}


def reference_of(message: Mapping[str, Any]) -> int | None:
    """What the outbox names for the notice of a message (its `kind`, `member_id` and `data`); None for a kind
    that has none.
    """
    if not KINDS[message["kind"]].is_sent_at_once:
        return None
    name = _NAMES.get(message["kind"])
    return int(message["data"][name]) if name else int(message["member_id"])


def notice_deliveries(
    db: Session, messages: Sequence[Mapping[str, Any]]
) -> dict[tuple[str, int], dict[str, Any]]:
    """The delivery of each notice that was written, as a row of its table, by kind and reference.

    What becomes of them after that is noted by `_ended`, which waits for the end of this transaction.
    """
    wanted = {(each["kind"], reference) for each in messages if (reference := reference_of(each)) is not None}
    if not wanted:
        return {}
    _one_at_a_time(db)
    kinds, references = {kind for kind, _ in wanted}, {reference for _, reference in wanted}
    return {
        (row.kind, row.reference): _delivery_row(row)
        for row in outbox.messages_about(db, kinds, references)
        if row.reference is not None and (row.kind, row.reference) in wanted
    }


def _delivery_row(row: Job) -> dict[str, Any]:
    state = _STATES[row.state]
    return {
        "channel": row.queue,
        "is_digest": False,
        "state": state,
        "sent_at": row.finished_at if state == "sent" else None,
        "reference": row.reference,
    }


def _ended(db: Session, reference: int, state: str, *, kind: str) -> None:
    """Note what has become of a notice, in the transaction that ends it in the outbox. One that failed can be
    sent later, by `queues retry`. Before the message is written there is nothing to note:
    `notice_deliveries` sees it.
    """
    _one_at_a_time(db)
    its_kind = exists().where(its_message(), Notification.kind == kind)
    changed = update(NotificationDelivery).where(NotificationDelivery.reference == reference, its_kind)
    if state == "done":
        db.execute(changed.values(state="sent", sent_at=now(db)))
    else:
        open_ones = NotificationDelivery.state == "leaving"
        db.execute(changed.where(open_ones).values(state=_STATES[state]))


def _one_at_a_time(db: Session) -> None:
    advisory_lock(db, "notifications.at_once")


for _kind in KINDS.values():
    if _kind.is_sent_at_once:
        jobs.when_ended(_kind.name, partial(_ended, kind=_kind.name))
