"""Bills by a till for its own outlet, and the reconciliation with its sales by an operator."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from secrets import randbelow
from typing import Any

from sqlalchemy import Connection, select

from loyalty.db.clock import now
from loyalty.db.connections import advisory_lock, connection, transaction
from loyalty.db.idempotency import Answer, Key, once
from loyalty.errors import Conflict, DomainError, Invalid
from loyalty.features.members import records
from loyalty.features.points import bill_lists, bills
from loyalty.features.points.bill_lists import BillRow
from loyalty.features.programme import settings
from loyalty.features.rewards import claims
from loyalty.features.till.keys import Till, alarm
from loyalty.features.till.models import ReceiptClaim
from loyalty.rules.bills import Status, Waits, why_it_waits
from loyalty.rules.bills import receipt as tidy_receipt
from loyalty.rules.calendar import malaysian_date, start_of
from loyalty.rules.cards import Draw
from loyalty.rules.points import sen

Serialize = Callable[[tuple[BillRow, bool]], tuple[int, object]]


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
    serialize: Serialize,
) -> Answer:
    """Record a bill of this till's outlet, once a receipt and business day; `serialize` gets whether it is
    new. One above the programme's `bill_limit` waits for the office from the start. Raises NotFound for an
    unknown member, Conflict and Invalid as `bills.post` does.
    """

    def act(db: Connection) -> tuple[BillRow, bool]:
        return record(db, till, member_id=member_id, receipt=receipt, amount_sen=amount_sen, paid_at=paid_at)

    return once(key, act, serialize)


def record(
    db: Connection,
    till: Till,
    *,
    member_id: int,
    receipt: str,
    amount_sen: int,
    paid_at: datetime | None,
    staff_id: int | None = None,
) -> tuple[BillRow, bool]:
    """What `post` does, in the caller's transaction; `staff_id` is the cashier at the till."""
    records.record(db, member_id)
    bill, is_new = bills.post(
        db,
        outlet_id=till.outlet_id,
        member_id=member_id,
        receipt=receipt,
        amount_sen=amount_sen,
        paid_at=paid_at,
        till_id=till.id,
        staff_id=staff_id,
        waits_for=why_it_waits(amount_sen, settings.current(db).bill_limits),
    )
    if is_new:
        _refuse_another_amount(db, bill)
    return bill, is_new


def _refuse_another_amount(db: Connection, bill: BillRow) -> None:
    """Raise Conflict when a guest has a claim for the receipt with another amount (receipts.py)."""
    claims = ReceiptClaim.__table__.c
    same = (claims[name] == getattr(bill, name) for name in ("outlet_id", "business_day", "receipt_number"))
    open_claim = claims.voided_at.is_(None), claims.bill_id.is_(None)
    another = select(claims.id).where(*same, *open_claim, claims.amount_sen != bill.amount_sen)
    if db.scalar(another) is not None:
        raise Conflict("A claim was made for this receipt with another amount.", "receipt_taken")


def verify(till: Till, bill_id: int, key: Key | None, serialize: Serialize) -> Answer:
    """Verify a bill of this till's outlet; raises NotFound, Conflict when it is void, and WaitsForOffice
    above the programme's limits (`rules.bills.why_it_waits`), from then on whenever a till tries.
    """
    try:
        return once(key, lambda db: _settle_within_limits(db, till, bill_id), serialize)
    except WaitsForOffice as waits:
        # The refusal rolled back. That the bill waits is stored: for the office, and for the next day.
        with transaction() as db:
            _hold(db, till, bill_id, waits.why)
        raise


def settle_or_hold(db: Connection, till: Till, bill_id: int) -> BillRow:
    """Verify a bill as its till would, in the caller's transaction; above the limits it waits for the
    office.
    """
    try:
        return _settle_within_limits(db, till, bill_id)[0]
    except WaitsForOffice as waits:
        _hold(db, till, bill_id, waits.why)
        return bill_lists.read(db, bill_id)


def _hold(db: Connection, till: Till, bill_id: int, why: Waits) -> None:
    if bills.hold_for_office(db, bill_id, why) and why is Waits.TILL_DAY:
        alarm("bills", till_id=till.id)


