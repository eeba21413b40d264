"""The output of commands: tables for people, JSON for programs, CSV for spreadsheets, Malaysian times.

Exit codes: 0 done, 1 refused, 2 wrong usage, 3 recorded and waiting for a second operator.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import click
from rich.console import Console
from rich.table import Table
from sqlalchemy import Row

from loyalty.errors import DomainError
from loyalty.rules.calendar import MALAYSIA, iso_utc
from loyalty.rules.enquiries import spreadsheet_cell
from loyalty.rules.points import SEN, sen
from loyalty.rules.points import ringgit as as_typed

P = ParamSpec("P")
R = TypeVar("R")

WAITS = 3
# The columns of a line that is not printed on a terminal: no line of ours is longer.
WIDE = 10_000
# Somebody's text in a table must not be able to move the cursor or change what a terminal shows.
CONTROL_CHARACTERS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")

# Columns and fields whose numbers are ids, without separators: somebody types them again.
IDS = frozenset(
    {"id", "outlet", "member", "voucher", "reward", "bill", "version", "invited by", "line", "till"}
)

as_json = click.option("--json", "as_json", is_flag=True, help="For programs: JSON, times in UTC.")
as_csv = click.option("--csv", "as_csv", is_flag=True, help="For spreadsheets: CSV, Malaysian times.")


class Sen(int):
    """An amount in sen: RM 1,234.50 in a table, 1234.50 in a spreadsheet."""


def refusals(command: Callable[P, R]) -> Callable[P, R]:
    """Let a command that is refused end with the message and 1."""

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except DomainError as refused:
            raise click.ClickException(refused.message) from refused

    return guarded


def show_json(value: Any) -> None:
    """Print rows, dataclasses, times and plain values as JSON. An amount is given in sen
    and in ringgit: `"amount_sen": 4590, "amount": "45.90"`.
    """
    click.echo(json.dumps(_plain(value), ensure_ascii=False, indent=2))


def show_table(titles: Sequence[str], rows: Sequence[Sequence[object]], *, nothing: str) -> None:
    """Print rows under their titles, numbers to the right, or the sentence `nothing` where there is none."""
    if not rows:
        click.echo(nothing)
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), collapse_padding=True)
    for at, title in enumerate(titles):
        numeric = all(isinstance(row[at], int | None) for row in rows)
        table.add_column(title.upper(), justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(_cell(value, title) for value, title in zip(row, titles, strict=True)))
    _print(table)


def show_csv(titles: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print rows under their titles for a spreadsheet: plain numbers, nothing that acts as a formula."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(titles)
    writer.writerows([_spreadsheet_cell(value) for value in row] for row in rows)


def show_fields(fields: Sequence[tuple[str, object]]) -> None:
    """Print names and their values, one a line."""
    grid = Table.grid(padding=(0, 2, 0, 0), collapse_padding=True)
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for name, value in fields:
        grid.add_row(name, _cell(value, name))
    _print(grid)


def _print(table: Table) -> None:
    """Print to standard output: wrapped to the width of a terminal, in whole lines to a file or pipe."""
    on_terminal = sys.stdout.isatty()
    console = Console(
        force_terminal=on_terminal,
        width=None if on_terminal else WIDE,
        markup=False,
        emoji=False,
        highlight=False,
    )
    with console.capture() as lines:
        console.print(table)
    for line in lines.get().splitlines():
        click.echo(line.rstrip())


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
    if isinstance(value, int):
        return str(value) if title in IDS else f"{value:,}"
    return CONTROL_CHARACTERS.sub("\N{REPLACEMENT CHARACTER}", str(value))


def _spreadsheet_cell(value: object) -> object:
    if isinstance(value, Sen):
        return as_typed(value)
    if value is None:
        return ""
    if isinstance(value, datetime):
        return moment(value)
    return spreadsheet_cell(value) if isinstance(value, str) else value


def _plain(value: Any) -> Any:
    if isinstance(value, Row):
        return _plain(dict(value._mapping))
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
        return iso_utc(value)
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
