"""Bills for managers and head office: over several outlets, by state, those with most flags first."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, case, exists, func, or_, select
from sqlalchemy.orm import Session, aliased

from loyalty.features.points.models import Bill
from loyalty.rules.bills import PROMISED_WITHIN, Flag, Waits, flags_of

# `pending`: not verified, and a till can; `waiting`: not verified, and the office has to.
# `unverified`: both. `counted`: every one that is not void.
STATES = ("unverified", "pending", "waiting", "overdue", "verified", "counted", "void")
ODD_FIRST = "odd"
_COLUMNS: dict[str, Any] = {
    "createdAt": Bill.created_at,
    "paidAt": Bill.paid_at,
    "amount": Bill.amount_sen,
    "points": Bill.points,
    "receiptNumber": Bill.receipt_number,
}
REVIEW_ORDER = (ODD_FIRST, *_COLUMNS)


@dataclass(frozen=True)
class Chosen:
    """Which bills: of some outlets, None: of all; in one of STATES; of a receipt, of business days, both
    included; of a member; with a flag.
    """

    outlet_ids: Collection[int] | None = None
    state: str | None = None
    receipt: str | None = None
    first: date | None = None
    last: date | None = None
    member_id: int | None = None
    flag: Flag | None = None


@dataclass(frozen=True)
class Sums:
    """How many bills, what they come to in sen, and their points."""

    bills: int
    amount_sen: int
    points: int


@dataclass(frozen=True)
class ReviewedBill:
    """A bill, and why to look at it first (`rules.bills.Flag`), if it is not void."""

    bill: Bill
    flags: list[Flag]


@dataclass(frozen=True)
class Waiting:
    """How many bills are not verified; of them those that are overdue, those that no till can verify, and of
    these those that need a second person.
    """

    pending: int
    overdue: int
    waiting: int
    second_person: int


def reviewed(
    db: Session,
    at: datetime,
    chosen: Chosen,
    *,
    sort: str = ODD_FIRST,
    descending: bool = True,
    limit: int = 100,
    offset: int = 0,
) -> list[ReviewedBill]:
    """A page of the bills that were chosen, sorted by one of REVIEW_ORDER.

    By `odd` those with most flags come first, then the newest, or the oldest when not `descending`.
    """
    keys = [Bill.created_at, Bill.id] if sort == ODD_FIRST else [_COLUMNS[sort], Bill.id]
    order: list[Any] = [each.desc() for each in keys] if descending else keys
    if sort == ODD_FIRST:
        order.insert(0, _gravity(at).desc())
    page = select(Bill.id).where(*_chosen(at, chosen)).order_by(*order).limit(limit).offset(offset)
    # Whether there is another is asked of these alone, not of all that are sorted.
    query = select(Bill, _has_another()).where(Bill.id.in_(page)).order_by(*order)
    return [
        ReviewedBill(
            bill,
            flags_of(
                is_pending=bill.verified_at is None,
                created_at=bill.created_at,
                waits_for=bill.waits_for,
                by_hand=bill.recorded_by is not None,
                has_another=bool(has_another),
                now=at,
            )
            if bill.voided_at is None
            else [],
        )
        for bill, has_another in db.execute(query)
    ]


def sums(db: Session, at: datetime, chosen: Chosen) -> Sums:
    """The sums of all bills that were chosen."""
    query = select(
        func.count(),
        func.coalesce(func.sum(Bill.amount_sen), 0),
        func.coalesce(func.sum(Bill.points), 0),
    ).where(*_chosen(at, chosen))
    return Sums(*map(int, db.execute(query).one()))


def waiting(db: Session, at: datetime, outlet_ids: Collection[int] | None) -> Waiting:
    """The counts of the bills of some outlets, None: of all."""
    query = select(
        func.count(),
        func.coalesce(func.sum(case((_overdue(at), 1), else_=0)), 0),
        func.coalesce(func.sum(case((Bill.waits_for.is_not(None), 1), else_=0)), 0),
        func.coalesce(func.sum(case((Bill.waits_for == Waits.SECOND_PERSON, 1), else_=0)), 0),
    ).where(_pending())
    if outlet_ids is not None:
        query = query.where(Bill.outlet_id.in_(outlet_ids))
    return Waiting(*map(int, db.execute(query).one()))


def waiting_by_outlet(db: Session, outlet_ids: Collection[int] | None) -> dict[int, int]:
    """How many bills are not verified at each of some outlets, None: at all; without those that have none."""
    query = select(Bill.outlet_id, func.count()).where(_pending()).group_by(Bill.outlet_id)
    if outlet_ids is not None:
        query = query.where(Bill.outlet_id.in_(outlet_ids))
    return {outlet_id: count for outlet_id, count in db.execute(query)}


def with_receipt(
    db: Session, receipt: str, outlet_ids: Collection[int] | None, day: date | None = None
) -> list[int]:
    """The members of the bills with a receipt number that are not void, each once, at most two."""
    query = select(Bill.member_id).where(Bill.receipt_number == receipt, Bill.voided_at.is_(None))
    if outlet_ids is not None:
        query = query.where(Bill.outlet_id.in_(outlet_ids))
    if day is not None:
        query = query.where(Bill.business_day == day)
    return list(db.scalars(query.distinct().limit(2)))


def _chosen(at: datetime, chosen: Chosen) -> list[ColumnElement[bool]]:
    wanted: list[ColumnElement[bool]] = []
    if chosen.outlet_ids is not None:
        wanted.append(Bill.outlet_id.in_(chosen.outlet_ids))
    if chosen.receipt is not None:
        wanted.append(Bill.receipt_number == chosen.receipt)
    if chosen.first is not None:
        wanted.append(Bill.business_day >= chosen.first)
    if chosen.last is not None:
        wanted.append(Bill.business_day <= chosen.last)
    if chosen.member_id is not None:
        wanted.append(Bill.member_id == chosen.member_id)
    if chosen.state is not None:
        wanted.append(_in_state(chosen.state, at))
    if chosen.flag is not None:
        wanted.append(_with_flag(chosen.flag, at))
    return wanted


def _in_state(state: str, at: datetime) -> ColumnElement[bool]:
    return {
        "unverified": _pending(),
        "pending": and_(_pending(), Bill.waits_for.is_(None)),
        "waiting": and_(_pending(), Bill.waits_for.is_not(None)),
        "overdue": and_(_pending(), _overdue(at)),
        "verified": and_(Bill.verified_at.is_not(None), Bill.voided_at.is_(None)),
        "counted": Bill.voided_at.is_(None),
        "void": Bill.voided_at.is_not(None),
    }[state]


def _with_flag(flag: Flag, at: datetime) -> ColumnElement[bool]:
    """As `rules.bills.flags_of`."""
    by_hand = and_(Bill.voided_at.is_(None), Bill.recorded_by.is_not(None))
    if flag is Flag.BY_HAND:
        return by_hand
    if flag is Flag.OVERDUE:
        return and_(_pending(), _overdue(at))
    if flag is Flag.SECOND_OF_DAY:
        odd = or_(by_hand, and_(_pending(), or_(_overdue(at), Bill.waits_for.is_not(None))))
        return and_(odd, _has_another())
    return and_(_pending(), Bill.waits_for == flag)


def _pending() -> ColumnElement[bool]:
    return and_(Bill.verified_at.is_(None), Bill.voided_at.is_(None))


def _overdue(at: datetime) -> Any:
    return Bill.created_at <= at - PROMISED_WITHIN


def _has_another() -> ColumnElement[bool]:
    """Whether the member has another bill at the same outlet on the same business day."""
    other = aliased(Bill)
    return exists().where(
        other.member_id == Bill.member_id,
        other.outlet_id == Bill.outlet_id,
        other.business_day == Bill.business_day,
        other.voided_at.is_(None),
        other.id != Bill.id,
    )


def _gravity(at: datetime) -> Any:
    """A number by which bills with graver flags come first, as `rules.bills.flags_of` orders them."""
    grave: Any = (
        case((and_(_pending(), Bill.waits_for.is_not(None)), 8), else_=0)
        + case((and_(_pending(), _overdue(at)), 4), else_=0)
        + case((Bill.recorded_by.is_not(None), 2), else_=0)
    )
    with_another = case((and_(grave > 0, _has_another()), grave + 1), else_=grave)
    return case((Bill.voided_at.is_not(None), 0), else_=with_another)
