"""Bills at the counter: posted by a till, settled by a till for its own outlet or by an operator for any."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from secrets import randbelow

from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.once import Answer, Key, once
from loyalty.db.session import hold, transaction
from loyalty.errors import Conflict
from loyalty.features.members import service as members
from loyalty.features.points import bills
from loyalty.features.points.bills import BillFacts
from loyalty.features.programme import settings
from loyalty.features.rewards import service as rewards
from loyalty.features.till.alarms import alarm
from loyalty.features.till.keys import Till
from loyalty.rules.bills import Status
from loyalty.rules.calendar import malaysian_date, start_of
from loyalty.rules.cards import Draw
from loyalty.rules.tills import Waits, why_it_waits

Spell = Callable[[tuple[BillFacts, bool]], tuple[int, object]]


class WaitsForOffice(Conflict):
    """A till may not verify this bill: it stays pending until an operator does."""

    def __init__(self, why: Waits) -> None:
        super().__init__(why.sentence, "bill_waits_for_office")
        self.why = why


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
    new. One above the programme's `bill_limit` waits for the office from the start. Raises NotFound for an
    unknown member, Conflict and Invalid as `bills.post` does.
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
            till_id=till.id,
            waits_for=why_it_waits(amount_sen, settings.current(db).bill_limits),
        )

    return once(key, act, spell)


def verify(till: Till, bill_id: int, key: Key | None, spell: Spell) -> Answer:
    """Verify a bill of this till's outlet; raises NotFound, Conflict when it was taken back, and
    WaitsForOffice above the programme's limits (`rules.tills.why_it_waits`), from then on whenever a till
    tries.
    """
    try:
        return once(key, lambda db: _settle_within_limits(db, till, bill_id), spell)
    except WaitsForOffice as waits:
        # What was refused left nothing behind. That it waits is kept: for the office, and for the day after.
        with transaction() as db:
            is_new = bills.hold_for_office(db, bill_id, waits.why)
        if is_new and waits.why is Waits.TILL_DAY:
            alarm("bills", till_id=till.id)
        raise


def _settle_within_limits(db: Session, till: Till, bill_id: int) -> tuple[BillFacts, bool]:
    # One at a time for this till, then for this member: two together would not see each other's amounts.
    hold(db, f"till.{till.id}")
    bill = bills.lock(db, bill_id, till.outlet_id)
    if bill.status_id is Status.PENDING:
        today = start_of(malaysian_date(now(db)))
        by_till, for_member = bills.verified_by_tills(db, till.id, bill.member_id, today)
        limits = settings.current(db).bill_limits
        why = bill.waits_for or why_it_waits(
            bill.amount, limits, till_day_sen=by_till, member_day_sen=for_member
        )
        if why:
            raise WaitsForOffice(why)
    return settle(db, bill_id, till.outlet_id, till_id=till.id)


def void(till: Till, bill_id: int, key: Key | None, spell: Spell) -> Answer:
    """Take back a bill of this till's outlet; raises NotFound, or Conflict when its points are spent."""
    return once(key, lambda db: bills.void(db, bill_id, till.outlet_id), spell)


def settle(
    db: Session,
    bill_id: int,
    outlet_id: int | None = None,
    draw: Draw = randbelow,
    *,
    till_id: int | None = None,
) -> tuple[BillFacts, bool]:
    """Verify a bill inside the caller's transaction: its points, its tier, and whoever invited the member
    gets their thanks with the first bill that earned points (trust.md L12). `outlet_id` and `till_id` are the
    till's own, None an operator, whom no limit holds back.
    """
    bill, done = bills.verify(db, bill_id, outlet_id, till_id)
    if done and bill.points:
        rewards.thank_for(db, bill.member_id, draw)
    return bill, done
