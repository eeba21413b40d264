"""The feed: events fetched by position, with keys of its own, stored as their SHA-256."""

from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import Gone, NotSignedIn
from loyalty.features.events import stream
from loyalty.reach.webhooks.models import FeedKey
from loyalty.rules.codes import Code
from loyalty.rules.events import EventRow

# `last_used_at` is updated at most this often: otherwise every request would write.
LAST_USE_TO = timedelta(hours=1)


def require_key(key: str) -> None:
    """Raise NotSignedIn for a key that is not valid; a valid one is noted as used once an hour."""
    query = select(FeedKey).where(FeedKey.key_hash == hash_of(key), FeedKey.revoked_at.is_(None))
    row = current_session().scalar(query)
    if row is None:
        raise NotSignedIn(Code.UNKNOWN_FEED_KEY)
    at = now()
    if row.last_used_at is None or row.last_used_at <= at - LAST_USE_TO:
        with transaction() as db:
            long_ago = or_(FeedKey.last_used_at.is_(None), FeedKey.last_used_at <= at - LAST_USE_TO)
            db.execute(update(FeedKey).where(FeedKey.id == row.id, long_ago).values(last_used_at=at))


def hash_of(key: str) -> str:
    """What is stored of a key."""
    return sha256(key.encode()).hexdigest()


def events(db: Session, after: int | None, limit: int) -> Sequence[EventRow]:
    """The events behind a position, oldest first; without a position from the oldest that is kept.

    Raises Gone `events_gone`, with the oldest position, when some behind `after` are no longer kept.
    """
    oldest = stream.oldest(db)
    if after is None:
        after = oldest - 1
    elif after < oldest - 1:
        raise Gone(Code.EVENTS_GONE, {"after": after, "oldest": oldest}, details={"oldest": oldest})
    return stream.after(db, after, limit)
