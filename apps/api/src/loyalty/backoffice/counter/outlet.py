"""What a manager does with the bills and vouchers of their outlets, signed in to the office by a passkey."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from loyalty.backoffice.bills import recording
from loyalty.backoffice.counter.service import ListedBill, listed
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.vouchers import vouchers as office_vouchers
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import NotFound
from loyalty.features.points import bill_lists
from loyalty.features.points.bill_lists import BillRow
from loyalty.features.rewards import vouchers
from loyalty.features.rewards.vouchers import VoucherRow
from loyalty.rules.staff import StaffSession

MOST_STUCK = 100


def outlet_bills(
    outlet_id: int, *, receipt: str | None = None, day: date | None = None, **page: Any
) -> list[ListedBill]:
    """A page of an outlet's bills, void ones included."""
    db = current_session()
    return listed(
        db, bill_lists.of_outlet(db, outlet_id, receipt=receipt, day=day, **page), lambda _bill: None
    )


def void(session: StaffSession, outlet_id: int, bill_id: int, reason: str) -> BillRow:
    """Void any bill of an outlet; raises as `recording.void_bill` does, and Invalid for a reason."""
    return recording.void_bill(bill_id, _signature(session, reason), outlet_id)


def stuck_vouchers(outlet_id: int) -> Sequence[VoucherRow]:
    """The vouchers that are presented at an outlet or held by one of its tills, and have not been used."""
    db = current_session()
    return vouchers.listed(db, now(db), state="shown", outlet_id=outlet_id, limit=MOST_STUCK)


def release(session: StaffSession, outlet_id: int, voucher_id: int, reason: str) -> VoucherRow:
    """Give a voucher that is presented at an outlet back to its member.

    Raises NotFound, also for one that is presented elsewhere or nowhere, and Conflict when it was used.
    """
    with transaction() as db:
        voucher = vouchers.by_id(db, voucher_id, now(db))
        if voucher.outlet_id != outlet_id:
            raise NotFound("This voucher is not being shown at this outlet.")
        return office_vouchers.released(db, voucher.code, _signature(session, reason))


def _signature(session: StaffSession, reason: str) -> Signature:
    return Signature(session.operator, " ".join(reason.split()))
