"""`report` and `breach`: liability, bills, members, rewards and visits; whom a data breach affects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from datetime import date, datetime, timedelta
from functools import wraps
from pathlib import Path
from typing import Any

import click
from flask.cli import AppGroup, with_appcontext

from loyalty.backoffice.members.breach import affected_members
from loyalty.backoffice.reports import reports
from loyalty.backoffice.reports.reports import Report
from loyalty.cli.printing import (
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
from loyalty.db.clock import now
from loyalty.db.session import current_session
from loyalty.rules.calendar import MALAYSIA, Days, malaysian_date
from loyalty.rules.incidents import SIGNIFICANT_ABOVE

report_commands = AppGroup("report", help="Liability, bills, members, rewards and visits.")

DAY = click.DateTime(["%Y-%m-%d"])
USUAL_DAYS = 30


def days_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give the command `days`: --from and --to, by default the last 30 days including today."""

    @click.option(
        "--from", "first", type=DAY, help="The first day, YYYY-MM-DD; by default 29 days before the last."
    )
    @click.option("--to", "last", type=DAY, help="The last day, included; by default today in Malaysia.")
    @wraps(command)
    def counting(*args: Any, first: datetime | None, last: datetime | None, **kwargs: Any) -> Any:
        return command(*args, days=_days(first, last, USUAL_DAYS), **kwargs)

    return counting


def _days(first: datetime | None, last: datetime | None, usual: int) -> Days:
    to = last.date() if last else malaysian_date(now(current_session()))
    try:
        return Days(first.date() if first else to - timedelta(days=usual - 1), to)
    except ValueError as error:
        raise click.UsageError("--from is after --to.") from error


@report_commands.command("liability")
@as_json
def liability(as_json: bool) -> None:
    """Show the outstanding points, their worth at catalogue prices, and the open vouchers."""
    owed = reports.owed(current_session())
    if as_json:
        show_json(owed)
        return
    worth = owed.points_worth
    show_fields(
        [
            ("points earned so far", owed.points.issued),
            ("adjusted in", owed.points.adjusted_in),
            ("redeemed", owed.points.redeemed),
            ("adjusted out", owed.points.adjusted_out),
            ("points outstanding", owed.points.outstanding),
            ("held by members", owed.points.members),
            ("worth at the best reward", ringgit(worth.most_sen) if worth else None),
            ("worth at the median reward", ringgit(worth.middle_sen) if worth else None),
            ("worth at the lowest reward", ringgit(worth.least_sen) if worth else None),
            ("open vouchers", owed.vouchers.count),
            ("worth of the vouchers", ringgit(owed.vouchers.value_sen)),
        ]
    )


