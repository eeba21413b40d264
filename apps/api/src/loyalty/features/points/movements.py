"""A member's ledger entries for the staff: each with its receipt, outlet, till, cashier or reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import BigInteger, and_, case, cast, select
from sqlalchemy.orm import Session

from loyalty.features.points.models import BILL_SOURCE, Bill, LedgerEntry
from loyalty.rules.points import CORRECTIONS, reason_in

_BILLS = Bill.__table__.c
_ENTRIES = LedgerEntry.__table__.c


@dataclass(frozen=True)
class Movement:
    """A ledger entry with its source: of a bill where, which receipt and by whom; `remark` has the reason of
    a correction.
    """

    id: int
    action_id: int
    points: int
    balance_after: int
    tier_points: int
    created_at: datetime
    source_type: str
    source_id: str
    remark: str
    bill_id: int | None
    receipt_number: str | None
    amount_sen: int | None
    outlet_id: int | None
    till_id: int | None
    staff_id: int | None
    recorded_by: str | None
    is_void: bool

    @property
    def reason(self) -> str | None:
        """The reason of a correction, as the operator put it."""
        return reason_in(self.remark) if self.action_id in CORRECTIONS else None


def movements(
    db: Session, member_id: int, *, descending: bool = True, limit: int = 100, offset: int = 0
) -> list[Movement]:
    """A page of a member's ledger entries, steps down included, with what each was written for."""
    its_bill = case((_ENTRIES.source_type == BILL_SOURCE, cast(_ENTRIES.source_id, BigInteger)))
    query = (
        select(
            _ENTRIES.id,
            _ENTRIES.action_id,
            _ENTRIES.delta.label("points"),
            _ENTRIES.balance_after,
            _ENTRIES.tier_delta.label("tier_points"),
            _ENTRIES.created_at,
            _ENTRIES.source_type,
            _ENTRIES.source_id,
            _ENTRIES.remark,
            _BILLS.id.label("bill_id"),
            _BILLS.receipt_number,
            _BILLS.amount_sen,
            _BILLS.outlet_id,
            _BILLS.till_id,
            _BILLS.staff_id,
            _BILLS.recorded_by,
            _BILLS.voided_at.is_not(None).label("is_void"),
        )
        .select_from(
            LedgerEntry.__table__.outerjoin(
                Bill.__table__, and_(_BILLS.member_id == _ENTRIES.member_id, _BILLS.id == its_bill)
            )
        )
        .where(_ENTRIES.member_id == member_id)
        .order_by(_ENTRIES.seq.desc() if descending else _ENTRIES.seq)
        .limit(limit)
        .offset(offset)
    )
    return [Movement(**{**row._mapping, "is_void": bool(row.is_void)}) for row in db.execute(query)]
