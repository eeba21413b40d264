"""Messages that somebody wrote: their words, their pace, what has become of them, and their stop."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, String, and_, cast, exists, func, literal, select, update
from sqlalchemy.orm import Session

from loyalty.db import jobs
from loyalty.db.jobs import Job
from loyalty.reach.notifications.models import Notification, NotificationDelivery, NotificationText
from loyalty.rules.notifications import WRITTEN

# The queue of what leaves of messages. Each event whose messages somebody wrote has one of its own, which is
# emptied at its pace.
DELIVERIES = "deliveries"
jobs.POLICIES |= dict.fromkeys((DELIVERIES, f"{DELIVERIES}/"), jobs.Policy(timeout_s=20))


def queue_of(event_id: int | str) -> str:
    """The queue of the messages of an event that somebody wrote."""
    return f"{DELIVERIES}/{event_id}"


def add(
    db: Session, event_id: int, at: datetime, *, texts: dict[str, Any], page: str, per_minute: int
) -> None:
    """Store the words of an event's messages, the page they lead to and their pace."""
    db.add(NotificationText(event_id=event_id, texts=texts, page=page, per_minute=per_minute, last_at=at))


def note_written(db: Session, event_id: int, at: datetime) -> None:
    """Note that messages of an event are written now: its words are kept as long as they are."""
    db.execute(update(NotificationText).where(NotificationText.event_id == event_id).values(last_at=at))


def paces(db: Session) -> dict[str, int]:
    """How many messages may leave in a minute, by the queue of each event that has any left."""
    queue = literal(queue_of("")) + cast(NotificationText.event_id, String)
    some_left = exists().where(Job.queue == queue, Job.finished_at.is_(None))
    query = select(NotificationText.event_id, NotificationText.per_minute).where(some_left)
    return {queue_of(event_id): per_minute for event_id, per_minute in db.execute(query)}


# What may have become of a message, as `NotificationDelivery.state` has it.
STATES = ("waiting", "leaving", "sent", "failed", "dropped")


def outcomes_of(db: Session, event_ids: Collection[int]) -> dict[int, dict[str, int]]:
    """How many messages that somebody wrote are in each of STATES, by their event."""
    event, state = Notification.event_id, NotificationDelivery.state
    counted = select(event, state, func.count()).join(Notification, its_message())
    of_events = event.in_(event_ids), Notification.kind.in_(WRITTEN)
    found = {each: dict.fromkeys(STATES, 0) for each in event_ids}
    for event_id, name, count in db.execute(counted.where(*of_events).group_by(event, state)):
        found[event_id][name] = count
    return found


def its_message() -> ColumnElement[bool]:
    """Joins deliveries to their messages."""
    return and_(
        Notification.member_id == NotificationDelivery.member_id,
        Notification.id == NotificationDelivery.notification_id,
    )


def stop(db: Session, event_id: int, at: datetime) -> None:
    """Stop the messages of an event that somebody wrote, in the caller's transaction. Their jobs
    wait for no pace any more: a digest among them leaves without these.
    """
    db.execute(update(NotificationText).where(NotificationText.event_id == event_id).values(stopped_at=at))
    of_event = exists().where(
        its_message(), Notification.event_id == event_id, Notification.kind.in_(WRITTEN)
    )
    waits = NotificationDelivery.state == "waiting"
    dropped = update(NotificationDelivery).where(waits, of_event).values(state="dropped")
    db.execute(dropped, execution_options={"synchronize_session": False})
    jobs.move(db, queue_of(event_id), DELIVERIES)
