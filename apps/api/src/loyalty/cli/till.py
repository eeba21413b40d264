"""`till`: the tills that a system of its own drives, with their keys."""

from datetime import datetime, timedelta

import click
from flask.cli import AppGroup

from loyalty.backoffice.bills import recording
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.tills import tills
from loyalty.cli.printing import as_json, refusals, show_json, show_table
from loyalty.cli.signing import signed
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import DomainError
from loyalty.features.points import bill_lists
from loyalty.features.till.tills import all_tills, get_till
from loyalty.rules.bills import MAX_KEY_DAYS, Status
from loyalty.rules.calendar import Days, malaysian_date

till_commands = AppGroup("till", help="Create, list and revoke tills, and void what one recorded.")

DAY = click.DateTime(["%Y-%m-%d"])


@till_commands.command("add")
@click.option("--outlet", "outlet_id", type=int, required=True, help="The id of the till's outlet.")
@click.option("--name", default="", help='Its name, such as "Counter 1"; by default made from its id.')
@click.option("--expires", type=DAY, help="The last day in Malaysia on which the key works: YYYY-MM-DD.")
@click.option("--days", type=click.IntRange(1, MAX_KEY_DAYS), help="The same, in days from today.")
@signed
@refusals
def add(outlet_id: int, name: str, expires: datetime | None, days: int | None, signature: Signature) -> None:
    """Create a till with a key of its own. The last line is the key, which is shown only once.

    It works until it is revoked or expires.
    """
    if expires and days:
        raise click.UsageError("Give either --expires or --days.")
    last_day = expires.date() if expires else None
    if days:
        last_day = malaysian_date(now()) + timedelta(days=days)
    till, key = tills.add_till(outlet_id, name, signature, last_day)
    until = f", works until the end of {last_day}" if last_day else ""
    click.echo(
        f"The key of {till.name}, till {till.id}, at outlet {outlet_id}{until}. It is not shown again:"
    )
    click.echo(key)


# What is shown of a till.
LISTED = ("id", "outlet_id", "name", "created_at", "created_by", "last_used_at", "expires_at", "revoked_at")


@till_commands.command("list")
@as_json
def list_tills(as_json: bool) -> None:
    """List all tills, also revoked ones, without their keys. The last use is exact to the hour."""
    found = all_tills(current_session())
    if as_json:
        show_json(
            [{name: getattr(each, name) for name in (*LISTED, "public_key", "enrolled_by")} for each in found]
        )
        return
    rows = [tuple(getattr(each, name) for name in LISTED) for each in found]
    titles = ("id", "outlet", "name", "created", "by", "last used", "expires", "revoked")
    show_table(titles, rows, nothing="No tills.")


@till_commands.command("revoke")
@click.argument("till_id", type=int)
@signed
@refusals
def revoke(till_id: int, signature: Signature) -> None:
    """Revoke the key of a till at once."""
    till = tills.revoke(till_id, signature)
    click.echo(f"The key of {till.name}, till {till.id}, is revoked.")


@till_commands.command("void")
@click.argument("till_id", type=int)
@click.option("--from", "first", type=DAY, required=True, help="The first day, in Malaysia: YYYY-MM-DD.")
@click.option("--to", "last", type=DAY, help="The last day; by default today.")
@signed
@refusals
def void(till_id: int, first: datetime, last: datetime | None, signature: Signature) -> None:
    """Void the bills that a till recorded or verified on some days, for a key that was in wrong hands.

    Exit code 1 if one is refused, for example because its points are spent.
    """
    try:
        days = Days(first.date(), last.date() if last else malaysian_date(now()))
    except ValueError as error:
        raise click.UsageError("The last day is before the first.") from error
    refused, till = 0, get_till(current_session(), till_id)
    for bill in bill_lists.of_till(current_session(), till.id, days):
        if bill_lists.status(bill) is Status.VOID:
            continue
        try:
            with transaction() as db:
                recording.void_bill(db, bill.id, signature)
        except DomainError as why_not:
            refused += 1
            click.echo(f"Bill {bill.id} of member {bill.member_id}: {why_not.message}", err=True)
        else:
            click.echo(f"Bill {bill.id} of member {bill.member_id} is voided.")
    if refused:
        raise click.exceptions.Exit(1)
