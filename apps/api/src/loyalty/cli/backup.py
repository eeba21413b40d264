"""`backup`: encrypted copies of the database and the attachments, and the proof that they can be restored."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import click
from flask.cli import AppGroup
from prometheus_client import CollectorRegistry, Gauge, write_to_textfile
from sqlalchemy import text

from loyalty import config
from loyalty.app import create_app
from loyalty.cli.audit import check_books
from loyalty.db.clock import now
from loyalty.db.session import session
from loyalty.gateways import attachments, backups

backup_commands = AppGroup("backup", help="Encrypted copies of the database and the attachments.")

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
LAST_SUCCESS = "loyalty_backup_last_success_timestamp_seconds"
HOUR = timedelta(hours=1)
COUNTED = ("members", "point_lines", "bills", "vouchers", "enquiries", "enquiry_files")


@backup_commands.command("make")
@click.option("--into", "folder", type=_FOLDER, required=True, help="Where backups lie.")
@click.option("--key", type=_FILE, required=True, help="The OpenPGP public key they are encrypted for.")
@click.option("--figures", type=_FOLDER, help="Where node_exporter's textfile collector reads.")
def make(folder: Path, key: Path, figures: Path | None) -> None:
    """Write one now, and delete those that are too old: kept are 7 days, 4 weeks and 12 months."""
    said = config.current()
    at = now()
    try:
        address = said.migration_database_url or said.database_url
        path = backups.make(address, attachments.folder(), folder, key, at)
    except backups.BackupFailed as error:
        raise click.ClickException(str(error)) from error
    gone = backups.rotate(folder)
    if figures is not None:
        _tell_prometheus(figures, at)
    both = (path, backups.archive_of(path))
    sizes = ", ".join(f"{each.name}: {each.stat().st_size:,} bytes" for each in both)
    click.echo(f"{sizes}. {len(gone)} old files are deleted.")


@backup_commands.command("drill")
@click.argument("file", type=_FILE)
@click.option("--key", type=_FILE, required=True, help="The secret key; it is read here and kept nowhere.")
def drill(file: Path, key: Path) -> None:
    """Restore a backup into a database of its own, audit it, say what is in it, and delete it again.

    FILE is the dump; the archive of its attachments is taken from the same folder.
    On PostgreSQL the role that migrates creates that database and has to be allowed to (CREATEDB).
    """
    said, at = config.current(), now()
    try:
        with backups.restored(file, key, said.migration_database_url or said.database_url) as found:
            there = replace(said, database_url=found.database_url, attachments=str(found.attachments))
            _look_into(replace(there, migration_database_url=""))
    except backups.BackupFailed as error:
        raise click.ClickException(str(error)) from error
    made = backups.made_at(file)
    if made is not None:
        click.echo(f"It was made {(at - made) // HOUR} hours ago.")


def _look_into(restored: config.Config) -> None:
    app = create_app(restored, with_http=False)
    try:
        with app.app_context():
            counts = [f"{_count(table):,} {table.replace('_', ' ')}" for table in COUNTED]
            click.echo(f"{', '.join(counts)}.")
            check_books()
    finally:
        app.extensions["loyalty.database"].close()


def _count(table: str) -> int:
    return session().scalar(text(f"SELECT count(*) FROM {table}")) or 0  # noqa: S608  # one of COUNTED


def _tell_prometheus(folder: Path, at: datetime) -> None:
    registry = CollectorRegistry()
    newest = Gauge(LAST_SUCCESS, "When the newest backup was made.", registry=registry)
    newest.set(at.timestamp())
    write_to_textfile(str(folder / "loyalty_backup.prom"), registry)
