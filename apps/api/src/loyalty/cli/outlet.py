"""`outlet`: which outlets take guests."""

from __future__ import annotations

import click
from flask.cli import AppGroup

from loyalty.cli.printing import as_json, refusals, show_json, show_table
from loyalty.cli.signing import signed
from loyalty.db.session import session
from loyalty.features.office import counter
from loyalty.features.office.log import Signature
from loyalty.features.outlets import service as outlets

outlet_commands = AppGroup("outlet", help="Open and close outlets.")


@outlet_commands.command("list")
@as_json
def show(as_json: bool) -> None:
    """List the outlets by id."""
    found = outlets.outlets(session())
    if as_json:
        show_json(found)
        return
    rows = [
        (each.id, each.name, each.brand, "open" if each.status_id == outlets.OPEN else "closed")
        for each in found
    ]
    show_table(("id", "outlet", "brand", "state"), rows, nothing="There is no outlet.")


@outlet_commands.command("open")
@click.argument("outlet_id", type=int)
@signed
@refusals
def open_it(outlet_id: int, signature: Signature) -> None:
    """Let an outlet take guests: members choose it, vouchers are shown there."""
    counter.set_outlet(outlet_id, signature, is_open=True)
    click.echo(f"Outlet {outlet_id} is open.")


@outlet_commands.command("close")
@click.argument("outlet_id", type=int)
@signed
@refusals
def close_it(outlet_id: int, signature: Signature) -> None:
    """Take an outlet from every list. Its till keeps its key: the bills of its last day still come in."""
    counter.set_outlet(outlet_id, signature, is_open=False)
    click.echo(f"Outlet {outlet_id} is closed. `till list` names its keys, `till revoke` ends one.")
