"""Tables by month on PostgreSQL: made ahead, dropped when empty, and nobody's insert fails in between."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from factories import a_bill, a_member, a_till
from loyalty import scheduler
from loyalty.db.clock import now
from loyalty.db.connections import connection, transaction
from loyalty.db.partitions import PARTITIONED
from loyalty.features.events import stream
from loyalty.features.points import ledger
from loyalty.rules.calendar import months_after

pytestmark = pytest.mark.only_on("postgresql")


def parts(database, table: str = "events") -> list[str]:
    query = text(
        "SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid "
        "WHERE i.inhparent = to_regclass(:table) ORDER BY 1"
    )
    with database.bound():
        return list(connection().scalars(query, {"table": table}))


def in_part(database, table: str = "events") -> Counter[str]:
    """How many rows each part holds; on Citus a shard of a part has a number at the end of its name."""
    with database.bound():
        names = connection().scalars(text(f"SELECT tableoid::regclass::text FROM {table}"))  # noqa: S608
        return Counter(re.sub(r"^partitions\.|_\d{6}$", "", name) for name in names)


def name_of(month: datetime, ahead: int = 0, table: str = "events") -> str:
    return f"{table}_{months_after(month.date().replace(day=1), ahead):%Y_%m}"


def run(database) -> dict[str, int]:
    with database.bound():
        done = scheduler.run()
    assert [each.failed for each in done if each.failed] == []
    return {each.job: each.count for each in done if each.count}


def earn(database, member: int) -> None:
    with database.bound(), transaction() as db:
        ledger.earn(db, member, 1, a_bill(), "a bill")


def a_month(clock, year: int, month: int) -> datetime:
    moment = datetime(year, month, 1, tzinfo=UTC)
    clock.set(moment)
    return moment


def test_the_next_months_are_made_ahead_and_once(database, clock):
    moment = a_month(clock, 2031, 11)

    assert run(database)["months of tables made ahead"] == 3 * len(PARTITIONED)
    assert "months of tables made ahead" not in run(database)
    for table in PARTITIONED:
        assert {name_of(moment, ahead, table) for ahead in range(3)} <= set(parts(database, table))
    clock.set(datetime(2031, 12, 1, tzinfo=UTC))
    assert run(database)["months of tables made ahead"] == len(PARTITIONED)
    assert name_of(moment, 3) in parts(database)  # February of the year after


def test_rows_go_to_their_months_on_both_sides_of_the_turn(database, clock):
    member = a_member(database)
    a_month(clock, 2031, 11)
    run(database)
    for moment in (
        datetime(2031, 11, 30, 23, 59, 59, 999_999, tzinfo=UTC),
        datetime(2031, 12, 1, tzinfo=UTC),
    ):
        clock.set(moment)
        earn(database, member)
        assert in_part(database)[name_of(moment)] > 0
    assert "events_default" not in {name for name in in_part(database) if "2031" in name}


def test_no_insert_fails_where_the_scheduler_has_not_run_for_years(database, clock):
    """The default part takes the rows; the month that is made later takes them over, and none is lost."""
    member = a_member(database)
    moment = a_month(clock, 2035, 5)
    earn(database, member)
    before = in_part(database)

    run(database)

    assert in_part(database) - before == {name_of(moment): 1}
    assert before - in_part(database) == {"events_default": 1}


def test_a_month_is_dropped_when_its_last_row_was_deleted(database, clock):
    member = a_member(database)
    moment = a_month(clock, 2031, 11)
    run(database)
    clock.set(datetime(2031, 11, 20, tzinfo=UTC))
    earn(database, member)
    with database.bound():
        while stream.place():
            pass
    clock.set(datetime(2031, 12, 15, tzinfo=UTC))
    run(database)
    assert name_of(moment) in parts(database)

    clock.set(datetime(2031, 12, 20, tzinfo=UTC))
    done = run(database)

    assert done["empty months of tables dropped"] >= 1
    assert name_of(moment) not in parts(database)
    assert name_of(moment, 1) in parts(database)
    earn(database, member)


def test_events_that_no_reader_can_have_read_keep_their_month(database, clock):
    member = a_member(database)
    moment = a_month(clock, 2031, 11)
    run(database)
    earn(database, member)
    clock.set(datetime(2032, 3, 1, tzinfo=UTC))

    run(database)

    assert name_of(moment) in parts(database)
    assert in_part(database)[name_of(moment)] > 0


def test_look_ups_of_tills_are_kept_by_month(database, app, clock):
    a_month(clock, 2031, 11)
    run(database)
    member = a_member(database)
    with database.bound():
        code = connection().scalar(
            text("SELECT member_code FROM members WHERE id = :member"), {"member": member}
        )
        moment = now()

    assert a_till(app).get(f"/api/pos/member?code={code}").status_code == 200

    assert in_part(database, "till_lookups") == {name_of(moment, 0, "till_lookups"): 1}


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT make_partition('ledger_entries', '2031-11-01')",
        "SELECT drop_empty_partition('ledger_entries', '2031-11-01')",
        "DROP TABLE partitions.events_default",
        "DELETE FROM partitions.events_default",
    ],
)
def test_the_role_that_runs_can_do_nothing_else_to_the_parts(database, statement):
    with database.bound(), pytest.raises(DBAPIError), transaction() as db:
        db.execute(text(statement))


def test_a_month_with_rows_is_not_dropped_by_whoever_asks(database):
    a_member(database)
    with database.bound(), transaction() as db:
        at = db.scalar(text("SELECT max(time) FROM events"))
        month = at.astimezone(UTC).date().replace(day=1)
        make = text("SELECT make_partition('events', :month)")
        db.execute(make, {"month": month})
        drop = text("SELECT drop_empty_partition('events', :month)")
        assert db.scalar(drop, {"month": month}) is False