def _settle_within_limits(db: Connection, till: Till, bill_id: int) -> tuple[BillRow, bool]:
    # One at a time for this till, then for this member: concurrent ones would not see each other's amounts.
    advisory_lock(db, f"till.{till.id}")
    bill = bills.lock(db, bill_id, till.outlet_id)
    if bill_lists.status(bill) is Status.PENDING:
        today = start_of(malaysian_date(now(db)))
        by_till, for_member = bill_lists.verified_by_tills(db, till.id, bill.member_id, today)
        limits = settings.current(db).bill_limits
        why = (
            Waits(bill.waits_for)
            if bill.waits_for
            else why_it_waits(bill.amount_sen, limits, till_day_sen=by_till, member_day_sen=for_member)
        )
        if why:
            raise WaitsForOffice(why)
    return settle(db, bill_id, till.outlet_id, till_id=till.id)


def void(till: Till, bill_id: int, key: Key | None, serialize: Serialize) -> Answer:
    """Void a bill of this till's outlet; raises NotFound, or Conflict when its points are spent."""
    return once(key, lambda db: bills.void(db, bill_id, till.outlet_id), serialize)


def settle(
    db: Connection,
    bill_id: int,
    outlet_id: int | None = None,
    draw: Draw = randbelow,
    *,
    till_id: int | None = None,
) -> tuple[BillRow, bool]:
    """Verify a bill inside the caller's transaction: points, tier, and with the first bill that earned points
    the referrer's voucher (docs/promises.md L12).

    `outlet_id` and `till_id` are the till's own, None an operator, who has no limits.
    """
    bill, done = bills.verify(db, bill_id, outlet_id, till_id)
    if done and bill.points:
        claims.thank_for(db, bill.member_id, draw)
    return bill, done


COLUMNS = ("outletId", "receiptNumber", "amount", "paidAt")
_PAGE = 1_000

Receipt = tuple[int, date, str]


@dataclass(frozen=True)
class Sale:
    """One row of a sales file; `line` is its number in the file."""

    line: int
    outlet_id: int
    day: date
    receipt: str
    amount_sen: int

    @property
    def key(self) -> Receipt:
        """Outlet, day and receipt, which identify a bill."""
        return self.outlet_id, self.day, self.receipt


@dataclass
class Reconciled:
    """The result. Only the last four need attention.

    `without_bill` are sales to people who showed no card, which is most of them; `not_sold` are pending bills
    of the file's outlets and days that are no sale in it.
    """

    verified: list[BillRow] = field(default_factory=list)
    verified_before: int = 0
    without_bill: list[Sale] = field(default_factory=list)
    other_amount: list[tuple[BillRow, Sale]] = field(default_factory=list)
    not_sold: list[BillRow] = field(default_factory=list)
    refused: list[tuple[BillRow, str]] = field(default_factory=list)
    unreadable: list[tuple[int, str]] = field(default_factory=list)

    @property
    def matches(self) -> bool:
        """Whether nothing needs attention."""
        return not (self.other_amount or self.not_sold or self.refused or self.unreadable)


def read_sales(lines: Iterable[str]) -> tuple[list[Sale], list[tuple[int, str]]]:
    """The sales of a CSV, and the lines that could not be read, each with the reason.

    Its columns are outletId, receiptNumber, amount ("45.90") and paidAt (a day, or a moment with its zone),
    in any order and case, among others. Raises Invalid when one is missing.
    """
    text = list(lines)
    head = text[0].lstrip("\ufeff") if text else ""
    rows = csv.reader([head, *text[1:]], delimiter=";" if head.count(";") > head.count(",") else ",")
    names = ["".join(name.lower().split()).replace("_", "") for name in next(rows, [])]
    if missing := [name for name in COLUMNS if name.lower() not in names]:
        wanted = ", ".join(COLUMNS)
        raise Invalid(f"The file needs the columns {wanted}; missing: {', '.join(missing)}.")
    places = [names.index(name.lower()) for name in COLUMNS]
    sales: list[Sale] = []
    unreadable: list[tuple[int, str]] = []
    seen: dict[Receipt, Sale] = {}
    for row in _readable(rows, unreadable):
        if not any(cell.strip() for cell in row):
            continue
        try:
            sale = _sale(rows.line_num, [row[place].strip() for place in places])
        except (ValueError, IndexError) as problem:
            reason = str(problem) if isinstance(problem, _NoSale) else "This row is cut short."
            unreadable.append((rows.line_num, reason))
            continue
        first = seen.setdefault(sale.key, sale)
        if first is not sale:
            unreadable.append((sale.line, f"This receipt is in line {first.line} already."))
        else:
            sales.append(sale)
    return sales, unreadable


