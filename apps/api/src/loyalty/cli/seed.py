"""`seed`: what a new database needs, and with --demo a few members who have been coming for a while."""

from __future__ import annotations

import click
from flask.cli import with_appcontext

from loyalty.cli import demo
from loyalty.db.session import transaction
from loyalty.features.outlets import service as outlets
from loyalty.features.rewards import programme as rewards
from loyalty.features.tiers import service as tiers
from loyalty.rules.tiers import TIERS


@click.command("seed")
@click.option(
    "--demo", "with_demo", is_flag=True, help="Add members with months of bills, to look around with."
)
@with_appcontext
def seed(with_demo: bool) -> None:
    """Write the tiers, outlets and rewards that are missing. Run it as often as you like."""
    with transaction() as db:
        written = (
            tiers.set_up(db, TIERS)
            + outlets.set_up(db, outlets.first_outlets())
            + rewards.set_up(db, rewards.first_rewards())
        )
    click.echo(f"Tiers, outlets and rewards: {written} written.")
    if not with_demo:
        return
    with transaction() as db:
        members = demo.set_up(db)
    click.echo(f"Demo members: {members} written.")
    click.echo(demo.INVITATION)
