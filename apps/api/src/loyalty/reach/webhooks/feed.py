"""The feed: events fetched by position, with keys of its own, stored as their SHA-256."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from sqlalchemy import insert, or_, select, update
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.db.tables import table_of
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
_KEYS = table_of(FeedKey).c


@dataclass(frozen=True)
class Key:
    """A key of the feed, without itself; `last_used_at` is right to the hour."""

    id: int
    name: str
    created_by: str
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None


_SHOWN = [_KEYS[name] for name in Key.__dataclass_fields__]


def add_key(db: Session, name: str, operator: str) -> tuple[Key, str]:
    """Make a key in the caller's transaction; gives it as it is listed, and itself, which is not shown again.

    Raises Invalid for a name that is missing or too long.
    """
    name = visible_line(name)
    if not 0 < len(name) <= MAX_NAME:
        raise Invalid(Code.WEBHOOK_NAME_TOO_LONG, {"max": MAX_NAME}, field="name")
    key = PREFIX + secrets.token_urlsafe(32)
    row = {"name": name, "key_hash": _hash(key), "created_by": operator, "created_at": now(db)}
    return Key(**db.execute(insert(FeedKey).values(row).returning(*_SHOWN)).one()._mapping), key


def keys(db: Session) -> list[Key]:
    """Every key that ever was, by id."""
    return [Key(**row._mapping) for row in db.execute(select(*_SHOWN).order_by(_KEYS.id))]


def revoke_key(db: Session, key_id: int) -> Key:
    """End a key at once, in the caller's transaction; raises NotFound where none works."""
    ended = update(FeedKey).where(_KEYS.id == key_id, _KEYS.revoked_at.is_(None)).values(revoked_at=now(db))
    row = db.execute(ended.returning(*_SHOWN)).one_or_none()
    if row is None:
        raise NotFound(Code.NO_SUCH_FEED_KEY)
    return Key(**row._mapping)


def used(key: str) -> Key:
    """The key that somebody shows, noted as used once an hour, in a transaction; raises NotSignedIn."""
    query = select(*_SHOWN).where(_KEYS.key_hash == _hash(key), _KEYS.revoked_at.is_(None))
    row = current_session().execute(query).one_or_none()
    if row is None:
        raise NotSignedIn(Code.UNKNOWN_FEED_KEY)
    at = now()
    if row.last_used_at is None or row.last_used_at <= at - LAST_USE_TO:
        with transaction() as db:
            long_ago = or_(_KEYS.last_used_at.is_(None), _KEYS.last_used_at <= at - LAST_USE_TO)
            db.execute(update(FeedKey).where(_KEYS.id == row.id, long_ago).values(last_used_at=at))
    return Key(**row._mapping)


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
