"""A file of sales against the bills of its outlets and days."""

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from hashlib import sha256
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty.backoffice.bills.models import ReconciledDay, SalesLayout
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.exports import EXPORTED
from loyalty.backoffice.log.log import note
from loyalty.db.clock import now
from loyalty.db.inserts import upsert_all
from loyalty.db.session import current_session, transaction
from loyalty.errors import Forbidden, Invalid
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import bill_lists
from loyalty.features.points.models import Bill
from loyalty.features.till import bills as till_bills
from loyalty.rules.calendar import Days, malaysian_date
from loyalty.rules.codes import Code
from loyalty.rules.sales_files import (
    DayOrder,
    Layout,
    Meaning,
    NoTable,
    Sale,
    SalesRead,
    SalesTable,
    Unsold,
    guessed,
    needs_order,
    read_sales,
    read_table,
    readings,
)
from loyalty.rules.spreadsheets import Sheet, ringgit_cell

# A month's sales of every outlet, and no more: a file is compared with all bills of its days.
MAX_SALES = 50_000
MAX_DAYS = 62
# So many of each difference are listed; the counts are of all.
MAX_SHOWN = 500
SHOWN_VALUES = 3
SHOWN_DAYS = 7
UNSOLD_WORDS = {
    Unsold.NO_SALE: "only a bill",
    Unsold.VOID: "void at the till",
    Unsold.OTHER_OUTLET: "sold at another outlet",
}


@dataclass(frozen=True)
class Asked:
    """A file of sales, and what somebody says of it: what its columns mean, None: as it is remembered."""

    file: bytes
    columns: Sequence[Meaning] | None = None
    outlet_id: int | None = None
    day_order: DayOrder | None = None


@dataclass(frozen=True)
class _Compared:
    layout: Layout
    read: SalesRead
    found: till_bills.Reconciled


def compare(office: OfficeContext, *, remember: bool = False, **said: Any) -> dict[str, Any]:
    """Compare a file with the bills of its outlets and days (`ComparisonSchema`); `said` is as `Asked` takes
    it. What its columns mean is remembered for its outlets if somebody wants that; the days of a file that
    was read whole count as reconciled.

    Raises Invalid for a file that is no table, too long or of too many days, and Forbidden for another
    outlet's sales.
    """
    db, asked = current_session(), Asked(**said)
    table = _table(asked.file)
    layout, is_remembered = _layout(db, office, table, asked)
    needs_day_order = layout.day_order is None and needs_order(table, layout.columns)
    names = _outlet_names(db)
    found = None
    if not layout.missing and (asked.columns is not None or is_remembered) and not needs_day_order:
        compared = _compared(db, office, table, layout)
        found = _differences(compared)
        _keep(office, table, compared, remember=remember)
    return {
        "rows": len(table.rows),
        "columns": [_column(table, at, each, names) for at, each in enumerate(layout.columns)],
        "outlet_id": layout.outlet_id,
        "day_order": layout.day_order,
        "needs_day_order": needs_day_order,
        "found": found,
    }


def sheet(office: OfficeContext, **said: Any) -> Sheet:
    """Everything a file and our bills differ in, for a spreadsheet; it is logged."""
    db, asked = current_session(), Asked(**said)
    table = _table(asked.file)
    layout, _ = _layout(db, office, table, asked)
    compared = _compared(db, office, table, layout)
    found, names = compared.found, {each.id: each.name for each in outlet_queries.outlets(db)}

    def of_bill(what: str, bill: Bill, sale: Sale | None = None) -> tuple[object, ...]:
        sold = _sold(sale) if sale else (None, None)
        ours = bill.business_day, bill.receipt_number, ringgit_cell(bill.amount_sen)
        return (what, names[bill.outlet_id], *ours, *sold, "")

    def of_sale(sale: Sale) -> tuple[object, ...]:
        return ("only a sale", names[sale.outlet_id], sale.day, sale.receipt, None, *_sold(sale), "")

    rows = [
        *(of_bill("other amount", bill, sale) for bill, sale in found.other_amount),
        *(of_bill(UNSOLD_WORDS[why], bill) for bill, why in _unsold(compared)),
        *(of_bill("not verified", bill) for bill in found.matching),
        *map(of_sale, found.without_bill),
        *(("not read", *("",) * 3, None, None, at, why.message) for at, why in compared.read.unreadable),
    ]
    with transaction() as writes:
        note(writes, office.signed(EXPORTED), "reconcile.export", f"{len(rows)} rows")
    titles = ("difference", "outlet", "day", "receipt", "our amount", "amount in the file", "line", "problem")
    return Sheet("Differences", titles, rows)


