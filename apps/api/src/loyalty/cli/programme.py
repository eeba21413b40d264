"""`programme`: tiers, outlets and rewards as one file that is reviewed before it is applied."""

from __future__ import annotations

from pathlib import Path

import click
from flask.cli import AppGroup

from loyalty.cli.printing import as_json, moment, refusals, show_json, show_table
from loyalty.cli.signing import signed
from loyalty.db.connections import connection
from loyalty.features.office import actions, programme
from loyalty.features.office.log import Signature
from loyalty.features.office.programme import Change
from loyalty.features.office.programme_file import read, written
from loyalty.features.outlets import outlets as outlet_queries

programme_commands = AppGroup("programme", help="Tiers, outlets and rewards as one file.")
FILE = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
# Begins a review where there is something to review, like diff.
CHANGES = 1


@programme_commands.command("show")
def show() -> None:
    """Write the programme as it is: programme show > programme.yaml."""
    click.echo(written(connection()), nl=False)


@programme_commands.command("plan")
@FILE
@as_json
@click.pass_context
@refusals
def plan(context: click.Context, file: Path, as_json: bool) -> None:
    """Say what a file would change and whom it touches. Exit code 1: there is something to apply."""
    wanted = read(file.read_text(encoding="utf-8"))
    changes = programme.plan(connection(), wanted)
    _tell(changes, as_json=as_json)
    for sentence in programme.warnings(connection(), wanted):
        click.echo(f"Look again: {sentence}", err=True)
    if changes:
        context.exit(CHANGES)


@programme_commands.command("apply")
@FILE
@signed
@as_json
@refusals
def apply(file: Path, signature: Signature, as_json: bool) -> None:
    """Make the programme what a file says, all or nothing; the apps show it within seconds."""
    changes = programme.apply(file.read_text(encoding="utf-8"), signature)
    _tell(changes, as_json=as_json)


@programme_commands.command("history")
@click.option("--version", type=int, help="Write this version's file, to look at or to apply again.")
@as_json
@refusals
def history(version: int | None, as_json: bool) -> None:
    """List the programmes there were, newest first; version 0 is the one before anything was applied."""
    found = programme.versions(connection())
    if version is not None:
        chosen = next((each for each in found if each.id == version), None)
        if chosen is None:
            raise click.ClickException(f"There is no version {version}.")
        click.echo(chosen.file, nl=False)
        return
    if as_json:
        show_json([{"id": each.id, "at": each.at, "operator": each.operator} for each in found])
        return
    rows = [(each.id, moment(each.at), each.operator) for each in found]
    show_table(("version", "applied", "by"), rows, nothing="")


def _tell(changes: list[Change], *, as_json: bool) -> None:
    if as_json:
        show_json(changes)
        return
    rows = [(each.what, each.field, each.before, each.after, each.touches) for each in changes]
    show_table(("what", "field", "before", "after", "touches"), rows, nothing="Nothing would change.")


outlet_commands = AppGroup("outlet", help="Open and close outlets.")


@outlet_commands.command("list")
@as_json
def show_outlet(as_json: bool) -> None:
    """List the outlets by id."""
    found = outlet_queries.outlets(connection())
    if as_json:
        show_json(found)
        return
    rows = [
        (each.id, each.name, each.brand, "open" if each.status_id == outlet_queries.OPEN else "closed")
        for each in found
    ]
    show_table(("id", "outlet", "brand", "state"), rows, nothing="There is no outlet.")


@outlet_commands.command("open")
@click.argument("outlet_id", type=int)
@signed
@refusals
def open_it(outlet_id: int, signature: Signature) -> None:
    """Let an outlet take guests: members choose it, vouchers are shown there."""
    actions.set_outlet(outlet_id, signature, is_open=True)
    click.echo(f"Outlet {outlet_id} is open.")


@outlet_commands.command("close")
@click.argument("outlet_id", type=int)
@signed
@refusals
def close_it(outlet_id: int, signature: Signature) -> None:
    """Take an outlet from every list. Its till keeps its key: the bills of its last day still come in."""
    actions.set_outlet(outlet_id, signature, is_open=False)
    click.echo(f"Outlet {outlet_id} is closed. `till list` names its keys, `till revoke` ends one.")
