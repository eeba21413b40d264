"""Files of a till's sales: CSV as tills and spreadsheets write it, compared with bills by receipt."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from io import StringIO
from typing import Any

from loyalty.rules.bills import receipt as normal_receipt
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem

COLUMNS = ("outletId", "receiptNumber", "amount", "paidAt")
SEPARATORS = (",", ";", "\t")

Receipt = tuple[int, date, str]

_AMOUNT = re.compile(
    r"(?:(?:RM|MYR)\s*)?(0|[1-9][0-9]{0,8}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,2})(?:\.([0-9]{1,2}))?",
    re.ASCII | re.IGNORECASE,
)
_TIME = r"(?:\s+[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:\s*[AaPp]\.?[Mm]\.?)?)?"
_DAY_FIRST = re.compile(rf"([0-9]{{1,2}})([/.-])([0-9]{{1,2}})\2((?:20)?[0-9]{{2}}){_TIME}", re.ASCII)


@dataclass(frozen=True)
class Sale:
    """One row of a file of sales; `line` is its number in the file."""

    line: int
    outlet_id: int
    day: date
    receipt: str
    amount_sen: int

    @property
    def key(self) -> Receipt:
        """Outlet, day and receipt, which identify a bill."""
        return self.outlet_id, self.day, self.receipt


class MissingColumns(ValueError):
    """The file has not the columns it needs; `problem` names them."""

    def __init__(self, missing: list[str]) -> None:
        self.problem = Problem(Code.MISSING_COLUMNS, {"wanted": list(COLUMNS), "missing": missing})
        super().__init__(self.problem.message)


class _NoSale(ValueError):
    """A row cannot be read, and why."""

    def __init__(self, code: Code, value: str | None = None) -> None:
        self.problem = Problem(code, {} if value is None else {"value": value})
        super().__init__(self.problem.message)


def read_sales(text: str) -> tuple[list[Sale], list[tuple[int, Problem]]]:
    """The sales of a CSV, and the lines that could not be read, each with the reason.

    Its columns are outletId, receiptNumber, amount ("45.90", "45.9", "RM 1,234.50") and paidAt (a day or a
    moment: 2026-11-27, 27/11/2026 19:20; without a zone it is Malaysian time), in any order and case, among
    others, separated by commas, semicolons or tabs. Raises MissingColumns.
    """
    lines = list(StringIO(text.lstrip("\ufeff"), newline=None))
    first_line = 0
    if lines and lines[0].lower().startswith("sep="):  # a line that Excel reads and does not show
        first_line = 1
    head = lines[first_line] if len(lines) > first_line else ""
    rows = csv.reader(lines[first_line:], delimiter=max(SEPARATORS, key=head.count))
    names = ["".join(name.lower().split()).replace("_", "") for name in next(rows, [])]
    if missing := [name for name in COLUMNS if name.lower() not in names]:
        raise MissingColumns(missing)
    places = [names.index(name.lower()) for name in COLUMNS]
    unreadable: list[tuple[int, Problem]] = []
    found = [(line + first_line, row) for line, row in _readable(rows, unreadable) if "".join(row).strip()]
    is_month_first = any(_is_month_first(row[places[3]]) for _, row in found if len(row) > places[3])
    sales: list[Sale] = []
    seen: dict[Receipt, Sale] = {}
    for line, row in found:
        try:
            sale = _sale(line, [row[place].strip() for place in places], is_month_first=is_month_first)
        except IndexError:
            unreadable.append((line, Problem(Code.ROW_CUT_SHORT)))
        except _NoSale as none:
            unreadable.append((line, none.problem))
        else:
            first = seen.setdefault(sale.key, sale)
            if first is sale:
                sales.append(sale)
            else:
                unreadable.append((line, Problem(Code.RECEIPT_TWICE, {"line": first.line})))
    return sales, sorted(unreadable, key=lambda each: each[0])


def _readable(rows: Any, unreadable: list[tuple[int, Problem]]) -> Iterator[tuple[int, Sequence[str]]]:
    """The rows of a CSV with their lines; where it is none any more, the rest cannot be read."""
    try:
        for row in rows:
            yield rows.line_num, row
    except csv.Error:
        unreadable.append((rows.line_num, Problem(Code.NOT_CSV)))


def _sale(line: int, cells: Sequence[str], *, is_month_first: bool) -> Sale:
    outlet, receipt, amount, paid_at = cells
    if not (outlet.isascii() and outlet.isdigit() and len(outlet) < 10):
        raise _NoSale(Code.NOT_AN_OUTLET_ID, outlet)
    number = normal_receipt(receipt)
    if number is None:
        raise _NoSale(Code.NOT_A_RECEIPT, receipt)
    amount_sen = _sen(amount)
    if amount_sen is None:
        raise _NoSale(Code.NOT_A_SUM, amount)
    return Sale(line, int(outlet), _day(paid_at, is_month_first=is_month_first), number, amount_sen)


def _sen(amount: str) -> int | None:
    found = _AMOUNT.fullmatch(" ".join(amount.split()))
    if found is None:
        return None
    return int(found[1].replace(",", "")) * 100 + int((found[2] or "").ljust(2, "0"))


def _is_month_first(value: str) -> bool:
    found = _DAY_FIRST.fullmatch(value.strip())
    return found is not None and int(found[1]) <= 12 < int(found[3]) <= 31


def _day(value: str, *, is_month_first: bool) -> date:
    try:
        if found := _DAY_FIRST.fullmatch(value):
            if is_month_first:
                raise _NoSale(Code.MONTH_BEFORE_DAY)
            return date(int(found[4][-2:]) + 2000, int(found[3]), int(found[1]))
        if len(value) == len("2026-03-14"):
            return date.fromisoformat(value)
        moment = datetime.fromisoformat(value)
        return moment.date() if moment.tzinfo is None else malaysian_date(moment)
    except (ValueError, OverflowError) as error:
        if isinstance(error, _NoSale):
            raise
        raise _NoSale(Code.NOT_A_DAY, value) from error
