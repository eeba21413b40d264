"""What waits for a second person: adjustments, restored vouchers, corrections, moved bills; and the
decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, case, func, literal, or_, select, union_all

from loyalty.db.clock import now
from loyalty.db.connections import connection
from loyalty.errors import Conflict, Forbidden, NotFound
from loyalty.features.managers.desk import Desk
from loyalty.features.members import records
from loyalty.features.members.models import Member, MemberProposal
from loyalty.features.office import adjustments, proposals, restorations
from loyalty.features.office.log import Signature
from loyalty.features.office.models import Adjustment, Restoration
from loyalty.features.points import bill_review
from loyalty.features.points.bill_lists import BillRow
from loyalty.features.rewards import vouchers
from loyalty.features.rewards.vouchers import VoucherRow
from loyalty.rules.people import masked_email, masked_number
from loyalty.rules.signing import VIA, is_same_operator, person_of
from loyalty.rules.staff import (
    HIDDEN_FIELDS,
    OPERATIONS,
    account_of,
    may_correct,
    outlets_for,
    sees_whole_record,
)

WAITING = adjustments.WAITING
DECIDED = "decided"


class Kind(StrEnum):
    """What is proposed."""

    ADJUSTMENT = "adjustment"
    CORRECTION = "correction"
    MOVE = "move"
    RESTORATION = "restoration"


@dataclass(frozen=True)
class Change:
    """A field of a member, by its name on the wire, as it is and as it would be. `is_hidden`: not shown to
    this person, both values None.
    """

    field: str
    before: str | None
    after: str | None
    is_hidden: bool


@dataclass(frozen=True)
class Approval:
    """A proposal that waits. `why_not`: why this person cannot decide it (`own_proposal`, `other_outlet`,
    `hidden_fields`), None: they can.

    Of an adjustment `points`, signed, and the balance before and after; of a correction `changes`; of a move
    the bill and the other member; of a restoration the voucher.
    """

    kind: Kind
    id: int
    member_id: int
    member_name: str | None
    outlet_id: int | None
    asked_by: str
    asked_at: datetime
    reason: str
    is_own: bool
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


def waiting(
    desk: Desk,
    *,
    only_to_decide: bool = False,
    descending: bool = False,
    limit: int = 100,
    offset: int = 0,
) -> list[Approval]:
    """A page of what waits at one's outlets and of one's own proposals, or only of what one may decide; the
    oldest first by default.

    Six statements at most, however many there are.
    """
    db, asked = connection(), _asked()
    order = (asked.c.asked_at, asked.c.kind, asked.c.id)
    query = select(asked.c.kind, asked.c.id, asked.c.outlet_id)
    query = query.where(_is_to_decide(desk, asked) if only_to_decide else _is_seen(desk, asked))
    page = query.order_by(*(each.desc() if descending else each for each in order))
    return _read(db, desk, db.execute(page.limit(limit).offset(offset)).all())


def how_many_to_decide(desk: Desk) -> int:
    """How many proposals this person may decide by their outlets, without their own."""
    asked = _asked()
    query = select(func.count()).select_from(asked).where(_is_to_decide(desk, asked))
    return connection().scalar(query) or 0


DECIDING = "POST /staff/approval/{kind}/{approval_id}/approve"


def approve(desk: Desk, kind: str, approval_id: int, reason: str | None) -> None:
    """Do what another person proposed, once, also when several approve it at the same time.

    Raises NotFound, Forbidden for what concerns another outlet or fields that this person may not see, and
    Conflict `four_eyes` for one's own, `decided`, and when it cannot be done any more.
    """
    _decide(desk, kind, approval_id, reason, _APPROVE)


def refuse(desk: Desk, kind: str, approval_id: int, reason: str | None) -> None:
    """Refuse what another person proposed; raises as `approve` does."""
    _decide(desk, kind, approval_id, reason, _REFUSE)


def withdraw(desk: Desk, kind: str, approval_id: int, reason: str | None) -> None:
    """Take back what this person has proposed, wherever it is decided.

    Raises NotFound, and Conflict `not_own` for another's and `decided`.
    """
    _decide(desk, kind, approval_id, reason, _WITHDRAW)


_Deciders = dict[Kind, Callable[[int, Signature], Row[Any]]]
_APPROVE: _Deciders = {
    Kind.ADJUSTMENT: adjustments.approve,
    Kind.CORRECTION: proposals.approve,
    Kind.MOVE: proposals.approve,
    Kind.RESTORATION: restorations.approve,
}
_REFUSE: _Deciders = {
    Kind.ADJUSTMENT: adjustments.refuse,
    Kind.CORRECTION: proposals.refuse,
    Kind.MOVE: proposals.refuse,
    Kind.RESTORATION: restorations.refuse,
}
_WITHDRAW: _Deciders = {
    Kind.ADJUSTMENT: adjustments.withdraw,
    Kind.CORRECTION: proposals.withdraw,
    Kind.MOVE: proposals.withdraw,
    Kind.RESTORATION: restorations.withdraw,
}


def _decide(desk: Desk, kind: str, approval_id: int, reason: str | None, deciders: _Deciders) -> None:
    if kind not in list(Kind):
        raise NotFound("There is no such proposal.")
    db, asked = connection(), _asked(also_decided=True)
    which = asked.c.kind == kind, asked.c.id == approval_id
    row = db.execute(select(asked).where(*which)).one_or_none()
    if row is None:
        raise NotFound("There is no such proposal.")
    if deciders is not _WITHDRAW:
        desk.refuse_unless_at(row.outlet_id)
    if row.state != WAITING:
        raise _decided(row)
    if kind == Kind.CORRECTION and deciders is _APPROVE:
        changes = proposals.read(db, approval_id).changes or {}
        if not may_correct(desk.session.grants, row.outlet_id, changes):
            raise Forbidden("This changes what your role does not see: head office decides.", "hidden_fields")
    try:
        deciders[Kind(kind)](approval_id, desk.signed(reason))
    except Conflict as lost:
        if lost.code != DECIDED:
            raise
        # Somebody else was quicker, between the reading above and the change.
        raise _decided(connection().execute(select(asked).where(*which)).one()) from lost


def _decided(row: Row[Any]) -> Conflict:
    """Who decided a proposal, by the name in their signature; one that was done alone names nobody."""
    if row.decided_by is None:
        return Conflict("This proposal was decided already.", DECIDED)
    what = "approved" if row.state == adjustments.DONE else row.state
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
        )
        for named, table, outlet_id in (
            (literal(Kind.ADJUSTMENT.value), Adjustment, Member.outlet_id),
            (literal(Kind.RESTORATION.value), Restoration, Restoration.outlet_id),
            (kind, MemberProposal, MemberProposal.outlet_id),
        )
    ]
    of_tables[0] = of_tables[0].join(Member, Member.id == Adjustment.member_id)
    if not also_decided:
        tables: Iterable[Any] = (Adjustment, Restoration, MemberProposal)
        of_tables = [
            each.where(table.state == WAITING) for each, table in zip(of_tables, tables, strict=True)
        ]
    return union_all(*of_tables).subquery("asked")


def _is_seen(desk: Desk, asked: Any) -> Any:
    # The help desk, which is for every outlet, sees its own proposals only.
    outlets = outlets_for(OPERATIONS["GET /staff/bill"], desk.session.grants)
    return or_(_at(asked, outlets), _is_own(desk, asked))


def _is_to_decide(desk: Desk, asked: Any) -> Any:
    return and_(_at(asked, outlets_for(OPERATIONS[DECIDING], desk.session.grants)), ~_is_own(desk, asked))


def _at(asked: Any, outlets: frozenset[int | None]) -> Any:
    if None in outlets:
        return literal(1) == 1
    return asked.c.outlet_id.in_([each for each in outlets if each is not None])


def _is_own(desk: Desk, asked: Any) -> Any:
    account = account_of(desk.session.staff_id)
    by = asked.c.asked_by
    return or_(by.endswith(f"{VIA}{account}"), by.contains(f"{account}{VIA}"))


def _read(db: Connection, desk: Desk, page: Sequence[Row[Any]]) -> list[Approval]:
    """What the rows of a page propose, in their order."""
    outlets = {(Kind(row.kind), row.id): row.outlet_id for row in page}
    tables: dict[tuple[Kind, ...], Any] = {
        (Kind.ADJUSTMENT,): Adjustment,
        (Kind.RESTORATION,): Restoration,
        (Kind.CORRECTION, Kind.MOVE): MemberProposal,
    }
    rows: dict[tuple[Kind, int], Row[Any]] = {}
    for kinds, table in tables.items():
        if ids := [row_id for kind, row_id in outlets if kind in kinds]:
            columns = table.__table__.c
            for row in db.execute(select(*columns).where(columns.id.in_(ids))):
                rows.update({(kind, row.id): row for kind in kinds if (kind, row.id) in outlets})
    of_vouchers = [row.voucher_id for (kind, _), row in rows.items() if kind is Kind.RESTORATION]
    their_vouchers = vouchers.by_ids(db, of_vouchers, now(db)) if of_vouchers else {}
    of_bills = [row.bill_id for (kind, _), row in rows.items() if kind is Kind.MOVE]
    their_bills = bill_review.by_ids(db, of_bills) if of_bills else {}
    moved = [(kind, row) for (kind, _), row in rows.items()]
    members = {row.member_id for kind, row in moved if kind is not Kind.RESTORATION}
    members |= {row.to_member_id for kind, row in moved if kind is Kind.MOVE}
    members |= {each.member_id for each in their_vouchers.values()}
    people = records.by_ids(db, members) if members else {}

    def approval_of(key: tuple[Kind, int]) -> Approval:
        (kind, _), row = key, rows[key]
        voucher = their_vouchers.get(row.voucher_id) if kind is Kind.RESTORATION else None
        member_id = voucher.member_id if voucher is not None else row.member_id
        person = people.get(member_id)
        is_own = is_same_operator(row.asked_by, desk.session.operator)
        fields = list(row.changes or {}) if kind is Kind.CORRECTION else []
        more: dict[str, Any] = {}
        if kind is Kind.ADJUSTMENT:
            before = person.member_point_amount if person else None
            after = None if before is None else before + row.delta
            more = {"points": row.delta, "counts_for_tier": row.counts_for_tier}
            more |= {"balance_before": before, "balance_after": after}
        elif kind is Kind.CORRECTION:
            more = {"changes": _changes(desk, row.changes or {}, person)}
        elif kind is Kind.MOVE:
            other = people.get(row.to_member_id)
            more = {"bill": their_bills.get(row.bill_id), "to_member_id": row.to_member_id}
            more |= {"to_member_name": other.name if other else None}
        else:
            more = {"voucher": voucher, "used_at": row.used_at}
        return Approval(
            kind,
            row.id,
            member_id,
            person.name if person else None,
            outlets[key],
            row.asked_by,
            row.asked_at,
            row.reason,
            is_own,
            _why_not(desk, is_own, outlets[key], fields),
            **more,
        )

    return [approval_of(key) for key in outlets]


def _why_not(desk: Desk, is_own: bool, outlet_id: int | None, fields: Sequence[str]) -> str | None:
    if is_own:
        return "own_proposal"
    if not desk.may_decide(outlet_id):
        return "other_outlet"
    return None if may_correct(desk.session.grants, outlet_id, fields) else "hidden_fields"


def _changes(desk: Desk, changes: dict[str, Any], person: records.Record | None) -> list[Change]:
    is_whole = sees_whole_record(desk.session.grants)
    return [_change(name, after, person, is_whole=is_whole) for name, after in changes.items()]


def _change(name: str, after: Any, person: records.Record | None, *, is_whole: bool) -> Change:
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
    return Change(
        field, None if before is None else str(before), None if after is None else str(after), False
    )
