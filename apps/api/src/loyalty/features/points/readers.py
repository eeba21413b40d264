"""The readings of accounts: what members have, and where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Subquery, bindparam, func, select
from sqlalchemy.orm import Session

from loyalty.db.clock import ReadAt, moment
from loyalty.db.quick import Statement
from loyalty.errors import NotFound
from loyalty.features.points.models import PointAccount, PointLine
from loyalty.rules.points import Action
from loyalty.rules.tiers import keep_by

# Tables and not entities, and statements made once: these are read with every screen.
_ACCOUNTS, _LINES = PointAccount.__table__.c, PointLine.__table__.c

# For one join in another feature's read of a member.
STANDINGS = select(
    _ACCOUNTS.member_id,
    _ACCOUNTS.balance,
    _ACCOUNTS.tier_points,
    _ACCOUNTS.tier_level,
    _ACCOUNTS.last_earned_at,
).subquery("standings")

_MOVED = select(_LINES.member_id, _LINES.source_type, _LINES.source_id, _LINES.delta)

# For one join in another feature's audit: what was spent and on what, and what went back.
DEBITS = _MOVED.where(_LINES.action_id == Action.REDEEMED).subquery("debits")
CREDITS = _MOVED.where(_LINES.action_id == Action.ADJUSTED_IN).subquery("credits")


def entries_from(source_type: str) -> Subquery:
    """Every entry of the ledger that was written for a source of this type, for another feature's audit."""
    query = select(*_LINES).where(_LINES.source_type == source_type)
    return query.subquery(f"{source_type}_entries")


_TIER_STANDING = Statement(
    select(
        _ACCOUNTS.tier_points,
        _ACCOUNTS.tier_level,
        _ACCOUNTS.last_earned_at,
        _ACCOUNTS.steps_lost,
        ReadAt().label("read_at"),
    ).where(_ACCOUNTS.member_id == bindparam("of_member"))
)


@dataclass(frozen=True)
class TierStanding:
    """The points that count for the tier, and the Malaysian day by which earning any keeps it, or None."""

    current_member_membership_point: int
    keep_tier_by: date | None


def tier_standing_of(db: Session, member_id: int) -> TierStanding:
    """Where a member stands in her tier; raises NotFound when there is no account."""
    found = _TIER_STANDING.one(db, of_member=member_id)
    if found is None:
        raise NotFound("This member has no points account.")
    by = keep_by(found.tier_level, found.last_earned_at, found.steps_lost, moment(found.read_at))
    return TierStanding(found.tier_points, by)


def how_many(
    db: Session, *, level: int | None = None, balance_from: int = 0, balance_below: int | None = None
) -> int:
    """How many members have an account: of a level, or with so many points to spend."""
    account = PointAccount.__table__.c
    which = [account.balance >= balance_from]
    if level is not None:
        which.append(account.tier_level == level)
    if balance_below is not None:
        which.append(account.balance < balance_below)
    return db.scalar(select(func.count()).select_from(PointAccount).where(*which)) or 0
