"""The command line: `flask --app loyalty …`, one file a noun."""

from __future__ import annotations

from flask import Flask

from loyalty.cli.audit import audit
from loyalty.cli.breach import breach
from loyalty.cli.database import database_commands, migrations
from loyalty.cli.earn import earn_commands
from loyalty.cli.inbox import inbox_commands
from loyalty.cli.member import member_commands
from loyalty.cli.no_database import tells_of_no_database
from loyalty.cli.openapi import openapi_commands
from loyalty.cli.outbox import outbox_commands
from loyalty.cli.outlet import outlet_commands
from loyalty.cli.points import points_commands
from loyalty.cli.programme import programme_commands
from loyalty.cli.report import report_commands
from loyalty.cli.seed import seed
from loyalty.cli.settings import settings_commands
from loyalty.cli.tick import tick
from loyalty.cli.till import till_commands
from loyalty.cli.voucher import voucher_commands
from loyalty.cli.worker import worker

COMMANDS = (
    database_commands,
    seed,
    audit,
    tick,
    openapi_commands,
    settings_commands,
    till_commands,
    earn_commands,
    voucher_commands,
    outlet_commands,
    worker,
    member_commands,
    points_commands,
    programme_commands,
    report_commands,
    breach,
    inbox_commands,
    outbox_commands,
)


for _command in COMMANDS:
    tells_of_no_database(_command)


def register_commands(app: Flask) -> None:
    """Put every command on the application."""
    for command in COMMANDS:
        app.cli.add_command(command)


__all__ = ["migrations", "register_commands"]
