"""`audit`: proves that the books are right, or says where they are not; `audit log`: who did what."""

from __future__ import annotations

from itertools import chain
from typing import BinaryIO

import click
from flask.cli import AppGroup, with_appcontext

from loyalty.cli.printing import as_json, show_json, show_table
from loyalty.db.session import session
from loyalty.features.enquiries import storage as attachments
from loyalty.features.members import audit as members
from loyalty.features.office import adjustments, digest, guards, log, restorations
from loyalty.features.points import audit as points
from loyalty.features.points import bill_audit as bills
from loyalty.features.rewards import audit as rewards

BOOKS = (points, bills, members, rewards, restorations, adjustments, log)


@click.group("audit", cls=AppGroup, invoke_without_command=True)
@click.pass_context
@with_appcontext
def audit(context: click.Context) -> None:
    """Check every invariant of ledger, bills, members and vouchers, the triggers and constraints that guard
    them, on PostgreSQL what this role may do, and every attachment; ends with 1 when one is broken.
    """
    if context.invoked_subcommand is None:
        check_books()


@audit.command("log")
@click.option("--member", "member_id", type=int, help="What was done about one member.")
@click.option("--by", "operator", help="What one operator did.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True)
@as_json
def show_log(member_id: int | None, operator: str | None, limit: int, as_json: bool) -> None:
    """List what operators did, the newest first, in Malaysian time."""
    found = log.entries(session(), member_id=member_id, operator=operator, limit=limit)
    if as_json:
        show_json(found)
        return
    rows = [
        (each.at, each.operator, each.action, each.member_id, each.details, each.reason) for each in found
    ]
    show_table(("when", "who", "what", "member", "details", "why"), rows, nothing="Nothing is in the log.")


@audit.group("digest", cls=AppGroup)
def digest_commands() -> None:
    """The signed digests that LOYALTY_DIGEST_TO collects."""


@digest_commands.command("verify")
@click.argument("file", type=click.File("rb"))
def verify_digest(file: BinaryIO) -> None:
    """Hold the database against a digest: ends with 1 when what it covered is not there as it was.

    FILE is what was written, or a mail of it: saved as a whole, or its text alone.
    """
    try:
        found = digest.problems(session(), digest.read(file.read()))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise click.ClickException("This is no digest.") from error
    for problem in found:
        click.echo(problem)
    if found:
        raise click.exceptions.Exit(1)
    click.echo("What the digest covers is as it was.")


def check_books() -> None:
    """Say what is broken in the database at hand; ends with 1 when something is."""
    db = session()
    found = 0
    for violation in chain.from_iterable(book.violations(db) for book in (*BOOKS, guards)):
        found += 1
        about = f"member {violation.member_id}" if violation.member_id else "database"
        click.echo(f"{violation.invariant}  {about}: {violation.sentence}.")
    for problem in attachments.problems(db):
        found += 1
        click.echo(f"attachment  {problem}.")
    for warning in guards.warnings(db):
        click.echo(f"Warning: {warning}", err=True)
    click.echo(f"{found} violations." if found else "The books are right: 0 violations.")
    if found:
        raise click.exceptions.Exit(1)
