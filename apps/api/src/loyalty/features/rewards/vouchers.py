"""Vouchers: made, read, presented, used, released. Each change is one conditional statement."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from secrets import randbelow
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, func, insert, not_, or_, select, update
from sqlalchemy.orm import Session

from loyalty.db.base import table_of
from loyalty.db.clock import now
from loyalty.errors import NotFound
from loyalty.features.rewards.catalogue import SOURCE_OF
from loyalty.features.rewards.counts import refused
from loyalty.features.rewards.models import Kind, Reward, Voucher
from loyalty.features.rewards.places import ids_in
from loyalty.rules.cards import Draw, as_printed, part_of_code, voucher_code
from loyalty.rules.vouchers import (
    NOT_HERE,
    USED,
    Life,
    life_from,
    present_until,
    voucher_status,
    why_not_presentable,
    why_not_redeemable,
)

CLAIMED, GIVEN = 1, 2  # transactionEventTypeId
RINGGIT_OFF, FREE_ITEM = 1, 2  # discountTypeId

_VOUCHERS, _REWARDS = Voucher.__table__.c, Reward.__table__.c
_SIGNS = func.replace(_VOUCHERS.code, "-", "")
_JOINED = select(
    *_VOUCHERS, _REWARDS.kind, _REWARDS.type_id, _REWARDS.description, _REWARDS.terms, _REWARDS.image_name
).join(Reward.__table__, _REWARDS.id == _VOUCHERS.reward_id)
_OWN = _JOINED.where(_VOUCHERS.member_id == bindparam("member_id"))
_ONE = _OWN.where(_VOUCHERS.id == bindparam("voucher_id"))
_MAKE = insert(table_of(Voucher)).returning(_VOUCHERS.id)

VOUCHER_ORDER: dict[str, Any] = {"createdAt": _VOUCHERS.created_at, "expireAt": _VOUCHERS.expires_at}


@dataclass(frozen=True)
class VoucherFacts:
    """A voucher on its way to the wire; money in sen. `usable_from` and `min_spend` are the till's."""

    id: int
    name: str
    code: str
    description: str
    term_and_condition: str
    image_name: str | None
    discount_value: int
    discount_type_id: int
    reward_type_id: int
    status_id: int
    expire_at: datetime
    updated_at: datetime
    created_at: datetime
    transaction_source_id: int
    transaction_event_type_id: int
    transaction_id: int
    member_id: int
    outlet_ids: tuple[int, ...]
    present_until: datetime | None
    used_at: datetime | None
    usable_from: datetime
    min_spend: int
    amount: int
    outlet_id: int | None


def make(
    db: Session, reward: Any, member_id: int, at: datetime, *, cost: int = 0, draw: Draw = randbelow
) -> int:
    """Write a new voucher of a reward; gives its id."""
    life = life_from(
        at,
        reward.valid_days,
        for_birthday=reward.kind == Kind.BIRTHDAY,
        next_day=reward.kind == Kind.WELCOME,
    )
    row = {
        "member_id": member_id,
        "reward_id": reward.id,
        "code": voucher_code(draw),
        "name": reward.title,
        "cost": cost,
        "discount_sen": reward.discount_sen,
        "min_spend_sen": reward.min_spend_sen,
        "outlet_ids": reward.outlet_ids,
        "usable_from": life.usable_from,
        "expires_at": life.expires_at,
        "created_at": at,
        "updated_at": at,
    }
    made: int = db.execute(_MAKE, row).scalar_one()
    return made


def read(db: Session, member_id: int, voucher_id: int) -> VoucherFacts:
    """One of a member's vouchers; raises NotFound, also for another member's."""
    row = db.execute(_ONE, {"member_id": member_id, "voucher_id": voucher_id}).one_or_none()
    if row is None:
        raise _unknown()
    return _facts(row, now(db))


def by_code(db: Session, code: str) -> VoucherFacts:
    """The voucher of a code as a cashier typed it; raises NotFound."""
    row = db.execute(_JOINED.where(_VOUCHERS.code == as_printed(code))).one_or_none()
    if row is None:
        raise _unknown()
    return _facts(row, now(db))


def made_since(db: Session, member_id: int, reward_id: int, since: datetime) -> int | None:
    """The newest voucher of a reward that a member got after `since`, or None."""
    query = select(Voucher.id).where(
        Voucher.member_id == member_id, Voucher.reward_id == reward_id, Voucher.created_at > since
    )
    return db.scalar(query.order_by(Voucher.id.desc()).limit(1))


