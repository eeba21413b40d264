"""The log of messages: written from events, read by its member, switched off by them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from itsdangerous import BadData, URLSafeSerializer
from sqlalchemy import Select, and_, delete, func, insert, inspect, or_, select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db import jobs
from loyalty.db.clock import now
from loyalty.db.jobs import Job
from loyalty.db.maintenance import ExpiredRows
from loyalty.db.session import transaction
from loyalty.errors import Conflict, NotFound
from loyalty.features.events import stream
from loyalty.features.members import preferences, recipients
from loyalty.features.members.preferences import Preferences
from loyalty.reach.notifications import security_notices, subscriptions
from loyalty.reach.notifications.broadcast_messages import DELIVERIES, queue_of
from loyalty.reach.notifications.models import Notification, NotificationDelivery, NotificationText
from loyalty.reach.notifications.texts import Text, text_of
from loyalty.rules.codes import Code
from loyalty.rules.events import EventRow
from loyalty.rules.formats import Formats
from loyalty.rules.notifications import (
    KINDS,
    LOG_KEPT_FOR,
    WRITTEN,
    Channel,
    Delivery,
    MessageKind,
    Recipient,
    decide,
    end_of,
    kind_of,
)
from loyalty.rules.people import FREQUENCIES

READER = "notifications"
# The number of members notified of a new reward in one transaction.
AT_ONCE = 500
# Jobs that notify every member of an event about none; `reference` is its position.
EVERYBODY = "announcements"
jobs.POLICIES[EVERYBODY] = jobs.Policy(timeout_s=20, tries=None)
# Jobs that let a delivery, or a digest, leave when it is due; `reference` is the (first) delivery.
DELIVERY = "delivery"
_NEW = {"state": "waiting", **dict.fromkeys(("sent_at", "batch_id", "reference"))}


def follow() -> int:
    """Notify members of the events since; returns how many events and jobs were handled."""
    return stream.read(READER, _notify_of_events) + jobs.write_next(EVERYBODY, _notify_everybody)


def _notify_of_events(db: Session, events: Sequence[EventRow]) -> None:
    """The reader of events: writes the messages of a batch, and what shall leave of them."""
    wanted = [(event, kind) for event in events if (kind := kind_of(event.type, event.data))]
    for event, kind in wanted:
        if event.member_id is None:
            payload = {"data": event.data, "happened_at": event.time.isoformat(), "last_member_id": 0}
            jobs.enqueue(db, EVERYBODY, kind.name, reference=event.position, payload=payload)
    about = {event.member_id for event, _ in wanted if event.member_id is not None}
    members = recipients_of(db, about)
    _write(
        db,
        [
            _Message(event.member_id, members[event.member_id], event.position, kind, event.data, event.time)
            for event, kind in wanted
            if event.member_id in members
        ],
    )


@dataclass(frozen=True)
class _Message:
    member_id: int
    recipient: Recipient
    event_id: int
    kind: MessageKind
    data: dict[str, Any]
    happened_at: datetime


@dataclass
class Written:
    """What became of messages to some members: `leaving` by a channel, `at_once` of them now, `log_only` read
    in the log alone, `unwanted` not written, because the member does not want their kind.
    """

    leaving: int = 0
    at_once: int = 0
    log_only: int = 0
    unwanted: int = 0


def notify(
    db: Session, ids: Collection[int], event_id: int, kind: MessageKind, data: dict[str, Any], at: datetime
) -> Written:
    """Write one message to each of these members who want it, in the caller's transaction.

    `event_id` is the position of its event: a member who was notified of it must not be among them.
    """
    members = recipients_of(db, ids)
    messages = (_Message(each, members[each], event_id, kind, data, at) for each in sorted(members))
    return _write(db, messages)


def _write(db: Session, messages: Iterable[_Message]) -> Written:
    """Write the messages that their members want, in the caller's transaction."""
    at, written = now(db), Written()
    rows: list[dict[str, Any]] = []
    planned = []
    for each in messages:
        ends_at = end_of(each.kind, each.data)
        decision = decide(each.kind, each.recipient, happened_at=each.happened_at, now=at, ends_at=ends_at)
        if decision is None:
            written.unwanted += 1
            continue
        if decision.deliveries:
            written.leaving += 1
            written.at_once += any(delivery.due_at <= at for delivery in decision.deliveries)
        else:
            written.log_only += 1
        rows.append(
            {
                "member_id": each.member_id,
                "event_id": each.event_id,
                "kind": each.kind.name,
                "data": {**each.data, **_chosen_by(each.kind, decision.language)},
                "created_at": each.happened_at,
                "read_at": None,
            }
        )
        planned.append(decision.deliveries)
    if not rows:
        return written
    notices = security_notices.notice_deliveries(db, rows)
    ids = db.scalars(insert(Notification).returning(Notification.id, sort_by_parameter_order=True), rows)
    deliveries: list[dict[str, Any]] = []
    leaving: list[tuple[dict[str, Any], Delivery] | None] = []
    for row, notification_id, out in zip(rows, ids.all(), planned, strict=True):
        same = {**_NEW, "notification_id": notification_id, "member_id": row["member_id"]}
        reference = security_notices.reference_of(row)
        for delivery in out:
            if reference is None or delivery.channel is Channel.PUSH:
                deliveries.append({**same, "channel": delivery.channel, "is_digest": delivery.is_digest})
                leaving.append((row, delivery))
        if reference is not None and (notice := notices.get((row["kind"], reference))):
            deliveries.append({**same, **notice})
            leaving.append(None)
    if deliveries:
        added = insert(NotificationDelivery).returning(NotificationDelivery.id, sort_by_parameter_order=True)
        _enqueue(db, zip(db.scalars(added, deliveries).all(), leaving, strict=True), at)
    return written


