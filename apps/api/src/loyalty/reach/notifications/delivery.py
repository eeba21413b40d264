"""Deliveries of messages: put into the outbox when their time has come, and composed when they are sent."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

from sqlalchemy import Select, inspect, select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db import clock, jobs
from loyalty.db.jobs import Job
from loyalty.db.session import advisory_lock, current_session, transaction
from loyalty.features.members import recipients
from loyalty.gateways import outbox
from loyalty.gateways.channels import ADVERTISING, Undeliverable
from loyalty.gateways.mails import MailLinks
from loyalty.gateways.web_push import Push, SubscriptionGone
from loyalty.reach.notifications import log, subscriptions
from loyalty.reach.notifications.broadcast_messages import DELIVERIES, its_message, paces
from loyalty.reach.notifications.models import Notification, NotificationDelivery, NotificationText
from loyalty.reach.notifications.texts import mail, phone_text, push_body, text_of, words
from loyalty.rules import base64url, push_keys
from loyalty.rules.notifications import (
    KINDS,
    SETTINGS_PAGE,
    STALE_AFTER,
    Channel,
    Recipient,
    end_of,
    kept_until,
    may_leave,
    next_quiet,
)

# The kind of all of them in the outbox.
MESSAGE = "notification"
LOG_PATH, STOP_PATH = "/messages", "/unsubscribe"

# For how many seconds a worker sleeps that waits for the pace of a broadcast.
PACE_CHECK_S = 1.0

DeliveryRow = Any  # a row of _delivery_rows
Batch = Sequence[DeliveryRow]  # what leaves together: one message, or a digest


class Quiet(Undeliverable):
    """The member's quiet hours have begun: it is tried again after them."""


def dispatch() -> bool:
    """Send the next delivery that is due by the outbox; False when none is.

    Preferences and quiet hours are looked at once more: the member may have changed them since. What quiet
    hours or a digest held back leaves at the pace of its broadcast.
    """
    if jobs.write_next(DELIVERIES, _leave):
        return True
    paced = paces(current_session())
    return any(jobs.write_next(queue, _leave, per_minute) for queue, per_minute in paced.items())


def idle_s() -> float:
    """For how many seconds a worker may sleep that has found nothing to leave."""
    return PACE_CHECK_S if paces(current_session()) else jobs.idle_s(DELIVERIES)


def _leave(db: Session, job: Job) -> datetime | None:
    """Put a delivery, or all that wait for a digest, into the outbox; returns when to try it again, where
    quiet hours hold some of it.
    """
    first = db.get(NotificationDelivery, job.reference)
    if first is None:
        return None
    one = NotificationDelivery.id == first.id
    digest = (
        NotificationDelivery.member_id == first.member_id,
        NotificationDelivery.channel == first.channel,
        NotificationDelivery.is_digest.is_(True),
    )
    waiting = NotificationDelivery.state == "waiting", *(digest if first.is_digest else (one,))
    rows = db.execute(_delivery_rows().where(*waiting).with_for_update(of=NotificationDelivery)).all()
    at, found = clock.now(db), log.recipients_of(db, [first.member_id])
    times = [(row, _leaves_at(row, found.get(row.member_id), at)) for row in rows]
    _set(db, [row for row, when in times if when is None], state="dropped")
    if leaving := [row for row, when in times if when == at]:
        _send(db, leaving, found[first.member_id], at)
    return min((when for _, when in times if when is not None and when > at), default=None)


def _delivery_rows() -> Select[Any]:
    """Deliveries with their messages, and the words of those that somebody wrote."""
    message, words_of = Notification, NotificationText
    return (
        select(
            *inspect(NotificationDelivery).columns,
            message.event_id,
            message.kind,
            message.data,
            message.created_at,
            words_of.texts,
            words_of.page,
            words_of.stopped_at,
        )
        .join(message, its_message())
        .outerjoin(words_of, words_of.event_id == message.event_id)
        .order_by(NotificationDelivery.id)
    )


def _leaves_at(row: DeliveryRow, recipient: Recipient | None, at: datetime) -> datetime | None:
    """When a delivery may leave, or None when it may not any more."""
    if recipient is None or row.stopped_at is not None:
        return None
    kind = KINDS[row.kind]
    when = may_leave(kind, Channel(row.channel), recipient, at)
    return when if when is not None and when < _ends_at(row) else None


