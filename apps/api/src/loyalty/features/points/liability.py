"""The points that members hold as at a day, with what moved them since another, out of the ledger.

By outlet, points belong to the outlet whose bill gave them, and are spent oldest first. A void bill's points
are those of its own outlet; corrections by hand are of no outlet.
"""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, and_, case, cast, func, or_, select
from sqlalchemy.orm import Session

from loyalty.features.points.entries import LedgerEntry
from loyalty.features.points.models import BILL_SOURCE, VOUCHER_SOURCE, Bill
from loyalty.rules.calendar import Days
from loyalty.rules.points import Action

ERASURE_SOURCE = "erasure"


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
    rows = _running(_by_source(days))
    query = (
        select(
            Bill.outlet_id,
            func.sum(rows.c.earned),
            func.sum(_rest(rows, "opening", "used_before")),
            func.sum(_rest(rows, "given", "used_after_returns")),
            func.sum(_rest(rows, "kept", "used_after_returns")),
            func.sum(_rest(rows, "kept", "used_after_spending")),
            func.sum(_rest(rows, "kept", "used_after_taking")),
            func.sum(_rest(rows, "kept", "used_after_expiry")),
        )
        .select_from(rows)
        .outerjoin(Bill, and_(Bill.member_id == rows.c.member_id, Bill.id == rows.c.bill_id))
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


def _by_source(days: Days) -> Any:
    """What each source moved, a row a member's source. Of a lot, which has a `seq`: its points before the
    days, with what was given on them, and with what was taken back on them too. Of any other: the points it
    consumed before the days, and with those on them, a reason more in each column; a cancelled voucher's are
    not consumed.
    """
    entry = LedgerEntry
    before = entry.created_at < days.start
    gives = entry.action_id.in_([Action.EARNED, Action.ADJUSTED_IN])
    is_lot = or_(
        entry.action_id == Action.EARNED,
        and_(entry.action_id == Action.ADJUSTED_IN, entry.source_type != VOUCHER_SOURCE),
        and_(entry.action_id == Action.ADJUSTED_OUT, entry.source_type == BILL_SOURCE),
    )
    returns = and_(entry.action_id == Action.ADJUSTED_IN, entry.source_type == VOUCHER_SOURCE)
    takes = and_(entry.action_id == Action.ADJUSTED_OUT, entry.source_type != BILL_SOURCE)
    spends = _is(Kind.SPENT)
    uses = or_(returns, spends, takes)
    return (
        select(
            entry.member_id,
            func.min(case((is_lot, entry.seq))).label("seq"),
            func.max(_bill_id()).label("bill_id"),
            _sum(and_(is_lot, before), entry.delta).label("opening"),
            _sum(and_(is_lot, or_(before, gives)), entry.delta).label("given"),
            _sum(is_lot, entry.delta).label("kept"),
            _sum(and_(~before, entry.action_id == Action.EARNED), entry.delta).label("earned"),
            _sum(and_(uses, before), -entry.delta).label("used_before"),
            _sum(and_(uses, or_(before, returns)), -entry.delta).label("used_after_returns"),
            _sum(and_(uses, or_(before, returns, spends)), -entry.delta).label("used_after_spending"),
            _sum(and_(uses, or_(before, ~_is(Kind.EXPIRED))), -entry.delta).label("used_after_taking"),
            _sum(uses, -entry.delta).label("used_after_expiry"),
        )
        .where(or_(is_lot, uses), entry.created_at < days.end)
        .group_by(entry.member_id, entry.source_type, entry.source_id)
        .subquery("sources")
    )


def _running(sources: Any) -> Any:
    """The same with the running sums of a member's lots and with all that the member used.

    Both are windows over one scan: SQLite joins a sum of each member by reading all members for each lot.
    """

    def until(name: str) -> Any:
        running = func.sum(sources.c[name]).over(partition_by=sources.c.member_id, order_by=sources.c.seq)
        return running.label(f"{name}_sum")

    def of_member(aggregate: Any) -> Any:
        return aggregate.over(partition_by=sources.c.member_id)

    carried = ("member_id", "seq", "bill_id", "opening", "given", "kept", "earned")
    return select(
        *(sources.c[name] for name in carried),
        until("opening"),
        until("given"),
        until("kept"),
        of_member(func.min(sources.c.seq)).label("first_seq"),
        *(of_member(func.sum(each)).label(each.name) for each in sources.c if each.name.startswith("used_")),
    ).subquery("running")


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


def _rest(rows: Any, which: str, used: str) -> Any:
    """What is left of a lot. Points that were spent and returned on the same days go to the first lot: there
    less than nothing was used.
    """
    points, over = rows.c[which], rows.c[f"{which}_sum"] - rows.c[used]
    return case((over <= 0, 0), (or_(over < points, rows.c.seq == rows.c.first_seq), over), else_=points)


def _sum(condition: ColumnElement[bool], value: Any) -> Any:
    return func.coalesce(func.sum(case((condition, value), else_=0)), 0)
