"""Points adjusted by the office: at once up to a limit, above it only with a second person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Row, String, and_, cast, insert, select
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import decisions
from loyalty.backoffice.approvals.decisions import DONE, REFUSED, WAITING, WITHDRAWN
from loyalty.backoffice.approvals.independence import ties
from loyalty.backoffice.approvals.models import Adjustment
from loyalty.backoffice.log import log
from loyalty.backoffice.log.log import Signature, note
from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.errors import Invalid
from loyalty.features.members import changes, records
from loyalty.features.points import alone as points_alone
from loyalty.features.points import ledger
from loyalty.features.points.audit import Violation
from loyalty.rules.alone import alone as counts_for
from loyalty.rules.points import ADJUSTED, because
from loyalty.rules.retention import OFFICE_LOG_KEPT_MONTHS, months_before
from loyalty.rules.signing import is_same_operator

MOST = 1_000_000
SOURCE = "adjustment"
# Actions and words of the log entries of adjustments; the audit looks for them.
ADJUST, APPROVE, WAITS = "points.adjust", "points.approve", ", waiting"

_ADJUSTMENTS = Adjustment.__table__.c


def adjust(
    db: Session,
    member_id: int,
    delta: int,
    signature: Signature,
    *,
    counts_for_tier: bool = False,
    may_alone: bool = True,
) -> Row[Any]:
    """Adjust a member's points in the caller's transaction, or record a request for a second person when this
    one would move more alone than the limits of a day (`points.alone`), or not `may_alone`. Returns the row
    of `office_adjustments`.

    `delta` is signed. Raises Invalid, NotFound, and Conflict when the balance does not hold that much.
    """
    if delta == 0 or abs(delta) > MOST:
        raise Invalid(f"An adjustment moves 1 to {MOST} points, in or out.", "points")
    person = records.record(db, member_id)
    points_alone.lock(db)
    ledger.lock(db, member_id)
    at, moves = now(db), {member_id: abs(delta)}
    logins = counts_for(signature.operator, (), ties(db, at), at)
    alone = may_alone and points_alone.fits(db, logins, moves, at)
    row = {
        "member_id": member_id,
        "delta": delta,
        "counts_for_tier": counts_for_tier,
        "reason": signature.reason,
        "asked_by": signature.operator,
        "asked_at": at,
        "state": DONE if alone else WAITING,
        "decided_at": at if alone else None,
    }
    note(db, signature, ADJUST, f"{delta:+} points{'' if alone else WAITS}", person=person)
    made: int = db.execute(insert(Adjustment).values(row).returning(Adjustment.id)).scalar_one()
    asked = decisions.read(db, Adjustment, made)
    if alone:
        _move(db, asked)
        points_alone.count(db, logins, moves, ledger.Source(SOURCE, str(made)), at)
    return asked


def decide(adjustment_id: int, signature: Signature, state: str) -> Row[Any]:
    """Approve, refuse or withdraw an adjustment; gives it as it is then. Raises as `decisions.decide` does,
    and Conflict when the balance does not hold that much.
    """
    with transaction() as db:
        asked = decisions.decide(db, Adjustment, adjustment_id, signature, state)
        # A member who was erased gets no points; an adjustment of theirs can still be refused or withdrawn.
        left = state != DONE and not changes.is_member(db, asked.member_id)
        person = None if left else records.record(db, asked.member_id)
        action = {DONE: APPROVE, REFUSED: "points.refuse", WITHDRAWN: "points.withdraw"}[state]
        details = f"{asked.delta:+} points, adjustment {adjustment_id}"
        note(db, signature, action, details, person=person, member_id=asked.member_id)
        if state == DONE:
            _move(db, asked)
        return decisions.read(db, Adjustment, adjustment_id)


def violations(db: Session) -> Iterator[Violation]:
    """Adjustments that break docs/promises.md I-18: their entries, their two logins, their log entry."""
    entries = ledger.entries_from(SOURCE)
    its = and_(
        entries.c.source_id == cast(Adjustment.id, String), entries.c.member_id == Adjustment.member_id
    )
    done = select(*_ADJUSTMENTS, entries.c.delta.label("moved"), entries.c.tier_delta).outerjoin(entries, its)
    for row in db.execute(done.where(Adjustment.state == DONE).order_by(Adjustment.id)):
        if row.moved != row.delta or (row.tier_delta and not row.counts_for_tier):
            sentence = f"adjustment {row.id} of {row.delta:+} points has not the entry it should have"
            yield Violation("I-18", row.member_id, sentence)
        if row.decided_by is not None and is_same_operator(row.asked_by, row.decided_by):
            yield Violation("I-18", row.member_id, f"adjustment {row.id} was decided by the login that asked")
    undone = and_(its, Adjustment.state == DONE)
    alone = select(entries.c.member_id, entries.c.source_id, entries.c.delta).outerjoin(Adjustment, undone)
    for entry in db.execute(alone.where(Adjustment.id.is_(None))):
        sentence = f"{entry.delta:+} points moved for adjustment {entry.source_id}, which nobody made"
        yield Violation("I-18", entry.member_id, sentence)
    yield from _unlogged(db)


def _unlogged(db: Session) -> Iterator[Violation]:
    """Adjustments without their log entry. The log keeps its entries for two years."""
    kept = months_before(now(db), OFFICE_LOG_KEPT_MONTHS)
    logged = Counter(log.noted(db, (ADJUST, APPROVE), kept))
    for row in db.execute(select(*_ADJUSTMENTS).where(Adjustment.asked_at > kept).order_by(Adjustment.id)):
        alone = row.state == DONE and row.decided_by is None
        notes = [(ADJUST, row.member_id, row.asked_by, f"{row.delta:+} points{'' if alone else WAITS}")]
        if row.state == DONE and not alone:
            sentence = f"{row.delta:+} points, adjustment {row.id}"
            notes.append((APPROVE, row.member_id, row.decided_by, sentence))
        for note_ in notes:
            logged[note_] -= 1
            if logged[note_] < 0:
                sentence = f"adjustment {row.id} is not in the log of the office: {note_[0]} by {note_[2]}"
                yield Violation("I-18", row.member_id, sentence)


def _move(db: Session, asked: Row[Any]) -> None:
    ledger.adjust(
        db,
        asked.member_id,
        asked.delta,
        ledger.Source(SOURCE, str(asked.id)),
        because(ADJUSTED[asked.delta > 0], asked.reason),
        counts_for_tier=asked.counts_for_tier,
    )
