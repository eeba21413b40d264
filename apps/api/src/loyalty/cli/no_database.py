"""What a command says when its database is not there or has no tables: one sentence, no trace."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click
from sqlalchemy.exc import OperationalError, ProgrammingError


def tells_of_no_database(command: click.Command) -> click.Command:
    """Let a command, or all of a group, end with that sentence and 1. To be called once for each."""
    if isinstance(command, click.Group):
        for each in command.commands.values():
            tells_of_no_database(each)
    if command.callback is not None:
        command.callback = _telling(command.callback)
    return command


def _telling(callback: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(callback)
    def telling(*args: Any, **kwargs: Any) -> Any:
        try:
            return callback(*args, **kwargs)
        except (OperationalError, ProgrammingError) as failure:
            said = str(failure.orig).strip().partition("\n")[0]
            raise click.ClickException(
                f"The database cannot be used: {said}. LOYALTY_DATABASE_URL says where it is, "
                "`flask --app loyalty db upgrade` makes its tables."
            ) from failure

    return telling
