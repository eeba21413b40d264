"""Till keys: 256 random bits each, stored as their SHA-256, so that a copy of the database has no key."""

import secrets
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any, Literal, cast, get_args

import structlog
from prometheus_client import Counter
from sqlalchemy import (
    ColumnElement,
    and_,
    func,
    or_,
    select,
    true,
    union_all,
    update,
)
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import READ_AT, moment, now
from loyalty.db.maintenance import Old
from loyalty.db.session import advisory_lock, current_session, transaction
from loyalty.errors import Conflict, Invalid, NotFound, NotSignedIn, TooMany
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.rewards import offline
from loyalty.features.till.models import MAX_NAME, Till, TillLookup, TillMiss
from loyalty.rules.bills import LOOKUPS, MISSES_BEFORE_NOTICE, OFFICE_LOOKUPS, expires_soon
from loyalty.rules.calendar import Days, malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.otp import Limit, wait_for
from loyalty.rules.retention import OFFICE_LOG_KEPT_MONTHS, months_before
from loyalty.rules.staff import account_of
from loyalty.rules.visible_text import visible_line

PREFIX = "till_"
# `last_used_at` is updated at most this often: otherwise every request would write.
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
    taken = {till.name.casefold() for till in tills(db) if till.outlet_id == outlet_id and till.works_at(at)}
    if name.casefold() in taken:
        raise Conflict(Code.TILL_NAME_TAKEN)
    return name


def tills(db: Session) -> list[Till]:
    """Every till that ever had a key, without the key."""
    return list(db.scalars(select(Till).order_by(Till.id)))


def till(db: Session, till_id: int) -> Till:
    """One till; raises NotFound."""
    found = find(db, till_id)
    if found is None:
        raise NotFound(Code.NO_SUCH_TILL_KEY)
    return found


def find(db: Session, till_id: int) -> Till | None:
    """One till, or None."""
    return db.get(Till, till_id, populate_existing=True)


def expiring(db: Session, at: datetime) -> list[Till]:
    """The tills whose keys still work and end soon (`rules.bills.EXPIRY_NOTICE`)."""
    return [each for each in tills(db) if each.works_at(at) and expires_soon(each.expires_at, at)]


def revoke(db: Session, till_id: int) -> Till:
    """End a key at once; raises NotFound for one that is not valid."""
    ended = update(Till).where(Till.id == till_id, Till.revoked_at.is_(None))
    if db.execute(ended.values(revoked_at=now(db)).returning(Till.id)).one_or_none() is None:
        raise NotFound(Code.TILL_KEY_REVOKED)
    offline.forget(db, till_id)
    return till(db, till_id)


def till_of(db: Session, key: str) -> Till:
    """The till that holds a key; raises NotSignedIn."""
    return _opened(db, key)[0]


def used(key: str) -> Till:
    """The till that holds a key, noted as used once an hour, in a transaction; raises NotSignedIn."""
    found, at = _opened(current_session(), key)
    note_use(found, at)
    return found


def note_use(found: Till, at: datetime) -> None:
    """Note that a till is in use, once an hour, in a transaction."""
    if found.last_used_at is None or found.last_used_at <= at - LAST_USE_TO:
        with transaction() as db:
            long_ago = or_(Till.last_used_at.is_(None), Till.last_used_at <= at - LAST_USE_TO)
            noted = update(Till).where(Till.id == found.id, long_ago).values(last_used_at=at)
            is_first = db.scalar(noted.returning(Till.id)) is not None
        if is_first and expires_soon(found.expires_at, at):
            alarm("expiry", till_id=found.id, expires_at=str(found.expires_at))


def _opened(db: Session, key: str) -> tuple[Till, datetime]:
    """The till that holds a key, and the moment at which that was looked up."""
    query = select(Till, READ_AT).where(Till.key_hash == _hash(key))
    row = db.execute(query).one_or_none()
    if row is None or row[0].revoked_at is not None:
        raise NotSignedIn(Code.TILL_KEY_UNKNOWN)
    found, at = row[0], moment(row[1])
    if not found.works_at(at):
        raise NotSignedIn(Code.TILL_KEY_EXPIRED)
    return found, at


def _hash(key: str) -> str:
    return sha256(key.encode("utf-8", "replace")).hexdigest()


MEMBER, VOUCHER, BILL = "member", "voucher", "bill"


def note(db: Session, till_id: int | None, member_id: int, what: str, staff_id: int | None = None) -> None:
    """Log that a till, None: the office, read a member's card or voucher (`what`), in the caller's
    transaction; `staff_id` is the cashier at it, or who in the office.
    """
    db.add(TillLookup(at=now(db), till_id=till_id, member_id=member_id, what=what, staff_id=staff_id))


