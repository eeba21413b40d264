"""What a cashier does at an enrolled till, over the services of tills: only the person is noted as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from loyalty.backoffice.counter.sentences import with_facts, with_facts_of_receipt
from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.tills import tills
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict, NotFound
from loyalty.features.members import records
from loyalty.features.points import bills
from loyalty.features.points.models import Bill
from loyalty.features.rewards import offline, vouchers
from loyalty.features.rewards.vouchers import VoucherColumns
from loyalty.features.till import bills as till_bills
from loyalty.features.till import keys, receipts, service
from loyalty.features.till.keys import Till
from loyalty.features.till.models import ReceiptClaim
from loyalty.rules.bills import why_not_taken_back
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.cards import as_printed
from loyalty.rules.codes import Code
from loyalty.rules.points import times
from loyalty.rules.rewards import NOT_PRESENTED, OTHER_MEMBER, why_not_redeemable
from loyalty.rules.staff import StaffSession


@dataclass(frozen=True)
class Counter:
    """A till, the cashier who is signed in at it, and where it was another one, who made what is sent now."""

    till: Till
    session: StaffSession
    made_by: int | None = None

    @property
    def staff_id(self) -> int:
        """The account of the cashier who did it."""
        return self.made_by or self.session.staff_id


@dataclass(frozen=True)
class CounterGuest(service.Guest):
    """A member for a cashier: what a ringgit earns them ("1.2"), and the vouchers they could use here."""

    multiplier: str
    vouchers: Sequence[VoucherColumns]


@dataclass(frozen=True)
class Recorded:
    """A bill, the voucher that was used with it, and the member's points and tier after both."""

    bill: Bill
    is_new: bool
    voucher: VoucherColumns | None
    guest: service.Guest


def counter(session: StaffSession) -> Counter:
    """The till at which somebody is signed in, noted as in use once an hour."""
    if session.till_id is None:
        raise NotFound(Code.NOT_AT_TILL)
    found = keys.till(current_session(), session.till_id)
    keys.note_use(found, session.at)
    return Counter(found, session)


def sold(at: Counter, sale: Mapping[str, Any], key: str) -> Counter:
    """The counter at which a sale was made, with the cashier of its `made_by` where another one is signed in
    when it is sent. `key` is its Idempotency-Key. Raises Conflict `cashier_not_proved`.
    """
    made = sale.get("made_by")
    if made is None or made["staff_id"] == at.session.staff_id:
        return at
    tills.refuse_unless_made(at.till, made["staff_id"], made["made_at"], key, made["signature"])
    return Counter(at.till, at.session, made["staff_id"])


def guest(at: Counter, *, code: str = "", calling_code: str = "", number: str = "") -> CounterGuest:
    """The member of a card's code or of a number; raises NotFound and TooMany as `service.guest` does."""
    found = service.guest(at.till, code=code, calling_code=calling_code, number=number, staff_id=at.staff_id)
    db = current_session()
    moment = now(db)
    theirs = vouchers.vouchers(db, found.member_id, is_valid=True, sort="expireAt", descending=False)
    usable = [
        vouchers.as_columns(voucher)
        for voucher in theirs
        if why_not_redeemable(vouchers.life_of(voucher), at.till.outlet_id, moment, till_id=at.till.id)
        in (None, NOT_PRESENTED)
    ]
    multiplier = times(bills.tier_of(db, found.member_id, moment).multiplier_tenths)
    return CounterGuest(**vars(found), multiplier=multiplier, vouchers=usable)


class UnknownCard(NotFound):
    """The card of a bill is of no member; who catches it notes the miss of this counter."""

    def __init__(self, at: Counter) -> None:
        super().__init__(Code.UNKNOWN_MEMBER)
        self.at = at


def record(
    db: Session,
    at: Counter,
    *,
    member_id: int | None,
    code: str,
    receipt: str,
    amount_sen: int,
    paid_at: datetime | None,
    voucher_code: str | None,
) -> Recorded:
    """Record a bill of this till's outlet, and use a voucher for it, in the caller's transaction.

    The member is named by id or by their card's `code`, which is logged as a look-up. The same receipt and
    voucher again is answered with what there is. Raises as `till_bills.record` and `service.use` do, for a
    code TooMany as `service.guest`, and UnknownCard.
    """
    theirs = _of_card(db, at, code) if member_id is None else member_id
    try:
        bill, is_new = till_bills.record(
            db,
            at.till,
            member_id=theirs,
            receipt=receipt,
            amount_sen=amount_sen,
            paid_at=paid_at,
            staff_id=at.staff_id,
        )
    except Conflict as refusal:
        day = malaysian_date(paid_at or now(db))
        raise with_facts_of_receipt(
            db, refusal, at.till.outlet_id, receipt, day, member_id=theirs
        ) from refusal
    voucher = None if voucher_code is None else _used_for(db, at, voucher_code, bill)
    return Recorded(bill, is_new, voucher, service.known_guest(db, theirs))


