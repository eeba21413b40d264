"""Broadcasts that are approved: sent at a pace, a row for each member in their log."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

from sqlalchemy import Row, select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db import jobs
from loyalty.db.clock import now
from loyalty.db.jobs import Job
from loyalty.db.session import current_session
from loyalty.db.tables import table_of
from loyalty.errors import NotFound
from loyalty.features.events import stream
from loyalty.gateways import outbox
from loyalty.gateways.mails import Links
from loyalty.reach.broadcasts import segments
from loyalty.reach.broadcasts.models import Broadcast, State
from loyalty.reach.notifications import log, written
from loyalty.reach.notifications.texts import mail, text_of
from loyalty.rules.formats import Formats
from loyalty.rules.notifications import BROADCAST_KINDS, KINDS, SETTINGS_PAGE

_BROADCASTS = table_of(Broadcast).c
# The queue and the kind of the jobs that write the messages of a broadcast, and how many at a time.
QUEUE, AT_ONCE = "broadcasts", 500
jobs.POLICIES[QUEUE] = jobs.Policy(timeout_s=20, tries=None)
# The e-mail by which somebody looks at a broadcast before it is sent.
TEST = "broadcast_test"

BroadcastRow = Row[Any]


def broadcasts(db: Session, *, limit: int, offset: int, descending: bool = True) -> list[BroadcastRow]:
    """A page of the broadcasts, by default the newest first."""
    order = _BROADCASTS.id.desc() if descending else _BROADCASTS.id
    return list(db.execute(select(*_BROADCASTS).order_by(order).limit(limit).offset(offset)))


def broadcast(db: Session, broadcast_id: int) -> BroadcastRow:
    """One broadcast; raises NotFound."""
    row = db.execute(select(*_BROADCASTS).where(_BROADCASTS.id == broadcast_id)).one_or_none()
    if row is None:
        raise unknown(broadcast_id)
    return row


def unknown(broadcast_id: int) -> NotFound:
    return NotFound(f"There is no broadcast {broadcast_id}.", "no_such_broadcast")


def outcomes(db: Session, rows: Sequence[BroadcastRow]) -> dict[int, written.Outcome]:
    """What has become of the messages of broadcasts, by id; without those that did not begin."""
    begun = {row.event_id: row.id for row in rows if row.event_id is not None}
    found = written.outcomes_of(db, begun) if begun else {}
    return {begun[event_id]: outcome for event_id, outcome in found.items()}


def submitted_by(db: Session) -> list[str]:
    """Who submitted the broadcasts that wait for another person, one signature each."""
    return list(db.scalars(select(_BROADCASTS.submitted_by).where(_BROADCASTS.state == State.WAITING)))


def event_key(broadcast_id: int) -> str:
    return f"broadcast/{broadcast_id}"


def compose_test(broadcast_id: int) -> EmailMessage | None:
    """The mail of a test; None when the broadcast is gone."""
    db = current_session()
    row = db.execute(select(*_BROADCASTS).where(_BROADCASTS.id == broadcast_id)).one_or_none()
    asked = outbox.email_text(db, TEST, broadcast_id)
    if row is None or not asked:
        return None
    to, language = (json.loads(asked)[name] for name in ("to", "language"))
    kind, at, origin = KINDS[BROADCAST_KINDS[row.kind]], now(db), config.current().mini_origin
    text = text_of(kind.name, Formats(language), {"texts": row.texts}, at)
    links = Links(page=f"{origin}{row.page}", settings=f"{origin}{SETTINGS_PAGE}")
    name = f"broadcast-{broadcast_id}-test-{at.timestamp():.0f}"
    return mail(to, language, [text], links, at=at, name=name)


def send_some() -> bool:
    """Write the next messages of a broadcast that is being sent; False when none is due.

    Only `per_minute` of a broadcast leave in a minute; what is written at once is not more. How far it has
    come is written with the messages, so that nobody gets one twice, whatever dies when.
    """
    return jobs.write_next(QUEUE, _send_some)


def begin(db: Session, broadcast_id: int) -> None:
    """Let a broadcast that was approved be sent, in the caller's transaction."""
    jobs.repeat(db, QUEUE, QUEUE, now(db), reference=broadcast_id)


def _send_some(db: Session, job: Job) -> datetime | None:
    """Write some messages; returns when to write the next, None after the last."""
    row, at = locked(db, job.reference or 0), now(db)
    if row.state != State.SENDING:
        return None
    event_id = row.event_id or stream.position_of(db, event_key(row.id))
    if event_id is None:
        return at + timedelta(seconds=1)
    if row.event_id is None:
        written.add(db, event_id, at, texts=row.texts, page=row.page, per_minute=row.per_minute)
    most = min(AT_ONCE, row.per_minute)
    ids = segments.after(db, row.segment, row.last_member_id, most)
    notified = log.notify(db, ids, event_id, KINDS[BROADCAST_KINDS[row.kind]], {}, at)
    written.note_written(db, event_id, at)
    progress: dict[str, Any] = {
        "event_id": event_id,
        "last_member_id": ids[-1] if ids else row.last_member_id,
        "leaving": row.leaving + notified.leaving,
        "log_only": row.log_only + notified.log_only,
        "unwanted": row.unwanted + notified.unwanted,
    }
    is_done = len(ids) < most
    change(db, row.id, progress | ({"state": State.DONE, "finished_at": at} if is_done else {}))
    return None if is_done else at + jobs.MINUTE * notified.at_once / row.per_minute


def locked(db: Session, broadcast_id: int) -> BroadcastRow:
    query = select(*_BROADCASTS).where(_BROADCASTS.id == broadcast_id)
    row = db.execute(query.with_for_update()).one_or_none()
    if row is None:
        raise unknown(broadcast_id)
    return row


def change(db: Session, broadcast_id: int, values: Mapping[str, Any]) -> None:
    db.execute(update(Broadcast).where(_BROADCASTS.id == broadcast_id).values(values))
