"""What a cashier does at an enrolled till, over the services of tills: only the person is noted as well."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from loyalty.backoffice.counter.sentences import with_facts, with_facts_of_receipt
from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.tills import tills
from loyalty.db.clock import now
from loyalty.db.session import after_rollback, current_session, transaction
from loyalty.errors import Conflict, NotFound
from loyalty.features.members import records
from loyalty.features.points import bills
from loyalty.features.points.models import Bill
from loyalty.features.rewards import vouchers
from loyalty.features.till import bills as till_bills
from loyalty.features.till import lookups, receipts, service
from loyalty.features.till.models import Till
from loyalty.features.till.tills import get_till
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.points import times
from loyalty.rules.rewards import why_not_redeemable
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


def counter_of(session: StaffSession) -> Counter:
    """The till at which somebody is signed in; raises NotFound in the office."""
    if session.till_id is None:
        raise NotFound(Code.NOT_AT_TILL)
    return Counter(get_till(current_session(), session.till_id), session)


def sold(counter: Counter, made: Mapping[str, Any] | None, key: str) -> Counter:
    """The counter at which a sale was made, with the cashier who `made` it where another one is signed in
    when it is sent. `key` is its Idempotency-Key. Raises Conflict `cashier_not_proved`.
    """
    if made is None or made["staff_id"] == counter.session.staff_id:
        return counter
    tills.refuse_unless_made(counter.till, made["staff_id"], made["made_at"], key, made["signature"])
    return Counter(counter.till, counter.session, made["staff_id"])


def member(counter: Counter, **who: str) -> dict[str, Any]:
    """The `record` of a card's code or of a number, the `vouchers` that the member could use here, and the
    `multiplier`, what a ringgit earns them ("1.2"); raises as `service.look_up_member` does.
    """
    till = counter.till
    found = service.look_up_member(till, staff_id=counter.staff_id, **who)
    db = current_session()
    moment = now(db)
    valid = vouchers.vouchers(db, found.id, moment, is_valid=True, sort="expireAt", descending=False)
    usable = []
    for voucher in valid:
        why_not = why_not_redeemable(voucher, till.outlet_id, moment, till_id=till.id)
        if why_not is None or why_not.code is Code.VOUCHER_NOT_PRESENTED:
            usable.append(vouchers.current(voucher, moment))
    tier = bills.tier_of(db, found.id, moment)
    return {
        **vars(found),
        "first_name": found.first_name,
        "vouchers": usable,
        "multiplier": times(tier.multiplier_tenths),
    }


def record_bill(
    db: Session,
    counter: Counter,
    *,
    member_id: int | None,
    code: str,
    receipt: str,
    amount_sen: int,
    paid_at: datetime | None,
    voucher_code: str | None,
) -> dict[str, Any]:
    """Record a bill of this till's outlet, and use a voucher for it, in the caller's transaction; returns
    both, and the member after both (`RecordedSchema`).

    The member is named by id or by their card's `code`, which is logged as a look-up. The same receipt and
    voucher again is answered with what there is. Raises as `till_bills.record_bill` and `service.use_voucher`
    do, for a code TooMany, and NotFound, which is logged as a miss.
    """
    theirs = _of_card(db, counter, code) if member_id is None else member_id
    try:
        bill, is_new = till_bills.record_bill(
            db,
            counter.till,
            member_id=theirs,
            receipt=receipt,
            amount_sen=amount_sen,
            paid_at=paid_at,
            staff_id=counter.staff_id,
        )
    except Conflict as refusal:
        day = malaysian_date(paid_at or now(db))
        raise with_facts_of_receipt(
            db, refusal, counter.till.outlet_id, receipt, day, member_id=theirs
        ) from refusal
    voucher = None if voucher_code is None else _used_for(db, counter, voucher_code, bill)
    return {"bill": bill, "is_new": is_new, "voucher": voucher, "member": records.get_member(db, theirs)}


def _of_card(db: Session, counter: Counter, code: str) -> int:
    lookups.refuse_floods(db, counter.till.id)
    found = service.find_member(db, code=code)
    if found is None:
        after_rollback(db, partial(lookups.log_miss, till_id=counter.till.id, staff_id=counter.staff_id))
        raise NotFound(Code.UNKNOWN_MEMBER)
    log = partial(
        lookups.log_lookup,
        till_id=counter.till.id,
        member_id=found.id,
        what=lookups.BILL,
        staff_id=counter.staff_id,
    )
    log(db)
    # The card was read also where its bill is refused.
    after_rollback(db, log)
    return found.id


def _used_for(db: Session, counter: Counter, code: str, bill: Bill) -> dict[str, Any]:
    """Use a voucher for a bill of its member; one that was used for this very receipt is answered as it
    is.
    """
    known = vouchers.by_code(db, code)
    receipt = bill.receipt_number
    if known.member_id != bill.member_id:
        raise Conflict(Code.VOUCHER_OTHER_MEMBER)
    is_here = (known.outlet_id, known.used_receipt) == (bill.outlet_id, receipt)
    if known.used_at is not None and is_here:
        return _voucher(db, counter, code)
    return use(db, counter, code, net_sen=bill.amount_sen, receipt=receipt)


def claim(
    db: Session, counter: Counter, *, receipt: str, amount_sen: int, paid_at: datetime | None
) -> tuple[dict[str, Any], bool]:
    """Make a receipt claim; its bill is pending when it is claimed. Raises as `receipts.make` does."""
    try:
        return receipts.make(
            db,
            counter.till,
            receipt=receipt,
            amount_sen=amount_sen,
            paid_at=paid_at,
            staff_id=counter.staff_id,
        )
    except Conflict as refusal:
        day = malaysian_date(paid_at or now(db))
        raise with_facts_of_receipt(
            db, refusal, counter.till.outlet_id, receipt, day, member_id=None
        ) from refusal


def void_claim(counter: Counter, claim_id: int, reason: str) -> dict[str, Any]:
    """Void a receipt claim that this cashier made today; the log of the office has the reason.

    Raises as `receipts.void` does, and Invalid for a reason that is none.
    """
    with transaction() as db:
        voided = receipts.void(db, claim_id, counter.till.outlet_id, only_of=counter.staff_id)
        signature = Signature(counter.session.operator, " ".join(reason.split()))
        note(db, signature, "receipt.void", f"receipt claim {claim_id}")
        return voided


def voucher(counter: Counter, code: str) -> dict[str, Any]:
    """A voucher and why it cannot be used here and now; raises NotFound. The look-up is logged."""
    found = service.look_up_voucher(counter.till, code, counter.staff_id)
    return _described(current_session(), found)


def use(db: Session, counter: Counter, code: str, **sale: Any) -> dict[str, Any]:
    """Use a voucher as `service.use_voucher` does, which takes `sale`; a refusal says when and where."""
    try:
        used = service.use_voucher(db, counter.till, code, staff_id=counter.staff_id, **sale)
    except Conflict as refusal:
        facts = _voucher(db, counter, code)["facts"]
        raise Conflict(facts or refusal.problem) from refusal
    return _described(db, used)


def _voucher(db: Session, counter: Counter, code: str) -> dict[str, Any]:
    return _described(db, service.voucher_at(db, counter.till, code))


def _described(db: Session, found: dict[str, Any]) -> dict[str, Any]:
    """A voucher with its facts and its member's first name, None for an erased one."""
    member_id = found["voucher"].member_id
    member = records.by_ids(db, [member_id]).get(member_id)
    return {**with_facts(db, found), "member_name": member and member.first_name}
