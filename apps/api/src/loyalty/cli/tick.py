"""`tick`: the clock's work by hand or by cron; the worker does it by itself every ten minutes."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import click
from flask.cli import with_appcontext

from loyalty import config, jobs
from loyalty.cli.printing import as_json, refusals, show_json, show_table
from loyalty.rules.calendar import start_of


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
