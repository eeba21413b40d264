"""Bills by a till for its own outlet, and the reconciliation with its sales."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import advisory_lock, after_rollback, current_session
from loyalty.errors import Conflict, NotFound
from loyalty.features.members import changes, records
from loyalty.features.points import bill_lists, bills, ledger
from loyalty.features.points.models import Bill
from loyalty.features.programme import settings
from loyalty.features.rewards import claims
from loyalty.features.till import tills
from loyalty.features.till.alarms import alarm
from loyalty.features.till.models import ReceiptClaim, Till
from loyalty.rules.bills import Status, Waits, why_it_waits
from loyalty.rules.calendar import malaysian_date, start_of
from loyalty.rules.codes import Code
from loyalty.rules.sales_files import Sale


def record_bill(
    db: Session,
    till: Till,
    *,
    member_id: int,
    receipt: str,
    amount_sen: int,
    paid_at: datetime | None,
    staff_id: int | None = None,
) -> tuple[Bill, bool]:
    """Record a bill of this till's outlet, once a receipt and business day, in the caller's transaction;
    returns it and whether it is new.

    One above the programme's `bill_limit` waits for the office from the start. `staff_id` is the cashier at
    the till. Raises NotFound for an unknown member, Conflict and Invalid as `bills.post` does.
    """
    lock_till(db, till.id)
    lock_account(db, member_id)
    bill, is_new = bills.post(
        db,
        outlet_id=till.outlet_id,
        member_id=member_id,
        receipt=receipt,
        amount_sen=amount_sen,
        paid_at=paid_at,
        till_id=till.id,
        staff_id=staff_id,
    )
    if is_new:
        _refuse_another_amount(db, bill)
    elif bill.till_id not in (None, till.id):
        # Two tills that count their receipts by themselves: this may be another sale.
        name = tills.get_till(db, bill.till_id).name
        raise Conflict(Code.RECEIPT_AT_OTHER_TILL, {"till": name}, details={"tillName": name})
    return bill, is_new


def _refuse_another_amount(db: Session, bill: Bill) -> None:
    """Raise Conflict when a guest has a claim for the receipt with another amount (receipts.py)."""
    another = select(ReceiptClaim.id).where(
        ReceiptClaim.outlet_id == bill.outlet_id,
        ReceiptClaim.business_day == bill.business_day,
        ReceiptClaim.receipt_number == bill.receipt_number,
        ReceiptClaim.voided_at.is_(None),
        ReceiptClaim.bill_id.is_(None),
        ReceiptClaim.amount_sen != bill.amount_sen,
    )
    if db.scalar(another) is not None:
        raise Conflict(Code.RECEIPT_CLAIM_DIFFERS)


def verify(db: Session, till: Till, bill_id: int) -> tuple[Bill, bool]:
    """Verify a bill of this till's outlet in the caller's transaction; returns it and whether it was pending.

    Raises NotFound, and Conflict when it is void, or above the programme's limits (`rules.bills`): then it is
    held for the office, so that no till verifies it from then on.
    """
    if why := _why_it_waits(db, till, bill_id):
        after_rollback(db, partial(_hold, till_id=till.id, bill_id=bill_id, why=why))
        raise Conflict(why.problem)
    return settle(db, bill_id, till.outlet_id, till_id=till.id)


def settle_or_hold(db: Session, till: Till, bill_id: int) -> Bill:
    """Verify a bill as its till would, in the caller's transaction; above the limits it waits."""
    if why := _why_it_waits(db, till, bill_id):
        _hold(db, till_id=till.id, bill_id=bill_id, why=why)
        return bill_lists.read(db, bill_id)
    return settle(db, bill_id, till.outlet_id, till_id=till.id)[0]


def _why_it_waits(db: Session, till: Till, bill_id: int) -> Waits | None:
    lock_till(db, till.id)
    bill = bills.lock(db, bill_id, till.outlet_id)
    return why_not_by_till(db, till.id, bill) if bill_lists.status(bill) is Status.PENDING else None