def _ends_at(row: DeliveryRow) -> datetime:
    """The moment after which a delivery is of no use any more."""
    own: datetime = row.created_at + STALE_AFTER
    return min(own, end_of(KINDS[row.kind], row.data) or own)


def _set(db: Session, rows: Sequence[DeliveryRow], **values: Any) -> None:
    """Change some deliveries, without those that have been sent meanwhile."""
    these = NotificationDelivery.id.in_([row.id for row in rows]), NotificationDelivery.state != "sent"
    db.execute(update(NotificationDelivery).where(*these).values(**values))


def _send(db: Session, batch: Batch, recipient: Recipient, at: datetime) -> None:
    """Put what leaves together into the outbox as one message; a push for each browser of the member."""
    first = batch[0]
    _set(db, batch, state="leaving", batch_id=first.id)
    if first.channel == Channel.EMAIL:
        outbox.put_email(db, kind=MESSAGE, reference=first.id)
    elif first.channel == Channel.PHONE:
        _text(db, batch, recipient, at)
    elif browsers := subscriptions.of_members(db, [first.member_id]):
        about = [(first.id, str(each.id), subscriptions.service_of(each) or "") for each in browsers]
        outbox.put_pushes(db, kind=MESSAGE, about=about, life=STALE_AFTER)
    else:
        _set(db, batch, state="failed")


def _text(db: Session, batch: Batch, recipient: Recipient, at: datetime) -> None:
    """Put a message to a telephone into the outbox."""
    first = batch[0]
    (member,) = recipients.found(db, [first.member_id])
    text = phone_text(text_of(first.kind, member.formats, log.data_of(first), first.created_at))
    is_marketing = any(KINDS[each.kind].is_marketing for each in batch)
    words_of = text if len(batch) == 1 else _digest_line(member.language, len(batch))
    # A telephone is not tried again in the quiet hours; `_ended` lets the text leave after them.
    quiet = next_quiet(at, recipient.preferences)
    outbox.put(
        db,
        to=member.number,
        kind=ADVERTISING if is_marketing else MESSAGE,
        text=f"{words_of} {_settings_line(member.language)}" if is_marketing else words_of,
        reference=first.id,
        expires_at=min(quiet or at + timedelta(days=1), max(map(_ends_at, batch))),
        at=at,
    )


def _ended(db: Session, first_id: int, state: str) -> None:
    """Note what has become of what left together, in the transaction that ends it in the outbox.

    A push has a row of the outbox for each browser: it is sent when it has reached one, and has failed when
    all have ended without. An e-mail that failed can be sent later, by `queues retry`. A text that has not
    left before quiet hours began waits again, to leave after them.
    """
    # Pushes to two browsers may end at the same moment: the second waits here, and then sees the first's end.
    advisory_lock(db, f"notifications.ended.{first_id}")
    at = clock.now(db)
    change = update(NotificationDelivery).where(NotificationDelivery.batch_id == first_id)
    if state == "done":
        was = NotificationDelivery.state.in_(("leaving", "failed"))
        db.execute(change.where(was).values(state="sent", sent_at=at))
    elif not outbox.is_open(db, MESSAGE, first_id):
        unsent = change.where(NotificationDelivery.state == "leaving")
        if state == "expired" and _is_quiet_text(db, first_id, at):
            db.execute(unsent.values(state="waiting", batch_id=None))
            jobs.enqueue(db, DELIVERIES, log.DELIVERY, reference=first_id, at=at)
        else:
            db.execute(unsent.values(state="failed"))


def _is_quiet_text(db: Session, first_id: int, at: datetime) -> bool:
    """Whether what left together was a text to a member who has quiet hours."""
    delivery = NotificationDelivery
    of_batch = delivery.batch_id == first_id, delivery.channel == Channel.PHONE
    found = log.recipients_of(db, set(db.scalars(select(delivery.member_id).where(*of_batch))))
    return any(next_quiet(at, each.preferences) for each in found.values())


jobs.when_ended(MESSAGE, _ended)
jobs.when_ended(ADVERTISING, _ended)


def _settings_line(language: str) -> str:
    """Where a member ends advertising that reaches them on the telephone."""
    return f"{words(language)['mail']['settings']}: {config.current().mini_origin}{SETTINGS_PAGE}"


def _digest_line(language: str, count: int) -> str:
    head = words(language)["mail"]["digest"].format(count=count)
    return f"{head}: {config.current().mini_origin}{LOG_PATH}"


