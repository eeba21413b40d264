"""The readings of vouchers: one, by its id or its code, or a page of a member's."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, func, not_, select
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.errors import NotFound
from loyalty.features.rewards.models import Reward, Voucher
from loyalty.features.rewards.voucher_facts import VoucherFacts, facts_of
from loyalty.rules.calendar import Days
from loyalty.rules.cards import as_printed, part_of_code

_VOUCHERS, _REWARDS = Voucher.__table__.c, Reward.__table__.c
_SIGNS = func.replace(_VOUCHERS.code, "-", "")
_JOINED = select(
    *_VOUCHERS,
    _REWARDS.kind,
    _REWARDS.type_id,
    _REWARDS.description,
    _REWARDS.terms,
    _REWARDS.image_name,
    _REWARDS.sku,
).join(Reward.__table__, _REWARDS.id == _VOUCHERS.reward_id)
_OWN = _JOINED.where(_VOUCHERS.member_id == bindparam("member_id"))
_ONE = _OWN.where(_VOUCHERS.id == bindparam("voucher_id"))

# What an operator chooses by; one that is being shown is still open.
STATES = ("open", "used", "expired", "cancelled")
VOUCHER_ORDER: dict[str, Any] = {"createdAt": _VOUCHERS.created_at, "expireAt": _VOUCHERS.expires_at}


def read(db: Session, member_id: int, voucher_id: int) -> VoucherFacts:
    """One of a member's vouchers; raises NotFound, also for another member's."""
    row = db.execute(_ONE, {"member_id": member_id, "voucher_id": voucher_id}).one_or_none()
    if row is None:
        raise _unknown()
    return facts_of(row, now(db))


def by_code(db: Session, code: str) -> VoucherFacts:
    """The voucher of a code as a cashier typed it; raises NotFound."""
    row = db.execute(_JOINED.where(_VOUCHERS.code == as_printed(code))).one_or_none()
    if row is None:
        raise _unknown()
    return facts_of(row, now(db))


def by_id(db: Session, voucher_id: int) -> VoucherFacts:
    """A voucher, whoever's it is; raises NotFound."""
    row = db.execute(_JOINED.where(_VOUCHERS.id == voucher_id)).one_or_none()
    if row is None:
        raise _unknown()
    return facts_of(row, now(db))


def listed(
    db: Session,
    at: datetime,
    *,
    state: str | None = None,
    member_id: int | None = None,
    reward_id: int | None = None,
    outlet_id: int | None = None,
    till_id: int | None = None,
    made: Days | None = None,
    used: Days | None = None,
    limit: int = 1_000,
) -> list[VoucherFacts]:
    """Vouchers for an operator, by id: in one of STATES, of a member, of a reward.

    `outlet_id` is where one was used or is being shown, `till_id` the till that took it; `made` and `used`
    are the days on which it was.
    """
    query = _JOINED
    for column, wanted in (
        (_VOUCHERS.member_id, member_id),
        (_VOUCHERS.reward_id, reward_id),
        (_VOUCHERS.outlet_id, outlet_id),
        (_VOUCHERS.used_till_id, till_id),
    ):
        if wanted is not None:
            query = query.where(column == wanted)
    for moment, days in ((_VOUCHERS.created_at, made), (_VOUCHERS.used_at, used)):
        if days is not None:
            query = query.where(moment >= days.start, moment < days.end)
    if state is not None:
        query = query.where(_is(state, at))
    return [facts_of(row, at) for row in db.execute(query.order_by(_VOUCHERS.id).limit(limit))]


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
    return [facts_of(row, at) for row in db.execute(page, {"member_id": member_id})]


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
        facts_of(row, at) for row in db.execute(query.limit(limit).offset(offset), {"member_id": member_id})
    ]


def _valid(at: datetime) -> ColumnElement[bool]:
    return and_(_VOUCHERS.used_at.is_(None), _VOUCHERS.cancelled_at.is_(None), _VOUCHERS.expires_at > at)


def _is(state: str, at: datetime) -> ColumnElement[bool]:
    unused = and_(_VOUCHERS.used_at.is_(None), _VOUCHERS.cancelled_at.is_(None))
    return {
        "open": _valid(at),
        "used": _VOUCHERS.used_at.is_not(None),
        "expired": and_(unused, _VOUCHERS.expires_at <= at),
        "cancelled": _VOUCHERS.cancelled_at.is_not(None),
    }[state]


def _unknown() -> NotFound:
    return NotFound("This voucher does not exist.")
