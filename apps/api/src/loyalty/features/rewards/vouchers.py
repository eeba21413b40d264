"""Vouchers: read, listed, presented, used, released, cancelled, restored."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, func, not_, or_, select, update
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import rows_changed
from loyalty.errors import Conflict, Invalid, NotFound
from loyalty.features.events import stream
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import ledger
from loyalty.features.points.models import VOUCHER_SOURCE
from loyalty.features.rewards import offline
from loyalty.features.rewards.catalogue import CatalogueReward, outlets_of
from loyalty.features.rewards.models import Reward, Voucher
from loyalty.rules.calendar import start_of
from loyalty.rules.cards import as_printed, part_of_code
from loyalty.rules.codes import Code
from loyalty.rules.events import EventType
from loyalty.rules.points import CANCELLED, because
from loyalty.rules.problems import Problem
from loyalty.rules.rewards import (
    Status,
    present_until,
    voucher_status,
    why_not_cancellable,
    why_not_presentable,
    why_not_redeemable,
    why_not_restorable,
)

# What an operator filters by; a presented voucher is shown, and still open. A stuck one is held by a till
# that has not reported since its half hour ended.
STATES = ("open", "shown", "stuck", "used", "expired", "cancelled")
VOUCHER_ORDER = {
    "createdAt": Voucher.created_at,
    "expireAt": Voucher.expires_at,
}
# What an operator sorts by.
LISTED_ORDER = {**VOUCHER_ORDER, "usedAt": Voucher.used_at}


@dataclass(frozen=True)
class CurrentVoucher:
    """A voucher with its reward, its status at a moment, and until when it is presented, else None."""

    voucher: Voucher | Row[Any]
    reward: Reward | CatalogueReward
    status_id: Status
    present_until: datetime | None


def current(
    voucher: Voucher | Row[Any], at: datetime, reward: CatalogueReward | None = None
) -> CurrentVoucher:
    """A voucher as it is at a moment; `reward` is its own, where the caller has it."""
    is_shown = voucher.present_until is not None and at < voucher.present_until
    shown_until = voucher.present_until if is_shown else None
    return CurrentVoucher(voucher, reward or voucher.reward, voucher_status(voucher, at), shown_until)


def emit(
    db: Session,
    event_type: EventType,
    voucher: Voucher | Row[Any],
    at: datetime,
    data: dict[str, Any] | None = None,
) -> None:
    """Write an event about a voucher in the open transaction; `data` is what its type adds."""
    stream.emit(
        db,
        event_type,
        at,
        member_id=voucher.member_id,
        subject=f"voucher/{voucher.id}",
        data={"voucherId": voucher.id, "name": voucher.name, **(data or {})},
    )


def state_of(voucher: Voucher, at: datetime) -> str:
    """Which of STATES a voucher is in; a presented one is shown or stuck."""
    if voucher.cancelled_at is not None:
        return "cancelled"
    if voucher.used_at is not None:
        return "used"
    if voucher.expires_at <= at:
        return "expired"
    is_shown = voucher.present_until is not None and voucher.present_until > at
    if voucher.held_till_id is not None and not is_shown:
        return "stuck"
    return "shown" if is_shown else "open"


def read(db: Session, member_id: int, voucher_id: int, *, lock: bool = False) -> Voucher:
    """One of a member's vouchers, locked if wanted; raises NotFound, also for another member's."""
    query = select(Voucher).where(Voucher.member_id == member_id, Voucher.id == voucher_id)
    return _one(db, query, lock=lock)


def by_code(db: Session, code: str, *, lock: bool = False) -> Voucher:
    """The voucher of a code as a cashier typed it, locked if wanted; raises NotFound."""
    return _one(db, select(Voucher).where(Voucher.code == as_printed(code)), lock=lock)


def by_id(db: Session, voucher_id: int) -> Voucher:
    """Any member's voucher; raises NotFound."""
    return _one(db, select(Voucher).where(Voucher.id == voucher_id))


def by_ids(db: Session, voucher_ids: Collection[int]) -> dict[int, Voucher]:
    """Vouchers by their ids."""
    return {voucher.id: voucher for voucher in db.scalars(select(Voucher).where(Voucher.id.in_(voucher_ids)))}


def detail(db: Session, member_id: int, voucher_id: int, at: datetime) -> dict[str, Any]:
    """One of a member's vouchers as CurrentVoucher has it, the `outlets` where it is good, and of a presented
    one what `offline.shown_code` returns; raises NotFound.
    """
    voucher = read(db, member_id, voucher_id)
    outlets = outlets_of(db, voucher.outlet_ids)
    return {**vars(current(voucher, at)), "outlets": outlets, **offline.shown_code(db, voucher, at)}


