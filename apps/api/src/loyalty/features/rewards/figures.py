"""The values and uses of vouchers, for the office's reports. Money in sen."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, RowMapping, Select, and_, case, false, func, or_, select
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.tables import day_in_malaysia
from loyalty.features.rewards.models import Reward, Voucher
from loyalty.rules.calendar import Days
from loyalty.rules.ledger import Rate
from loyalty.rules.rewards import RewardKind


@dataclass(frozen=True)
class Held:
    """Vouchers that can still be used: how many, and what they are worth."""

    count: int
    value_sen: int


@dataclass(frozen=True)
class RewardSums:
    """A reward on some days: vouchers made, used, expired and cancelled.

    `points` is what the made vouchers cost; `used_value_sen` is the value of the used ones.
    """

    reward_id: int
    title: str
    kind: str
    made: int
    points: int
    used: int
    used_value_sen: int
    expired: int
    cancelled: int


def by_reward(db: Session, days: Days, outlet_ids: Collection[int] | None = None) -> list[RewardSums]:
    """The rewards with vouchers made, used, expired or cancelled on these days, those with most made first.

    Of some outlets those used there, those with most first; what was made, expired and cancelled is of no
    outlet, and 0.
    """
    made, used, cancelled = (
        _within(moment, days) for moment in (Voucher.created_at, Voucher.used_at, Voucher.cancelled_at)
    )
    expired = _expired(db, days)
    if outlet_ids is not None:
        made, expired, cancelled = false(), false(), false()
        used = and_(used, Voucher.outlet_id.in_(outlet_ids))
    how_many, how_many_used = _sum_if(made, 1), _sum_if(used, 1)
    query = (
        select(
            Reward.id,
            Reward.title,
            Reward.kind,
            how_many,
            _sum_if(made, Voucher.cost),
            how_many_used,
            _sum_if(used, Reward.value_sen),
            _sum_if(expired, 1),
            _sum_if(cancelled, 1),
        )
        .join(Voucher, Voucher.reward_id == Reward.id)
        .where(or_(made, used, expired, cancelled))
        .group_by(Reward.id, Reward.title, Reward.kind)
        .order_by(how_many.desc(), how_many_used.desc(), Reward.id)
    )
    return [RewardSums(row[0], row[1], row[2], *map(int, row[3:])) for row in db.execute(query)]


def used_by_day(db: Session, days: Days, outlet_ids: Collection[int] | None) -> dict[str, tuple[int, int]]:
    """How many vouchers were used at some outlets (None: at all), and their rewards' value, by Malaysian day,
    YYYY-MM-DD.
    """
    day = day_in_malaysia(db, Voucher.used_at)
    query = (
        select(day, func.count(), func.sum(Reward.value_sen))
        .join(Reward, Reward.id == Voucher.reward_id)
        .where(_within(Voucher.used_at, days))
    )
    if outlet_ids is not None:
        query = query.where(Voucher.outlet_id.in_(outlet_ids))
    return {row[0]: (row[1], int(row[2])) for row in db.execute(query.group_by(day))}


def claimed_by_day(db: Session, days: Days) -> dict[str, tuple[int, int]]:
    """How many vouchers were claimed, and for how many points, by Malaysian day, YYYY-MM-DD."""
    day = day_in_malaysia(db, Voucher.created_at)
    query = select(day, func.count(), func.sum(Voucher.cost)).where(_within(Voucher.created_at, days))
    return {row[0]: (row[1], int(row[2])) for row in db.execute(query.group_by(day))}


def expired_by_day(db: Session, days: Days) -> dict[str, int]:
    """How many vouchers expired, by their last Malaysian day, YYYY-MM-DD."""
    day = day_in_malaysia(db, Voucher.expires_at)
    query = select(day, func.count()).where(_expired(db, days))
    return {row[0]: row[1] for row in db.execute(query.group_by(day))}


FIGURES = ("used", "made", "cancelled", "open")


def of_figure(
    db: Session,
    figure: str,
    days: Days,
    outlet_ids: Collection[int] | None,
    *,
    limit: int,
    offset: int,
    descending: bool,
) -> list[Row[Any]]:
    """A page of the vouchers that one of FIGURES counts, by id, with the reward's value; the open ones are
    those of now. `outlet_ids` are where one was used.
    """
    unused = and_(Voucher.used_at.is_(None), Voucher.cancelled_at.is_(None), Voucher.expires_at > now(db))
    which = {
        "used": _within(Voucher.used_at, days),
        "made": _within(Voucher.created_at, days),
        "cancelled": _within(Voucher.cancelled_at, days),
        "open": unused,
    }[figure]
    columns = (
        Voucher.id,
        Voucher.member_id,
        Voucher.reward_id,
        Voucher.name,
        Voucher.cost,
        Reward.value_sen,
        Voucher.outlet_id,
        Voucher.used_receipt,
        Voucher.created_at,
        Voucher.used_at,
        Voucher.cancelled_at,
        Voucher.expires_at,
    )
    query = select(*columns).join(Reward, Reward.id == Voucher.reward_id).where(which)
    if outlet_ids is not None:
        query = query.where(Voucher.outlet_id.in_(outlet_ids))
    order = Voucher.id.desc() if descending else Voucher.id
    return list(db.execute(query.order_by(order).limit(limit).offset(offset)))


def users(days: Days) -> Select[Any]:
    """The ids of the members who used a voucher on these days, for another feature's reading."""
    return select(Voucher.member_id).where(_within(Voucher.used_at, days))


