"""The outbox: messages are jobs, written in the request's transaction and sent by a worker.

A request never waits for a provider. A message is not lost in a crash and not sent after it expired
(SECURITY.md O11).
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, delete, or_, select
from sqlalchemy.orm import Session

from loyalty.db import jobs
from loyalty.db.clock import now
from loyalty.db.jobs import Job, Policy
from loyalty.gateways import http_client
from loyalty.gateways.channels import MAIL_TIMEOUT_S, Channel, Message

# Queues with threads of their own: a code never waits behind a slow mail server.
PHONE, EMAIL, PUSH, WALLET = "phone", "email", "push", "wallet"
EMAIL_LIFETIME = timedelta(days=30)
# A code is worth nothing after two minutes; an email waits three days for a mail server to come back.
jobs.POLICIES |= {
    PHONE: Policy(http_client.TIMEOUT_S, tries=8, max_pause_s=64),
    EMAIL: Policy(MAIL_TIMEOUT_S, renewed_for=EMAIL_LIFETIME),
    PUSH: Policy(http_client.TIMEOUT_S),
    # Google's wallet is asked for a token first, and then twice.
    WALLET: Policy(3 * http_client.TIMEOUT_S),
}
QUEUES = (PHONE, EMAIL, PUSH, WALLET)
# What an office reads of a message, by the state of its job.
_SHOWN = {"running": "sending", "done": "sent"}

# The rows of messages that have not left: what `undelivered` selects.
Undelivered = Select[int, int | None, str, str, datetime, str | None]


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
    and before `expires_at`. One with a code leaves before the others.

    `reference` is the id of the row it is about; `undelivered` finds by it what was not sent. `at` is the
    moment, where the caller knows it.
    """
    priority = 0 if code is not None else 1
    values = {"recipient": to, "reference": reference, "expires_at": expires_at, "priority": priority}
    jobs.enqueue(db, PHONE, kind, at=at, run_at=due_at, payload={"text": text, "code": code}, **values)


def put_email(
    db: Session, *, kind: str, reference: int, text: str = "", life: timedelta = EMAIL_LIFETIME
) -> None:
    """Add an email about the row `reference` in the open transaction; it is composed when it is sent.

    `text` is what composing it needs from the moment of this call.
    """
    _put_all(db, EMAIL, kind, life, [(reference, text, "", None)])


def put_pushes(db: Session, *, kind: str, about: Sequence[tuple[int, str, str]], life: timedelta) -> None:
    """Add pushes, each by its reference, its subscription's id and its push service."""
    _put_all(db, PUSH, kind, life, [(*each, None) for each in about])


def put_notices(db: Session, *, kind: str, about: Sequence[tuple[int, str]], life: timedelta) -> None:
    """Add messages to a wallet, each by its member and its text, without those that wait already."""
    _put_all(db, WALLET, kind, life, [(*each, "", f"{kind}/{each[1]}") for each in about])


def _put_all(
    db: Session, queue: str, kind: str, life: timedelta, about: Sequence[tuple[int, str, str, str | None]]
) -> None:
    at = now(db)
    rows = [
        {
            "reference": reference,
            "payload": {"text": text},
            "recipient": recipient,
            "once_key": once_key,
            "expires_at": at + life,
        }
        for reference, text, recipient, once_key in about
    ]
    jobs.enqueue_all(db, queue, kind, rows, at)


def email_states(db: Session, kinds: Sequence[str], references: Sequence[int]) -> dict[int, str]:
    """The states of the emails of these kinds, by the row they are about."""
    query = select(Job.reference, Job.state).where(
        Job.queue == EMAIL, Job.kind.in_(kinds), Job.reference.in_(references)
    )
    found = db.execute(query.order_by(Job.id))
    return {reference: _SHOWN.get(state, state) for reference, state in found if reference is not None}


def messages_about(db: Session, kinds: Collection[str], references: Collection[int]) -> Sequence[Job]:
    """The messages of these kinds about these rows, the newest last."""
    of_these = Job.kind.in_(kinds), Job.reference.in_(references), Job.queue.in_(QUEUES)
    return db.scalars(select(Job).where(*of_these).order_by(Job.id)).all()


def is_open(db: Session, kind: str, reference: int) -> bool:
    """Whether a message of this kind about the row `reference` was sent or may still be sent."""
    about_row = Job.kind == kind, Job.reference == reference, Job.queue.in_(QUEUES)
    is_open_state = Job.state.in_(("waiting", "running", "done"))
    return db.scalar(select(Job.id).where(*about_row, is_open_state).limit(1)) is not None


def email_text(db: Session, kind: str, reference: int) -> str:
    """The `text` an email was added with; empty once it was sent or given up."""
    query = select(Job.payload).where(Job.queue == EMAIL, Job.kind == kind, Job.reference == reference)
    payload: dict[str, Any] = db.scalar(query.order_by(Job.id.desc()).limit(1)) or {}
    return str(payload.get("text", ""))


def undelivered(kind: str, *, put_after: datetime, left_by: datetime) -> Undelivered:
    """A query for the messages of a kind, added after `put_after`, that were not sent by `left_by`: they
    wait, failed, or were sent later. Columns: id, reference, queue, state, created_at, last_error.
    """
    return select(Job.id, Job.reference, Job.queue, Job.state, Job.created_at, Job.last_error).where(
        Job.kind == kind,
        Job.queue.in_(QUEUES),
        Job.reference.is_not(None),
        Job.created_at > put_after,
        or_(Job.state != "done", Job.finished_at > left_by),
    )


def withdraw(db: Session, to: str) -> None:
    """Expire and wipe the messages to a number that were not sent yet, in the caller's transaction."""
    jobs.withdraw(db, Job.queue == PHONE, Job.recipient == to)


def withdraw_about(db: Session, kind: str, reference: int) -> None:
    """Expire and wipe the messages of a kind about a row that have not left."""
    jobs.withdraw(db, Job.queue.in_(QUEUES), Job.kind == kind, Job.reference == reference)


def delete_before(db: Session, before: datetime, *, undelivered_before: datetime) -> int:
    """Delete the rows of messages that were finished before a moment; returns how many.

    An email that was not sent stays: `queues retry` sends it. A message to a telephone that was not sent and
    is about a row, or a push, stays until `undelivered_before`: `undelivered` finds it.
    """
    not_needed = or_(Job.reference.is_(None), Job.finished_at < undelivered_before)
    is_gone = or_(Job.state == "done", (Job.queue != EMAIL) & not_needed)
    old = delete(Job).where(Job.queue.in_(QUEUES), Job.finished_at < before, is_gone)
    return len(db.execute(old.returning(Job.id)).all())


def send_next(channel: Channel, queue: str = PHONE) -> bool:
    """Send the next message of a queue that is due, codes first, then the oldest; False when none is."""
    return jobs.run_next(queue, lambda job: channel.send(message_of(job)))


def message_of(job: Job) -> Message:
    """The message that a job sends. Its key is the same when it is tried again."""
    text, code = job.payload.get("text", ""), job.payload.get("code")
    key = f"job-{job.id}"
    return Message(job.recipient, job.kind, text, code, now(), key=key, reference=job.reference)
