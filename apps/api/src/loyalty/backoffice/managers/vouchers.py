"""Vouchers in the office: found by code, listed, used by hand, released, cancelled, their use undone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row

from loyalty.backoffice.managers import lookups
from loyalty.backoffice.managers.desk import Desk
from loyalty.backoffice.managers.members import Sources, sources
from loyalty.backoffice.office import actions, restorations
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import NotFound
from loyalty.features.rewards import vouchers
from loyalty.features.rewards.vouchers import VoucherRow
from loyalty.features.till import keys


@dataclass(frozen=True)
class OfficeVoucher:
    """A voucher with its state, one of `vouchers.STATES`, and the names of what its ids mean."""

    voucher: VoucherRow
    state: str
    outlet_name: str | None
    till_name: str | None
    staff_name: str | None


def listed(desk: Desk, *, outlet_id: int | None = None, **chosen: Any) -> list[OfficeVoucher]:
    """A page of the vouchers that are shown or were used at one's outlets; with every outlet also the others.

    `chosen` is as `vouchers.listed` takes it.
    """
    db = current_session()
    found = vouchers.listed(db, now(db), outlet_ids=desk.outlet_ids(outlet_id), **chosen)
    return with_names(found)


def with_names(found: Sequence[VoucherRow]) -> list[OfficeVoucher]:
    """Vouchers with their names; three statements, however many there are."""
    names = sources(current_session()) if found else Sources({}, {}, {})
    return [_named(each, names) for each in found]


def by_code(desk: Desk, code: str) -> OfficeVoucher:
    """The voucher of a code; the look-up is counted. Raises NotFound, and TooMany (`lookups.count`)."""
    try:
        with transaction() as db:
            found = vouchers.by_code(db, code, now(db))
            lookups.count(desk, db, found.member_id, keys.VOUCHER)
    except NotFound:
        with transaction() as db:
            lookups.count(desk, db, None, keys.VOUCHER)
        raise
    return with_names([found])[0]


def use(
    desk: Desk, voucher_id: int, outlet_id: int, reason: str, *, net_sen: int | None, receipt: str | None
) -> OfficeVoucher:
    """Use a voucher that the member is showing, for an outlet of one's own; raises as
    `actions.use_voucher`.
    """
    desk.refuse_unless_at(outlet_id)
    code = _read(desk, voucher_id).code
    signature = desk.signed(reason)
    return with_names([actions.use_voucher(code, outlet_id, signature, net_sen=net_sen, receipt=receipt)])[0]


def release(desk: Desk, voucher_id: int, reason: str) -> OfficeVoucher:
    """End the showing of a voucher; raises as `actions.release_voucher` does."""
    return with_names([actions.release_voucher(_read(desk, voucher_id).code, desk.signed(reason))])[0]


def cancel(desk: Desk, voucher_id: int, reason: str) -> OfficeVoucher:
    """Cancel a voucher and refund its points; raises as `actions.cancel_voucher` does."""
    return with_names([actions.cancel_voucher(_read(desk, voucher_id).code, desk.signed(reason))])[0]


def restore(desk: Desk, voucher_id: int, reason: str) -> Row[Any]:
    """Request that a used voucher can be used again; another person approves. Raises as
    `restorations.request` does.
    """
    return restorations.request(_read(desk, voucher_id).code, desk.signed(reason))


def _read(desk: Desk, voucher_id: int) -> VoucherRow:
    """A voucher that is at none or at one of one's outlets; raises NotFound and Forbidden."""
    db = current_session()
    voucher = vouchers.by_id(db, voucher_id, now(db))
    if voucher.outlet_id is not None:
        desk.refuse_unless_at(voucher.outlet_id)
    return voucher


def _named(voucher: VoucherRow, names: Sources) -> OfficeVoucher:
    till_id = voucher.used_till_id or voucher.held_till_id
    return OfficeVoucher(
        voucher,
        vouchers.state_of(voucher),
        names.outlets.get(voucher.outlet_id or 0),
        names.tills.get(till_id or 0),
        names.staff.get(voucher.used_staff_id or 0),
    )
