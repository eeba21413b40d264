"""What a database's tables are and hold: to compare two of them, and to have something in each."""

import re
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Column,
    Connection,
    Date,
    DateTime,
    Integer,
    LargeBinary,
    Table,
    insert,
    inspect,
    select,
    text,
)

from loyalty.db.tables import Base

A_MOMENT = datetime(2026, 11, 23, 4, 30, tzinfo=UTC)
EXAMPLES: dict[type[Any], Any] = {
    Boolean: False,
    Date: date(2026, 11, 23),
    DateTime: A_MOMENT,
    Integer: 1,
    JSON: {},
    LargeBinary: b"x",
}
# Columns that a CHECK wants beside others.
TOGETHER: dict[str, dict[str, Any]] = {
    "staff_grants": {"outlet_id": 1},
    "approvals": {"kind": "roles", "used_at": None},
    "till_lookups": {"till_id": 1},
    "till_misses": {"till_id": 1},
}


def described(connection: Connection, schema: str | None = None) -> dict[str, Any]:
    """Each table's columns, keys, CHECKs and indexes as the database has them, by their names."""
    found = inspect(connection)

    def columns(table: str) -> dict[str, Any]:
        return {
            each["name"]: (
                each["type"].compile(connection.dialect),
                each["nullable"],
                str(each["default"]).replace(f"{schema}.", ""),
            )
            for each in found.get_columns(table, schema)
        }

    def foreign_keys(table: str) -> dict[Any, Any]:
        return {
            each["name"]: (
                each["constrained_columns"],
                each["referred_table"],
                each["referred_columns"],
                each["options"],
            )
            for each in found.get_foreign_keys(table, schema)
        }

    return {
        table: {
            "columns": columns(table),
            "key": found.get_pk_constraint(table, schema),
            "foreign keys": foreign_keys(table),
            "unique": {each["name"]: each for each in found.get_unique_constraints(table, schema)},
            "checks": {each["name"]: each["sqltext"] for each in found.get_check_constraints(table, schema)},
            "indexes": {
                each["name"]: (
                    each.get("expressions", each["column_names"]),
                    each["unique"],
                    str(each.get("dialect_options", {}).get(f"{connection.dialect.name}_where")),
                )
                for each in found.get_indexes(table, schema)
            },
            "counts up": counts_up(connection, table),
        }
        for table in found.get_table_names(schema)
        if table != "alembic_version"
    }


def counts_up(connection: Connection, table: str) -> bool:
    """Whether SQLite gives no id of this table twice."""
    if connection.dialect.name != "sqlite":
        return False
    query = text("SELECT sql FROM sqlite_master WHERE name = :table")
    return "AUTOINCREMENT" in connection.scalars(query, {"table": table}).one()


def sequences(connection: Connection) -> list[tuple[Any, ...]]:
    """The last id that was given in each table that never gives one twice, on SQLite."""
    if connection.dialect.name != "sqlite":
        return []
    return [tuple(row) for row in connection.execute(text("SELECT name, seq FROM sqlite_sequence"))]


def rows(connection: Connection) -> dict[str, list[str]]:
    """Every row of every table."""
    return {
        table.name: sorted(str(tuple(row)) for row in connection.execute(select(table)))
        for table in Base.metadata.sorted_tables
    }


def fill(connection: Connection) -> None:
    """Give each table that is empty one row that its constraints allow."""
    for table in Base.metadata.sorted_tables:
        if connection.scalar(select(1).select_from(table).limit(1)) is None:
            connection.execute(insert(table).values(a_row(connection, table)))


def a_row(connection: Connection, table: Table) -> dict[str, Any]:
    row = {
        column.name: an_example(table, column)
        for column in table.columns
        if not column.nullable and column is not table.autoincrement_column
    }
    row |= TOGETHER.get(table.name, {})
    for key in table.foreign_key_constraints:
        if {column.name for column in key.columns} <= row.keys():
            there = connection.execute(select(*(each.column for each in key.elements)).limit(1)).one()
            row |= dict(zip((column.name for column in key.columns), there, strict=True))
    return row


def an_example(table: Table, column: Column[Any]) -> Any:
    """The first value that a CHECK lists, or any value of the column's type."""
    for check in table.constraints:
        if isinstance(check, CheckConstraint) and (
            listed := re.search(rf"\b{column.name} IN \('([\w-]+)'", str(check.sqltext))
        ):
            return listed[1]
    kind = getattr(column.type, "impl_instance", column.type)
    return next((value for type_, value in EXAMPLES.items() if isinstance(kind, type_)), "x")
