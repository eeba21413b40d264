"""Files of a till's sales, CSV and XLSX as tills and spreadsheets write them, to compare with bills."""

import csv
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from enum import StrEnum
from functools import partial
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZipFile

from openpyxl.utils import column_index_from_string
from python_calamine import CalamineWorkbook, SheetTypeEnum

from loyalty.rules.bills import receipt as normal_receipt
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.group import GROUP
from loyalty.rules.points import ringgit
from loyalty.rules.problems import Params, Problem

SEPARATORS = (",", ";", "\t")
MAX_COLUMNS = 100
# A workbook that unpacks to more is refused before it is read.
MAX_UNPACKED_BYTES = 200 * 1024 * 1024
# Calamine fills the rectangle from the first cell to the last: two cells far apart would take all memory.
MAX_CELLS = 20_000_000
# Titles of a report may stand above the headings.
MAX_TITLE_LINES = 20

Receipt = tuple[int, date, str]

_AMOUNT = re.compile(
    rf"(?:(?:{re.escape(GROUP.currency.sign)}|{GROUP.currency.code})\s*)?(0|[1-9][0-9]{{0,8}}|[1-9][0-9]{{0,2}}(?:,[0-9]{{3}}){{1,2}})(?:\.([0-9]{{1,2}}))?",
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


class Meaning(StrEnum):
    """What a column says of a sale; NONE is left out."""

    DAY = "day"
    RECEIPT = "receipt"
    OUTLET = "outlet"
    AMOUNT = "amount"
    STATUS = "status"
    NONE = ""


class DayOrder(StrEnum):
    """Which comes first where a day is written as 05/11/2026."""

    DAY_FIRST = "dmy"
    MONTH_FIRST = "mdy"


@dataclass(frozen=True)
class Layout:
    """What each column of a file means, in their order. `outlet_id` is whose sales they are where no column
    says it; `day_order` None: as the days of the file themselves show.
    """

    columns: tuple[Meaning, ...]
    outlet_id: int | None = None
    day_order: DayOrder | None = None

    @property
    def missing(self) -> list[str]:
        """What a sale needs and no column says."""
        needed = [Meaning.DAY, Meaning.RECEIPT, Meaning.AMOUNT]
        if self.outlet_id is None:
            needed.append(Meaning.OUTLET)
        return [each.value for each in needed if self.columns.count(each) != 1]


@dataclass(frozen=True)
class SalesTable:
    """A file as a table: its headings, and its rows with their lines."""

    headings: tuple[str, ...]
    rows: Sequence[tuple[int, Sequence[str]]]
    problems: Sequence[tuple[int, Problem]] = ()


@dataclass(frozen=True)
class SalesRead:
    """What was read of a file: the sales, the lines that could not be read with why, the receipts of void
    lines, and how many lines are no sales: void ones, and lines without a day and a receipt.
    """

    sales: Sequence[Sale]
    unreadable: Sequence[tuple[int, Problem]]
    void: Collection[Receipt]
    left_out: int


class Unsold(StrEnum):
    """What a file of sales has in place of a bill: nothing, a void sale, or one at another outlet."""

    NO_SALE = "no_sale"
    VOID = "void"
    OTHER_OUTLET = "other_outlet"


class NoTable(ValueError):
    """A file is no table of sales; `problem` says why."""

    def __init__(self, code: Code, params: Params | None = None) -> None:
        self.problem = Problem(code, params or {})
        super().__init__(self.problem.message)


class _NoSale(ValueError):
    """A row cannot be read, and why."""

    def __init__(self, code: Code, value: str | None = None, **more: list[str]) -> None:
        self.problem = Problem(code, {**more} if value is None else {"value": value, **more})
        super().__init__(self.problem.message)


def read_table(content: bytes) -> SalesTable:
    """The table of a CSV (UTF-8, UTF-16, Windows-1252; commas, semicolons or tabs) or of the first sheet of
    an XLSX. Raises NoTable for another file, an empty one, and two headings alike.
    """
    if not content.strip():
        raise NoTable(Code.TABLE_EMPTY)
    problems: list[tuple[int, Problem]] = []
    is_workbook = content.startswith(b"PK")
    lines = _workbook_lines(content) if is_workbook else _csv_lines(_text(content), problems)
    filled = [(line, cells) for line, cells in lines if any(cells)]
    if not filled:
        raise NoTable(Code.TABLE_EMPTY)
    widest = max(sum(map(bool, cells)) for _, cells in filled[:MAX_TITLE_LINES])
    at = next(at for at, (_, cells) in enumerate(filled) if sum(map(bool, cells)) >= min(widest, 3))
    headings = tuple(each or f"({number + 1})" for number, each in enumerate(filled[at][1]))
    names = [_plain(each) for each in headings]
    if alike := next((each for at, each in enumerate(headings) if _plain(each) in names[:at]), None):
        raise NoTable(Code.HEADINGS_ALIKE, {"heading": alike})
    return SalesTable(headings, filled[at + 1 :], problems)


def _text(content: bytes) -> str:
    if b"\0" in content[:4096] and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise NoTable(Code.TABLE_UNREADABLE)
    encodings = ("utf-16",) if content.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise NoTable(Code.TABLE_UNREADABLE)


def _csv_lines(text: str, problems: list[tuple[int, Problem]]) -> list[tuple[int, list[str]]]:
    lines = list(StringIO(text, newline=None))
    first = 1 if lines[0].lower().startswith("sep=") else 0  # a line that Excel reads and does not show
    head = "".join(lines[first : first + MAX_TITLE_LINES])
    rows = csv.reader(lines[first:], delimiter=max(SEPARATORS, key=head.count))
    return [(line + first, [each.strip() for each in row]) for line, row in _readable(rows, problems)]


def _workbook_lines(content: bytes) -> list[tuple[int, list[str]]]:
    try:
        with ZipFile(BytesIO(content)) as packed:
            if sum(each.file_size for each in packed.infolist()) > MAX_UNPACKED_BYTES:
                raise NoTable(Code.TABLE_UNREADABLE)
            if max(_cells(packed.read(each)) for each in packed.namelist()) > MAX_CELLS:
                raise NoTable(Code.TABLE_UNREADABLE)
        book = CalamineWorkbook.from_filelike(BytesIO(content))
        first = next(each for each in book.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet)
        rows = book.get_sheet_by_name(first.name).to_python(skip_empty_area=False)
    except NoTable:
        raise
    except Exception as error:  # whatever a broken file makes of a zip and its XML
        raise NoTable(Code.TABLE_UNREADABLE) from error
    return [(line, [_written(each) for each in row[:MAX_COLUMNS]]) for line, row in enumerate(rows, 1)]


# The place of a cell, "XFD12", or the number of a row.
_PLACE = re.compile(rb"""\sr\s*=\s*["']([A-Za-z]{0,3})([0-9]+)["']""")


def _cells(part: bytes) -> int:
    """How many cells the rectangle has that holds all cells of a sheet."""
    columns, last = set(), 0
    for column, row in _PLACE.findall(part):
        columns.add(column)
        last = max(last, int(row))
    width = max((column_index_from_string(each.decode()) for each in columns if each), default=1)
    return width * last


def _written(value: Any) -> str:
    """A cell of a workbook as a CSV would have it."""
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "seconds")
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else f"{value:.12g}"
    return str(value).strip()


