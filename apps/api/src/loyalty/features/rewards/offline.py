"""Vouchers without the network: the tills that take them so, signed codes, and what those tills report."""

from datetime import datetime, timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.inserts import upsert
from loyalty.errors import Conflict, NotFound
from loyalty.features.events import stream
from loyalty.features.rewards.models import OfflineTill, Voucher
from loyalty.rules import voucher_codes
from loyalty.rules.codes import Code
from loyalty.rules.events import EventType
from loyalty.rules.voucher_codes import CLOCK_SKEW, UNREADABLE, VoucherCode

# A till that has not reported for so long is asked to take no vouchers: it may have been put away.
REMEMBERED = timedelta(hours=24)


def public_keys() -> dict[bytes, bytes]:
    """The public keys of signed codes by their ids, the one that signs first."""
    public = map(voucher_codes.public_key_of, config.current().voucher_ring)
    return {voucher_codes.key_id(key): key for key in public}


def till_for(db: Session, outlet_id: int, at: datetime) -> OfflineTill | None:
    """The till that shall take vouchers at an outlet without the network: the one that reported last.

    None where no till works so, and without signing keys.
    """
    if not config.current().voucher_ring:
        return None
    reported = select(OfflineTill).where(
        OfflineTill.outlet_id == outlet_id, OfflineTill.reported_at > at - REMEMBERED
    )
    return db.scalars(reported.order_by(OfflineTill.reported_at.desc(), OfflineTill.till_id).limit(1)).first()


def shown_code(db: Session, voucher: Voucher, at: datetime) -> dict[str, str | None]:
    """Of a presented voucher its `signed_code`, and as `till_name` the till that takes it without the
    network, or that would; each None where there is none.
    """
    is_shown = voucher.used_at is None and voucher.present_until is not None and at < voucher.present_until
    if not is_shown:
        return {"signed_code": None, "till_name": None}
    if voucher.held_till_id is None:
        till = None if voucher.outlet_id is None else till_for(db, voucher.outlet_id, at)
        return {"signed_code": None, "till_name": till.name if till else None}
    name = db.scalar(select(OfflineTill.name).where(OfflineTill.till_id == voucher.held_till_id))
    return {"signed_code": _signed(voucher), "till_name": name}


def _signed(voucher: Voucher) -> str | None:
    ring = config.current().voucher_ring
    if voucher.outlet_id is None or voucher.held_till_id is None or voucher.present_until is None:
        return None
    shown = VoucherCode(
        code=voucher.code,
        outlet_id=voucher.outlet_id,
        till_id=voucher.held_till_id,
        reward_id=voucher.reward_id,
        min_spend_sen=voucher.min_spend_sen,
        presented_at=voucher.updated_at,  # nothing changes a voucher while it is presented
        ends_at=voucher.present_until,
    )
    return voucher_codes.sign(shown, ring[0]) if ring else None


def report(
    db: Session,
    *,
    till_id: int,
    outlet_id: int,
    name: str,
    queue_length: int,
    voucher_uses: int,
    oldest_at: datetime | None,
    clock: datetime,
    last_server_time: datetime | None,
) -> OfflineTill:
    """Note what a till reports, and give back to their members the vouchers that it has not taken.

    `queue_length` is what waits to be sent, `voucher_uses` how many of these are uses of vouchers;
    `last_server_time` is the `reported_at` of the last answer that reached the till, which accepts no code
    that ended before.
    """
    at = now(db)
    till = db.get(OfflineTill, till_id, with_for_update=True, populate_existing=True)
    acknowledged = None if last_server_time is None or voucher_uses else min(last_server_time, at)
    known = None if till is None else till.settled_until
    settled = max(filter(None, (known, acknowledged)), default=None)
    row = {
        "outlet_id": outlet_id,
        "name": name,
        "reported_at": at,
        "settled_until": settled,
        "queue_length": queue_length,
        "oldest_at": oldest_at,
        "clock_ahead_s": round((clock - at).total_seconds()),
    }
    upsert(db, OfflineTill, {"till_id": till_id, **row}, row)
    if settled is not None:
        _give_back(db, till_id, settled)
    return db.get_one(OfflineTill, till_id, populate_existing=True)


def _give_back(db: Session, till_id: int, settled_until: datetime) -> None:
    """End the holds of a till that accepts their codes no more, by whichever clock."""
    db.execute(
        update(Voucher)
        .where(
            Voucher.held_till_id == till_id,
            Voucher.used_at.is_(None),
            Voucher.cancelled_at.is_(None),
            Voucher.present_until <= settled_until - CLOCK_SKEW,
        )
        .values(updated_at=Voucher.present_until, present_until=None, outlet_id=None, held_till_id=None)
    )


def reports(db: Session) -> dict[int, OfflineTill]:
    """What each till that works without the network reported last, by its id."""
    return {till.till_id: till for till in db.scalars(select(OfflineTill))}


def delete_all(db: Session, till_id: int) -> None:
    """Ask a till to take no more vouchers: its key was revoked. What it holds waits for an operator."""
    db.execute(delete(OfflineTill).where(OfflineTill.till_id == till_id))


def use(
    db: Session,
    code: str,
    *,
    signed_code: str,
    outlet_id: int,
    till_id: int,
    used_at: datetime,
    net_sen: int | None,
    receipt: str | None,
    staff_id: int | None = None,
) -> None:
    """Note that a till used a voucher without the network, once: its code was valid then for this till.

    `used_at` is by the till's clock. The same use again changes nothing. Raises NotFound, or Conflict with
    the reason why not.
    """
    at = now(db)
    shown = voucher_codes.decode(signed_code)
    why_not = voucher_codes.why_not_accepted(
        signed_code, public_keys(), outlet_id=outlet_id, till_id=till_id, at=used_at
    )
    if why_not or shown is None or shown.code != code:
        raise Conflict(why_not or UNREADABLE)
    locked = select(Voucher).where(Voucher.code == code).with_for_update(of=Voucher)
    voucher = db.scalars(locked.execution_options(populate_existing=True)).one_or_none()
    if voucher is None:
        raise NotFound(Code.VOUCHER_NOT_FOUND)
    if (net_sen or 0) < voucher.min_spend_sen:
        raise Conflict(Code.MINIMUM_SPEND, {"minimum": voucher.min_spend_sen})
    if voucher.cancelled_at is not None:
        raise Conflict(Code.VOUCHER_CANCELLED)
    if voucher.used_at is not None:
        is_this_use = (
            voucher.used_till_id == till_id and shown.presented_at <= voucher.used_at < shown.ends_at
        )
        if not is_this_use:
            raise Conflict(Code.VOUCHER_USED)
        return
    # Into the presentation, whatever the till's clock says.
    voucher.used_at = moment = max(
        min(used_at, at, shown.ends_at - timedelta(seconds=1)), shown.presented_at, voucher.usable_from
    )
    voucher.outlet_id, voucher.used_receipt = outlet_id, receipt
    voucher.used_till_id, voucher.used_staff_id, voucher.held_till_id = till_id, staff_id, None
    voucher.updated_at = at
    stream.emit(
        db,
        EventType.VOUCHER_USED,
        moment,
        member_id=voucher.member_id,
        subject=f"voucher/{voucher.id}",
        data={"voucherId": voucher.id, "name": voucher.name, "outletId": outlet_id},
    )
