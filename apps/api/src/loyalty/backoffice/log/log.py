"""The office log: who did what, when and why. An entry is written in the transaction of what it is about.

The entries are a chain of seals under the ledger's keys, as a member's ledger is (ADR 0023).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Row, delete, func, insert, or_, select, true, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.backoffice.log.models import OfficeEntry, OfficeLogChain
from loyalty.db.clock import now
from loyalty.db.maintenance import delete_by_owner
from loyalty.db.session import before_commit
from loyalty.errors import Invalid
from loyalty.features.members.records import Record
from loyalty.features.points.audit import Violation
from loyalty.features.points.audit import last_entry as last_of_ledger
from loyalty.rules.codes import Code
from loyalty.rules.ledger import NOTHING_BEFORE, KeyRing, seal_of
from loyalty.rules.problems import Problem
from loyalty.rules.signing import (
    MAX_OPERATOR,
    VIA,
    problem_with_reason,
)

# What an entry's seal covers, in this order, and what the seal of the chain's two ends covers.
_SEALED = ("seq", "at", "operator", "action", "member_id", "details", "reason", "outlet_id", "seal_before")
_ENDS = ("first_seq", "first_seal", "last_seq", "last_seal")
_ENTRY = ("id", "at", "operator", "action", "member_id", "details", "reason", "outlet_id")
_NOBODY = 0


@dataclass(frozen=True)
class Signature:
    """Who acts, and why. `operator` is the login, after a name when one was given: "siti via root"."""

    operator: str
    reason: str


def note(
    db: Session,
    signature: Signature,
    action: str,
    details: str = "",
    *,
    person: Record | None = None,
    member_id: int | None = None,
    outlet_id: int | None = None,
) -> None:
    """Write a log entry at the end of the caller's transaction: entries are written one after the other.

    `person` is the member it is about, as long as they have a record; otherwise `member_id`. Raises Invalid
    for a reason that is too short, or that names the member.
    """
    about = (person.name, person.mobile_number, person.email) if person else ()
    if problem := problem_with_reason(signature.reason, about=about):
        raise Invalid(problem, field="reason")
    if not 0 < len(signature.operator) <= MAX_OPERATOR:
        raise Invalid(Code.OPERATOR_TOO_LONG, {"max": MAX_OPERATOR})
    row = {
        "at": now(db),
        "operator": signature.operator,
        "action": action,
        "member_id": person.id if person else member_id,
        "details": details,
        "reason": signature.reason,
        "outlet_id": outlet_id,
    }
    before_commit(db, partial(_append, row=row))


def begin_chain(db: Session) -> None:
    """Write the two ends of an empty chain, in a database in which nothing has happened yet.

    Anywhere else their absence is damage, which `audit` reports.
    """
    at = now(db)
    if last_entry(db, at) or last_of_ledger(db, at) or db.scalar(select(OfficeLogChain.id)):
        return
    ends = {"first_seq": 1, "first_seal": NOTHING_BEFORE, "last_seq": 0, "last_seal": NOTHING_BEFORE}
    db.execute(insert(OfficeLogChain).values({"id": 1, **ends, "seal": _seal_of_ends(ends)}))


def _append(db: Session, row: dict[str, Any]) -> None:
    """Append an entry to the chain."""
    ends = _locked(db)
    entry = row | {"seq": ends["last_seq"] + 1, "seal_before": ends["last_seal"]}
    db.execute(insert(OfficeEntry).values(entry))
    sealed = seal_of([entry[name] for name in _SEALED], config.current().ledger_ring[0])
    _write_ends(db, ends | {"last_seq": entry["seq"], "last_seal": sealed})


def _locked(db: Session) -> dict[str, Any]:
    """The two ends of the chain, locked until the transaction ends."""
    query = select(*(getattr(OfficeLogChain, name) for name in _ENDS)).with_for_update()
    ends = db.execute(query).mappings().one_or_none()
    if ends is None:
        raise RuntimeError("the chain of the office log has no ends: `audit` says what else is missing")
    return dict(ends)


def _write_ends(db: Session, ends: dict[str, Any]) -> None:
    db.execute(update(OfficeLogChain).values(ends | {"seal": _seal_of_ends(ends)}))


def _seal_of_ends(ends: dict[str, Any]) -> str:
    return seal_of([ends[name] for name in _ENDS], config.current().ledger_ring[0])


@dataclass(frozen=True)
class Checked:
    """What a check of the whole chain found. Up to the entry `verified_up_to`, written at `verified_at`, each
    is what was written; None: not even the first, or there is none. `problems` are empty for a whole chain.
    """

    entries: int
    verified_up_to: int | None
    verified_at: datetime | None
    problems: Sequence[Problem]


def violations(db: Session) -> Iterator[Violation]:
    """Where the log breaks SECURITY.md I-3: entries that were changed, inserted or removed, at its ends
    as well.
    """
    for problem in check(db).problems:
        yield Violation("I-3", _NOBODY, problem.message)


def check(db: Session) -> Checked:
    """Read the whole log and check its chain."""
    # One statement, so that entries written meanwhile make no difference.
    entries = (getattr(OfficeEntry, name).label(f"entry_{name}") for name in ("id", *_SEALED))
    both = select(OfficeLogChain, *entries).outerjoin(OfficeEntry, true())
    rows = db.execute(both.order_by(OfficeEntry.seq, OfficeEntry.id)).all()
    if not rows:
        return Checked(0, None, None, [Problem(Code.LOG_WITHOUT_CHAIN)])
    ends, ring = rows[0][0], KeyRing(config.current().ledger_ring)
    problems: list[Problem] = []
    seq, before, count = ends.first_seq - 1, None, 0
    # An entry is verified by what carries its seal: the next one, or the end of the chain.
    last: tuple[int, datetime] | None = None
    verified: tuple[int, datetime] | None = None

    def is_next(seal: str) -> bool:
        return bool(seal == ends.first_seal) if before is None else ring.accepts(before, seal)

    for row in rows:
        if row.entry_id is None:
            continue
        count += 1
        if row.entry_seq is None:
            problems.append(Problem(Code.LOG_ENTRY_OUTSIDE, {"entry": row.entry_id}))
            continue
        if row.entry_seq != seq + 1:
            problems.append(Problem(Code.LOG_ENTRIES_MISSING, {"entry": row.entry_id}))
        elif not is_next(row.entry_seal_before):
            problems.append(Problem(Code.LOG_CHANGED, {"entry": row.entry_id}))
        if not problems:
            verified = last
        seq, before = row.entry_seq, [getattr(row, f"entry_{name}") for name in _SEALED]
        last = row.entry_id, row.entry_at
    if seq != ends.last_seq:
        problems.append(Problem(Code.LOG_CUT_SHORT, {"last": seq, "written": ends.last_seq}))
    elif not is_next(ends.last_seal):
        problems.append(Problem(Code.LOG_NEWEST_CHANGED))
    if not ring.accepts([getattr(ends, name) for name in _ENDS], ends.seal):
        problems.append(Problem(Code.LOG_ENDS_CHANGED))
    up_to, at = (verified if problems else last) or (None, None)
    return Checked(count, up_to, at, problems)


def entries(
    db: Session,
    *,
    member_id: int | None = None,
    operator: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    action: str | None = None,
    outlet_id: int | None = None,
    limit: int = 100,
    offset: int = 0,
    descending: bool = True,
) -> list[Row[Any]]:
    """Entries, by default the newest first; only of a member, of an outlet, of a period, of an operator (name
    or login), or of an action: a whole one ("earn.verify"), or all of one kind ("earn").
    """
    order = OfficeEntry.id.desc() if descending else OfficeEntry.id
    query = (
        select(*(getattr(OfficeEntry, name) for name in _ENTRY)).order_by(order).limit(limit).offset(offset)
    )
    if action is not None:
        whole = OfficeEntry.action == action, OfficeEntry.action.startswith(f"{action}.", autoescape=True)
        query = query.where(or_(*whole))
    if outlet_id is not None:
        query = query.where(OfficeEntry.outlet_id == outlet_id)
    if member_id is not None:
        query = query.where(OfficeEntry.member_id == member_id)
    if operator is not None:
        query = query.where(
            or_(
                func.lower(OfficeEntry.operator) == operator.lower(),
                func.lower(OfficeEntry.operator).startswith(f"{operator}{VIA}".lower(), autoescape=True),
                func.lower(OfficeEntry.operator).endswith(f"{VIA}{operator}".lower(), autoescape=True),
                func.lower(OfficeEntry.operator).contains(f"{VIA}{operator}{VIA}".lower(), autoescape=True),
            )
        )
    if since is not None:
        query = query.where(OfficeEntry.at >= since)
    if until is not None:
        query = query.where(OfficeEntry.at < until)
    return list(db.execute(query))


def has_noted(db: Session, signature: Signature, action: str, member_id: int, since: datetime) -> bool:
    """Whether somebody's act on a member is in the log since a moment."""
    query = select(OfficeEntry.id).where(
        OfficeEntry.member_id == member_id,
        OfficeEntry.at >= since,
        OfficeEntry.action == action,
        OfficeEntry.operator == signature.operator,
    )
    return db.scalar(query.limit(1)) is not None