def rates(db: Session, at: datetime) -> list[Rate]:
    """What a point is worth at each reward that points can be spent on at a moment."""
    query = select(Reward.cost, Reward.value_sen).where(
        Reward.kind == RewardKind.POINTS,
        Reward.is_active,
        Reward.cost > 0,
        or_(Reward.starts_at.is_(None), Reward.starts_at <= at),
        or_(Reward.ends_at.is_(None), Reward.ends_at > at),
    )
    return [Rate(row.value_sen, row.cost) for row in db.execute(query)]


def held(db: Session, at: datetime) -> Held:
    """The vouchers that members can still use."""
    query = (
        select(func.count(), func.coalesce(func.sum(Reward.value_sen), 0))
        .select_from(Voucher)
        .join(Reward, Reward.id == Voucher.reward_id)
        .where(Voucher.used_at.is_(None), Voucher.cancelled_at.is_(None), Voucher.expires_at > at)
    )
    count, value = db.execute(query).one()
    return Held(int(count), int(value))


def open_by_reward(db: Session, at: datetime) -> dict[int, int]:
    """How many vouchers members could use at a moment, by reward."""
    query = (
        select(Voucher.reward_id, func.count())
        .where(
            Voucher.created_at <= at,
            Voucher.expires_at > at,
            or_(Voucher.used_at.is_(None), Voucher.used_at > at),
            or_(Voucher.cancelled_at.is_(None), Voucher.cancelled_at > at),
        )
        .group_by(Voucher.reward_id)
    )
    return {reward_id: count for reward_id, count in db.execute(query)}


def used_by_outlet(db: Session, days: Days) -> Sequence[RowMapping]:
    """The vouchers used on some days, an outlet a row: `outlet_id`, `vouchers_used`, `vouchers_value_sen`."""
    query = (
        select(
            Voucher.outlet_id,
            func.count().label("vouchers_used"),
            func.sum(Reward.value_sen).label("vouchers_value_sen"),
        )
        .join(Reward, Reward.id == Voucher.reward_id)
        .where(_within(Voucher.used_at, days), Voucher.outlet_id.is_not(None))
        .group_by(Voucher.outlet_id)
    )
    return db.execute(query).mappings().all()


def with_vouchers(db: Session, start: datetime, end: datetime) -> set[int]:
    """The members whose vouchers were made, shown, used or ended in a window."""
    times = (Voucher.created_at, Voucher.updated_at, Voucher.used_at, Voucher.cancelled_at)
    then = or_(*(and_(time >= start, time < end) for time in times))
    return set(db.scalars(select(Voucher.member_id).where(then).distinct()))


def _expired(db: Session, days: Days) -> ColumnElement[bool]:
    """Whether a voucher expired on some days before it was used or cancelled."""
    ended = and_(_within(Voucher.expires_at, days), Voucher.expires_at <= now(db))
    return and_(Voucher.used_at.is_(None), Voucher.cancelled_at.is_(None), ended)


def _within(moment: Any, days: Days) -> ColumnElement[bool]:
    return and_(moment >= days.start, moment < days.end)


def _sum_if(condition: ColumnElement[bool], value: object) -> ColumnElement[int]:
    return func.sum(case((condition, value), else_=0))
