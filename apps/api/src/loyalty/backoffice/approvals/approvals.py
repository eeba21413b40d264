"""What waits for a second person: adjustments, restored vouchers, corrections, moved bills; and the
decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import Row, Select, and_, case, func, literal, null, or_, select, true, union_all
from sqlalchemy.orm import Session

from loyalty.backoffice.approvals import adjustments, independence, proposals, restorations, staff_proposals
from loyalty.backoffice.approvals.decisions import DONE, WAITING, WITHDRAWN
from loyalty.backoffice.approvals.models import Adjustment, Restoration, StaffProposal
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.people import people as staff_people
from loyalty.backoffice.people.models import AnyRow
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.errors import Conflict, Forbidden, NotFound
from loyalty.features.members import records
from loyalty.features.members.models import Member, MemberProposal
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import bill_review
from loyalty.features.points.bill_lists import BillRow
from loyalty.features.rewards import vouchers
from loyalty.features.rewards.vouchers import VoucherRow
from loyalty.rules.independence import why_not_independent
from loyalty.rules.people import masked_email, masked_number
from loyalty.rules.signing import VIA, is_same_operator, person_of
from loyalty.rules.staff import (
    HIDDEN_FIELDS,
    OPERATIONS,
    Grant,
    account_of,
    is_head_office,
    may_correct,
    outlets_for,
    sees_whole_record,
)

DECIDED = "decided"
DECIDED_LISTED = timedelta(days=30)
HEAD_OFFICE_DECIDES = "Another person of head office decides this."
HIDDEN = "This changes what your role does not see: head office decides."


class Kind(StrEnum):
    """What is proposed."""

    ADJUSTMENT = "adjustment"
    CORRECTION = "correction"
    MOVE = "move"
    RESTORATION = "restoration"
    ROLES = "roles"
    INVITATION = "invitation"


# About an account of the staff: decided by head office alone.
OF_STAFF = (Kind.ROLES, Kind.INVITATION)


@dataclass(frozen=True)
class Change:
    """A field of a member, by its name on the wire, as it is and as it would be; an outlet by its name.
    `is_hidden`: not shown to this person, both values None.
    """

    field: str
    before: str | None
    after: str | None
    is_hidden: bool


@dataclass(frozen=True)
class Approval:
    """A proposal. `why_not`: why this person cannot decide it, in a sentence; None: they can.

    Of an adjustment `points`, signed; of a correction `changes` and of an adjustment the balance before and
    after, both while it waits; of a move
    the bill and the other member; of a restoration the voucher. Roles and an invitation are about `person`,
    an account, and no member; of roles `given` and `taken`.
    """

    kind: Kind
    id: int
    member_id: int | None
    member_name: str | None
    outlet_id: int | None
    asked_by: str
    asked_at: datetime
    reason: str
    is_own: bool
    state: str
    decided_by: str | None
    decided_at: datetime | None
    why_not: str | None
    points: int | None = None
    counts_for_tier: bool | None = None
    balance_before: int | None = None
    balance_after: int | None = None
    changes: Sequence[Change] = ()
    bill: BillRow | None = None
    to_member_id: int | None = None
    to_member_name: str | None = None
    voucher: VoucherRow | None = None
    used_at: datetime | None = None
    person: AnyRow | None = None
    given: Sequence[Grant] = ()
    taken: Sequence[Grant] = ()


def waiting(
    office: OfficeContext,
    *,
    only_to_decide: bool = False,
    descending: bool = False,
    limit: int = 100,
    offset: int = 0,
) -> list[Approval]:
    """A page of what waits at one's outlets and of one's own proposals, or only of what one may decide; the
    oldest first by default.

    Nine statements at most, however many there are.
    """
    db, asked = current_session(), _asked()
    query = select(asked.c.kind, asked.c.id, asked.c.outlet_id)
    query = query.where(_is_to_decide(db, office, asked) if only_to_decide else _is_seen(office, asked))
    page = query.order_by(*_in_order(asked, asked.c.asked_at, descending=descending))
    return _read(db, office, db.execute(page.limit(limit).offset(offset)).all())


def decided(
    office: OfficeContext, *, descending: bool = True, limit: int = 100, offset: int = 0
) -> list[Approval]:
    """A page of what was decided in the last 30 days at one's outlets, and of one's own proposals; the newest
    decision first by default. What somebody did alone is none of it.
    """
    db, asked = current_session(), _asked(also_decided=True)
    since = now(db) - DECIDED_LISTED
    query = select(asked.c.kind, asked.c.id, asked.c.outlet_id)
    query = query.where(asked.c.decided_at >= since, asked.c.decided_by.is_not(None), _is_seen(office, asked))
    page = query.order_by(*_in_order(asked, asked.c.decided_at, descending=descending))
    return _read(db, office, db.execute(page.limit(limit).offset(offset)).all())


def _in_order(asked: Any, first: Any, *, descending: bool) -> list[Any]:
    columns = (first, asked.c.kind, asked.c.id)
    return [each.desc() if descending else each for each in columns]


def how_many_to_decide(office: OfficeContext) -> int:
    """How many proposals this person may decide by their outlets and as an independent person."""
    db, asked = current_session(), _asked()
    query = select(func.count()).select_from(asked).where(_is_to_decide(db, office, asked))
    return db.scalar(query) or 0


DECIDING = "POST /staff/approval/{kind}/{approval_id}/approve"


def decide(office: OfficeContext, kind: str, approval_id: int, state: str, reason: str | None) -> None:
    """Approve (`done`), which does it, refuse, or withdraw what was proposed, once, also when several decide
    at the same time.

    Raises NotFound, Forbidden for what concerns another outlet or fields that this person may not see, and
    Conflict `four_eyes` for what they are not independent of, `not_own` for withdrawing another's, `decided`,
    and when it cannot be done any more.
    """
    if kind not in list(Kind):
        raise NotFound("There is no such proposal.")
    db, asked = current_session(), _asked(also_decided=True)
    which = asked.c.kind == kind, asked.c.id == approval_id
    row = db.execute(select(asked).where(*which)).one_or_none()
    if row is None:
        raise NotFound("There is no such proposal.")
    if state != WITHDRAWN:
        office.refuse_unless_at(row.outlet_id)
        if kind in OF_STAFF and not is_head_office(office.session.grants):
            raise Forbidden(HEAD_OFFICE_DECIDES, "other_outlet")
    if row.state != WAITING:
        raise _decided(row)
    if kind == Kind.CORRECTION and state == DONE:
        changes = proposals.read(db, approval_id).changes or {}
        if not may_correct(office.session.grants, row.outlet_id, changes):
            raise Forbidden(HIDDEN, "hidden_fields")
    try:
        _DECIDE[Kind(kind)](approval_id, office.signed(reason), state)
    except Conflict as lost:
        if lost.code != DECIDED:
            raise
        # Somebody else was quicker, between the reading above and the change.
        raise _decided(current_session().execute(select(asked).where(*which)).one()) from lost


_DECIDE: dict[Kind, Callable[[int, Signature, str], Row[Any]]] = {
    Kind.ADJUSTMENT: adjustments.decide,
    Kind.CORRECTION: proposals.decide,
    Kind.MOVE: proposals.decide,
    Kind.RESTORATION: restorations.decide,
    Kind.ROLES: staff_proposals.decide,
    Kind.INVITATION: staff_proposals.decide,
}


def _decided(row: Row[Any]) -> Conflict:
    """Who decided a proposal, by the name in their signature; one that was done alone names nobody."""
    if row.decided_by is None:
        return Conflict("This proposal was decided already.", DECIDED)
    what = "approved" if row.state == DONE else row.state
    return Conflict(f"{person_of(row.decided_by)} has {what} this already.", DECIDED)


def _asked(*, also_decided: bool = False) -> Any:
    """Every proposal that waits: kind, id, when, by whom, the outlet whose people decide, and who decided."""
    kind = case({proposals.CORRECT: Kind.CORRECTION.value}, value=MemberProposal.kind, else_=Kind.MOVE.value)
    of_tables: list[Select[Any]] = [
        select(
            named.label("kind"),
            table.id.label("id"),
            table.asked_at.label("asked_at"),
            table.asked_by.label("asked_by"),
            outlet_id.label("outlet_id"),
            table.state.label("state"),
            table.decided_by.label("decided_by"),
            table.decided_at.label("decided_at"),
        )
        for named, table, outlet_id in (
            (literal(Kind.ADJUSTMENT.value), Adjustment, Member.outlet_id),
            (literal(Kind.RESTORATION.value), Restoration, Restoration.outlet_id),
            (kind, MemberProposal, MemberProposal.outlet_id),
            (StaffProposal.kind, StaffProposal, null()),
        )
    ]
    of_tables[0] = of_tables[0].join(Member, Member.id == Adjustment.member_id)
    if not also_decided:
        tables: Iterable[Any] = (Adjustment, Restoration, MemberProposal, StaffProposal)
        of_tables = [
            each.where(table.state == WAITING) for each, table in zip(of_tables, tables, strict=True)
        ]
    return union_all(*of_tables).subquery("asked")


def _is_seen(office: OfficeContext, asked: Any) -> Any:
    # The help desk, which is for every outlet, sees its own proposals only.
    outlets = outlets_for(OPERATIONS["GET /staff/bill"], office.session.grants)
    return or_(_at(office, asked, outlets), _is_own(office, asked))


def _is_to_decide(db: Session, office: OfficeContext, asked: Any) -> Any:
    outlets = outlets_for(OPERATIONS[DECIDING], office.session.grants)
    proposers = db.scalars(select(asked.c.asked_by).distinct()).all()
    at, operator = now(db), office.session.operator
    ties = independence.ties(db, at)
    others = [each for each in proposers if why_not_independent(each, operator, ties, at) is None]
    return and_(_at(office, asked, outlets), asked.c.asked_by.in_(others))


def _at(office: OfficeContext, asked: Any, outlets: frozenset[int | None]) -> Any:
    if is_head_office(office.session.grants):
        return true()
    if None in outlets:
        return asked.c.kind.not_in(OF_STAFF)
    return asked.c.outlet_id.in_([each for each in outlets if each is not None])


def _is_own(office: OfficeContext, asked: Any) -> Any:
    account = account_of(office.session.staff_id)
    by = asked.c.asked_by
    return or_(by.endswith(f"{VIA}{account}"), by.contains(f"{account}{VIA}"))


def _read(db: Session, office: OfficeContext, page: Sequence[Row[Any]]) -> list[Approval]:
    """What the rows of a page propose, in their order."""
    outlets = {(Kind(row.kind), row.id): row.outlet_id for row in page}
    tables: dict[tuple[Kind, ...], Any] = {
        (Kind.ADJUSTMENT,): Adjustment,
        (Kind.RESTORATION,): Restoration,
        (Kind.CORRECTION, Kind.MOVE): MemberProposal,
        OF_STAFF: StaffProposal,
    }
    rows: dict[tuple[Kind, int], Row[Any]] = {}
    for kinds, table in tables.items():
        if ids := [row_id for kind, row_id in outlets if kind in kinds]:
            columns = table.__table__.c
            for row in db.execute(select(*columns).where(columns.id.in_(ids))):
                rows.update({(kind, row.id): row for kind in kinds if (kind, row.id) in outlets})
    of_vouchers = [row.voucher_id for (kind, _), row in rows.items() if kind is Kind.RESTORATION]
    at, operator = now(db), office.session.operator
    ties = independence.ties(db, at)
    their_vouchers = vouchers.by_ids(db, of_vouchers, at) if of_vouchers else {}
    of_bills = [row.bill_id for (kind, _), row in rows.items() if kind is Kind.MOVE]
    their_bills = bill_review.by_ids(db, of_bills) if of_bills else {}
    moved = [(kind, row) for (kind, _), row in rows.items()]
    members = {row.member_id for kind, row in moved if kind not in (Kind.RESTORATION, *OF_STAFF)}
    members |= {row.to_member_id for kind, row in moved if kind is Kind.MOVE}
    members |= {each.member_id for each in their_vouchers.values()}
    people = records.by_ids(db, members) if members else {}
    of_staff = [row.staff_id for kind, row in moved if kind in OF_STAFF]
    accounts = staff_people.accounts(db, of_staff) if of_staff else {}

    def approval_of(key: tuple[Kind, int]) -> Approval:
        (kind, _), row = key, rows[key]
        voucher = their_vouchers.get(row.voucher_id) if kind is Kind.RESTORATION else None
        member_id = voucher.member_id if voucher is not None else getattr(row, "member_id", None)
        person = people.get(member_id) if member_id is not None else None
        fields = list(row.changes or {}) if kind is Kind.CORRECTION else []
        more: dict[str, Any] = {}
        if kind is Kind.ADJUSTMENT and row.state != WAITING:
            more = {"points": row.delta, "counts_for_tier": row.counts_for_tier}
        elif kind is Kind.ADJUSTMENT:
            before = person.member_point_amount if person else None
            after = None if before is None else before + row.delta
            more = {"points": row.delta, "counts_for_tier": row.counts_for_tier}
            more |= {"balance_before": before, "balance_after": after}
        elif kind is Kind.CORRECTION:
            changes = (row.changes or {}) if row.state == WAITING else {}
            more = {"changes": _changes(office, changes, person)}
        elif kind is Kind.MOVE:
            other = people.get(row.to_member_id)
            more = {"bill": their_bills.get(row.bill_id), "to_member_id": row.to_member_id}
            more |= {"to_member_name": other.name if other else None}
        elif kind is Kind.RESTORATION:
            more = {"voucher": voucher, "used_at": row.used_at}
        else:
            given, taken = (staff_proposals.read_grants(each) for each in (row.given, row.taken))
            more = {"person": accounts[row.staff_id], "given": given, "taken": taken}
        return Approval(
            kind,
            row.id,
            member_id,
            person.name if person else None,
            outlets[key],
            row.asked_by,
            row.asked_at,
            row.reason,
            is_same_operator(row.asked_by, operator),
            row.state,
            row.decided_by,
            row.decided_at,
            why_not_independent(row.asked_by, operator, ties, at)
            or _why_not(office, kind, outlets[key], fields),
            **more,
        )

    return [approval_of(key) for key in outlets]


def _why_not(office: OfficeContext, kind: Kind, outlet_id: int | None, fields: Iterable[str]) -> str | None:
    """Why this person's roles do not decide something."""
    if kind in OF_STAFF:
        return None if is_head_office(office.session.grants) else HEAD_OFFICE_DECIDES
    if not office.may_decide(outlet_id):
        return "Your roles do not decide this: an area manager of the outlet or head office does."
    return None if may_correct(office.session.grants, outlet_id, fields) else HIDDEN


def _changes(office: OfficeContext, changes: dict[str, Any], person: records.Record | None) -> list[Change]:
    is_whole = sees_whole_record(office.session.grants)
    places = outlet_queries.outlets(current_session()) if "outlet_id" in changes else []
    names = {each.id: each.name for each in places}
    return [_change(name, after, person, names, is_whole=is_whole) for name, after in changes.items()]


def _change(
    name: str, after: Any, person: records.Record | None, outlets: Mapping[int, str], *, is_whole: bool
) -> Change:
    first, *rest = name.split("_")
    field = first + "".join(word.capitalize() for word in rest)
    before = getattr(person, name) if person else None
    if name in HIDDEN_FIELDS and not is_whole:
        if name == "email":
            return Change(field, masked_email(before), masked_email(after), True)
        if name == "mobile_number" and person is not None:
            code, number = person.calling_code, person.mobile_number
            return Change(field, masked_number(code, number), masked_number(code, after), True)
        return Change(field, None, None, True)
    if name == "outlet_id":
        before, after = outlets.get(before or 0), outlets.get(after)
    return Change(
        field, None if before is None else str(before), None if after is None else str(after), False
    )