def _sold(sale: Sale) -> tuple[Decimal, int]:
    return ringgit_cell(sale.amount_sen), sale.line


def _table(content: bytes) -> SalesTable:
    try:
        table = read_table(content)
    except NoTable as none:
        raise Invalid(none.problem, field="file") from none
    if len(table.rows) > MAX_SALES:
        raise Invalid(Code.FILE_TOO_LONG, {"max": MAX_SALES}, field="file")
    return table


def _layout(db: Session, office: OfficeContext, table: SalesTable, asked: Asked) -> tuple[Layout, bool]:
    """What the columns of a file mean, and whether that is remembered of an outlet of theirs."""
    if asked.columns is not None:
        columns = (*asked.columns, *(Meaning.NONE for _ in table.headings))[: len(table.headings)]
        outlet_id = None if Meaning.OUTLET in columns else asked.outlet_id
        return Layout(columns, outlet_id, asked.day_order), False
    query = select(SalesLayout).where(SalesLayout.headings_hash == _hash(table))
    kept = [each for each in db.scalars(query) if office.is_at(each.outlet_id)]
    said = {(each.columns, each.day_order) for each in kept}
    if len(said) != 1:
        return Layout(guessed(table.headings), asked.outlet_id, asked.day_order), False
    columns = tuple(Meaning(each) for each in json.loads(kept[0].columns))
    outlet_id = None
    if Meaning.OUTLET not in columns:
        outlet_id = asked.outlet_id or (kept[0].outlet_id if len(kept) == 1 else None)
    order = kept[0].day_order
    return Layout(columns, outlet_id, DayOrder(order) if order else asked.day_order), True


def _hash(table: SalesTable) -> str:
    return sha256("\n".join(table.headings).casefold().encode()).hexdigest()


def _column(table: SalesTable, at: int, meaning: Meaning, outlets: Mapping[int, str]) -> dict[str, Any]:
    values = list(dict.fromkeys(row[at] for _, row in table.rows if len(row) > at and row[at]))
    read = readings(values[0], values, outlets) if values else []
    shown = values[:SHOWN_VALUES]
    return {"heading": table.headings[at], "values": shown, "meaning": meaning, "readings": read}


def _outlet_names(db: Session) -> dict[int, str]:
    return {each.id: f"{each.brand}, {each.name}" for each in outlet_queries.outlets(db)}


def _compared(db: Session, office: OfficeContext, table: SalesTable, layout: Layout) -> _Compared:
    try:
        read = read_sales(table, layout, _outlet_names(db))
    except NoTable as none:
        raise Invalid(none.problem, field="columns") from none
    _refuse_days(read.sales)
    for outlet_id in sorted({each.outlet_id for each in read.sales}):
        if not office.is_at(outlet_id):
            raise Forbidden(Code.FILE_OF_OTHER_OUTLET, {"outlet": outlet_id})
    return _Compared(layout, read, till_bills.reconcile(read.sales))


def _refuse_days(sales: Sequence[Sale]) -> None:
    if not sales:
        return
    first, last = min(each.day for each in sales), max(each.day for each in sales)
    if (last - first).days >= MAX_DAYS:
        raise Invalid(
            Code.FILE_TOO_MANY_DAYS,
            {"first": first.isoformat(), "last": last.isoformat(), "max": MAX_DAYS},
            field="file",
        )


def _differences(compared: _Compared) -> dict[str, Any]:
    """What a file of sales and our bills differ in (`DifferencesSchema`)."""
    read, found = compared.read, compared.found
    lists: dict[str, Sequence[Any]] = {
        "matching": found.matching,
        "amounts_differ": [
            {"bill": bill, "line": sale.line, "sold_sen": sale.amount_sen}
            for bill, sale in found.other_amount
        ],
        "only_ours": [{"bill": bill, "reason": why} for bill, why in _unsold(compared)],
        "only_theirs": found.without_bill,
        "unreadable": [{"line": line, "problem": problem} for line, problem in read.unreadable],
    }
    return {
        "sales_count": len(read.sales),
        "verified_before_count": found.verified_before,
        "left_out_count": read.left_out,
        **{name: each[:MAX_SHOWN] for name, each in lists.items()},
        **{f"{name}_count": len(each) for name, each in lists.items()},
        "matching_sen": sum(bill.amount_sen for bill in found.matching),
        "amounts_differ_sen": sum(bill.amount_sen - sale.amount_sen for bill, sale in found.other_amount),
        "only_ours_sen": sum(bill.amount_sen for bill in found.not_sold),
        "only_theirs_sen": sum(sale.amount_sen for sale in found.without_bill),
    }


