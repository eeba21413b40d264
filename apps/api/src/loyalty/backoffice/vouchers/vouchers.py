"""Vouchers in the office: found by code, listed, used by hand, released, cancelled, their use undone."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session

from loyalty.backoffice.approvals.models import Proposal
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.exports import MAX_ROWS, refuse_too_long
from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.members import lookups
from loyalty.backoffice.people.names import names
from loyalty.backoffice.vouchers import restorations
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict, NotFound
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.rewards import vouchers
from loyalty.features.rewards.models import Voucher
from loyalty.features.till import tills
from loyalty.features.till.lookups import VOUCHER, has_looked_up
from loyalty.rules.codes import Code
from loyalty.rules.staff import LOOKUP_HOLDS


def listed(office: OfficeContext, *, outlet_id: int | None = None, **chosen: Any) -> list[dict[str, Any]]:
    """A page of the vouchers that are shown or were used at one's outlets; with every outlet also the others.

    `chosen` is as `vouchers.listed` takes it.
    """
    db = current_session()
    found = vouchers.listed(db, now(db), outlet_ids=office.outlet_ids(outlet_id), **chosen)
    return with_names(found)


def every(office: OfficeContext, *, outlet_id: int | None = None, **chosen: Any) -> list[dict[str, Any]]:
    """All vouchers that `listed` has a page of, in their order; raises Invalid `csv_too_long` for more than
    50,000.
    """
    found = listed(office, outlet_id=outlet_id, limit=MAX_ROWS + 1, **chosen)
    refuse_too_long(found)
    return found


def with_names(found: Sequence[Voucher]) -> list[dict[str, Any]]:
    """Vouchers with their `state`, one of `vouchers.STATES`, and the names of what their ids mean."""
    db = current_session()
    all_names, at = names(db), now(db)
    return [
        {
            "voucher": each,
            "state": vouchers.state_of(each, at),
            **all_names.of(
                outlet_id=each.outlet_id,
                till_id=each.used_till_id or each.held_till_id,
                staff_id=each.used_staff_id,
            ),
        }
        for each in found
    ]


def by_code(office: OfficeContext, code: str) -> dict[str, Any]:
    """The voucher of a code; the look-up is counted. Raises NotFound, and TooMany (`lookups.count`)."""
    try:
        with transaction() as db:
            found = vouchers.by_code(db, code)
            lookups.count(office, db, found.member_id, VOUCHER)
    except NotFound:
        with transaction() as db:
            lookups.count(office, db, None, VOUCHER)
        raise
    return with_names([found])[0]


def use(
    office: OfficeContext,
    voucher_id: int,
    *,
    outlet_id: int,
    reason: str,
    net_amount: int | None = None,
    receipt_number: str | None = None,
) -> dict[str, Any]:
    """Use a voucher that the member is showing, for an outlet of one's own whose till cannot. Raises
    NotFound, Forbidden, and Conflict with the reason.
    """
    office.refuse_unless_at(outlet_id)
    code = _read(office, voucher_id).code
    with transaction() as db:
        if not outlet_queries.is_open(db, outlet_id):
            raise NotFound(Code.OUTLET_CLOSED)
        used = vouchers.use(db, code, outlet_id, now(db), net_sen=net_amount, receipt=receipt_number)
        where = f"voucher {used.id} at outlet {outlet_id}"
        note(db, office.signed(reason), "voucher.use", where, member_id=used.member_id, outlet_id=outlet_id)
    return with_names([used])[0]


def release(office: OfficeContext, voucher_id: int, reason: str) -> dict[str, Any]:
    """End the showing of a voucher at one's outlets; a cashier, of one that their till has just looked up and
    could use. Raises NotFound, Forbidden, and Conflict `lookup_needed`, when it was used, and for a cashier
    when a till may have taken it without the network.
    """
    till_id = office.session.till_id
    with transaction() as db:
        voucher = vouchers.by_id(db, voucher_id)
        if till_id is None:
            if voucher.outlet_id is not None:
                office.refuse_unless_at(voucher.outlet_id)
            freed = release_voucher(db, voucher.code, office.signed(reason))
        else:
            if not has_looked_up(db, till_id, voucher.member_id, now(db) - LOOKUP_HOLDS):
                raise Conflict(Code.LOOKUP_NEEDED)
            outlet_id = tills.get_till(db, till_id).outlet_id
            freed = release_voucher(db, voucher.code, office.signed(reason), outlet_id)
    return with_names([freed])[0]


def cancel(office: OfficeContext, voucher_id: int, reason: str) -> dict[str, Any]:
    """Cancel a voucher and refund its points; raises as `cancel_voucher` does."""
    return with_names([cancel_voucher(_read(office, voucher_id).code, office.signed(reason))])[0]


def restore(office: OfficeContext, voucher_id: int, reason: str) -> Proposal:
    """Request that a used voucher can be used again; another person approves. Raises as
    `restorations.request` does.
    """
    code = _read(office, voucher_id).code
    with transaction() as db:
        return restorations.request(db, code, office.signed(reason))


def _read(office: OfficeContext, voucher_id: int) -> Voucher:
    """A voucher that is at none or at one of one's outlets; raises NotFound and Forbidden."""
    voucher = vouchers.by_id(current_session(), voucher_id)
    if voucher.outlet_id is not None:
        office.refuse_unless_at(voucher.outlet_id)
    return voucher


def release_voucher(db: Session, code: str, signature: Signature, outlet_id: int | None = None) -> Voucher:
    """End the presentation of a voucher, in the caller's transaction; `outlet_id` is a till's, which releases
    what it could use. Raises NotFound, and Conflict when it was used.
    """
    freed = vouchers.release(db, code, now(db), outlet_id)
    note(db, signature, "voucher.release", f"voucher {freed.id}", member_id=freed.member_id)
    return freed


def cancel_voucher(code: str, signature: Signature) -> Voucher:
    """Cancel a voucher and refund its points; raises NotFound, and Conflict when it has ended."""
    with transaction() as db:
        ended = vouchers.cancel(db, code, signature.reason, now(db))
        note(db, signature, "voucher.cancel", f"voucher {ended.id}", member_id=ended.member_id)
        return ended
