"""A voucher as everybody outside its table sees it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from loyalty.features.rewards.catalogue import SOURCE_OF
from loyalty.features.rewards.models import Kind
from loyalty.features.rewards.places import ids_in
from loyalty.rules.money import SEN
from loyalty.rules.vouchers import Life, voucher_status

CLAIMED, GIVEN = 1, 2  # transactionEventTypeId
RINGGIT_OFF, FREE_ITEM = 1, 2  # discountTypeId


@dataclass(frozen=True)
class VoucherFacts:
    """A voucher on its way to the wire; money in sen. `sku`, `usable_from` and `min_spend` are the till's."""

    id: int
    name: str
    code: str
    description: str
    term_and_condition: str
    image_name: str | None
    sku: str | None
    discount_value: int = field(metadata=SEN)
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
    used_receipt: str | None
    used_till_id: int | None
    usable_from: datetime
    min_spend: int = field(metadata=SEN)
    amount: int
    outlet_id: int | None


def facts_of(row: Any, at: datetime) -> VoucherFacts:
    """A row of a voucher with its reward's kind, type, texts and picture, at a moment."""
    life = Life(row.usable_from, row.expires_at, row.present_until, row.used_at, row.cancelled_at)
    kind = Kind(row.kind)
    return VoucherFacts(
        id=row.id,
        name=row.name,
        code=row.code,
        description=row.description,
        term_and_condition=row.terms,
        image_name=row.image_name,
        sku=row.sku,
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
        used_receipt=row.used_receipt,
        used_till_id=row.used_till_id,
        usable_from=row.usable_from,
        min_spend=row.min_spend_sen,
        amount=row.cost,
        outlet_id=row.outlet_id,
    )


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
