"""A member's ledger entries for the staff: each with its receipt, outlet, till, cashier or reason."""

from typing import Any

from sqlalchemy import BigInteger, and_, case, cast, select
from sqlalchemy.orm import Session

from loyalty.features.points.entries import LedgerEntry
from loyalty.features.points.models import BILL_SOURCE, Bill
from loyalty.rules.points import CORRECTIONS, reason_in


def movements(
    db: Session,
    member_id: int,
    *,
    source_type: str | None = None,
    descending: bool = True,
    limit: int = 100,
    offset: int = 0,
) -> list[dict[str, Any]]:
    """A page of a member's ledger entries, steps down included, with what each was written for: of a bill
    where, which receipt and by whom; of a correction the `reason`, as the operator put it. `source_type`:
    only those of one kind.
    """
    its_bill = case((LedgerEntry.source_type == BILL_SOURCE, cast(LedgerEntry.source_id, BigInteger)))
    query = (
        select(
            LedgerEntry.id,
            LedgerEntry.action_id,
            LedgerEntry.delta.label("points"),
            LedgerEntry.balance_after,
            LedgerEntry.tier_delta.label("tier_points"),
            LedgerEntry.created_at,
            LedgerEntry.source_type,
            LedgerEntry.remark,
            Bill.id.label("bill_id"),
            Bill.receipt_number,
            Bill.outlet_id,
            Bill.till_id,
            Bill.staff_id,
            Bill.recorded_by,
        )
        .outerjoin(Bill, and_(Bill.member_id == LedgerEntry.member_id, Bill.id == its_bill))
        .where(LedgerEntry.member_id == member_id)
        .order_by(LedgerEntry.seq.desc() if descending else LedgerEntry.seq)
        .limit(limit)
        .offset(offset)
    )
    if source_type is not None:
        query = query.where(LedgerEntry.source_type == source_type)
    return [
        {
            **row._mapping,
            "reason": reason_in(row.remark) if row.action_id in CORRECTIONS else None,
        }
        for row in db.execute(query)
    ]
