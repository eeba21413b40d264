"""The command line: `flask --app loyalty …`, one file a subject, each imported only when it is used."""

from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from flask import Flask
from flask.cli import AppGroup, with_appcontext
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError, ProgrammingError
from typing_extensions import override

from loyalty import config

COMMANDS = {
    "audit": "loyalty.cli.maintenance:audit",
    "backup": "loyalty.cli.maintenance:backup_commands",
    "db": "loyalty.cli.maintenance:database_commands",
    "demo": "loyalty.cli.demo:demo_commands",
    "generate": "loyalty.cli.generate:generate_commands",
    "member": "loyalty.cli.members:member_commands",
    "people": "loyalty.cli.people:people_commands",
    "programme": "loyalty.cli.programme:programme_commands",
    "queues": "loyalty.cli.queues:queue_commands",
    "scheduler": "loyalty.cli.queues:scheduler_commands",
    "seed": "loyalty.cli.maintenance:seed",
    "till": "loyalty.cli.till:till_commands",
    "wallet": "loyalty.cli.wallet:wallet_commands",
    "worker": "loyalty.cli.queues:worker",
}

# These create a database, or need none.
WITHOUT_DATABASE = frozenset({"db", "generate"})

# PostgreSQL's insufficient_privilege, and invalid_schema_name: no schema in which the role may create.
_NOT_ALLOWED = ("42501", "3F000")


class Commands(AppGroup):
    """Every command by its name; its module is imported when it is used or listed."""

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted({*COMMANDS, *super().list_commands(ctx)})

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, or None."""
        return _command(cmd_name) if cmd_name in COMMANDS else super().get_command(ctx, cmd_name)


def register_commands(app: Flask) -> None:
    """Register the commands of the application."""
    app.cli = Commands()


@cache
def _command(name: str) -> click.Command:
    module, _, attribute = COMMANDS[name].partition(":")
    command: Any = getattr(import_module(module), attribute)
    return _reports_missing_database(command, creates_one=name in WITHOUT_DATABASE)


def _reports_missing_database(command: click.Command, *, creates_one: bool) -> click.Command:
    """Let a command, or all of a group, end with one sentence and 1 where the database cannot be used.

    Unless it `creates_one`, it does not create an empty file where there is no database.
    """
    if isinstance(command, click.Group):
        for each in command.commands.values():
            _reports_missing_database(each, creates_one=creates_one)
    if command.callback is not None:
        command.callback = _guarded(command.callback, creates_one=creates_one)
    return command


def _guarded(callback: Callable[..., Any], *, creates_one: bool) -> Callable[..., Any]:
    @wraps(callback)
    def guarded(*args: Any, **kwargs: Any) -> Any:
        # A group: what it runs is guarded by itself, and its help needs no database.
        if click.get_current_context().invoked_subcommand is not None:
            return callback(*args, **kwargs)
        url = make_url(config.current().database_url)
        file = Path(url.database or "")
        if not creates_one and url.get_backend_name() == "sqlite" and not file.exists():
            raise click.ClickException(
                f"There is no database at {file.absolute()}. LOYALTY_DATABASE_URL says where it is, "
                "`flask --app loyalty db upgrade` makes one."
            )
        try:
            return callback(*args, **kwargs)
        except (OperationalError, ProgrammingError) as failure:
            reason = str(failure.orig).strip().partition("\n")[0]
            if getattr(failure.orig, "sqlstate", None) in _NOT_ALLOWED:
                raise click.ClickException(
                    f"{reason}. LOYALTY_MIGRATION_DATABASE_URL is the address by the role that owns the "
                    "tables and may do this; `flask --app loyalty db upgrade` grants the role of "
                    "LOYALTY_DATABASE_URL what running needs."
                ) from failure
            raise click.ClickException(
                f"The database cannot be used: {reason}. LOYALTY_DATABASE_URL says where it is, "
                "`flask --app loyalty db upgrade` makes its tables."
            ) from failure

    return with_appcontext(guarded)
