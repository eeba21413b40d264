"""`programme`: tiers, outlets, rewards and settings as one file."""

from pathlib import Path

import click
from flask.cli import AppGroup

from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.programme import programme
from loyalty.backoffice.programme.file import read, written
from loyalty.backoffice.programme.programme import Change
from loyalty.cli.printing import as_json, moment, refusals, show_json, show_table
from loyalty.cli.signing import signed
from loyalty.db.session import current_session

programme_commands = AppGroup("programme", help="Tiers, outlets and rewards as one file.")
FILE = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
# The exit code of `plan` where there are changes, as of diff.
CHANGES = 1


@programme_commands.command("show")
def show() -> None:
    """Print the current programme: programme show > programme.yaml."""
    click.echo(written(current_session()), nl=False)


@programme_commands.command("plan")
@FILE
@as_json
@click.pass_context
@refusals
def plan(context: click.Context, file: Path, as_json: bool) -> None:
    """Show what a file would change and how many members that affects. Exit code 1 if it changes anything."""
    wanted = read(file.read_text(encoding="utf-8"))
    changes = programme.plan(current_session(), wanted)
    _show(changes, as_json=as_json)
    for sentence in programme.warnings(current_session(), wanted):
        click.echo(f"Warning: {sentence}", err=True)
    if changes:
        context.exit(CHANGES)


@programme_commands.command("apply")
@FILE
@signed
@as_json
@refusals
def apply(file: Path, signature: Signature, as_json: bool) -> None:
    """Apply a file, all or nothing; the apps show it within seconds."""
    changes = programme.apply(file.read_text(encoding="utf-8"), signature)
    _show(changes, as_json=as_json)


@programme_commands.command("history")
@click.option("--version", type=int, help="Print the file of this version.")
@as_json
@refusals
def history(version: int | None, as_json: bool) -> None:
    """List the versions, newest first; version 0 is the programme before the first apply."""
    if version is not None:
        click.echo(programme.version(current_session(), version).after, nl=False)
        return
    found = programme.versions(current_session())
    if as_json:
        names = ("id", "at", "operator", "proposed_by")
        show_json([{name: getattr(each, name) for name in names} for each in found])
        return
    rows = [(each.id, moment(each.at), each.operator, each.proposed_by) for each in found]
    show_table(("version", "applied", "by", "proposed by"), rows, nothing="")


def _show(changes: list[Change], *, as_json: bool) -> None:
    rows = [{**vars(each), "touches": str(each.touches or "")} for each in changes]
    if as_json:
        show_json(rows)
        return
    titles = ("what", "field", "before", "after", "affects")
    show_table(titles, [tuple(row.values()) for row in rows], nothing="No changes.")