def _unsold(compared: _Compared) -> list[tuple[Bill, Unsold]]:
    """The bills that a file does not have, each with what it has instead."""
    # The amount too: outlets number their receipts each by themselves.
    elsewhere = {(sale.day, sale.receipt, sale.amount_sen) for sale in compared.found.without_bill}

    def why(bill: Bill) -> Unsold:
        if (bill.outlet_id, bill.business_day, bill.receipt_number) in compared.read.void:
            return Unsold.VOID
        is_elsewhere = (bill.business_day, bill.receipt_number, bill.amount_sen) in elsewhere
        return Unsold.OTHER_OUTLET if is_elsewhere else Unsold.NO_SALE

    return [(bill, why(bill)) for bill in compared.found.not_sold]


def _keep(office: OfficeContext, table: SalesTable, compared: _Compared, *, remember: bool) -> None:
    """Keep what the columns mean, and the days of a file that was read whole, each with what differs."""
    read, found = compared.read, compared.found
    sold = Counter((each.outlet_id, each.day) for each in read.sales)
    if not sold:
        return
    bills = [*found.matching, *found.not_sold, *(bill for bill, _ in found.other_amount)]
    differing = Counter((each.outlet_id, each.business_day) for each in bills)
    with transaction() as db:
        signature, at = office.signed(), now(db)
        if remember:
            layout = {
                "headings_hash": _hash(table),
                "columns": json.dumps([each.value for each in compared.layout.columns]),
                "day_order": compared.layout.day_order,
                "saved_by": signature.operator,
                "saved_at": at,
            }
            outlets = sorted({outlet_id for outlet_id, _ in sold})
            upsert_all(db, SalesLayout, [{**layout, "outlet_id": each} for each in outlets])
        if read.unreadable:
            return
        of_days = [
            {
                "outlet_id": outlet_id,
                "day": day,
                "sales": count,
                "differing": differing[outlet_id, day],
                "operator": signature.operator,
                "at": at,
            }
            for (outlet_id, day), count in sorted(sold.items())
        ]
        upsert_all(db, ReconciledDay, of_days)
        first, last = min(day for _, day in sold), max(day for _, day in sold)
        note(db, signature, "reconcile.compare", f"{len(read.sales)} sales, {first} to {last}")


def days(
    db: Session, outlet_ids: Collection[int] | None, first: date | None = None, last: date | None = None
) -> list[dict[str, Any]]:
    """The days with bills of some outlets, None: of all, the newest first, and how each was compared last
    (`OutletDaySchema`): those from `first` to `last`, by default the last week without today.

    Raises Invalid for days that are none or too many.
    """
    today = malaysian_date(now(db))
    last = last or today - timedelta(days=1)
    first = first or last - timedelta(days=SHOWN_DAYS - 1)
    if last < first:
        raise Invalid(Code.LAST_BEFORE_FIRST, field="last")
    if (last - first).days >= MAX_DAYS:
        raise Invalid(Code.TOO_MANY_DAYS, {"max": MAX_DAYS}, field="last")
    asked = Days(first, last)
    names = {
        each.id: each.name
        for each in outlet_queries.outlets(db)
        if outlet_ids is None or each.id in outlet_ids
    }
    in_days = ReconciledDay.outlet_id.in_(names), ReconciledDay.day.between(asked.first, asked.last)
    kept = {(each.outlet_id, each.day): each for each in db.scalars(select(ReconciledDay).where(*in_days))}
    found = [
        {
            "outlet_id": outlet_id,
            "outlet_name": names[outlet_id],
            "day": day,
            "bills": count,
            "compared": kept.get((outlet_id, day)),
        }
        for (outlet_id, day), count in bill_lists.counts_by_day(db, asked, list(names)).items()
    ]
    return sorted(found, key=lambda each: (each["day"], each["outlet_name"]), reverse=True)


def how_many_unreconciled(db: Session, outlet_ids: Collection[int] | None) -> int:
    """How many days of the last week were not compared with a file of sales."""
    return sum(each["compared"] is None for each in days(db, outlet_ids))
