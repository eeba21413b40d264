"""The counter's business at the office's desk: keys of tills, bills, vouchers, outlets.

Each is done and written to the log in one transaction, or not at all.
"""

from __future__ import annotations

from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.errors import NotFound
from loyalty.features.office.log import Signature, note
from loyalty.features.outlets import service as outlets
from loyalty.features.points import bills
from loyalty.features.rewards import service as rewards
from loyalty.features.till import service as tills


def add_till(outlet_id: int, name: str, signature: Signature) -> tuple[tills.Till, str]:
    """Make a key for an outlet's till; gives the till and the key. Raises as `tills.add` does."""
    with transaction() as db:
        till, key = tills.add(db, outlet_id, name)
        note(db, signature, "till.add", f"till {till.id} at outlet {outlet_id}: {till.name}")
        return till, key


def revoke_till(till_id: int, signature: Signature) -> tills.Till:
    """End a till's key at once; raises NotFound when there is none that still opens."""
    with transaction() as db:
        till = tills.revoke(db, till_id)
        note(db, signature, "till.revoke", f"till {till.id} at outlet {till.outlet_id}: {till.name}")
        return till


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
