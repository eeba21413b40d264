"""Drafts of the programme: kept on the server, submitted by one person, approved by another.

What a draft changes is put onto the programme as it is when it is planned or applied, so that it never takes
back what somebody else has changed meanwhile. Drafts that change different values do not disturb each other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.approvals.approvals import REFUSED, WITHDRAWN, Handler, ProposalKind
from loyalty.backoffice.approvals.models import Proposal
from loyalty.backoffice.context import OfficeContext, refuse_changed
from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.programme import programme
from loyalty.backoffice.programme.file import (
    MAX_MISTAKES,
    Document,
    Mistake,
    Programme,
    check,
    check_document,
    document_now,
    document_of,
)
from loyalty.backoffice.programme.models import UNFINISHED, Draft, State
from loyalty.db.clock import now
from loyalty.db.session import advisory_lock, current_session, transaction
from loyalty.errors import Conflict, DomainError, Invalid, NotFound
from loyalty.reach.notifications.log import how_many_want
from loyalty.rules.calendar import malaysian_date, start_of
from loyalty.rules.codes import Code
from loyalty.rules.notifications import KINDS
from loyalty.rules.problems import Problem
from loyalty.rules.programme_merge import KEYS, Difference, differences, laid_over, merged

# A programme may be decided so far ahead.
MAX_AHEAD = timedelta(days=366)


@dataclass(frozen=True)
class Plan:
    """What a draft would change. With `problems` it cannot be submitted; `questions` are what is allowed and
    looks like a mistake. Changes are listed when the draft is without mistakes of its own. `announcements`
    are the rewards that `recipient_count` members will be notified of.
    """

    changes: Sequence[programme.Change]
    problems: Sequence[Mistake]
    questions: Sequence[Problem] = ()
    announcements: Sequence[programme.Announcement] = ()
    recipient_count: int = 0


def drafts(db: Session, *, limit: int, offset: int, is_unfinished: bool | None = None) -> Sequence[Draft]:
    """A page of the drafts, the newest first; only those that are unfinished, or only the others."""
    query = select(Draft).order_by(Draft.id.desc()).limit(limit).offset(offset)
    if is_unfinished is not None:
        query = query.where(Draft.state.in_(UNFINISHED) == is_unfinished)
    return db.scalars(query).all()


def changed_by(row: Draft) -> list[Difference]:
    """The values that a draft changes in the programme as it was when it began."""
    return differences(orjson.loads(row.base), document(row))


def changed_names(row: Draft) -> list[str]:
    """The names of the tiers, outlets and rewards that a draft changes."""
    wanted, changed = document(row), {each.what for each in changed_by(row)}
    return [
        str(each.get("title") or each.get("name"))
        for part, key in KEYS.items()
        for each in wanted.get(part) or ()
        if f"{part.removesuffix('s')} {each.get(key)}" in changed
    ]


def draft(db: Session, draft_id: int) -> Draft:
    """One draft; raises NotFound."""
    found = db.get(Draft, draft_id)
    if found is None:
        raise NotFound(Code.NO_SUCH_DRAFT, {"draft": draft_id})
    return found


def coming_outlets(db: Session) -> list[tuple[int, dict[str, Any]]]:
    """The outlets that unfinished drafts add, each with the draft's id."""
    present = {each["id"] for each in document_now(db)["outlets"]}
    rows = db.scalars(select(Draft).where(Draft.state.in_(UNFINISHED)).order_by(Draft.id))
    return [
        (row.id, each)
        for row in rows
        if (wanted := check_document(document(row))[0]) is not None
        for each in document_of(wanted)["outlets"]
        if each["id"] not in present
    ]


def document(row: Draft) -> Document:
    """The programme that a draft wants."""
    found: Document = orjson.loads(row.document)
    return found


def problem(row: Draft) -> dict[str, Any] | None:
    """Why a draft could not be applied on its day, None: it was, or its day has not come."""
    found: dict[str, Any] | None = orjson.loads(row.problem) if row.problem else None
    return found


