"""`member` and `points`: what head office does for a member. Everything is logged, with its reason."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click
from flask.cli import AppGroup
from sqlalchemy import Row

from loyalty.backoffice.approvals import adjustments, proposals
from loyalty.backoffice.approvals.decisions import DONE, REFUSED, WAITING
from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.members import actions, retention
from loyalty.backoffice.members.data import archive
from loyalty.backoffice.members.schemas import ExportSchema
from loyalty.backoffice.people import people
from loyalty.cli.printing import WAITS, as_json, refusals, ringgit, show_fields, show_json, show_table
from loyalty.cli.proposals import show_proposal
from loyalty.cli.signing import signed
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.features.members import records
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.rules.bills import is_overdue
from loyalty.rules.otp import HOME_CODE
from loyalty.rules.people import GENDER_WORDS, RACE_WORDS
from loyalty.rules.points import ACTION_WORDS, Action
from loyalty.rules.points import signed as signed_points


class Choice(click.ParamType[int]):
    """One of a few words, in any case, or its number."""

    name = "choice"

    def __init__(self, words: Mapping[int, str]) -> None:
        self._numbers = {word.casefold(): number for number, word in words.items()}
        self._numbers |= {str(number): number for number in words}
        self._listed = ", ".join(words.values())

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of a word."""
        if isinstance(value, int):
            return value
        found = self._numbers.get(value.strip().casefold())
        if found is None:
            self.fail(f"{value} is not one of {self._listed}.", param, ctx)
        return found


member_commands = AppGroup("member", help="Find, show, correct, export and erase members.")


@member_commands.command("inactive")
@as_json
@refusals
def inactive(as_json: bool) -> None:
    """List inactive members who are not erased because the warning did not reach them.

    Correct the address and send it again (`queues retry`), or erase them with `member erase`. After 90 days
    they are warned again.
    """
    found = retention.unreached(current_session(), now())
    if as_json:
        show_json(found)
        return
    rows = [
        (each.member_id, each.warned_at, each.channel, each.state, each.last_error, each.job_id)
        for each in found
    ]
    titles = ("member", "warned", "by", "state", "error", "message")
    show_table(titles, rows, nothing="Every warning arrived or is still being sent.")


@member_commands.command("find")
@click.argument("text")
@click.option("--limit", type=click.IntRange(1, 100), default=20, show_default=True)
@as_json
@signed
@refusals
def find(text: str, limit: int, as_json: bool, signature: Signature) -> None:
    """Find members by id, number, card, referral code, e-mail or name; exact matches come first.

    Names, numbers and addresses are masked: `member show` shows them. Both are logged. Exit code 1 if nobody
    is found.
    """
    found = actions.find(text, limit, signature)
    if as_json:
        show_json(found)
    else:
        rows = [
            (each.id, each.name, each.number, each.email, each.tier, each.points, each.created_at)
            for each in found
        ]
        titles = ("id", "name", "number", "e-mail", "tier", "points", "member since")
        show_table(titles, rows, nothing="Nobody was found.")
    if not found:
        raise click.exceptions.Exit(1)


@member_commands.command("show")
@click.argument("member_id", type=int)
@as_json
@signed
@refusals
def show(member_id: int, as_json: bool, signature: Signature) -> None:
    """Show a member: the record, pending bills, recent activity, open vouchers and recent lookups."""
    found = actions.show(member_id, signature)
    if as_json:
        show_json(found)
        return
    _show_record(found.member)
    click.echo()
    places, names, at = _outlet_names(), people.names(current_session()), now()
    waiting = [
        (
            each.id,
            places.get(each.outlet_id),
            each.receipt_number,
            each.paid_at,
            ringgit(each.amount_sen),
            each.points,
            "overdue" if is_overdue(each.created_at, at) else "pending",
            each.waits_for,
            each.till_id,
            names.get(each.staff_id),
        )
        for each in found.pending
    ]
    titles = ("bill", "outlet", "receipt", "paid", "net", "points", "state", "waits for", "till", "by")
    show_table(titles, waiting, nothing="No pending bills.")
    click.echo()
    rows = [
        (each.created_at, ACTION_WORDS[action], f"{signed_points(action, each.points):+,}", each.remark)
        for each in found.activities
        for action in [Action(each.action_id)]
    ]
    show_table(("when", "action", "points", "remark"), rows, nothing="No activity.")
    click.echo()
    vouchers = [(each.code, each.name, each.expire_at) for each in found.vouchers]
    show_table(("voucher", "name", "expires"), vouchers, nothing="No open vouchers.")
    click.echo()
    lookups = [
        (each.at, each.what, places.get(each.outlet_id), each.till_id, names.get(each.staff_id or 0))
        for each in found.lookups
    ]
    show_table(("looked up", "what", "outlet", "till", "by"), lookups, nothing="No lookups.")


