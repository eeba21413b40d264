"""No scheduled statement reads a whole large table: the plans PostgreSQL makes for each of them."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, event, inspect

from loyalty import scheduler
from loyalty.features.events import stream
from support.factories import a_member

pytestmark = pytest.mark.only_on("postgresql")

ROWS = 20_000
RUN_AT = "2028-05-22 04:00:00+00"  # 800 days after the tests' clock begins
IN_THE_FUTURE = ("expires_at", "until", "due_at", "run_at")
# Tables that stay small however many members there are, or that only exceptional files or alarms fill.
SMALL = {
    "alembic_version",
    "tiers",
    "outlets",
    "rewards",
    "reward_outlets",
    "till_keys",
    "programme_settings",
    "programme_drafts",
    "programme_versions",
    "code_pauses",
    "enquiry_files",
    "images",
    "pg_inherits",
    "pg_class",
    "broadcasts",
    "webhooks",
    "notification_texts",
    "notification_looks",
}
# Columns whose ordinary filling would not be typical: most codes were sent, few messages have a reference.
TYPICAL = {
    "jobs.state": "'done'",
    "jobs.queue": "'phone'",
    "jobs.kind": "'otp'",
    "jobs.reference": "CASE WHEN mod(g, 100) = 0 THEN g END",
    "point_accounts.tier_level": "1",
    "members.erased_at": "NULL",
    "members.inactive_warned_at": "CASE WHEN mod(g, 100) = 0 THEN TIMESTAMPTZ '2025-01-01' END",
    "vouchers.used_at": "CASE WHEN mod(g, 5) <> 0 THEN TIMESTAMPTZ '2028-05-01' END",
    "vouchers.cancelled_at": "CASE WHEN mod(g, 100) = 1 THEN TIMESTAMPTZ '2028-05-01' END",
    "vouchers.present_until": "CASE WHEN mod(g, 100) = 0 THEN TIMESTAMPTZ '2028-06-01' END",
}


@pytest.fixture
def statements(database, clock) -> list[tuple[str, Any]]:
    """Every statement of one run of the scheduler that has something to do, with its parameters."""
    a_member(database, earned=5_000)
    clock.advance(days=800)
    seen: list[tuple[str, Any]] = []

    def note(_connection, _cursor, statement, parameters, *_more) -> None:
        seen.append((statement, parameters))

    engines = database.reads, database.writes
    for engine in engines:
        event.listen(engine, "before_cursor_execute", note)
    with database.bound():
        stream.assign_positions()
        seen.clear()
        results = scheduler.run()
    for engine in engines:
        event.remove(engine, "before_cursor_execute", note)
    assert [each.failed for each in results if each.failed] == []
    return [each for each in seen if each[0].lstrip().startswith(("SELECT", "UPDATE", "DELETE", "WITH"))]


@pytest.fixture
def filled(owner, clock) -> Iterator[Connection]:
    """A connection to the same database with many recent rows in every large table, analysed."""
    with owner.writes.connect() as db:
        inspector = inspect(db)
        for table in sorted(set(inspector.get_table_names()) - SMALL):
            db.exec_driver_sql(f'ALTER TABLE "{table}" DISABLE TRIGGER USER')
            keys = [each["name"] for each in inspector.get_foreign_keys(table)]
            checks = [each["name"] for each in inspector.get_check_constraints(table)]
            for name in (*keys, *checks):
                db.exec_driver_sql(f'ALTER TABLE "{table}" DROP CONSTRAINT "{name}"')
            columns = inspector.get_columns(table)
            names = ", ".join(f'"{each["name"]}"' for each in columns)
            values = ", ".join(_filling(table, each) for each in columns)
            db.exec_driver_sql(
                f'INSERT INTO "{table}" ({names}) SELECT {values}'  # noqa: S608
                f" FROM generate_series(1000, {1000 + ROWS}) AS g"
            )
            db.exec_driver_sql(f'ANALYZE "{table}"')
        yield db
        db.rollback()


def _filling(table: str, column: Any) -> str:
    """An expression for a column's value in row `g`: its own number, or a moment near the run."""
    name, kind = column["name"], str(column["type"]).upper()
    if typical := TYPICAL.get(f"{table}.{name}"):
        return typical
    if "TIMESTAMP" in kind:
        return (
            f"TIMESTAMPTZ '{RUN_AT}' {'+' if name in IN_THE_FUTURE else '-'} g * INTERVAL '10 milliseconds'"
        )
    if kind == "DATE":
        return "DATE '2000-01-01'"
    if "CHAR" in kind or kind == "TEXT":
        length = getattr(column["type"], "length", None)
        return f"'{'' if length and length < 6 else 'x'}' || g" if not length or length >= 5 else "'x'"
    if kind == "BOOLEAN":
        return "FALSE"
    if kind in ("JSON", "BYTEA"):
        return "'{}'"
    return "g"


def scans(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A node of a plan and all that are below it."""
    yield plan
    for inner in plan.get("Plans", ()):
        yield from scans(inner)


def reads_everything(node: dict[str, Any]) -> bool:
    """Whether a node of a plan goes through a whole large table, or through a whole index of one."""
    if node.get("Relation Name", "") in SMALL or "Relation Name" not in node:
        return False
    whole_index = node["Node Type"].startswith("Index") and "Index Cond" not in node
    return node["Node Type"] == "Seq Scan" or whole_index


def test_no_scheduled_statement_reads_a_whole_large_table(statements, filled):
    assert len(statements) > 20
    wrong = {}
    for statement, parameters in statements:
        [[plan]] = filled.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", parameters).all()
        found = plan if isinstance(plan, list) else json.loads(plan)
        whole = [node["Relation Name"] for node in scans(found[0]["Plan"]) if reads_everything(node)]
        if whole:
            wrong[statement] = whole
    assert wrong == {}, json.dumps(wrong, indent=1)
