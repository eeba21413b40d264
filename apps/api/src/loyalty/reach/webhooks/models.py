"""The tables of webhooks and of the feed: endpoints, their secrets, keys of the feed."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.tables import Base, Id, Revised
from loyalty.rules.signing import MAX_OPERATOR
from loyalty.rules.webhooks import MAX_NAME, MAX_URL


class Webhook(Revised):
    """An endpoint of somebody else. `types` are the kinds it wants, none for every kind.

    `state_since` is when it became so; `paused_until` and `failures_in_row` are of an endpoint that keeps
    failing (rules/webhooks.py). `from_position` is the last event before it was made. `revision` counts the
    changes of name, address and kinds.
    """

    __tablename__ = "webhooks"
    __table_args__ = (CheckConstraint("state IN ('on', 'off', 'failed', 'gone')", name="state"),)

    id: Mapped[Id]
    name: Mapped[str] = mapped_column(String(MAX_NAME))
    url: Mapped[str] = mapped_column(String(MAX_URL))
    types: Mapped[list[Any]] = mapped_column(JSON)
    state: Mapped[str] = mapped_column(String(10))
    state_since: Mapped[datetime]
    created_by: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    created_at: Mapped[datetime]
    from_position: Mapped[int]
    failures_in_row: Mapped[int]
    paused_until: Mapped[datetime | None]
    last_success_at: Mapped[datetime | None]
    last_failure_at: Mapped[datetime | None]
    last_error: Mapped[str | None] = mapped_column(String(80))


class WebhookSecret(Base):
    """One of an endpoint's secrets. The secret itself is derived from `salt` and LOYALTY_HASH_KEY, so that a
    copy of the database signs nothing.
    """

    __tablename__ = "webhook_secrets"

    id: Mapped[Id]
    webhook_id: Mapped[int] = mapped_column(ForeignKey("webhooks.id", ondelete="CASCADE"), index=True)
    salt: Mapped[str] = mapped_column(String(50))
    created_by: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    created_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]


class FeedKey(Base):
    """A key by which somebody fetches events (GET /api/events), stored as its SHA-256.

    `last_used_at` is right to the hour.
    """

    __tablename__ = "feed_keys"

    id: Mapped[Id]
    name: Mapped[str] = mapped_column(String(MAX_NAME))
    key_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_by: Mapped[str] = mapped_column(String(MAX_OPERATOR))
    created_at: Mapped[datetime]
    last_used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
