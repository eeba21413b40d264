"""The tills and their keys: 256 random bits each, stored as their SHA-256, so that a copy of the database
has no key.
"""

import secrets
from datetime import date, datetime, timedelta
from hashlib import sha256

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from loyalty.db.clock import READ_AT, moment, now
from loyalty.db.session import after_commit
from loyalty.errors import Conflict, Invalid, NotFound, NotSignedIn
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.rewards import offline
from loyalty.features.till.alarms import alarm
from loyalty.features.till.models import MAX_NAME, Till
from loyalty.rules.bills import expires_soon
from loyalty.rules.calendar import Days, malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.visible_text import visible_line

PREFIX = "till_"
# `last_used_at` is right to this time: otherwise every request would write.
LAST_USE_TO = timedelta(hours=1)


def add(
    db: Session,
    outlet_id: int,
    name: str = "",
    *,
    created_by: str | None = None,
    last_day: date | None = None,
    public_key: str | None = None,
    enrolled_by: int | None = None,
) -> tuple[Till, str]:
    """Make a key for an outlet's till; returns the till and the key, which cannot be read again.

    It works until the end of `last_day` in Malaysia, or without end. Raises NotFound for an unknown
    outlet, Invalid for a name that is too long and a day that is over, and Conflict when another till of the
    outlet has this name and a key that works.
    """
    at = now(db)
    if outlet_id not in {outlet.id for outlet in outlet_queries.outlets(db)}:
        raise NotFound(Code.OUTLET_NOT_FOUND)
    if last_day is not None and last_day < malaysian_date(at):
        raise Invalid(Code.KEY_DAY_OVER, field="expires")
    name = unused_name(db, outlet_id, name, at)
    key = PREFIX + secrets.token_urlsafe(32)
    made = Till(
        outlet_id=outlet_id,
        given_name=name or None,
        key_hash=_hash(key),
        created_at=at,
        created_by=created_by,
        expires_at=Days(last_day, last_day).end if last_day else None,
        public_key=public_key,
        enrolled_by=enrolled_by,
    )
    db.add(made)
    db.flush()
    return made, key


def unused_name(db: Session, outlet_id: int, name: str, at: datetime) -> str:
    """A name for a till without invisible characters; raises Invalid for a long one, and Conflict when
    another till of the outlet has it and a valid key.
    """
    name = visible_line(name)
    if len(name) > MAX_NAME:
        raise Invalid(Code.LONG_NAME, {"max": MAX_NAME}, field="name")
    taken = {
        till.name.casefold() for till in all_tills(db) if till.outlet_id == outlet_id and till.works_at(at)
    }
    if name.casefold() in taken:
        raise Conflict(Code.TILL_NAME_TAKEN)
    return name


def all_tills(db: Session) -> list[Till]:
    """Every till that ever had a key, without the key."""
    return list(db.scalars(select(Till).order_by(Till.id)))


def get_till(db: Session, till_id: int) -> Till:
    """One till; raises NotFound."""
    found = find_till(db, till_id)
    if found is None:
        raise NotFound(Code.NO_SUCH_TILL_KEY)
    return found


def find_till(db: Session, till_id: int) -> Till | None:
    """One till, or None."""
    return db.get(Till, till_id, populate_existing=True)


def expiring(db: Session, at: datetime) -> list[Till]:
    """The tills whose keys still work and end soon (`rules.bills.EXPIRY_NOTICE`)."""
    return [each for each in all_tills(db) if each.works_at(at) and expires_soon(each.expires_at, at)]


def revoke(db: Session, till_id: int) -> Till:
    """End a key at once; raises NotFound for one that is not valid."""
    ended = update(Till).where(Till.id == till_id, Till.revoked_at.is_(None))
    if db.execute(ended.values(revoked_at=now(db)).returning(Till.id)).one_or_none() is None:
        raise NotFound(Code.TILL_KEY_REVOKED)
    offline.delete_all(db, till_id)
    return get_till(db, till_id)


def of_key(db: Session, key: str) -> tuple[Till, datetime]:
    """The till that holds a key, and the moment at which it was looked up; raises NotSignedIn."""
    row = db.execute(select(Till, READ_AT).where(Till.key_hash == _hash(key))).one_or_none()
    if row is None or row[0].revoked_at is not None:
        raise NotSignedIn(Code.TILL_KEY_UNKNOWN)
    found, at = row[0], moment(row[1])
    if not found.works_at(at):
        raise NotSignedIn(Code.TILL_KEY_EXPIRED)
    return found, at


def is_use_due(till: Till, at: datetime) -> bool:
    """Whether a use of the till at a moment has to be noted."""
    return till.last_used_at is None or till.last_used_at <= at - LAST_USE_TO


def note_use(db: Session, till_id: int, at: datetime) -> None:
    """Note that a till was in use, once an hour; an alarm says when its key ends soon."""
    long_ago = or_(Till.last_used_at.is_(None), Till.last_used_at <= at - LAST_USE_TO)
    noted = update(Till).where(Till.id == till_id, long_ago).values(last_used_at=at)
    expires_at = db.scalar(noted.returning(Till.expires_at))
    if expires_soon(expires_at, at):
        after_commit(db, lambda: alarm("expiry", till_id=till_id, expires_at=str(expires_at)))


def _hash(key: str) -> str:
    return sha256(key.encode("utf-8", "replace")).hexdigest()
