"""The bills of a business day, added up by outlet, for the office's day close. Money in sen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import ColumnElement, and_, case, func, or_, select
from sqlalchemy.orm import Session

from loyalty.features.points.models import Bill


@dataclass(frozen=True)
class BillDay:
    """An outlet's bills of one day: verified ones with their amount and points, pending and void ones."""

    outlet_id: int
    verified: int
    amount_sen: int
    points: int
    pending: int
    void: int


def of_day(db: Session, day: date) -> list[BillDay]:
    """The bills of a Malaysian business day, an outlet a row; outlets without a bill have none."""
    void = Bill.voided_at.is_not(None)
    verified = and_(Bill.voided_at.is_(None), Bill.verified_at.is_not(None))
    pending = and_(Bill.voided_at.is_(None), Bill.verified_at.is_(None))
    query = (
        select(
            Bill.outlet_id,
            _sum_if(verified, 1),
            _sum_if(verified, Bill.amount_sen),
            _sum_if(verified, Bill.points),
            _sum_if(pending, 1),
            _sum_if(void, 1),
        )
        .where(Bill.business_day == day)
        .group_by(Bill.outlet_id)
        .order_by(Bill.outlet_id)
    )
    return [BillDay(*map(int, row)) for row in db.execute(query)]


def touched(db: Session, start: datetime, end: datetime) -> set[int]:
    """The members of bills that were recorded, verified or taken back in a window."""
    times = (Bill.created_at, Bill.verified_at, Bill.voided_at)
    then = or_(*(and_(time >= start, time < end) for time in times))
    return set(db.scalars(select(Bill.member_id).where(then).distinct()))


def _sum_if(condition: ColumnElement[bool], value: object) -> ColumnElement[int]:
    return func.sum(case((condition, value), else_=0))