def _hold(db: Session, *, till_id: int, bill_id: int, why: Waits) -> None:
    held = bills.hold_for_office(bills.lock(db, bill_id, None), why)
    if held and why is Waits.TILL_DAY:
        alarm("bills", till_id=till_id)


def lock_till(db: Session, till_id: int) -> None:
    """Allow one transaction at a time to verify within a till's limits: concurrent ones would not see each
    other's amounts. It comes before the lock of any account.
    """
    advisory_lock(db, f"till.{till_id}")


def lock_account(db: Session, member_id: int) -> None:
    """Lock the account of a member who gets a bill, which an erasure does too before it voids what is
    pending. Raises NotFound for an unknown member, also one who has been erased.
    """
    try:
        ledger.lock(db, member_id)
    except NotFound:
        raise records.unknown() from None
    if not changes.is_member(db, member_id):
        raise records.unknown()


def why_not_by_till(db: Session, till_id: int, bill: Bill) -> Waits | None:
    """Why a pending bill is not within a till's limits today, or None; till and account are locked."""
    if bill.waits_for:
        return Waits(bill.waits_for)
    today = start_of(malaysian_date(now(db)))
    by_till, for_member = bill_lists.verified_by_tills(db, till_id, bill.member_id, today)
    limits = settings.current(db).bill_limits
    return why_it_waits(bill.amount_sen, limits, till_day_sen=by_till, member_day_sen=for_member)


def settle(
    db: Session,
    bill_id: int,
    outlet_id: int | None = None,
    *,
    till_id: int | None = None,
    verified_by: str | None = None,
) -> tuple[Bill, bool]:
    """Verify a bill inside the caller's transaction: points, tier, and with the first bill that earned points
    the referrer's voucher (SECURITY.md L12).

    The parameters are those of `bills.verify`; the caller has checked the limits.
    """
    bill, done = bills.verify(db, bill_id, outlet_id, till_id, verified_by)
    if done and bill.points:
        claims.grant_referral_voucher(db, bill.member_id)
    return bill, done


_PAGE = 1_000


@dataclass
class Reconciled:
    """A file of sales and our bills: `matching` are pending ones that were sold for their amount,
    `without_bill` sales to people who showed no card, which is most of them; `not_sold` are pending bills of
    the file's outlets and days that are no sale in it.
    """

    matching: list[Bill] = field(default_factory=list)
    verified_before: int = 0
    without_bill: list[Sale] = field(default_factory=list)
    other_amount: list[tuple[Bill, Sale]] = field(default_factory=list)
    not_sold: list[Bill] = field(default_factory=list)


def reconcile(sales: Sequence[Sale]) -> Reconciled:
    """Compare sales with the bills of their outlets and days; nothing is written."""
    result = Reconciled()
    known = {(bill.outlet_id, bill.business_day, bill.receipt_number): bill for bill in _bills_of(sales)}
    for sale in sales:
        bill = known.pop(sale.key, None)
        if bill is None:
            result.without_bill.append(sale)
        elif bill.amount_sen != sale.amount_sen:
            result.other_amount.append((bill, sale))
        elif bill_lists.status(bill) is Status.VERIFIED:
            result.verified_before += 1
        else:
            result.matching.append(bill)
    covered = {(sale.outlet_id, sale.day) for sale in sales}
    result.not_sold = [
        bill
        for bill in known.values()
        if bill_lists.status(bill) is Status.PENDING and (bill.outlet_id, bill.business_day) in covered
    ]
    return result


def _bills_of(sales: Sequence[Sale]) -> Iterator[Bill]:
    """The bills that count, of the outlets and days of a file."""
    days: dict[int, list[date]] = {}
    for sale in sales:
        days.setdefault(sale.outlet_id, []).append(sale.day)
    for outlet_id, of_outlet in days.items():
        yield from _pages(current_session(), outlet_id, (min(of_outlet), max(of_outlet)))


def _pages(db: Session, outlet_id: int, days: tuple[date, date]) -> Iterator[Bill]:
    last = 0
    while page := bill_lists.listed(db, outlet_id=outlet_id, days=days, after=last, limit=_PAGE):
        yield from (bill for bill in page if bill_lists.status(bill) is not Status.VOID)
        last = page[-1].id
