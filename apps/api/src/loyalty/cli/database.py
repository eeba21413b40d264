"""`db`: the database's tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from flask import current_app
from flask.cli import AppGroup

from loyalty import config
from loyalty.db import versions
from loyalty.db.session import session

if TYPE_CHECKING:
    from alembic.config import Config as AlembicConfig

database_commands = AppGroup("db", help="The database's tables.")


def migrations() -> AlembicConfig:
    """Alembic's configuration for the application at hand."""
    from alembic.config import Config as AlembicConfig

    alembic = AlembicConfig()
    alembic.set_main_option("script_location", str(Path(__file__).parents[1] / "migrations"))
    alembic.attributes["database"] = current_app.extensions["loyalty.database"]
    # What autogenerate writes, as our linter takes it: without what it imported in vain, in our layout.
    hooks = "post_write_hooks"
    alembic.set_section_option(hooks, "hooks", "tidy, format")
    for hook, how in (("tidy", "check --fix --quiet"), ("format", "format --quiet")):
        alembic.set_section_option(hooks, f"{hook}.type", "module")
        alembic.set_section_option(hooks, f"{hook}.module", "ruff")
        alembic.set_section_option(hooks, f"{hook}.options", f"{how} REVISION_SCRIPT_FILENAME")
    return alembic


def is_newer() -> bool:
    """Whether the tables are of a later release, which this code cannot migrate.

    In production that is a release that was rolled back and works as it is (docs/deploy.md). Anywhere else
    it is a branch that somebody left: then raises with what to do.
    """
    if not versions.is_ahead(session()):
        return False
    if not config.current().production:
        raise click.ClickException(versions.NEWER)
    click.echo("This database is newer than this code, which works with it. Nothing was changed.")
    return True


@database_commands.command("upgrade")
@click.argument("revision", default="head")
def upgrade(revision: str) -> None:
    """Bring the tables to the newest version."""
    from alembic import command

    if is_newer():
        return
    before = versions.current(session())
    command.upgrade(migrations(), revision)
    after = versions.current(session())
    if before == after:
        click.echo(f"Nothing to migrate: the tables are at {after} already.")
    else:
        click.echo(f"The tables are migrated from {before or 'nothing'} to {after}.")


@database_commands.command("downgrade")
@click.argument("revision")
def downgrade(revision: str) -> None:
    """Take the tables back to a version."""
    from alembic import command

    if not is_newer():
        command.downgrade(migrations(), revision)


@database_commands.command("migration")
@click.argument("revision_id")
@click.argument("message")
def migration(revision_id: str, message: str) -> None:
    """Write a new version from what the tables should be and are, for example 0003 "vouchers"."""
    from alembic import command

    command.revision(migrations(), message=message, rev_id=revision_id, autogenerate=True)
