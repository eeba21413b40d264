"""Making a voucher of a reward, claimed or given."""

from __future__ import annotations

from datetime import datetime
from secrets import randbelow
from types import SimpleNamespace
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from loyalty.db.base import table_of
from loyalty.db.quick import Statement
from loyalty.features.rewards.models import Kind, Voucher
from loyalty.features.rewards.voucher_facts import VoucherFacts, facts_of
from loyalty.rules.cards import Draw, voucher_code
from loyalty.rules.vouchers import life_from

_VOUCHERS = Voucher.__table__.c
_NOTHING_YET = dict.fromkeys(
    ("outlet_id", "present_until", "used_at", "used_receipt", "used_till_id", "cancelled_at")
)
_WRITTEN = (
    "member_id",
    "reward_id",
    "code",
    "name",
    "cost",
    "discount_sen",
    "min_spend_sen",
    "outlet_ids",
    "usable_from",
    "expires_at",
    "created_at",
    "updated_at",
)
_MAKE = Statement(insert(table_of(Voucher)).returning(_VOUCHERS.id), _WRITTEN)


def make(
    db: Session, reward: Any, member_id: int, at: datetime, *, cost: int = 0, draw: Draw = randbelow
) -> VoucherFacts:
    """Write a new voucher of a reward; gives it as `vouchers.read` would."""
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
    made = _MAKE.one(db, **row)
    assert made is not None  # noqa: S101  # RETURNING gives the row that was written
    of_reward = {
        name: getattr(reward, name)
        for name in ("kind", "type_id", "description", "terms", "image_name", "sku")
    }
    return facts_of(SimpleNamespace(id=made.id, **row, **of_reward, **_NOTHING_YET), at)
