"""Writing events with the facts they are about, and reading them in order, each once (decision 0040)."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.inserts import insert_all_or_ignore, upsert, upsert_all
from loyalty.db.maintenance import ExpiredRows
from loyalty.db.session import advisory_lock, before_commit, current_session, transaction
from loyalty.features.events.models import Event, EventReader, EventSequence
from loyalty.rules.events import EVENTS_KEPT_FOR, EventRow, EventType

log = structlog.get_logger(__name__)

# The reader whose position is the newest.
PLACING = "placing"
_KNOWN = frozenset(EventType)
# So many events are numbered, or given to a reader, in one transaction.
AT_ONCE = 500
_INSERT = insert(Event.__table__)
# The events of a session's open transaction, in its `info`.
_EMITTED = "loyalty.events"


def emit(
    db: Session,
    event_type: EventType,
    at: datetime,
    *,
    member_id: int | None = None,
    subject: str | None = None,
    data: dict[str, Any] | None = None,
) -> None:
    """Write an event with the open transaction, at its end: it is there if and only if the fact is.

    `subject` is the member when it is not named; `data` are values of JSON.
    """
    if _EMITTED not in db.info:
        db.info[_EMITTED] = []
        before_commit(db, _write)
    row = row_of(event_type, at, member_id=member_id, subject=subject, data=data)
    db.info[_EMITTED].append(row)


def _write(db: Session) -> None:
    """Write the events of the open transaction by one statement."""
    if rows := db.info.pop(_EMITTED, None):
        db.execute(_INSERT, rows)


def row_of(
    event_type: EventType,
    at: datetime,
    *,
    member_id: int | None = None,
    subject: str | None = None,
    data: dict[str, Any] | None = None,
    once_key: str | None = None,
) -> dict[str, Any]:
    """An event as a row that has no place yet."""
    about = f"member/{member_id}" if member_id is not None else event_type.source[1:]
    return {
        "position": None,
        "source": event_type.source,
        "type": str(event_type),
        "subject": subject or about,
        "time": at,
        "data": data or {},
        "member_id": member_id,
        "sequence": None,
        "once_key": once_key,
    }


def write_once(db: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Write events in the caller's transaction, without those whose `once_key` was written before."""
    insert_all_or_ignore(db, Event, rows)


def position_of(db: Session, once_key: str) -> int | None:
    """The position of an event that was written once; None as long as it has none."""
    return db.scalar(select(Event.position).where(Event.once_key == once_key))


def erase_member(db: Session, member_id: int) -> None:
    """Delete a member's events, also those of the open transaction so far."""
    emitted = db.info.get(_EMITTED, [])
    emitted[:] = [each for each in emitted if each["member_id"] != member_id]
    db.execute(delete(Event).where(Event.member_id == member_id))


def expired_rows(at: datetime) -> ExpiredRows:
    """Rows to delete at a moment: events that were placed and are older than 30 days."""
    return ExpiredRows("events", Event, (Event.time <= at - EVENTS_KEPT_FOR) & Event.position.is_not(None))


def age_of_unplaced(db: Session) -> float:
    """For how many seconds the oldest event has waited for its position; 0 when none waits."""
    oldest = db.scalar(select(Event.time).where(Event.position.is_(None)).order_by(Event.id).limit(1))
    return (now(db) - oldest).total_seconds() if oldest else 0.0


def assign_positions() -> int:
    """Assign positions and numbers to committed events, without gaps; returns how many.

    The ids of rows are no such order: a transaction that took a smaller id may commit later, and a reader
    that had passed it would never see it. One process at a time does this.
    """
    unplaced = select(Event.id, Event.member_id).where(Event.position.is_(None)).order_by(Event.id)
    if current_session().execute(unplaced.limit(1)).first() is None:
        return 0
    with transaction() as db:
        advisory_lock(db, "events.place")
        rows = db.execute(unplaced.limit(AT_ONCE)).all()
        if not rows:
            return 0
        position = read_up_to(db, PLACING)
        about = {row.member_id for row in rows if row.member_id is not None}
        found = db.execute(
            select(EventSequence.member_id, EventSequence.last).where(EventSequence.member_id.in_(about))
        )
        numbers: dict[int, int] = {row.member_id: row.last for row in found}
        places = []
        for row in rows:
            position += 1
            if row.member_id is not None:
                numbers[row.member_id] = numbers.get(row.member_id, 0) + 1
            places.append({"id": row.id, "position": position, "sequence": numbers.get(row.member_id)})
        db.execute(update(Event), places)
        if numbers:
            counts = [{"member_id": member_id, "last": last} for member_id, last in sorted(numbers.items())]
            upsert_all(db, EventSequence, counts)
        _move(db, PLACING, position)
    return len(rows)


