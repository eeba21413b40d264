"""Endpoints of webhooks and the keys that sign what they receive."""

import hmac
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.errors import NotFound
from loyalty.reach.webhooks.models import Webhook, WebhookSecret
from loyalty.rules.codes import Code

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


def secrets_of(db: Session, webhook_id: int) -> Sequence[WebhookSecret]:
    """The secrets that sign, the oldest first."""
    live = WebhookSecret.webhook_id == webhook_id, WebhookSecret.ended_at.is_(None)
    return db.scalars(select(WebhookSecret).where(*live).order_by(WebhookSecret.id)).all()


def keys_of(db: Session, webhook_id: int) -> list[bytes]:
    """The keys that sign what an endpoint is sent, the newest first."""
    return [key_of(each.salt) for each in reversed(secrets_of(db, webhook_id))]


def key_of(salt: str) -> bytes:
    """The key of the secret with this salt."""
    return hmac.digest(config.current().hash_key.encode(), f"loyalty.webhook\x01{salt}".encode(), "sha256")
