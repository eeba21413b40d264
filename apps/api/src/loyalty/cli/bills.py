"""`bills`: members' bills, listed, recorded, verified, moved, voided; a day's sales verify them in bulk."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import IO

import click
from flask.cli import AppGroup

from loyalty.backoffice.approvals import proposals
from loyalty.backoffice.bills import recording, verification
from loyalty.backoffice.log.log import Signature
from loyalty.cli.printing import AMOUNT, WAITS, as_json, refusals, ringgit, show_json, show_table
from loyalty.cli.proposals import show_proposal
from loyalty.cli.signing import signed, signed_for
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import DomainError
from loyalty.features.points import bill_lists
from loyalty.features.till import bills as till_bills
from loyalty.rules.bills import Status, is_overdue
from loyalty.rules.bills import receipt as tidy_receipt
from loyalty.rules.calendar import MALAYSIA
from loyalty.rules.sales_files import MissingColumns, Sale, decoded, read_sales

bill_commands = AppGroup("bills", help="List, record, verify, move and void bills.")


def _receipt(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """A receipt number, normalised; raises BadParameter."""
    if value is None:
        return None
    tidy = tidy_receipt(value)
    if tidy is None:
        raise click.BadParameter("A receipt number has up to 40 plain letters, digits and signs.")
    return tidy


STATES = {status.name.lower(): status for status in Status}
WAITING = "waiting"
TITLES = ("id", "outlet", "receipt", "business day", "member", "net", "points", "state", "till", "recorded")


@bill_commands.command("list")
@click.option("--overdue", is_flag=True, help="Only bills that have been pending for 24 hours or more.")
@click.option(
    "--state",
    type=click.Choice([*STATES, WAITING, "all"]),
    help="Default: pending; all where --member or --receipt is given. waiting: pending above a till limit.",
)
@click.option("--outlet", "outlet_id", type=int, help="Only bills of this outlet.")
@click.option("--member", "member_id", type=int, help="Only bills of this member.")
@click.option("--receipt", callback=_receipt, help="Only bills with this receipt number, in any case.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=200, show_default=True)
@as_json
def show(
    overdue: bool,
    state: str | None,
    outlet_id: int | None,
    member_id: int | None,
    receipt: str | None,
    limit: int,
    as_json: bool,
) -> None:
    """List bills, the oldest first. With --overdue the exit code is 1 when there are any."""
    db = current_session()
    at = now(db)
    wanted = state or ("all" if member_id or receipt else "pending")
    found = bill_lists.listed(
        db,
        status=None if overdue else STATES.get(wanted),
        overdue_at=at if overdue else None,
        waiting=wanted == WAITING,
        outlet_id=outlet_id,
        member_id=member_id,
        receipt=receipt,
        limit=limit + 1,
    )
    more, found = len(found) > limit, found[:limit]
    if as_json:
        show_json([_columns(bill) for bill in found])
    else:
        rows = [(*_row(bill), bill.points, _state(bill, at), bill.till_id, bill.created_at) for bill in found]
        show_table(TITLES, rows, nothing="No bills.")
        if more:
            click.echo(f"There are more than {limit}; raise --limit to see them.", err=True)
    if overdue and found:
        raise click.exceptions.Exit(1)


@bill_commands.command("add")
@click.option("--member", "member_id", type=int, required=True, help="The id of the member who paid.")
@click.option("--outlet", "outlet_id", type=int, required=True, help="The id of the outlet.")
@click.option("--receipt", required=True, callback=_receipt, help="The number on the receipt.")
@click.option("--amount", "amount_sen", type=AMOUNT, required=True, help='What was paid, net: "45.90".')
@click.option(
    "--paid-at",
    type=click.DateTime(["%Y-%m-%d", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"]),
    required=True,
    help="When it was paid, in Malaysia: YYYY-MM-DD, with HH:MM after it or without.",
)
@as_json
@signed
@refusals
def add(
    member_id: int,
    outlet_id: int,
    receipt: str,
    amount_sen: int,
    paid_at: datetime,
    as_json: bool,
    signature: Signature,
) -> None:
    """Record a bill that is in no till, for example of a member without their card. It is pending then.

    A receipt counts once per outlet and day. A voided one may be recorded again.
    """
    bill, is_new = recording.add_bill(
        signature,
        member_id=member_id,
        outlet_id=outlet_id,
        receipt=receipt,
        amount_sen=amount_sen,
        paid_at=paid_at.replace(tzinfo=MALAYSIA),
    )
    if as_json:
        show_json(_columns(bill))
        return
    what = f"{bill.points} points for member {bill.member_id}"
    if not is_new:
        click.echo(f"This receipt is already bill {bill.id}, {bill_lists.status(bill).name.lower()}: {what}.")
    else:
        click.echo(f"Bill {bill.id} is recorded and pending: {what} after `bills verify {bill.id}`.")


@bill_commands.command("verify")
@click.argument("bill_ids", metavar="ID...", type=int, nargs=-1, required=True)
@signed_for("verified by hand")
def verify(bill_ids: tuple[int, ...], signature: Signature) -> None:
    """Verify bills: credits points, tier points and the referrer's reward. Exit code 1 if one is refused.

    What you record and verify yourself, and what no till may verify, counts for the most that you may move
    alone in a day (adjust_limit, operator_day_limit). Above them a bill waits for an independent operator.
    """
    refused = 0
    for bill_id in bill_ids:
        try:
            bill, done = verification.verify_bill(bill_id, signature)
        except DomainError as why_not:
            refused += 1
            click.echo(f"Bill {bill_id}: {why_not.message}", err=True)
        else:
            state = "is verified" if done else "was already verified"
            click.echo(f"Bill {bill.id} {state}: {bill.points} points for member {bill.member_id}.")
    if refused:
        raise click.exceptions.Exit(1)


@bill_commands.command("void")
@click.argument("bill_ids", metavar="ID...", type=int, nargs=-1, required=True)
@signed
def void(bill_ids: tuple[int, ...], signature: Signature) -> None:
    """Void bills. The points of each are reversed by an entry of their own in the ledger, with the reason.

    Exit code 1 if one is refused.
    """
    refused = 0
    for bill_id in bill_ids:
        try:
            with transaction() as db:
                bill = recording.void_bill(db, bill_id, signature)
        except DomainError as why_not:
            refused += 1
            click.echo(f"Bill {bill_id}: {why_not.message}", err=True)
        else:
            click.echo(f"Bill {bill.id} is voided.")
    if refused:
        raise click.exceptions.Exit(1)


@bill_commands.command("move")
@click.argument("bill_id", metavar="ID", type=int)
@click.option("--to", "to_member_id", type=int, required=True, help="The id of the member whose bill it is.")
@as_json
@signed
@refusals
def move(bill_id: int, to_member_id: int, as_json: bool, signature: Signature) -> None:
    """Move a bill to another member: its points are reversed, and the other member gets theirs.

    A verified bill of more points than the programme's adjust_limit lets one login move in a day waits for a
    second operator with another login, and the exit code is 3.
    """
    moved = proposals.move_bill(bill_id, to_member_id, signature, may_alone=True)
    if moved.proposal is not None:
        show_proposal(moved.proposal, as_json=as_json)
        raise click.exceptions.Exit(WAITS)
    new = moved.new_bill
    assert new is not None  # noqa: S101  # what is not proposed is done
    if as_json:
        show_json(_columns(new))
        return
    state = bill_lists.status(new).name.lower()
    click.echo(
        f"Bill {bill_id} of member {moved.bill.member_id} is now bill {new.id} of member "
        f"{to_member_id}, {state}: {new.points} points."
    )


@bill_commands.command("reconcile")
@click.argument("file", type=click.File("rb"))
@click.option("--dry-run", is_flag=True, help="Only show what would be verified.")
@as_json
@signed_for("verified by a file of sales")
@refusals
def reconcile(file: IO[bytes], dry_run: bool, as_json: bool, signature: Signature) -> None:
    """Verify the pending bills that match the sales in FILE: CSV of outletId, receiptNumber, amount, paidAt.

    What does not match is listed and left as it is, and the exit code is 1. Sales without a bill, of
    customers without a card, are only counted.
    """
    try:
        found, unreadable = read_sales(decoded(file.read()))
    except MissingColumns as missing:
        raise click.ClickException(str(missing)) from missing
    verify = None if dry_run else lambda bill_id: verification.verify_bill(bill_id, signature)[0]
    result = till_bills.reconcile(found, verify, watch=_progress)
    result.unreadable = unreadable
    if as_json:
        show_json({**vars(result), "without_bill": len(result.without_bill)})
    else:
        _report(result, dry_run=dry_run)
    if not result.matches:
        raise click.exceptions.Exit(1)


def _progress(sales: Sequence[Sale]) -> Iterable[Sale]:
    """The sales, with a progress bar on a terminal."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(sales, label="Verifying", file=sys.stderr, hidden=hidden) as bar:
        yield from bar


def _report(result: till_bills.Reconciled, *, dry_run: bool) -> None:
    would = "would be verified" if dry_run else "verified"
    points = sum(bill.points for bill in result.verified)
    click.echo(
        f"{len(result.verified)} bills {would} ({points} points), {result.verified_before} were already, "
        f"{len(result.without_bill)} sales without a bill."
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
        show_table((*TITLES[:6], "problem"), rows, nothing="")
    if result.unreadable:
        click.echo()
        show_table(("line", "problem"), result.unreadable, nothing="")


def _columns(bill: bill_lists.BillRow) -> dict[str, object]:
    return {**bill._mapping, "status_id": bill_lists.status(bill)}


def _row(bill: bill_lists.BillRow) -> tuple[object, ...]:
    return (
        bill.id,
        bill.outlet_id,
        bill.receipt_number,
        bill.business_day,
        bill.member_id,
        ringgit(bill.amount_sen),
    )


def _state(bill: bill_lists.BillRow, at: datetime) -> str:
    if bill_lists.status(bill) is not Status.PENDING:
        return bill_lists.status(bill).name.lower()
    late = "overdue" if is_overdue(bill.created_at, at) else "pending"
    return f"{late}: {bill.waits_for}" if bill.waits_for else late
