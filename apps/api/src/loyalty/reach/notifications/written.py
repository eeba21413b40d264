"""Messages that somebody wrote: their words, their pace, what has become of them, and their stop."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import and_, bindparam, exists, func, insert, select, update
from sqlalchemy.orm import Session

from loyalty.db.session import advisory_lock
from loyalty.db.tables import table_of
from loyalty.reach.notifications.models import Notification, NotificationDelivery, NotificationText
from loyalty.rules.notifications import WRITTEN, Pace

_NOTIFICATIONS = table_of(Notification).c
_DELIVERIES = table_of(NotificationDelivery).c
_TEXTS = table_of(NotificationText).c
# For a join of deliveries to their messages.
ITS_MESSAGE = and_(
    _NOTIFICATIONS.member_id == _DELIVERIES.member_id, _NOTIFICATIONS.id == _DELIVERIES.notification_id
)
# One transaction at a time decides what leaves, or that it leaves no more.
DISPATCH = "notifications.dispatch"
_SAVE = update(table_of(NotificationText)).where(_TEXTS.event_id == bindparam("of_event"))


def add(
    db: Session, event_id: int, at: datetime, *, texts: dict[str, Any], page: str, per_minute: int
) -> None:
    """Store the words of an event's messages, the page they lead to and their pace."""
    row = {"event_id": event_id, "texts": texts, "page": page, "per_minute": per_minute}
    db.execute(insert(NotificationText).values(**row, minute_count=0, last_at=at))


def note_written(db: Session, event_id: int, at: datetime) -> None:
    """Note that messages of an event are written now: its words are kept as long as they are."""
    db.execute(update(NotificationText).where(NotificationText.event_id == event_id).values(last_at=at))


class Paces:
    """The paces of some events' messages; no other transaction uses them until this one ends."""

    def __init__(self, db: Session, event_ids: Collection[int]) -> None:
        columns = (_TEXTS.event_id, _TEXTS.per_minute, _TEXTS.minute_at, _TEXTS.minute_count)
        query = select(*columns).where(_TEXTS.event_id.in_(event_ids)).order_by(_TEXTS.event_id)
        rows = db.execute(query.with_for_update()).all() if event_ids else []
        self._db = db
        self._paces = {row.event_id: Pace(row.per_minute, row.minute_at, row.minute_count) for row in rows}
        self._used: set[int] = set()

    def room(self, event_id: int, at: datetime) -> int:
        """How many more messages of an event may leave at a moment."""
        return self._paces[event_id].room(at)

    def take(self, event_ids: Collection[int], at: datetime) -> datetime:
        """Give a message of each of these events its slot; gives the latest of them, `at` without events."""
        slots = [at]
        for event_id in event_ids:
            slot, self._paces[event_id] = self._paces[event_id].take(at)
            slots.append(slot)
        self._used.update(event_ids)
        return max(slots)

    def save(self) -> None:
        """Write how far they are used."""
        rows = []
        for each in sorted(self._used):
            pace = self._paces[each]
            rows.append({"of_event": each, "minute_at": pace.minute_at, "minute_count": pace.count})
        if rows:
            self._db.execute(_SAVE, rows)


@dataclass(frozen=True)
class Outcome:
    """What has become of the messages of an event that left or will leave: `waiting` for their time, on their
    way (`leaving`), `sent`, `failed` for good, or `dropped`, because their member does not want them any
    more or they were stopped.
    """

    waiting: int
    leaving: int
    sent: int
    failed: int
    dropped: int


def outcomes_of(db: Session, event_ids: Collection[int]) -> dict[int, Outcome]:
    """What has become of the messages that somebody wrote, by their event."""
    joined = NotificationDelivery.__table__.join(Notification.__table__, ITS_MESSAGE)
    event = _NOTIFICATIONS.event_id
    of_events = event.in_(event_ids), _NOTIFICATIONS.kind.in_(WRITTEN)
    by_state = select(event, _DELIVERIES.state, func.count()).select_from(joined).where(*of_events)
    states: dict[tuple[int, str], int] = {
        (event_id, state): count
        for event_id, state, count in db.execute(by_state.group_by(event, _DELIVERIES.state))
    }

    def count(event_id: int, state: str) -> int:
        return states.get((event_id, state), 0)

    return {
        each: Outcome(
            waiting=count(each, "waiting"),
            leaving=count(each, "leaving"),
            sent=count(each, "sent"),
            failed=count(each, "failed"),
            dropped=count(each, "dropped"),
        )
        for each in event_ids
    }


def stop(db: Session, event_id: int, at: datetime) -> None:
    """Let no more messages that somebody wrote leave, of an event, in the caller's transaction."""
    advisory_lock(db, DISPATCH)
    texts = update(NotificationText).where(NotificationText.event_id == event_id)
    db.execute(texts.values(stopped_at=at))
    of_event = exists().where(
        ITS_MESSAGE, _NOTIFICATIONS.event_id == event_id, _NOTIFICATIONS.kind.in_(WRITTEN)
    )
    waits = NotificationDelivery.state == "waiting"
    db.execute(update(NotificationDelivery).where(waits, of_event).values(state="dropped"))
