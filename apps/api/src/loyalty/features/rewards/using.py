"""Taking a voucher at a counter, once ever, and giving it back when two operators say so."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import update
from sqlalchemy.orm import Session

from loyalty.features.rewards.counts import refused
from loyalty.features.rewards.models import Voucher
from loyalty.features.rewards.voucher_facts import VoucherFacts, life_of
from loyalty.features.rewards.vouchers import by_code
from loyalty.rules.vouchers import NOT_USED, USED, why_not_redeemable, why_not_restorable


def use(
    db: Session,
    code: str,
    outlet_id: int,
    at: datetime,
    *,
    net_sen: int | None,
    receipt: str | None,
    till_id: int | None = None,
) -> VoucherFacts:
    """Take a presented voucher at an outlet, once ever; raises Conflict with the reason why not.

    `till_id` is the till that takes it, None an operator. Of many tills at once exactly one finds the row as
    it wants it.
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
        .values(used_at=at, outlet_id=outlet_id, used_receipt=receipt, used_till_id=till_id, updated_at=at)
    )
    if db.execute(used.returning(Voucher.id)).one_or_none() is None:
        raise refused(why_not_redeemable(life_of(by_code(db, code)), outlet_id, at, needed) or USED)
    return by_code(db, code)


def refuse_restoring(voucher: VoucherFacts, at: datetime) -> None:
    """Raise Conflict with the reason when a voucher cannot be given back."""
    if reason := why_not_restorable(life_of(voucher), at):
        raise refused(reason)


def restore(db: Session, voucher: VoucherFacts, used_at: datetime, at: datetime) -> None:
    """Take the use of that moment back, inside the caller's transaction: until its own end the voucher can be
    used again. Raises Conflict with the reason why not.

    The database lets it happen only where a restoration of this use was approved before.
    """
    refuse_restoring(voucher, at)
    given_back = (
        update(Voucher)
        .where(
            Voucher.id == voucher.id,
            Voucher.used_at == used_at,
            Voucher.cancelled_at.is_(None),
            Voucher.expires_at > at,
        )
        .values(
            used_at=None,
            outlet_id=None,
            used_receipt=None,
            used_till_id=None,
            present_until=None,
            updated_at=at,
        )
    )
    if db.execute(given_back.returning(Voucher.id)).one_or_none() is None:
        raise refused(NOT_USED)


def why_not_here(voucher: VoucherFacts, outlet_id: int, at: datetime) -> str | None:
    """Why a till cannot take this voucher now, as a sentence, or None."""
    reason = why_not_redeemable(life_of(voucher), outlet_id, at)
    return reason.sentence if reason else None
