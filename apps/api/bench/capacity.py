"""What one machine carries, with database and load on its own cores (docs/scaling.md): SQLite with one
worker, then PostgreSQL with two, which keep every commit.

    PYTHONPATH=apps/api/tests .venv/bin/python apps/api/bench/capacity.py --seconds 10

Each call is asked for by four connections a worker for a few seconds. `CPU ms` is what the workers spend on a
request. On a machine that others use all figures are worse than they could be: run it when nobody does.
Signing in has a measurement of its own, `npm run bench -- --sign-in`.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from statistics import quantiles
from time import perf_counter

from calls import CALLS
from load import spelled
from signing_in import share
from stage import Server, api_environment, serving, set_up

import postgres

AT_A_TIME = 200


def main() -> None:
    """Measure and print one line a call."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="of load for each call")
    seconds = parser.parse_args().seconds
    print(f"{os.cpu_count()} cores, load of others {os.getloadavg()[0]:.1f}")
    print(f"{'call':<24} {'req/s':>6} {'CPU ms':>7} {'p50 ms':>7} {'p99 ms':>7}")
    with tempfile.TemporaryDirectory(prefix="loyalty-capacity-") as folder, ExitStack() as stack:
        _measure("SQLite", folder, f"sqlite:///{folder}/bench.db", 1, seconds)
        if postgres.programs() is None:
            return
        database = postgres.Server(durable=True)
        database.start()
        stack.callback(database.stop)
        postgres.run(database.root, "CREATE DATABASE bench")
        _measure("PostgreSQL", folder, postgres.url(database.root, "bench"), 2, seconds)


def _measure(database: str, folder: str, url: str, workers: int, seconds: float) -> None:
    """One line a call, asked of so many workers."""
    print(f"{database}, {workers} worker{'s' if workers > 1 else ''}", flush=True)
    stage = set_up(url)
    with ExitStack() as stack:
        nodes = [
            stack.enter_context(
                serving(folder, f"{database}-{nth}", "loyalty:create_app()", api_environment(url))
            )
            for nth in range(workers)
        ]
        for call in CALLS:
            _for_a_while(
                call.name, nodes, seconds, lambda nth, call=call: spelled(*call.request(stage, nth), nth)
            )


def _for_a_while(name: str, nodes: Sequence[Server], seconds: float, request: Callable[[int], bytes]) -> None:
    # The first requests wake the application and fill its caches.
    share(nodes, [request(nth) for nth in range(AT_A_TIME)])
    sent, taken, busy, start = AT_A_TIME, [], _busy_ns(nodes), perf_counter()
    while perf_counter() < start + seconds:
        taken += share(nodes, [request(sent + nth) for nth in range(AT_A_TIME)])
        sent += AT_A_TIME
    _tell(name, taken, perf_counter() - start, _busy_ns(nodes) - busy)


def _busy_ns(nodes: Sequence[Server]) -> int:
    return sum(node.busy_ns() for node in nodes)


def _tell(name: str, taken: Sequence[float], lasted_s: float, busy_ns: int) -> None:
    hundredths = quantiles(taken, n=100)
    cpu_ms = busy_ns / len(taken) / 1e6
    print(
        f"{name:<24} {len(taken) / lasted_s:>6.0f} {cpu_ms:>7.2f} "
        f"{hundredths[49] * 1_000:>7.1f} {hundredths[98] * 1_000:>7.1f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
