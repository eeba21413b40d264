"""What one person proposes and another decides: kept, listed, and decided once.

A kind says by `register` what doing it is, how the log names a decision, and what a list shows of it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import and_, func, null, or_, select, true, update
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import independence
from loyalty.backoffice.approvals.models import Proposal
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.log.log import Signature
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict, Forbidden, NotFound
from loyalty.features.members import records
from loyalty.features.members.records import Record
from loyalty.rules.codes import Code
from loyalty.rules.independence import why_not_independent
from loyalty.rules.problems import Problem
from loyalty.rules.signing import VIA, is_same_operator, person_of
from loyalty.rules.staff import (
    DECIDERS,
    MANAGERS_AND_CASHIERS,
    StaffSession,
    account_of,
    is_head_office,
    outlets_for,
)

WAITING, DONE, REFUSED, WITHDRAWN = "waiting", "done", "refused", "withdrawn"
DECIDED_LISTED = timedelta(days=30)


class ProposalKind(StrEnum):
    """What is proposed."""

    ADJUSTMENT = "adjustment"
    CORRECTION = "correction"
    MOVE = "move"
    RESTORATION = "restoration"
    ROLES = "roles"
    INVITATION = "invitation"
    PROGRAMME = "programme"
    BROADCAST = "broadcast"


# About no member: decided by head office alone.
OF_HEAD_OFFICE = (ProposalKind.ROLES, ProposalKind.INVITATION, ProposalKind.PROGRAMME, ProposalKind.BROADCAST)
# Decided on screens of their own, with what else a decision needs.
ON_OWN_SCREENS = (ProposalKind.PROGRAMME, ProposalKind.BROADCAST)


@dataclass(frozen=True)
class Handler:
    """A kind of proposal. `apply` does it and `note` notes a decision (a state) in the log, and where its
    subject shows it, both in the transaction of the decision.

    `summaries` returns what a list shows of some proposals, by their ids: fields of `ApprovalSchema`. `lock`
    locks what has to be locked before the proposal itself. `why_not` says why somebody's roles do not
    approve this one, None: they do.
    """

    apply: Callable[[Session, Proposal, Signature], None]
    note: Callable[[Session, Proposal, Signature, str], None]
    summaries: Callable[[Session, OfficeContext, Sequence[Proposal]], Mapping[int, Mapping[str, Any]]] = (
        lambda _db, _office, _page: {}
    )
    lock: Callable[[Session, Proposal], None] = lambda _db, _proposal: None
    why_not: Callable[[OfficeContext, Proposal], Problem | None] = lambda _office, _proposal: None


_HANDLERS: dict[str, Handler] = {}


def register(handler: Handler, *kinds: ProposalKind) -> None:
    """Set the handler of these kinds."""
    _HANDLERS.update(dict.fromkeys(kinds, handler))


# What a list shows of some kinds only (`ApprovalSchema`).
_OF_SOME_KINDS: dict[str, Any] = {
    **dict.fromkeys(("member_name", "points", "counts_for_tier", "balance_before", "balance_after")),
    **dict.fromkeys(("bill", "to_member_id", "to_member_name", "voucher", "person")),
    "subject_id": None,
    **dict.fromkeys(("changes", "given", "taken", "things"), ()),
}
# What a screen shows as the decision on what nobody has proposed yet.
NOT_PROPOSED = Proposal()


def propose(
    db: Session,
    kind: ProposalKind,
    subject_id: int,
    signature: Signature,
    *,
    member_id: int | None = None,
    outlet_id: int | None = None,
    payload: Mapping[str, Any] | None = None,
    used_at: datetime | None = None,
) -> Proposal:
    """Keep a proposal for another person, in the caller's transaction."""
    proposal = Proposal(
        kind=kind.value,
        subject_id=subject_id,
        member_id=member_id,
        outlet_id=outlet_id,
        payload={**(payload or {})},
        used_at=used_at,
        reason=signature.reason,
        proposed_by=signature.operator,
        proposed_at=now(db),
        state=WAITING,
    )
    db.add(proposal)
    db.flush()
    return proposal


def refuse_second(db: Session, kind: ProposalKind, subject_id: int) -> None:
    """Raise Conflict `asked_already` where this is proposed already and waits."""
    same = Proposal.kind == kind.value, Proposal.subject_id == subject_id, Proposal.state == WAITING
    if (waits := db.scalar(select(Proposal.id).where(*same).limit(1))) is not None:
        raise Conflict(Code.ASKED_ALREADY, {"proposal": waits})


