"""Requests a second of nine calls on one node and on two, with database and load on the same cores
(docs/performance.md): SQLite carries one node, PostgreSQL keeps every commit.

    npm run bench -- --capacity
    npm run bench -- --capacity --seconds 10 --only claim

A node is one worker. Each call is asked for by four connections a node, first to warm up, then for the time
that is measured. `CPU ms` is what the nodes spend on a request. On a machine that others use all figures are
worse than they could be: run it when nobody does.
"""

import argparse
import os
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from statistics import quantiles
from time import perf_counter

from calls import CALLS, Call, latest_bill, vouchers
from load import request_bytes, send_evenly
from signing_in import measure as measure_signing_in
from signing_in import share
from stage import Server, Stage, api_environment, serving, set_up

from support import postgres

AT_A_TIME = 200
WARM_UP_S = 2.0
MEMBERS_SIGNING_IN = 600
SHOWN = (*CALLS, Call("voucher list", vouchers), Call("newest bill, 304", latest_bill))
# What a thousand open cards ask a second (libs/api-client/src/react/points.ts): all new,
# each untouched for up to five minutes, all later.
CARDS = {"1000 new cards": 333, "1000 cards": 193, "1000 idle cards": 100}
# As many as nginx keeps (deploy/nginx/web-host.conf).
CONNECTIONS = 16


def main() -> None:
    """Measure and print one line a call."""
    parser = argparse.ArgumentParser(prog="npm run bench --", description=__doc__)
    parser.add_argument("--capacity", action="store_true", help="this measurement")
    parser.add_argument("--seconds", type=float, default=10, help="of load for each call, after the warm-up")
    parser.add_argument("--only", default="", help="the calls whose name has this")
    asked = parser.parse_args()
    print(f"{os.cpu_count()} cores, load of others {os.getloadavg()[0]:.1f}")
    print(f"{'call':<24} {'req/s':>6} {'CPU ms':>7} {'p50 ms':>7} {'p99 ms':>7}")
    _measure("SQLite", 1, asked.seconds, asked.only)
    if postgres.programs() is not None:
        _measure("PostgreSQL", 1, asked.seconds, asked.only)
        _measure("PostgreSQL", 2, asked.seconds, asked.only)


def _measure(database: str, nodes: int, seconds: float, only: str) -> None:
    """One line a call, asked of so many nodes."""
    print(f"{database}, {nodes} node{'s' if nodes > 1 else ''}", flush=True)
    calls = [call for call in SHOWN if only in call.name]
    with tempfile.TemporaryDirectory(prefix="loyalty-capacity-") as folder, ExitStack() as stack:
        url = f"sqlite:///{folder}/bench.db"
        if database == "PostgreSQL":
            server = postgres.Server(durable=True)
            server.start()
            stack.callback(server.stop)
            postgres.run(server.root, "CREATE DATABASE bench")
            url = postgres.url(server.root, "bench")
        filled = set_up(url)
        running = [
            stack.enter_context(serving(folder, f"node-{nth}", "loyalty:create_app()", api_environment(url)))
            for nth in range(nodes)
        ]
        for call in calls:
            for_a_while(
                call.name,
                running,
                seconds,
                lambda nth, call=call: request_bytes(*call.request(filled, nth), nth),
            )
        if nodes == 1:
            for name, rate in CARDS.items():
                if only in name:
                    _cards(name, running[0], seconds, rate, filled)
    if only in "ask for a code, sign in with a code":
        for name, per_second in measure_signing_in(database, nodes, MEMBERS_SIGNING_IN).items():
            print(f"{name:<24} {per_second:>6.0f}", flush=True)


def for_a_while(name: str, nodes: Sequence[Server], seconds: float, request: Callable[[int], bytes]) -> None:
    # The first requests wake the application, fill its caches and have PostgreSQL prepare its statements.
    sent, _warm = _ask(nodes, WARM_UP_S, request, 0)
    busy, start = _busy_ns(nodes), perf_counter()
    _sent, taken = _ask(nodes, seconds, request, sent)
    _tell(name, taken, perf_counter() - start, _busy_ns(nodes) - busy)


def _ask(
    nodes: Sequence[Server], seconds: float, request: Callable[[int], bytes], sent: int
) -> tuple[int, list[float]]:
    """Ask for so long, from the request of this number on; gives the next number and the seconds of each."""
    taken: list[float] = []
    until = perf_counter() + seconds
    while perf_counter() < until:
        taken += share(nodes, [request(sent + nth) for nth in range(AT_A_TIME)])
        sent += AT_A_TIME
    return sent, taken


def _cards(name: str, node: Server, seconds: float, rate: int, filled: Stage) -> None:
    """Two lines of a load that comes evenly, so many requests a second: the second is the share of a core."""
    warm, count = int(rate * WARM_UP_S), int(rate * seconds)
    requests = [request_bytes(*latest_bill(filled, nth), nth) for nth in range(warm + count)]
    send_evenly(node.socket, requests[:warm], rate, CONNECTIONS)
    busy, start = node.busy_ns(), perf_counter()
    taken = send_evenly(node.socket, requests[warm:], rate, CONNECTIONS)
    lasted_s, busy_ns = perf_counter() - start, node.busy_ns() - busy
    _tell(name, taken, lasted_s, busy_ns)
    print(f"{'':<24} {busy_ns / lasted_s / 1e7:.0f} % of a core")


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
