"""`enquiries`: job applications and feedback. Reading, changing and erasing them is logged."""

from __future__ import annotations

import csv
from pathlib import Path

import click
from flask.cli import AppGroup

from loyalty.backoffice.inbox import service as inbox_service
from loyalty.backoffice.log.log import Signature
from loyalty.cli.printing import as_json, refusals, show_fields, show_json, show_table
from loyalty.cli.signing import signed
from loyalty.db.session import current_session
from loyalty.features.enquiries import inbox as enquiry_inbox
from loyalty.features.enquiries.models import State
from loyalty.rules.enquiries import spreadsheet_cell

enquiry_commands = AppGroup("enquiries", help="Job applications and feedback.")

STATES = [state.value for state in State]
of_kind = click.option("--kind", type=click.Choice(["career", "feedback"]), help="Only this kind.")


@enquiry_commands.command("list")
@of_kind
@click.option("--state", type=click.Choice(STATES), help="Only those in this state.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True)
@as_json
def show_all(kind: str | None, state: str | None, limit: int, as_json: bool) -> None:
    """List enquiries, the newest first, with their state and whether the e-mail about them was sent."""
    found = enquiry_inbox.entries(current_session(), kind, limit, state)
    if as_json:
        show_json(found)
        return
    rows = [
        (
            each.id,
            each.kind,
            each.state,
            each.created_at,
            each.full_name,
            each.about,
            each.attachment,
            each.mail,
        )
        for each in found
    ]
    titles = ("id", "kind", "state", "received", "name", "about", "file", "mail")
    show_table(titles, rows, nothing="No enquiries.")


@enquiry_commands.command("show")
@click.argument("enquiry_id", type=int)
@click.option(
    "--file",
    "target",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the attachment to this file, which must not exist yet.",
)
@as_json
@signed
@refusals
def show_one(enquiry_id: int, target: Path | None, as_json: bool, signature: Signature) -> None:
    """Show an enquiry."""
    fields, attached = inbox_service.show_enquiry(enquiry_id, signature, with_file=target is not None)
    if as_json:
        show_json(dict(fields))
    else:
        show_fields(fields)
    if target is None or attached is None:
        return
    try:
        with target.open("xb") as file:
            file.write(attached.content)
    except OSError as error:
        raise click.ClickException(f"{target} could not be written: {error.strerror}.") from error
    click.echo(f"{attached.name} ({attached.size:,} bytes) is written to {target}.", err=as_json)


@enquiry_commands.command("mark")
@click.argument("enquiry_id", type=int)
@click.argument("state", type=click.Choice(STATES))
@signed
@refusals
def mark(enquiry_id: int, state: str, signature: Signature) -> None:
    """Set the state of an enquiry: open, answered, closed or forwarded."""
    inbox_service.mark_enquiry(enquiry_id, state, signature)
    click.echo(f"Enquiry {enquiry_id} is {state}.")


@enquiry_commands.command("erase")
@click.argument("enquiry_id", type=int)
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@signed
@refusals
def erase(enquiry_id: int, yes: bool, signature: Signature) -> None:
    """Delete an enquiry and its attachment permanently."""
    if not yes:
        click.confirm(f"Erase enquiry {enquiry_id} and its attachment permanently?", abort=True)
    inbox_service.erase_enquiry(enquiry_id, signature)
    click.echo(f"Enquiry {enquiry_id} is erased.")


@enquiry_commands.command("export")
@click.argument("target", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True))
@of_kind
@signed
@refusals
def export(target: Path, kind: str | None, signature: Signature) -> None:
    """Write all enquiries to TARGET as CSV; - is standard output. No cell can act as a formula."""
    titles, rows = inbox_service.export_enquiries(kind, signature)
    try:
        with click.open_file(
            str(target), "w", encoding="utf-8-sig" if str(target) != "-" else "utf-8"
        ) as file:
            writer = csv.writer(file)
            writer.writerow(titles)
            writer.writerows([spreadsheet_cell(cell) for cell in row] for row in rows)
    except OSError as error:
        raise click.ClickException(f"{target} could not be written: {error.strerror}.") from error
    if str(target) != "-":
        click.echo(f"{len(rows)} enquiries are written to {target}.")
