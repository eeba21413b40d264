"""Bills: recorded, verified and voided by a till or an operator. Each is one conditional write."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.inserts import insert_new
from loyalty.db.session import rows_changed
from loyalty.errors import Conflict, Invalid
from loyalty.features.outlets import outlets
from loyalty.features.points import alone, ledger
from loyalty.features.points.bill_lists import read, status
from loyalty.features.points.entries import LedgerEntry
from loyalty.features.points.ledger import Source
from loyalty.features.points.models import BILL_SOURCE, Bill
from loyalty.features.programme import settings
from loyalty.features.tiers import tiers as tier_queries
from loyalty.rules.bills import Status, Waits, problem_with_amount, problem_with_time, why_it_waits
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.points import TAKEN_BACK, because, earned, money
from loyalty.rules.tiers import Standing, Tier, standing_at, tier_at


def void_pending(db: Session, member_id: int, at: datetime) -> int:
    """Void every pending bill of a member, in the caller's transaction; returns how many."""
    pending = update(Bill).where(
        Bill.member_id == member_id, Bill.verified_at.is_(None), Bill.voided_at.is_(None)
    )
    return rows_changed(db, pending.values(voided_at=at))


def post(
    db: Session,
    *,
    outlet_id: int,
    member_id: int,
    receipt: str,
    amount_sen: int,
    paid_at: datetime | None = None,
    at: datetime | None = None,
    recorded_by: str | None = None,
    till_id: int | None = None,
    staff_id: int | None = None,
    is_claimed: bool = False,
) -> tuple[Bill, bool]:
    """Record a pending bill; returns it, and whether it is new. `receipt` is normal (`rules.bills.receipt`).

    The same receipt of the same outlet and business day is the same bill. `recorded_by` is the operator, None
    a till: a till that repeats a void bill gets that one, an operator, or a member who claims a receipt
    (`is_claimed`), makes a new one. `staff_id` is the cashier at the till. A till's bill above the
    programme's `bill_limit` waits for the office. Raises Conflict `receipt_taken` when the receipt has
    another amount or member, Invalid for a time out of range and `bill_too_large`.
    """
    at = at or now(db)
    paid = paid_at or at
    if problem := problem_with_time(paid, at):
        raise Invalid(problem, field="paidAt")
    row = {
        "outlet_id": outlet_id,
        "member_id": member_id,
        "business_day": malaysian_date(paid),
        "receipt_number": receipt,
        "amount_sen": amount_sen,
    }
    is_by_till = recorded_by is None and not is_claimed
    if known := _known(db, row, also_void=is_by_till):
        return known, False
    limits = settings.current(db)
    refuse_too_large(amount_sen, limits)
    multiplier = tier_of(db, member_id, paid).multiplier_tenths
    new = {
        **row,
        "multiplier_tenths": multiplier,
        "points": earned(amount_sen, multiplier),
        "paid_at": paid,
        "created_at": at,
        "recorded_by": recorded_by,
        "till_id": till_id,
        "staff_id": staff_id,
        "waits_for": None if till_id is None else why_it_waits(amount_sen, limits.bill_limits),
    }
    if (made := insert_new(db, Bill, new)) is not None:
        return made, True
    # Another request recorded it first; its bill can be read by now.
    if first := _known(db, row, also_void=is_by_till):
        return first, False
    raise Conflict(Code.RECEIPT_BEING_RECORDED)


def refuse_too_large(amount_sen: int, limits: settings.Settings) -> None:
    """Raise Invalid for a bill above the programme's `bill_maximum`."""
    if problem := problem_with_amount(amount_sen, limits.bill_maximum):
        raise Invalid(problem, field="amount")


def holder_of(db: Session, outlet_id: int, day: date, receipt: str) -> int | None:
    """The member whose bill a receipt is, or None while it is nobody's."""
    query = select(Bill.member_id).where(
        Bill.outlet_id == outlet_id,
        Bill.business_day == day,
        Bill.receipt_number == receipt,
        Bill.voided_at.is_(None),
    )
    return db.scalar(query)


