"""Whether the schema could be distributed by member (docs/scaling.md), as far as the tables say so.

What is not so yet is listed with its reason. A list may only shrink: what is mended is taken out of it, and a
new table or constraint that breaks a line fails here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import Table, UniqueConstraint, inspect, text

import loyalty
from factories import a_member, a_till, signed_in
from loyalty.db.connections import Database, connection
from loyalty.db.distribution import (
    BY_KEY,
    BY_MEMBER,
    DISTRIBUTION_COLUMN,
    EVERYWHERE,
    ON_COORDINATOR,
    WITHOUT_FOREIGN_KEYS,
)
from loyalty.db.maintenance import APPEND_ONLY
from loyalty.db.tables import Base
from loyalty.features import state_tables
from loyalty.features.members import records
from loyalty.features.office import proposals
from loyalty.features.office.integrity import TRIGGERS
from loyalty.features.office.log import Signature

state_tables()
TABLES = Base.metadata.tables
SOURCE = Path(loyalty.__file__).parent

# Distributing takes these away: Citus has no foreign key from the coordinator to a worker's row, and none
# from a table by month on the coordinator. The audit reads both ends.
S3_WITHOUT_KEY = {
    "receipt_claims(member_id, bill_id) -> bills",
    "events(member_id) -> members",
    "till_misses(staff_id) -> staff",
    "till_misses(till_id) -> till_keys",
}

S5_NOT_YET = {
    "vouchers": "The role that runs has to be able to change a voucher. On a worker its trigger reads no "
    "other table: that a restoration was approved is the audit's to say there.",
}

# To whom a bill shall move is in the row of the member who has it, and is written with that member alone.
S7_NAMES_ANOTHER = {"member_proposals"}


def named(table: Table, columns: Iterable[str]) -> str:
    return f"{table.name}({', '.join(columns)})"


def test_every_table_lies_somewhere():
    assert sorted([*BY_MEMBER, *EVERYWHERE, *BY_KEY, *ON_COORDINATOR]) == sorted(TABLES)


@pytest.mark.databases_differ
def test_only_a_database_with_citus_is_distributed_and_once(app: Flask, database: Database, is_distributed):
    ended = app.test_cli_runner().invoke(args=["db", "distribute"])

    if is_distributed:
        assert (ended.exit_code, ended.output) == (0, "Everything was distributed already.\n")
    else:
        why = "Only PostgreSQL" if database.is_sqlite else "This database has no extension citus"
        assert (ended.exit_code, ended.output.startswith(f"Error: {why}")) == (1, True)


@pytest.mark.only_on("postgresql")
def test_s1_primary_keys_hold_the_member(database: Database):
    there = inspect(database.reads)
    missing = {
        name
        for name in BY_MEMBER
        if DISTRIBUTION_COLUMN not in there.get_pk_constraint(name)["constrained_columns"]
    }

    assert missing == set()


def unique_columns(table: Table) -> Iterable[list[str]]:
    yield from ([*each.columns.keys()] for each in table.constraints if isinstance(each, UniqueConstraint))
    yield from ([*each.columns.keys()] for each in table.indexes if each.unique)


def test_s2_what_is_unique_is_unique_within_a_member_or_everywhere_or_by_the_key_of_its_table():
    without = {
        named(TABLES[name], columns)
        for name in BY_MEMBER
        for columns in unique_columns(TABLES[name])
        if DISTRIBUTION_COLUMN not in columns
    }
    by_key = {name: TABLES[name].primary_key.columns.keys() for name in BY_KEY}

    assert without == set()
    assert [name for name, columns in by_key.items() if BY_KEY[name] not in columns] == []


def test_s3_foreign_keys_stay_within_a_member_or_lead_to_what_is_everywhere():
    found = set()
    for table in TABLES.values():
        for key in table.foreign_key_constraints:
            other = key.referred_table
            if table.name in WITHOUT_FOREIGN_KEYS:
                found.add(f"{named(table, key.column_keys)} -> {other.name}")
                continue
            if other.name in EVERYWHERE or {table.name, other.name} <= ON_COORDINATOR:
                continue
            pairs = {(each.parent.name, each.column.name) for each in key.elements}
            if {table.name, other.name} <= BY_MEMBER and (DISTRIBUTION_COLUMN, DISTRIBUTION_COLUMN) in pairs:
                continue
            found.add(f"{named(table, key.column_keys)} -> {other.name}")

    assert found == S3_WITHOUT_KEY


CLOCKS = re.compile(
    r"\b(clock_timestamp|statement_timestamp|transaction_timestamp|localtimestamp|current_timestamp)\b"
    r"|\bnow\(\)|'now'",
    re.IGNORECASE,
)


def names_a_clock(path: Path) -> bool:
    """Whether a module names a clock of the server, as a function or in a text: not in its documentation."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and (
            CLOCKS.search(node.attr) or ast.unparse(node) in ("func.now", "sa.func.now")
        ):
            return True
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in documented and CLOCKS.search(node.value):
            return True
    return False


def test_s4_only_one_module_asks_the_servers_clock():
    """It lets a statement read the clock beside a row, and neither write it nor compare with it
    (test_connections.py).
    """
    found = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if "migrations" not in path.parts and names_a_clock(path)
    }

    assert found == {"db/server_clock.py"}
    assert [
        column for table in TABLES.values() for column in table.columns if CLOCKS.search(default(column))
    ] == []


def default(column) -> str:
    return "" if column.server_default is None else str(column.server_default.arg)


