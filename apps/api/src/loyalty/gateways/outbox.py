"""The outbox: messages are written in the request's transaction and sent by a worker (docs/promises.md O11).

A request never waits for a provider. A message is not lost in a crash and not sent after it expired.
Delivery is at least once: when a worker dies while sending, its lease runs out and another sends again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import (
    CheckConstraint,
    ColumnElement,
    Index,
    Row,
    Select,
    String,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Mapped, Session, mapped_column

from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.db.tables import Base, Id, table_of
from loyalty.errors import Conflict, NotFound
from loyalty.gateways import http_client
from loyalty.gateways.channels import MAIL_TIMEOUT_S, Channel, Message, Refused

log = structlog.get_logger(__name__)

# Queues with threads of their own: a code never waits behind a slow mail server.
PHONE, EMAIL, PUSH, WALLET = "phone", "email", "push", "wallet"
STATES = ("waiting", "sending", "sent", "expired", "failed")
UNFINISHED = ("waiting", "sending", "failed", "expired")
EMAIL_LIFETIME = timedelta(days=30)
FIRST_PAUSE_S = 1
DROPPED = "Dropped"


@dataclass(frozen=True)
class RetryPolicy:
    """How often a message is tried, the longest pause between two tries, and how long one try may take."""

    tries: int
    max_pause_s: int
    timeout_s: float

    @property
    def lease(self) -> timedelta:
        """How long one worker holds a message: longer than a try takes, so that no two send it at once."""
        return timedelta(seconds=3 * self.timeout_s)


# A code is worth nothing after two minutes; an email waits three days for a mail server to come back.
RETRY_POLICIES = {
    PHONE: RetryPolicy(tries=8, max_pause_s=64, timeout_s=http_client.TIMEOUT_S),
    EMAIL: RetryPolicy(tries=84, max_pause_s=3600, timeout_s=MAIL_TIMEOUT_S),
    PUSH: RetryPolicy(tries=84, max_pause_s=3600, timeout_s=http_client.TIMEOUT_S),
    # Google's wallet is asked for a token first, and then twice.
    WALLET: RetryPolicy(tries=84, max_pause_s=3600, timeout_s=3 * http_client.TIMEOUT_S),
}


# Called in the transaction that ends a message, with the id of the row it was about and its last state.
Ended = Callable[[Session, int, str], None]
_ENDED: dict[str, Ended] = {}


def when_ended(kind: str, ended: Ended) -> None:
    """Let the feature of a kind note what has become of its messages: sent, expired or failed."""
    _ENDED[kind] = ended


# The rows of messages that have not left: what `undelivered` selects.
Undelivered = Select[int, int | None, str, str, datetime, str | None]


class OutboxRow(Base):
    """One message; its text and recipient are wiped when it was sent, expired or failed."""

    __tablename__ = "outbox"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'sending', 'sent', 'expired', 'failed')", name="state"),
        CheckConstraint("queue IN ('phone', 'email', 'push', 'wallet')", name="queue"),
        Index("ix_outbox_state_due_at", "state", "due_at"),
        Index("ix_outbox_reference", "reference"),
    )

    id: Mapped[Id]
    kind: Mapped[str] = mapped_column(String(20))
    recipient: Mapped[str] = mapped_column(String(255))  # a number, or a push's service
    text: Mapped[str] = mapped_column(String(1000))
    code: Mapped[str | None] = mapped_column(String(10))
    state: Mapped[str] = mapped_column(String(10), default="waiting")
    tries: Mapped[int] = mapped_column(default=0)
    due_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None] = mapped_column(index=True)
    last_error: Mapped[str | None] = mapped_column(String(80))
    queue: Mapped[str] = mapped_column(String(10), default=PHONE, server_default=PHONE)
    reference: Mapped[int | None]


def put(
    db: Session,
    *,
    to: str,
    kind: str,
    text: str,
    expires_at: datetime,
    code: str | None = None,
    reference: int | None = None,
    at: datetime | None = None,
    due_at: datetime | None = None,
) -> None:
    """Add a message to a telephone in the open transaction; it is sent after the commit, not before `due_at`
    and before `expires_at`.

    `reference` is the id of the row it is about; `undelivered` finds by it what was not sent. `at` is the
    moment, where the caller knows it.
    """
    at = at or now(db)
    row = {"kind": kind, "recipient": to, "text": text, "code": code, "reference": reference}
    times = {"due_at": due_at or at, "expires_at": expires_at, "created_at": at}
    db.execute(_PUT, {**row, **times, **_NEW, "queue": PHONE})


# The columns without a value of their own: the defaults of a table are no parameters of its insert.
_NEW = {"state": "waiting", "tries": 0}
_PUT = insert(table_of(OutboxRow))


def put_email(
    db: Session,
    *,
    kind: str,
    reference: int,
    text: str = "",
    queue: str = EMAIL,
    life: timedelta = EMAIL_LIFETIME,
) -> None:
    """Add an email about the row `reference` in the open transaction; it is composed when it is sent.

    `text` (1,000 characters at most) is what composing it needs from the moment of this call. With `queue`
    WALLET it is about a changed pass.
    """
    put_emails(db, kind=kind, about=[(reference, text)], queue=queue, life=life)


def put_emails(
    db: Session,
    *,
    kind: str,
    about: Sequence[tuple[int, str]],
    queue: str = EMAIL,
    life: timedelta = EMAIL_LIFETIME,
) -> None:
    """Add several as `put_email` adds one, each by its reference and its text."""
    _put_all(db, kind, queue, life, [(reference, text, "") for reference, text in about])


def put_pushes(db: Session, *, kind: str, about: Sequence[tuple[int, str, str]], life: timedelta) -> None:
    """Add pushes, each by its reference, its subscription's id and its push service."""
    _put_all(db, kind, PUSH, life, about)


