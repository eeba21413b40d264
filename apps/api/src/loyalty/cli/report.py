"""`report`: what is owed to members, and how a day was."""

from __future__ import annotations

from datetime import datetime

import click
from flask.cli import AppGroup

from loyalty.cli.printing import as_json, refusals, ringgit, show_facts, show_json, show_table
from loyalty.db.clock import now
from loyalty.db.session import session
from loyalty.features.office import reports
from loyalty.rules.calendar import malaysian_date

report_commands = AppGroup("report", help="What is owed, and how a day was.")


@report_commands.command("liability")
@as_json
def liability(as_json: bool) -> None:
    """Say what members hold and what it may cost: points as the catalogue prices them, open vouchers."""
    owed = reports.owed(session())
    if as_json:
        show_json(owed)
        return
    worth = owed.points_worth
    show_facts(
        [
            ("points earned so far", owed.points.issued),
            ("adjusted in", owed.points.adjusted_in),
            ("redeemed", owed.points.redeemed),
            ("adjusted out", owed.points.adjusted_out),
            ("points outstanding", owed.points.outstanding),
            ("held by members", owed.points.members),
            ("worth at the best reward", ringgit(worth.most_sen) if worth else None),
            ("worth at the middle one", ringgit(worth.middle_sen) if worth else None),
            ("worth at the least", ringgit(worth.least_sen) if worth else None),
            ("open vouchers", owed.vouchers.count),
            ("worth", ringgit(owed.vouchers.value_sen)),
        ]
    )


@report_commands.command("day")
@click.option("--date", "said", type=click.DateTime(["%Y-%m-%d"]), help="YYYY-MM-DD in Malaysia; else today.")
@click.option("--outlet", "outlet_id", type=int, help="One outlet's id; else all of them.")
@as_json
@refusals
def day(said: datetime | None, outlet_id: int | None, as_json: bool) -> None:
    """Say how a day was at each outlet, midnight to midnight in Malaysia."""
    db = session()
    of = said.date() if said else malaysian_date(now(db))
    days = reports.day(db, of, outlet_id)
    if as_json:
        show_json({"date": of, "outlets": days})
        return
    click.echo(f"{of:%A %d %B %Y}")
    rows = [
        (
            each.outlet_id,
            each.outlet,
            each.bills,
            ringgit(each.bills_amount_sen),
            each.points,
            each.bills_pending,
            each.bills_void,
            each.vouchers_used,
            ringgit(each.vouchers_value_sen),
        )
        for each in days
    ]
    titles = ("id", "outlet", "bills", "net", "points", "pending", "void", "vouchers used", "worth")
    show_table(titles, rows, nothing="There is no outlet.")
