"""`db`: the database's tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from flask import current_app
from flask.cli import AppGroup

if TYPE_CHECKING:
    from alembic.config import Config as AlembicConfig

database_commands = AppGroup("db", help="The database's tables.")


def migrations() -> AlembicConfig:
    """Alembic's configuration for the application at hand."""
    from alembic.config import Config as AlembicConfig

    alembic = AlembicConfig()
    alembic.set_main_option("script_location", str(Path(__file__).parents[1] / "migrations"))
    alembic.attributes["database"] = current_app.extensions["loyalty.database"]
    return alembic


@database_commands.command("upgrade")
@click.argument("revision", default="head")
def upgrade(revision: str) -> None:
    """Bring the tables to the newest version."""
    from alembic import command

    command.upgrade(migrations(), revision)
    click.echo("The database is up to date.")


@database_commands.command("downgrade")
@click.argument("revision")
def downgrade(revision: str) -> None:
    """Take the tables back to a version."""
    from alembic import command

    command.downgrade(migrations(), revision)


@database_commands.command("migration")
@click.argument("revision_id")
@click.argument("message")
def migration(revision_id: str, message: str) -> None:
    """Write a new version from what the tables should be and are, for example 0003 "vouchers"."""
    from alembic import command

    command.revision(migrations(), message=message, rev_id=revision_id, autogenerate=True)
