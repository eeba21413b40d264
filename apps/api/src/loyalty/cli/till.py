"""`till`: the keys of the machines at the counter."""

from __future__ import annotations

import click
from flask.cli import AppGroup

from loyalty.db.session import session, transaction
from loyalty.errors import NotFound
from loyalty.features.till import service

till_commands = AppGroup("till", help="The keys of the tills.")


@till_commands.command("add")
@click.option("--outlet", "outlet_id", type=int, required=True, help="The id of the till's outlet.")
def add(outlet_id: int) -> None:
    """Make a key for an outlet's till; its last line is the key, shown once."""
    try:
        with transaction() as db:
            key = service.add(db, outlet_id)
    except NotFound as refused:
        raise click.ClickException(refused.message) from refused
    click.echo(f"The key of a till at outlet {outlet_id}. It is not shown again:")
    click.echo(key)


@till_commands.command("list")
def show() -> None:
    """List every key ever made, without the key."""
    for till in service.tills(session()):
        state = f"revoked {till.revoked_at:%Y-%m-%d}" if till.revoked_at else "in use"
        click.echo(f"{till.id:>4}  outlet {till.outlet_id:<4} made {till.created_at:%Y-%m-%d}  {state}")


@till_commands.command("revoke")
@click.argument("till_id", type=int)
def revoke(till_id: int) -> None:
    """End a key at once."""
    try:
        with transaction() as db:
            service.revoke(db, till_id)
    except NotFound as refused:
        raise click.ClickException(refused.message) from refused
    click.echo(f"Key {till_id} opens nothing any more.")
