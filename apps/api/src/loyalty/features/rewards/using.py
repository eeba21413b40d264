"""Taking a voucher at a counter, once ever."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import update
from sqlalchemy.orm import Session

from loyalty.features.rewards.counts import refused
from loyalty.features.rewards.models import Voucher
from loyalty.features.rewards.voucher_facts import VoucherFacts, life_of
from loyalty.features.rewards.vouchers import by_code
from loyalty.rules.vouchers import USED, why_not_redeemable


def use(
    db: Session, code: str, outlet_id: int, at: datetime, *, net_sen: int | None, receipt: str | None
) -> VoucherFacts:
    """Take a presented voucher at an outlet, once ever; raises Conflict with the reason why not.

    Of many tills at once exactly one finds the row as it wants it.
    """
    voucher = by_code(db, code)
    needed = 0 if net_sen is None else net_sen
    if reason := why_not_redeemable(life_of(voucher), outlet_id, at, needed):
        raise refused(reason)
    used = (
        update(Voucher)
        .where(
            Voucher.id == voucher.id,
            Voucher.used_at.is_(None),
            Voucher.cancelled_at.is_(None),
            Voucher.present_until > at,
        )
        .values(used_at=at, outlet_id=outlet_id, used_receipt=receipt, updated_at=at)
    )
    if db.execute(used.returning(Voucher.id)).one_or_none() is None:
        raise refused(why_not_redeemable(life_of(by_code(db, code)), outlet_id, at, needed) or USED)
    return by_code(db, code)


def why_not_here(voucher: VoucherFacts, outlet_id: int, at: datetime) -> str | None:
    """Why a till cannot take this voucher now, as a sentence, or None."""
    reason = why_not_redeemable(life_of(voucher), outlet_id, at)
    return reason.sentence if reason else None
