"""Bills at the counter: posted by a till, settled by a till for its own outlet or by an operator for any."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from secrets import randbelow

from sqlalchemy.orm import Session

from loyalty.db.once import Answer, Key, once
from loyalty.features.members import service as members
from loyalty.features.points import bills
from loyalty.features.points.bills import BillFacts
from loyalty.features.rewards import service as rewards
from loyalty.features.till.keys import Till
from loyalty.rules.cards import Draw

Spell = Callable[[tuple[BillFacts, bool]], tuple[int, object]]


def post(
    till: Till,
    *,
    member_id: int,
    receipt: str,
    amount_sen: int,
    paid_at: datetime | None,
    key: Key | None,
    spell: Spell,
) -> Answer:
    """Record a bill of this till's outlet, once a receipt and business day; `spell` is told whether it is
    new. Raises NotFound for an unknown member, Conflict and Invalid as `bills.post` does.
    """

    def act(db: Session) -> tuple[BillFacts, bool]:
        members.record(db, member_id)
        return bills.post(
            db,
            outlet_id=till.outlet_id,
            member_id=member_id,
            receipt=receipt,
            amount_sen=amount_sen,
            paid_at=paid_at,
        )

    return once(key, act, spell)


def verify(till: Till, bill_id: int, key: Key | None, spell: Spell) -> Answer:
    """Verify a bill of this till's outlet; raises NotFound, or Conflict when it was taken back."""
    return once(key, lambda db: settle(db, bill_id, till.outlet_id), spell)


def void(till: Till, bill_id: int, key: Key | None, spell: Spell) -> Answer:
    """Take back a bill of this till's outlet; raises NotFound, or Conflict when its points are spent."""
    return once(key, lambda db: bills.void(db, bill_id, till.outlet_id), spell)


def settle(
    db: Session, bill_id: int, outlet_id: int | None = None, draw: Draw = randbelow
) -> tuple[BillFacts, bool]:
    """Verify a bill inside the caller's transaction: its points, its tier, and whoever invited the member
    gets her thanks with the first bill that earned points (trust.md L12).
    """
    bill, done = bills.verify(db, bill_id, outlet_id)
    if done and bill.points:
        rewards.thank_for(db, bill.member_id, draw)
    return bill, done