def latest(db: Session, kind: ProposalKind, subject_ids: Collection[int]) -> dict[int, Proposal]:
    """The last proposal of a kind about each of these subjects, by the subject; without those that have
    none.
    """
    query = select(Proposal).where(Proposal.kind == kind.value, Proposal.subject_id.in_(subject_ids))
    return {each.subject_id: each for each in db.scalars(query.order_by(Proposal.id))}


def waiting_of(db: Session, kind: ProposalKind) -> list[Proposal]:
    """The proposals of a kind that wait, the oldest first."""
    query = select(Proposal).where(Proposal.kind == kind.value, Proposal.state == WAITING)
    return list(db.scalars(query.order_by(Proposal.id)))


def waiting_about(db: Session, member_id: int) -> list[Proposal]:
    """What waits about a member, the oldest first; also that a bill becomes theirs."""
    of_moves = Proposal.payload["to_member_id"].as_integer() == member_id
    theirs = or_(Proposal.member_id == member_id, and_(Proposal.kind == ProposalKind.MOVE.value, of_moves))
    query = select(Proposal).where(Proposal.state == WAITING, theirs)
    return list(db.scalars(query.order_by(Proposal.proposed_at, Proposal.id)))


def deciders(db: Session, proposals: Collection[Proposal]) -> dict[int, list[str]]:
    """The names of all who can approve each of these proposals, by its id: their roles allow it, and they are
    independent of who proposed it.
    """
    if not proposals:
        return {}
    at = now(db)
    made = independence.ties(db, at)
    offices = [
        OfficeContext(StaffSession(0, person.id, person.name, grants, None, at, at, None, at), DECIDERS)
        for person, grants in independence.people(db)
        if outlets_for(DECIDERS, grants)
    ]
    return {
        proposal.id: [
            office.session.name
            for office in offices
            if why_not_independent(proposal.proposed_by, office.session.operator, made, at) is None
            and _why_not(office, proposal) is None
        ]
        for proposal in proposals
    }


def read(db: Session, approval_id: int) -> Proposal:
    """One proposal; raises NotFound."""
    found = db.get(Proposal, approval_id)
    if found is None:
        raise NotFound(Code.NO_SUCH_PROPOSAL)
    return found


def decide(approval_id: int, signature: Signature, state: str) -> Proposal:
    """Approve (`done`), which does it, refuse, or withdraw a proposal, once, also when several decide at the
    same time; returns it as it is then.

    Raises NotFound, Conflict with the tie for approving or refusing what one is not independent of, `not_own`
    for withdrawing another's, `approved_by`, and when it cannot be done any more.
    """
    with transaction() as db:
        proposal = read(db, approval_id)
        handler = _HANDLERS[proposal.kind]
        if state == DONE:
            handler.lock(db, proposal)
        db.refresh(proposal, with_for_update=True)
        if state != WITHDRAWN:
            independence.refuse_dependent(db, proposal.proposed_by, signature)
        elif not is_same_operator(proposal.proposed_by, signature.operator):
            raise Conflict(Code.NOT_OWN)
        if proposal.state != WAITING:
            raise decided(proposal)
        proposal.decided_by, proposal.decided_at = signature.operator, now(db)
        proposal.state, proposal.decision = state, signature.reason
        db.flush()
        handler.note(db, proposal, signature, state)
        if state == DONE:
            handler.apply(db, proposal, signature)
        return proposal


def withdraw(kind: ProposalKind, subject_id: int, signature: Signature) -> None:
    """Withdraw what waits for a decision about a subject; raises as `decide` does."""
    proposal = latest(current_session(), kind, [subject_id])[subject_id]
    decide(proposal.id, signature, WITHDRAWN)


def decided(proposal: Proposal) -> Conflict:
    """Who decided a proposal, by the name in their signature; one that was done alone names nobody."""
    if proposal.decided_by is None:
        return Conflict(Code.DECIDED)
    return Conflict(_DECIDED_BY[proposal.state], {"name": person_of(proposal.decided_by)})


_DECIDED_BY = {DONE: Code.APPROVED_BY, REFUSED: Code.REFUSED_BY, WITHDRAWN: Code.WITHDRAWN_BY}


def decided_about(db: Session, member_id: int, state: str) -> Record | None:
    """The record of the member whom a decision is about; None for one who was erased: what was proposed for
    them can still be refused or withdrawn. Raises NotFound for approving it.
    """
    found = records.by_ids(db, [member_id]).get(member_id)
    if found is None and state == DONE:
        raise records.unknown()
    return found


