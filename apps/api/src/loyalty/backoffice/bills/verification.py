"""Bills verified by operators: by one, or above what one person may move alone by two who are independent."""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy.orm import Session

from loyalty.backoffice.approvals.independence import refuse_dependent, ties
from loyalty.backoffice.log.log import Signature, note
from loyalty.db.clock import now
from loyalty.db.session import transaction
from loyalty.errors import Conflict
from loyalty.features.points import alone, bill_lists, bills
from loyalty.features.points.audit import Violation
from loyalty.features.points.models import Bill
from loyalty.features.programme import settings
from loyalty.features.till import bills as till_bills
from loyalty.features.till import tills
from loyalty.features.till.bills import settle
from loyalty.rules.alone import alone as counts_for
from loyalty.rules.bills import Status
from loyalty.rules.codes import Code
from loyalty.rules.points import money
from loyalty.rules.staff import account_of


def verify_bill(bill_id: int, signature: Signature, outlet_id: int | None = None) -> tuple[Bill, bool]:
    """Verify a bill of an outlet, None: of any; returns it, and whether it was pending.

    It counts for nobody when an operator who is independent of this one recorded it or verified it first, and
    within the limits of its till when an independent cashier recorded it there, or the till by itself.
    Otherwise its points count for what the operator moves alone in a day; above those limits the bill stays
    pending and waits for somebody independent of everybody who took part.

    Raises NotFound, Conflict `bill_void`, `second_person` when it waits from now on, and the tie when it
    waited already and this operator is not independent.
    """
    with transaction() as db:
        till_id = bill_lists.read(db, bill_id, outlet_id).till_id
        if till_id is not None:
            till_bills.lock_till(db, till_id)
        alone.lock(db)
        bill, at = bills.lock(db, bill_id, outlet_id), now(db)
        moves = {bill.member_id: bill.points}
        if till_id is not None and till_bills.why_not_by_till(db, till_id, bill):
            till_id = None
        logins = _counts_for(db, bill, signature.operator, at, is_within_limits=till_id is not None)
        if logins:
            till_id = None
        if bill_lists.status(bill) is not Status.PENDING or alone.fits(db, logins, moves, at):
            bill, done = settle(db, bill_id, till_id=till_id, verified_by=signature.operator)
            if done:
                alone.count(db, logins, moves, bills.source_of(bill), at)
                note_of(db, bill, signature, "earn.verify")
            return bill, done
        refusal = _second_person(db, bill, signature)
    raise refusal


def _counts_for(
    db: Session, bill: Bill, operator: str, at: datetime, *, is_within_limits: bool
) -> frozenset[str]:
    """The logins for which verifying a bill counts. At a till beyond its limits a cashier makes nobody a
    second person: anybody who finds a tablet at which somebody is signed in can enter bills in their name.
    """
    others, known = taking_part(db, bill), ties(db, at)
    is_of_till = bill.till_id is not None and bill.first_verified_by is None
    if is_of_till and is_within_limits and not others:
        return frozenset()
    logins = counts_for(operator, others, known, at)
    return logins or (counts_for(operator, (), known, at) if is_of_till and not is_within_limits else logins)


def _second_person(db: Session, bill: Bill, signature: Signature) -> Conflict:
    """Have a bill wait for a second person, and say so; or why this operator is not the second."""
    if bill.first_verified_by is not None:
        for each in taking_part(db, bill):
            refuse_dependent(db, each, signature)
    bills.hold_for_second(bill, signature.operator)
    note_of(db, bill, signature, "earn.verify-first")
    return Conflict(
        Code.SECOND_PERSON,
        {"points": bill.points},
    )


def violations(db: Session) -> Iterator[Violation]:
    """Bills that break SECURITY.md I-18: of more points than one person may move alone, verified without
    two people who were independent then.
    """
    for bill in alone.not_counted(db, settings.current(db).adjust_limit):
        if bill.verified_by is None or bill.verified_at is None:
            continue
        # Within the limits of its till it would have that till's id.
        if _counts_for(db, bill, bill.verified_by, bill.verified_at, is_within_limits=False):
            sentence = f"bill {bill.id} of {bill.points} points was verified without a second person"
            yield Violation("I-18", bill.member_id, sentence)


def note_of(db: Session, bill: Bill, signature: Signature, action: str) -> None:
    """Write what was done with a bill into the office log."""
    note(db, signature, action, described(bill), member_id=bill.member_id, outlet_id=bill.outlet_id)


def described(bill: Bill) -> str:
    """A bill in the office log: receipt, amount and points."""
    amount, receipt = money(bill.amount_sen), bill.receipt_number
    return f"bill {bill.id}: receipt {receipt}, {amount}, {bill.points} points"


def taking_part(db: Session, bill: Bill) -> list[str]:
    """Who recorded a bill, or enrolled the till that did, and who verified it first, as signatures."""
    recorder = bill_lists.recorder(bill)
    if recorder is None and bill.till_id is not None:
        enrolled_by = tills.get_till(db, bill.till_id).enrolled_by
        recorder = None if enrolled_by is None else account_of(enrolled_by)
    return [each for each in (recorder, bill.first_verified_by) if each is not None]
