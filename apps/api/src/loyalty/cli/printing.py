"""The output of commands: tables in Malaysian time for people, JSON for programs.

Exit codes: 0 done, 1 refused, 2 wrong usage.
"""

import json
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from datetime import datetime
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import click
from rich.console import Console
from rich.table import Table
from sqlalchemy import Row

from loyalty.db.tables import Base, columns_of
from loyalty.errors import DomainError
from loyalty.rules.calendar import ZONE, iso_utc

P = ParamSpec("P")
R = TypeVar("R")

# The columns of a line that is not printed on a terminal: no line of ours is longer.
WIDE = 10_000
# Somebody's text in a table must not be able to move the cursor or change what a terminal shows.
CONTROL_CHARACTERS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")

# Columns and fields whose numbers are ids, without separators: somebody types them again.
IDS = frozenset({"id", "outlet"})

as_json = click.option("--json", "as_json", is_flag=True, help="For programs: JSON, times in UTC.")


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
    """Print rows, dataclasses, times and plain values as JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, default=_plain))


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
    return f"{value.astimezone(ZONE):%Y-%m-%d %H:%M}" if value else "-"


def _cell(value: object, title: str) -> str:
    if value is None:
        return "-"
    if isinstance(value, datetime):
        return moment(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value) if title in IDS else f"{value:,}"
    return CONTROL_CHARACTERS.sub("\N{REPLACEMENT CHARACTER}", str(value))


def _plain(value: Any) -> Any:
    """What JSON has for a value that is none of its own."""
    if isinstance(value, Row):
        return dict(value._mapping)
    if isinstance(value, Base):
        return columns_of(value)
    if is_dataclass(value) and not isinstance(value, type):
        return vars(value)
    return iso_utc(value) if isinstance(value, datetime) else value.isoformat()
