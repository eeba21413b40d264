"""Bills added by hand, and voided."""

from datetime import date, datetime

from sqlalchemy.orm import Session

from loyalty.backoffice.bills.moves import waiting_moves
from loyalty.backoffice.bills.verification import described, note_of
from loyalty.backoffice.log.log import Signature, note
from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.errors import Conflict
from loyalty.features.members import records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import bill_lists, bills
from loyalty.features.points.models import Bill
from loyalty.features.till.bills import lock_account
from loyalty.rules.bills import Status, why_not_taken_back
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.points import ringgit
from loyalty.rules.problems import Problem


def add_bill(
    signature: Signature,
    *,
    member_id: int,
    outlet_id: int,
    receipt: str,
    amount_sen: int,
    paid_at: datetime,
) -> tuple[Bill, bool]:
    """Record a pending bill that is in no till; returns it, and whether it is new. `receipt` is normalised.

    A receipt counts once, as a till's does; a voided one may be recorded again. Raises NotFound for an
    unknown member or outlet, Invalid for an impossible time or amount, and Conflict `receipt_taken`, which
    names the existing bill, for another amount or member.
    """
    with transaction() as db:
        person = records.get_member(db, member_id)
        outlet_queries.name_of(db, outlet_id)
        lock_account(db, member_id)
        try:
            bill, is_new = bills.post(
                db,
                outlet_id=outlet_id,
                member_id=member_id,
                receipt=receipt,
                amount_sen=amount_sen,
                paid_at=paid_at,
                recorded_by=signature.operator,
            )
        except Conflict as taken:
            raise _conflict_with(db, taken, outlet_id, receipt, malaysian_date(paid_at)) from taken
        if is_new:
            note(db, signature, "earn.add", described(bill), person=person, outlet_id=outlet_id)
        return bill, is_new


def _conflict_with(db: Session, taken: Conflict, outlet_id: int, receipt: str, day: date) -> Conflict:
    same = bill_lists.listed(db, outlet_id=outlet_id, receipt=receipt, days=(day, day))
    for bill in same:
        if bill_lists.status(bill) is not Status.VOID:
            whose, amount = bill.member_id, ringgit(bill.amount_sen)
            return Conflict(
                Code.RECEIPT_IS_BILL,
                {"bill": bill.id, "member": whose, "amount": bill.amount_sen},
                details={"billId": bill.id, "memberId": whose, "amount": amount},
            )
    return taken


def why_no_void(bill: Bill, staff_id: int) -> Problem | None:
    """Why a cashier cannot take a bill back, or None."""
    is_own, today = bill.staff_id == staff_id, malaysian_date(now())
    return why_not_taken_back(is_own=is_own, business_day=bill.business_day, today=today)


def void_bill(db: Session, bill_id: int, signature: Signature, *, only_own_of: int | None = None) -> Bill:
    """Void a bill in the caller's transaction; returns it. One that is void already stays as it is.

    `only_own_of`: the account of a cashier, who voids what they recorded themselves on its business day.
    Raises NotFound, Invalid for a reason that is none, and Conflict `not_your_bill`, `bill_of_another_day`,
    `move_waits` while a second person may move it, and `points_spent`.
    """
    bill = bills.lock(db, bill_id, None)
    if only_own_of is not None and (why_not := why_no_void(bill, only_own_of)):
        raise Conflict(why_not)
    if bill_lists.status(bill) is not Status.VOID and waiting_moves(db, [bill_id]):
        raise Conflict(Code.MOVE_WAITS)
    bill, done = bills.void(db, bill_id, None, signature.reason)
    if done:
        note_of(db, bill, signature, "earn.void")
    return bill
