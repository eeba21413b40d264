"""The ledger as its member reads it: each line with its why, in one statement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, bindparam, case, cast, or_, select
from sqlalchemy.orm import Session

from loyalty.db.base import BigInt
from loyalty.db.quick import Statement
from loyalty.features.outlets import service as outlets
from loyalty.features.points.models import BILL_SOURCE, VOUCHER_SOURCE, Bill, PointLine
from loyalty.rules.points import CORRECTIONS, ON_THE_WIRE, ONCE, before_rounding, earned, reason_in, times

# Tables and not entities, and the statement made once: this is read with every screen.
_LINES, _BILLS, _OUTLETS = PointLine.__table__.c, Bill.__table__.c, outlets.NAMES.c


def _source(kind: str) -> Any:
    """The id that a line of this source names. Other lines' ids are no numbers: none of them is cast."""
    return case((_LINES.source_type == kind, cast(_LINES.source_id, BigInteger)))


# One value for each action there is, because a prepared statement takes no list.
_WANTED = [f"action_{each.value}" for each in ON_THE_WIRE]
# Before and after every line that is written.
_EVER = datetime(1970, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)

_ACTIVITIES = (
    select(
        _LINES.id,
        _LINES.action_id,
        _LINES.remark,
        _LINES.delta,
        _LINES.created_at,
        _BILLS.amount_sen,
        _BILLS.multiplier_tenths,
        _BILLS.receipt_number,
        _BILLS.paid_at,
        _BILLS.outlet_id,
        _OUTLETS.name.label("outlet_name"),
        _source(VOUCHER_SOURCE).label("voucher_id"),
    )
    .select_from(PointLine.__table__)
    .outerjoin(Bill.__table__, _BILLS.id == _source(BILL_SOURCE))
    .outerjoin(outlets.NAMES, _OUTLETS.id == _BILLS.outlet_id)
    .where(_LINES.member_id == bindparam("of_member"))
    .where(or_(*(_LINES.action_id == bindparam(each, type_=BigInt) for each in _WANTED)))
    .where(_LINES.created_at.between(bindparam("first"), bindparam("last")))
    .limit(bindparam("most", type_=BigInt))
    .offset(bindparam("after", type_=BigInt))
)

# A member's lines are numbered in the order of their time: the number sorts as `createdAt`, without ties.
ACTIVITY_ORDER = {"createdAt": _LINES.seq}
_PAGES = {
    (sort, descending): Statement(_ACTIVITIES.order_by(key.desc() if descending else key))
    for sort, key in ACTIVITY_ORDER.items()
    for descending in (True, False)
}


@dataclass(frozen=True)
class Activity:
    """A line as its member sees it. `points` has no sign: the action gives it (spec 000 §4).

    What follows `created_at` is why, None where it does not apply. Of a bill, credited or taken back:
    `amount` in sen, `base_points` before the tier's multiplier, `exact_points` before rounding down. Of a
    claim or its cancelling: the voucher. Of a correction: the reason that was given.
    """

    id: int
    action_id: int
    remark: str
    points: int
    created_at: datetime
    amount: int | None
    multiplier: str | None
    base_points: int | None
    exact_points: str | None
    receipt_number: str | None
    paid_at: datetime | None
    outlet_id: int | None
    outlet_name: str | None
    member_reward_id: int | None
    reason: str | None


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
) -> list[Activity]:
    """A page of a member's lines, newest first unless told otherwise; lapses of a tier are no activities.

    `action_id` keeps the lines of these actions, none named keeps all. Both ends of the window count.
    """
    # Actions that are not wanted repeat one that is.
    wanted = [each for each in ON_THE_WIRE if not action_id or each in action_id]
    actions = {name: wanted[min(at, len(wanted) - 1)].value for at, name in enumerate(_WANTED)}
    page = _PAGES[sort, descending].all(
        db,
        of_member=member_id,
        most=limit,
        after=offset,
        first=created_start_at or _EVER[0],
        last=created_end_at or _EVER[1],
        **actions,
    )
    return [_activity(row) for row in page]


def _activity(row: Any) -> Activity:
    sen, tenths = row.amount_sen, row.multiplier_tenths
    of_a_bill = sen is not None
    return Activity(
        id=row.id,
        action_id=row.action_id,
        remark=row.remark,
        points=abs(row.delta),
        created_at=row.created_at,
        amount=sen,
        multiplier=times(tenths) if of_a_bill else None,
        base_points=earned(sen, ONCE) if of_a_bill else None,
        exact_points=before_rounding(sen, tenths) if of_a_bill else None,
        receipt_number=row.receipt_number,
        paid_at=row.paid_at,
        outlet_id=row.outlet_id,
        outlet_name=row.outlet_name,
        member_reward_id=row.voucher_id,
        reason=reason_in(row.remark) if row.action_id in CORRECTIONS else None,
    )