def nth_newest(
    db: Session, signature: Signature, action: str, since: datetime, count: int
) -> datetime | None:
    """When the count-th newest act of this kind of somebody since a moment was; None for fewer."""
    mine = OfficeEntry.operator == signature.operator, OfficeEntry.action == action, OfficeEntry.at > since
    return db.scalar(
        select(OfficeEntry.at).where(*mine).order_by(OfficeEntry.at.desc()).limit(1).offset(count - 1)
    )


def noted(db: Session, actions: Sequence[str], since: datetime) -> Iterator[tuple[str, int | None, str, str]]:
    """Entries of these actions since a moment, for the audit: action, member, operator, details."""
    query = select(OfficeEntry.action, OfficeEntry.member_id, OfficeEntry.operator, OfficeEntry.details)
    for row in db.execute(query.where(OfficeEntry.action.in_(actions), OfficeEntry.at >= since)):
        yield row.action, row.member_id, row.operator, row.details


def head(db: Session, last: int) -> str | None:
    """The seal of the entry with this id: the next entry holds it, or the end of the chain."""
    following = select(OfficeEntry.seal_before).where(OfficeEntry.id > last, OfficeEntry.seq.is_not(None))
    carried = db.scalar(following.order_by(OfficeEntry.id).limit(1))
    return carried or db.scalar(select(OfficeLogChain.last_seal))


