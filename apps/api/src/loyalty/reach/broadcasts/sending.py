"""Broadcasts that are approved: sent at a pace, a row for each member in their log."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db import jobs
from loyalty.db.clock import now
from loyalty.db.jobs import Job
from loyalty.db.session import current_session
from loyalty.errors import NotFound
from loyalty.features.events import stream
from loyalty.gateways import outbox
from loyalty.gateways.mails import MailLinks
from loyalty.reach.broadcasts import segments
from loyalty.reach.broadcasts.models import Broadcast, State
from loyalty.reach.notifications import broadcast_messages, log
from loyalty.reach.notifications.texts import mail, text_of
from loyalty.rules.codes import Code
from loyalty.rules.formats import Formats
from loyalty.rules.notifications import BROADCAST_KINDS, KINDS, SETTINGS_PAGE

# The queue and the kind of the jobs that write the messages of a broadcast, and how many at a time.
QUEUE, AT_ONCE = "broadcasts", 500
jobs.POLICIES[QUEUE] = jobs.Policy(timeout_s=20, tries=None)
# The e-mail by which somebody looks at a broadcast before it is sent.
TEST = "broadcast_test"


def broadcasts(db: Session, *, limit: int, offset: int, descending: bool = True) -> Sequence[Broadcast]:
    """A page of the broadcasts, by default the newest first."""
    order = Broadcast.id.desc() if descending else Broadcast.id
    return db.scalars(select(Broadcast).order_by(order).limit(limit).offset(offset)).all()


def broadcast(db: Session, broadcast_id: int) -> Broadcast:
    """One broadcast; raises NotFound."""
    found = db.get(Broadcast, broadcast_id)
    if found is None:
        raise NotFound(Code.NO_SUCH_BROADCAST, {"broadcast": broadcast_id})
    return found


def title_of(row: Broadcast) -> str:
    """The title of a broadcast, in English where it has one."""
    words = row.texts.get("en") or next(iter(row.texts.values()))
    return str(words["title"])


def locked(db: Session, broadcast_id: int) -> Broadcast:
    """One broadcast, locked; raises NotFound."""
    row = broadcast(db, broadcast_id)
    db.refresh(row, with_for_update=True)
    return row


def outcomes(db: Session, rows: Sequence[Broadcast]) -> dict[int, dict[str, int]]:
    """What has become of the messages of broadcasts, by id; without those that did not begin."""
    begun = {row.event_id: row.id for row in rows if row.event_id is not None}
    found = broadcast_messages.outcomes_of(db, begun) if begun else {}
    seen = log.read_counts(db, begun) if begun else {}
    return {
        begun[event_id]: {**outcome, "read": seen.get(event_id, 0)} for event_id, outcome in found.items()
    }


def event_key(broadcast_id: int) -> str:
    return f"broadcast/{broadcast_id}"


def compose_test(broadcast_id: int) -> EmailMessage | None:
    """The mail of a test; None when the broadcast is gone."""
    db = current_session()
    row = db.get(Broadcast, broadcast_id)
    asked = outbox.email_text(db, TEST, broadcast_id)
    if row is None or not asked:
        return None
    to, language = (json.loads(asked)[name] for name in ("to", "language"))
    kind, at, origin = KINDS[BROADCAST_KINDS[row.kind]], now(db), config.current().mini_origin
    text = text_of(kind.name, Formats(language), {"texts": row.texts}, at)
    links = MailLinks(page=f"{origin}{row.page}", settings=f"{origin}{SETTINGS_PAGE}")
    name = f"broadcast-{broadcast_id}-test-{at.timestamp():.0f}"
    return mail(to, language, [text], links, at=at, name=name)


def send_some() -> bool:
    """Write the next messages of a broadcast that is being sent; False when none is due.

    Only `per_minute` of a broadcast leave in a minute; what is written at once is not more. How far it has
    come is written with the messages, so that nobody receives one twice when a worker is killed.
    """
    return jobs.write_next(QUEUE, _send_some)


def begin(db: Session, row: Broadcast) -> None:
    """Start an approved broadcast, at once or at its moment, in the caller's transaction."""
    at = now(db)
    jobs.repeat(db, QUEUE, QUEUE, max(at, row.send_at or at), reference=row.id)


def cancel(db: Session, row: Broadcast) -> None:
    """Undo `begin` for a broadcast of which nothing is written yet, in the caller's transaction."""
    jobs.withdraw(db, Job.queue == QUEUE, Job.reference == row.id)


def _send_some(db: Session, job: Job) -> datetime | None:
    """Write some messages; returns when to write the next, None after the last."""
    row, at = locked(db, job.reference or 0), now(db)
    if row.state != State.SENDING:
        return None
    event_id = row.event_id or stream.position_of(db, event_key(row.id))
    if event_id is None:
        return at + timedelta(seconds=1)
    if row.event_id is None:
        broadcast_messages.add(db, event_id, at, texts=row.texts, page=row.page, per_minute=row.per_minute)
        row.event_id = event_id
    most = min(AT_ONCE, row.per_minute)
    ids = segments.after(db, row.segment, row.last_member_id, most)
    notified = log.notify(db, ids, event_id, KINDS[BROADCAST_KINDS[row.kind]], {}, at)
    broadcast_messages.note_written(db, event_id, at)
    row.leaving += notified.leaving
    row.log_only += notified.log_only
    row.unwanted += notified.unwanted
    if len(ids) < most:
        row.state, row.finished_at = State.DONE, at
        return None
    row.last_member_id = ids[-1]
    return at + jobs.MINUTE * notified.at_once / row.per_minute
