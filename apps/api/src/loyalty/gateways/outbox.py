"""Messages waiting to leave: written in the request's transaction, sent by a worker (docs/promises.md O11).

A request never waits for a provider, and a message is neither lost with a crash nor sent after it expired.
Delivery is at least once: a worker that dies between sending and saying so is followed by another after a
lease.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import (
    CheckConstraint,
    Connection,
    Index,
    Row,
    Select,
    String,
    and_,
    delete,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.clock import now
from loyalty.db.connections import connection, transaction
from loyalty.db.tables import Base, Id
from loyalty.errors import Conflict, NotFound
from loyalty.gateways.channels import Channel, Message, Refused

log = structlog.get_logger(__name__)

MAX_TRIES = 8
LEASE = timedelta(seconds=30)
FIRST_PAUSE_S = 1
# The two lanes have workers of their own: a code never waits behind a slow mail server.
PHONE, MAIL = "phone", "mail"
STATES = ("waiting", "sending", "sent", "expired", "dead")
LETTERS_LIVE = timedelta(days=30)
# So many messages to telephones that are no codes leave between two looks for codes.
FEW = 5


@dataclass(frozen=True)
class Patience:
    """How often something is tried, and the longest pause between two tries."""

    tries: int
    longest_pause_s: int


# A code is worth nothing after two minutes; a letter waits three days for a mail server to come back.
PATIENCE = {PHONE: Patience(MAX_TRIES, 64), MAIL: Patience(84, 3600)}


# The rows of messages that have not left: what `undelivered` selects.
Undelivered = Select[int, int | None, str, str, datetime, str | None]


class OutboxRow(Base):
    """One message on its way; what it says and to whom is wiped when it has left, expired or failed."""

    __tablename__ = "outbox"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'sending', 'sent', 'expired', 'dead')", name="state"),
        CheckConstraint("lane IN ('phone', 'mail')", name="lane"),
        Index("ix_outbox_state_due_at", "state", "due_at"),
        Index("ix_outbox_reference", "reference"),
    )

    id: Mapped[Id]
    kind: Mapped[str] = mapped_column(String(20))
    recipient: Mapped[str] = mapped_column(String(20))
    text: Mapped[str] = mapped_column(String(1000))
    code: Mapped[str | None] = mapped_column(String(10))
    state: Mapped[str] = mapped_column(String(10), default="waiting")
    tries: Mapped[int] = mapped_column(default=0)
    due_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    last_error: Mapped[str | None] = mapped_column(String(80))
    lane: Mapped[str] = mapped_column(String(10), default=PHONE, server_default=PHONE)
    reference: Mapped[int | None]


def put(
    db: Connection,
    *,
    to: str,
    kind: str,
    text: str,
    expires_at: datetime,
    code: str | None = None,
    reference: int | None = None,
) -> None:
    """Leave a message in the open transaction; it goes out after the commit, and never after `expires_at`.

    With a `reference`, the row it is about, it can be asked later whether it has left (`undelivered`).
    """
    at = now(db)
    facts = {"kind": kind, "recipient": to, "text": text, "code": code, "reference": reference}
    db.execute(insert(OutboxRow).values(**facts, due_at=at, expires_at=expires_at, created_at=at))


def put_letter(db: Connection, *, kind: str, reference: int, text: str = "") -> None:
    """Leave a letter in the open transaction; it is written when it leaves, about the row `reference`.

    `text` (1,000 characters at most) is what it needs to know of the moment at which it was put.
    """
    at = now(db)
    facts = {"kind": kind, "recipient": "", "text": text, "lane": MAIL, "reference": reference}
    db.execute(insert(OutboxRow).values(**facts, due_at=at, created_at=at, expires_at=at + LETTERS_LIVE))


def states_of_letters(db: Connection, kinds: Sequence[str], references: Sequence[int]) -> dict[int, str]:
    """How far the letters of these kinds about these rows are, by what they are about."""
    query = select(OutboxRow.reference, OutboxRow.state).where(
        OutboxRow.lane == MAIL, OutboxRow.kind.in_(kinds), OutboxRow.reference.in_(references)
    )
    return {reference: state for reference, state in db.execute(query) if reference is not None}


def text_of_letter(db: Connection, kind: str, reference: int) -> str:
    """What a letter was put with; nothing once it has left or was given up."""
    query = select(OutboxRow.text).where(
        OutboxRow.lane == MAIL, OutboxRow.kind == kind, OutboxRow.reference == reference
    )
    return db.scalar(query.order_by(OutboxRow.id.desc()).limit(1)) or ""


def undelivered(kind: str, *, put_after: datetime, left_by: datetime) -> Undelivered:
    """The messages of a kind, put after a moment, that had not left by another: they wait, were given up,
    or left later: `id`, `reference`, `lane`, `state`, `created_at`, `last_error`.
    """
    columns = (OutboxRow.id, OutboxRow.reference, OutboxRow.lane, OutboxRow.state, OutboxRow.created_at)
    return select(*columns, OutboxRow.last_error).where(
        OutboxRow.kind == kind,
        OutboxRow.reference.is_not(None),
        OutboxRow.created_at > put_after,
        or_(OutboxRow.state != "sent", OutboxRow.finished_at > left_by),
    )


def withdraw(db: Connection, to: str) -> None:
    """Wipe the messages to somebody that have not left yet, in the caller's transaction."""
    waiting = OutboxRow.recipient == to, OutboxRow.state.in_(("waiting", "sending"))
    for row_id in db.scalars(select(OutboxRow.id).where(*waiting)).all():
        _close(db, row_id, "expired", to, None)


