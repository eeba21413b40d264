"""Queries of bills: one, a member's, an outlet's, an operator's."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Select, and_, case, func, or_, select
from sqlalchemy.orm import Session

from loyalty.errors import NotFound
from loyalty.features.points.models import Bill
from loyalty.rules.bills import Status, Waits, status_of
from loyalty.rules.calendar import Days
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem
from loyalty.rules.staff import account_of

BILL_ORDER: dict[str, Any] = {"createdAt": Bill.created_at}


def status(bill: Bill) -> Status:
    """What has become of a bill."""
    return status_of(bill.verified_at, bill.voided_at)


def recorder(bill: Bill) -> str | None:
    """Who recorded a bill, as signatures name them; None for a till by itself."""
    return account_of(bill.staff_id) if bill.staff_id is not None else bill.recorded_by


def why_no_till(bill: Bill) -> Problem | None:
    """Why no till can verify a pending bill; None when one can or when it is not pending."""
    if bill.waits_for is None or status(bill) is not Status.PENDING:
        return None
    return Waits(bill.waits_for).problem


def read(db: Session, bill_id: int, outlet_id: int | None = None) -> Bill:
    """One bill; raises NotFound, also for another outlet's when a till asks."""
    query = select(Bill).where(Bill.id == bill_id)
    if outlet_id is not None:
        query = query.where(Bill.outlet_id == outlet_id)
    # A session that has read it before may be older than the lock of its account.
    bill = db.scalars(query.execution_options(populate_existing=True)).one_or_none()
    if bill is None:
        raise NotFound(Code.BILL_NOT_FOUND)
    return bill


def by_ids(db: Session, ids: Collection[int]) -> dict[int, Bill]:
    """Bills in any state by their ids."""
    return {bill.id: bill for bill in db.scalars(select(Bill).where(Bill.id.in_(ids)))}


def of_member(
    db: Session,
    member_id: int,
    *,
    sort: str = "createdAt",
    descending: bool = True,
    limit: int = 100,
    offset: int = 0,
) -> list[Bill]:
    """A page of a member's bills, by default the newest first, without those voided while pending."""
    wanted = and_(Bill.member_id == member_id, or_(Bill.voided_at.is_(None), Bill.verified_at.is_not(None)))
    return _page(db, wanted, sort=sort, descending=descending, limit=limit, offset=offset)


def of_outlet(
    db: Session,
    outlet_id: int,
    *,
    receipt: str | None = None,
    day: date | None = None,
    is_pending: bool = False,
    sort: str = "createdAt",
    descending: bool = True,
    limit: int = 100,
    offset: int = 0,
) -> list[Bill]:
    """A page of an outlet's bills, void ones too: of a receipt (normalised), of a day, or only pending."""
    wanted = Bill.outlet_id == outlet_id
    if receipt is not None:
        wanted = and_(wanted, Bill.receipt_number == receipt)
    if day is not None:
        wanted = and_(wanted, Bill.business_day == day)
    if is_pending:
        wanted = and_(wanted, _is(Status.PENDING))
    return _page(db, wanted, sort=sort, descending=descending, limit=limit, offset=offset)


def listed(
    db: Session,
    *,
    status: Status | None = None,
    outlet_id: int | None = None,
    member_id: int | None = None,
    receipt: str | None = None,
    days: tuple[date, date] | None = None,
    after: int = 0,
    limit: int = 1_000,
) -> list[Bill]:
    """Bills by id from `after` on; `receipt` is normalised (`rules.bills.receipt`)."""
    query = select(Bill).where(Bill.id > after)
    if status is not None:
        query = query.where(_is(status))
    if outlet_id is not None:
        query = query.where(Bill.outlet_id == outlet_id)
    if member_id is not None:
        query = query.where(Bill.member_id == member_id)
    if receipt is not None:
        query = query.where(Bill.receipt_number == receipt)
    if days is not None:
        query = query.where(Bill.business_day.between(*days))
    return list(db.scalars(query.order_by(Bill.id).limit(limit)))


def of_till(db: Session, till_id: int, days: Days) -> list[Bill]:
    """The bills that a till recorded or verified on some Malaysian days, by id, in any state."""
    query = select(Bill).where(
        or_(
            and_(Bill.till_id == till_id, Bill.created_at >= days.start, Bill.created_at < days.end),
            and_(
                Bill.verified_till_id == till_id,
                Bill.verified_at >= days.start,
                Bill.verified_at < days.end,
            ),
        )
    )
    return list(db.scalars(query.order_by(Bill.id)))


def verified_by_tills(db: Session, till_id: int, member_id: int, since: datetime) -> tuple[int, int]:
    """The sen verified since a moment, not void: within this till's limits, and by tills for a member."""
    verified = select(func.coalesce(func.sum(Bill.amount_sen), 0)).where(
        Bill.verified_at >= since, Bill.voided_at.is_(None)
    )
    of_till = verified.where(Bill.verified_till_id == till_id)
    of_member = verified.where(Bill.member_id == member_id, Bill.verified_till_id.is_not(None))
    by_till, by_member = db.execute(select(of_till.scalar_subquery(), of_member.scalar_subquery())).one()
    return int(by_till), int(by_member)


