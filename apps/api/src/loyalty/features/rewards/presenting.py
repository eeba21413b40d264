"""Showing a voucher at a counter, and giving it back when nobody took it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ColumnElement, and_, or_, select, update
from sqlalchemy.orm import Session

from loyalty.features.rewards.counts import refused
from loyalty.features.rewards.models import Voucher
from loyalty.features.rewards.voucher_facts import VoucherFacts, life_of
from loyalty.features.rewards.vouchers import by_code, read
from loyalty.rules.vouchers import NOT_HERE, USED, present_until, why_not_presentable


def present(db: Session, member_id: int, voucher_id: int, outlet_id: int, at: datetime) -> VoucherFacts:
    """Show a voucher's code at an outlet for half an hour (statusId 1 to 2); raises Conflict with the
    reason why not.
    """
    voucher = read(db, member_id, voucher_id)
    if reason := why_not_presentable(life_of(voucher), outlet_id, at):
        raise refused(reason)
    shown = (
        update(Voucher)
        .where(Voucher.id == voucher_id, _untouched(at))
        .values(present_until=present_until(life_of(voucher), at), outlet_id=outlet_id, updated_at=at)
    )
    if db.execute(shown.returning(Voucher.id)).one_or_none() is None:
        raise refused(why_not_presentable(life_of(read(db, member_id, voucher_id)), outlet_id, at) or USED)
    return read(db, member_id, voucher_id)


def release(db: Session, code: str, at: datetime, outlet_id: int | None = None) -> VoucherFacts:
    """Give a presented voucher back to its member; one that is not presented stays as it is.

    `outlet_id` is the till's own, None an operator: a till lets go of what it could take, nothing else.
    """
    voucher = by_code(db, code)
    if voucher.used_at is not None:
        raise refused(USED)
    if outlet_id is not None and voucher.outlet_ids and outlet_id not in voucher.outlet_ids:
        raise refused(NOT_HERE)
    db.execute(
        update(Voucher)
        .where(Voucher.id == voucher.id, Voucher.used_at.is_(None), Voucher.present_until > at)
        .values(present_until=None, outlet_id=None, updated_at=at)
    )
    return by_code(db, code)


def tidy_presented(db: Session, at: datetime, most: int) -> int:
    """Wipe the traces of presentations that lapsed: the vouchers have been their members' again since then.

    In the caller's transaction, `most` of them; gives how many.
    """
    lapsed = and_(Voucher.used_at.is_(None), Voucher.cancelled_at.is_(None), Voucher.present_until <= at)
    some = select(Voucher.id).where(lapsed).order_by(Voucher.id).limit(most).with_for_update(skip_locked=True)
    ids = list(db.scalars(some))
    db.execute(
        update(Voucher)
        .where(Voucher.id.in_(ids), lapsed)
        .values(updated_at=Voucher.present_until, present_until=None, outlet_id=None)
        .execution_options(synchronize_session=False)
    )
    return len(ids)


def _untouched(at: datetime) -> ColumnElement[bool]:
    shown = or_(Voucher.present_until.is_(None), Voucher.present_until <= at)
    return and_(Voucher.used_at.is_(None), Voucher.cancelled_at.is_(None), shown)
