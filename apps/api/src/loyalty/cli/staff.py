"""`staff`: accounts of the staff app. The first one is made here, and the way back to a lost one."""

from __future__ import annotations

import click
from flask.cli import AppGroup

from loyalty import config
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.people import invitations, people
from loyalty.backoffice.people.people import Actor
from loyalty.cli.printing import as_json, moment, refusals, show_json, show_table
from loyalty.cli.signing import signed, signed_for
from loyalty.db.session import current_session, transaction
from loyalty.rules.staff import EVERYWHERE_ONLY, Grant, Role, in_office

staff_commands = AppGroup("staff", help="Add people to the staff app, invite, list and disable them.")

EVERYWHERE: frozenset[int | None] = frozenset({None})


@staff_commands.command("add")
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


@staff_commands.command("invite")
@click.argument("staff_id", type=int)
@click.option("--forget-passkeys", is_flag=True, help="Their device was lost: end what it may do.")
@signed
@refusals
def invite(staff_id: int, forget_passkeys: bool, signature: Signature) -> None:
    """Make a link by which a person makes a passkey. A link that was made before ends."""
    _show_link(staff_id, signature, forget_passkeys=forget_passkeys)


@staff_commands.command("email")
@click.argument("staff_id", type=int)
@click.argument("address", required=False)
@signed
@refusals
def email(staff_id: int, address: str | None, signature: Signature) -> None:
    """Set the address to which a person's invitations and notices go; without ADDRESS, remove it."""
    people.set_email(staff_id, address, Actor(signature))
    click.echo(f"Account {staff_id} has {address or 'no address'}.")


@staff_commands.command("list")
@as_json
def list_people(as_json: bool) -> None:
    """List all accounts with their roles and where they are signed in, disabled ones last."""
    found = people.people(current_session(), EVERYWHERE, None)
    if as_json:
        show_json(found)
        return
    rows = [
        (
            each.id,
            each.name,
            ", ".join(_shown(grant) for grant in each.grants),
            each.passkey_count,
            "locked" if each.is_pin_locked else "yes" if each.has_pin else "no",
            len(each.sessions),
            each.created_at,
            each.disabled_at,
        )
        for each in found
    ]
    titles = ("id", "name", "roles", "passkeys", "PIN", "signed in", "added", "disabled")
    show_table(titles, rows, nothing="No accounts.")


@staff_commands.command("disable")
@click.argument("staff_id", type=int)
@signed
@refusals
def disable(staff_id: int, signature: Signature) -> None:
    """Disable an account for good; its sessions end at once. Accounts are never deleted."""
    people.disable(staff_id, Actor(signature))
    click.echo(f"Account {staff_id} is disabled.")


@staff_commands.command("demo", hidden=True)
@signed_for("accounts to try the staff app")
@refusals
def demo(signature: Signature) -> None:
    """In development: one account of every role. Prints a link for each but the cashier, who has PIN 4071.

    `npm start` shows them.
    """
    if config.current().production:
        raise click.UsageError("Demo accounts are for development.")
    there = {each.name: each.id for each in people.people(current_session(), EVERYWHERE, None)}
    for role in Role:
        name = f"Demo {role.value.replace('-', ' ')}"
        outlet = None if role in EVERYWHERE_ONLY else 1
        staff_id = there.get(name) or people.add(name, [Grant(role, outlet)], Actor(signature))
        if role is Role.CASHIER:
            people.set_pin(staff_id, "9053", Actor(signature))
            with transaction() as db:
                people.choose_pin(db, staff_id, name, "4071")
        else:
            made = people.invite(staff_id, Actor(signature))
            click.echo(f"{role.value}: {made[0] if made else ''}")


def _show_link(staff_id: int, signature: Signature, *, forget_passkeys: bool) -> None:
    made = people.invite(staff_id, Actor(signature), forget_passkeys=forget_passkeys)
    if made is not None:
        link, expires_at = made
        click.echo(f"Give them this link; it works once, until {moment(expires_at)}:")
        click.echo(link)


def _shown(grant: Grant) -> str:
    return grant.role if grant.outlet_id is None else f"{grant.role} at {grant.outlet_id}"
