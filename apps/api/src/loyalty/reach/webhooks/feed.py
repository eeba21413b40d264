"""The feed: events fetched by position, with keys of its own, stored as their SHA-256."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import Gone, Invalid, NotFound, NotSignedIn
from loyalty.features.events import stream
from loyalty.features.events.stream import EventRow
from loyalty.reach.webhooks.models import FeedKey
from loyalty.rules.codes import Code
from loyalty.rules.visible_text import visible_line
from loyalty.rules.webhooks import MAX_NAME

PREFIX = "events_"
# `last_used_at` is updated at most this often: otherwise every request would write.
LAST_USE_TO = timedelta(hours=1)


def add_key(db: Session, name: str, operator: str) -> tuple[FeedKey, str]:
    """Make a key in the caller's transaction; returns it as it is listed, and itself, shown this once.

    Raises Invalid for a name that is missing or too long.
    """
    name = visible_line(name)
    if not 0 < len(name) <= MAX_NAME:
        raise Invalid(Code.WEBHOOK_NAME_TOO_LONG, {"max": MAX_NAME}, field="name")
    key = PREFIX + secrets.token_urlsafe(32)
    made = FeedKey(name=name, key_hash=_hash(key), created_by=operator, created_at=now(db))
    db.add(made)
    db.flush()
    return made, key


def keys(db: Session) -> Sequence[FeedKey]:
    """Every key that ever was, by id."""
    return db.scalars(select(FeedKey).order_by(FeedKey.id)).all()


def revoke_key(db: Session, key_id: int) -> FeedKey:
    """End a key at once, in the caller's transaction; raises NotFound where none works."""
    row = db.get(FeedKey, key_id, with_for_update=True)
    if row is None or row.revoked_at is not None:
        raise NotFound(Code.NO_SUCH_FEED_KEY)
    row.revoked_at = now(db)
    return row


def used(key: str) -> FeedKey:
    """The key that somebody shows, noted as used once an hour, in a transaction; raises NotSignedIn."""
    query = select(FeedKey).where(FeedKey.key_hash == _hash(key), FeedKey.revoked_at.is_(None))
    row = current_session().scalar(query)
    if row is None:
        raise NotSignedIn(Code.UNKNOWN_FEED_KEY)
    at = now()
    if row.last_used_at is None or row.last_used_at <= at - LAST_USE_TO:
        with transaction() as db:
            long_ago = or_(FeedKey.last_used_at.is_(None), FeedKey.last_used_at <= at - LAST_USE_TO)
            db.execute(update(FeedKey).where(FeedKey.id == row.id, long_ago).values(last_used_at=at))
    return row


def _hash(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def events(db: Session, after: int | None, limit: int) -> Sequence[EventRow]:
    """The events behind a position, oldest first; without a position from the oldest that is kept.

    Raises Gone `events_gone`, with the oldest position, when some behind `after` are no longer kept.
    """
    oldest = stream.oldest(db)
    if after is None:
        after = oldest - 1
    elif after < oldest - 1:
        raise Gone(
            Code.EVENTS_GONE,
            {"after": after, "oldest": oldest},
            details={"oldest": oldest},
        )
    return stream.after(db, after, limit)