def forget(db: Connection, before: datetime, *, undelivered_before: datetime) -> int:
    """Delete the rows of messages that were finished before a moment; gives how many.

    A letter that never left stays: `outbox retry` sends it. A message to a telephone that never left and is
    about a row stays until an earlier moment: somebody may ask whether it has.
    """
    nobody_asks = or_(OutboxRow.reference.is_(None), OutboxRow.finished_at < undelivered_before)
    done = or_(OutboxRow.state == "sent", and_(OutboxRow.lane == PHONE, nobody_asks))
    old = delete(OutboxRow).where(OutboxRow.finished_at < before, done)
    return len(db.execute(old.returning(OutboxRow.id)).all())


def drain(channel: Channel, limit: int = 50, lane: str = PHONE) -> int:
    """Send what is due in a lane, codes first, then the oldest; return how many messages were taken up."""
    taken = 0
    for row_id in _due(limit, lane):
        waiting = _take(row_id)
        if waiting is not None:
            taken += 1
            _finish(waiting, _attempt(channel, waiting))
    return taken


@dataclass(frozen=True)
class _Taken:
    """A message this worker holds the lease of."""

    id: int
    tries: int
    message: Message
    patience: Patience


def _due(limit: int, lane: str) -> list[int]:
    has_no_code = OutboxRow.code.is_(None)
    rows = connection().execute(
        select(OutboxRow.id, has_no_code)
        .where(OutboxRow.state.in_(("waiting", "sending")), OutboxRow.lane == lane, OutboxRow.due_at <= now())
        .order_by(has_no_code, OutboxRow.due_at)
        .limit(limit)
    )
    first: list[int] = []
    others: list[int] = []
    for row_id, is_other in rows:
        (others if is_other and lane == PHONE else first).append(row_id)
    return first + others[:FEW]


def _take(row_id: int) -> _Taken | None:
    """Hold a lease on one message, or close it when it has expired; None when there is nothing to send."""
    with transaction() as db:
        at = now(db)
        due = and_(
            OutboxRow.id == row_id,
            or_(OutboxRow.state == "waiting", OutboxRow.state == "sending"),
            OutboxRow.due_at <= at,
        )
        held = db.execute(
            update(OutboxRow)
            .where(due)
            .values(state="sending", tries=OutboxRow.tries + 1, due_at=at + LEASE)
            .returning(OutboxRow)
        ).one_or_none()
        if held is None:
            return None
        if held.expires_at <= at:
            _close(db, row_id, "expired", held.recipient, None)
            log.warning("message expired unsent", outbox_id=row_id)
            return None
        message = Message(
            held.recipient,
            held.kind,
            held.text,
            held.code,
            at,
            key=f"outbox-{row_id}",
            reference=held.reference,
        )
        return _Taken(row_id, held.tries, message, PATIENCE[held.lane])


def _attempt(channel: Channel, taken: _Taken) -> Exception | None:
    try:
        channel.send(taken.message)
    except Exception as error:
        log.warning(
            "message not delivered", outbox_id=taken.id, tries=taken.tries, error=type(error).__name__
        )
        return error
    return None