def begin(
    db: Session,
    signature: Signature,
    from_version: int | None = None,
    changes: Mapping[str, Any] | None = None,
) -> Draft:
    """Begin a draft: of the programme as it is or was in an earlier version, with changes of it, in the
    caller's transaction.

    `changes` is a part of a document, as `laid_over` takes it. A reward without an id gets the next one that
    no reward and no unfinished draft has. Raises NotFound for an unknown version.
    """
    advisory_lock(db, "programme")
    base = document_now(db)
    wanted, made_from = base, programme.newest(db)
    if from_version is not None:
        earlier, _ = check(programme.version(db, from_version).after)
        if earlier is None:
            raise Conflict(Code.VERSION_OUTDATED, {"version": from_version})
        wanted, made_from = _with_all_there_is(document_of(earlier), base), from_version
    if changes is not None:
        wanted = laid_over(wanted, {**changes, "rewards": _with_ids(db, base, changes.get("rewards", []))})
    at = now(db)
    row = Draft(
        state=State.OPEN,
        made_from=made_from,
        revision=1,
        base=_json(base),
        document=_json(wanted),
        begun_by=signature.operator,
        begun_at=at,
        saved_by=signature.operator,
        saved_at=at,
    )
    db.add(row)
    db.flush()
    note(db, signature, "programme.draft", f"draft {row.id} of version {made_from}")
    return row


