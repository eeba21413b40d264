"""`member`: what a member has a right to by law, also where there is no staff app. Both are logged."""

import json
from pathlib import Path

import click
from flask.cli import AppGroup

from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.members import actions
from loyalty.backoffice.members.data import archive
from loyalty.backoffice.members.schemas import ExportSchema
from loyalty.cli.printing import refusals
from loyalty.cli.signing import signed

member_commands = AppGroup("member", help="Export and erase what is stored about a member.")


@member_commands.command("export")
@click.argument("member_id", type=int)
@click.option(
    "--to",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="A file; default: standard output.",
)
@click.option("--csv", "as_csv", is_flag=True, help="A ZIP with one CSV a table, for spreadsheets.")
@signed
@refusals
def export(member_id: int, to: Path | None, as_csv: bool, signature: Signature) -> None:
    """Export everything that is stored about a member, as JSON or for spreadsheets."""
    if as_csv and to is None:
        raise click.UsageError("--csv makes a ZIP: name its file with --to.")
    found = ExportSchema().dump(actions.export(member_id, signature))
    text = json.dumps(found, ensure_ascii=False, indent=2) + "\n"
    if to is None:
        click.echo(text, nl=False)
        return
    to.touch(mode=0o600)
    to.write_bytes(archive(found) if as_csv else text.encode())
    click.echo(f"Written to {to}.")


@member_commands.command("erase")
@click.argument("member_id", type=int)
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@signed
@refusals
def erase(member_id: int, yes: bool, signature: Signature) -> None:
    """Erase a member: their personal data leave every table, and points and open vouchers are lost."""
    if not yes:
        click.confirm(f"Erase member {member_id} permanently, with points and vouchers?", abort=True)
    actions.erase(member_id, signature)
    click.echo(f"Member {member_id} is erased.")
