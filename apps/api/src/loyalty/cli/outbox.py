"""`outbox`: messages and letters on their way, and those that did not arrive."""

from __future__ import annotations

import click
from flask.cli import AppGroup

from loyalty.cli.printing import as_json, refusals, show_json, show_table
from loyalty.db.session import session, transaction
from loyalty.gateways import dead_letters
from loyalty.gateways.outbox import STATES

# What a letter is about, by its kind; the others are about enquiries.
_ABOUT = {"new_device": "sign-in", "inactive": "member", "digest": "day"}

outbox_commands = AppGroup("outbox", help="Messages and letters on their way.")


@outbox_commands.command("list")
@click.option("--state", type=click.Choice(STATES), multiple=True, help="Only these; may be repeated.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True)
@as_json
def show(state: tuple[str, ...], limit: int, as_json: bool) -> None:
    """List what waits and what did not leave, the newest first; with --state also what did. No codes,
    no numbers.
    """
    found = dead_letters.entries(session(), state or dead_letters.UNFINISHED, limit)
    if as_json:
        show_json(found)
        return
    rows = [
        (
            each.id,
            each.kind,
            f"{_ABOUT.get(each.kind, 'enquiry')} {each.reference}" if each.reference else each.recipient,
            each.state,
            each.tries,
            each.created_at,
            each.due_at if each.state == "waiting" else None,
            each.last_error,
        )
        for each in found
    ]
    titles = ("id", "kind", "about", "state", "tries", "since", "next try", "last error")
    show_table(titles, rows, nothing="Nothing waits and nothing is dead.")


@outbox_commands.command("retry")
@click.argument("ids", type=int, nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every letter that did not leave.")
@refusals
def retry(ids: tuple[int, ...], everything: bool) -> None:
    """Send letters that did not leave once more. A code is not sent again: its member asks for a new one."""
    if bool(ids) == everything:
        raise click.UsageError("Name ids, or say --all.")
    with transaction() as db:
        chosen = dead_letters.undelivered(db) if everything else list(ids)
        for row_id in chosen:
            dead_letters.retry(db, row_id)
    click.echo(f"{len(chosen)} will be tried again.")


@outbox_commands.command("drop")
@click.argument("ids", type=int, nargs=-1, required=True)
@refusals
def drop(ids: tuple[int, ...]) -> None:
    """Give up what waits or is dead. An enquiry stays in the inbox; the letter about it does not leave."""
    with transaction() as db:
        for row_id in ids:
            dead_letters.drop(db, row_id)
    click.echo(f"{len(ids)} given up.")
