"""The ledger added up over everybody: what was ever given and taken, and what is still owed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from loyalty.features.points.models import PointAccount, PointLine
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
