"""A till's look-ups of members and vouchers, and its use of vouchers for its own outlet."""

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.errors import NotFound
from loyalty.features.members import changes, records
from loyalty.features.members.records import Record
from loyalty.features.rewards import offline
from loyalty.features.rewards import vouchers as reward_vouchers
from loyalty.features.till import lookups
from loyalty.features.till.models import Till
from loyalty.rules import phone
from loyalty.rules.cards import as_printed
from loyalty.rules.codes import Code


def look_up_member(
    till: Till, *, code: str = "", calling_code: str = "", number: str = "", staff_id: int | None = None
) -> Record:
    """The member of a card's code, or of a telephone number; the look-up is logged, with the cashier.

    Raises NotFound, which is logged as a miss, and TooMany when this till has asked too often
    (rules.bills.LOOKUPS).
    """
    with transaction() as db:
        lookups.refuse_floods(db, till.id)
        found = find_member(db, code=code, calling_code=calling_code, number=number)
        if found is None:
            lookups.log_miss(db, till.id, staff_id)
        else:
            lookups.log_lookup(db, till.id, found.id, lookups.MEMBER, staff_id)
    if found is None:
        raise NotFound(Code.UNKNOWN_MEMBER)
    return found


def find_member(db: Session, *, code: str = "", calling_code: str = "", number: str = "") -> Record | None:
    """The member of a card's code or of a number; the caller counts and logs the look-up."""
    found = changes.find_by_card(db, code) if code else None
    if calling_code and number:
        national = phone.normalise(calling_code, number)
        found = changes.find_by_phone(db, calling_code, national) if national else None
    return None if found is None else records.get_member(db, found)


def look_up_voucher(till: Till, code: str, staff_id: int | None = None) -> dict[str, Any]:
    """A voucher and whether this till can use it; raises NotFound. The look-up is logged."""
    with transaction() as db:
        found = voucher_at(db, till, code)
        lookups.log_lookup(db, till.id, found["voucher"].member_id, lookups.VOUCHER, staff_id)
    return found


def voucher_at(db: Session, till: Till, code: str) -> dict[str, Any]:
    """A voucher as CurrentVoucher has it, and as `why_not` why this till cannot accept it now, or None."""
    at = now(db)
    voucher = reward_vouchers.by_code(db, code)
    why_not = reward_vouchers.why_not_here(db, voucher, till.outlet_id, at, till_id=till.id)
    return {**vars(reward_vouchers.current(voucher, at)), "why_not": why_not}


def use_voucher(
    db: Session,
    till: Till,
    code: str,
    *,
    net_sen: int | None = None,
    receipt: str | None = None,
    signed_code: str | None = None,
    used_at: datetime | None = None,
    staff_id: int | None = None,
) -> dict[str, Any]:
    """Use a voucher at this till's outlet, once, with the cashier `staff_id`; raises NotFound, or Conflict
    with the reason. With a signed code and a time it was used without the network (`offline.use`).
    """
    sale: dict[str, Any] = {"net_sen": net_sen, "receipt": receipt, "till_id": till.id, "staff_id": staff_id}
    if signed_code is None or used_at is None:
        reward_vouchers.use(db, code, till.outlet_id, now(db), **sale)
    else:
        shown: dict[str, Any] = {"signed_code": signed_code, "outlet_id": till.outlet_id, "used_at": used_at}
        offline.use(db, as_printed(code), **shown, **sale)
    return voucher_at(db, till, code)


def release_voucher(db: Session, till: Till, code: str) -> dict[str, Any]:
    """Return a presented voucher to its member; raises NotFound, or Conflict for a used or foreign one."""
    reward_vouchers.release(db, code, now(db), till.outlet_id)
    return voucher_at(db, till, code)
