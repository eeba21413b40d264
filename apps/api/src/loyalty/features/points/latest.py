"""A member's newest bill and their points, which the phone at the counter asks for every few seconds."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, or_, select
from sqlalchemy.orm import Session

from loyalty.errors import NotFound
from loyalty.features.points.models import Bill, PointAccount
from loyalty.rules.bills import status_of
from loyalty.rules.codes import Code

# The newest by an index; one that was voided while pending never was.
_newest = (
    select(Bill.id)
    .where(Bill.member_id == PointAccount.member_id)
    .where(or_(Bill.voided_at.is_(None), Bill.verified_at.is_not(None)))
    .order_by(Bill.created_at.desc(), Bill.id.desc())
    .limit(1)
    .correlate(PointAccount)
    .scalar_subquery()
)
# Made once: phones ask every few seconds.
_latest = (
    select(
        PointAccount.seq,
        PointAccount.balance,
        Bill.id,
        Bill.amount_sen,
        Bill.points,
        Bill.outlet_id,
        Bill.created_at,
        Bill.verified_at,
        Bill.voided_at,
    )
    .outerjoin(Bill, Bill.id == _newest)
    .where(PointAccount.member_id == bindparam("member_id"))
)


@dataclass(frozen=True)
class Latest:
    """`member_earn` is the newest bill or None. `tag` changes with it and with every entry of the ledger."""

    tag: str
    member_earn: Any
    member_point_amount: int


def latest(db: Session, member_id: int) -> Latest:
    """The newest bill and the balance of a member, by one statement; raises NotFound without an account."""
    row = db.execute(_latest, {"member_id": member_id}).one_or_none()
    if row is None:
        raise NotFound(Code.NO_POINTS_ACCOUNT)
    if row.id is None:
        return Latest(str(row.seq), None, row.balance)
    status = int(status_of(row.verified_at, row.voided_at))
    return Latest(f"{row.seq}.{row.id}.{status}", row, row.balance)
