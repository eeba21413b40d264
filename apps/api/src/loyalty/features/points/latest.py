"""A member's newest bill and their points, which the phone at the counter asks for every few seconds."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, or_, select
from sqlalchemy.orm import Session

from loyalty.errors import NotFound
from loyalty.features.points.models import Bill, PointAccount
from loyalty.rules.bills import status_of
from loyalty.rules.codes import Code

_ACCOUNTS, _BILLS = PointAccount.__table__.c, Bill.__table__.c
# The newest by an index; one that was voided while pending never was.
_NEWEST = (
    select(_BILLS.id)
    .where(_BILLS.member_id == _ACCOUNTS.member_id)
    .where(or_(_BILLS.voided_at.is_(None), _BILLS.verified_at.is_not(None)))
    .order_by(_BILLS.created_at.desc(), _BILLS.id.desc())
    .limit(1)
    .correlate(PointAccount.__table__)
    .scalar_subquery()
)
# Made once, of columns: phones ask every few seconds (docs/performance.md).
_LATEST = (
    select(
        _ACCOUNTS.seq,
        _ACCOUNTS.balance,
        _BILLS.id,
        _BILLS.amount_sen,
        _BILLS.points,
        _BILLS.outlet_id,
        _BILLS.created_at,
        _BILLS.verified_at,
        _BILLS.voided_at,
    )
    .outerjoin_from(PointAccount.__table__, Bill.__table__, _BILLS.id == _NEWEST)
    .where(_ACCOUNTS.member_id == bindparam("member_id"))
)


@dataclass(frozen=True)
class Latest:
    """`member_earn` is the newest bill or None. `tag` changes with it and with every entry of the ledger."""

    tag: str
    member_earn: Any
    member_point_amount: int


def latest(db: Session, member_id: int) -> Latest:
    """The newest bill and the balance of a member, by one statement; raises NotFound without an account."""
    row = db.execute(_LATEST, {"member_id": member_id}).one_or_none()
    if row is None:
        raise NotFound(Code.NO_POINTS_ACCOUNT)
    if row.id is None:
        return Latest(str(row.seq), None, row.balance)
    status = int(status_of(row.verified_at, row.voided_at))
    return Latest(f"{row.seq}.{row.id}.{status}", row, row.balance)