def _one(db: Session, query: Select[Voucher], *, lock: bool = False) -> Voucher:
    if lock:
        query = query.with_for_update(of=Voucher)
    # A session that has read it before may be older than the lock.
    voucher = db.scalars(query.execution_options(populate_existing=True)).one_or_none()
    if voucher is None:
        raise NotFound(Code.VOUCHER_NOT_FOUND)
    return voucher


def listed(
    db: Session,
    at: datetime,
    *,
    state: str | None = None,
    member_id: int | None = None,
    outlet_ids: Collection[int] | None = None,
    first: date | None = None,
    last: date | None = None,
    sort: str = "createdAt",
    descending: bool = False,
    limit: int = 1_000,
    offset: int = 0,
) -> list[Voucher]:
    """Vouchers for an operator, sorted by one of LISTED_ORDER: in one of STATES, of a member.

    `outlet_ids` is where one was used or is presented. `first` and `last`, both included, are the days on
    which those of state used, cancelled or expired became so, and others were made.
    """
    query = select(Voucher)
    if outlet_ids is not None:
        query = query.where(Voucher.outlet_id.in_(outlet_ids))
    if member_id is not None:
        query = query.where(Voucher.member_id == member_id)
    if state is not None:
        query = query.where(_is(state, at))
    since = _SINCE.get(state or "", Voucher.created_at)
    if first is not None:
        query = query.where(since >= start_of(first))
    if last is not None:
        query = query.where(since < start_of(last + timedelta(days=1)))
    return list(db.scalars(_page(query, sort, descending, limit, offset)))


def stuck_count(db: Session, at: datetime, outlet_ids: Collection[int] | None) -> int:
    """How many vouchers are stuck at these outlets, None: anywhere."""
    stuck = select(func.count(Voucher.id)).where(_is("stuck", at))
    if outlet_ids is not None:
        stuck = stuck.where(Voucher.outlet_id.in_(outlet_ids))
    return db.scalar(stuck) or 0


def made_since(db: Session, member_id: int, reward_id: int, since: datetime) -> Voucher | None:
    """The newest voucher of a reward that a member got after `since`, or None."""
    query = select(Voucher).where(
        Voucher.member_id == member_id, Voucher.reward_id == reward_id, Voucher.created_at > since
    )
    return db.scalar(query.order_by(Voucher.id.desc()).limit(1))


def vouchers(
    db: Session,
    member_id: int,
    at: datetime,
    *,
    code: str = "",
    is_valid: bool | None = None,
    sort: str = "createdAt",
    descending: bool = True,
    limit: int = 100,
    offset: int = 0,
) -> list[Voucher]:
    """A page of a member's vouchers. `code` is a part of the code, in any case, with or without its dashes;
    `is_valid` chooses those that can still be used at a moment, or the history of the others.
    """
    query = _page(select(Voucher).where(Voucher.member_id == member_id), sort, descending, limit, offset)
    if part := part_of_code(code):
        query = query.where(func.replace(Voucher.code, "-", "").contains(part, autoescape=True))
    if is_valid is not None:
        query = query.where(_valid(at) if is_valid else not_(_valid(at)))
    return list(db.scalars(query))


def spent(
    db: Session,
    member_id: int,
    *,
    created_start_at: datetime | None = None,
    created_end_at: datetime | None = None,
    sort: str = "createdAt",
    descending: bool = True,
    limit: int = 100,
    offset: int = 0,
) -> list[Voucher]:
    """A page of what a member spent points on, by the time of the claim: both ends of the window count."""
    query = select(Voucher).where(Voucher.member_id == member_id, Voucher.cost > 0)
    query = _page(query, sort, descending, limit, offset)
    if created_start_at is not None:
        query = query.where(Voucher.created_at >= created_start_at)
    if created_end_at is not None:
        query = query.where(Voucher.created_at <= created_end_at)
    return list(db.scalars(query))


def _page(query: Select[Voucher], sort: str, descending: bool, limit: int, offset: int) -> Select[Voucher]:
    # Vouchers have ids in the order in which they are made.
    keys = [Voucher.id] if sort == "createdAt" else [LISTED_ORDER[sort], Voucher.id]
    return query.order_by(*(key.desc() if descending else key for key in keys)).limit(limit).offset(offset)


# Since when a voucher is in a state, where that is not when it was made.
_SINCE: dict[str, Any] = {
    "used": Voucher.used_at,
    "expired": Voucher.expires_at,
    "cancelled": Voucher.cancelled_at,
}


