"""`breach`: whom a breach concerns, by when who has to be told, and what to write."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click
from flask.cli import with_appcontext

from loyalty.cli.printing import as_json, moment, refusals, show_facts, show_json
from loyalty.db.session import session
from loyalty.features.office.breach import drill
from loyalty.rules.breach import SIGNIFICANT_ABOVE
from loyalty.rules.calendar import MALAYSIA

_TIMES = ["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S"]


@click.command("breach")
@click.option("--from", "start", type=click.DateTime(_TIMES), required=True, help="In Malaysian time.")
@click.option(
    "--to", "end", type=click.DateTime(_TIMES), required=True, help="In Malaysian time, not included."
)
@click.option("--till", "till_id", type=int, help="Only whom this till looked up: its key was stolen.")
@click.option(
    "--into", type=click.Path(file_okay=False, path_type=Path), help="A folder for the list and the notices."
)
@as_json
@with_appcontext
@refusals
def breach(start: datetime, end: datetime, till_id: int | None, into: Path | None, as_json: bool) -> None:
    """List the members whose data were read or changed in a window by sessions, tills or the office."""
    found = drill(session(), start.replace(tzinfo=MALAYSIA), end.replace(tzinfo=MALAYSIA), till_id)
    if into is not None:
        into.mkdir(mode=0o700, parents=True, exist_ok=True)
        ids = "".join(f"{member_id}\n" for member_id in found.member_ids)
        (into / "members.txt").write_text(ids, encoding="utf-8")
        for name, text in found.notices.items():
            (into / f"{name}.txt").write_text(text, encoding="utf-8")
    if as_json:
        show_json(found)
        return
    scale = "significant scale" if found.duties.is_significant else "not of significant scale"
    show_facts(
        [
            ("window (Malaysia)", f"{moment(found.start)} to {moment(found.end)}"),
            ("members affected", found.affected),
            *((f"  by {source}", count) for source, count in found.by_source.items()),
            (f"more than {SIGNIFICANT_ABOVE:,}", scale),
            ("Commissioner by", found.duties.commissioner_by),
            ("members by", found.duties.members_by),
        ]
    )
    if into is not None:
        click.echo(f"The list and the draft notices are in {into}.")
        return
    for name, text in found.notices.items():
        click.echo(f"\n--- {name} ---\n{text}")
