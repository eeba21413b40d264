"""Bills of several outlets: reviewed, verified many at once, voided, added by hand, moved to another
member.
"""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from loyalty.backoffice.approvals import approvals
from loyalty.backoffice.approvals.models import Proposal
from loyalty.backoffice.bills import moves, recording, verification
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.exports import MAX_ROWS, refuse_too_long
from loyalty.backoffice.members import lookups
from loyalty.backoffice.people.names import names
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import DomainError, NotFound
from loyalty.features.members import records
from loyalty.features.points import bill_lists, bill_review
from loyalty.features.points.models import Bill
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.people import masked_name
from loyalty.rules.problems import Problem

NAMED_AT_ONCE = 1_000


def listed(office: OfficeContext, *, outlet_id: int | None = None, **asked: Any) -> dict[str, Any]:
    """A page of one's outlets' bills (`OfficeBillListSchema`), `asked` as `bill_review.Chosen` and
    `bill_review.reviewed` take it; of a cashier today's, without sums.
    """
    db = current_session()
    at = now(db)
    if office.is_cashier:
        today = malaysian_date(at)
        asked = {**asked, "first": today, "last": today, "sort": "createdAt"}
    chosen = _chosen(office, outlet_id, asked)
    found = bill_review.reviewed(db, at, chosen, **asked)
    if office.is_cashier:
        return {"bills": _of_today(office, found), "sums": None}
    return {
        "bills": with_names(found),
        "sums": None if asked["offset"] else bill_review.sums(db, at, chosen),
    }


def every(office: OfficeContext, *, outlet_id: int | None = None, **asked: Any) -> list[dict[str, Any]]:
    """All of one's outlets' bills that are `asked` for, in their order; raises Invalid `csv_too_long` for
    more than 50,000.
    """
    db = current_session()
    chosen = _chosen(office, outlet_id, asked)
    found = bill_review.reviewed(db, now(db), chosen, limit=MAX_ROWS + 1, **asked)
    refuse_too_long(found)
    # A statement does not take the ids of all.
    parts = (found[at : at + NAMED_AT_ONCE] for at in range(0, len(found), NAMED_AT_ONCE))
    return [row for part in parts for row in with_names(part)]


def _chosen(office: OfficeContext, outlet_id: int | None, asked: dict[str, Any]) -> bill_review.Chosen:
    """Which bills are asked for, with the names that say it taken out."""
    of = {each.name: asked.pop(each.name) for each in fields(bill_review.Chosen) if each.name in asked}
    return bill_review.Chosen(office.outlet_ids(outlet_id), **of)


def _of_today(office: OfficeContext, found: Sequence[bill_review.ReviewedBill]) -> list[dict[str, Any]]:
    """Bills as a cashier reads them: with first names, without what is for the office to look at."""
    members = records.by_ids(current_session(), {each.bill.member_id for each in found})
    first_names = {member_id: each.name.split(" ")[0] for member_id, each in members.items()}
    return [
        {
            **shown,
            "odd": (),
            "moving_to": None,
            "deciders": [],
            "member_name": first_names.get(shown["bill"].member_id),
            "why_no_void": recording.why_no_void(shown["bill"], office.session.staff_id),
        }
        for shown in with_names(found)
    ]


def with_names(found: Sequence[bill_review.ReviewedBill]) -> list[dict[str, Any]]:
    """Bills with the names of what their ids mean; `odd` is what to look at first (`rules.bills.Flag`),
    `moving_to` the member to whom one of the `deciders` may move it, `why_no_void` why a cashier cannot take
    it back.
    """
    db = current_session()
    all_names = names(db)
    proposals = moves.waiting_moves(db, [each.bill.id for each in found])
    deciders = approvals.deciders(db, proposals.values())
    to_move = {bill_id: moves.to_member_of(each) for bill_id, each in proposals.items()}
    members = records.by_ids(db, {*(each.bill.member_id for each in found), *to_move.values()})
    masked = {member_id: masked_name(each.name) for member_id, each in members.items()}
    return [
        {
            "bill": each.bill,
            "odd": each.flags,
            **all_names.of(
                outlet_id=each.bill.outlet_id, till_id=each.bill.till_id, staff_id=each.bill.staff_id
            ),
            "member_name": masked.get(each.bill.member_id),
            "moving_to": masked.get(to_move.get(each.bill.id, 0)),
            "deciders": deciders[proposals[each.bill.id].id] if each.bill.id in proposals else [],
            "why_no_void": None,
        }
        for each in found
    ]


def add(office: OfficeContext, member_id: int, outlet_id: int, reason: str, **bill: Any) -> tuple[Bill, bool]:
    """Record a pending bill of one's outlet by hand; returns it, and whether it is new. `bill` is as
    `recording.add_bill` takes it; raises as that and `lookups.refuse_bare_id` do.
    """
    office.refuse_unless_at(outlet_id)
    lookups.refuse_bare_id(office, current_session(), member_id)
    signature = office.signed(reason)
    return recording.add_bill(signature, member_id=member_id, outlet_id=outlet_id, **bill)


def verify(office: OfficeContext, bill_ids: Sequence[int], reason: str | None) -> list[dict[str, Any]]:
    """Verify bills, each in a transaction of its own; returns the `bill_id` of each in the order they were
    named, and `why_not`, why it was refused, or None.

    A bill of another outlet, and one that is refused, stays as it was; the others are verified.
    """
    known = bill_lists.by_ids(current_session(), bill_ids)
    return [
        {"bill_id": bill_id, "why_not": _why_not_verified(office, bill_id, known.get(bill_id), reason)}
        for bill_id in dict.fromkeys(bill_ids)
    ]


def _why_not_verified(
    office: OfficeContext, bill_id: int, known: Bill | None, reason: str | None
) -> Problem | None:
    try:
        if known is None:
            raise NotFound(Code.BILL_NOT_FOUND)
        office.refuse_unless_at(known.outlet_id)
        verification.verify_bill(bill_id, office.signed(reason), known.outlet_id)
    except DomainError as refused:
        return refused.problem
    return None


def void(office: OfficeContext, bill_id: int, reason: str) -> Bill:
    """Void a bill of one's outlets; a cashier, one that they recorded today. Raises as `recording.void_bill`
    does.
    """
    only_own_of = office.session.staff_id if office.is_cashier else None
    with transaction() as db:
        office.refuse_unless_at(bill_lists.read(db, bill_id).outlet_id)
        return recording.void_bill(db, bill_id, office.signed(reason), only_own_of=only_own_of)


def move(office: OfficeContext, bill_id: int, to_member_id: int, reason: str) -> Proposal | None:
    """Move a bill of one's outlets to another member or propose it; returns what `moves.move_bill` does, and
    raises as `lookups.refuse_bare_id` and it do.
    """
    with transaction() as db:
        outlet_id: int = bill_lists.read(db, bill_id).outlet_id
        office.refuse_unless_at(outlet_id)
        lookups.refuse_bare_id(office, db, to_member_id)
        may_alone = office.may_decide(outlet_id)
        return moves.move_bill(db, bill_id, to_member_id, office.signed(reason), may_alone=may_alone)