@member_commands.command("correct")
@click.argument("member_id", type=int)
@click.option("--name")
@click.option("--email", help='The new address; "" clears it.')
@click.option(
    "--number",
    "mobile_number",
    help="The new number without calling code. Signs them out everywhere.",
)
@click.option("--date-of-birth", type=click.DateTime(["%Y-%m-%d"]), help="YYYY-MM-DD")
@click.option("--gender", "gender_id", type=Choice(GENDER_WORDS), help="male, female or other")
@click.option("--race", "race_id", type=Choice(RACE_WORDS), help="Malay, Chinese, Indian or others")
@click.option("--occupation")
@click.option("--outlet", "outlet_id", type=int, help="The id of their outlet.")
@click.option("--propose", is_flag=True, help="Change nothing yet: another operator decides (`proposals`).")
@as_json
@signed
@refusals
def correct(member_id: int, propose: bool, as_json: bool, signature: Signature, **fields: Any) -> None:
    """Correct a member's record, also fields that members cannot change themselves.

    With --propose the correction waits for a second operator with another login, and the exit code is 3.
    """
    changes = {name: _value(name, value) for name, value in fields.items() if value is not None}
    if not changes:
        raise click.UsageError("Give at least one field, for example --name.")
    if propose:
        outlet = records.record(current_session(), member_id).outlet_id
        show_proposal(proposals.propose_correction(member_id, changes, signature, outlet), as_json=as_json)
        raise click.exceptions.Exit(WAITS)
    record = actions.correct(member_id, changes, signature)
    if as_json:
        show_json(record)
    else:
        _show_record(record)


@member_commands.command("export")
@click.argument("member_id", type=int)
@click.option(
    "--to",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="A file; default: standard output.",
)
@click.option("--csv", "as_csv", is_flag=True, help="A ZIP with one CSV a table, for spreadsheets.")
@signed
@refusals
def export(member_id: int, to: Path | None, as_csv: bool, signature: Signature) -> None:
    """Export everything that is stored about a member, as JSON or for spreadsheets."""
    if as_csv and to is None:
        raise click.UsageError("--csv makes a ZIP: name its file with --to.")
    found = ExportSchema().dump(actions.export(member_id, signature))
    text = json.dumps(found, ensure_ascii=False, indent=2) + "\n"
    if to is None:
        click.echo(text, nl=False)
        return
    to.touch(mode=0o600)
    to.write_bytes(archive(found) if as_csv else text.encode())
    click.echo(f"Written to {to}.")


@member_commands.command("erase")
@click.argument("member_id", type=int)
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@signed
@refusals
def erase(member_id: int, yes: bool, signature: Signature) -> None:
    """Erase a member: their personal data leave every table, and points and open vouchers are lost."""
    if not yes:
        click.confirm(f"Erase member {member_id} permanently, with points and vouchers?", abort=True)
    actions.erase(member_id, signature)
    click.echo(f"Member {member_id} is erased.")


@member_commands.command("sign-out")
@click.argument("member_id", type=int)
@signed
@refusals
def sign_out(member_id: int, signature: Signature) -> None:
    """Sign a member out on every device and delete their passkeys: for a lost telephone or a number that
    was taken over.
    """
    ended, deleted = actions.sign_out(member_id, signature)
    devices = "device" if ended == 1 else "devices"
    passkeys = "passkey is" if deleted == 1 else "passkeys are"
    click.echo(f"Member {member_id} is signed out on {ended} {devices}. {deleted} {passkeys} deleted.")