def vouchers(
    db: Session,
    member_id: int,
    *,
    code: str = "",
    is_valid: bool | None = None,
    sort: str = "createdAt",
    descending: bool = True,
    limit: int = 100,
    offset: int = 0,
) -> list[VoucherFacts]:
    """A page of a member's vouchers. `code` is a part of the code, in any case, with or without its dashes;
    `is_valid` chooses those that can still be used, or the history of the others.
    """
    at, key = now(db), VOUCHER_ORDER[sort]
    query = _OWN.order_by(*((key.desc(), _VOUCHERS.id.desc()) if descending else (key, _VOUCHERS.id)))
    if part := part_of_code(code):
        query = query.where(_SIGNS.contains(part, autoescape=True))
    if is_valid is not None:
        query = query.where(_valid(at) if is_valid else not_(_valid(at)))
    page = query.limit(limit).offset(offset)
    return [_facts(row, at) for row in db.execute(page, {"member_id": member_id})]


def spent(
    db: Session,
    member_id: int,
    *,
    created_start_at: datetime | None = None,
    created_end_at: datetime | None = None,
    sort: str = "createdAt",
    descending: bool = True,
    limit: int = 100,
    offset: int = 0,
) -> list[VoucherFacts]:
    """A page of what a member spent points on, by when the points left: both ends of the window count."""
    at, key = now(db), VOUCHER_ORDER[sort]
    query = _OWN.where(_VOUCHERS.cost > 0).order_by(
        *((key.desc(), _VOUCHERS.id.desc()) if descending else (key, _VOUCHERS.id))
    )
    if created_start_at is not None:
        query = query.where(_VOUCHERS.created_at >= created_start_at)
    if created_end_at is not None:
        query = query.where(_VOUCHERS.created_at <= created_end_at)
    return [
        _facts(row, at) for row in db.execute(query.limit(limit).offset(offset), {"member_id": member_id})
    ]


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


def why_not_here(voucher: VoucherFacts, outlet_id: int, at: datetime) -> str | None:
    """Why a till cannot take this voucher now, as a sentence, or None."""
    reason = why_not_redeemable(life_of(voucher), outlet_id, at)
    return reason.sentence if reason else None


def life_of(voucher: VoucherFacts) -> Life:
    """A voucher as the rules see it."""
    return Life(
        usable_from=voucher.usable_from,
        expires_at=voucher.expire_at,
        present_until=voucher.present_until,
        used_at=voucher.used_at,
        cancelled_at=None if voucher.status_id != 4 else voucher.updated_at,
        min_spend_sen=voucher.min_spend,
        outlet_ids=voucher.outlet_ids,
    )


def _untouched(at: datetime) -> ColumnElement[bool]:
    shown = or_(Voucher.present_until.is_(None), Voucher.present_until <= at)
    return and_(Voucher.used_at.is_(None), Voucher.cancelled_at.is_(None), shown)


def _valid(at: datetime) -> ColumnElement[bool]:
    return and_(_VOUCHERS.used_at.is_(None), _VOUCHERS.cancelled_at.is_(None), _VOUCHERS.expires_at > at)


def _facts(row: Any, at: datetime) -> VoucherFacts:
    life = Life(row.usable_from, row.expires_at, row.present_until, row.used_at, row.cancelled_at)
    kind = Kind(row.kind)
    return VoucherFacts(
        id=row.id,
        name=row.name,
        code=row.code,
        description=row.description,
        term_and_condition=row.terms,
        image_name=row.image_name,
        discount_value=row.discount_sen,
        discount_type_id=RINGGIT_OFF if row.type_id == 1 else FREE_ITEM,
        reward_type_id=row.type_id,
        status_id=voucher_status(life, at),
        expire_at=row.expires_at,
        updated_at=row.updated_at,
        created_at=row.created_at,
        transaction_source_id=SOURCE_OF[kind],
        transaction_event_type_id=GIVEN if kind in (Kind.WELCOME, Kind.REFERRAL) else CLAIMED,
        transaction_id=row.reward_id,
        member_id=row.member_id,
        outlet_ids=ids_in(row.outlet_ids),
        present_until=row.present_until if at < (row.present_until or at) else None,
        used_at=row.used_at,
        usable_from=row.usable_from,
        min_spend=row.min_spend_sen,
        amount=row.cost,
        outlet_id=row.outlet_id,
    )


def _unknown() -> NotFound:
    return NotFound("This voucher does not exist.")
