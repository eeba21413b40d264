"""The log of the office: written in the transaction of what it tells of, neither without the other."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.errors import Invalid
from loyalty.features.members.service import Record
from loyalty.features.office.models import OfficeEntry
from loyalty.rules.signing import LONGEST_OPERATOR, problem_with_reason

_LOG = OfficeEntry.__table__.c


@dataclass(frozen=True)
class Signature:
    """Who does it, and why."""

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
        raise Invalid("Please say who you are: --by and a name.", "operator")
    row = {
        "at": now(db),
        "operator": signature.operator,
        "action": action,
        "member_id": person.id if person else member_id,
        "details": details,
        "reason": signature.reason,
    }
    db.execute(insert(OfficeEntry).values(row))


def entries(
    db: Session,
    *,
    member_id: int | None = None,
    operator: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int = 100,
) -> list[Entry]:
    """The newest lines, newest first; those of one member, of one operator, of a window."""
    query = select(*_LOG).order_by(_LOG.id.desc()).limit(limit)
    if member_id is not None:
        query = query.where(_LOG.member_id == member_id)
    if operator is not None:
        query = query.where(_LOG.operator == operator)
    if since is not None:
        query = query.where(_LOG.at >= since)
    if until is not None:
        query = query.where(_LOG.at < until)
    return [Entry(**row._mapping) for row in db.execute(query)]


def members_in(db: Session, start: datetime, end: datetime) -> set[int]:
    """The members about whom something was written in a window."""
    query = select(_LOG.member_id).where(_LOG.at >= start, _LOG.at < end, _LOG.member_id.is_not(None))
    return {member_id for member_id in db.scalars(query.distinct()) if member_id is not None}


def forget(db: Session, before: datetime) -> int:
    """Delete what was written before a moment, in the caller's transaction; gives how many lines.

    The database itself refuses what is younger than two years.
    """
    old = delete(OfficeEntry).where(OfficeEntry.at < before)
    return len(db.execute(old.returning(OfficeEntry.id)).all())
