"""`db`: the database's tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from flask import current_app
from flask.cli import AppGroup
from sqlalchemy import make_url

from loyalty import config
from loyalty.db import roles, versions
from loyalty.db.session import Database, session

if TYPE_CHECKING:
    from alembic.config import Config as AlembicConfig

database_commands = AppGroup("db", help="The database's tables.")


def _here() -> Database:
    database: Database = current_app.extensions["loyalty.database"]
    return database


@contextmanager
def _owners() -> Iterator[Database]:
    """The database by the role that owns its tables; the one that runs, where one role does all."""
    url = config.current().migration_database_url
    if not url:
        yield _here()
        return
    database = Database(url, _here().ledger_keys)
    try:
        yield database
    finally:
        database.close()


def migrations(database: Database | None = None) -> AlembicConfig:
    """Alembic's configuration for a database, the application's unless it is another."""
    from alembic.config import Config as AlembicConfig

    alembic = AlembicConfig()
    alembic.set_main_option("script_location", str(Path(__file__).parents[1] / "migrations"))
    alembic.attributes["database"] = database or _here()
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
    """Bring the tables to the newest version.

    With LOYALTY_MIGRATION_DATABASE_URL it is that role that does it, and the one of LOYALTY_DATABASE_URL gets
    the rights it needs and no others.
    """
    from alembic import command

    if is_newer():
        return
    before = versions.current(session())
    with _owners() as database:
        command.upgrade(migrations(database), revision)
        if config.current().migration_database_url:
            roles.grant(database, make_url(config.current().database_url).username or "")
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
        with _owners() as database:
            command.downgrade(migrations(database), revision)


@database_commands.command("migration")
@click.argument("revision_id")
@click.argument("message")
def migration(revision_id: str, message: str) -> None:
    """Write a new version from what the tables should be and are, for example 0003 "vouchers"."""
    from alembic import command

    command.revision(migrations(), message=message, rev_id=revision_id, autogenerate=True)
