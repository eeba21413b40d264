"""The points that members hold as at a day, with what moved them since another, out of the ledger.

By outlet, points belong to the outlet whose bill gave them, and are spent oldest first. A void bill's points
are those of its own outlet; corrections by hand are of no outlet.
"""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Integer, Subquery, and_, case, cast, func, or_, select
from sqlalchemy.orm import Session
from sqlalchemy.sql.functions import FunctionElement

from loyalty.features.points.entries import LedgerEntry
from loyalty.features.points.models import BILL_SOURCE, VOUCHER_SOURCE, Bill
from loyalty.rules.calendar import Days
from loyalty.rules.points import Action

ERASURE_SOURCE = "erasure"

# PostgreSQL's sums of 64-bit numbers are `numeric`: with 32-bit ones a year by outlet takes a third less.
_POINTS = cast(LedgerEntry.delta, Integer)
_RETURNS = and_(LedgerEntry.action_id == Action.ADJUSTED_IN, LedgerEntry.source_type == VOUCHER_SOURCE)


class Kind(StrEnum):
    """Why points moved: a bill was verified, a voucher was claimed, a member left, anything else."""

    EARNED = "earned"
    SPENT = "spent"
    EXPIRED = "expired"
    CORRECTED = "corrected"


@dataclass(frozen=True)
class Roll:
    """Points from one day to another, signed: `closing` is `opening` with the four movements."""

    opening: int
    earned: int
    spent: int
    expired: int
    corrected: int
    closing: int


@dataclass(frozen=True)
class LedgerSums:
    """The sums of the ledger's entries, how many there are up to the last day, and when the last was made."""

    roll: Roll
    entries: int
    last_entry_at: datetime | None


@dataclass(frozen=True)
class PointEntry:
    """An entry of the ledger that moved points, with its bill where it has one."""

    id: int
    created_at: datetime
    member_id: int
    points: int
    remark: str
    bill_id: int | None
    receipt_number: str | None
    outlet_id: int | None
    business_day: date | None
    amount_sen: int | None


def sums(db: Session, days: Days) -> LedgerSums:
    """The roll-forward of all points over some days, straight from the entries."""
    before = LedgerEntry.created_at < days.start
    moved = {
        kind: _sum(and_(LedgerEntry.created_at >= days.start, _is(kind)), LedgerEntry.delta) for kind in Kind
    }
    query = select(
        _sum(before, LedgerEntry.delta),
        *moved.values(),
        func.coalesce(func.sum(LedgerEntry.delta), 0),
        func.count(),
        func.max(LedgerEntry.created_at),
    ).where(LedgerEntry.created_at < days.end)
    *points, entries, last_entry_at = db.execute(query).one()
    return LedgerSums(Roll(*map(int, points)), int(entries), last_entry_at)


def by_outlet(db: Session, days: Days) -> dict[int | None, Roll]:
    """The same by the outlet that gave the points; None: of no outlet.

    Of each member the lots of points they were given stand in the order of the ledger, and what was spent
    consumes them from the first. A lot's rest at a moment is what the running sum of the lots up to it
    exceeds the spent points by. Movements follow from the rests after each of them: what adds points is
    applied first, so that no step falls below zero.
    """
    lots, used = _lots(days), _used(days)

    def rest(points: str, uses: str) -> ColumnElement[int]:
        """What is left of a lot. Points that were spent and returned on the same days go to the first lot:
        there less than nothing was used.
        """
        over = lots.c[f"{points}_sum"] - func.coalesce(used.c[uses], 0)
        whole = lots.c[points]
        return case((over <= 0, 0), (or_(over < whole, lots.c.seq == lots.c.first_seq), over), else_=whole)

    query = (
        select(
            Bill.outlet_id,
            func.sum(lots.c.earned),
            func.sum(case((lots.c.is_before, rest("given", "before")), else_=0)),
            func.sum(rest("given", "after_returns")),
            func.sum(rest("kept", "after_returns")),
            func.sum(rest("kept", "after_spending")),
            func.sum(rest("kept", "after_taking")),
            func.sum(rest("kept", "after_expiry")),
        )
        .select_from(lots)
        .outerjoin(used, used.c.member_id == lots.c.member_id)
        .outerjoin(Bill, Bill.id == lots.c.bill_id)
        .group_by(Bill.outlet_id)
    )
    found: dict[int | None, Roll] = {}
    for outlet_id, *values in db.execute(query):
        earned, opening, given, kept, spent, taken, closing = map(int, values)
        found[outlet_id] = Roll(
            opening=opening,
            earned=earned,
            spent=spent - kept,
            expired=closing - taken,
            corrected=(given - opening - earned) + (kept - given) + (taken - spent),
            closing=closing,
        )
    return found


