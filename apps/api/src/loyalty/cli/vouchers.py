"""`voucher`: vouchers listed, and one used, released, cancelled or restored by its code."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import click
from flask.cli import AppGroup
from sqlalchemy import Row

from loyalty.backoffice.approvals import restorations
from loyalty.backoffice.approvals.decisions import DONE, REFUSED, WAITING
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.vouchers import vouchers as office_vouchers
from loyalty.cli.printing import (
    AMOUNT,
    WAITS,
    Sen,
    as_csv,
    as_json,
    moment,
    refusals,
    ringgit,
    show_csv,
    show_fields,
    show_json,
    show_table,
)
from loyalty.cli.signing import signed
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.features.rewards import vouchers
from loyalty.rules.calendar import Days
from loyalty.rules.rewards import Status
from loyalty.rules.staff import account_of

voucher_commands = AppGroup("voucher", help="List, show, use, release, cancel and restore vouchers.")

LISTED = (
    *("id", "member_id", "reward_id", "name", "state", "cost", "discount_sen", "min_spend_sen"),
    *("created_at", "expire_at", "used_at", "outlet_id", "used_receipt", "till_id", "staff_id"),
)
LIST_TITLES = (
    *("id", "member", "reward", "name", "state", "cost", "discount", "minimum spend"),
    *("issued", "expires", "used", "outlet", "receipt", "till", "staff"),
)
# What `voucher show --json` gives beside them.
SHOWN = ("code", "description", "terms", "type_id", "sku", "outlet_ids", "usable_from", "present_until")
DAYS = click.DateTime(["%Y-%m-%d"])


@voucher_commands.command("list")
@click.option(
    "--state",
    type=click.Choice(vouchers.STATES),
    help="Only these; open: can still be used.",
)
@click.option("--member", "member_id", type=int, help="Only vouchers of this member.")
@click.option("--reward", "reward_id", type=int, help="Only vouchers of this reward.")
@click.option("--outlet", "outlet_id", type=int, help="Only vouchers used or being shown at this outlet.")
@click.option("--till", "till_id", type=int, help="Only vouchers used at this till.")
@click.option(
    "--made",
    type=(DAYS, DAYS),
    metavar="DAY DAY",
    help="Only those issued on these days.",
)
@click.option(
    "--used",
    type=(DAYS, DAYS),
    metavar="DAY DAY",
    help="Only those used on these days.",
)
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=200, show_default=True)
@as_json
@as_csv
def list_vouchers(
    state: str | None,
    member_id: int | None,
    reward_id: int | None,
    outlet_id: int | None,
    till_id: int | None,
    made: tuple[datetime, datetime] | None,
    used: tuple[datetime, datetime] | None,
    limit: int,
    as_json: bool,
    as_csv: bool,
) -> None:
    """List vouchers by id, without their codes: anyone who has a code can use the voucher."""
    db = current_session()
    found = vouchers.listed(
        db,
        now(db),
        state=state,
        member_id=member_id,
        reward_id=reward_id,
        outlet_id=outlet_id,
        till_id=till_id,
        made=_days(made),
        used=_days(used),
        limit=limit + 1,
    )
    more, found = len(found) > limit, found[:limit]
    if as_json:
        show_json([dict(zip(LISTED, _row(each), strict=True)) for each in found])
    elif as_csv:
        show_csv(LIST_TITLES, [_row(each) for each in found])
    else:
        show_table(LIST_TITLES, [_row(each) for each in found], nothing="No vouchers.")
    if more:
        click.echo(f"There are more than {limit:,}; raise --limit to see them.", err=True)


@voucher_commands.command("show")
@click.argument("code")
@as_json
@refusals
def show(code: str, as_json: bool) -> None:
    """Show a voucher and its state."""
    _show(vouchers.by_code(current_session(), code, now(current_session())), as_json=as_json)


@voucher_commands.command("use")
@click.argument("code")
@click.option("--outlet", "outlet_id", type=int, required=True, help="The id of the outlet that accepts it.")
@click.option(
    "--amount",
    "net_sen",
    type=AMOUNT,
    help='The net amount of the bill, "45.90", for a minimum spend.',
)
@click.option("--receipt", help="The receipt number of the bill.")
@as_json
@signed
@refusals
def use(
    code: str, outlet_id: int, net_sen: int | None, receipt: str | None, as_json: bool, signature: Signature
) -> None:
    """Use a voucher that the member is showing, for an outlet whose till cannot."""
    _show(
        office_vouchers.use_voucher(code, outlet_id, signature, net_sen=net_sen, receipt=receipt),
        as_json=as_json,
    )


@voucher_commands.command("release")
@click.argument("code")
@as_json
@signed
@refusals
def release(code: str, as_json: bool, signature: Signature) -> None:
    """Stop the showing of a voucher, so that it can be shown elsewhere; by itself that takes half an hour."""
    with transaction() as db:
        released = office_vouchers.release_voucher(db, code, signature)
    _show(released, as_json=as_json)


@voucher_commands.command("cancel")
@click.argument("code")
@as_json
@signed
@refusals
def cancel(code: str, as_json: bool, signature: Signature) -> None:
    """Cancel a voucher permanently. Its points are refunded; the member sees the reason in their activity."""
    cancelled = office_vouchers.cancel_voucher(code, signature)
    _show(cancelled, as_json=as_json)
    if not as_json:
        points = cancelled.cost or "No"
        click.echo(f"{points} points were refunded to member {cancelled.member_id}.")


@voucher_commands.command("restore")
@click.argument("code")
@as_json
@signed
@refusals
def restore(code: str, as_json: bool, signature: Signature) -> None:
    """Request that a used voucher can be used again, for example because its bill was voided.

    Another operator has to approve it (`voucher approve`), so the exit code is 3. Its expiry stays the same.
    """
    _show_restoration(restorations.request(code, signature), as_json=as_json)
    raise click.exceptions.Exit(WAITS)


@voucher_commands.command("waiting")
@as_json
def waiting(as_json: bool) -> None:
    """List the restorations that wait for a second operator."""
    found = restorations.waiting(current_session())
    if as_json:
        show_json(found)
        return
    rows = [
        (
            each.id,
            each.voucher_id,
            each.used_at,
            each.outlet_id,
            each.used_receipt,
            each.asked_by,
            each.asked_at,
            each.reason,
        )
        for each in found
    ]
    titles = ("id", "voucher", "used", "outlet", "receipt", "requested by", "when", "reason")
    show_table(titles, rows, nothing="No restorations are waiting.")


@voucher_commands.command("approve")
@click.argument("restoration_id", type=int)
@as_json
@signed
@refusals
def approve(restoration_id: int, as_json: bool, signature: Signature) -> None:
    """Approve a restoration that another operator requested."""
    _show_restoration(restorations.decide(restoration_id, signature, DONE), as_json=as_json)


@voucher_commands.command("refuse")
@click.argument("restoration_id", type=int)
@as_json
@signed
@refusals
def refuse(restoration_id: int, as_json: bool, signature: Signature) -> None:
    """Refuse a restoration that another operator requested."""
    _show_restoration(restorations.decide(restoration_id, signature, REFUSED), as_json=as_json)


def _show_restoration(asked: Row[Any], *, as_json: bool) -> None:
    if as_json:
        show_json(asked)
        return
    outcome = {
        DONE: "is done: the member can use it again.",
        REFUSED: "is refused: it stays used.",
        WAITING: f"is waiting for another operator: `voucher approve {asked.id}`.",
    }
    click.echo(f"Restoration {asked.id} of voucher {asked.voucher_id} {outcome[asked.state]}")


def _show(voucher: vouchers.VoucherRow, *, as_json: bool) -> None:
    if as_json:
        listed = dict(zip(LISTED, _row(voucher), strict=True))
        show_json({**listed, **{name: voucher._mapping[name] for name in SHOWN}})
        return
    show_fields(
        [
            ("code", voucher.code),
            ("name", voucher.name),
            ("state", _state(voucher)),
            ("member", voucher.member_id),
            ("cost", f"{voucher.cost} points"),
            ("discount", ringgit(voucher.discount_sen)),
            ("minimum spend", ringgit(voucher.min_spend_sen)),
            ("outlets", ", ".join(map(str, voucher.outlet_ids)) or "all"),
            ("issued", voucher.created_at),
            ("usable from", voucher.usable_from),
            ("expires", voucher.expires_at),
        ]
    )


def _days(value: tuple[datetime, datetime] | None) -> Days | None:
    if value is None:
        return None
    try:
        return Days(value[0].date(), value[1].date())
    except ValueError as error:
        raise click.UsageError("The second day is before the first.") from error


def _row(voucher: vouchers.VoucherRow) -> tuple[object, ...]:
    """A voucher as LISTED and LIST_TITLES name it."""
    return (
        voucher.id,
        voucher.member_id,
        voucher.reward_id,
        voucher.name,
        vouchers.state_of(voucher),
        voucher.cost,
        Sen(voucher.discount_sen),
        Sen(voucher.min_spend_sen),
        voucher.created_at,
        voucher.expires_at,
        voucher.used_at,
        voucher.outlet_id,
        voucher.used_receipt,
        voucher.used_till_id,
        voucher.used_staff_id,
    )


def _state(voucher: vouchers.VoucherRow) -> str:
    if voucher.used_at:
        receipt = f", receipt {voucher.used_receipt}" if voucher.used_receipt else ""
        by = f", till {voucher.used_till_id}" if voucher.used_till_id else ""
        by += f", {account_of(voucher.used_staff_id)}" if voucher.used_staff_id else ""
        return f"used at outlet {voucher.outlet_id}{by}, {moment(voucher.used_at)}{receipt}"
    if voucher.present_until and vouchers.status_of(voucher) == Status.PRESENTED_OR_USED:
        return f"being shown at outlet {voucher.outlet_id}"
    return {Status.EXPIRED: "expired", Status.CANCELLED: "cancelled"}.get(
        vouchers.status_of(voucher), "can be used"
    )
