"""A till's look-ups of members and vouchers, and its use of vouchers for its own outlet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import NotFound
from loyalty.features.members import changes, records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points.bill_lists import of_till
from loyalty.features.points.models import Bill
from loyalty.features.rewards import offline
from loyalty.features.rewards import vouchers as reward_vouchers
from loyalty.features.rewards.models import OfflineTill, Voucher
from loyalty.features.rewards.vouchers import VoucherColumns
from loyalty.features.till import keys
from loyalty.features.till.keys import Till, till
from loyalty.rules import phone
from loyalty.rules.calendar import Days
from loyalty.rules.cards import as_printed
from loyalty.rules.codes import Code

MAX_LISTED = 100_000


@dataclass(frozen=True)
class OwnTill:
    """The till of a key and its outlet, so that who sets it up can check them."""

    till_id: int
    till_name: str
    outlet_id: int
    outlet_name: str
    key_expires_at: datetime | None


@dataclass(frozen=True)
class Guest:
    """What a cashier needs of a member (docs/till.md)."""

    member_id: int
    first_name: str
    membership_name: str
    membership_level: int
    member_point_amount: int


def own(till: Till) -> OwnTill:
    """The till behind a key, with the name of its outlet."""
    place = outlet_queries.name_of(current_session(), till.outlet_id)
    return OwnTill(till.id, till.name, till.outlet_id, place, till.expires_at)


def guest(
    till: Till,
    *,
    code: str = "",
    calling_code: str = "",
    number: str = "",
    staff_id: int | None = None,
) -> Guest:
    """The member of a card's code, or of a telephone number; the look-up is logged, with the cashier.

    Raises NotFound, which is logged as a miss, and TooMany when this till has asked too often
    (rules.bills.LOOKUPS).
    """
    with transaction() as db:
        keys.refuse_floods(db, till.id)
        found = find(db, code=code, calling_code=calling_code, number=number)
        if found is None:
            keys.note_miss(db, till.id, staff_id)
        else:
            keys.note(db, till.id, found.member_id, keys.MEMBER, staff_id)
    if found is None:
        raise unknown_member()
    return found


def unknown_member() -> NotFound:
    """What a look-up of nobody answers."""
    return NotFound(Code.UNKNOWN_MEMBER)


def find(db: Session, *, code: str = "", calling_code: str = "", number: str = "") -> Guest | None:
    """The member of a card's code or of a number; who asks counts and logs the look-up."""
    found = changes.find_by_card(db, code) if code else None
    if calling_code and number:
        national = phone.normalise(calling_code, number)
        found = changes.find_by_phone(db, calling_code, national) if national else None
    if found is None:
        return None
    return known_guest(db, found)


def known_guest(db: Session, member_id: int) -> Guest:
    """A member as a cashier sees them; raises NotFound."""
    record = records.record(db, member_id)
    return Guest(
        member_id=member_id,
        first_name=record.name.split(" ")[0],
        membership_name=record.membership_name,
        membership_level=record.membership_level,
        member_point_amount=record.member_point_amount,
    )


def look_at(till: Till, code: str, staff_id: int | None = None) -> VoucherColumns:
    """A voucher and whether this till can use it; raises NotFound. The look-up is logged."""
    with transaction() as db:
        found = offered(db, till, code)
        keys.note(db, till.id, found["member_id"], keys.VOUCHER, staff_id)
    return found


def offered(db: Session, till: Till, code: str) -> VoucherColumns:
    """A voucher's columns, and as `why_not` the sentence why this till cannot accept it now, or None."""
    at = now(db)
    voucher = reward_vouchers.by_code(db, code, at)
    why_not = reward_vouchers.why_not_here(db, voucher, till.outlet_id, at, till.id)
    return {**reward_vouchers.as_columns(voucher), "why_not": why_not}


def use(db: Session, till: Till, code: str, *, net_sen: int | None, receipt: str | None) -> VoucherColumns:
    """Use a voucher at this till's outlet, once; raises NotFound, or Conflict with the reason."""
    reward_vouchers.use(db, code, till.outlet_id, now(db), net_sen=net_sen, receipt=receipt, till_id=till.id)
    return offered(db, till, code)


def use_without_network(
    db: Session,
    till: Till,
    code: str,
    *,
    signed_code: str,
    used_at: datetime,
    net_sen: int | None,
    receipt: str | None,
) -> VoucherColumns:
    """Note that this till used a voucher without the network; raises NotFound, or Conflict with the reason
    (`offline.use`).
    """
    offline.use(
        db,
        as_printed(code),
        signed_code=signed_code,
        outlet_id=till.outlet_id,
        till_id=till.id,
        used_at=used_at,
        net_sen=net_sen,
        receipt=receipt,
    )
    return offered(db, till, code)


def report(db: Session, till: Till, reported: dict[str, Any]) -> OfflineTill:
    """Note what a till that works without the network reports (`offline.report`)."""
    return offline.report(db, till_id=till.id, outlet_id=till.outlet_id, name=till.name, **reported)


def release(db: Session, till: Till, code: str) -> VoucherColumns:
    """Return a presented voucher to its member; raises NotFound, or Conflict when it was used or is not
    valid at this outlet.
    """
    reward_vouchers.release(db, code, now(db), till.outlet_id)
    return offered(db, till, code)


@dataclass(frozen=True)
class Activity:
    """What a till did on some days: bills it recorded or verified, vouchers it used, its look-ups."""

    till: Till
    bills: list[Bill]
    vouchers: list[Voucher]
    lookups: list[keys.Lookup]


def activity(db: Session, till_id: int, days: Days, limit: int | None = None) -> Activity:
    """What a till did on some Malaysian days, for when its key leaked; raises NotFound. `limit` is of each
    list.
    """
    return Activity(
        till(db, till_id),
        of_till(db, till_id, days, limit),
        reward_vouchers.listed(db, now(db), till_id=till_id, used=days, limit=limit or MAX_LISTED),
        keys.of_till(db, till_id, days, limit),
    )