@report_commands.command("day")
@click.option("--date", "one", type=DAY, help="One day, YYYY-MM-DD in Malaysia; by default today.")
@click.option("--from", "first", type=DAY, help="The first of several days.")
@click.option("--to", "last", type=DAY, help="The last of them, included; by default today.")
@click.option("--outlet", "outlet_id", type=int, help="Only the outlet with this id.")
@as_json
@as_csv
@refusals
def day(
    one: datetime | None,
    first: datetime | None,
    last: datetime | None,
    outlet_id: int | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Show bills, points and vouchers of one or more days, midnight to midnight in Malaysia, by outlet and
    brand.

    The last line is the day before, or the same number of days before, for comparison.
    """
    if one and (first or last):
        raise click.UsageError("Give either --date or --from and --to.")
    days = _days(one or first, one or last, 1)
    titles = ("bills", "net", "points", "pending", "void", "vouchers used", "worth")
    _show(
        reports.takings(current_session(), days, None if outlet_id is None else [outlet_id]),
        titles,
        as_json=as_json,
        as_csv=as_csv,
    )


@report_commands.command("members")
@days_option
@as_json
@as_csv
def members(days: Days, as_json: bool, as_csv: bool) -> None:
    """Show how many members there were, joined and left, by the outlet they chose.

    Active: with a bill or a used voucher in the 30 or 90 days before the last day.
    """
    titles = ("members", "joined", "invited", "left", "active 30 days", "active 90 days")
    found = reports.member_counts(current_session(), days)
    _show(found, titles, as_json=as_json, as_csv=as_csv)


@report_commands.command("rewards")
@days_option
@as_json
@as_csv
def rewards(days: Days, as_json: bool, as_csv: bool) -> None:
    """Show which rewards were claimed or given most, their points, and how many vouchers were used."""
    found, total, before = reports.reward_counts(current_session(), days)
    if as_json:
        show_json({**_dates(days), "rewards": found, "total": total, "before": _before(days, before)})
        return
    titles = ("id", "reward", "kind", "vouchers", "points", "used", "worth", "cancelled")
    rows = [(each.reward_id, each.title, each.kind, *_figures(each)[3:]) for each in found]
    if as_csv:
        show_csv(titles, rows)
        return
    click.echo(_heading(days))
    rows.append((None, "all rewards", None, *_figures(total)))
    rows.append((None, _heading(days.before()), None, *_figures(before)))
    show_table(titles, rows, nothing="")


@report_commands.command("visits")
@days_option
@as_json
@as_csv
def visits(days: Days, as_json: bool, as_csv: bool) -> None:
    """Show visits (verified bills), their amounts, the members, and how many of these came again.

    A member of two outlets counts once in the line of the brand and once in the total.
    """
    titles = ("visits", "net", "members", "came again")
    found = reports.visit_counts(current_session(), days)
    _show(found, titles, as_json=as_json, as_csv=as_csv)


def _show(report: Report[Any], titles: Sequence[str], *, as_json: bool, as_csv: bool) -> None:
    days = report.days
    if as_json:
        places = [
            {
                "outlet_id": place.id if place else None,
                "outlet": place.name if place else None,
                "brand": place.brand if place else None,
                **_named(each),
            }
            for place, each in report.outlets
        ]
        brands = [{"brand": brand, **_named(each)} for brand, each in report.brands.items()]
        sums = {"outlets": places, "brands": brands, "total": report.total}
        show_json({**_dates(days), **sums, "before": _before(days, report.before)})
        return
    titles = ("id", "outlet", "brand", *titles)
    rows: list[tuple[object, ...]] = [
        (place.id, place.name, place.brand, *_figures(each))
        if place
        else (None, "none", None, *_figures(each))
        for place, each in report.outlets
    ]
    if as_csv:
        show_csv(titles, rows)
        return
    click.echo(_heading(days))
    if len(rows) > 1:
        rows += [(None, "all of the brand", brand, *_figures(each)) for brand, each in report.brands.items()]
        rows.append((None, "all outlets", None, *_figures(report.total)))
    rows.append((None, _heading(days.before()), None, *_figures(report.before)))
    show_table(titles, rows, nothing="")


def _figures(sums: Any) -> tuple[object, ...]:
    """The figures of a row, amounts as amounts."""
    return tuple(Sen(value) if name.endswith("_sen") else value for name, value in _named(sums).items())


def _named(sums: Any) -> dict[str, Any]:
    return {field.name: getattr(sums, field.name) for field in fields(sums)}


def _dates(days: Days) -> dict[str, date]:
    one = {"date": days.first} if days.first == days.last else {}
    return {**one, "from": days.first, "to": days.last}


def _before(days: Days, sums: Any) -> dict[str, Any]:
    return {**_dates(days.before()), **_named(sums)}


def _heading(days: Days) -> str:
    if days.first == days.last:
        return f"{days.first:%A %d %B %Y}"
    return f"{days.first:%d %B %Y} to {days.last:%d %B %Y}"


_TIMES = ["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S"]


@click.command("breach")
@click.option("--from", "start", type=click.DateTime(_TIMES), required=True, help="In Malaysian time.")
@click.option(
    "--to", "end", type=click.DateTime(_TIMES), required=True, help="In Malaysian time, not included."
)
@click.option("--till", "till_id", type=int, help="Only members this till looked up, for a stolen key.")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for the list and notices.",
)
@as_json
@with_appcontext
@refusals
def breach(start: datetime, end: datetime, till_id: int | None, into: Path | None, as_json: bool) -> None:
    """List the members whose data were read or changed in a period by sessions, tills or head office."""
    found = affected_members(
        current_session(), start.replace(tzinfo=MALAYSIA), end.replace(tzinfo=MALAYSIA), till_id
    )
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
    show_fields(
        [
            ("period (Malaysia)", f"{moment(found.start)} to {moment(found.end)}"),
            ("members affected", found.affected),
            *((f"  by {source}", count) for source, count in found.by_source.items()),
            (f"more than {SIGNIFICANT_ABOVE:,}", scale),
            ("notify the Commissioner by", found.duties.commissioner_by),
            ("notify the members by", found.duties.members_by),
        ]
    )
    if into is not None:
        click.echo(f"The list and the draft notices are written to {into}.")
        return
    for name, text in found.notices.items():
        click.echo(f"\n--- {name} ---\n{text}")