def entries(
    db: Session, days: Days, kind: Kind, outlet_id: int | None, *, limit: int, offset: int, descending: bool
) -> list[PointEntry]:
    """A page of the entries that moved points for one reason on some days, at an outlet or at all."""
    query = (
        select(
            LedgerEntry.id,
            LedgerEntry.created_at,
            LedgerEntry.member_id,
            LedgerEntry.delta.label("points"),
            LedgerEntry.remark,
            Bill.id.label("bill_id"),
            Bill.receipt_number,
            Bill.outlet_id,
            Bill.business_day,
            Bill.amount_sen,
        )
        .outerjoin(Bill, and_(Bill.member_id == LedgerEntry.member_id, Bill.id == _bill_id()))
        .where(LedgerEntry.created_at >= days.start, LedgerEntry.created_at < days.end)
        .where(_is(kind), LedgerEntry.delta != 0)
        .limit(limit)
        .offset(offset)
    )
    if outlet_id is not None:
        query = query.where(Bill.outlet_id == outlet_id)
    order = (LedgerEntry.created_at, LedgerEntry.id)
    query = query.order_by(*(each.desc() for each in order) if descending else order)
    return [PointEntry(**row._mapping) for row in db.execute(query)]


def _lots(days: Days) -> Subquery:
    """The points that members were given until the end of the days, a row a lot, with their running sums:
    `given` is without what was taken back before the days, `kept` without what was taken back on them too.
    """
    entry, before = LedgerEntry, LedgerEntry.created_at < days.start
    voids = (
        select(
            entry.member_id,
            entry.source_id,
            _sum(before, entry.delta).label("before"),
            func.sum(entry.delta).label("until_end"),
        )
        .where(entry.source_type == BILL_SOURCE, entry.action_id == Action.ADJUSTED_OUT)
        .where(entry.created_at < days.end)
        .group_by(entry.member_id, entry.source_id)
        .subquery("voids")
    )
    its_void = and_(
        entry.source_type == BILL_SOURCE,
        voids.c.member_id == entry.member_id,
        voids.c.source_id == entry.source_id,
    )
    given = cast(entry.delta + func.coalesce(voids.c.before, 0), Integer)
    kept = cast(entry.delta + func.coalesce(voids.c.until_end, 0), Integer)

    def until(value: FunctionElement[int]) -> ColumnElement[int]:
        return value.over(partition_by=entry.member_id, order_by=entry.seq)

    return (
        select(
            entry.member_id,
            entry.seq,
            _bill_id().label("bill_id"),
            before.label("is_before"),
            case((and_(~before, entry.action_id == Action.EARNED), entry.delta), else_=0).label("earned"),
            given.label("given"),
            kept.label("kept"),
            until(func.sum(given)).label("given_sum"),
            until(func.sum(kept)).label("kept_sum"),
            until(func.min(entry.seq)).label("first_seq"),
        )
        .outerjoin(voids, its_void)
        .where(entry.created_at < days.end)
        .where(
            or_(
                entry.action_id == Action.EARNED,
                and_(entry.action_id == Action.ADJUSTED_IN, entry.source_type != VOUCHER_SOURCE),
            )
        )
        .subquery("lots")
    )


def _used(days: Days) -> Subquery:
    """What each member consumed before the days, and with that on them, a reason more in each column; the
    points of a cancelled voucher are not consumed.
    """
    entry = LedgerEntry
    before, spends, expires = entry.created_at < days.start, _is(Kind.SPENT), _is(Kind.EXPIRED)
    takes = and_(entry.action_id == Action.ADJUSTED_OUT, entry.source_type != BILL_SOURCE)
    return (
        select(
            entry.member_id,
            _sum(before, -_POINTS).label("before"),
            _sum(or_(before, _RETURNS), -_POINTS).label("after_returns"),
            _sum(or_(before, _RETURNS, spends), -_POINTS).label("after_spending"),
            _sum(or_(before, ~expires), -_POINTS).label("after_taking"),
            func.sum(-_POINTS).label("after_expiry"),
        )
        .where(entry.created_at < days.end, or_(_RETURNS, spends, takes))
        .group_by(entry.member_id)
        .subquery("used")
    )


def _is(kind: Kind) -> ColumnElement[bool]:
    action, is_erasure = LedgerEntry.action_id, LedgerEntry.source_type == ERASURE_SOURCE
    match kind:
        case Kind.EARNED:
            return action == Action.EARNED
        case Kind.SPENT:
            return action == Action.REDEEMED
        case Kind.EXPIRED:
            return and_(action == Action.ADJUSTED_OUT, is_erasure)
        case Kind.CORRECTED:
            return and_(action.in_([Action.ADJUSTED_IN, Action.ADJUSTED_OUT]), ~is_erasure)


def _bill_id() -> Any:
    """The bill of an entry. Ids of other sources are not numbers and are not cast."""
    return case((LedgerEntry.source_type == BILL_SOURCE, cast(LedgerEntry.source_id, BigInteger)))


def _sum(condition: ColumnElement[bool], value: Any) -> Any:
    return func.coalesce(func.sum(case((condition, value), else_=0)), 0)
