"""Till keys: 256 random bits each, stored as their SHA-256, so that a copy of the database opens no till."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.errors import NotFound, NotSignedIn
from loyalty.features.outlets import service as outlets
from loyalty.features.till.models import TillKey

PREFIX = "till_"


@dataclass(frozen=True)
class Till:
    """The till behind a key."""

    id: int
    outlet_id: int
    created_at: datetime
    revoked_at: datetime | None


def add(db: Session, outlet_id: int) -> str:
    """Make a key for an outlet's till and give it: nobody can read it again. Raises NotFound."""
    if outlet_id not in {outlet.id for outlet in outlets.outlets(db)}:
        raise NotFound("This outlet does not exist.")
    key = PREFIX + secrets.token_urlsafe(32)
    db.execute(
        insert(TillKey).values(outlet_id=outlet_id, key_hash=_hash(key), created_at=now(db), revoked_at=None)
    )
    return key


def tills(db: Session) -> list[Till]:
    """Every key ever made, without the key."""
    columns = TillKey.id, TillKey.outlet_id, TillKey.created_at, TillKey.revoked_at
    return [Till(*row) for row in db.execute(select(*columns).order_by(TillKey.id))]


def revoke(db: Session, till_id: int) -> None:
    """End a key at once; raises NotFound when there is none that still opens."""
    ended = update(TillKey).where(TillKey.id == till_id, TillKey.revoked_at.is_(None))
    if db.execute(ended.values(revoked_at=now(db)).returning(TillKey.id)).one_or_none() is None:
        raise NotFound("There is no such till key, or it is revoked already.")


def till_of(db: Session, key: str) -> Till:
    """The till that holds a key; raises NotSignedIn."""
    columns = TillKey.id, TillKey.outlet_id, TillKey.created_at, TillKey.revoked_at
    row = db.execute(
        select(*columns).where(TillKey.key_hash == _hash(key), TillKey.revoked_at.is_(None))
    ).one_or_none()
    if row is None:
        raise NotSignedIn("This till key is not known or was revoked.", "unknown_till")
    return Till(*row)


def _hash(key: str) -> str:
    return sha256(key.encode("utf-8", "replace")).hexdigest()
