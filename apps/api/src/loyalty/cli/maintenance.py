"""`db`, `seed`, `audit` and `backup`: tables, reference data, checks and backups."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TextIO

import click
from flask import current_app
from flask.cli import AppGroup, with_appcontext
from sqlalchemy import Engine, make_url, text

from loyalty import config
from loyalty.app import create_app
from loyalty.backoffice.bills import verification
from loyalty.backoffice.log import head, integrity, log
from loyalty.backoffice.members import adjustments
from loyalty.backoffice.people import audit as staff_audit
from loyalty.backoffice.vouchers import restorations
from loyalty.cli.printing import as_json, show_json, show_table
from loyalty.db import maintenance, tasks
from loyalty.db.clock import now
from loyalty.db.engines import write_engine
from loyalty.db.session import Database, current_session, transaction
from loyalty.features.content import documents as content_documents
from loyalty.features.enquiries import inbox
from loyalty.features.members import audit as members
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import audit as points
from loyalty.features.rewards import audit as rewards
from loyalty.features.rewards import programme as reward_programme
from loyalty.features.tiers import tiers as tier_queries
from loyalty.features.till import receipts
from loyalty.gateways import attachments, backups
from loyalty.models import import_models
from loyalty.rules.tiers import TIERS

if TYPE_CHECKING:
    from alembic.config import Config as AlembicConfig

database_commands = AppGroup("db", help="Create and migrate the tables.")


def _database() -> Database:
    database: Database = current_app.extensions["loyalty.database"]
    return database


@contextmanager
def _owners() -> Iterator[Database]:
    """The database by the role that owns its tables; the application's own, where one role does all."""
    url = config.current().migration_database_url
    if not url:
        yield _database()
        return
    database = Database(current_app, url)
    try:
        yield database
    finally:
        database.close()


def migrations(engine: Engine | None = None) -> "AlembicConfig":
    """Alembic's configuration for a database, by default the application's."""
    from alembic.config import Config as AlembicConfig

    alembic = AlembicConfig()
    alembic.set_main_option("script_location", str(Path(__file__).parents[1] / "migrations"))
    alembic.attributes["engine"] = engine or _database().writes
    # Format what autogenerate writes, and remove its unused imports.
    hooks = "post_write_hooks"
    alembic.set_section_option(hooks, "hooks", "format, tidy")
    for hook, how in (("tidy", "check --fix --quiet"), ("format", "format --quiet")):
        alembic.set_section_option(hooks, f"{hook}.type", "module")
        alembic.set_section_option(hooks, f"{hook}.module", "ruff")
        alembic.set_section_option(hooks, f"{hook}.options", f"{how} REVISION_SCRIPT_FILENAME")
    return alembic


def is_newer() -> bool:
    """Whether the tables are of a later release, which this code cannot migrate.

    In production a release was rolled back, and this works as it is (docs/deploy.md). Anywhere else somebody
    changed branches: raises ClickException with what to do.
    """
    if not maintenance.is_ahead(current_session().connection()):
        return False
    if not config.current().production:
        raise click.ClickException(maintenance.NEWER)
    click.echo("This database is newer than this code, which works with it. Nothing was changed.")
    return True


@database_commands.command("upgrade")
@click.argument("revision", default="head")
def upgrade(revision: str) -> None:
    """Migrate the tables to the newest version.

    With LOYALTY_MIGRATION_DATABASE_URL that role migrates, and the role of LOYALTY_DATABASE_URL is granted
    only the rights it needs.
    """
    from alembic import command

    if is_newer():
        return
    before = maintenance.current(current_session().connection())
    with _owners() as database:
        command.upgrade(migrations(database.writes), revision)
        if config.current().migration_database_url:
            maintenance.grant(database, make_url(config.current().database_url).username or "")
        if revision == "head":
            _finish(database)
    after = maintenance.current(current_session().connection())
    if before == after:
        click.echo(f"Nothing to migrate: the tables are at {after} already.")
    else:
        click.echo(f"The tables are migrated from {before or 'nothing'} to {after}.")


def _finish(database: Database) -> None:
    """Check that the tables are now this code's, and seal the beginning of the office log where it is new."""
    import_models()
    with database.bound():
        if wrong := maintenance.mismatch(
            current_session().connection(), production=config.current().production
        ):
            raise click.ClickException(wrong)
        with transaction() as db:
            log.begin_chain(db)


@database_commands.command("downgrade")
@click.argument("revision")
def downgrade(revision: str) -> None:
    """Migrate the tables back to a version."""
    from alembic import command

    if not is_newer():
        with _owners() as database:
            command.downgrade(migrations(database.writes), revision)


@database_commands.command("migration")
@click.argument("message")
def migration(message: str) -> None:
    """Write the next migration from what models and migrations differ in.

    The tables it compares with are made for it: no other database is looked at.
    """
    from alembic import command
    from alembic.script import ScriptDirectory

    with TemporaryDirectory() as folder:
        engine = write_engine(f"sqlite:///{folder}/tables.db")
        alembic = migrations(engine)
        newest = ScriptDirectory.from_config(alembic).get_current_head()
        command.upgrade(alembic, "head")
        number = f"{int(newest or 0) + 1:04}"
        command.revision(alembic, message=message, rev_id=number, autogenerate=True)
        engine.dispose()


# The checks of `audit`: each returns violations and changes nothing.
AUDITS = (
    points.violations,
    points.bill_violations,
    receipts.violations,
    members.violations,
    rewards.violations,
    restorations.violations,
    adjustments.violations,
    verification.violations,
    log.violations,
)


