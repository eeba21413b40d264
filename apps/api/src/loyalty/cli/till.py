"""`till`: the keys of the machines at the counter."""

from __future__ import annotations

import click
from flask.cli import AppGroup

from loyalty.cli.printing import as_json, refusals, show_json, show_table
from loyalty.cli.signing import signed
from loyalty.db.session import session
from loyalty.features.office import counter
from loyalty.features.office.log import Signature
from loyalty.features.till import service

till_commands = AppGroup("till", help="The keys of the tills.")


@till_commands.command("add")
@click.option("--outlet", "outlet_id", type=int, required=True, help="The id of the till's outlet.")
@click.option("--name", default="", help='What it is called there, such as "Counter 1"; else by its id.')
@signed
@refusals
def add(outlet_id: int, name: str, signature: Signature) -> None:
    """Make a key for an outlet's till; its last line is the key, shown once."""
    till, key = counter.add_till(outlet_id, name, signature)
    click.echo(f"The key of {till.name}, till {till.id}, at outlet {outlet_id}. It is not shown again:")
    click.echo(key)


@till_commands.command("list")
@as_json
def show(as_json: bool) -> None:
    """List every key ever made, without the key. When it was last used is right to the hour."""
    found = service.tills(session())
    if as_json:
        show_json(found)
        return
    rows = [
        (each.id, each.outlet_id, each.name, each.created_at, each.last_used_at, each.revoked_at)
        for each in found
    ]
    titles = ("id", "outlet", "name", "made", "last used", "revoked")
    show_table(titles, rows, nothing="No till has a key.")


@till_commands.command("revoke")
@click.argument("till_id", type=int)
@signed
@refusals
def revoke(till_id: int, signature: Signature) -> None:
    """End a key at once."""
    till = counter.revoke_till(till_id, signature)
    click.echo(f"The key of {till.name}, till {till.id}, opens nothing any more.")
