"""`audit`: proves that the books are right, or says where they are not."""

from __future__ import annotations

from itertools import chain

import click
from flask.cli import with_appcontext

from loyalty.db.session import session
from loyalty.features.members import audit as members
from loyalty.features.points import audit as points
from loyalty.features.points import bill_audit as bills
from loyalty.features.rewards import audit as rewards

BOOKS = (points, bills, members, rewards)


@click.command("audit")
@with_appcontext
def audit() -> None:
    """Check every invariant of ledger, bills, members and vouchers; ends with 1 when one is broken."""
    db = session()
    found = 0
    for violation in chain.from_iterable(book.violations(db) for book in BOOKS):
        found += 1
        click.echo(f"{violation.invariant}  member {violation.member_id}: {violation.sentence}.")
    click.echo(f"{found} violations." if found else "The books are right: 0 violations.")
    if found:
        raise click.exceptions.Exit(1)