def _page(db: Session, wanted: Any, *, sort: str, descending: bool, limit: int, offset: int) -> list[Bill]:
    key = BILL_ORDER[sort]
    order = (key.desc(), Bill.id.desc()) if descending else (key, Bill.id)
    page = select(Bill).where(wanted).order_by(*order).limit(limit).offset(offset)
    return list(db.scalars(page))


def _is(status: Status) -> Any:
    if status is Status.VOID:
        return Bill.voided_at.is_not(None)
    verified = Bill.verified_at.is_(None) if status is Status.PENDING else Bill.verified_at.is_not(None)
    return and_(Bill.voided_at.is_(None), verified)


@dataclass(frozen=True)
class Visits:
    """Visits to one place: how many, what was paid, by how many members, how many of them came again."""

    visits: int
    amount_sen: int
    members: int
    came_again: int


def by_outlet(db: Session, days: Days, outlet_ids: Collection[int]) -> Sequence[RowMapping]:
    """The bills of some outlets on Malaysian business days, a row of each with a bill: `outlet_id`, the
    verified `bills` with `bills_amount_sen` and `points`, `bills_pending` and `bills_void`.
    """
    return db.execute(_sums(Bill.outlet_id, days, outlet_ids)).mappings().all()


def by_day(db: Session, days: Days, outlet_ids: Collection[int]) -> Sequence[RowMapping]:
    """The same of these outlets together, a row of each `business_day` with a bill."""
    return db.execute(_sums(Bill.business_day, days, outlet_ids)).mappings().all()


def of_outlets(
    db: Session, outlet_ids: Collection[int], days: Days, status: Status, **page: Any
) -> list[Bill]:
    """A page of the bills of some outlets on business days, in one state; `page` as of `of_outlet`."""
    of_days = and_(Bill.outlet_id.in_(outlet_ids), Bill.business_day.between(days.first, days.last))
    return _page(db, and_(of_days, _is(status)), sort="createdAt", **page)


def _sums(by: Any, days: Days, outlet_ids: Collection[int]) -> Select[Any]:
    # The outlets are named, also all of them: the index begins with the outlet.
    return (
        select(
            by,
            _sum_if(_is(Status.VERIFIED), 1).label("bills"),
            _sum_if(_is(Status.VERIFIED), Bill.amount_sen).label("bills_amount_sen"),
            _sum_if(_is(Status.VERIFIED), Bill.points).label("points"),
            _sum_if(_is(Status.PENDING), 1).label("bills_pending"),
            _sum_if(_is(Status.VOID), 1).label("bills_void"),
        )
        .where(Bill.outlet_id.in_(outlet_ids), Bill.business_day.between(days.first, days.last))
        .group_by(by)
        .order_by(by)
    )


def counts_by_day(db: Session, days: Days, outlet_ids: Collection[int]) -> dict[tuple[int, date], int]:
    """How many bills that are not void some outlets have, by outlet and business day."""
    query = (
        select(Bill.outlet_id, Bill.business_day, func.count())
        .where(Bill.outlet_id.in_(outlet_ids), Bill.business_day.between(days.first, days.last))
        .where(Bill.voided_at.is_(None))
        .group_by(Bill.outlet_id, Bill.business_day)
    )
    return {(outlet_id, day): count for outlet_id, day, count in db.execute(query)}


def visits(db: Session, days: Days, groups: dict[str, list[int]]) -> dict[str, Visits]:
    """The visits of each group of outlets, by its name; a member at two outlets of one group came again."""
    found = {}
    for name, outlet_ids in groups.items():
        members = (
            select(func.count().label("visits"), func.sum(Bill.amount_sen).label("amount"))
            .where(
                _is(Status.VERIFIED),
                Bill.business_day.between(days.first, days.last),
                Bill.outlet_id.in_(outlet_ids),
            )
            .group_by(Bill.member_id)
            .subquery()
        )
        row = db.execute(
            select(
                func.coalesce(func.sum(members.c.visits), 0),
                func.coalesce(func.sum(members.c.amount), 0),
                func.count(),
                func.coalesce(_sum_if(members.c.visits > 1, 1), 0),
            ).select_from(members)
        ).one()
        found[name] = Visits(*map(int, row))
    return found


def visitors(days: Days, outlet_ids: Collection[int]) -> Select[Any]:
    """The ids of the members who paid a bill at these outlets on these days."""
    return select(Bill.member_id).where(
        _is(Status.VERIFIED),
        Bill.outlet_id.in_(outlet_ids),
        Bill.business_day.between(days.first, days.last),
    )


def touched(db: Session, start: datetime, end: datetime) -> set[int]:
    """The members of bills that were recorded, verified or voided in a window."""
    times = (Bill.created_at, Bill.verified_at, Bill.voided_at)
    then = or_(*(and_(time >= start, time < end) for time in times))
    return set(db.scalars(select(Bill.member_id).where(then).distinct()))


def _sum_if(condition: ColumnElement[bool], value: object) -> ColumnElement[int]:
    return func.sum(case((condition, value), else_=0))