def _put_all(
    db: Session, kind: str, queue: str, life: timedelta, about: Sequence[tuple[int, str, str]]
) -> None:
    at = now(db)
    times = {"due_at": at, "created_at": at, "expires_at": at + life}
    same = {"kind": kind, "queue": queue, **times, **_NEW, "code": None}
    rows = [{**same, "reference": each[0], "text": each[1], "recipient": each[2]} for each in about]
    if rows:
        db.execute(_PUT, rows)


def email_states(db: Session, kinds: Sequence[str], references: Sequence[int]) -> dict[int, str]:
    """The states of the emails of these kinds, by the row they are about."""
    query = select(OutboxRow.reference, OutboxRow.state).where(
        OutboxRow.queue == EMAIL, OutboxRow.kind.in_(kinds), OutboxRow.reference.in_(references)
    )
    return {reference: state for reference, state in db.execute(query) if reference is not None}


def messages_about(db: Session, kinds: Collection[str], references: Collection[int]) -> Sequence[Row[Any]]:
    """The messages of these kinds about these rows, the newest last."""
    of_these = OutboxRow.kind.in_(kinds), OutboxRow.reference.in_(references)
    columns = table_of(OutboxRow).c
    return db.execute(select(*columns).where(*of_these).order_by(columns.id)).all()


def is_open(db: Session, kind: str, reference: int) -> bool:
    """Whether a message of this kind about the row `reference` was sent or may still be sent."""
    about_row = OutboxRow.kind == kind, OutboxRow.reference == reference
    is_open_state = OutboxRow.state.in_(("waiting", "sending", "sent"))
    return db.scalar(select(OutboxRow.id).where(*about_row, is_open_state).limit(1)) is not None


def waiting_texts(db: Session, queue: str, references: Collection[int]) -> set[str]:
    """The texts of the messages about these rows that wait in a queue and that no worker has taken."""
    waiting = OutboxRow.queue == queue, OutboxRow.state == "waiting", OutboxRow.reference.in_(references)
    return set(db.scalars(select(OutboxRow.text).where(*waiting)))


def email_text(db: Session, kind: str, reference: int) -> str:
    """The `text` an email was added with; empty once it was sent or given up."""
    query = select(OutboxRow.text).where(
        OutboxRow.queue == EMAIL, OutboxRow.kind == kind, OutboxRow.reference == reference
    )
    return db.scalar(query.order_by(OutboxRow.id.desc()).limit(1)) or ""


def undelivered(kind: str, *, put_after: datetime, left_by: datetime) -> Undelivered:
    """A query for the messages of a kind, added after `put_after`, that were not sent by `left_by`: they
    wait, failed, or were sent later. Columns: id, reference, queue, state, created_at, last_error.
    """
    columns = (OutboxRow.id, OutboxRow.reference, OutboxRow.queue, OutboxRow.state, OutboxRow.created_at)
    return select(*columns, OutboxRow.last_error).where(
        OutboxRow.kind == kind,
        OutboxRow.reference.is_not(None),
        OutboxRow.created_at > put_after,
        or_(OutboxRow.state != "sent", OutboxRow.finished_at > left_by),
    )


