"""Receipt claims: a guest without their card gets a signed code; the bill becomes theirs later."""

import secrets
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import and_, select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.inserts import insert_or_ignore
from loyalty.db.maintenance import ExpiredRows
from loyalty.db.session import current_session
from loyalty.db.tables import columns_of
from loyalty.errors import Conflict, Invalid, NotFound
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import bill_lists, bills
from loyalty.features.points.audit import Violation
from loyalty.features.points.models import Bill
from loyalty.features.programme import settings
from loyalty.features.tiers import tiers as tier_queries
from loyalty.features.till import tills
from loyalty.features.till.bills import lock_account, lock_till, settle_or_hold
from loyalty.features.till.models import ReceiptClaim, Till
from loyalty.rules import receipts
from loyalty.rules.bills import Status, problem_with_time, why_not_taken_back
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.points import earned
from loyalty.rules.problems import Problem

PATH = "/receipt"
# What nobody claimed is forgotten when it can be posted as a bill no more either (rules.bills.OLDEST).
KEPT_FOR = timedelta(days=60)
_PAGE = 500


def make(
    db: Session,
    till: Till,
    *,
    receipt: str,
    amount_sen: int,
    paid_at: datetime | None,
    is_checked: bool = False,
    staff_id: int | None = None,
) -> tuple[dict[str, Any], bool]:
    """Make a claim for a bill of this till's outlet that is nobody's; returns it and whether it is new.

    In the caller's transaction. The same receipt of the same business day is the same claim. `is_checked`
    verifies the bill when it is claimed, within the limits of tills; `staff_id` is the cashier at the till.
    Raises Conflict `receipt_taken` when the receipt is a member's bill or has a claim with another amount,
    and Invalid for a time out of range and `bill_too_large`.
    """
    at = now(db)
    paid = paid_at or at
    if problem := problem_with_time(paid, at):
        raise Invalid(problem, field="paidAt")
    bills.refuse_too_large(amount_sen, settings.current(db))
    if at >= receipts.expires_at(paid):
        raise Invalid(receipts.EXPIRED, field="paidAt")
    day = malaysian_date(paid)
    if bills.holder_of(db, till.outlet_id, day, receipt) is not None:
        raise Conflict(Code.RECEIPT_RECORDED)
    new = {
        "key": secrets.token_urlsafe(16),
        "outlet_id": till.outlet_id,
        "business_day": day,
        "receipt_number": receipt,
        "amount_sen": amount_sen,
        "paid_at": paid,
        "created_at": at,
        "till_id": till.id,
        "staff_id": staff_id,
        "is_checked": is_checked,
    }
    known = _standing(db, till.outlet_id, day, receipt, at)
    is_new = known is None and insert_or_ignore(db, ReceiptClaim, new)
    found = known or _standing(db, till.outlet_id, day, receipt, at)
    if found is None or found.amount_sen != amount_sen:
        raise Conflict(Code.RECEIPT_CLAIM_DIFFERS)
    return _claim(db, found), is_new


def void(db: Session, claim_id: int, outlet_id: int, *, only_of: int | None = None) -> dict[str, Any]:
    """Void a claim of an outlet that nobody has used, in the caller's transaction; one that is void stays so.

    `only_of` is a cashier, who voids what they made themselves, on its business day. Raises NotFound, and
    Conflict `receipt_claimed` when it is a member's, `not_your_bill` and `bill_of_another_day`.
    """
    claim = db.get(ReceiptClaim, claim_id, with_for_update=True, populate_existing=True)
    if claim is None or claim.outlet_id != outlet_id:
        raise NotFound(Code.RECEIPT_CLAIM_NOT_FOUND)
    if only_of is not None:
        is_own, today = claim.staff_id == only_of, malaysian_date(now(db))
        if why_not := why_not_taken_back(is_own=is_own, business_day=claim.business_day, today=today):
            raise Conflict(why_not)
    if claim.bill_id is not None and bill_lists.status(bill_lists.read(db, claim.bill_id)) is not Status.VOID:
        raise Conflict(Code.RECEIPT_CLAIMED_BY_MEMBER)
    if claim.voided_at is None:
        claim.voided_at = now(db)
    return _claim(db, claim)


def described(code: str, member_id: int | None) -> dict[str, Any]:
    """What a code claims, and why this member, or a visitor, cannot.

    Raises NotFound for what is no code of ours, and Conflict `receipt_expired` for a forgotten claim.
    """
    db = current_session()
    claim, at = _of_code(db, code), now(db)
    reason = _why_not(db, claim, member_id, at)
    if member_id is None:
        multiplier = tier_queries.ladder(db)[0].multiplier_tenths
    else:
        multiplier = bills.tier_of(db, member_id, claim.paid_at).multiplier_tenths
    return {
        "outlet_id": claim.outlet_id,
        "outlet_name": outlet_queries.name_of(db, claim.outlet_id),
        "receipt_number": claim.receipt_number,
        "amount_sen": claim.amount_sen,
        "paid_at": claim.paid_at,
        "expires_at": receipts.expires_at(claim.paid_at),
        "points": earned(claim.amount_sen, multiplier),
        "reason": reason.code if reason else None,
        "why_not": reason.message if reason else None,
    }


