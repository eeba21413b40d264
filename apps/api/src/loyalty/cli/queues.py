"""`worker`: the sender of waiting messages as a process of its own."""

from __future__ import annotations

import signal
from datetime import UTC, date, datetime
from typing import Any

import click
from flask import current_app
from flask.cli import AppGroup, with_appcontext

from loyalty import config, jobs
from loyalty.cli.printing import as_json, refusals, show_json, show_table
from loyalty.db.connections import connection, transaction
from loyalty.gateways import outbox
from loyalty.gateways.outbox import STATES
from loyalty.rules.calendar import start_of
from loyalty.sending import worker_for


@click.command("worker")
@with_appcontext
def worker() -> None:
    """Send waiting messages until stopped; run as many as wanted, with LOYALTY_WORKER=off for the API."""
    sender = worker_for(current_app.extensions["loyalty.config"], current_app.extensions["loyalty.database"])
    signal.signal(signal.SIGTERM, lambda *_: sender.stop())
    signal.signal(signal.SIGINT, lambda *_: sender.stop())
    click.echo("Sending waiting messages. Ctrl-C ends it.")
    sender.run()


class Moment(click.ParamType[datetime]):
    """A moment with its zone, or a day, which begins at midnight in Malaysia."""

    name = "moment"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """The moment of what was typed."""
        if isinstance(value, datetime):
            return value
        try:
            if len(value) == len("2026-03-14"):
                return start_of(date.fromisoformat(value)).astimezone(UTC)
            moment = datetime.fromisoformat(value)
            if moment.tzinfo is not None:
                return moment.astimezone(UTC)
        except (ValueError, OverflowError):
            pass
        self.fail(f"{value} is no day such as 2026-03-14, and no moment with its zone.", param, ctx)


@click.command("tick")
@click.option("--as-of", type=Moment(), help="Do what was due by then: 2026-03-14, or with time and zone.")
@click.option("--dry-run", is_flag=True, help="Only say what would be done; also for days to come.")
@as_json
@with_appcontext
@refusals
def tick(as_of: datetime | None, dry_run: bool, as_json: bool) -> None:
    """Write down what time has done: steps down, lapsed presentations, rows past their keeping.

    Run it late, twice or beside the worker: it does nothing twice. Ends with 1 when a job failed.
    """
    done = jobs.tick(as_of, dry_run=dry_run, digest_to=config.current().digest_to)
    if as_json:
        show_json(done)
    else:
        rows = [(each.job, each.failed or each.count) for each in done]
        show_table(("job", "would do" if dry_run else "done"), rows, nothing="")
    if any(each.failed for each in done):
        raise click.exceptions.Exit(1)


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
    found = outbox.entries(connection(), state or outbox.UNFINISHED, limit)
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
        chosen = outbox.undelivered_emails(db) if everything else list(ids)
        for row_id in chosen:
            outbox.retry(db, row_id)
    click.echo(f"{len(chosen)} will be tried again.")


@outbox_commands.command("drop")
@click.argument("ids", type=int, nargs=-1, required=True)
@refusals
def drop(ids: tuple[int, ...]) -> None:
    """Give up what waits or is dead. An enquiry stays in the inbox; the letter about it does not leave."""
    with transaction() as db:
        for row_id in ids:
            outbox.drop(db, row_id)
    click.echo(f"{len(ids)} given up.")