def _enqueue(
    db: Session, deliveries: Iterable[tuple[int, tuple[dict[str, Any], Delivery] | None]], at: datetime
) -> None:
    """Add a job for each of these deliveries that is to leave, in the queue of its pace; for a digest one."""
    by_queue: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for delivery_id, leaving in deliveries:
        if leaving is not None:
            row, delivery = leaving
            digest = f"digest/{row['member_id']}/{delivery.channel}/{delivery.due_at.isoformat()}"
            queue = queue_of(row["event_id"]) if row["kind"] in WRITTEN else DELIVERIES
            by_queue[queue].append(
                {
                    "reference": delivery_id,
                    "run_at": delivery.due_at,
                    "once_key": digest if delivery.is_digest else None,
                }
            )
    for queue, rows in by_queue.items():
        jobs.enqueue_all(db, queue, DELIVERY, rows, at)


def _chosen_by(kind: MessageKind, language: str) -> dict[str, str]:
    """What a message that somebody wrote keeps of its member: they may change their language."""
    return {"language": language} if kind.name in WRITTEN else {}


def _notify_everybody(db: Session, job: Job) -> None:
    """Notify some more members of an event about no member; a job notifies the next."""
    ids = recipients.after(db, job.payload["last_member_id"], AT_ONCE)
    happened_at = datetime.fromisoformat(job.payload["happened_at"])
    notify(db, ids, job.reference or 0, KINDS[job.kind], job.payload["data"], happened_at)
    if len(ids) == AT_ONCE:
        payload = {**job.payload, "last_member_id": ids[-1]}
        jobs.enqueue(db, EVERYBODY, job.kind, reference=job.reference, payload=payload)


def how_many_want(db: Session, kind: MessageKind) -> int:
    """How many members would be notified now of an event about no member."""
    count = last = 0
    at = now(db)
    while ids := recipients.after(db, last, AT_ONCE):
        last = ids[-1]
        found = recipients_of(db, ids).values()
        count += sum(decide(kind, each, happened_at=at, now=at) is not None for each in found)
    return count


