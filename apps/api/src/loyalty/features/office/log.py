"""The log of the office: written in the transaction of what it tells of, neither without the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Integer, delete, func, insert, or_, select
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.errors import Conflict, Invalid
from loyalty.features.members.service import Record
from loyalty.features.office.models import OfficeEntry
from loyalty.rules.signing import LONGEST_OPERATOR, VIA, is_same_operator, login_of, problem_with_reason

_LOG = OfficeEntry.__table__.c

# The entry of a bill that an operator verified: its action, and what stands before the bill's id.
BILL_VERIFIED, BILL = "earn.verify", "bill "


@dataclass(frozen=True)
class Signature:
    """Who does it, and why. `operator` is the login, behind a name when one was given: "siti via root"."""

    operator: str
    reason: str


@dataclass(frozen=True)
class Entry:
    """One line of the log."""

    id: int
    at: datetime
    operator: str
    action: str
    member_id: int | None
    details: str
    reason: str


def note(
    db: Session,
    signature: Signature,
    action: str,
    details: str = "",
    *,
    person: Record | None = None,
    member_id: int | None = None,
) -> None:
    """Write a line, in the caller's transaction. Raises Invalid for a reason that cannot be kept.

    `person` is the member it is about, while she has a record; otherwise `member_id`.
    """
    about = (person.name, person.mobile_number, person.email) if person else ()
    if problem := problem_with_reason(signature.reason, about=about):
        raise Invalid(problem, "reason")
    if not 0 < len(signature.operator) <= LONGEST_OPERATOR:
        raise Invalid(f"Please keep your name and login to {LONGEST_OPERATOR} characters.", "operator")
    row = {
        "at": now(db),
        "operator": signature.operator,
        "action": action,
        "member_id": person.id if person else member_id,
        "details": details,
        "reason": signature.reason,
    }
    db.execute(insert(OfficeEntry).values(row))


def same_login(asked_by: str, signature: Signature, what: str) -> Conflict | None:
    """Why this operator cannot decide what `asked_by` did, or None. `what` begins the sentence."""
    if not is_same_operator(asked_by, signature.operator):
        return None
    told = (
        f"{what} by the same login, {login_of(signature.operator)}: another operator has to decide, from a "
    )
    return Conflict(told + "login of their own. A name given with --by makes no second person.", "four_eyes")


def entries(
    db: Session,
    *,
    member_id: int | None = None,
    operator: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int = 100,
) -> list[Entry]:
    """The newest lines, newest first; those of one member, of a window, of one operator (name or login)."""
    query = select(*_LOG).order_by(_LOG.id.desc()).limit(limit)
    if member_id is not None:
        query = query.where(_LOG.member_id == member_id)
    if operator is not None:
        query = query.where(
            or_(
                func.lower(_LOG.operator) == operator.lower(),
                func.lower(_LOG.operator).startswith(f"{operator}{VIA}".lower(), autoescape=True),
                func.lower(_LOG.operator).endswith(f"{VIA}{operator}".lower(), autoescape=True),
            )
        )
    if since is not None:
        query = query.where(_LOG.at >= since)
    if until is not None:
        query = query.where(_LOG.at < until)
    return [Entry(**row._mapping) for row in db.execute(query)]


def verified_bills(db: Session, member_id: int, operator: str, since: datetime) -> list[int]:
    """The bills of a member that one login verified from a moment on."""
    query = select(_LOG.operator, _LOG.details).where(
        _LOG.member_id == member_id, _LOG.at >= since, _LOG.action == BILL_VERIFIED
    )
    return [
        int(row.details.removeprefix(BILL))
        for row in db.execute(query)
        if is_same_operator(row.operator, operator)
    ]


def noted(db: Session, actions: Sequence[str], since: datetime) -> Iterator[tuple[str, int | None, str, str]]:
    """Entries of these actions since a moment, for the audit: action, member, operator, details."""
    query = select(_LOG.action, _LOG.member_id, _LOG.operator, _LOG.details)
    for row in db.execute(query.where(_LOG.action.in_(actions), _LOG.at >= since)):
        yield row.action, row.member_id, row.operator, row.details


def written(db: Session, last: int, since: datetime) -> Iterator[tuple[object, ...]]:
    """The entries up to an id and from a moment on, whole and in order, for the digest."""
    query = select(*_LOG).where(_LOG.id <= last, _LOG.at >= since).order_by(_LOG.id)
    for row in db.execute(query):
        yield tuple(row)


def last_entry(db: Session) -> int:
    """The id of the newest entry, 0 without any."""
    return db.scalar(select(func.max(_LOG.id))) or 0


def members_in(db: Session, start: datetime, end: datetime) -> set[int]:
    """The members about whom something was written in a window."""
    query = select(_LOG.member_id).where(_LOG.at >= start, _LOG.at < end, _LOG.member_id.is_not(None))
    return {member_id for member_id in db.scalars(query.distinct()) if member_id is not None}


def forget(db: Session, before: datetime) -> int:
    """Delete what was written before a moment, in the caller's transaction; gives how many lines.

    The database itself keeps what is younger than two years.
    """
    if db.get_bind().dialect.name == "postgresql":
        # The role that runs may not delete from the log; this function may, and what is old enough only.
        return db.scalar(select(func.forget_office_log(before, type_=Integer))) or 0
    old = delete(OfficeEntry).where(OfficeEntry.at < before)
    return len(db.execute(old.returning(OfficeEntry.id)).all())
