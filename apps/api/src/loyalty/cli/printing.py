"""How the command line speaks: tables for people, JSON for programs, CSV for spreadsheets, Malaysian times.

Exit codes: 0 done, 1 refused, 2 asked wrongly, 3 put down and waiting for somebody else.
"""

from __future__ import annotations

import csv
import json
import sys
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import click

from loyalty.errors import DomainError
from loyalty.rules.calendar import MALAYSIA
from loyalty.rules.enquiries import spreadsheet_cell
from loyalty.rules.points import SEN, sen
from loyalty.rules.points import ringgit as as_typed

P = ParamSpec("P")
R = TypeVar("R")

WAITS = 3

# Names of columns and facts whose numbers name something: they are typed again, so they keep their digits.
IDS = frozenset(
    {"id", "outlet", "member", "voucher", "reward", "bill", "version", "invited by", "line", "till"}
)

as_json = click.option("--json", "as_json", is_flag=True, help="For programs: JSON, times in UTC.")
as_csv = click.option("--csv", "as_csv", is_flag=True, help="For spreadsheets: CSV, Malaysian times.")


class Sen(int):
    """An amount in sen: RM 1,234.50 in a table, 1234.50 in a spreadsheet."""


def refusals(command: Callable[P, R]) -> Callable[P, R]:
    """Let a command end with the sentence of whatever is refused, and 1."""

    @wraps(command)
    def speaking(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except DomainError as refused:
            raise click.ClickException(refused.message) from refused

    return speaking


def show_json(value: Any) -> None:
    """Print dataclasses, times and plain values as JSON. An amount stands there twice, by what it is counted
    in: `"amount_sen": 4590, "amount": "45.90"`.
    """
    click.echo(json.dumps(_plain(value), ensure_ascii=False, indent=2))


def show_table(titles: Sequence[str], rows: Sequence[Sequence[object]], *, nothing: str) -> None:
    """Print rows under their titles, numbers to the right; `nothing` is said when there is none."""
    if not rows:
        click.echo(nothing)
        return
    cells = [[_cell(value, title) for value, title in zip(row, titles, strict=True)] for row in rows]
    widths = [max(map(_width, column)) for column in zip(titles, *cells, strict=True)]
    numeric = [all(isinstance(row[at], int | None) for row in rows) for at in range(len(titles))]
    for line in ([title.upper() for title in titles], *cells):
        padded = [
            " " * (width - _width(cell)) + cell if right else cell + " " * (width - _width(cell))
            for cell, width, right in zip(line, widths, numeric, strict=True)
        ]
        click.echo("  ".join(padded).rstrip())


def show_csv(titles: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows under their titles for a spreadsheet: plain numbers, nothing that acts as a formula."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(titles)
    writer.writerows([_spreadsheet_cell(value) for value in row] for row in rows)


def show_facts(facts: Sequence[tuple[str, object]]) -> None:
    """Print names and what they are, one a line."""
    width = max(_width(name) for name, _ in facts)
    for name, value in facts:
        click.echo(f"{name + ' ' * (width - _width(name))}  {_cell(value, name)}")


def moment(value: datetime | None) -> str:
    """A moment as a clock in Malaysia shows it."""
    return f"{value.astimezone(MALAYSIA):%Y-%m-%d %H:%M}" if value else "-"


def ringgit(sen: int) -> str:
    """Sen as people read them: RM 1,234.50."""
    return f"RM {sen // 100:,}.{sen % 100:02}"


def _cell(value: object, title: str) -> str:
    if isinstance(value, Sen):
        return ringgit(value)
    if value is None:
        return "-"
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) and title not in IDS else str(value)


def _spreadsheet_cell(value: object) -> object:
    if isinstance(value, Sen):
        return as_typed(value)
    if value is None:
        return ""
    if isinstance(value, datetime):
        return moment(value)
    return spreadsheet_cell(value) if isinstance(value, str) else value


def _width(text: str) -> int:
    """The columns a text takes in a terminal: two for a sign of East Asia, none for an accent."""
    return sum(
        0 if unicodedata.combining(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1
        for sign in text
    )


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        counted = {
            f"{field.name}_sen" if field.metadata == SEN else field.name: getattr(value, field.name)
            for field in fields(value)
        }
        return _plain(counted)
    if isinstance(value, dict):
        plain = {}
        for key, inner in value.items():
            plain[key] = _plain(inner)
            if key.endswith("_sen") and isinstance(inner, int):
                plain[key.removesuffix("_sen")] = as_typed(inner)
        return plain
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return value.isoformat() if isinstance(value, date) else value


class Amount(click.ParamType[int]):
    """Ringgit with two places, such as 45.90."""

    name = "ringgit"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The sen of what was typed."""
        if isinstance(value, int):
            return value
        found = sen(value)
        if found is None:
            self.fail(f"{value} is no amount: write it with two places, such as 45.90.", param, ctx)
        return found


AMOUNT = Amount()
