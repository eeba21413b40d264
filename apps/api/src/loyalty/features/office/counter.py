"""The counter's business at the office's desk: keys of tills, bills, vouchers, outlets.

Each is done and written to the log in one transaction, or not at all.
"""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.errors import Conflict, NotFound
from loyalty.features.members import service as members
from loyalty.features.office import adjustments
from loyalty.features.office.log import BILL, BILL_VERIFIED, Signature, note, same_login
from loyalty.features.outlets import service as outlets
from loyalty.features.points import bills
from loyalty.features.points import service as points
from loyalty.features.programme import settings
from loyalty.features.rewards import service as rewards
from loyalty.features.till import service as tills
from loyalty.features.till.bills import settle
from loyalty.rules.bills import Status
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.money import ringgit
from loyalty.rules.signing import needs_second_operator


def add_till(
    outlet_id: int, name: str, signature: Signature, last_day: date | None = None
) -> tuple[tills.Till, str]:
    """Make a key for an outlet's till, until the end of `last_day` or without end; gives the till and the
    key.

    Raises as `tills.add` does.
    """
    with transaction() as db:
        till, key = tills.add(db, outlet_id, name, created_by=signature.operator, last_day=last_day)
        until = f", until {last_day}" if last_day else ""
        note(db, signature, "till.add", f"till {till.id} at outlet {outlet_id}: {till.name}{until}")
        return till, key


def revoke_till(till_id: int, signature: Signature) -> tills.Till:
    """End a till's key at once; raises NotFound when there is none that still opens."""
    with transaction() as db:
        till = tills.revoke(db, till_id)
        note(db, signature, "till.revoke", f"till {till.id} at outlet {till.outlet_id}: {till.name}")
        return till


def add_bill(
    signature: Signature,
    *,
    member_id: int,
    outlet_id: int,
    receipt: str,
    amount_sen: int,
    paid_at: datetime,
) -> tuple[bills.BillFacts, bool]:
    """Record a bill that no till has, pending; gives it, and whether it is new. `receipt` is tidy.

    Its receipt counts once, as a till's does; one that was taken back may be recorded anew. Raises NotFound
    for a member or an outlet that is none, Invalid for a time that cannot be, and Conflict `receipt_taken`,
    which names the bill that stands, for another amount or member.
    """
    with transaction() as db:
        person, place = members.record(db, member_id), outlets.name_of(db, outlet_id)
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
            raise _names_the_bill(db, taken, outlet_id, receipt, malaysian_date(paid_at)) from taken
        if is_new:
            what = f"bill {bill.id}: receipt {receipt} at {place}, RM {ringgit(amount_sen)}"
            note(db, signature, "earn.add", what, person=person)
        return bill, is_new


def _names_the_bill(db: Session, taken: Conflict, outlet_id: int, receipt: str, day: date) -> Conflict:
    same = bills.listed(db, outlet_id=outlet_id, receipt=receipt, days=(day, day))
    for bill in same:
        if bill.status_id is not Status.VOID:
            it = f"bill {bill.id} of member {bill.member_id}, RM {ringgit(bill.amount)}"
            told = f"This receipt is {it}. If that is wrong, take it back first: `earn void {bill.id}`."
            return Conflict(told, taken.code)
    return taken


def verify_bill(bill_id: int, signature: Signature) -> tuple[bills.BillFacts, bool]:
    """Verify a bill at whichever outlet; gives it, and whether it was pending.

    Raises NotFound, Conflict for a bill taken back, and Conflict `four_eyes` for one that this operator
    recorded when it brings what they move alone on one day above the limit (`adjustments.moved_alone`).
    """
    with transaction() as db:
        points.lock(db, bills.read(db, bill_id).member_id)
        bill = bills.read(db, bill_id)
        if bill.recorded_by is not None and bill.status_id is Status.PENDING:
            _refuse_alone(db, bill, bill.recorded_by, signature)
        bill, done = settle(db, bill_id)
        if done:
            note(db, signature, BILL_VERIFIED, f"{BILL}{bill_id}", member_id=bill.member_id)
        return bill, done


def _refuse_alone(db: Session, bill: bills.BillFacts, recorded_by: str, signature: Signature) -> None:
    before = adjustments.moved_alone(db, bill.member_id, signature.operator, now(db))
    if needs_second_operator(bill.points, before, settings.current(db).adjust_limit) and (
        own := same_login(recorded_by, signature, f"This bill of {bill.points} points was recorded")
    ):
        raise own


def void_bill(bill_id: int, signature: Signature) -> bills.BillFacts:
    """Take a bill back, at whichever outlet; raises NotFound, and Conflict when its points are spent."""
    with transaction() as db:
        bill, done = bills.void(db, bill_id, reason=signature.reason)
        if done:
            note(db, signature, "earn.void", f"bill {bill_id}", member_id=bill.member_id)
        return bill


def use_voucher(
    code: str, outlet_id: int, signature: Signature, *, net_sen: int | None, receipt: str | None
) -> rewards.VoucherFacts:
    """Take a voucher for an outlet whose till cannot; raises NotFound, and Conflict with the reason."""
    with transaction() as db:
        if not outlets.is_open(db, outlet_id):
            raise NotFound("There is no such outlet, or it is closed.")
        used = rewards.use(db, code, outlet_id, now(db), net_sen=net_sen, receipt=receipt)
        where = f"voucher {used.id} at outlet {outlet_id}"
        note(db, signature, "voucher.use", where, member_id=used.member_id)
        return used


def release_voucher(code: str, signature: Signature) -> rewards.VoucherFacts:
    """Give a presented voucher back to its member; raises NotFound, and Conflict when it was used."""
    with transaction() as db:
        freed = rewards.release(db, code, now(db))
        note(db, signature, "voucher.release", f"voucher {freed.id}", member_id=freed.member_id)
        return freed


def cancel_voucher(code: str, signature: Signature) -> rewards.VoucherFacts:
    """Cancel a voucher; its points go back with the reason. Raises NotFound, and Conflict when it ended."""
    with transaction() as db:
        ended = rewards.cancel(db, code, signature.reason, now(db))
        note(db, signature, "voucher.cancel", f"voucher {ended.id}", member_id=ended.member_id)
        return ended


def set_outlet(outlet_id: int, signature: Signature, *, is_open: bool) -> None:
    """Open or close an outlet; raises NotFound."""
    with transaction() as db:
        outlets.set_status(db, outlet_id, outlets.OPEN if is_open else outlets.CLOSED)
        note(db, signature, "outlet.open" if is_open else "outlet.close", f"outlet {outlet_id}")
