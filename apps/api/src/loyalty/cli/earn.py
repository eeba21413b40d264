"""`earn`: members' bills, looked through, verified and taken back; a day's sales verify them in bulk."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import IO

import click
from flask.cli import AppGroup

from loyalty.cli.printing import as_json, refusals, ringgit, show_json, show_table
from loyalty.cli.signing import signed
from loyalty.db.clock import now
from loyalty.db.session import session, transaction
from loyalty.errors import Refusal
from loyalty.features.office import counter
from loyalty.features.office.log import Signature
from loyalty.features.points import bills
from loyalty.features.till import sales
from loyalty.features.till.bills import settle
from loyalty.rules.bills import Status, is_overdue

earn_commands = AppGroup("earn", help="Look through, verify and take back bills.")

STATES = {status.name.lower(): status for status in Status}
TITLES = ("id", "outlet", "receipt", "business day", "member", "net", "points", "state", "recorded")


@earn_commands.command("list")
@click.option("--overdue", is_flag=True, help="Only those that have been pending for 24 hours or more.")
@click.option("--state", type=click.Choice([*STATES, "all"]), default="pending", show_default=True)
@click.option("--outlet", "outlet_id", type=int, help="Only those of one outlet.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=200, show_default=True)
@as_json
def show(overdue: bool, state: str, outlet_id: int | None, limit: int, as_json: bool) -> None:
    """List bills, the oldest first. With --overdue it ends with 1 when there is one: members wait."""
    db = session()
    at = now(db)
    found = bills.listed(
        db,
        status=None if overdue else STATES.get(state),
        overdue_at=at if overdue else None,
        outlet_id=outlet_id,
        limit=limit + 1,
    )
    more, found = len(found) > limit, found[:limit]
    if as_json:
        show_json(found)
    else:
        rows = [(*_row(bill), bill.points, _state(bill, at), bill.created_at) for bill in found]
        show_table(TITLES, rows, nothing="There is no such bill.")
        if more:
            click.echo(f"There are more than {limit}; --limit shows them.", err=True)
    if overdue and found:
        raise click.exceptions.Exit(1)


@earn_commands.command("verify")
@click.argument("bill_ids", metavar="ID...", type=int, nargs=-1, required=True)
def verify(bill_ids: tuple[int, ...]) -> None:
    """Verify bills: points, tier and the referrer's thanks at once. Ends with 1 when one was refused."""
    refused = 0
    for bill_id in bill_ids:
        try:
            with transaction() as db:
                bill, done = settle(db, bill_id)
        except Refusal as why_not:
            refused += 1
            click.echo(f"Bill {bill_id}: {why_not.message}", err=True)
        else:
            told = "is verified" if done else "was verified before"
            click.echo(f"Bill {bill.id} {told}: {bill.points} points for member {bill.member_id}.")
    if refused:
        raise click.exceptions.Exit(1)


@earn_commands.command("void")
@click.argument("bill_id", metavar="ID", type=int)
@signed
@refusals
def void(bill_id: int, signature: Signature) -> None:
    """Take a bill back. What it gave leaves the ledger by a line of its own, with the reason."""
    bill = counter.void_bill(bill_id, signature)
    click.echo(f"Bill {bill.id} is taken back.")


@earn_commands.command("reconcile")
@click.argument("file", type=click.File("r", encoding="utf-8-sig"))
@click.option("--dry-run", is_flag=True, help="Only say what would be verified.")
@as_json
@refusals
def reconcile(file: IO[str], dry_run: bool, as_json: bool) -> None:
    """Verify pending bills by the sales of FILE, a CSV with outletId, receiptNumber, amount and paidAt.

    Whatever does not match is reported and left as it is, and the command ends with 1. Sales without a bill
    are guests without a card: they are only counted.
    """
    try:
        found, unreadable = sales.read_sales(file)
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{Path(file.name).name} is not UTF-8.") from error
    result = sales.reconcile(found, dry_run=dry_run, watch=_progress)
    result.unreadable = unreadable
    if as_json:
        show_json(result)
    else:
        _report(result, dry_run=dry_run)
    if not result.matches:
        raise click.exceptions.Exit(1)


def _progress(all_of_them: Sequence[sales.Sale]) -> Iterable[sales.Sale]:
    """The sales, with a bar on a terminal while they go by."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(all_of_them, label="Verifying", file=sys.stderr, hidden=hidden) as bar:
        yield from bar


def _report(result: sales.Reconciled, *, dry_run: bool) -> None:
    would = "would be verified" if dry_run else "verified"
    points = sum(bill.points for bill in result.verified)
    click.echo(
        f"{len(result.verified)} bills {would} ({points} points), {result.verified_before} were before, "
        f"{result.without_bill} sales without a bill."
    )
    if result.matches:
        return
    rows = [
        *((*_row(bill), f"sold for {ringgit(sale.amount_sen)}, line {sale.line}")
          for bill, sale in result.other_amount),
        *((*_row(bill), "not among the sales") for bill in result.not_sold),
        *((*_row(bill), why_not) for bill, why_not in result.refused),
    ]  # fmt: skip
    if rows:
        click.echo()
        show_table((*TITLES[:6], "what does not match"), rows, nothing="")
    if result.unreadable:
        click.echo()
        show_table(("line", "why it was left out"), result.unreadable, nothing="")


def _row(bill: bills.BillFacts) -> tuple[object, ...]:
    return (
        bill.id,
        bill.outlet_id,
        bill.receipt_number,
        bill.business_day,
        bill.member_id,
        ringgit(bill.amount),
    )


def _state(bill: bills.BillFacts, at: datetime) -> str:
    waits = bill.status_id is Status.PENDING and is_overdue(bill.created_at, at)
    return "overdue" if waits else bill.status_id.name.lower()