def recipients_of(db: Session, ids: Collection[int]) -> dict[int, Recipient]:
    """What decides about messages to these members, by id; without those who were erased."""
    has_phone, for_marketing = config.current().carries_texts, config.current().carries_advertising
    with_push = subscriptions.members_with_push(db, ids)
    return {
        each.member_id: Recipient(
            preferences=each.notifications,
            language=each.language,
            withdrawn=each.withdrawn,
            has_push=each.member_id in with_push,
            has_email=each.has_email,
            has_phone=has_phone,
            has_phone_for_marketing=for_marketing,
        )
        for each in recipients.found(db, ids)
    }


@dataclass(frozen=True)
class LogEntry:
    """A message as its member reads it: the channels by which it was sent, those by which it could not be
    delivered, and whether they can end its kind.
    """

    id: int
    kind: str
    preference: str
    title: str
    body: str
    why: str
    page: str
    created_at: datetime
    is_read: bool
    can_stop: bool
    channels: list[str] = field(default_factory=list)
    undelivered: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Log:
    """A page of a member's messages, newest first, and how many of all they have not read."""

    notification_list: list[LogEntry]
    unread_count: int


def read(db: Session, member_id: int, *, limit: int = 100, offset: int = 0) -> Log:
    """A page of a member's log, in their language and formats."""
    formats = Formats.of(preferences.read(db, member_id).language)
    mine = Notification.member_id == member_id
    query = _with_words().where(mine).order_by(Notification.id.desc())
    rows = db.execute(query.limit(limit).offset(offset)).all()
    entries = {row.id: _entry(row, formats) for row in rows}
    ended = select(NotificationDelivery).where(
        NotificationDelivery.member_id == member_id,
        NotificationDelivery.notification_id.in_(entries),
        NotificationDelivery.state.in_(("sent", "failed")),
    )
    for delivery in db.scalars(ended.order_by(NotificationDelivery.id)):
        entry = entries[delivery.notification_id]
        (entry.channels if delivery.state == "sent" else entry.undelivered).append(delivery.channel)
    return Log(list(entries.values()), unread(db, member_id))


def _with_words() -> Select[Any]:
    """Messages, and the words and the page of those that somebody wrote."""
    columns = inspect(Notification).columns
    query = select(*columns, NotificationText.texts, NotificationText.page)
    return query.outerjoin(NotificationText, NotificationText.event_id == Notification.event_id)


def _entry(row: Any, formats: Formats) -> LogEntry:
    text: Text = text_of(row.kind, formats, data_of(row), row.created_at)
    kind = KINDS[row.kind]
    return LogEntry(
        id=row.id,
        kind=row.kind,
        preference=kind.preference,
        title=text.title,
        body=text.body,
        why=text.why,
        page=page_of(row),
        created_at=row.created_at,
        is_read=row.read_at is not None,
        can_stop=not kind.is_security,
    )


def page_of(row: Any) -> str:
    """The path of the page that a message leads to: that of its kind, or the one somebody chose for it."""
    return KINDS[row.kind].page if row.page is None else str(row.page)


def data_of(row: Any) -> dict[str, Any]:
    """What a message is about: the data of its event, and the words that somebody wrote for it."""
    return row.data if row.texts is None else {**row.data, "texts": row.texts}


def words_of(db: Session, member_id: int) -> dict[int, Text]:
    """All messages of a member in words, in their language, by id."""
    formats = Formats.of(preferences.read(db, member_id).language)
    rows = db.execute(_with_words().where(Notification.member_id == member_id))
    return {row.id: text_of(row.kind, formats, data_of(row), row.created_at) for row in rows}


def unread(db: Session, member_id: int) -> int:
    """How many messages a member has not read."""
    mine = Notification.member_id == member_id, Notification.read_at.is_(None)
    return db.scalar(select(func.count()).select_from(Notification).where(*mine)) or 0


def mark_read(member_id: int, up_to_id: int) -> int:
    """Note that a member has read their messages up to this one; returns how many are unread."""
    with transaction() as db:
        some = (
            Notification.member_id == member_id,
            Notification.id <= up_to_id,
            Notification.read_at.is_(None),
        )
        db.execute(update(Notification).where(*some).values(read_at=now(db)))
        return unread(db, member_id)


