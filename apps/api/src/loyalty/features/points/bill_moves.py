"""The rows of bills that move: taken back from one member, to be recorded for another (decision 0059)."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, Row, delete, insert, select

from loyalty.features.points import bill_lists, bills
from loyalty.features.points.models import BillMove
from loyalty.rules.points import earned

_MOVES = BillMove.__table__.c


def begin(
    db: Connection,
    bill: bill_lists.BillRow,
    to_member_id: int,
    *,
    recorded_by: str,
    operator: str,
    reason: str,
    at: datetime,
) -> None:
    """Note, in the transaction that takes a bill back, that it has to be recorded for another member."""
    row = {"bill_id": bill.id, "member_id": bill.member_id, "to_member_id": to_member_id}
    signed = {"recorded_by": recorded_by, "operator": operator, "reason": reason, "at": at}
    db.execute(insert(BillMove).values({**row, **signed}))


def end(db: Connection, bill_id: int) -> Row[tuple[object, ...]] | None:
    """Delete the row of a bill that moves and give it, None when there is none: one caller gets it."""
    is_this_bill = _MOVES.bill_id == bill_id
    move = db.execute(select(*_MOVES).where(is_this_bill).with_for_update()).one_or_none()
    if move is not None:
        db.execute(delete(BillMove).where(is_this_bill))
    return move


def begun(db: Connection, until: datetime) -> list[Row[tuple[object, ...]]]:
    """The moves that began until a moment and have not ended, the oldest first."""
    query = select(*_MOVES).where(_MOVES.at <= until).order_by(_MOVES.at, _MOVES.bill_id)
    return list(db.execute(query))


def points_begun(db: Connection, to_member_id: int, since: datetime) -> list[tuple[str, str, int]]:
    """The points that moves begun since a moment have still to give a member, each after who recorded and
    who decided it.
    """
    query = select(*_MOVES).where(_MOVES.to_member_id == to_member_id, _MOVES.at >= since)
    found = []
    for move in db.execute(query):
        bill = bill_lists.read(db, move.bill_id)
        tier = bills.tier_of(db, to_member_id, bill.paid_at)
        points = 0 if bill.verified_at is None else earned(bill.amount_sen, tier.multiplier_tenths)
        found.append((move.recorded_by, move.operator, points))
    return found