def _valid(at: datetime) -> ColumnElement[bool]:
    return and_(Voucher.used_at.is_(None), Voucher.cancelled_at.is_(None), Voucher.expires_at > at)


def _is(state: str, at: datetime) -> ColumnElement[bool]:
    unused = and_(Voucher.used_at.is_(None), Voucher.cancelled_at.is_(None))
    return {
        "open": _valid(at),
        "shown": and_(_valid(at), or_(Voucher.present_until > at, Voucher.held_till_id.is_not(None))),
        "stuck": and_(_valid(at), Voucher.held_till_id.is_not(None), Voucher.present_until <= at),
        "used": Voucher.used_at.is_not(None),
        "expired": and_(unused, Voucher.expires_at <= at),
        "cancelled": Voucher.cancelled_at.is_not(None),
    }[state]


def show(
    db: Session,
    member_id: int,
    voucher_id: int,
    outlet_id: int | None,
    at: datetime,
    *,
    till_id: int | None = None,
) -> Voucher:
    """Show a voucher's code at an outlet, None: at any, for half an hour (statusId 1 to 2); raises Conflict
    with the reason why not.

    `till_id` is the till that shall take it without the network. For such a one a code that is shown already,
    and that no till takes so, is shown anew.
    """
    voucher = read(db, member_id, voucher_id, lock=True)
    if reason := why_not_presentable(voucher, outlet_id, at):
        is_shown = reason.code is Code.VOUCHER_PRESENTED
        if not is_shown or till_id is None or voucher.held_till_id is not None:
            raise Conflict(reason)
    voucher.present_until = present_until(voucher, at)
    voucher.outlet_id, voucher.held_till_id, voucher.updated_at = outlet_id, till_id, at
    emit(db, EventType.VOUCHER_PRESENTED, voucher, at, {"outletId": outlet_id})
    return voucher


def release(db: Session, code: str, at: datetime, outlet_id: int | None = None) -> Voucher:
    """Return a presented voucher to its member; one that is not presented stays as it is.

    `outlet_id` is the till's own, None an operator: a till releases only vouchers that it could use, and an
    operator alone one that a till may have taken without the network.
    """
    voucher = by_code(db, code, lock=True)
    if voucher.used_at is not None:
        raise Conflict(Code.VOUCHER_USED)
    if outlet_id is not None and voucher.outlet_ids and outlet_id not in voucher.outlet_ids:
        raise Conflict(Code.VOUCHER_OTHER_OUTLET)
    if outlet_id is not None and voucher.held_till_id is not None:
        raise Conflict(Code.VOUCHER_HELD)
    is_shown = voucher.present_until is not None and voucher.present_until > at
    if voucher.cancelled_at is None and (is_shown or voucher.held_till_id is not None):
        voucher.present_until = voucher.outlet_id = voucher.held_till_id = None
        voucher.updated_at = at
        emit(db, EventType.VOUCHER_RELEASED, voucher, at)
    return voucher


def expire_presented_vouchers(db: Session, at: datetime, limit: int) -> int:
    """Clear the outlet and time of presentations that lapsed; these vouchers are usable again already.

    In the caller's transaction, `limit` of them; returns how many. One that somebody has locked is left for
    the next run.
    """
    lapsed = select(Voucher.id).where(
        Voucher.used_at.is_(None),
        Voucher.cancelled_at.is_(None),
        Voucher.present_until <= at,
        Voucher.held_till_id.is_(None),
    )
    free = lapsed.limit(limit).with_for_update(skip_locked=True)
    cleared = {"updated_at": Voucher.present_until, "present_until": None, "outlet_id": None}
    return rows_changed(db, update(Voucher).where(Voucher.id.in_(free)).values(cleared))


def use(
    db: Session,
    code: str,
    outlet_id: int,
    at: datetime,
    *,
    net_sen: int | None,
    receipt: str | None,
    till_id: int | None = None,
    staff_id: int | None = None,
) -> Voucher:
    """Use a presented voucher at an outlet, once; raises Conflict with the reason why not.

    `till_id` is the till that uses it, None an operator, `staff_id` the cashier at it. Of concurrent tills
    exactly one succeeds.
    """
    voucher = by_code(db, code, lock=True)
    needed = 0 if net_sen is None else net_sen
    if reason := why_not_here(db, voucher, outlet_id, at, needed, till_id=till_id):
        raise Conflict(reason)
    voucher.used_at = voucher.updated_at = at
    voucher.outlet_id, voucher.used_receipt = outlet_id, receipt
    voucher.used_till_id, voucher.used_staff_id, voucher.held_till_id = till_id, staff_id, None
    emit(db, EventType.VOUCHER_USED, voucher, at, {"outletId": outlet_id})
    return voucher