def _with_ids(db: Session, base: Document, rewards: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """These rewards; one without an id gets the next that is free, and every value it leaves out."""
    unfinished = db.scalars(select(Draft.document).where(Draft.state.in_(UNFINISHED)))
    documents = [base, *map(orjson.loads, unfinished)]
    last = max((each for document in documents for each in _reward_ids(document)), default=0)
    found = []
    for each in rewards:
        last += "id" not in each
        found.append(each if "id" in each else {"id": last, **each})
    return found


def _reward_ids(document: Document) -> list[int]:
    listed = document.get("rewards")
    ids = [each.get("id") for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    return [each for each in ids if isinstance(each, int)]


def _with_all_there_is(earlier: Document, base: Document) -> Document:
    """An earlier programme, with the outlets and the rewards that came after it: those stay for good, the
    outlets as they are, the rewards withdrawn.
    """
    known = {each["id"] for each in earlier["rewards"]}
    later = [{**each, "active": False} for each in base["rewards"] if each["id"] not in known]
    places = {each["id"] for each in earlier["outlets"]}
    return {
        **earlier,
        "outlets": [*earlier["outlets"], *(each for each in base["outlets"] if each["id"] not in places)],
        "rewards": [*earlier["rewards"], *later],
    }


def save(
    draft_id: int,
    revision: int,
    signature: Signature,
    *,
    wanted: Document | None = None,
    file: str = "",
    from_current: bool = False,
) -> Draft:
    """Save a draft as a document, also one with mistakes, or as a file without any.

    `revision` is the one that was changed. `from_current`: its author has seen the programme as it is
    now; what differs from it is what they want. Raises Conflict `draft_changed` with who saved it meanwhile,
    `draft_not_open`; Invalid `programme` with the mistakes of a file.
    """
    if wanted is None:
        found, mistakes = check(file)
        if found is None:
            raise Invalid(
                Code.PROGRAMME,
                field="file",
                details={"problems": [_problem(each) for each in mistakes[:MAX_MISTAKES]]},
            )
        wanted = document_of(found)
    with transaction() as db:
        row = _of_revision(db, draft_id, revision)
        row.document, row.revision = _json(wanted), row.revision + 1
        row.saved_by, row.saved_at = signature.operator, now(db)
        if from_current:
            row.base, row.made_from = _json(document_now(db)), programme.newest(db)
        note(db, signature, "programme.save", f"draft {draft_id}, revision {row.revision}")
        return row


def _problem(mistake: Mistake) -> dict[str, object]:
    return {
        "code": mistake.code,
        "message": mistake.message,
        "params": mistake.params,
        "line": mistake.line,
        "path": list(mistake.path),
        "part": mistake.part,
        "record": mistake.record,
    }


def plan(db: Session, *, draft_id: int | None = None, changes: Mapping[str, Any] | None = None) -> Plan:
    """What a draft, or one that begins with these changes, would change now; raises NotFound."""
    if draft_id is not None:
        row = draft(db, draft_id)
        return _with_announcements(db, *_plan(db, row), row.effective_on)
    base, changes = document_now(db), changes or {}
    rewards = _with_ids(db, base, changes.get("rewards", []))
    wanted = laid_over(base, {**changes, "rewards": rewards})
    return _with_announcements(db, *_planned(db, base, wanted), None)


def _with_announcements(
    db: Session, found: Plan, wanted: Programme | None, effective_on: date | None
) -> Plan:
    if wanted is None:
        return found
    at = now(db)
    in_force = max(at, start_of(effective_on)) if effective_on else at
    announced = programme.announcements(db, wanted, in_force)
    count = how_many_want(db, KINDS["reward_new"]) if announced else 0
    return replace(found, announcements=announced, recipient_count=count)


def _plan(db: Session, row: Draft) -> tuple[Plan, Programme | None]:
    """The plan, and the programme that would be applied; None where it cannot be."""
    return _planned(db, orjson.loads(row.base), document(row))


def _planned(db: Session, base: Document, wanted_document: Document) -> tuple[Plan, Programme | None]:
    wanted, mistakes = check_document(wanted_document)
    if wanted is None:
        return Plan([], mistakes), None
    up_to_date, clashes = merged(base, document_of(wanted), document_now(db))
    problems = [
        Mistake(
            Problem(
                Code.CHANGED_MEANWHILE,
                {
                    "what": each.what,
                    "field": each.field,
                    "before": _displayed(each.before),
                    "now": _displayed(each.now),
                    "after": _displayed(each.wanted),
                },
            ),
            path=(each.what, each.field),
        )
        for each in clashes
    ]
    whole, mistakes = check_document(up_to_date)
    if whole is None:
        return Plan([], [*problems, *mistakes]), None
    try:
        changes = programme.plan(db, whole)
    except DomainError as refused:
        problems.append(Mistake(refused.problem))
        return Plan([], problems), None
    questions = programme.warnings(db, whole)
    return Plan(changes, problems, questions), None if problems else whole


def _displayed(value: object) -> str:
    """A value of the file in a sentence."""
    if value is None:
        return "-"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def submit(
    db: Session, draft_id: int, revision: int, effective_on: date | None, signature: Signature
) -> Draft:
    """Ask another person to approve a draft, from a Malaysian day or as soon as it is approved, in the
    caller's transaction.

    Raises Conflict `draft_changed`, `draft_not_open`, `draft_has_problems`, `draft_changes_nothing`, and
    Invalid for a day that is over or more than a year away.
    """
    advisory_lock(db, "programme")
    row = _of_revision(db, draft_id, revision)
    _refuse_day(effective_on, malaysian_date(now(db)))
    found, _ = _plan(db, row)
    _refuse_plan(found)
    row.state, row.effective_on = State.WAITING, effective_on
    approvals.propose(db, ProposalKind.PROGRAMME, draft_id, signature)
    when = f"from {effective_on}" if effective_on else "at once"
    what = f"draft {draft_id}, revision {revision}, {when}: {len(found.changes)} changes"
    note(db, signature, "programme.submit", what)
    return row


def _refuse_day(effective_on: date | None, today: date) -> None:
    if effective_on is None:
        return
    if effective_on < today:
        raise Invalid(Code.DAY_OVER, field="effectiveOn")
    if effective_on > today + MAX_AHEAD:
        raise Invalid(Code.DAY_TOO_FAR, field="effectiveOn")


def _refuse_plan(found: Plan) -> None:
    if found.problems:
        problems = [_problem(each) for each in found.problems[:MAX_MISTAKES]]
        raise Conflict(Code.DRAFT_HAS_PROBLEMS, details={"problems": problems})
    if not found.changes:
        raise Conflict(Code.DRAFT_CHANGES_NOTHING)


def _apply(db: Session, proposal: Proposal, signature: Signature) -> None:
    """Apply a draft that another person submitted now, or leave it to the scheduler for its day.

    Raises Conflict `draft_has_problems`, `draft_changes_nothing`.
    """
    row = _locked(db, proposal.subject_id)
    found, wanted = _plan(db, row)
    _refuse_plan(found)
    if wanted is None:
        raise RuntimeError("a plan without problems has a programme")
    if row.effective_on is None or row.effective_on <= malaysian_date(now(db)):
        _, row.version_id = programme.applied(db, wanted, signature, proposal.proposed_by)
        row.state = State.APPLIED
    else:
        row.state = State.APPROVED
        note(db, signature, "programme.approve", f"draft {row.id}, from {row.effective_on}")


def _note(db: Session, proposal: Proposal, signature: Signature, state: str) -> None:
    row = _locked(db, proposal.subject_id)
    if state == REFUSED:
        row.state = State.REFUSED
        note(db, signature, "programme.refuse", f"draft {row.id}")
    elif state == WITHDRAWN:
        _withdraw(db, row, signature)


def _summaries(db: Session, _office: OfficeContext, page: Sequence[Proposal]) -> dict[int, dict[str, Any]]:
    rows = {
        row.id: row
        for row in db.scalars(select(Draft).where(Draft.id.in_([each.subject_id for each in page])))
    }
    return {
        each.id: {"subject_id": each.subject_id, "things": changed_names(rows[each.subject_id])}
        for each in page
    }


approvals.register(
    Handler(_apply, _note, _summaries, lambda db, _proposal: advisory_lock(db, "programme")),
    ProposalKind.PROGRAMME,
)


def withdraw(draft_id: int, signature: Signature) -> Draft:
    """Withdraw a draft that is not applied yet; one that waits is withdrawn by who submitted it.

    Raises Conflict `not_own`, `draft_finished`, and NotFound.
    """
    if draft(current_session(), draft_id).state == State.WAITING:
        approvals.withdraw(ProposalKind.PROGRAMME, draft_id, signature)
        return draft(current_session(), draft_id)
    with transaction() as db:
        row = _locked(db, draft_id)
        if row.state not in (State.OPEN, State.APPROVED):
            raise Conflict(Code.DRAFT_FINISHED, {"state": row.state})
        _withdraw(db, row, signature)
        return row


def _withdraw(db: Session, row: Draft, signature: Signature) -> None:
    row.state, row.withdrawal = State.WITHDRAWN, signature.reason
    row.withdrawn_by, row.withdrawn_at = signature.operator, now(db)
    note(db, signature, "programme.withdraw", f"draft {row.id}")


def apply_due(db: Session, at: datetime) -> int:
    """Apply the approved drafts whose day has come, in the caller's transaction; returns how many were.

    One that cannot be applied any more is `failed`, with its problem.
    """
    advisory_lock(db, "programme")
    today = malaysian_date(at)
    due = select(Draft).where(Draft.state == State.APPROVED, Draft.effective_on <= today)
    rows = db.scalars(due.order_by(Draft.id).with_for_update()).all()
    decided = approvals.latest(db, ProposalKind.PROGRAMME, [row.id for row in rows])
    done = 0
    for row in rows:
        by = decided[row.id]
        signature = Signature(by.decided_by or "", by.reason or "")
        found, wanted = _plan(db, row)
        if wanted is None:
            row.state, row.problem = State.FAILED, _json(_problem(found.problems[0]))
            note(db, signature, "programme.failed", f"draft {row.id} could not be applied")
            continue
        _, row.version_id = programme.applied(db, wanted, signature, by.proposed_by)
        row.state = State.APPLIED
        done += 1
    return done


def _locked(db: Session, draft_id: int) -> Draft:
    row = draft(db, draft_id)
    db.refresh(row, with_for_update=True)
    return row


def _of_revision(db: Session, draft_id: int, revision: int) -> Draft:
    """A draft that is open, locked."""
    row = _locked(db, draft_id)
    if row.state != State.OPEN:
        raise Conflict(Code.DRAFT_NOT_OPEN, {"state": row.state})
    refuse_changed(row, revision, Code.DRAFT_CHANGED)
    return row


def _json(value: Mapping[str, Any]) -> str:
    return orjson.dumps(value).decode()
