"""Bills added up by outlet, and who paid them, for the operators' reports. Money in sen.

A visit is a verified bill that was not taken back; its day is the bill's business day.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, func, or_, select
from sqlalchemy.orm import Session

from loyalty.features.points.models import Bill
from loyalty.rules.calendar import Days

_VISIT = and_(Bill.voided_at.is_(None), Bill.verified_at.is_not(None))


@dataclass(frozen=True)
class BillSums:
    """An outlet's bills of some days: verified ones with their amount and points, pending and void ones."""

    outlet_id: int
    verified: int
    amount_sen: int
    points: int
    pending: int
    void: int


@dataclass(frozen=True)
class Visits:
    """Visits to one place: how many, what was paid, by how many members, how many of them came again."""

    visits: int
    amount_sen: int
    members: int
    came_again: int


def of_days(db: Session, days: Days) -> list[BillSums]:
    """The bills of Malaysian business days, an outlet a row; outlets without a bill have none."""
    void = Bill.voided_at.is_not(None)
    pending = and_(Bill.voided_at.is_(None), Bill.verified_at.is_(None))
    query = (
        select(
            Bill.outlet_id,
            _sum_if(_VISIT, 1),
            _sum_if(_VISIT, Bill.amount_sen),
            _sum_if(_VISIT, Bill.points),
            _sum_if(pending, 1),
            _sum_if(void, 1),
        )
        .where(Bill.business_day.between(days.first, days.last))
        .group_by(Bill.outlet_id)
        .order_by(Bill.outlet_id)
    )
    return [BillSums(*map(int, row)) for row in db.execute(query)]


def visits(db: Session, days: Days, groups: dict[str, list[int]]) -> dict[str, Visits]:
    """The visits of each group of outlets, by its name; who came to two outlets of one came again there."""
    found = {}
    for name, outlet_ids in groups.items():
        by_member = (
            select(func.count().label("visits"), func.sum(Bill.amount_sen).label("amount"))
            .where(_VISIT, Bill.business_day.between(days.first, days.last), Bill.outlet_id.in_(outlet_ids))
            .group_by(Bill.member_id)
            .subquery()
        )
        row = db.execute(
            select(
                func.coalesce(func.sum(by_member.c.visits), 0),
                func.coalesce(func.sum(by_member.c.amount), 0),
                func.count(),
                func.coalesce(_sum_if(by_member.c.visits > 1, 1), 0),
            ).select_from(by_member)
        ).one()
        found[name] = Visits(*map(int, row))
    return found


def visitors(days: Days) -> Select[Any]:
    """The ids of the members who paid a bill on these days, for another feature's reading."""
    return select(Bill.member_id).where(_VISIT, Bill.business_day.between(days.first, days.last))


def touched(db: Session, start: datetime, end: datetime) -> set[int]:
    """The members of bills that were recorded, verified or taken back in a window."""
    times = (Bill.created_at, Bill.verified_at, Bill.voided_at)
    then = or_(*(and_(time >= start, time < end) for time in times))
    return set(db.scalars(select(Bill.member_id).where(then).distinct()))


def _sum_if(condition: ColumnElement[bool], value: object) -> ColumnElement[int]:
    return func.sum(case((condition, value), else_=0))