def stop(member_id: int, notification_id: int, *, channel: str) -> Preferences:
    """Switch off the kind of one of a member's messages; returns their preferences.

    Raises NotFound for another member's, and Conflict for what cannot be switched off.
    """
    with transaction() as db:
        mine = Notification.id == notification_id, Notification.member_id == member_id
        name = db.scalar(select(Notification.kind).where(*mine))
        if name is None:
            raise NotFound(Code.MESSAGE_NOT_FOUND)
        if KINDS[name].is_security:
            raise Conflict(Code.ALWAYS_SENT)
        preferences.switch_off(db, member_id, KINDS[name].preference, channel=channel)
        return preferences.read(db, member_id)


# What a link in a digest ends: not its kinds, of which there are several, but digests.
DIGESTS = "notification_frequency"
LEAST = FREQUENCIES[-1]


def _serializer() -> URLSafeSerializer:
    return URLSafeSerializer(config.current().hash_key, salt="loyalty.unsubscribe")


def stop_token(member_id: int, preference: str) -> str:
    """What an e-mail's List-Unsubscribe names (RFC 8058): it ends one kind, for its member, and never ends
    itself.
    """
    return str(_serializer().dumps([member_id, preference]))


@dataclass(frozen=True)
class Ended:
    """What a token ends: a switch among the preferences, and whether it is on."""

    preference: str
    is_on: bool


def ended_by_token(db: Session, token: str) -> Ended:
    """What a token ends, for the page that its link opens; raises NotFound like `stop_by_token`."""
    member_id, preference = _of_token(token)
    if not recipients.found(db, [member_id]):
        return Ended(preference, is_on=False)
    chosen = preferences.read(db, member_id).notifications[preference]
    return Ended(preference, is_on=chosen not in (False, LEAST))


def stop_by_token(token: str) -> None:
    """End what a token is for; anyone who has the e-mail may. Raises NotFound for anything else."""
    member_id, preference = _of_token(token)
    with transaction() as db:
        if recipients.found(db, [member_id]):
            preferences.switch_off(db, member_id, preference, channel="email")


def _of_token(token: str) -> tuple[int, str]:
    try:
        member_id, preference = _serializer().loads(token)
    except (BadData, ValueError, TypeError) as error:
        raise NotFound(Code.LINK_NOT_FOUND) from error
    return member_id, preference


def erase_member(db: Session, member_id: int) -> None:
    """Delete a member's messages and their browsers, in the caller's transaction."""
    security_notices.erase_member(db, member_id)
    db.execute(delete(NotificationDelivery).where(NotificationDelivery.member_id == member_id))
    db.execute(delete(Notification).where(Notification.member_id == member_id))
    subscriptions.erase_member(db, member_id)


def expired_rows(at: datetime) -> tuple[ExpiredRows, ...]:
    """Rows to delete at a moment: messages after a year, a broadcast's words a month after its last message,
    and jobs that ended a day ago.
    """
    last_message = at - LOG_KEPT_FOR - timedelta(days=30)
    ours = or_(Job.queue.in_((EVERYBODY, DELIVERIES)), Job.queue.startswith(queue_of("")))
    is_done = Job.state == "done", Job.finished_at <= at - timedelta(days=1)
    return (
        ExpiredRows("notifications", Notification, Notification.created_at <= at - LOG_KEPT_FOR),
        ExpiredRows("words of broadcasts", NotificationText, NotificationText.last_at <= last_message),
        ExpiredRows("deliveries that have left", Job, and_(ours, *is_done)),
    )


def read_counts(db: Session, event_ids: Collection[int]) -> dict[int, int]:
    """How many members have read the message of each event, without those of none."""
    seen = Notification.event_id.in_(event_ids), Notification.read_at.is_not(None)
    query = select(Notification.event_id, func.count()).where(*seen).group_by(Notification.event_id)
    return {event_id: count for event_id, count in db.execute(query)}