_WORDS = {
    Meaning.DAY: "paidat paidon businessdate businessday transactiondate saledate billdate orderdate date "
    "day trxdate txndate transdate tarikh tanggal datetime 日期",
    Meaning.RECEIPT: "receiptnumber receiptno receipt noresit resit nomborresit billno billnumber invoiceno "
    "invoice orderno ordernumber checkno transactionno 单号 收据",
    Meaning.OUTLET: "outletid outlet outletname branch branchname store storename location cawangan kedai "
    "gerai 分店",
    Meaning.AMOUNT: "amount amountpaid netamount nettotal netsales net totalpaid grandtotal total jumlah "
    "jumlahrm amountrm totalrm bayaran 金额",
    Meaning.STATUS: "status salestatus billstatus",
}


def guessed(headings: Sequence[str]) -> tuple[Meaning, ...]:
    """What columns mean by their headings: each meaning once, the surest word first."""
    plain = [_plain(each) for each in headings]
    found = [Meaning.NONE] * len(headings)
    for meaning, words in _WORDS.items():
        at = next((plain.index(word) for word in words.split() if word in plain), None)
        if at is not None:
            found[at] = meaning
    return tuple(found)


def _plain(heading: str) -> str:
    return "".join(sign for sign in heading.casefold() if sign.isalnum())