def _finish(taken: _Taken, error: Exception | None) -> None:
    """Close the message, or let it wait: 1 s, 2 s, 4 s … until it is dead after its lane's tries."""
    with transaction() as db:
        if error is None:
            _close(db, taken.id, "sent", taken.message.to, None)
        elif isinstance(error, Refused) or taken.tries >= taken.patience.tries:
            _close(db, taken.id, "dead", taken.message.to, type(error).__name__)
            log.error("message given up", outbox_id=taken.id)
        else:
            pause_s = min(FIRST_PAUSE_S * 2 ** (taken.tries - 1), taken.patience.longest_pause_s)
            db.execute(
                update(OutboxRow)
                .where(OutboxRow.id == taken.id)
                .values(
                    state="waiting",
                    due_at=now(db) + timedelta(seconds=pause_s),
                    last_error=type(error).__name__,
                )
            )


def _close(db: Connection, row_id: int, state: str, recipient: str, error: str | None) -> None:
    db.execute(
        update(OutboxRow)
        .where(OutboxRow.id == row_id)
        .values(
            state=state,
            text="",
            code=None,
            recipient=f"…{recipient[-2:]}",
            finished_at=now(db),
            last_error=error,
        )
    )


UNFINISHED = ("waiting", "sending", "dead", "expired")
DROPPED = "Dropped"


@dataclass(frozen=True)
class Waiting:
    """One message or letter, without what it says; `recipient` shows the last two digits of a number."""

    id: int
    kind: str
    recipient: str
    reference: int | None
    state: str
    tries: int
    created_at: datetime
    due_at: datetime
    last_error: str | None


def entries(db: Connection, states: Sequence[str], limit: int) -> list[Waiting]:
    """What is in these states, the newest first."""
    rows = db.execute(
        select(OutboxRow).where(OutboxRow.state.in_(states)).order_by(OutboxRow.id.desc()).limit(limit)
    )
    return [
        Waiting(
            row.id,
            row.kind,
            f"…{row.recipient[-2:]}",
            row.reference,
            row.state,
            row.tries,
            row.created_at,
            row.due_at,
            row.last_error,
        )
        for row in rows
    ]


def undelivered_emails(db: Connection) -> list[int]:
    """The letters that did not leave and that nobody gave up, the oldest first."""
    which = OutboxRow.lane == MAIL, OutboxRow.state.in_(("dead", "expired"))
    given_up = OutboxRow.last_error.is_not_distinct_from(DROPPED)
    return list(db.scalars(select(OutboxRow.id).where(*which, ~given_up).order_by(OutboxRow.id)))


def retry(db: Connection, row_id: int) -> None:
    """Let a letter leave at once, in the caller's transaction; raises NotFound, Conflict."""
    row = _row(db, row_id)
    if row.lane != MAIL and row.state != "waiting":
        raise Conflict(f"Message {row_id} has been wiped. The member asks for a new code.")
    if row.state in ("sent", "sending"):
        raise Conflict(f"Message {row_id} is {'on its way' if row.state == 'sending' else 'sent'}.")
    at = now(db)
    change = {"state": "waiting", "due_at": at}
    if row.lane == MAIL:
        change |= {"tries": 0, "expires_at": at + LETTERS_LIVE, "finished_at": None}
    db.execute(update(OutboxRow).where(OutboxRow.id == row_id).values(**change))


def drop(db: Connection, row_id: int) -> None:
    """Give a message up and wipe it, in the caller's transaction; raises NotFound, Conflict."""
    row = _row(db, row_id)
    if row.state in ("sent", "sending"):
        raise Conflict(f"Message {row_id} is {'on its way' if row.state == 'sending' else 'sent'}.")
    db.execute(
        update(OutboxRow)
        .where(OutboxRow.id == row_id)
        .values(
            state="dead",
            text="",
            code=None,
            recipient=f"…{row.recipient[-2:]}",
            finished_at=now(db),
            last_error=DROPPED,
        )
    )


def _row(db: Connection, row_id: int) -> Row[Any]:
    row = db.execute(select(OutboxRow).where(OutboxRow.id == row_id).with_for_update()).first()
    if row is None:
        raise NotFound(f"There is no message {row_id}.")
    return row