def _batch(db: Session, first_id: int, channel: Channel) -> tuple[list[DeliveryRow], recipients.Found] | None:
    """The messages that leave with a delivery, and their member; those that are not wanted any more are
    dropped.

    None when nothing is left; raises Quiet in the member's quiet hours.
    """
    wanted = NotificationDelivery.batch_id == first_id, NotificationDelivery.state != "dropped"
    rows = db.execute(_delivery_rows().where(*wanted)).all()
    member = next(iter(recipients.found(db, [row.member_id for row in rows[:1]])), None)
    if member is None:
        return None
    recipient = log.recipients_of(db, [member.member_id])[member.member_id]
    at = clock.now(db)
    leaving_times = {row.id: _leaves_at(row, recipient, at) for row in rows if row.channel == channel}
    left = [row for row in rows if leaving_times.get(row.id) is not None]
    if unwanted := [row for row in rows if leaving_times.get(row.id) is None and row.state != "sent"]:
        with transaction() as changed:
            _set(changed, unwanted, state="dropped")
    if any(when is not None and when > at for when in leaving_times.values()):
        raise Quiet
    return (left, member) if left else None


def compose(first_id: int) -> EmailMessage | None:
    """The mail of a delivery, in plain text and HTML; None when nothing is to be said any more."""
    db = current_session()
    found = _batch(db, first_id, Channel.EMAIL)
    if found is None or not found[1].email:
        return None
    rows, member = found
    kinds = [KINDS[row.kind] for row in rows]
    messages = [text_of(row.kind, member.formats, log.data_of(row), row.created_at) for row in rows]
    origin = config.current().mini_origin
    stop = stop_here = None
    if not any(kind.is_security for kind in kinds):
        ended = {kind.preference for kind in kinds}
        token = log.stop_token(member.member_id, ended.pop() if len(ended) == 1 else log.DIGESTS)
        stop, stop_here = f"{origin}/api/notification/unsubscribe/{token}", stop_page(token)
    page = log.page_of(rows[0]) if len(rows) == 1 else LOG_PATH
    links = MailLinks(page=f"{origin}{page}", settings=f"{origin}{SETTINGS_PAGE}", stop=stop_here)
    name = f"notification-{first_id}"
    email = mail(member.email or "", member.language, messages, links, at=clock.now(db), name=name)
    if stop:
        email["List-Unsubscribe"] = f"<{stop}>"
        email["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return email


def stop_page(token: str) -> str:
    """The page where a person ends what a token is for; the token is in no log, since browsers keep it."""
    return f"{config.current().mini_origin}{STOP_PATH}#{token}"


def compose_push(first_id: int, subscription_id: str) -> Push | None:
    """The push of a delivery for one browser: without points and names, unless the member allows them there.

    Its text is Declarative Web Push, which a service worker of ours shows as well.
    """
    db = current_session()
    found = _batch(db, first_id, Channel.PUSH)
    if found is None:
        return None
    browser = subscriptions.one(db, int(subscription_id))
    if browser is None or browser.member_id != found[1].member_id:
        raise SubscriptionGone
    rows, member = found
    kind, origin = KINDS[rows[0].kind], config.current().mini_origin
    at, ends_at = clock.now(db), max(map(_ends_at, rows))
    text = text_of(rows[0].kind, member.formats, log.data_of(rows[0]), rows[0].created_at)
    title, page, language, is_digest = text.title, log.page_of(rows[0]), text.language, len(rows) > 1
    if is_digest:
        language, page = member.language, LOG_PATH
        title = words(language)["mail"]["digest"].format(count=len(rows))
    shown = {
        "title": title,
        "lang": language,
        "body": push_body(member.language, text, shows_details=browser.shows_details and not is_digest),
        "navigate": f"{origin}{page}",
        "tag": f"{MESSAGE}-{first_id}",
    }
    p256dh = base64url.decode_exactly(browser.p256dh, push_keys.POINT_BYTES) or b""
    auth = base64url.decode_exactly(browser.auth, push_keys.AUTH_BYTES) or b""
    payload = json.dumps({"web_push": 8030, "notification": shown}, ensure_ascii=False).encode()
    return Push(
        endpoint=browser.endpoint,
        p256dh=p256dh,
        auth=auth,
        payload=payload,
        ttl_s=int((kept_until(kind, member.notifications, at, ends_at) - at).total_seconds()),
        is_urgent=kind.is_urgent,
        topic=f"{MESSAGE}-{first_id}",
    )
