"""`proposals`: corrections of members and moves of bills that one operator proposed and another decides."""

from __future__ import annotations

from typing import Any

import click
from flask.cli import AppGroup
from sqlalchemy import Row

from loyalty.backoffice.approvals import proposals
from loyalty.backoffice.approvals.decisions import DONE, REFUSED, WAITING
from loyalty.backoffice.log.log import Signature
from loyalty.cli.printing import as_json, refusals, show_json, show_table
from loyalty.cli.signing import signed
from loyalty.db.session import current_session

proposal_commands = AppGroup("proposals", help="Decide corrections and moves that somebody else proposed.")


@proposal_commands.command("waiting")
@as_json
def waiting(as_json: bool) -> None:
    """List the corrections and moves that wait for another operator, also those of the staff app."""
    found = proposals.waiting(current_session())
    if as_json:
        show_json(found)
        return
    rows = [(each.id, _what(each), each.asked_by, each.asked_at, each.reason) for each in found]
    titles = ("id", "proposal", "proposed by", "when", "reason")
    show_table(titles, rows, nothing="No proposals are waiting.")


@proposal_commands.command("approve")
@click.argument("proposal_id", type=int)
@as_json
@signed
@refusals
def approve(proposal_id: int, as_json: bool, signature: Signature) -> None:
    """Do what another operator proposed. Your own needs somebody with another login."""
    show_proposal(proposals.decide(proposal_id, signature, DONE), as_json=as_json)


@proposal_commands.command("refuse")
@click.argument("proposal_id", type=int)
@as_json
@signed
@refusals
def refuse(proposal_id: int, as_json: bool, signature: Signature) -> None:
    """Refuse what another operator proposed; nothing changes."""
    show_proposal(proposals.decide(proposal_id, signature, REFUSED), as_json=as_json)


def show_proposal(asked: Row[Any] | None, *, as_json: bool) -> None:
    """Print a row of `member_proposals`, and what comes next; nothing for None."""
    if asked is None:
        return
    if as_json:
        show_json(asked)
        return
    outcome = {
        DONE: "is done.",
        REFUSED: "is refused; nothing has changed.",
        WAITING: f"waits: another operator has to run `proposals approve {asked.id}` with a login "
        "of their own.",
    }
    click.echo(f"Proposal {asked.id}, {_what(asked)}, {outcome[asked.state]}")


def _what(asked: Row[Any]) -> str:
    """What is proposed, without what the record says: it stands in terminals and their logs."""
    if asked.kind == proposals.CORRECT:
        return f"{', '.join(sorted(asked.changes or {}))} of member {asked.member_id}"
    return f"bill {asked.bill_id} of member {asked.member_id} to member {asked.to_member_id}"