def decide_in_office(office: OfficeContext, approval_id: int, state: str, reason: str | None) -> None:
    """What `decide` does, for somebody of the office. Raises as it does, and Forbidden for what concerns
    another outlet or what this person may not see.
    """
    proposal = read(current_session(), approval_id)
    if state != WITHDRAWN:
        office.refuse_unless_at(proposal.outlet_id)
        if proposal.kind in OF_HEAD_OFFICE and not is_head_office(office.session.grants):
            raise Forbidden(Code.HEAD_OFFICE_DECIDES)
    if proposal.state != WAITING:
        raise decided(proposal)
    if state == DONE and (why_not := _HANDLERS[proposal.kind].why_not(office, proposal)):
        raise Forbidden(why_not)
    decide(approval_id, office.signed(reason), state)


def listed(
    office: OfficeContext,
    *,
    decided: bool = False,
    descending: bool = True,
    limit: int = 100,
    offset: int = 0,
) -> list[dict[str, Any]]:
    """A page of what waits at one's outlets and of one's own proposals; or of what was `decided` of both in
    the last 30 days, without what somebody did alone. By default the newest first.
    """
    db = current_session()
    query = select(Proposal).where(_is_seen(office))
    first: Any = Proposal.proposed_at
    if decided:
        first = Proposal.decided_at
        query = query.where(first >= now(db) - DECIDED_LISTED, Proposal.decided_by.is_not(None))
    else:
        query = query.where(Proposal.state == WAITING)
    order = [each.desc() if descending else each for each in (first, Proposal.id)]
    return shown(db, office, db.scalars(query.order_by(*order).limit(limit).offset(offset)).all())


def how_many_to_decide(office: OfficeContext) -> dict[str, int]:
    """How many proposals this person may decide by their outlets and as an independent person, by kind."""
    db = current_session()
    query = select(Proposal.kind, func.count()).where(Proposal.state == WAITING, _is_to_decide(db, office))
    return {kind: count for kind, count in db.execute(query.group_by(Proposal.kind))}


def _is_seen(office: OfficeContext) -> Any:
    # The help desk, which is for every outlet, sees its own proposals only.
    outlets = outlets_for(MANAGERS_AND_CASHIERS, office.session.grants)
    return or_(_at(office, outlets), _is_own(office))


def _is_to_decide(db: Session, office: OfficeContext) -> Any:
    outlets = outlets_for(DECIDERS, office.session.grants)
    proposers = db.scalars(select(Proposal.proposed_by).where(Proposal.state == WAITING).distinct()).all()
    at, operator = now(db), office.session.operator
    ties = independence.ties(db, at)
    others = [each for each in proposers if why_not_independent(each, operator, ties, at) is None]
    return and_(_at(office, outlets), Proposal.proposed_by.in_(others))


def _at(office: OfficeContext, outlets: frozenset[int | None]) -> Any:
    if is_head_office(office.session.grants):
        return true()
    if None in outlets:
        return Proposal.kind.not_in(OF_HEAD_OFFICE)
    return Proposal.outlet_id.in_([each for each in outlets if each is not None])


def _is_own(office: OfficeContext) -> Any:
    account = account_of(office.session.staff_id)
    by = Proposal.proposed_by
    return or_(by.endswith(f"{VIA}{account}"), by.contains(f"{account}{VIA}"))


def shown(db: Session, office: OfficeContext, page: Sequence[Proposal]) -> list[dict[str, Any]]:
    """The proposals of a page with what a list shows of them, in their order."""
    at, operator = now(db), office.session.operator
    ties = independence.ties(db, at) if page else []
    more: dict[int, Mapping[str, Any]] = {}
    for handler in {_HANDLERS[each.kind] for each in page}:
        more |= handler.summaries(db, office, [each for each in page if _HANDLERS[each.kind] is handler])
    return [
        {
            **_OF_SOME_KINDS,
            "approval": each,
            "is_own": is_same_operator(each.proposed_by, operator),
            "why_not": why_not_independent(each.proposed_by, operator, ties, at) or _why_not(office, each),
            "member_id": each.member_id,
            **more[each.id],
        }
        for each in page
    ]


def _why_not(office: OfficeContext, proposal: Proposal) -> Problem | None:
    """Why this person's roles do not decide something."""
    if proposal.kind in OF_HEAD_OFFICE:
        return None if is_head_office(office.session.grants) else Problem(Code.HEAD_OFFICE_DECIDES)
    if not office.may_decide(proposal.outlet_id):
        return Problem(Code.ROLES_DO_NOT_DECIDE)
    return _HANDLERS[proposal.kind].why_not(office, proposal)


def erase_member(db: Session, member_id: int) -> None:
    """Empty what was proposed for the record of a member who is erased, in the caller's transaction."""
    theirs = Proposal.member_id == member_id, Proposal.kind == ProposalKind.CORRECTION.value
    db.execute(update(Proposal).where(*theirs).values(payload=null()))