def _of_card(db: Session, at: Counter, code: str) -> int:
    keys.refuse_floods(db, at.till.id)
    found = service.find(db, code=code)
    if found is None:
        raise UnknownCard(at)
    keys.note(db, at.till.id, found.member_id, keys.BILL, at.staff_id)
    return found.member_id


def _used_for(db: Session, at: Counter, code: str, bill: Bill) -> VoucherColumns:
    """Use a voucher for a bill of its member; one that was used for this very receipt is answered as it
    is.
    """
    known = vouchers.by_code(db, code, now(db))
    receipt = bill.receipt_number
    if known.member_id != bill.member_id:
        raise Conflict(OTHER_MEMBER)
    is_here = (known.outlet_id, known.used_receipt) == (bill.outlet_id, receipt)
    if known.used_at is not None and is_here:
        return _offered(db, at, code)
    return _use(db, at, code, net_sen=bill.amount_sen, receipt=receipt)


def claim(
    db: Session, at: Counter, *, receipt: str, amount_sen: int, paid_at: datetime | None
) -> tuple[receipts.Claim, bool]:
    """Make a receipt claim; its bill is pending when it is claimed. Raises as `receipts.make` does."""
    try:
        return receipts.make(
            db, at.till, receipt=receipt, amount_sen=amount_sen, paid_at=paid_at, staff_id=at.staff_id
        )
    except Conflict as refusal:
        day = malaysian_date(paid_at or now(db))
        raise with_facts_of_receipt(db, refusal, at.till.outlet_id, receipt, day, member_id=None) from refusal


def void_claim(at: Counter, claim_id: int, reason: str) -> receipts.Claim:
    """Void a receipt claim that this cashier made today; the log of the office has the reason.

    Raises as `receipts.void` does, Invalid for a reason that is none, and Conflict `not_your_bill`,
    `bill_of_another_day`.
    """
    with transaction() as db:
        voided = receipts.void(db, claim_id, at.till.outlet_id, lambda made: _refuse_void(db, at, made))
        signature = Signature(at.session.operator, " ".join(reason.split()))
        note(db, signature, "receipt.void", f"receipt claim {claim_id}")
        return voided


def _refuse_void(db: Session, at: Counter, recorded: ReceiptClaim) -> None:
    is_own, today = recorded.staff_id == at.staff_id, malaysian_date(now(db))
    if why_not := why_not_taken_back(is_own=is_own, business_day=recorded.business_day, today=today):
        raise Conflict(why_not)


def look_at(at: Counter, code: str) -> VoucherColumns:
    """A voucher and why it cannot be used here and now; raises NotFound. The look-up is logged."""
    found = service.look_at(at.till, code, at.staff_id)
    return _with_names(current_session(), at, found)


def use(
    db: Session,
    at: Counter,
    code: str,
    *,
    net_sen: int | None,
    receipt: str | None,
    signed_code: str | None = None,
    used_at: datetime | None = None,
) -> VoucherColumns:
    """Use a voucher at this till's outlet, once; raises NotFound, or Conflict with the reason.

    With a signed code and a time it was used without the network (`offline.use`).
    """
    if signed_code is None or used_at is None:
        return _use(db, at, code, net_sen=net_sen, receipt=receipt)
    try:
        offline.use(
            db,
            as_printed(code),
            signed_code=signed_code,
            outlet_id=at.till.outlet_id,
            till_id=at.till.id,
            used_at=used_at,
            net_sen=net_sen,
            receipt=receipt,
            staff_id=at.staff_id,
        )
    except Conflict as refusal:
        raise _with_facts(db, at, code, refusal) from refusal
    return _offered(db, at, code)


def _use(db: Session, at: Counter, code: str, *, net_sen: int | None, receipt: str | None) -> VoucherColumns:
    try:
        vouchers.use(
            db,
            code,
            at.till.outlet_id,
            now(db),
            net_sen=net_sen,
            receipt=receipt,
            till_id=at.till.id,
            staff_id=at.staff_id,
        )
    except Conflict as refusal:
        raise _with_facts(db, at, code, refusal) from refusal
    return _offered(db, at, code)


def _offered(db: Session, at: Counter, code: str) -> VoucherColumns:
    return _with_names(db, at, service.offered(db, at.till, code))


def _with_names(db: Session, at: Counter, offered: VoucherColumns) -> VoucherColumns:
    """A voucher with its facts and its member's first name."""
    member = records.by_ids(db, [offered["member_id"]]).get(offered["member_id"])
    first_name = member.name.split(" ")[0] if member else None
    return {**with_facts(db, offered, at.till.outlet_id), "member_name": first_name}


def _with_facts(db: Session, at: Counter, code: str, refusal: Conflict) -> Conflict:
    """A refusal with the facts: what looking at the voucher says as well."""
    return Conflict(_offered(db, at, code)["facts"] or refusal.problem)