def _readable(rows: Any, unreadable: list[tuple[int, str]]) -> Iterator[list[str]]:
    """The rows of a CSV; where it is none any more, the rest cannot be read."""
    try:
        yield from rows
    except csv.Error:
        unreadable.append((rows.line_num, "This is no CSV from here on."))


def reconcile(
    sales: Sequence[Sale],
    verify: Callable[[int], BillRow] | None,
    watch: Callable[[Sequence[Sale]], Iterable[Sale]] = iter,
) -> Reconciled:
    """Verify every pending bill whose receipt was sold for its amount; may be run again.

    `verify` verifies a bill by its id, in a transaction of its own; None only lists what would be done.
    `watch` wraps the sales, for a progress bar.
    """
    result = Reconciled()
    known = {(bill.outlet_id, bill.business_day, bill.receipt_number): bill for bill in _bills_of(sales)}
    for sale in watch(sales):
        bill = known.pop(sale.key, None)
        if bill is None:
            result.without_bill.append(sale)
        elif bill.amount_sen != sale.amount_sen:
            result.other_amount.append((bill, sale))
        elif bill_lists.status(bill) is Status.VERIFIED:
            result.verified_before += 1
        else:
            _verify(bill, result, verify)
    covered = {(sale.outlet_id, sale.day) for sale in sales}
    result.not_sold = [
        bill
        for bill in known.values()
        if bill_lists.status(bill) is Status.PENDING and (bill.outlet_id, bill.business_day) in covered
    ]
    return result


def _verify(bill: BillRow, result: Reconciled, verify: Callable[[int], BillRow] | None) -> None:
    try:
        if verify is not None:
            bill = verify(bill.id)
    except DomainError as why_not:
        result.refused.append((bill, why_not.message))
    else:
        result.verified.append(bill)


def _bills_of(sales: Sequence[Sale]) -> Iterator[BillRow]:
    """The bills that count, of the outlets and days of a file."""
    days: dict[int, list[date]] = {}
    for sale in sales:
        days.setdefault(sale.outlet_id, []).append(sale.day)
    for outlet_id, of_outlet in days.items():
        yield from _pages(connection(), outlet_id, (min(of_outlet), max(of_outlet)))


def _pages(db: Connection, outlet_id: int, days: tuple[date, date]) -> Iterator[BillRow]:
    last = 0
    while page := bill_lists.listed(db, outlet_id=outlet_id, days=days, after=last, limit=_PAGE):
        yield from (bill for bill in page if bill_lists.status(bill) is not Status.VOID)
        last = page[-1].id


class _NoSale(ValueError):
    """Why a row cannot be read, as a sentence."""


def _sale(line: int, cells: list[str]) -> Sale:
    outlet, receipt, amount, paid_at = cells
    if not (outlet.isascii() and outlet.isdigit() and len(outlet) < 10):
        raise _NoSale(f'"{outlet}" is no outlet id.')
    number = tidy_receipt(receipt)
    if number is None:
        raise _NoSale(f'"{receipt}" is no receipt number.')
    amount_sen = sen(amount.replace(",", ""))
    if amount_sen is None:
        raise _NoSale(f'"{amount}" is no amount: it is written with two places, such as "45.90".')
    return Sale(line, int(outlet), _day(paid_at), number, amount_sen)


def _day(value: str) -> date:
    try:
        if len(value) == len("2026-03-14"):
            return date.fromisoformat(value)
        moment = datetime.fromisoformat(value)
        return malaysian_date(moment)
    except (ValueError, OverflowError) as error:
        raise _NoSale(f'"{value}" is no day, and no moment with its zone.') from error
