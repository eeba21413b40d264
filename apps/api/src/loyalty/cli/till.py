"""`till`: the keys of the machines at the counter."""

from __future__ import annotations

import click
from flask.cli import AppGroup

from loyalty.cli.printing import as_json, refusals, show_json, show_table
from loyalty.db.session import session, transaction
from loyalty.features.till import service

till_commands = AppGroup("till", help="The keys of the tills.")


@till_commands.command("add")
@click.option("--outlet", "outlet_id", type=int, required=True, help="The id of the till's outlet.")
@refusals
def add(outlet_id: int) -> None:
    """Make a key for an outlet's till; its last line is the key, shown once."""
    with transaction() as db:
        key = service.add(db, outlet_id)
    click.echo(f"The key of a till at outlet {outlet_id}. It is not shown again:")
    click.echo(key)


@till_commands.command("list")
@as_json
def show(as_json: bool) -> None:
    """List every key ever made, without the key."""
    found = service.tills(session())
    if as_json:
        show_json(found)
        return
    rows = [(each.id, each.outlet_id, each.created_at, each.revoked_at) for each in found]
    show_table(("id", "outlet", "made", "revoked"), rows, nothing="No till has a key.")


@till_commands.command("revoke")
@click.argument("till_id", type=int)
@refusals
def revoke(till_id: int) -> None:
    """End a key at once."""
    with transaction() as db:
        service.revoke(db, till_id)
    click.echo(f"Key {till_id} opens nothing any more.")
