"""The ledger as its member reads it: each entry with its reason, in one statement."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    RowMapping,
    Select,
    Subquery,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy.orm import Session, aliased

from loyalty.db.clock import now
from loyalty.features.outlets.outlets import Outlet
from loyalty.features.points.entries import LedgerEntry
from loyalty.features.points.ledger import standings
from loyalty.features.points.models import BILL_SOURCE, VOUCHER_SOURCE, Bill, PointAccount
from loyalty.rules.calendar import malaysian_date, month_bounds
from loyalty.rules.points import (
    CORRECTIONS,
    ON_THE_WIRE,
    ONCE,
    Action,
    before_rounding,
    cancelled_name,
    earned,
    reason_in,
    times,
)

# A member's entries are numbered in the order of their time: the number sorts as `createdAt`, without ties.
ACTIVITY_ORDER = {"createdAt": LedgerEntry.__table__.c.seq}


_LEDGER, _BILLS, _OUTLETS = LedgerEntry.__table__.c, Bill.__table__.c, Outlet.__table__.c


def _source(kind: str) -> Any:
    """The id in an entry of this source. Ids of other sources are not numbers and are not cast."""
    return case((_LEDGER.source_type == kind, cast(_LEDGER.source_id, BigInteger)))


_ENTRIES = (
    select(
        _LEDGER.id,
        _LEDGER.action_id,
        _LEDGER.remark,
        _LEDGER.delta,
        _LEDGER.created_at,
        _BILLS.amount_sen.label("amount"),
        _BILLS.multiplier_tenths,
        _BILLS.receipt_number,
        _BILLS.paid_at,
        _BILLS.outlet_id,
        _OUTLETS.name.label("outlet_name"),
        _source(VOUCHER_SOURCE).label("member_reward_id"),
    )
    .outerjoin(Bill.__table__, and_(_BILLS.member_id == _LEDGER.member_id, _BILLS.id == _source(BILL_SOURCE)))
    .outerjoin(Outlet.__table__, _OUTLETS.id == _BILLS.outlet_id)
    .where(_LEDGER.member_id == bindparam("member_id"))
    .where(_LEDGER.action_id.in_(bindparam("actions", expanding=True)))
    .limit(bindparam("limit", type_=Integer))
    .offset(bindparam("offset", type_=Integer))
)
# Made once, of columns: the home of the app begins with the newest entries (docs/performance.md).
_PAGES = {
    (sort, descending): _ENTRIES.order_by(order.desc() if descending else order)
    for sort, order in ACTIVITY_ORDER.items()
    for descending in (True, False)
}


def activities(
    db: Session,
    member_id: int,
    *,
    sort: str = "createdAt",
    descending: bool = True,
    limit: int = 100,
    offset: int = 0,
    action_id: Sequence[int] = (),
    created_start_at: datetime | None = None,
    created_end_at: datetime | None = None,
) -> list[dict[str, Any]]:
    """A page of a member's entries as ActivitySchema has them, by default the newest first; steps down are no
    activities. `points` has no sign: it follows from the action (spec 000 §4).

    `action_id` chooses actions, empty means all. Both ends of the window count.
    """
    query = _PAGES[sort, descending]
    if created_start_at is not None:
        query = query.where(_LEDGER.created_at >= created_start_at)
    if created_end_at is not None:
        query = query.where(_LEDGER.created_at <= created_end_at)
    actions = [each for each in ON_THE_WIRE if not action_id or each in action_id]
    page = {"member_id": member_id, "actions": actions, "limit": limit, "offset": offset}
    return [_with_reason(row) for row in db.execute(query, page).mappings().all()]


def _with_reason(row: RowMapping) -> dict[str, Any]:
    """An entry with what it came from: of a bill, verified or void, how its points follow; of a claim or its
    cancelling the voucher's name as it was claimed; of a correction the given reason.
    """
    action, sen, tenths, remark = row["action_id"], row["amount"], row["multiplier_tenths"], row["remark"]
    is_of_bill = sen is not None
    reason = reason_in(remark) if action in CORRECTIONS else None
    name = remark if action == Action.REDEEMED else cancelled_name(remark, reason)
    return {
        **row,
        "points": abs(row["delta"]),
        "multiplier": times(tenths) if is_of_bill else None,
        "base_points": earned(sen, ONCE) if is_of_bill else None,
        "exact_points": before_rounding(sen, tenths) if is_of_bill else None,
        "member_reward_name": None if row["member_reward_id"] is None else name,
        "reason": reason,
    }


def with_lines(db: Session, start: datetime, end: datetime) -> set[int]:
    """The members whose ledger grew in a window."""
    query = select(LedgerEntry.member_id).where(LedgerEntry.created_at >= start, LedgerEntry.created_at < end)
    return set(db.scalars(query.distinct()))


def outstanding(db: Session) -> int:
    """The points that members hold now."""
    return int(db.execute(select(func.coalesce(func.sum(PointAccount.balance), 0))).scalar_one())


class Holder(NamedTuple):
    """A member who holds points, and the level they have."""

    member_id: int
    balance: int
    tier_level: int


def holders(db: Session, *, limit: int, offset: int, descending: bool) -> list[Holder]:
    """A page of the members who hold points, by id."""
    order = PointAccount.member_id.desc() if descending else PointAccount.member_id
    query = select(PointAccount).where(PointAccount.balance > 0)
    accounts = db.scalars(query.order_by(order).limit(limit).offset(offset)).all()
    there = standings(db, accounts, now(db))
    return [
        Holder(account.member_id, account.balance, standing.level)
        for account, standing in zip(accounts, there, strict=True)
    ]


@dataclass(frozen=True)
class MonthTotals:
    """The points of a member in one Malaysian month (`YYYY-MM`): earned by bills, and used for rewards."""

    month: str
    earned: int
    used: int


def last_visits() -> Subquery:
    """The `day` of each member's newest bill that is not void, for another feature's reading."""
    newest = func.max(Bill.business_day).label("day")
    query = select(Bill.member_id, newest).where(Bill.voided_at.is_(None))
    return query.group_by(Bill.member_id).subquery("last_visits")


def visited_at_least(count: int) -> Select[int]:
    """A query for the ids of the members with bills that stand on so many days, for another feature."""
    query = select(Bill.member_id).where(Bill.voided_at.is_(None)).group_by(Bill.member_id)
    return query.having(func.count(Bill.business_day.distinct()) >= count)


def not_reversed() -> ColumnElement[bool]:
    """Entries that stand: a bill's that is not void, a claim's whose points did not come back."""
    undoing = aliased(LedgerEntry)
    return ~exists().where(
        undoing.member_id == LedgerEntry.member_id,
        undoing.source_type == LedgerEntry.source_type,
        undoing.source_id == LedgerEntry.source_id,
        or_(
            and_(LedgerEntry.action_id == Action.EARNED, undoing.action_id == Action.ADJUSTED_OUT),
            and_(LedgerEntry.action_id == Action.REDEEMED, undoing.action_id == Action.ADJUSTED_IN),
        ),
    )


def month_totals(db: Session, member_id: int, at: datetime) -> MonthTotals:
    """What a member earned and used in the month that `at` lies in.

    A void bill earned nothing, and a claim whose points came back used none: such an entry has another of
    the same source that reverses it.
    """
    first, next_first = month_bounds(malaysian_date(at))
    query = (
        select(LedgerEntry.action_id, func.sum(LedgerEntry.delta).label("moved"))
        .where(
            LedgerEntry.member_id == member_id, LedgerEntry.action_id.in_([Action.EARNED, Action.REDEEMED])
        )
        .where(LedgerEntry.created_at >= first, LedgerEntry.created_at < next_first, not_reversed())
        .group_by(LedgerEntry.action_id)
    )
    moved = {row.action_id: abs(int(row.moved)) for row in db.execute(query)}
    return MonthTotals(
        month=f"{malaysian_date(at):%Y-%m}",
        earned=moved.get(Action.EARNED, 0),
        used=moved.get(Action.REDEEMED, 0),
    )