def last_entry(db: Session, until: datetime) -> int:
    """The id of the newest entry until a moment, 0 without any."""
    return db.scalar(select(func.max(OfficeEntry.id)).where(OfficeEntry.at <= until)) or 0


def members_in(db: Session, start: datetime, end: datetime) -> set[int]:
    """The members with an entry in a period."""
    query = select(OfficeEntry.member_id).where(
        OfficeEntry.at >= start, OfficeEntry.at < end, OfficeEntry.member_id.is_not(None)
    )
    return {member_id for member_id in db.scalars(query.distinct()) if member_id is not None}


def delete_before(db: Session, before: datetime) -> int:
    """Delete the entries before a moment, in the caller's transaction; returns how many.

    The database refuses to delete entries of the last two years.
    """
    # Only the beginning of the chain is deleted, as by the function of PostgreSQL.
    kept = select(func.min(OfficeEntry.seq)).where(OfficeEntry.at >= before).scalar_subquery()
    old = OfficeEntry.at < before, OfficeEntry.seq < func.coalesce(kept, 2**62)
    deleted = delete_by_owner(db, delete(OfficeEntry).where(*old), "forget_office_log", before)
    if deleted:
        _begin_later(db, deleted)
    return deleted


def _begin_later(db: Session, deleted: int) -> None:
    """Begin the chain behind the deleted entries; if others are missing, the audit says so."""
    ends = _locked(db)
    in_order = (
        select(OfficeEntry.seq, OfficeEntry.seal_before)
        .where(OfficeEntry.seq.is_not(None))
        .order_by(OfficeEntry.seq)
    )
    first = db.execute(in_order.limit(1)).one_or_none()
    seq, seal = first or (ends["last_seq"] + 1, ends["last_seal"])
    if seq == ends["first_seq"] + deleted:
        _write_ends(db, ends | {"first_seq": seq, "first_seal": seal})
