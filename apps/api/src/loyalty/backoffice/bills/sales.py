"""A file of sales against the bills of its outlets and days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from loyalty.errors import Forbidden, Invalid
from loyalty.features.points.models import Bill
from loyalty.features.till import bills as till_bills
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem
from loyalty.rules.sales_files import MissingColumns, Sale, read_sales

# A month's sales of every outlet, and no more: a file is compared with all bills of its days.
MAX_SALES = 20_000
MAX_DAYS = 62
# So many of each difference are listed; the counts are of all.
MAX_SHOWN = 500


@dataclass(frozen=True)
class Differences:
    """What a file of sales and our bills differ in; nothing is written.

    `matching` would be verified. `only_ours` are pending bills that the file does not have, `only_theirs`
    sales of guests without a card, `unreadable` lines with their number and what is wrong.
    """

    sales_count: int
    verified_before_count: int
    matching: Sequence[Bill]
    matching_count: int
    amounts_differ: Sequence[dict[str, Any]]
    amounts_differ_count: int
    only_ours: Sequence[Bill]
    only_ours_count: int
    only_theirs: Sequence[Sale]
    only_theirs_count: int
    unreadable: Sequence[dict[str, Any]]
    unreadable_count: int


def compare(text: str, outlets: frozenset[int | None]) -> Differences:
    """Compare the sales of a CSV with the bills of their outlets and days.

    Raises Invalid for a file that is too long or of too many days, and Forbidden for another outlet's sales.
    """
    sales, unreadable = _sales(text, outlets)
    found = till_bills.reconcile(sales)
    differ = [
        {"bill": bill, "line": sale.line, "sold_sen": sale.amount_sen} for bill, sale in found.other_amount
    ]
    return Differences(
        len(sales),
        found.verified_before,
        *_shown(found.matching),
        *_shown(differ),
        *_shown(found.not_sold),
        *_shown(found.without_bill),
        *_shown([{"line": line, "problem": problem} for line, problem in unreadable]),
    )


def _shown(found: Sequence[Any]) -> tuple[Sequence[Any], int]:
    return found[:MAX_SHOWN], len(found)


def _sales(text: str, outlets: frozenset[int | None]) -> tuple[list[Sale], list[tuple[int, Problem]]]:
    try:
        sales, unreadable = read_sales(text)
    except MissingColumns as missing:
        raise Invalid(missing.problem, field="file") from missing
    if len(sales) + len(unreadable) > MAX_SALES:
        raise Invalid(Code.FILE_TOO_LONG, {"max": MAX_SALES}, field="file")
    if sales:
        first, last = min(each.day for each in sales), max(each.day for each in sales)
        if (last - first).days >= MAX_DAYS:
            raise Invalid(
                Code.FILE_TOO_MANY_DAYS,
                {"first": first.isoformat(), "last": last.isoformat(), "max": MAX_DAYS},
                field="file",
            )
    if None not in outlets:
        others = sorted({each.outlet_id for each in sales} - outlets)
        if others:
            raise Forbidden(Code.FILE_OF_OTHER_OUTLET, {"outlet": others[0]})
    return sales, unreadable
