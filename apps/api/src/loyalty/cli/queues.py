"""`worker`, `scheduler` and `queues`: sending messages and running scheduled tasks."""

import signal
from datetime import UTC, datetime

import click
from flask import current_app
from flask.cli import AppGroup, with_appcontext

from loyalty import config, scheduler
from loyalty.cli.printing import as_json, refusals, show_json, show_table
from loyalty.db import job_list
from loyalty.db.job_list import STATES
from loyalty.db.session import current_session, transaction
from loyalty.rules.calendar import start_of
from loyalty.worker import worker_for


@click.command("worker")
@with_appcontext
def worker() -> None:
    """Send messages and run scheduled tasks until stopped; run as many as wanted (LOYALTY_WORKER=off)."""
    background = worker_for(config.current(), current_app.extensions["loyalty.database"])
    signal.signal(signal.SIGTERM, lambda *_: background.request_stop())
    signal.signal(signal.SIGINT, lambda *_: background.request_stop())
    click.echo("Sending waiting messages. Ctrl-C ends it.")
    background.run()


# A day, which begins at midnight in Malaysia, or a moment with its zone.
MOMENTS = ["%Y-%m-%d", "%Y-%m-%dT%H:%M%z", "%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%dT%H:%M:%S.%f%z"]

scheduler_commands = AppGroup("scheduler", help="Tasks that are due by time.")


@scheduler_commands.command("run")
@click.option("--as-of", type=click.DateTime(MOMENTS), help="Do what was due by then.")
@click.option("--dry-run", is_flag=True, help="Only say what would be done; also for days to come.")
@as_json
@with_appcontext
@refusals
def run_scheduled(as_of: datetime | None, dry_run: bool, as_json: bool) -> None:
    """Do what is due: tier changes, lapsed presentations, rows past their retention period, the digest.

    It may run late, twice or beside the worker: nothing is done twice. Ends with 1 when a job failed.
    """
    if as_of is not None:
        as_of = as_of.astimezone(UTC) if as_of.tzinfo else start_of(as_of.date()).astimezone(UTC)
    done = scheduler.run(as_of, dry_run=dry_run)
    if as_json:
        show_json(done)
    else:
        rows = [(each.job, each.failed or each.count) for each in done]
        show_table(("job", "would do" if dry_run else "done"), rows, nothing="")
    if any(each.failed for each in done):
        raise click.exceptions.Exit(1)


# What an email is about, by its kind; the others are about enquiries.
_ABOUT = {
    "new_device": "sign-in",
    "inactive": "member",
    "digest": "day",
    "forward": "note",
    "notification": "message",
}

queue_commands = AppGroup("queues", help="Messages and other jobs that wait, failed or are done.")


@queue_commands.command("list")
@click.option("--state", type=click.Choice(STATES), multiple=True, help="Only these; may be repeated.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True)
@as_json
def show(state: tuple[str, ...], limit: int, as_json: bool) -> None:
    """List what waits and what failed, the newest first; with --state also what is done. No codes,
    no numbers.
    """
    found = job_list.listed(current_session(), state or job_list.NOT_DONE, limit)
    if as_json:
        names = ("id", "queue", "kind", "reference", "state", "tries", "created_at", "run_at", "last_error")
        show_json([{name: getattr(each, name) for name in names} for each in found])
        return
    rows = [
        (
            each.id,
            each.queue,
            each.kind,
            f"{_ABOUT.get(each.kind, 'enquiry')} {each.reference}" if each.reference else None,
            each.state,
            each.tries,
            each.created_at,
            each.run_at if each.state == "waiting" else None,
            each.last_error,
        )
        for each in found
    ]
    titles = ("id", "queue", "kind", "about", "state", "tries", "since", "next try", "last error")
    show_table(titles, rows, nothing="Nothing waits and nothing failed.")


@queue_commands.command("retry")
@click.argument("ids", type=int, nargs=-1)
@click.option("--all", "everything", is_flag=True, help="Every email that was not sent.")
@refusals
def retry(ids: tuple[int, ...], everything: bool) -> None:
    """Run jobs once more: emails that failed or expired. A code is not sent again: the member asks for
    another.
    """
    if bool(ids) == everything:
        raise click.UsageError("Name ids, or say --all.")
    with transaction() as db:
        chosen = job_list.retriable(db) if everything else list(ids)
        for job_id in chosen:
            job_list.retry(db, job_id)
    click.echo(f"{len(chosen)} will be tried again.")


@queue_commands.command("drop")
@click.argument("ids", type=int, nargs=-1, required=True)
@refusals
def drop(ids: tuple[int, ...]) -> None:
    """Give up what waits or failed. An enquiry stays; only the e-mail about it is not sent."""
    with transaction() as db:
        for job_id in ids:
            job_list.drop(db, job_id)
    click.echo(f"{len(ids)} given up.")
