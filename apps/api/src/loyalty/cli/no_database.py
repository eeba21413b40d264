"""What a command says when its database is not there or has no tables: one sentence, no trace."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click
from flask import current_app
from flask.cli import with_appcontext
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError, ProgrammingError


def tells_of_no_database(command: click.Command, *, makes_one: bool) -> click.Command:
    """Let a command, or all of a group, end with that sentence and 1. To be called once for each.

    Unless it `makes_one`, it does not make an empty file where there is no database.
    """
    if isinstance(command, click.Group):
        for each in command.commands.values():
            tells_of_no_database(each, makes_one=makes_one)
    if command.callback is not None:
        command.callback = _telling(command.callback, makes_one=makes_one)
    return command


def _telling(callback: Callable[..., Any], *, makes_one: bool) -> Callable[..., Any]:
    @wraps(callback)
    def telling(*args: Any, **kwargs: Any) -> Any:
        url = make_url(current_app.extensions["loyalty.config"].database_url)
        file = Path(url.database or "")
        if not makes_one and url.get_backend_name() == "sqlite" and not file.exists():
            raise click.ClickException(
                f"There is no database at {file.absolute()}. LOYALTY_DATABASE_URL says where it is, "
                "`flask --app loyalty db upgrade` makes one."
            )
        try:
            return callback(*args, **kwargs)
        except (OperationalError, ProgrammingError) as failure:
            said = str(failure.orig).strip().partition("\n")[0]
            raise click.ClickException(
                f"The database cannot be used: {said}. LOYALTY_DATABASE_URL says where it is, "
                "`flask --app loyalty db upgrade` makes its tables."
            ) from failure

    return with_appcontext(telling)