# What a status says of a sale that was not paid in the end, and of one that was.
_VOID = {"void", "voided", "cancelled", "canceled", "refund", "refunded", "batal", "dibatalkan", "deleted"}
_PAID = {"ok", "paid", "sale", "completed", "complete", "closed", "success", "done", "settled", "berjaya"}


def read_sales(table: SalesTable, layout: Layout, outlets: Mapping[int, str]) -> SalesRead:
    """The sales of a table; `outlets` are all there are, by id with their brand and name.

    Amounts are "45.90", "45.9", "RM 1,234.50", days 2026-11-27 or 27/11/2026, with or without a time, which
    is Malaysian where it has no zone. What can be read in two ways is not read. Raises NoTable for a layout
    without what a sale needs.
    """
    if layout.missing:
        raise NoTable(Code.MISSING_COLUMNS, {"missing": layout.missing})
    places: dict[Meaning, int] = {
        meaning: at for at, meaning in enumerate(layout.columns) if meaning is not Meaning.NONE
    }
    day_at = places[Meaning.DAY]
    days = [row[day_at] for _, row in table.rows if len(row) > day_at]
    order = layout.day_order or _order_of(days)
    named = {outlet_id: frozenset(_words(name)) for outlet_id, name in outlets.items()}
    known: dict[str, int] = {}
    unreadable = list(table.problems)
    sales: list[Sale] = []
    seen: dict[Receipt, Sale] = {}
    void: set[Receipt] = set()
    left_out = 0
    for line, row in table.rows:
        cell: dict[Meaning, str] = {
            meaning: row[at] if len(row) > at else "" for meaning, at in places.items()
        }
        is_void = False
        try:
            if not cell[Meaning.DAY] and not cell[Meaning.RECEIPT]:
                left_out += 1
                continue
            if len(row) <= max(at for meaning, at in places.items() if meaning is not Meaning.STATUS):
                raise _NoSale(Code.ROW_CUT_SHORT)
            if any(each.startswith("=") for each in cell.values()):
                raise _NoSale(Code.FORMULA)
            is_void = _is_void(cell.get(Meaning.STATUS, ""))
            left_out += is_void
            outlet_id = layout.outlet_id
            if Meaning.OUTLET in cell:
                outlet_id = _outlet(cell[Meaning.OUTLET], named, outlets, known)
            sale = _sale(line, outlet_id or 0, cell, order)
        except _NoSale as none:
            if not is_void:
                unreadable.append((line, none.problem))
            continue
        if is_void:
            void.add(sale.key)
        else:
            first = seen.setdefault(sale.key, sale)
            if first is sale:
                sales.append(sale)
            else:
                unreadable.append((line, Problem(Code.RECEIPT_TWICE, {"line": first.line})))
    return SalesRead(sales, sorted(unreadable, key=lambda each: each[0]), void, left_out)


@dataclass(frozen=True)
class Reading:
    """How a value would be read if its column meant this: `text`, an ISO day, a receipt, an outlet's name, an
    amount such as 45.90, "void" or "paid"; or why it cannot be read. `day_order` None: whatever comes first.
    """

    meaning: Meaning
    day_order: DayOrder | None
    text: str | None
    problem: Problem | None


def readings(value: str, days: Sequence[str], outlets: Mapping[int, str]) -> list[Reading]:
    """How a value would be read in each meaning; `days` are all values of its column, `outlets` as
    `read_sales` takes them.
    """
    named = {outlet_id: frozenset(_words(name)) for outlet_id, name in outlets.items()}
    order = _order_of(days)

    def day(order: DayOrder) -> str:
        return _day(value, order).isoformat()

    orders = list(DayOrder) if isinstance(order, Code) else [order]
    return [
        *(_reading(Meaning.DAY, partial(day, each), each if len(orders) > 1 else None) for each in orders),
        _reading(Meaning.OUTLET, lambda: outlets[_outlet(value, named, outlets, {})].split(", ")[-1]),
        _reading(Meaning.RECEIPT, lambda: _receipt(value)),
        _reading(Meaning.AMOUNT, lambda: ringgit(_sen(value))),
        _reading(Meaning.STATUS, lambda: "void" if _is_void(value) else "paid"),
    ]


def _reading(meaning: Meaning, read: Callable[[], str], day_order: DayOrder | None = None) -> Reading:
    try:
        return Reading(meaning, day_order, read(), None)
    except _NoSale as none:
        return Reading(meaning, day_order, None, none.problem)