@member_commands.command("unlock")
@click.argument("number")
@click.option("--calling-code", default=HOME_CODE, show_default=True, help="Without the plus sign.")
@signed
@refusals
def unlock(number: str, calling_code: str, signature: Signature) -> None:
    """Clear the count of wrong codes of a NUMBER, so that its owner can sign in normally again."""
    failures = actions.unlock(calling_code, number, signature)
    click.echo(f"{failures} wrong codes of this number are cleared.")


def _value(name: str, value: Any) -> Any:
    if isinstance(value, datetime):
        day: date = value.date()
        return day
    return None if name == "email" and not value.strip() else value


def _outlet_names() -> dict[int, str]:
    return {each.id: each.name for each in outlet_queries.outlets(current_session())}


def _show_record(record: records.Record) -> None:
    show_fields(
        [
            ("id", record.id),
            ("name", record.name),
            ("number", f"+{record.calling_code} {record.mobile_number}"),
            ("e-mail", record.email),
            ("date of birth", record.date_of_birth),
            ("gender", GENDER_WORDS.get(record.gender_id, record.gender_id)),
            ("race", RACE_WORDS.get(record.race_id or 0)),
            ("occupation", record.occupation),
            ("outlet", _outlet_names().get(record.outlet_id or 0)),
            ("card", record.member_code),
            ("referral code", record.referral_code),
            ("invited by", record.referrer_id),
            ("tier", record.membership_name),
            ("points", record.member_point_amount),
            ("tier points", record.current_member_membership_point),
            ("last sign-in", record.last_login_at),
            ("member since", record.created_at),
        ]
    )


points_commands = AppGroup("points", help="Adjust balances of points.")


@points_commands.command("adjust", context_settings={"ignore_unknown_options": True})
@click.argument("member_id", type=int)
@click.argument("delta", type=int)
@click.option("--for-tier", is_flag=True, help="Adjust the tier points too, as when a bill was wrong.")
@as_json
@signed
@refusals
def adjust(member_id: int, delta: int, for_tier: bool, as_json: bool, signature: Signature) -> None:
    """Add points to a member, or take them with a minus sign: 50 or -50.

    What one login adjusts for a member in a day is added up. Above the programme's adjust_limit the
    adjustment waits for a second operator with another login, and the exit code is 3.
    """
    asked = adjustments.adjust(member_id, delta, signature, counts_for_tier=for_tier)
    _show_adjustment(asked, as_json=as_json)
    if asked.state == WAITING:
        raise click.exceptions.Exit(WAITS)


@points_commands.command("waiting")
@as_json
def waiting(as_json: bool) -> None:
    """List the adjustments that wait for a second operator."""
    found = adjustments.waiting(current_session())
    if as_json:
        show_json(found)
        return
    rows = [
        (each.id, each.member_id, each.delta, each.asked_by, each.asked_at, each.reason) for each in found
    ]
    titles = ("id", "member", "points", "requested by", "when", "reason")
    show_table(titles, rows, nothing="No adjustments are waiting.")


@points_commands.command("approve")
@click.argument("adjustment_id", type=int)
@as_json
@signed
@refusals
def approve(adjustment_id: int, as_json: bool, signature: Signature) -> None:
    """Approve an adjustment that another operator requested."""
    _show_adjustment(adjustments.decide(adjustment_id, signature, DONE), as_json=as_json)


@points_commands.command("refuse")
@click.argument("adjustment_id", type=int)
@as_json
@signed
@refusals
def refuse(adjustment_id: int, as_json: bool, signature: Signature) -> None:
    """Refuse an adjustment that another operator requested."""
    _show_adjustment(adjustments.decide(adjustment_id, signature, REFUSED), as_json=as_json)


def _show_adjustment(asked: Row[Any], *, as_json: bool) -> None:
    if as_json:
        show_json(asked)
        return
    what = f"Adjustment {asked.id}, {asked.delta:+} points of member {asked.member_id}"
    outcome = {
        DONE: "is done.",
        REFUSED: "is refused; no points were changed.",
        WAITING: "is above the limit of a day and waits: another operator has to run "
        f"`points approve {asked.id}` with a login of their own.",
    }
    click.echo(f"{what} {outcome[asked.state]}")