def claim(db: Session, member_id: int, code: str) -> Bill:
    """Make the bill of a code this member's, once ever: pending, or verified where its till has checked it.

    In the caller's transaction. Raises NotFound for what is no code of ours, and Conflict with the reason
    (`rules.receipts`).
    """
    # The claim is locked: of many members one at a time looks whether it is still free.
    claim, at = _of_code(db, code, is_locked=True), now(db)
    if reason := _why_not(db, claim, member_id, at):
        raise Conflict(reason)
    lock_till(db, claim.till_id)
    lock_account(db, member_id)
    try:
        bill, is_new = bills.post(
            db,
            outlet_id=claim.outlet_id,
            member_id=member_id,
            receipt=claim.receipt_number,
            amount_sen=claim.amount_sen,
            paid_at=claim.paid_at,
            till_id=claim.till_id,
            staff_id=claim.staff_id,
            is_claimed=True,
        )
    except Conflict as taken:  # a till has recorded it meanwhile
        raise Conflict(receipts.CLAIMED) from taken
    if not is_new:
        raise Conflict(receipts.YOURS)
    claim.member_id, claim.bill_id = member_id, bill.id
    till = tills.get_till(db, claim.till_id)
    # A till that was revoked meanwhile may have been stolen.
    return settle_or_hold(db, till, bill.id) if claim.is_checked and till.works_at(at) else bill


def violations(db: Session) -> Iterator[Violation]:
    """The bill of a claim is the bill that was claimed (SECURITY.md I-7)."""
    query = (
        select(ReceiptClaim).where(ReceiptClaim.bill_id.is_not(None)).order_by(ReceiptClaim.id).limit(_PAGE)
    )
    last = 0
    while page := db.scalars(query.where(ReceiptClaim.id > last)).all():
        made = bill_lists.by_ids(db, [claim.bill_id or 0 for claim in page])
        for claim in page:
            bill = made.get(claim.bill_id or 0)
            if bill is None or bill.member_id != claim.member_id:
                sentence = f"receipt claim {claim.id} is for bill {claim.bill_id}, which is not theirs"
                yield Violation("I-7", claim.member_id or 0, sentence)
                continue
            same = ("outlet_id", "business_day", "receipt_number", "amount_sen", "paid_at")
            if any(getattr(bill, name) != getattr(claim, name) for name in same):
                sentence = f"bill {bill.id} is not what receipt claim {claim.id} was for"
                yield Violation("I-7", bill.member_id, sentence)
        last = page[-1].id


def expired_rows(at: datetime) -> ExpiredRows:
    """Rows to delete at a moment: claims that nobody used and nobody can use any more."""
    unused = and_(ReceiptClaim.bill_id.is_(None), ReceiptClaim.created_at < at - KEPT_FOR)
    return ExpiredRows("receipt claims", ReceiptClaim, unused)


def _of_code(db: Session, code: str, *, is_locked: bool = False) -> ReceiptClaim:
    found = receipts.read(code, config.current().key_ring)
    if isinstance(found, Problem):
        raise NotFound(found)
    query = select(ReceiptClaim).where(ReceiptClaim.key == found)
    if is_locked:
        query = query.with_for_update().execution_options(populate_existing=True)
    claim = db.scalars(query).one_or_none()
    if claim is None:  # we signed it, and have forgotten it since
        raise Conflict(receipts.EXPIRED)
    return claim


def _why_not(db: Session, claim: ReceiptClaim, member_id: int | None, at: datetime) -> Problem | None:
    # Its own bill that was taken back holds the receipt no more.
    owner_id = bills.holder_of(db, claim.outlet_id, claim.business_day, claim.receipt_number)
    return receipts.why_not_claimable(
        claim.paid_at,
        at,
        is_void=claim.voided_at is not None or claim.bill_id is not None,
        owner_id=owner_id,
        member_id=member_id,
    )


def _standing(db: Session, outlet_id: int, day: date, receipt: str, at: datetime) -> ReceiptClaim | None:
    """The claim of a receipt that can be used. One whose bill was taken back is voided, for another one."""
    same = (
        ReceiptClaim.outlet_id == outlet_id,
        ReceiptClaim.business_day == day,
        ReceiptClaim.receipt_number == receipt,
        ReceiptClaim.voided_at.is_(None),
    )
    db.execute(update(ReceiptClaim).where(*same, ReceiptClaim.bill_id.is_not(None)).values(voided_at=at))
    return db.scalars(select(ReceiptClaim).where(*same)).one_or_none()


def _claim(db: Session, row: ReceiptClaim) -> dict[str, Any]:
    """A claim for its till: its columns, the `points` of a new member, the signed `code`, and the site's
    `url`.
    """
    code = receipts.sign(row.key, config.current().key_ring)
    return {
        **columns_of(row),
        "points": earned(row.amount_sen, tier_queries.ladder(db)[0].multiplier_tenths),
        "expires_at": receipts.expires_at(row.paid_at),
        "is_void": row.voided_at is not None,
        "code": code,
        # Behind the #, so that it reaches no log and no Referer.
        "url": f"{config.current().site_origin}{PATH}#{code}",
    }