def _is_void(status: str) -> bool:
    plain = _plain(status)
    if plain in _VOID:
        return True
    if plain and plain not in _PAID:
        raise _NoSale(Code.UNKNOWN_SALE_STATUS, status)
    return False


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _outlet(
    value: str,
    named: Mapping[int, frozenset[str]],
    outlets: Mapping[int, str],
    known: dict[str, int],
) -> int:
    """The outlet of "17", "17 Mid Valley", "Gurney" or its whole name, where that can be one only."""
    if value in known:
        return known[value]
    words = _words(value)
    number = int(words[0]) if words and words[0].isascii() and words[0].isdigit() else 0
    rest = set(words[1:]) if number in named else set(words)
    if number in named and rest <= named[number]:
        fitting = [number]
    else:
        fitting = [each for each, name in named.items() if words and set(words) <= name]
        whole = [each for each in fitting if set(words) == set(_words(outlets[each].split(", ")[-1]))]
        fitting = whole or fitting
    if len(fitting) > 1:
        names = [outlets[each].split(", ")[-1] for each in fitting]
        raise _NoSale(Code.OUTLET_AMBIGUOUS, value, names=names)
    if not fitting:
        raise _NoSale(Code.NOT_AN_OUTLET, value)
    return known.setdefault(value, fitting[0])


def _readable(rows: Any, unreadable: list[tuple[int, Problem]]) -> Iterator[tuple[int, Sequence[str]]]:
    """The rows of a CSV with their lines; where it is none any more, the rest cannot be read."""
    try:
        for row in rows:
            yield rows.line_num, row
    except csv.Error:
        unreadable.append((rows.line_num, Problem(Code.NOT_CSV)))


def _sale(line: int, outlet_id: int, cell: Mapping[Meaning, str], order: DayOrder | Code | None) -> Sale:
    number, amount_sen = _receipt(cell[Meaning.RECEIPT]), _sen(cell[Meaning.AMOUNT])
    return Sale(line, outlet_id, _day(cell[Meaning.DAY], order), number, amount_sen)


def _receipt(typed: str) -> str:
    number = normal_receipt(typed)
    if number is None:
        raise _NoSale(Code.NOT_A_RECEIPT, typed)
    return number


def _sen(amount: str) -> int:
    found = _AMOUNT.fullmatch(" ".join(amount.split()))
    if found is None:
        raise _NoSale(Code.NOT_A_SUM, amount)
    return int(found[1].replace(",", "")) * 100 + int((found[2] or "").ljust(2, "0"))


def _order_of(days: Sequence[str]) -> DayOrder | Code:
    """Which comes first in days such as 05/11/2026, by those that can be read in one way only; else why none
    is read: the month comes first somewhere, or all can be read in both ways.
    """
    parts = [(int(found[1]), int(found[3])) for day in days if (found := _DAY_FIRST.fullmatch(day))]
    if any(first <= 12 < second <= 31 for first, second in parts):
        return Code.MONTH_BEFORE_DAY
    if not parts or any(first > 12 or first == second for first, second in parts):
        return DayOrder.DAY_FIRST
    return Code.DAY_AMBIGUOUS


def needs_order(table: SalesTable, columns: Sequence[Meaning]) -> bool:
    """Whether somebody has to say what comes first in the days of a file."""
    if Meaning.DAY not in columns:
        return False
    at = list(columns).index(Meaning.DAY)
    order = _order_of([row[at] for _, row in table.rows if len(row) > at])
    return order in (Code.DAY_AMBIGUOUS, Code.MONTH_BEFORE_DAY)


def _day(value: str, order: DayOrder | Code | None) -> date:
    try:
        if found := _DAY_FIRST.fullmatch(value):
            if isinstance(order, Code):
                raise _NoSale(order, *([value] if order is Code.DAY_AMBIGUOUS else []))
            first, second = int(found[1]), int(found[3])
            day, month = (second, first) if order is DayOrder.MONTH_FIRST else (first, second)
            return date(int(found[4][-2:]) + 2000, month, day)
        if len(value) == len("2026-03-14"):
            return date.fromisoformat(value)
        moment = datetime.fromisoformat(value)
        return moment.date() if moment.tzinfo is None else malaysian_date(moment)
    except (ValueError, OverflowError) as error:
        if isinstance(error, _NoSale):
            raise
        raise _NoSale(Code.NOT_A_DAY, value) from error
