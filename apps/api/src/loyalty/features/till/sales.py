"""Bills against a day's sales: what the tills sold says which pending bills are true."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from sqlalchemy.orm import Session

from loyalty.db.session import session
from loyalty.errors import Invalid, Refusal
from loyalty.features.points import bills
from loyalty.features.points.bills import BillFacts
from loyalty.rules.bills import Status
from loyalty.rules.bills import receipt as tidy_receipt
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.money import sen

COLUMNS = ("outletid", "receiptnumber", "amount", "paidat")
_PAGE = 1_000

Receipt = tuple[int, date, str]


@dataclass(frozen=True)
class Sale:
    """One row of a sales file; `line` is where it stands."""

    line: int
    outlet_id: int
    day: date
    receipt: str
    amount_sen: int

    @property
    def key(self) -> Receipt:
        """What makes it the sale of one bill."""
        return self.outlet_id, self.day, self.receipt


@dataclass
class Reconciled:
    """What came of it. Only the last four ask for somebody's eyes.

    `without_bill` are sales to people who showed no card, which is most of them; `not_sold` are pending bills
    of the file's outlets and days that are no sale in it.
    """

    verified: list[BillFacts] = field(default_factory=list)
    verified_before: int = 0
    without_bill: int = 0
    other_amount: list[tuple[BillFacts, Sale]] = field(default_factory=list)
    not_sold: list[BillFacts] = field(default_factory=list)
    refused: list[tuple[BillFacts, str]] = field(default_factory=list)
    unreadable: list[tuple[int, str]] = field(default_factory=list)

    @property
    def matches(self) -> bool:
        """Whether nothing asks for somebody's eyes."""
        return not (self.other_amount or self.not_sold or self.refused or self.unreadable)


def read_sales(lines: Iterable[str]) -> tuple[list[Sale], list[tuple[int, str]]]:
    """The sales of a CSV, and the lines that are none, each with the reason.

    Its columns are outletId, receiptNumber, amount ("45.90") and paidAt (a day, or a moment with its zone),
    in any order and case, among others. Raises Invalid when one is missing.
    """
    text = list(lines)
    head = text[0].lstrip("\ufeff") if text else ""
    rows = csv.reader([head, *text[1:]], delimiter=";" if head.count(";") > head.count(",") else ",")
    names = ["".join(name.lower().split()).replace("_", "") for name in next(rows, [])]
    if missing := [name for name in COLUMNS if name not in names]:
        wanted = "outletId, receiptNumber, amount and paidAt"
        raise Invalid(f"The file needs the columns {wanted}; {', '.join(missing)} is not there.")
    places = [names.index(name) for name in COLUMNS]
    sales: list[Sale] = []
    unreadable: list[tuple[int, str]] = []
    seen: dict[Receipt, Sale] = {}
    for row in rows:
        if not any(cell.strip() for cell in row):
            continue
        try:
            sale = _sale(rows.line_num, [row[place].strip() for place in places])
        except (ValueError, IndexError) as problem:
            told = str(problem) if isinstance(problem, _NoSale) else "This row is cut short."
            unreadable.append((rows.line_num, told))
            continue
        first = seen.setdefault(sale.key, sale)
        if first is not sale:
            unreadable.append((sale.line, f"This receipt is in line {first.line} already."))
        else:
            sales.append(sale)
    return sales, unreadable


def reconcile(
    sales: Sequence[Sale],
    verify: Callable[[int], BillFacts] | None,
    watch: Callable[[Sequence[Sale]], Iterable[Sale]] = iter,
) -> Reconciled:
    """Verify every pending bill whose receipt was sold for its amount; run it again as often as you like.

    `verify` verifies a bill by its id, in a transaction of its own; None only says what would be done.
    `watch` sees the sales go by, for a progress bar.
    """
    result = Reconciled()
    known = {(bill.outlet_id, bill.business_day, bill.receipt_number): bill for bill in _bills_of(sales)}
    for sale in watch(sales):
        bill = known.pop(sale.key, None)
        if bill is None:
            result.without_bill += 1
        elif bill.amount != sale.amount_sen:
            result.other_amount.append((bill, sale))
        elif bill.status_id is Status.VERIFIED:
            result.verified_before += 1
        else:
            _verify(bill, result, verify)
    covered = {(sale.outlet_id, sale.day) for sale in sales}
    result.not_sold = [
        bill
        for bill in known.values()
        if bill.status_id is Status.PENDING and (bill.outlet_id, bill.business_day) in covered
    ]
    return result


def _verify(bill: BillFacts, result: Reconciled, verify: Callable[[int], BillFacts] | None) -> None:
    try:
        if verify is not None:
            bill = verify(bill.id)
    except Refusal as why_not:
        result.refused.append((bill, why_not.message))
    else:
        result.verified.append(bill)


def _bills_of(sales: Sequence[Sale]) -> Iterator[BillFacts]:
    """The standing bills of the outlets and days of a file."""
    days: dict[int, list[date]] = {}
    for sale in sales:
        days.setdefault(sale.outlet_id, []).append(sale.day)
    for outlet_id, of_outlet in days.items():
        yield from _pages(session(), outlet_id, (min(of_outlet), max(of_outlet)))


def _pages(db: Session, outlet_id: int, days: tuple[date, date]) -> Iterator[BillFacts]:
    last = 0
    while page := bills.listed(db, outlet_id=outlet_id, days=days, after=last, limit=_PAGE):
        yield from (bill for bill in page if bill.status_id is not Status.VOID)
        last = page[-1].id


class _NoSale(ValueError):
    """Why a row is no sale, as a sentence."""


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


def _day(said: str) -> date:
    try:
        if len(said) == len("2026-03-14"):
            return date.fromisoformat(said)
        moment = datetime.fromisoformat(said)
        return malaysian_date(moment)
    except (ValueError, OverflowError) as error:
        raise _NoSale(f'"{said}" is no day, and no moment with its zone.') from error
