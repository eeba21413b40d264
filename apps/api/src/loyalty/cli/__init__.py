"""The command line: `flask --app loyalty …`, one file a noun, each imported when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import click
from flask import Flask
from flask.cli import AppGroup
from typing_extensions import override

from loyalty.cli.no_database import tells_of_no_database

COMMANDS = {
    "db": "loyalty.cli.maintenance:database_commands",
    "seed": "loyalty.cli.maintenance:seed",
    "audit": "loyalty.cli.maintenance:audit",
    "backup": "loyalty.cli.maintenance:backup_commands",
    "tick": "loyalty.cli.queues:tick",
    "openapi": "loyalty.cli.development:openapi_commands",
    "settings": "loyalty.cli.development:settings_commands",
    "till": "loyalty.cli.till:till_commands",
    "earn": "loyalty.cli.bills:earn_commands",
    "voucher": "loyalty.cli.vouchers:voucher_commands",
    "outlet": "loyalty.cli.programme:outlet_commands",
    "worker": "loyalty.cli.queues:worker",
    "member": "loyalty.cli.members:member_commands",
    "points": "loyalty.cli.members:points_commands",
    "programme": "loyalty.cli.programme:programme_commands",
    "report": "loyalty.cli.reports:report_commands",
    "breach": "loyalty.cli.reports:breach",
    "inbox": "loyalty.cli.enquiries:inbox_commands",
    "outbox": "loyalty.cli.queues:outbox_commands",
}

# These make a database, or need none.
WITHOUT_DATABASE = frozenset({"db", "openapi", "settings"})


class Commands(AppGroup):
    """Every command by its name; what it needs is imported when it is used or listed."""

    @override
    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted({*COMMANDS, *super().list_commands(ctx)})

    @override
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, or None."""
        return _command(cmd_name) if cmd_name in COMMANDS else super().get_command(ctx, cmd_name)


@cache
def _command(name: str) -> click.Command:
    module, _, attribute = COMMANDS[name].partition(":")
    command: Any = getattr(import_module(module), attribute)
    return tells_of_no_database(command, makes_one=name in WITHOUT_DATABASE)


def register_commands(app: Flask) -> None:
    """Give the application its commands."""
    app.cli = Commands()
