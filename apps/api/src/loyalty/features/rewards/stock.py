"""The stock of a reward, in parts: a claim takes from one that no other claim has locked (decision 0058)."""

from __future__ import annotations

from sqlalchemy import (
    ColumnElement,
    Connection,
    ScalarSelect,
    Select,
    Update,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)

from loyalty.db.tables import BigInt, table_of
from loyalty.errors import Conflict
from loyalty.features.rewards.models import Reward, StockPart, Voucher
from loyalty.rules.rewards import OUT_OF_STOCK, parts_of_stock

_REWARDS, _PARTS = table_of(Reward).c, table_of(StockPart).c
_ITS = _PARTS.reward_id == bindparam("of_reward")
_HAS_ONE = _PARTS.taken < _PARTS.size


def _sum_of(column: ColumnElement[int]) -> ScalarSelect[int]:
    its = select(cast(func.coalesce(func.sum(column), 0), BigInt)).where(_PARTS.reward_id == _REWARDS.id)
    return its.correlate(table_of(Reward)).scalar_subquery()


# Two columns more for a query of rewards: how many were taken out of the stock, 0 without one, and how many
# its parts are in all.
TAKEN = case((_REWARDS.stock.is_not(None), _sum_of(_PARTS.taken)), else_=0).label("claimed")
SIZE = _sum_of(_PARTS.size).label("size")


def _take_from(part: ScalarSelect[int]) -> Update:
    taken = update(table_of(StockPart)).where(_ITS, _PARTS.part == part)
    return taken.values(taken=_PARTS.taken + 1).returning(_PARTS.part)


_OPEN: Select[int] = select(_PARTS.part).where(_ITS, _HAS_ONE).limit(1)
# The member's own part first, so that members begin at different ones; without waiting for anybody.
_TAKE_FREE = _take_from(
    _OPEN.order_by(_PARTS.part < bindparam("first"), _PARTS.part)
    .with_for_update(skip_locked=True)
    .scalar_subquery()
)
# Waits in one order: a claim that waits for a part has locked only parts before it.
_TAKE_WAITING = _take_from(_OPEN.order_by(_PARTS.part).with_for_update().scalar_subquery())
_IS_LEFT = select(exists().where(_ITS, _HAS_ONE))


_TAKEN_OF = select(cast(func.coalesce(func.sum(_PARTS.taken), 0), BigInt)).where(_ITS)


def taken_of(db: Connection, reward_id: int) -> int:
    """How many were taken out of a reward's stock. By a statement of its own: the parts lie elsewhere than
    what a member claimed (db/distribution.py).
    """
    return db.scalar(_TAKEN_OF, {"of_reward": reward_id}) or 0


def take_one(db: Connection, reward_id: int, stock: int, member_id: int) -> None:
    """Take one out of a stock of so many for a member; raises Conflict when there is none left.

    What another claim may still give back, by failing, is waited for.
    """
    of_reward = {"of_reward": reward_id}
    if db.scalar(_TAKE_FREE, {**of_reward, "first": member_id % parts_of_stock(stock)}) is not None:
        return
    # Each turn looks anew: the stock may have been set meanwhile.
    while db.scalar(_IS_LEFT, of_reward):
        if db.scalar(_TAKE_WAITING, of_reward) is not None:
            return
    raise Conflict(OUT_OF_STOCK.sentence, OUT_OF_STOCK.code)


def set_stock(db: Connection, reward_id: int, stock: int | None) -> None:
    """Make the parts of a stock, those already claimed included; None: without end. Claims wait meanwhile.

    Raises Conflict when more were claimed.
    """
    its = select(*_PARTS).where(_PARTS.reward_id == reward_id).order_by(_PARTS.part)
    parts = db.execute(its.with_for_update()).all()
    if sum(each.size for each in parts) == stock and parts:
        return
    # What was claimed before there was a stock counts too.
    claimed = sum(each.taken for each in parts) if parts else vouchers_ever(db, reward_id)
    db.execute(delete(StockPart).where(_PARTS.reward_id == reward_id))
    if stock is None:
        return
    refuse_below(reward_id, stock, claimed)
    count = parts_of_stock(stock)
    each_has, more = divmod(stock - claimed, count)
    rows = [
        {"reward_id": reward_id, "part": part, "size": each_has + (part < more), "taken": 0}
        for part in range(count)
    ]
    rows[0] |= {"size": rows[0]["size"] + claimed, "taken": claimed}
    db.execute(insert(StockPart), rows)


def refuse_below(reward_id: int, stock: int | None, claimed: int) -> None:
    """Raise Conflict for a stock that is smaller than what was claimed of it."""
    if stock is not None and stock < claimed:
        raise Conflict(f"Reward {reward_id} gave {claimed} of its stock: it cannot be {stock}.")


def vouchers_ever(db: Connection, reward_id: int) -> int:
    """How many vouchers of a reward were ever made."""
    return db.scalar(select(func.count()).select_from(Voucher).where(Voucher.reward_id == reward_id)) or 0
