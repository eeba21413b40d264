"""`till`: the tills with their keys, and what was done with one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

import click
from flask.cli import AppGroup

from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.people import people
from loyalty.backoffice.tills import tills
from loyalty.cli.printing import Sen, as_json, moment, refusals, ringgit, show_json, show_table
from loyalty.cli.signing import signed
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.features.points import bill_lists
from loyalty.features.rewards.vouchers import VoucherRow
from loyalty.features.till import keys
from loyalty.features.till import service as till_service
from loyalty.rules.bills import LONGEST_KEY_DAYS, Status
from loyalty.rules.calendar import Days, malaysian_date

till_commands = AppGroup("till", help="Create, list and revoke tills, and list what one did.")

DAY = click.DateTime(["%Y-%m-%d"])


@till_commands.command("add")
@click.option("--outlet", "outlet_id", type=int, required=True, help="The id of the till's outlet.")
@click.option("--name", default="", help='Its name, such as "Counter 1"; by default made from its id.')
@click.option("--expires", type=DAY, help="The last day in Malaysia on which the key works: YYYY-MM-DD.")
@click.option("--days", type=click.IntRange(1, LONGEST_KEY_DAYS), help="The same, in days from today.")
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


@till_commands.command("list")
@as_json
def list_tills(as_json: bool) -> None:
    """List all tills, also revoked ones, without their keys. The last use is exact to the hour."""
    found = keys.tills(current_session())
    if as_json:
        show_json(found)
        return
    rows = [
        (
            each.id,
            each.outlet_id,
            each.name,
            each.created_at,
            each.created_by,
            each.last_used_at,
            each.expires_at,
            each.revoked_at,
        )
        for each in found
    ]
    titles = ("id", "outlet", "name", "created", "by", "last used", "expires", "revoked")
    show_table(titles, rows, nothing="No tills.")


@till_commands.command("revoke")
@click.argument("till_id", type=int)
@signed
@refusals
def revoke(till_id: int, signature: Signature) -> None:
    """Revoke the key of a till at once."""
    till = tills.revoke_till(till_id, signature)
    click.echo(f"The key of {till.name}, till {till.id}, is revoked.")


@till_commands.command("activity")
@click.argument("till_id", type=int)
@click.option("--from", "first", type=DAY, required=True, help="The first day, in Malaysia: YYYY-MM-DD.")
@click.option("--to", "last", type=DAY, help="The last day; by default today.")
@click.option(
    "--bill-ids", is_flag=True, help="Only the ids of its bills, without void ones, for `bills void`."
)
@as_json
@refusals
def activity(till_id: int, first: datetime, last: datetime | None, bill_ids: bool, as_json: bool) -> None:
    """List what a till did: bills it recorded or verified, vouchers it used, members and vouchers it looked
    up, and misses: lookups that found no member; "by" is the cashier who was signed in at it.
    """
    db = current_session()
    try:
        days = Days(first.date(), last.date() if last else malaysian_date(now(db)))
    except ValueError as error:
        raise click.UsageError("The last day is before the first.") from error
    done = till_service.activity(db, till_id, days)
    if bill_ids:
        for bill in done.bills:
            if bill_lists.status(bill) is not Status.VOID:
                click.echo(bill.id)
    elif as_json:
        # Without codes: anyone who has a code can use the voucher.
        show_json(
            {
                "till": done.till,
                "bills": done.bills,
                "vouchers": [dict(zip(VOUCHER, _voucher(each), strict=True)) for each in done.vouchers],
                "lookups": done.lookups,
            }
        )
    else:
        _show(done, people.names(db))


VOUCHER = ("id", "member_id", "name", "used_at", "outlet_id", "used_receipt", "discount_sen", "staff_id")


def _voucher(voucher: VoucherRow) -> tuple[object, ...]:
    return (
        voucher.id,
        voucher.member_id,
        voucher.name,
        voucher.used_at,
        voucher.outlet_id,
        voucher.used_receipt,
        Sen(voucher.discount_sen),
        voucher.used_staff_id,
    )


def _show(done: till_service.Activity, names: Mapping[int, str]) -> None:
    till = done.till
    ended = f", revoked {moment(till.revoked_at)}" if till.revoked_at else ""
    click.echo(f"{till.name}, till {till.id}, at outlet {till.outlet_id}{ended}\n")
    bills = [
        (
            each.id,
            each.receipt_number,
            each.member_id,
            ringgit(each.amount_sen),
            each.points,
            bill_lists.status(each).name.lower(),
            "recorded" if each.verified_till_id != till.id else
            "verified" if each.till_id != till.id else "both",
            each.created_at,
            names.get(each.staff_id),
        )
        for each in done.bills
    ]  # fmt: skip
    of_bills = ("bill", "receipt", "member", "net", "points", "state", "this till", "recorded", "by")
    show_table(of_bills, bills, nothing="No bills.")
    click.echo()
    of_vouchers = ("voucher", "member", "name", "used", "outlet", "receipt", "discount", "by")
    used = [(*_voucher(each)[:-1], names.get(each.used_staff_id)) for each in done.vouchers]
    show_table(of_vouchers, used, nothing="No vouchers.")
    click.echo()
    looked_up = [(each.at, each.what, each.member_id, names.get(each.staff_id or 0)) for each in done.lookups]
    show_table(("looked up", "what", "member", "by"), looked_up, nothing="No lookups.")
