"""`voucher`: a member's voucher, by the code they read out."""

from __future__ import annotations

from datetime import datetime

import click
from flask.cli import AppGroup

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
    show_facts,
    show_json,
    show_table,
)
from loyalty.cli.signing import signed
from loyalty.db.clock import now
from loyalty.db.connections import connection
from loyalty.features.office import actions, restorations
from loyalty.features.office.log import Signature
from loyalty.features.rewards import vouchers
from loyalty.features.rewards import vouchers as reward_vouchers
from loyalty.rules.calendar import Days
from loyalty.rules.rewards import Status

voucher_commands = AppGroup("voucher", help="List, show, take, let go, cancel and restore vouchers.")

LISTED = (
    *("id", "member_id", "reward_id", "name", "state", "cost", "discount_sen", "min_spend_sen"),
    *("created_at", "expire_at", "used_at", "outlet_id", "used_receipt", "till_id"),
)
LIST_TITLES = (
    *("id", "member", "reward", "what", "state", "cost", "ringgit off", "minimum spend"),
    *("made", "until", "used", "outlet", "receipt", "till"),
)
DAYS = click.DateTime(["%Y-%m-%d"])


@voucher_commands.command("list")
@click.option("--state", type=click.Choice(vouchers.STATES), help="Only these; open: it can still be used.")
@click.option("--member", "member_id", type=int, help="Only those of one member.")
@click.option("--reward", "reward_id", type=int, help="Only those of one reward.")
@click.option("--outlet", "outlet_id", type=int, help="Only those used at one outlet, or being shown there.")
@click.option("--till", "till_id", type=int, help="Only those that one till took.")
@click.option("--made", type=(DAYS, DAYS), metavar="DAY DAY", help="Made from the one day to the other.")
@click.option("--used", type=(DAYS, DAYS), metavar="DAY DAY", help="Used from the one day to the other.")
@click.option("--limit", type=click.IntRange(1, 1_000_000), default=200, show_default=True)
@as_json
@as_csv
def show_all(
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
    """List vouchers by id, without their codes: a code is as good as the voucher."""
    db = connection()
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
        show_table(LIST_TITLES, [_row(each) for each in found], nothing="There is no such voucher.")
    if more:
        click.echo(f"There are more than {limit:,}; --limit shows them.", err=True)


@voucher_commands.command("show")
@click.argument("code")
@as_json
@refusals
def show(code: str, as_json: bool) -> None:
    """Show what a voucher is and what has become of it."""
    _tell(reward_vouchers.by_code(connection(), code), as_json=as_json)


@voucher_commands.command("use")
@click.argument("code")
@click.option("--outlet", "outlet_id", type=int, required=True, help="The id of the outlet that took it.")
@click.option("--amount", "net_sen", type=AMOUNT, help='The bill, net: "45.90". A minimum spend needs it.')
@click.option("--receipt", help="The number of the bill's receipt.")
@as_json
@signed
@refusals
def use(
    code: str, outlet_id: int, net_sen: int | None, receipt: str | None, as_json: bool, signature: Signature
) -> None:
    """Take a voucher that is on the member's screen, for an outlet whose till cannot."""
    _tell(actions.use_voucher(code, outlet_id, signature, net_sen=net_sen, receipt=receipt), as_json=as_json)


@voucher_commands.command("release")
@click.argument("code")
@as_json
@signed
@refusals
def release(code: str, as_json: bool, signature: Signature) -> None:
    """Give a voucher that is on a screen back to its member at once; by itself it takes half an hour."""
    _tell(actions.release_voucher(code, signature), as_json=as_json)


@voucher_commands.command("cancel")
@click.argument("code")
@as_json
@signed
@refusals
def cancel(code: str, as_json: bool, signature: Signature) -> None:
    """Cancel a voucher for good. What it cost goes back; the member reads the reason in their activity."""
    cancelled = actions.cancel_voucher(code, signature)
    _tell(cancelled, as_json=as_json)
    if not as_json:
        back = f"{cancelled.amount} points went back to" if cancelled.amount else "No points went back to"
        why = "" if cancelled.amount else ": it cost none"
        click.echo(f"{back} member {cancelled.member_id}{why}.")


@voucher_commands.command("restore")
@click.argument("code")
@as_json
@signed
@refusals
def restore(code: str, as_json: bool, signature: Signature) -> None:
    """Ask for a used voucher to be given back, as when its bill was cancelled; ends with 3.

    It always takes another operator: `voucher approve`. Until its own end the member can use it again.
    """
    _tell_asked(restorations.request(code, signature), as_json=as_json)
    raise click.exceptions.Exit(WAITS)


@voucher_commands.command("waiting")
@as_json
def waiting(as_json: bool) -> None:
    """List the vouchers that wait for a second operator to give them back."""
    found = restorations.waiting(connection())
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
    titles = ("id", "voucher", "used", "outlet", "receipt", "asked by", "when", "reason")
    show_table(titles, rows, nothing="Nothing is waiting.")


@voucher_commands.command("approve")
@click.argument("restoration_id", type=int)
@as_json
@signed
@refusals
def approve(restoration_id: int, as_json: bool, signature: Signature) -> None:
    """Give a used voucher back that another operator asked for."""
    _tell_asked(restorations.approve(restoration_id, signature), as_json=as_json)


@voucher_commands.command("refuse")
@click.argument("restoration_id", type=int)
@as_json
@signed
@refusals
def refuse(restoration_id: int, as_json: bool, signature: Signature) -> None:
    """Leave a voucher used that another operator wanted given back."""
    _tell_asked(restorations.refuse(restoration_id, signature), as_json=as_json)


def _tell_asked(asked: restorations.Asked, *, as_json: bool) -> None:
    if as_json:
        show_json(asked)
        return
    said = {
        restorations.DONE: "is done: the member can use it again.",
        restorations.REFUSED: "is refused: it stays used.",
        restorations.WAITING: f"waits: another operator runs `voucher approve {asked.id}`.",
    }
    click.echo(f"Restoration {asked.id} of voucher {asked.voucher_id} {said[asked.state]}")


def _tell(voucher: reward_vouchers.VoucherFacts, *, as_json: bool) -> None:
    if as_json:
        show_json(voucher)
        return
    show_facts(
        [
            ("code", voucher.code),
            ("what", voucher.name),
            ("state", _state(voucher)),
            ("member", voucher.member_id),
            ("cost", f"{voucher.amount} points"),
            ("ringgit off", ringgit(voucher.discount_value)),
            ("minimum spend", ringgit(voucher.min_spend)),
            ("outlets", ", ".join(map(str, voucher.outlet_ids)) or "all"),
            ("made", voucher.created_at),
            ("usable from", voucher.usable_from),
            ("until", voucher.expire_at),
        ]
    )


def _days(typed: tuple[datetime, datetime] | None) -> Days | None:
    if typed is None:
        return None
    try:
        return Days(typed[0].date(), typed[1].date())
    except ValueError as error:
        raise click.UsageError("The second day is before the first.") from error


def _row(voucher: reward_vouchers.VoucherFacts) -> tuple[object, ...]:
    """A voucher as LISTED and LIST_TITLES name it."""
    shown = voucher.used_at is None and voucher.status_id == Status.PRESENTED_OR_USED
    words = {Status.ACTIVE: "open", Status.EXPIRED: "expired", Status.CANCELLED: "cancelled"}
    return (
        voucher.id,
        voucher.member_id,
        voucher.transaction_id,
        voucher.name,
        words.get(Status(voucher.status_id), "shown" if shown else "used"),
        voucher.amount,
        Sen(voucher.discount_value),
        Sen(voucher.min_spend),
        voucher.created_at,
        voucher.expire_at,
        voucher.used_at,
        voucher.outlet_id,
        voucher.used_receipt,
        voucher.used_till_id,
    )


def _state(voucher: reward_vouchers.VoucherFacts) -> str:
    if voucher.used_at:
        receipt = f", receipt {voucher.used_receipt}" if voucher.used_receipt else ""
        by = f", till {voucher.used_till_id}" if voucher.used_till_id else ""
        return f"used at outlet {voucher.outlet_id}{by}, {moment(voucher.used_at)}{receipt}"
    if voucher.present_until and voucher.status_id == Status.PRESENTED_OR_USED:
        return f"on the member's screen, for outlet {voucher.outlet_id}"
    return {Status.EXPIRED: "expired", Status.CANCELLED: "cancelled"}.get(
        Status(voucher.status_id), "can be used"
    )
