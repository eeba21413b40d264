"""The API on Citus, a coordinator and two workers on this machine (docs/scaling.md): requests a second beside
one PostgreSQL, the share of statements that reach one worker, and the audit of all shards.

    npm run bench -- --cluster
    PATH=/opt/citus/bin:$PATH npm run bench -- --cluster --seconds 10

Where PostgreSQL's server programs have no Citus it says so and measures nothing. The three servers share the
cores with the load, so the figures say what distributing costs, not what more machines bring.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack

from calls import CALLS
from capacity import for_a_while
from load import request_bytes
from stage import api_environment, open_app, serving, set_up

import citus
import postgres
from conftest import Sent
from factories import every_violation
from loyalty.db.connections import Database
from member_day import a_day, lines, spread


def main() -> None:
    """Measure and print, or say why not."""
    parser = argparse.ArgumentParser(prog="npm run bench --", description=__doc__)
    parser.add_argument("--cluster", action="store_true", help="this measurement")
    parser.add_argument("--seconds", type=float, default=5, help="of load for each call, after the warm-up")
    asked = parser.parse_args()
    if not citus.is_installed():
        print("PostgreSQL's server programs have no Citus here: nothing is measured (docs/scaling.md).")
        return
    print(f"{os.cpu_count()} cores, load of others {os.getloadavg()[0]:.1f}")
    print(f"{'call':<24} {'req/s':>6} {'CPU ms':>7} {'p50 ms':>7} {'p99 ms':>7}")
    with ExitStack() as stack:
        server = postgres.Server()
        server.start()
        stack.callback(server.stop)
        postgres.run(server.root, "CREATE DATABASE bench")
        measure("PostgreSQL", postgres.url(server.root, "bench"), [], asked.seconds)
    with citus.running() as coordinator:
        url = postgres.url(coordinator, citus.NAME)
        measure("Citus, two workers", url, [["db", "distribute"]], asked.seconds)
        where_statements_go(url)


def measure(name: str, url: str, commands: Sequence[Sequence[str]], seconds: float) -> None:
    """One line a call of one node; `commands` prepare the tables."""
    print(name, flush=True)
    filled = set_up(url, commands=commands)
    with (
        tempfile.TemporaryDirectory(prefix="loyalty-cluster-") as folder,
        serving(folder, "node", "loyalty:create_app()", api_environment(url)) as node,
    ):
        for call in CALLS:
            request = lambda nth, call=call: request_bytes(*call.request(filled, nth), nth)  # noqa: E731
            for_a_while(call.name, [node], seconds, request)


def where_statements_go(url: str) -> None:
    """How many statements of a member's day and of a till reach one shard, and what the audit finds."""
    app = open_app(url)
    database: Database = app.extensions["loyalty.database"]
    theirs, tills = a_day(app, database, Sent(database).code)
    for who, statements in (("member", theirs), ("till", tills)):
        print(f"{who}, {lines([count for _, count in spread(database, statements)])}")
    # The points of the stage's members are no bill's.
    found = [each for each in every_violation(database) if "is from bench" not in each]
    print("\n".join([f"audit: {len(found)} findings", *found]))
    database.close()


if __name__ == "__main__":
    main()
