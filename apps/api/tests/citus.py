"""A database that Citus distributes: a coordinator and two workers."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

import postgres

NAME = "test"
_SETTINGS = {
    "shared_preload_libraries": "citus",
    "max_prepared_transactions": "200",
    "citus.node_conninfo": "sslmode=disable",
    "citus.shard_count": "2",
}


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
