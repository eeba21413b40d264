"""`points`: balances put right by hand; above a limit a second operator decides."""

from __future__ import annotations

import click
from flask.cli import AppGroup

from loyalty.cli.printing import WAITS, as_json, refusals, show_json, show_table
from loyalty.cli.signing import signed
from loyalty.db.session import session
from loyalty.features.office import adjustments
from loyalty.features.office.log import Signature

points_commands = AppGroup("points", help="Put balances right.")


@points_commands.command("adjust", context_settings={"ignore_unknown_options": True})
@click.argument("member_id", type=int)
@click.argument("delta", type=int)
@click.option("--for-tier", is_flag=True, help="The tier points move as well, as when a bill was wrong.")
@as_json
@signed
@refusals
def adjust(member_id: int, delta: int, for_tier: bool, as_json: bool, signature: Signature) -> None:
    """Move a member's points, such as 50 or -50.

    What one login moves of a member on one day adds up. Above the programme's adjust_limit it is put down
    for a second operator, who has a login of their own, and the command ends with 3.
    """
    asked = adjustments.adjust(member_id, delta, signature, counts_for_tier=for_tier)
    _tell(asked, as_json=as_json)
    if asked.state == adjustments.WAITING:
        raise click.exceptions.Exit(WAITS)


@points_commands.command("waiting")
@as_json
def waiting(as_json: bool) -> None:
    """List the adjustments that wait for a second operator."""
    found = adjustments.waiting(session())
    if as_json:
        show_json(found)
        return
    rows = [
        (each.id, each.member_id, each.delta, each.asked_by, each.asked_at, each.reason) for each in found
    ]
    titles = ("id", "member", "points", "asked by", "when", "reason")
    show_table(titles, rows, nothing="Nothing is waiting.")


@points_commands.command("approve")
@click.argument("adjustment_id", type=int)
@as_json
@signed
@refusals
def approve(adjustment_id: int, as_json: bool, signature: Signature) -> None:
    """Let an adjustment that another operator asked for happen."""
    _tell(adjustments.approve(adjustment_id, signature), as_json=as_json)


@points_commands.command("refuse")
@click.argument("adjustment_id", type=int)
@as_json
@signed
@refusals
def refuse(adjustment_id: int, as_json: bool, signature: Signature) -> None:
    """Turn an adjustment that another operator asked for down."""
    _tell(adjustments.refuse(adjustment_id, signature), as_json=as_json)


def _tell(asked: adjustments.Asked, *, as_json: bool) -> None:
    if as_json:
        show_json(asked)
        return
    what = f"Adjustment {asked.id}, {asked.delta:+} points of member {asked.member_id}"
    said = {
        adjustments.DONE: "is done.",
        adjustments.REFUSED: "is refused; nothing moved.",
        adjustments.WAITING: "waits, above the limit of a day: another operator runs "
        f"`points approve {asked.id}` from a login of their own.",
    }
    click.echo(f"{what} {said[asked.state]}")