@pytest.mark.parametrize("database", sorted(TRIGGERS))
def test_s5_what_is_written_once_is_kept_so_by_rights_too(database):
    guarded = {trigger.table for trigger in TRIGGERS[database].values()}

    assert guarded - set(APPEND_ONLY) == set(S5_NOT_YET)
    assert set(APPEND_ONLY) <= guarded


def test_s6_no_reference_table_counts_what_members_do():
    """A column that every claim changes is one row that all claims lock."""
    found = {
        f"{table.name}.{column.name}"
        for table in TABLES.values()
        if table.name in EVERYWHERE
        for column in table.columns
        if column.name in ("claimed", "count", "used", "left")
    }

    assert found == set()


def test_s7_no_row_is_about_two_members():
    """Who invited whom stands in the row of who was invited, and is written with it alone."""
    found = {
        table.name
        for table in TABLES.values()
        if len([key for key in table.foreign_keys if key.column.table.name == "members"]) > 1
    }

    assert found == S7_NAMES_ANOTHER


NUMBERED = "each worker numbers its transactions by itself"


@pytest.mark.only_on("postgresql")
@pytest.mark.one_server(NUMBERED)
def test_s7_a_friends_first_bill_is_a_transaction_for_each_of_the_two(app, database):
    referrer = a_member(database)
    with database.bound():
        code = records.record(connection(), referrer).referral_code
    friend = a_member(database, used_referral_code=code)
    bill = {"memberId": friend, "receiptNumber": "A-1", "amount": "45.90"}
    till, browser = a_till(app), app.test_client()
    posted = till.post("/api/pos/earn", json=bill).json["memberEarn"]
    assert till.post(f"/api/pos/earn/{posted['id']}/verify").status_code == 200

    vouchers = browser.get("/api/memberReward", headers=signed_in(app, referrer)).json["memberRewardList"]
    assert [each["transactionSourceId"] for each in vouchers] == [4]
    assert [each for each in written_together(database) if len(each) > 1] == []


@pytest.mark.only_on("postgresql")
@pytest.mark.one_server(NUMBERED)
def test_s7_a_bill_moves_by_a_transaction_for_each_of_the_two(app, database):
    one, other = a_member(database), a_member(database)
    till = a_till(app)
    bill = {"memberId": one, "receiptNumber": "A-1", "amount": "45.90"}
    bill_id = till.post("/api/pos/earn", json=bill).json["memberEarn"]["id"]
    assert till.post(f"/api/pos/earn/{bill_id}/verify").status_code == 200
    with database.bound():
        mei = Signature("mei", "Ticket 4711")
        moved = proposals.move_bill(bill_id, other, mei, may_alone=True)

    assert moved.new_bill is not None
    assert (moved.new_bill.member_id, moved.new_bill.points) == (other, 45)
    assert [each for each in written_together(database) if len(each) > 1] == []


def written_together(database) -> list[set[int]]:
    """The members of each transaction of which rows stand (PostgreSQL)."""
    rows = " UNION ".join(
        f"SELECT xmin::text, {column} FROM {table} WHERE {column} IS NOT NULL"  # noqa: S608  # our own names
        for table, column in [("members", "id"), *((name, DISTRIBUTION_COLUMN) for name in sorted(BY_MEMBER))]
    )
    members: dict[str, set[int]] = {}
    with database.bound():
        for number, member_id in connection().execute(text(rows)):
            members.setdefault(number, set()).add(member_id)
    return list(members.values())


# What adds up the rows of all members, the only modules that import it, and those of them that people call.
SUMS = ("loyalty.features.figures.service", "loyalty.features.office.reports")
PARTS_OF_SUMS = {"features/figures/service.py", "features/figures/schemas.py"}
CALLED = {"features/figures/routes.py", "cli/reports.py"}
WRITES = {"table"}  # it writes to the office's log that somebody took the rows away


def test_s8_what_adds_up_all_members_is_read_from_the_replica():
    """The office's figures and reports; its lists, with which it decides, are read from the leader."""
    by_replica, elsewhere = [], []
    for path in SOURCE.rglob("*.py"):
        name, tree = path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text(encoding="utf-8"))
        if name in CALLED:
            by_replica += [(name, each.name, may_read_from_the_replica(each)) for each in entries(tree)]
            continue
        elsewhere += [
            name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module
            for module in (node.module, *(f"{node.module}.{each.name}" for each in node.names))
            if module in SUMS
        ]

    assert {name for name, _entry, _may in by_replica} == CALLED
    assert {entry for _name, entry, may in by_replica if not may} == WRITES
    assert set(elsewhere) <= PARTS_OF_SUMS


def entries(tree: ast.Module) -> Iterable[ast.FunctionDef]:
    """The views of a blueprint, and the commands of a group of reports."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            called = [ast.unparse(each) for each in node.decorator_list]
            if any(each.startswith(("blueprint.route(", "report_commands.command(")) for each in called):
                yield node


def may_read_from_the_replica(entry: ast.FunctionDef) -> bool:
    """Whether a view is one that may lag, right above the function, or a command asks the replica."""
    decorators = [ast.unparse(each) for each in entry.decorator_list]
    return decorators[-1] == "may_lag" or "by_replica(" in ast.unparse(entry)


def test_s9_chains_are_one_a_member_or_kept_whole():
    chained = {table.name: table for table in TABLES.values() if "seal_before" in table.columns}
    across = {
        name
        for name, table in chained.items()
        if name in BY_MEMBER
        and {DISTRIBUTION_COLUMN, "seq"} not in [set(columns) for columns in unique_columns(table)]
    }

    assert "ledger_entries" in chained
    assert across == set()
    # The office's log is one chain, and its table is not distributed (decision 0060).
    assert chained.keys() - BY_MEMBER == {"office_log"}
    assert "office_log" in ON_COORDINATOR
