"""Endpoints of webhooks and their secrets. Every function works in the caller's transaction."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.jobs import Job
from loyalty.errors import ChangedMeanwhile, Conflict, Invalid, NotFound
from loyalty.features.events import stream
from loyalty.gateways.public_http import AddressProblem, problem_with_address
from loyalty.reach.webhooks.models import Webhook, WebhookSecret
from loyalty.rules.codes import Code
from loyalty.rules.events import EventType
from loyalty.rules.visible_text import visible_line
from loyalty.rules.webhooks import MAX_NAME, MAX_SECRETS, State, problem_with_types, secret_of

# Each endpoint has a queue, by its id.
QUEUES = "webhook/"


def queue_of(webhook_id: int) -> str:
    """The queue of an endpoint's deliveries: jobs whose `reference` is the event's position."""
    return f"{QUEUES}{webhook_id}"


def webhooks(db: Session) -> Sequence[Webhook]:
    """Every endpoint, by id."""
    return db.scalars(select(Webhook).order_by(Webhook.id)).all()


def webhook(db: Session, webhook_id: int, *, locked: bool = False) -> Webhook:
    """One endpoint; `locked` until the transaction ends. Raises NotFound."""
    row = db.get(Webhook, webhook_id, with_for_update=locked)
    if row is None:
        raise NotFound(Code.NO_SUCH_WEBHOOK, {"webhook": webhook_id})
    return row


def add(db: Session, name: str, url: str, types: Sequence[str], operator: str) -> tuple[Webhook, str]:
    """Make an endpoint, which gets the events from now on; returns it and its secret, shown this once.

    `types` are kinds of events, none for every kind. Raises Invalid, Conflict `webhook_name_taken`.
    """
    at = now(db)
    row = Webhook(
        **_checked(db, name, url, types),
        state=State.ON,
        state_since=at,
        created_by=operator,
        created_at=at,
        revision=1,
        saved_by=operator,
        saved_at=at,
        from_position=stream.newest(db),
        failures_in_row=0,
    )
    db.add(row)
    db.flush()
    return row, _add_secret(db, row.id, operator)


def change(
    db: Session, webhook_id: int, revision: int, name: str, url: str, types: Sequence[str], operator: str
) -> Webhook:
    """Give an endpoint another name, address or kinds; what waits goes to the new address.

    `revision` is the one that was read. Raises Invalid, Conflict `webhook_name_taken`, `webhook_changed` with
    who saved it meanwhile, NotFound.
    """
    row = webhook(db, webhook_id, locked=True)
    if row.revision != revision:
        raise ChangedMeanwhile(
            Code.WEBHOOK_CHANGED,
            revision=row.revision,
            by=row.saved_by,
            at=row.saved_at,
        )
    for column, value in _checked(db, name, url, types, besides=webhook_id).items():
        setattr(row, column, value)
    row.revision, row.saved_by, row.saved_at = revision + 1, operator, now(db)
    row.failures_in_row, row.paused_until = 0, None
    return row


def _checked(
    db: Session, name: str, url: str, types: Sequence[str], besides: int | None = None
) -> dict[str, Any]:
    name, url = visible_line(name), url.strip()
    if not 0 < len(name) <= MAX_NAME:
        raise Invalid(Code.WEBHOOK_NAME_TOO_LONG, {"max": MAX_NAME}, field="name")
    if problem := problem_with_address(url, config.current().webhook_private_hosts):
        raise Invalid(_ADDRESSES[problem], field="url")
    if unknown := problem_with_types(types, EventType):
        raise Invalid(unknown, field="types")
    if any(each.name.casefold() == name.casefold() and each.id != besides for each in webhooks(db)):
        raise Conflict(Code.WEBHOOK_NAME_TAKEN)
    return {"name": name, "url": url, "types": sorted(set(types))}


_ADDRESSES = {
    AddressProblem.NO_ADDRESS: Code.NOT_AN_ADDRESS,
    AddressProblem.NO_HTTPS: Code.NOT_HTTPS,
    AddressProblem.PORT: Code.ADDRESS_WITH_PORT,
    AddressProblem.NO_HOST: Code.PRIVATE_HOST,
}


def turn(db: Session, webhook_id: int, state: State) -> Webhook:
    """Turn an endpoint on or off. What waited before it was off is sent when it is on again; what happened
    meanwhile only by `replay`. Raises NotFound.
    """
    row = webhook(db, webhook_id)
    if row.state == state:
        return row
    row.state, row.state_since = state, now(db)
    if state is State.ON:
        row.failures_in_row, row.paused_until = 0, None
        waiting = update(Job).where(Job.queue == queue_of(webhook_id), Job.finished_at.is_(None))
        db.execute(waiting.values(state="waiting", run_at=now(db), started_at=None, tries=0))
    return row


def remove(db: Session, webhook_id: int) -> Webhook:
    """Delete an endpoint with its secrets and deliveries; raises NotFound."""
    gone = webhook(db, webhook_id)
    db.execute(delete(Job).where(Job.queue == queue_of(webhook_id)))
    db.execute(delete(WebhookSecret).where(WebhookSecret.webhook_id == webhook_id))
    db.delete(gone)
    return gone


def secrets_of(db: Session, webhook_id: int) -> Sequence[WebhookSecret]:
    """The secrets that sign, the oldest first."""
    live = WebhookSecret.webhook_id == webhook_id, WebhookSecret.ended_at.is_(None)
    return db.scalars(select(WebhookSecret).where(*live).order_by(WebhookSecret.id)).all()


def rotate(db: Session, webhook_id: int, operator: str) -> str:
    """Make a second secret beside the one that signs; returns it. Both sign until the old one is ended.

    Raises Conflict `two_secrets`, NotFound.
    """
    webhook(db, webhook_id)
    if len(secrets_of(db, webhook_id)) >= MAX_SECRETS:
        raise Conflict(Code.TWO_SECRETS)
    return _add_secret(db, webhook_id, operator)


def end_old_secret(db: Session, webhook_id: int) -> WebhookSecret:
    """End the older of two secrets at once; raises Conflict `one_secret`, NotFound."""
    webhook(db, webhook_id)
    live = secrets_of(db, webhook_id)
    if len(live) < MAX_SECRETS:
        raise Conflict(Code.ONE_SECRET)
    live[0].ended_at = now(db)
    return live[0]


def keys_of(db: Session, webhook_id: int) -> list[bytes]:
    """The keys that sign what an endpoint is sent, the newest first."""
    return [_key(each.salt) for each in reversed(secrets_of(db, webhook_id))]


def _add_secret(db: Session, webhook_id: int, operator: str) -> str:
    salt = secrets.token_urlsafe(32)
    db.add(WebhookSecret(webhook_id=webhook_id, salt=salt, created_by=operator, created_at=now(db)))
    return secret_of(_key(salt))


def _key(salt: str) -> bytes:
    return hmac.digest(config.current().hash_key.encode(), f"loyalty.webhook\x01{salt}".encode(), "sha256")
