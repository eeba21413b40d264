"""A database that Citus distributes: a coordinator and two workers, emptied after each test."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from psycopg import sql

import postgres

NAME = "test"
_SETTINGS = {
    "shared_preload_libraries": "citus",
    "max_prepared_transactions": "200",
    "citus.node_conninfo": "sslmode=disable",
    "citus.shard_count": "2",
}
_TABLES = (
    "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') "
    "AND relname <> 'alembic_version'"
)
_PARTS = (
    "SELECT relname FROM pg_class WHERE relnamespace = 'partitions'::regnamespace AND relkind = 'r' "
    "AND relname ~ '_[0-9]{4}_[0-9]{2}$'"
)
_SEQUENCES = (
    "SELECT sequencename, coalesce(last_value, start_value), last_value IS NOT NULL FROM pg_sequences "
    "WHERE schemaname = 'public'"
)


def is_installed() -> bool:
    """Whether PostgreSQL's server programs have the extension."""
    folder = postgres.programs()
    if folder is None:
        return False
    shared = subprocess.run([f"{folder}/pg_config", "--sharedir"], check=True, capture_output=True, text=True)  # noqa: S603
    return Path(shared.stdout.strip(), "extension", "citus.control").is_file()


@contextlib.contextmanager
def running() -> Iterator[str]:
    """Start coordinator and workers with an empty database `test`; give the coordinator's socket folder."""
    with cluster() as (coordinator, *_workers):
        yield coordinator.root


@contextlib.contextmanager
def cluster(*, durable: bool = False, **settings: str) -> Iterator[list[postgres.Server]]:
    """Start a coordinator and two workers with an empty database `test`; `settings` are the servers' own."""
    servers = [postgres.Server(durable=durable, settings=_SETTINGS | settings) for _ in range(3)]
    try:
        for server in servers:
            server.start()
            postgres.run(server.root, f"CREATE DATABASE {NAME}")
            postgres.run(server.root, "CREATE EXTENSION citus", NAME)
        coordinator, *workers = (server.root for server in servers)
        postgres.run(coordinator, f"SELECT citus_set_coordinator_host('{coordinator}', 5432)", NAME)
        for worker in workers:
            postgres.run(coordinator, f"SELECT citus_add_node('{worker}', 5432)", NAME)
        yield servers
    finally:
        for server in servers:
            server.stop()


class Contents:
    """What was in the database when this was made: `restore` makes it so again."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self._tables = [row[0] for row in self._rows(_TABLES)]
        self._filled = {
            name: self._rows(sql.SQL("SELECT * FROM {}").format(sql.Identifier(name)))
            for name in self._with_rows()
        }
        self._sequences = self._rows(_SEQUENCES)
        self._parts = self._months()

    def restore(self) -> None:
        """Empty what a test filled, write again what was there, and keep the same months."""
        with self._connection.transaction(), self._connection.cursor() as cursor:
            # No trigger that refuses and no foreign key; on the workers neither.
            cursor.execute("SET LOCAL citus.propagate_set_commands = 'local'")
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute("SET LOCAL citus.multi_shard_modify_mode = 'sequential'")
            for name in {*self._with_rows(), *self._filled}:
                cursor.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(name)))
            for name, rows in self._filled.items():
                marks = sql.SQL(", ").join(sql.Placeholder() * len(rows[0]))
                insert = sql.SQL("INSERT INTO {} VALUES ({})").format(sql.Identifier(name), marks)
                cursor.executemany(insert, rows)
            cursor.executemany("SELECT setval(%s::regclass, %s, %s)", self._sequences)
        parts = self._months()
        for name in parts - self._parts:
            self._connection.execute(sql.SQL("DROP TABLE partitions.{}").format(sql.Identifier(name)))
        for name in self._parts - parts:
            table, year, month = name.rsplit("_", 2)
            self._rows(sql.SQL("SELECT make_partition({}, {})").format(table, f"{year}-{month}-01"))

    def _months(self) -> set[str]:
        return {row[0] for row in self._rows(_PARTS)}

    def _with_rows(self) -> list[str]:
        any_row = sql.SQL("SELECT {} WHERE EXISTS (SELECT 1 FROM {})")
        each = (any_row.format(name, sql.Identifier(name)) for name in self._tables)
        return [row[0] for row in self._rows(sql.SQL(" UNION ALL ").join(each))]

    def _rows(self, query: sql.Composable | LiteralString) -> list[Any]:
        return self._connection.execute(query).fetchall()


@contextlib.contextmanager
def contents(root: str) -> Iterator[Contents]:
    """What is in the database now."""
    with psycopg.connect(host=root, user="app", dbname=NAME, autocommit=True) as connection:
        yield Contents(connection)