Handle = Callable[[Session, Sequence[EventRow]], None]


def read(name: str, handle: Handle, at_once: int = AT_ONCE) -> int:
    """Handle the next events of a reader, oldest first; returns how many.

    What `handle` writes and the reader's new position are one transaction, so each event has its effect
    once, also when a process is killed. One process at a time reads for a name. When a batch fails, its
    events are handled one by one; one that fails alone is logged and skipped, and so is one of a type that
    this release does not know.
    """
    assign_positions()
    if not after(current_session(), read_up_to(current_session(), name), 1):
        return 0
    try:
        return _read_batch(name, handle, at_once)
    except Exception as error:
        if _may_pass(error):
            raise
        log.error("events not handled together", reader=name, error=type(error).__name__, exc_info=error)
        return _read_batch(name, _skipping(name, handle), 1)


def _may_pass(error: Exception) -> bool:
    """Whether the reason is the database, which may take the same events a moment later."""
    return isinstance(error, DBAPIError) and not isinstance(error, DataError | IntegrityError)


def _read_batch(name: str, handle: Handle, at_once: int) -> int:
    with transaction() as db:
        advisory_lock(db, f"events.{name}")
        events = after(db, read_up_to(db, name), at_once)
        known = [event for event in events if event.type in _KNOWN]
        for event in events:
            if event.type not in _KNOWN:
                log.warning("event of an unknown type", reader=name, event_id=event.id, type=event.type)
        if known:
            handle(db, known)
        if events:
            _move(db, name, events[-1].position)
        return len(events)


def _skipping(name: str, handle: Handle) -> Handle:
    """A handler that logs what fails and skips it."""

    def handle_one(db: Session, events: Sequence[EventRow]) -> None:
        try:
            with db.begin_nested():
                handle(db, events)
        except Exception as error:
            db.info.pop(_EMITTED, None)
            if _may_pass(error):
                raise
            what = {"reader": name, "event_id": events[0].id, "error": type(error).__name__}
            log.error("event passed over", **what, exc_info=error)

    return handle_one


def newest(db: Session) -> int:
    """The position of the newest event that has one; 0 before the first."""
    return read_up_to(db, PLACING)


def read_up_to(db: Session, name: str) -> int:
    """The position of the last event that a reader was given; 0 before the first."""
    return db.scalar(select(EventReader.position).where(EventReader.name == name)) or 0


def oldest(db: Session) -> int:
    """The position of the oldest event that is kept; that of the next one where none is."""
    return db.scalar(select(func.min(Event.position))) or newest(db) + 1


def at(db: Session, positions: Sequence[int]) -> dict[int, EventRow]:
    """The events at these positions, without those that are no longer kept."""
    query = select(*_COLUMNS).where(Event.position.in_(positions))
    return {row.position: EventRow(**row._mapping) for row in db.execute(query)}


def before(db: Session, moment: datetime) -> int:
    """The position behind which every kept event since a moment stands."""
    first = db.scalar(select(func.min(Event.position)).where(Event.time >= moment))
    return newest(db) if first is None else first - 1


def _move(db: Session, name: str, position: int) -> None:
    """Note the position of the last event that a reader has read."""
    upsert(db, EventReader, {"name": name, "position": position}, {"position": position})


_COLUMNS = [getattr(Event, name) for name in EventRow.__dataclass_fields__]


def after(db: Session, position: int, limit: int) -> list[EventRow]:
    """The events behind a position, oldest first."""
    query = select(*_COLUMNS).where(Event.position > position).order_by(Event.position).limit(limit)
    return [EventRow(**row._mapping) for row in db.execute(query)]
