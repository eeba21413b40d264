"""Till keys: 256 random bits each, stored as their SHA-256, so that a copy of the database opens no till."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any

from sqlalchemy import insert, or_, select, update
from sqlalchemy.orm import Session

from loyalty.db.clock import ReadAt, moment, now
from loyalty.db.session import session, transaction
from loyalty.errors import Conflict, Invalid, NotFound, NotSignedIn
from loyalty.features.outlets import service as outlets
from loyalty.features.till.alarms import alarm
from loyalty.features.till.models import LONGEST_NAME, TillKey
from loyalty.rules.calendar import Days, malaysian_date
from loyalty.rules.tills import expires_soon

PREFIX = "till_"
# A till is written down as used once in so long: every request would be a write otherwise.
LAST_USE_TO = timedelta(hours=1)

_KEYS = TillKey.__table__.c


@dataclass(frozen=True)
class Till:
    """The till behind a key. `last_used_at` is right to the hour; `expires_at` None: its key has no end."""

    id: int
    outlet_id: int
    name: str
    created_at: datetime
    created_by: str | None
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None

    def works_at(self, at: datetime) -> bool:
        """Whether its key opens something then."""
        return self.revoked_at is None and (self.expires_at is None or at < self.expires_at)


def add(
    db: Session,
    outlet_id: int,
    name: str = "",
    *,
    created_by: str | None = None,
    last_day: date | None = None,
) -> tuple[Till, str]:
    """Make a key for an outlet's till; gives the till and the key, which nobody can read again.

    It works until the end of `last_day` in Malaysia, or without end. Raises NotFound for an outlet that is
    none, Invalid for a name that is too long and a day that is over, and Conflict when another till of the
    outlet has this name and a key that works.
    """
    at = now(db)
    name = " ".join(name.split())
    if outlet_id not in {outlet.id for outlet in outlets.outlets(db)}:
        raise NotFound("This outlet does not exist.")
    if len(name) > LONGEST_NAME:
        raise Invalid(f"Please keep the name to {LONGEST_NAME} characters.", field="name")
    if last_day is not None and last_day < malaysian_date(at):
        raise Invalid("The day on which this key would expire is over.", field="expires")
    taken = {till.name.casefold() for till in tills(db) if till.outlet_id == outlet_id and till.works_at(at)}
    if name.casefold() in taken:
        raise Conflict("Another till of this outlet has this name.", "name_taken")
    key = PREFIX + secrets.token_urlsafe(32)
    row = {
        "outlet_id": outlet_id,
        "name": name or None,
        "key_hash": _hash(key),
        "created_at": at,
        "created_by": created_by,
        "expires_at": Days(last_day, last_day).end if last_day else None,
    }
    till_id: int = db.execute(insert(TillKey).values(row).returning(TillKey.id)).scalar_one()
    return till(db, till_id), key


def tills(db: Session) -> list[Till]:
    """Every till that ever had a key, without the key."""
    return [_till(row) for row in db.execute(select(*_KEYS).order_by(_KEYS.id))]


def till(db: Session, till_id: int) -> Till:
    """One till; raises NotFound."""
    row = db.execute(select(*_KEYS).where(_KEYS.id == till_id)).one_or_none()
    if row is None:
        raise NotFound("There is no such till key.")
    return _till(row)


def expiring(db: Session, at: datetime) -> list[Till]:
    """The tills whose keys still work and end soon (`rules.tills.EXPIRY_TOLD`)."""
    return [each for each in tills(db) if each.works_at(at) and expires_soon(each.expires_at, at)]


def revoke(db: Session, till_id: int) -> Till:
    """End a key at once; raises NotFound when there is none that still opens."""
    ended = update(TillKey).where(TillKey.id == till_id, TillKey.revoked_at.is_(None))
    if db.execute(ended.values(revoked_at=now(db)).returning(TillKey.id)).one_or_none() is None:
        raise NotFound("There is no such till key, or it is revoked already.")
    return till(db, till_id)


def till_of(db: Session, key: str) -> Till:
    """The till that holds a key; raises NotSignedIn."""
    return _opened(db, key)[0]


def used(key: str) -> Till:
    """The till that holds a key, noted as used once an hour, in a transaction; raises NotSignedIn."""
    found, at = _opened(session(), key)
    if found.last_used_at is None or found.last_used_at <= at - LAST_USE_TO:
        with transaction() as db:
            long_ago = or_(TillKey.last_used_at.is_(None), TillKey.last_used_at <= at - LAST_USE_TO)
            noted = update(TillKey).where(TillKey.id == found.id, long_ago).values(last_used_at=at)
            is_first = db.scalar(noted.returning(TillKey.id)) is not None
        if is_first and expires_soon(found.expires_at, at):
            alarm("expiry", till_id=found.id, expires_at=str(found.expires_at))
    return found


def _opened(db: Session, key: str) -> tuple[Till, datetime]:
    """The till that holds a key, and the moment at which that was looked up."""
    query = select(*_KEYS, ReadAt().label("read_at")).where(_KEYS.key_hash == _hash(key))
    row = db.execute(query).one_or_none()
    if row is None or row.revoked_at is not None:
        raise NotSignedIn("This till key is not known or was revoked.", "unknown_till")
    found, at = _till(row), moment(row.read_at)
    if not found.works_at(at):
        raise NotSignedIn("This till key has expired. The office makes a new one.", "till_key_expired")
    return found, at


def _till(row: Any) -> Till:
    return Till(
        id=row.id,
        outlet_id=row.outlet_id,
        name=row.name or f"Till {row.id}",
        created_at=row.created_at,
        created_by=row.created_by,
        expires_at=row.expires_at,
        revoked_at=row.revoked_at,
        last_used_at=row.last_used_at,
    )


def _hash(key: str) -> str:
    return sha256(key.encode("utf-8", "replace")).hexdigest()
