"""Points adjusted by operators: at once up to a limit, above it only with a second operator."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import String, and_, cast, select
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.approvals.approvals import DONE, REFUSED, WAITING, WITHDRAWN, Handler, ProposalKind
from loyalty.backoffice.approvals.independence import ties
from loyalty.backoffice.approvals.models import Proposal
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.log import log
from loyalty.backoffice.log.log import Signature, note
from loyalty.db.clock import now
from loyalty.errors import Invalid
from loyalty.features.members import records
from loyalty.features.points import alone as points_alone
from loyalty.features.points import ledger
from loyalty.features.points.audit import Violation
from loyalty.rules.alone import alone as counts_for
from loyalty.rules.codes import Code
from loyalty.rules.points import ADJUSTED, because
from loyalty.rules.retention import OFFICE_LOG_KEPT_MONTHS, months_before
from loyalty.rules.signing import is_same_operator

MAX_POINTS = 1_000_000
SOURCE = "adjustment"
# Actions and words of the log entries of adjustments; the audit looks for them.
ADJUST, APPROVE, WAITS = "points.adjust", "points.approve", ", waiting"
_ACTIONS = {DONE: APPROVE, REFUSED: "points.refuse", WITHDRAWN: "points.withdraw"}


def adjust(
    db: Session,
    member_id: int,
    points: int,
    signature: Signature,
    *,
    counts_for_tier: bool = False,
    may_alone: bool = True,
) -> Proposal:
    """Adjust a member's points, or propose it to a second operator when this one would move more alone than
    the limits of a day (`points.alone`), or not `may_alone`; in the caller's transaction.

    `points` are signed. Raises Invalid, NotFound, and Conflict when the balance does not hold that much.
    """
    if points == 0 or abs(points) > MAX_POINTS:
        raise Invalid(Code.POINTS_OUT_OF_RANGE, {"max": MAX_POINTS})
    person = records.get_member(db, member_id)
    points_alone.lock(db)
    ledger.lock(db, member_id)
    at, moves = now(db), {member_id: abs(points)}
    logins = counts_for(signature.operator, (), ties(db, at), at)
    alone = may_alone and points_alone.fits(db, logins, moves, at)
    note(db, signature, ADJUST, f"{points:+} points{'' if alone else WAITS}", person=person)
    proposal = approvals.propose(
        db,
        ProposalKind.ADJUSTMENT,
        member_id,
        signature,
        member_id=member_id,
        outlet_id=person.outlet_id,
        payload={"points": points, "counts_for_tier": counts_for_tier},
    )
    if alone:
        proposal.state, proposal.decided_at = DONE, at
        db.flush()
        _apply(db, proposal, signature)
        points_alone.count(db, logins, moves, ledger.Source(SOURCE, str(proposal.id)), at)
    return proposal


def points_of(proposal: Proposal) -> int:
    """The points of an adjustment, signed."""
    points: int = (proposal.payload or {})["points"]
    return points


def _apply(db: Session, proposal: Proposal, _signature: Signature) -> None:
    points = points_of(proposal)
    ledger.adjust(
        db,
        proposal.subject_id,
        points,
        ledger.Source(SOURCE, str(proposal.id)),
        because(ADJUSTED[points > 0], proposal.reason),
        counts_for_tier=_counts_for_tier(proposal),
    )


def _counts_for_tier(proposal: Proposal) -> bool:
    return bool((proposal.payload or {})["counts_for_tier"])


def _note(db: Session, proposal: Proposal, signature: Signature, state: str) -> None:
    person = approvals.decided_about(db, proposal.subject_id, state)
    details = f"{points_of(proposal):+} points, adjustment {proposal.id}"
    note(db, signature, _ACTIONS[state], details, person=person, member_id=proposal.subject_id)


def _summaries(
    db: Session, _office: OfficeContext, page: Sequence[Proposal]
) -> Mapping[int, Mapping[str, Any]]:
    people = records.by_ids(db, {each.subject_id for each in page})
    found = {}
    for each in page:
        person, points = people.get(each.subject_id), points_of(each)
        shown: dict[str, Any] = {"member_name": person.name if person else None, "points": points}
        shown["counts_for_tier"] = _counts_for_tier(each)
        if each.state == WAITING and person is not None:
            before = person.member_point_amount
            shown |= {"balance_before": before, "balance_after": before + points}
        found[each.id] = shown
    return found


approvals.register(Handler(_apply, _note, _summaries), ProposalKind.ADJUSTMENT)


def violations(db: Session) -> Iterator[Violation]:
    """Adjustments that break SECURITY.md I-18: their entries, their two logins, their log entry."""
    entries = ledger.entries_from(SOURCE)
    its = and_(entries.c.source_id == cast(Proposal.id, String), entries.c.member_id == Proposal.subject_id)
    is_done = Proposal.kind == ProposalKind.ADJUSTMENT.value, Proposal.state == DONE
    done = select(Proposal, entries.c.delta, entries.c.tier_delta).outerjoin(entries, its)
    for proposal, moved, tier_moved in db.execute(done.where(*is_done).order_by(Proposal.id)):
        if moved != points_of(proposal) or (tier_moved and not _counts_for_tier(proposal)):
            sentence = (
                f"adjustment {proposal.id} of {points_of(proposal):+} points has not the entry it should have"
            )
            yield Violation("I-18", proposal.subject_id, sentence)
        if proposal.decided_by is not None and is_same_operator(proposal.proposed_by, proposal.decided_by):
            sentence = f"adjustment {proposal.id} was decided by the login that asked"
            yield Violation("I-18", proposal.subject_id, sentence)
    undone = and_(its, *is_done)
    alone = select(entries.c.member_id, entries.c.source_id, entries.c.delta).outerjoin(Proposal, undone)
    for entry in db.execute(alone.where(Proposal.id.is_(None))):
        sentence = f"{entry.delta:+} points moved for adjustment {entry.source_id}, which nobody made"
        yield Violation("I-18", entry.member_id, sentence)
    yield from _unlogged(db)


def _unlogged(db: Session) -> Iterator[Violation]:
    """Adjustments without their log entry. The log keeps its entries for two years."""
    kept = months_before(now(db), OFFICE_LOG_KEPT_MONTHS)
    logged = Counter(log.noted(db, (ADJUST, APPROVE), kept))
    query = select(Proposal).where(
        Proposal.kind == ProposalKind.ADJUSTMENT.value, Proposal.proposed_at > kept
    )
    for proposal in db.scalars(query.order_by(Proposal.id)):
        alone = proposal.state == DONE and proposal.decided_by is None
        sentence = f"{points_of(proposal):+} points"
        notes = [(ADJUST, proposal.subject_id, proposal.proposed_by, f"{sentence}{'' if alone else WAITS}")]
        if proposal.state == DONE and proposal.decided_by is not None:
            approved = f"{sentence}, adjustment {proposal.id}"
            notes.append((APPROVE, proposal.subject_id, proposal.decided_by, approved))
        for note_ in notes:
            logged[note_] -= 1
            if logged[note_] < 0:
                sentence = (
                    f"adjustment {proposal.id} is not in the log of the office: {note_[0]} by {note_[2]}"
                )
                yield Violation("I-18", proposal.subject_id, sentence)
