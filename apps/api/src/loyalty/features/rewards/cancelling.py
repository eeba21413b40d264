"""Taking a voucher out of the world: what it cost goes back, and nobody can use it any more."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import update
from sqlalchemy.orm import Session

from loyalty.features.points import service as points
from loyalty.features.rewards.counts import refused
from loyalty.features.rewards.models import Voucher
from loyalty.features.rewards.voucher_facts import VoucherFacts, life_of
from loyalty.features.rewards.vouchers import by_code
from loyalty.rules.points import CANCELLED, because
from loyalty.rules.vouchers import USED, why_not_cancellable


def cancel(db: Session, code: str, reason: str, at: datetime) -> VoucherFacts:
    """Cancel a voucher inside the caller's transaction; its points go back as activity 4 with the reason.

    Raises NotFound, and Conflict for one that was used, cancelled or expired. The claim stays counted, and
    a gift stays given.
    """
    voucher = by_code(db, code)
    if why_not := why_not_cancellable(life_of(voucher), at):
        raise refused(why_not)
    # The account first, as everything that touches both: two who wait for each other would both be refused.
    points.lock(db, voucher.member_id)
    ended = (
        update(Voucher)
        .where(
            Voucher.id == voucher.id,
            Voucher.used_at.is_(None),
            Voucher.cancelled_at.is_(None),
            Voucher.expires_at > at,
        )
        .values(cancelled_at=at, present_until=None, updated_at=at)
    )
    if db.execute(ended.returning(Voucher.id)).one_or_none() is None:
        raise refused(why_not_cancellable(life_of(by_code(db, code)), at) or USED)
    if voucher.amount:
        source = points.Source("voucher", str(voucher.id))
        remark = because(f"{voucher.name} {CANCELLED}", reason)
        points.adjust(db, voucher.member_id, voucher.amount, source, remark, at=at)
    return by_code(db, code)


def cancel_open(db: Session, member_id: int, at: datetime) -> int:
    """Cancel every voucher of a member that could still be used; gives how many."""
    ended = (
        update(Voucher)
        .where(
            Voucher.member_id == member_id,
            Voucher.used_at.is_(None),
            Voucher.cancelled_at.is_(None),
            Voucher.expires_at > at,
        )
        .values(cancelled_at=at, present_until=None, updated_at=at)
    )
    return len(db.execute(ended.returning(Voucher.id)).all())
