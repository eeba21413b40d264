"""`people`: accounts of the staff app. The first one is made here, and the way back to a lost one."""

import click
from flask.cli import AppGroup

from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.people import invitations, people
from loyalty.backoffice.people.people import Actor
from loyalty.cli.printing import as_json, moment, refusals, show_json, show_table
from loyalty.cli.signing import signed
from loyalty.db.session import current_session
from loyalty.rules.staff import Grant, Role, in_office

people_commands = AppGroup(
    "people", help="Add people to the staff app, invite and list them, and change their addresses."
)

EVERYWHERE: frozenset[int | None] = frozenset({None})


@people_commands.command("add")
@click.option("--name", required=True, help="The person's name, as the log shows it.")
@click.option("--role", required=True, type=click.Choice([each.value for each in Role]))
@click.option(
    "--outlet", "outlets", type=int, multiple=True, help="The id of their outlet; may be given again."
)
@click.option("--email", help="Where their invitations and notices go.")
@signed
@refusals
def add(name: str, role: str, outlets: tuple[int, ...], email: str | None, signature: Signature) -> None:
    """Add a person. The last line is the link by which they make a passkey, once, within 24 hours.

    A cashier gets no link: the manager of their outlet sets a start PIN in the staff app.
    """
    grants = [Grant(Role(role), outlet) for outlet in outlets or (None,)]
    if in_office(grants):
        invitations.app_origin()  # refused before there is an account without an invitation
    staff_id = people.add(name, grants, Actor(signature), email=email)
    click.echo(f"Account {staff_id} of {name}: {role}. ", nl=False)
    if not in_office(grants):
        click.echo("Their manager sets a start PIN in the staff app.")
        return
    _show_link(staff_id, signature, forget_passkeys=False)


@people_commands.command("invite")
@click.argument("staff_id", type=int)
@click.option("--forget-passkeys", is_flag=True, help="Their device was lost: end what it may do.")
@signed
@refusals
def invite(staff_id: int, forget_passkeys: bool, signature: Signature) -> None:
    """Make a link by which a person makes a passkey. A link that was made before ends."""
    _show_link(staff_id, signature, forget_passkeys=forget_passkeys)


@people_commands.command("email")
@click.argument("staff_id", type=int)
@click.argument("address", required=False)
@signed
@refusals
def email(staff_id: int, address: str | None, signature: Signature) -> None:
    """Set the address to which a person's invitations and notices go; without ADDRESS, remove it."""
    people.change(staff_id, Actor(signature), email=address)
    click.echo(f"Account {staff_id} has {address or 'no address'}.")


@people_commands.command("list")
@as_json
def list_people(as_json: bool) -> None:
    """List all accounts with their roles and where they are signed in, disabled ones last."""
    found = people.people(current_session(), EVERYWHERE, None)
    if as_json:
        show_json(found)
        return
    rows = [
        (
            each["id"],
            each["name"],
            ", ".join(_shown(grant) for grant in each["grants"]),
            each["passkey_count"],
            "locked" if each["is_pin_locked"] else "yes" if each["has_pin"] else "no",
            len(each["sessions"]),
            each["created_at"],
            each["disabled_at"],
        )
        for each in found
    ]
    titles = ("id", "name", "roles", "passkeys", "PIN", "signed in", "added", "disabled")
    show_table(titles, rows, nothing="No accounts.")


def _show_link(staff_id: int, signature: Signature, *, forget_passkeys: bool) -> None:
    made = people.invite(staff_id, Actor(signature), forget_passkeys=forget_passkeys)
    if made is not None:
        link, expires_at = made
        click.echo(f"Give them this link; it works once, until {moment(expires_at)}:")
        click.echo(link)


def _shown(grant: Grant) -> str:
    return grant.role if grant.outlet_id is None else f"{grant.role} at {grant.outlet_id}"
