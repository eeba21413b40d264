"""How many members there are, joined, left and came: the operators' figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, func, select
from sqlalchemy.orm import Session

from loyalty.features.members.models import Member
from loyalty.rules.calendar import Days


@dataclass(frozen=True)
class MemberSums:
    """Members of one outlet, as they chose it (None: none, or the member has left).

    `members` were there when the days ended; of those who `joined` on these days, `invited` by a member;
    `left` on these days were erased; `active` were there at the end and came within the time asked about.
    """

    outlet_id: int | None
    members: int
    joined: int
    invited: int
    left: int
    active_30: int
    active_90: int


def by_outlet(db: Session, days: Days, came_30: Select[Any], came_90: Select[Any]) -> list[MemberSums]:
    """The figures of each outlet; `came_30` and `came_90` select the ids of members who came of late."""
    there = and_(Member.created_at < days.end, (Member.erased_at.is_(None)) | (Member.erased_at >= days.end))
    joined = and_(Member.created_at >= days.start, Member.created_at < days.end)
    left = and_(Member.erased_at >= days.start, Member.erased_at < days.end)
    query = (
        select(
            Member.outlet_id,
            _count_if(there),
            _count_if(joined),
            _count_if(and_(joined, Member.referrer_id.is_not(None))),
            _count_if(left),
            _count_if(and_(there, Member.id.in_(came_30))),
            _count_if(and_(there, Member.id.in_(came_90))),
        )
        .group_by(Member.outlet_id)
        .order_by(Member.outlet_id)
    )
    return [MemberSums(row[0], *map(int, row[1:])) for row in db.execute(query)]


def _count_if(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0))