@click.group("audit", cls=AppGroup, invoke_without_command=True)
@click.pass_context
@with_appcontext
def audit(context: click.Context) -> None:
    """Check the invariants of ledger, bills, members and vouchers, their triggers and constraints, on
    PostgreSQL the rights of this role, and every attachment. Exit code 1 if something is wrong.
    """
    if context.invoked_subcommand is None:
        run_audits()
        tasks.note_success("audit")


@audit.command("log")
@click.option("--member", "member_id", type=int, help="Only entries about this member.")
@click.option("--by", "operator", help="Only entries of this operator.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True)
@as_json
def show_log(member_id: int | None, operator: str | None, limit: int, as_json: bool) -> None:
    """List what operators did, the newest first, in Malaysian time."""
    found = log.entries(current_session(), member_id=member_id, operator=operator, limit=limit)
    if as_json:
        show_json(found)
        return
    rows = [
        (each.at, each.operator, each.action, each.member_id, each.details, each.reason) for each in found
    ]
    show_table(("when", "who", "what", "member", "details", "why"), rows, nothing="No log entries.")


@audit.command("head")
@click.option("--compare", "file", type=click.File(), help="A file with a line of before; - reads it here.")
def audit_head(file: TextIO | None) -> None:
    """Print a signed line about the whole ledger and log, to be kept on another machine.

    With --compare: exit code 1 if anything that the line is about has changed since.
    """
    if file is None:
        click.echo(json.dumps(head.make(current_session())))
        return
    try:
        found = head.problems(current_session(), json.loads(file.read()))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise click.ClickException("This is no line of `audit head`.") from error
    for problem in found:
        click.echo(problem)
    if found:
        raise click.exceptions.Exit(1)
    click.echo("Ledger and log are what they were.")


def run_audits() -> None:
    """Print every violation in the database that is bound; exit code 1 if there are any."""
    found, warnings = _findings()
    found += [f"attachment  {problem}." for problem in inbox.problems(current_session())]
    for line in found:
        click.echo(line)
    for warning in warnings:
        click.echo(f"Warning: {warning}", err=True)
    click.echo(f"{len(found)} violations.")
    if found:
        raise click.exceptions.Exit(1)


def _findings() -> tuple[list[str], list[str]]:
    """What is wrong in the tables, a line each, and what only weakens their guards."""
    db = current_session()
    found = []
    audits = (*AUDITS, integrity.violations, staff_audit.violations)
    for violation in chain.from_iterable(violations(db) for violations in audits):
        about = f"member {violation.member_id}" if violation.member_id else "database"
        found.append(f"{violation.invariant}  {about}: {violation.sentence}.")
    return found, list(integrity.warnings(db))


backup_commands = AppGroup("backup", help="Encrypted backups of the database and the attachments.")

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
HOUR = timedelta(hours=1)
COUNTED = ("members", "ledger_entries", "bills", "vouchers", "enquiries", "enquiry_files")


@backup_commands.command("make")
@click.option("--into", "folder", type=_FOLDER, required=True, help="The folder of the backups.")
@click.option("--key", type=_FILE, required=True, help="The OpenPGP public key to encrypt with.")
def make(folder: Path, key: Path) -> None:
    """Make a backup and delete old ones: 7 daily, 4 weekly and 12 monthly backups are kept."""
    settings = config.current()
    at = now()
    try:
        address = settings.migration_database_url or settings.database_url
        path = backups.make(address, attachments.storage(), folder, key, at)
    except backups.BackupFailed as error:
        raise click.ClickException(str(error)) from error
    deleted = backups.rotate(folder)
    tasks.note_success("backup")
    both = (path, backups.archive_of(path))
    sizes = ", ".join(f"{each.name}: {each.stat().st_size:,} bytes" for each in both)
    click.echo(f"{sizes}. {len(deleted)} old files are deleted.")


@backup_commands.command("drill")
@click.argument("file", type=_FILE)
@click.option("--key", type=_FILE, required=True, help="The secret key; it is read and stored nowhere.")
def drill(file: Path, key: Path) -> None:
    """Restore a backup into a temporary database, audit it, count its rows, and delete it again.

    FILE is the dump; the archive of its attachments is taken from the same folder.
    On PostgreSQL the role that migrates creates that database and needs the right to (CREATEDB).
    """
    settings, at = config.current(), now()
    try:
        with backups.restored(file, key, settings.migration_database_url or settings.database_url) as found:
            there = {
                "database_url": found.database_url,
                "migration_database_url": "",
                "attachments": str(found.attachments),
            }
            _check_restored(settings.model_copy(update=there))
    except backups.BackupFailed as error:
        raise click.ClickException(str(error)) from error
    made = backups.made_at(file)
    if made is not None:
        click.echo(f"It was made {(at - made) // HOUR} hours ago.")


def _check_restored(restored: config.Config) -> None:
    app = create_app(restored, with_http=False)
    try:
        with app.app_context():
            counts = [f"{_count(table):,} {table.replace('_', ' ')}" for table in COUNTED]
            click.echo(f"{', '.join(counts)}.")
            run_audits()
    finally:
        app.extensions["loyalty.database"].close()


def _count(table: str) -> int:
    return current_session().scalar(text(f"SELECT count(*) FROM {table}")) or 0  # noqa: S608  # one of COUNTED


@click.command("seed")
@with_appcontext
def seed() -> None:
    """Add the tiers, outlets, content and rewards that are missing; what is there stays as it is."""
    with transaction() as db:
        written = (
            tier_queries.set_up(db, TIERS)
            + outlet_queries.set_up(db, content_documents.first_outlets())
            + content_documents.set_up(db)
            + reward_programme.set_up(db, reward_programme.first_rewards())
        )
    click.echo(f"Tiers, outlets, content and rewards: {written} added.")