def withdraw(db: Session, to: str) -> None:
    """Expire and wipe the messages to a number that were not sent yet, in the caller's transaction."""
    unsent = and_(OutboxRow.recipient == to, OutboxRow.state.in_(("waiting", "sending")))
    _close(db, unsent, "expired", to, None)


def withdraw_about(db: Session, kind: str, reference: int) -> None:
    """Close and wipe the messages of a kind about a row that have not left."""
    unsent = OutboxRow.state.in_(("waiting", "sending"))
    _close(db, and_(OutboxRow.kind == kind, OutboxRow.reference == reference, unsent), "expired", "", None)


def forget(db: Session, before: datetime, *, undelivered_before: datetime) -> int:
    """Delete the rows of messages that were finished before a moment; gives how many.

    An email that was not sent stays: `outbox retry` sends it. A message to a telephone that was not sent and
    is about a row, or a push, stays until `undelivered_before`: `undelivered` finds it.
    """
    not_needed = or_(OutboxRow.reference.is_(None), OutboxRow.finished_at < undelivered_before)
    done = or_(OutboxRow.state == "sent", and_(OutboxRow.queue != EMAIL, not_needed))
    old = delete(OutboxRow).where(OutboxRow.finished_at < before, done)
    return len(db.execute(old.returning(OutboxRow.id)).all())


def totals(db: Session) -> list[tuple[str, int, int, float]]:
    """Of each queue: how many messages are due and have not left, how many of those that wait were tried in
    vain, and for how many seconds the first one has been due.
    """
    at = now(db)
    is_due = OutboxRow.due_at <= at
    query = select(
        OutboxRow.queue,
        func.count().filter(is_due),
        func.count().filter(OutboxRow.tries > 0),
        func.min(OutboxRow.due_at).filter(is_due),
    ).where(OutboxRow.state.in_(("waiting", "sending")))
    found: dict[str, tuple[int, int, datetime | None]] = {
        queue: (due, tried, first) for queue, due, tried, first in db.execute(query.group_by(OutboxRow.queue))
    }
    totals = []
    for queue in RETRY_POLICIES:
        due, tried, first = found.get(queue, (0, 0, None))
        totals.append((queue, due, tried, (at - first).total_seconds() if first else 0.0))
    return totals


_DUE = and_(
    OutboxRow.state.in_(("waiting", "sending")),
    OutboxRow.queue == bindparam("of_queue"),
    OutboxRow.due_at <= bindparam("moment"),
    OutboxRow.recipient.not_in(bindparam("without", expanding=True)),
)
_ANY_DUE = select(OutboxRow.id).where(_DUE).limit(1)
# SKIP LOCKED lets workers on PostgreSQL take messages side by side; SQLite has one writer at a time.
_NEXT = (
    select(OutboxRow.id)
    .where(_DUE)
    .order_by(OutboxRow.code.is_(None), OutboxRow.due_at, OutboxRow.id)
    .limit(1)
    .with_for_update(skip_locked=True)
    .cte("next_message")
)
_TAKE = (
    update(table_of(OutboxRow))
    .where(OutboxRow.id.in_(select(_NEXT.c.id)))
    .values(state="sending", tries=OutboxRow.tries + 1, due_at=bindparam("leased_until"))
    .returning(*table_of(OutboxRow).c)
)


def send_next(channel: Channel, queue: str = PHONE) -> bool:
    """Send the next message of a queue that is due, codes first, then the oldest; False when none is."""
    row = take(queue)
    if row is not None:
        send(channel, row)
    return row is not None


def take(queue: str = PHONE, without: Collection[str] = ()) -> Row[Any] | None:
    """Hold a lease on the next message of a queue that is due: no other worker takes it meanwhile.

    None when there is none, but for those to the recipients `without`.
    """
    due = {"of_queue": queue, "without": list(without)}
    if current_session().scalar(_ANY_DUE, {**due, "moment": now()}) is None:
        return None
    with transaction() as db:
        at = now(db)
        leased_until = at + RETRY_POLICIES[queue].lease
        return db.execute(_TAKE, {**due, "moment": at, "leased_until": leased_until}).first()


def send(channel: Channel, row: Row[Any]) -> Exception | None:
    """Send a message that was taken, unless its time is over; gives why it could not be delivered."""
    at = now()
    if row.expires_at <= at:
        with transaction() as db:
            _close(db, _held(row), "expired", row.recipient, None)
        log.warning("message expired unsent", outbox_id=row.id)
        return None
    key = f"outbox-{row.id}"
    message = Message(row.recipient, row.kind, row.text, row.code, at, key=key, reference=row.reference)
    error: Exception | None = None
    try:
        channel.send(message)
    except Exception as failed:
        error = failed
        log.warning("message not delivered", outbox_id=row.id, tries=row.tries, error=type(error).__name__)
    _finish(row, error)
    return error