def verify(
    db: Session,
    bill_id: int,
    outlet_id: int | None = None,
    till_id: int | None = None,
    verified_by: str | None = None,
) -> tuple[Bill, bool]:
    """Credit the points of a pending bill and move the tier; returns the bill, and whether it was pending.

    `till_id` is the till within whose limits it is verified, `verified_by` the operator who does, None the
    till itself; `outlet_id` is the outlet that it has to be of. Raises NotFound, and Conflict for a void
    bill.
    """
    bill = lock(db, bill_id, outlet_id)
    if bill.voided_at is not None:
        raise Conflict(Code.BILL_VOID)
    if bill.verified_at is not None:
        return bill, False
    bill.verified_at, bill.verified_till_id, bill.verified_by = now(db), till_id, verified_by
    ledger.earn(db, bill.member_id, bill.points, source_of(bill), _remark(db, bill), bill.verified_at)
    return bill, True


def void(db: Session, bill_id: int, outlet_id: int | None = None, reason: str = "") -> tuple[Bill, bool]:
    """Void a bill: a pending one earns nothing, a verified one gets a reversing entry (activity 5).

    Its receipt is free afterwards. Returns the bill, and whether it counted until now. Raises NotFound, and
    Conflict `points_spent` when the member has fewer points left than it gave.
    """
    bill = lock(db, bill_id, outlet_id)
    if bill.voided_at is not None:
        return bill, False
    bill.voided_at = at = now(db)
    if bill.verified_at is not None and bill.points:
        alone.release(db, source_of(bill))
        remark = because(f"{_remark(db, bill)} {TAKEN_BACK}", reason)
        try:
            ledger.adjust(
                db, bill.member_id, -bill.points, source_of(bill), remark, counts_for_tier=True, at=at
            )
        except Conflict as error:
            raise Conflict(Code.POINTS_SPENT) from error
    return bill, True


def tier_of(db: Session, member_id: int, at: datetime) -> Tier:
    """The tier a member had at a moment, computed from the entries until then."""
    ladder = tier_queries.ladder(db)
    until_then = select(LedgerEntry.tier_after).where(
        LedgerEntry.member_id == member_id, LedgerEntry.created_at <= at
    )
    tier_points = db.scalar(until_then.order_by(LedgerEntry.seq.desc()).limit(1)) or 0
    last_earned_at, steps_lost = ledger.last_earned(db, member_id, at)
    written = Standing(tier_at(tier_points, ladder).level, tier_points, steps_lost)
    level = standing_at(written, last_earned_at, at, ladder).level
    return next(tier for tier in ladder if tier.level == level)


def lock(db: Session, bill_id: int, outlet_id: int | None) -> Bill:
    """Lock a bill's account, which verifying and voiding do first; returns the bill as it is then.

    Raises NotFound as `read` does.
    """
    bill = read(db, bill_id, outlet_id)
    ledger.lock(db, bill.member_id)
    return read(db, bill_id, outlet_id)


def hold_for_office(bill: Bill, waits_for: Waits) -> bool:
    """Note that a pending bill waits for the office; returns whether that is new."""
    is_new = status(bill) is Status.PENDING and bill.waits_for is None
    if is_new:
        bill.waits_for = waits_for
    return is_new


def hold_for_second(bill: Bill, verified_by: str) -> None:
    """Note who verified a pending bill first, and that it waits for a second person."""
    if status(bill) is Status.PENDING:
        bill.waits_for, bill.first_verified_by = Waits.SECOND_PERSON, verified_by


def _known(db: Session, row: dict[str, Any], *, also_void: bool) -> Bill | None:
    """The bill that has this receipt, or None. A void one counts only for the identical bill of a till."""
    query = select(Bill).where(
        Bill.outlet_id == row["outlet_id"],
        Bill.business_day == row["business_day"],
        Bill.receipt_number == row["receipt_number"],
    )
    found = db.scalars(query.order_by(Bill.id.desc())).all()
    same = [each for each in found if all(getattr(each, name) == value for name, value in row.items())]
    valid = [each for each in found if each.voided_at is None]
    if valid and valid[0] not in same:
        raise Conflict(Code.RECEIPT_TAKEN)
    known = valid or (same if also_void else [])
    return known[0] if known else None


def source_of(bill: Bill) -> Source:
    """What the entries of a bill are written for."""
    return Source(BILL_SOURCE, str(bill.id))


def _remark(db: Session, bill: Bill) -> str:
    return f"{money(bill.amount_sen)} at {outlets.name_of(db, bill.outlet_id)}"
