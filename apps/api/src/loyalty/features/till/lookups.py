"""The look-ups of members by tills and by the office: logged, limited, and kept for an investigation."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy import ColumnElement, and_, func, select, true, union_all
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.maintenance import ExpiredRows
from loyalty.db.session import advisory_lock
from loyalty.errors import TooMany
from loyalty.features.till.alarms import MISSES, alarm
from loyalty.features.till.models import Till, TillLookup, TillMiss
from loyalty.rules.bills import LOOKUPS, MISSES_BEFORE_NOTICE, OFFICE_LOOKUPS
from loyalty.rules.codes import Code
from loyalty.rules.otp import Limit, wait_for
from loyalty.rules.retention import OFFICE_LOG_KEPT_MONTHS, months_before
from loyalty.rules.staff import account_of

MEMBER, VOUCHER, BILL = "member", "voucher", "bill"


def log_lookup(
    db: Session, till_id: int | None, member_id: int, what: str, staff_id: int | None = None
) -> None:
    """Log that a till, None: the office, read a member's card or voucher (`what`); `staff_id` is the cashier
    at it, or who in the office.
    """
    db.add(TillLookup(at=now(db), till_id=till_id, member_id=member_id, what=what, staff_id=staff_id))


def log_miss(db: Session, till_id: int | None, staff_id: int | None = None) -> None:
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
    by_till = TillLookup.till_id.is_not(None) if till_id is None else TillLookup.till_id == till_id
    query = query.where(by_till)
    return set(db.scalars(query.distinct()))


def has_looked_up(db: Session, till_id: int, member_id: int, since: datetime) -> bool:
    """Whether a till has looked up a member, or a voucher of theirs, since a moment."""
    query = select(TillLookup.id).where(
        TillLookup.till_id == till_id, TillLookup.member_id == member_id, TillLookup.at >= since
    )
    return db.scalar(query.limit(1)) is not None


def expired_rows(at: datetime) -> tuple[ExpiredRows, ExpiredRows]:
    """Rows to delete at a moment: look-ups and misses that are older than the office's log is kept."""
    before = months_before(at, OFFICE_LOG_KEPT_MONTHS)
    return (
        ExpiredRows("look-ups of tills", TillLookup, TillLookup.at < before),
        ExpiredRows("misses of tills", TillMiss, TillMiss.at < before),
    )