def _held(row: Row[Any]) -> ColumnElement[bool]:
    """A message as long as it is held by the lease by which it was taken: until then it may have been
    withdrawn, or be another worker's.
    """
    return and_(OutboxRow.id == row.id, OutboxRow.state == "sending", OutboxRow.due_at == row.due_at)


def _finish(row: Row[Any], error: Exception | None) -> None:
    """Close a message that was sent or failed for good, or let it wait: 1 s, 2 s, 4 s …"""
    policy = RETRY_POLICIES[row.queue]
    with transaction() as db:
        if error is None:
            _close(db, _held(row), "sent", row.recipient, None)
        elif isinstance(error, Refused) or row.tries >= policy.tries:
            _close(db, _held(row), "failed", row.recipient, type(error).__name__)
            log.error("message given up", outbox_id=row.id)
        else:
            pause = timedelta(seconds=min(FIRST_PAUSE_S * 2 ** (row.tries - 1), policy.max_pause_s))
            again = {"state": "waiting", "due_at": now(db) + pause, "last_error": type(error).__name__}
            db.execute(update(OutboxRow).where(_held(row)).values(again))


def _close(db: Session, which: ColumnElement[bool], state: str, recipient: str, error: str | None) -> None:
    """Give messages to one recipient their last state, and wipe them; their features note it."""
    wiped = {"text": "", "code": None, "recipient": f"…{recipient[-2:]}"}
    closed = update(OutboxRow).where(which)
    closed = closed.values(**wiped, state=state, finished_at=now(db), last_error=error)
    for kind, reference in db.execute(closed.returning(OutboxRow.kind, OutboxRow.reference)).all():
        if kind in _ENDED and reference is not None:
            _ENDED[kind](db, reference, state)


@dataclass(frozen=True)
class OutboxEntry:
    """One message without its text; `recipient` shows the last two digits of a number."""

    id: int
    kind: str
    recipient: str
    reference: int | None
    state: str
    tries: int
    created_at: datetime
    due_at: datetime
    last_error: str | None


def entries(db: Session, states: Sequence[str], limit: int) -> list[OutboxEntry]:
    """The messages in these states, the newest first."""
    rows = db.scalars(
        select(OutboxRow).where(OutboxRow.state.in_(states)).order_by(OutboxRow.id.desc()).limit(limit)
    )
    return [
        OutboxEntry(
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


def undelivered_emails(db: Session) -> list[int]:
    """The ids of emails that failed or expired and that no operator gave up, the oldest first."""
    which = OutboxRow.queue == EMAIL, OutboxRow.state.in_(("failed", "expired"))
    given_up = OutboxRow.last_error.is_not_distinct_from(DROPPED)
    return list(db.scalars(select(OutboxRow.id).where(*which, ~given_up).order_by(OutboxRow.id)))


def retry(db: Session, row_id: int) -> None:
    """Let an email be sent at once, in the caller's transaction; raises NotFound, Conflict."""
    row = _row(db, row_id)
    if row.queue != EMAIL and row.state != "waiting":
        raise Conflict(f"Message {row_id} has been wiped. The member asks for a new code.")
    if row.state in ("sent", "sending"):
        raise Conflict(f"Message {row_id} is {'on its way' if row.state == 'sending' else 'sent'}.")
    at = now(db)
    change = {"state": "waiting", "due_at": at}
    if row.queue == EMAIL:
        change |= {"tries": 0, "expires_at": at + EMAIL_LIFETIME, "finished_at": None}
    db.execute(update(OutboxRow).where(OutboxRow.id == row_id).values(**change))


def drop(db: Session, row_id: int) -> None:
    """Give a message up and wipe it, in the caller's transaction; raises NotFound, Conflict."""
    row = _row(db, row_id)
    if row.state in ("sent", "sending"):
        raise Conflict(f"Message {row_id} is {'on its way' if row.state == 'sending' else 'sent'}.")
    _close(db, OutboxRow.id == row_id, "failed", row.recipient, DROPPED)


def _row(db: Session, row_id: int) -> OutboxRow:
    row = db.scalar(select(OutboxRow).where(OutboxRow.id == row_id).with_for_update())
    if row is None:
        raise NotFound(f"There is no message {row_id}.")
    return row
