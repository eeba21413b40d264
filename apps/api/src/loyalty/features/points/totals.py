"""The ledger added up: over everybody, what was given and taken and is still owed; a member's month."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import and_, case, exists, func, or_, select
from sqlalchemy.orm import Session, aliased

from loyalty.features.points.models import PointAccount, PointLine
from loyalty.rules.calendar import malaysian_date, month_bounds
from loyalty.rules.points import Action


@dataclass(frozen=True)
class Totals:
    """Points of all members: issued + adjusted_in = redeemed + adjusted_out + outstanding (trust.md I-12)."""

    issued: int
    redeemed: int
    adjusted_in: int
    adjusted_out: int
    outstanding: int
    members: int


def with_lines(db: Session, start: datetime, end: datetime) -> set[int]:
    """The members whose ledger grew in a window."""
    then = PointLine.created_at >= start, PointLine.created_at < end
    return set(db.scalars(select(PointLine.member_id).where(*then).distinct()))


def totals(db: Session) -> Totals:
    """What the lines add up to, and what the accounts hold."""
    by_action = {
        row.action_id: abs(int(row.moved))
        for row in db.execute(
            select(PointLine.action_id, func.sum(PointLine.delta).label("moved")).group_by(
                PointLine.action_id
            )
        )
    }
    holding = func.sum(case((PointAccount.balance > 0, 1), else_=0))
    held, members = db.execute(select(func.coalesce(func.sum(PointAccount.balance), 0), holding)).one()
    return Totals(
        issued=by_action.get(Action.EARNED, 0),
        redeemed=by_action.get(Action.REDEEMED, 0),
        adjusted_in=by_action.get(Action.ADJUSTED_IN, 0),
        adjusted_out=by_action.get(Action.ADJUSTED_OUT, 0),
        outstanding=int(held),
        members=int(members or 0),
    )


@dataclass(frozen=True)
class MonthTotals:
    """The points of a member in one Malaysian month (`YYYY-MM`): earned by bills, and used for rewards."""

    month: str
    earned: int
    used: int


def month_totals(db: Session, member_id: int, at: datetime) -> MonthTotals:
    """What a member earned and used in the month that `at` lies in.

    A bill that was taken back earned nothing, and a claim whose points came back used none: such a line has
    one of the same source that undoes it.
    """
    first, next_first = month_bounds(malaysian_date(at))
    undoing = aliased(PointLine)
    undone = exists().where(
        undoing.source_type == PointLine.source_type,
        undoing.source_id == PointLine.source_id,
        or_(
            and_(PointLine.action_id == Action.EARNED, undoing.action_id == Action.ADJUSTED_OUT),
            and_(PointLine.action_id == Action.REDEEMED, undoing.action_id == Action.ADJUSTED_IN),
        ),
    )
    query = (
        select(PointLine.action_id, func.sum(PointLine.delta).label("moved"))
        .where(PointLine.member_id == member_id, PointLine.action_id.in_([Action.EARNED, Action.REDEEMED]))
        .where(PointLine.created_at >= first, PointLine.created_at < next_first, ~undone)
        .group_by(PointLine.action_id)
    )
    moved = {row.action_id: abs(int(row.moved)) for row in db.execute(query)}
    return MonthTotals(
        month=f"{malaysian_date(at):%Y-%m}",
        earned=moved.get(Action.EARNED, 0),
        used=moved.get(Action.REDEEMED, 0),
    )
