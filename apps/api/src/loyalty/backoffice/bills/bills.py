"""Bills of several outlets: reviewed, verified many at once, voided, added by hand, moved to another
member.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from loyalty.backoffice.bills import moves, recording, verification
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.members import lookups
from loyalty.backoffice.people import people
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import DomainError, NotFound
from loyalty.features.members import records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import bill_lists, bill_review
from loyalty.features.points.models import Bill
from loyalty.features.till import keys
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.people import masked_name
from loyalty.rules.problems import Problem


@dataclass(frozen=True)
class OfficeBill:
    """A bill with the names of what its ids mean; `odd` is what to look at first (`rules.bills.Odd`),
    `moving_to` the member to whom a second person may move it. `why_no_void` is why a cashier cannot take it
    back.
    """

    bill: Bill
    odd: Sequence[str]
    outlet_name: str | None
    till_name: str | None
    staff_name: str | None
    member_name: str | None
    moving_to: str | None
    why_no_void: Problem | None = None


@dataclass(frozen=True)
class Result:
    """What became of one bill of many: the bill, or why it was refused."""

    bill_id: int
    bill: Bill | None
    why_not: Problem | None


def listed(office: OfficeContext, *, outlet_id: int | None = None, **chosen: Any) -> list[OfficeBill]:
    """A page of one's outlets' bills, `chosen` as `bill_review.reviewed` takes it; of a cashier today's."""
    db = current_session()
    at, outlet_ids = now(db), office.outlet_ids(outlet_id)
    if office.is_cashier:
        return _of_today(office, bill_review.reviewed(db, at, outlet_ids=outlet_ids, **_today(chosen, at)))
    return with_names(bill_review.reviewed(db, at, outlet_ids=outlet_ids, **chosen))


def _today(chosen: Mapping[str, Any], at: datetime) -> dict[str, Any]:
    return {**chosen, "day": malaysian_date(at), "sort": "createdAt"}


def _of_today(office: OfficeContext, found: Sequence[bill_review.ReviewedBill]) -> list[OfficeBill]:
    """Bills as a cashier reads them: with first names, without what is for the office to look at."""
    members = records.by_ids(current_session(), {each.bill.member_id for each in found})
    return [
        replace(
            each,
            odd=(),
            moving_to=None,
            member_name=members[each.bill.member_id].name.split(" ")[0]
            if each.bill.member_id in members
            else None,
            why_no_void=recording.why_no_void(each.bill, office.session.staff_id),
        )
        for each in with_names(found)
    ]


def with_names(found: Sequence[bill_review.ReviewedBill]) -> list[OfficeBill]:
    """Bills with their names; five statements, however many there are."""
    if not found:
        return []
    db = current_session()
    places: Mapping[int, str] = {each.id: each.name for each in outlet_queries.outlets(db)}
    tills: Mapping[int, str] = {each.id: each.name for each in keys.tills(db)}
    staff = people.names(db)
    to_move = moves.waiting_moves(db, [each.bill.id for each in found])
    members = records.by_ids(db, {*(each.bill.member_id for each in found), *to_move.values()})
    called = {member_id: masked_name(each.name) for member_id, each in members.items()}
    return [
        OfficeBill(
            each.bill,
            each.odd,
            places.get(each.bill.outlet_id),
            tills.get(each.bill.till_id or 0),
            staff.get(each.bill.staff_id or 0),
            called.get(each.bill.member_id),
            called.get(to_move.get(each.bill.id, 0)),
        )
        for each in found
    ]


def add(
    office: OfficeContext,
    *,
    member_id: int,
    outlet_id: int,
    receipt: str,
    amount_sen: int,
    paid_at: datetime,
    reason: str,
) -> tuple[Bill, bool]:
    """Record a pending bill of one's outlet by hand; returns it, and whether it is new. Raises as
    `lookups.refuse_bare_id` and `recording.add_bill` do.
    """
    office.refuse_unless_at(outlet_id)
    lookups.refuse_bare_id(office, current_session(), member_id)
    return recording.add_bill(
        office.signed(reason),
        member_id=member_id,
        outlet_id=outlet_id,
        receipt=receipt,
        amount_sen=amount_sen,
        paid_at=paid_at,
    )


def verify(office: OfficeContext, bill_ids: Sequence[int], reason: str | None) -> list[Result]:
    """Verify bills, each in a transaction of its own; returns what became of each, in the order they were
    named.

    A bill of another outlet, and one that is refused, stays as it was; the others are verified.
    """
    known = bill_review.by_ids(current_session(), bill_ids)
    return [_verified(office, bill_id, known.get(bill_id), reason) for bill_id in dict.fromkeys(bill_ids)]


def _verified(office: OfficeContext, bill_id: int, known: Bill | None, reason: str | None) -> Result:
    try:
        if known is None:
            raise NotFound(Code.BILL_NOT_FOUND)
        office.refuse_unless_at(known.outlet_id)
        bill, _ = verification.verify_bill(bill_id, office.signed(reason), known.outlet_id)
    except DomainError as refused:
        return Result(bill_id, None, refused.problem)
    return Result(bill_id, bill, None)


def void(office: OfficeContext, bill_id: int, reason: str) -> Bill:
    """Void a bill of one's outlets; a cashier, one that they recorded today. Raises as `recording.void_bill`
    does.
    """
    only_own_of = office.session.staff_id if office.is_cashier else None
    with transaction() as db:
        office.refuse_unless_at(bill_lists.read(db, bill_id).outlet_id)
        return recording.void_bill(db, bill_id, office.signed(reason), only_own_of=only_own_of)


def move(office: OfficeContext, bill_id: int, to_member_id: int, reason: str) -> moves.Moved:
    """Move a bill of one's outlets to another member or propose it; raises as `lookups.refuse_bare_id` and
    `moves.move_bill` do.
    """
    with transaction() as db:
        outlet_id: int = bill_lists.read(db, bill_id).outlet_id
        office.refuse_unless_at(outlet_id)
        lookups.refuse_bare_id(office, db, to_member_id)
        may_alone = office.may_decide(outlet_id)
        return moves.move_bill(db, bill_id, to_member_id, office.signed(reason), may_alone=may_alone)