def note_miss(db: Session, till_id: int | None, staff_id: int | None = None) -> None:
    """Log a search by a till (None: the office) for a member who does not exist; many raise an alarm."""
    at = now(db)
    db.add(TillMiss(at=at, till_id=till_id, staff_id=staff_id))
    MISSES.labels(str(till_id or "office")).inc()
    recent = _by(TillMiss, till_id, staff_id), TillMiss.at > at - MISSES_BEFORE_NOTICE.window
    if db.scalar(select(func.count()).select_from(TillMiss).where(*recent)) == MISSES_BEFORE_NOTICE.count:
        alarm("misses", till_id=till_id, staff_id=staff_id)


def refuse_floods(db: Session, till_id: int | None, staff_id: int | None = None) -> None:
    """Raise TooMany when a till, None: this person in the office, has asked for as many members as they may;
    their requests pass one at a time.

    The cards of bills do not count: a till that was offline sends all of its bills at once.
    """
    if not config.current().rate_limits:
        return
    is_till = till_id is not None
    advisory_lock(db, f"lookups.{till_id}" if is_till else f"lookups.{account_of(staff_id or 0)}")
    found = TillLookup.what == MEMBER if is_till else true()
    looked_up = select(TillLookup.at).where(_by(TillLookup, till_id, staff_id), found)
    missed = select(TillMiss.at).where(_by(TillMiss, till_id, staff_id))
    at = now(db)
    both = union_all(looked_up, missed).subquery()

    def wait_s(limit: Limit) -> int:
        newest = select(both.c.at).where(both.c.at > at - limit.window).order_by(both.c.at.desc())
        return wait_for(limit, db.scalar(newest.limit(1).offset(limit.count - 1)), at)

    if wait := max(map(wait_s, LOOKUPS if is_till else OFFICE_LOOKUPS)):
        alarm("lookups", till_id=till_id, staff_id=staff_id)
        raise TooMany(Code.TILL_LOOKUPS if is_till else Code.MEMBER_LOOKUPS, retry_after_s=wait)


def _by(columns: Any, till_id: int | None, staff_id: int | None) -> ColumnElement[bool]:
    """The condition of what a till asked, with any cashier at it, or with None this person in the office."""
    if till_id is not None:
        return cast("ColumnElement[bool]", columns.till_id == till_id)
    return and_(columns.till_id.is_(None), columns.staff_id == staff_id)


def of_member(db: Session, member_id: int, limit: int | None = None) -> Sequence[Any]:
    """The look-ups of a member and of their vouchers, the newest first: `at`, `what`, the `till_id`, its
    `outlet_id`, and the cashier's `staff_id`.
    """
    query = (
        select(TillLookup.at, TillLookup.what, TillLookup.till_id, Till.outlet_id, TillLookup.staff_id)
        .join(Till, Till.id == TillLookup.till_id)
        .where(TillLookup.member_id == member_id)
        .order_by(TillLookup.id.desc())
        .limit(limit)
    )
    return db.execute(query).all()


def members_seen(db: Session, start: datetime, end: datetime, till_id: int | None = None) -> set[int]:
    """The members whom tills looked up in a window; one till's when it is given."""
    query = select(TillLookup.member_id).where(TillLookup.at >= start, TillLookup.at < end)
    till_key_owner = TillLookup.till_id.is_not(None) if till_id is None else TillLookup.till_id == till_id
    query = query.where(till_key_owner)
    return set(db.scalars(query.distinct()))


def has_looked_up(db: Session, till_id: int, member_id: int, since: datetime) -> bool:
    """Whether a till has looked up a member, or a voucher of theirs, since a moment."""
    query = select(TillLookup.id).where(
        TillLookup.till_id == till_id, TillLookup.member_id == member_id, TillLookup.at >= since
    )
    return db.scalar(query.limit(1)) is not None


def old(at: datetime) -> tuple[Old, Old]:
    """Rows to delete at a moment: look-ups and misses that are older than the office's log is kept."""
    before = months_before(at, OFFICE_LOG_KEPT_MONTHS)
    return (
        Old("look-ups of tills", TillLookup, TillLookup.at < before),
        Old("misses of tills", TillMiss, TillMiss.at < before),
    )


log = structlog.get_logger(__name__)

Alarm = Literal["misses", "lookups", "bills", "expiry"]

ALARMS = Counter(
    "loyalty_till_alarms_total", "Signs of a key or an account in wrong hands, or of a key's end.", ["kind"]
)
MISSES = Counter("loyalty_till_misses_total", "Members asked for whom nobody knows, by till.", ["till"])


def reset_counters() -> None:
    """Export every alarm as 0: Prometheus sees an increase only of a metric that it has seen before."""
    for kind in get_args(Alarm):
        ALARMS.labels(kind)


def alarm(kind: Alarm, **details: object) -> None:
    """Log an alarm and count it."""
    ALARMS.labels(kind).inc()
    log.error("till alarm", kind=kind, **details)