def refuse_restoring(voucher: Voucher, at: datetime) -> None:
    """Raise Conflict with the reason when a voucher cannot be given back."""
    if reason := why_not_restorable(voucher, at):
        raise Conflict(reason)


def restore(db: Session, voucher: Voucher, used_at: datetime, at: datetime, restoration_id: int) -> None:
    """Undo the use of that moment, inside the caller's transaction: until its own end the voucher can be
    used again. Raises Conflict with the reason why not.

    A trigger allows it only for a restoration of this use that was approved, and once.
    """
    voucher = read(db, voucher.member_id, voucher.id, lock=True)
    refuse_restoring(voucher, at)
    if voucher.used_at != used_at:
        raise Conflict(Code.VOUCHER_NOT_USED)
    voucher.used_at = voucher.outlet_id = voucher.used_receipt = None
    voucher.used_till_id = voucher.used_staff_id = voucher.present_until = None
    voucher.restoration_id, voucher.updated_at = restoration_id, at
    emit(db, EventType.VOUCHER_RESTORED, voucher, at)


def why_not_here(
    db: Session,
    voucher: Voucher,
    outlet_id: int,
    at: datetime,
    net_sen: int | None = None,
    *,
    till_id: int | None,
) -> Problem | None:
    """`why_not_redeemable`, and for which outlet the voucher is shown."""
    reason = why_not_redeemable(voucher, outlet_id, at, net_sen, till_id=till_id)
    if reason and reason.code is Code.VOUCHER_SHOWN_ELSEWHERE and voucher.outlet_id is not None:
        return Problem(reason.code, {"outlet": outlet_queries.name_of(db, voucher.outlet_id)})
    return reason


def cancel(db: Session, code: str, reason: str, at: datetime) -> Voucher:
    """Cancel a voucher inside the caller's transaction; its points go back as activity 4 with the reason.

    Raises NotFound, and Conflict for one that was used, cancelled or expired. The claim still counts, and
    a gift counts as given.
    """
    # The account is locked first, as everywhere: another order could deadlock.
    ledger.lock(db, by_code(db, code).member_id)
    voucher = by_code(db, code, lock=True)
    if why_not := why_not_cancellable(voucher, at):
        raise Conflict(why_not)
    voucher.cancelled_at = voucher.updated_at = at
    voucher.present_until = None
    if voucher.cost:
        source = ledger.Source(VOUCHER_SOURCE, str(voucher.id))
        remark = because(f"{voucher.name} {CANCELLED}", reason)
        ledger.adjust(db, voucher.member_id, voucher.cost, source, remark, at=at)
    emit(db, EventType.VOUCHER_CANCELLED, voucher, at)
    return voucher


def cancel_open(db: Session, member_id: int, at: datetime) -> int:
    """Cancel every voucher of a member that could still be used; returns how many."""
    ended = (
        update(Voucher)
        .where(
            Voucher.member_id == member_id,
            Voucher.used_at.is_(None),
            Voucher.cancelled_at.is_(None),
            Voucher.expires_at > at,
        )
        .values(cancelled_at=at, present_until=None, held_till_id=None, updated_at=at)
    )
    return len(db.execute(ended.returning(Voucher.id)).all())


def present(
    db: Session, member_id: int, voucher_id: int, outlet_id: int | None, *, without_network: bool = False
) -> dict[str, Any]:
    """Show a voucher's code at an outlet, None: at any; after 30 minutes it is the member's again by itself.
    Returns the `voucher` with what `offline.shown_code` says of it.

    In the caller's transaction. `without_network`: the counter has none, so the code is signed for one till
    that works without, if the outlet has one (`offline.till_for`). Raises NotFound for a voucher that is not
    the member's, Invalid for an outlet that is not open, and Conflict with the reason why not.
    """
    at = now(db)
    if outlet_id is not None and not outlet_queries.is_open(db, outlet_id):
        raise Invalid(Code.NOT_ONE_OF_OUR_OUTLETS, field="outletId")
    till = offline.till_for(db, outlet_id, at) if without_network and outlet_id is not None else None
    till_id = till.till_id if till else None
    voucher = show(db, member_id, voucher_id, outlet_id, at, till_id=till_id)
    return {"voucher": voucher, **offline.shown_code(db, voucher, at)}
