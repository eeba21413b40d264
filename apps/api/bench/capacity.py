"""What one machine carries, with database and load on its own cores (docs/scaling.md): SQLite with one
worker, then PostgreSQL with two, which keep every commit.

    PYTHONPATH=apps/api/tests .venv/bin/python apps/api/bench/capacity.py --seconds 10

Each call is asked for by four connections a worker for a few seconds. `CPU ms` is what the workers spend on a
request. On a machine that others use all figures are worse than they could be: run it when nobody does.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from statistics import quantiles
from time import perf_counter

from calls import CALLS
from load import send_all, spelled
from sqlalchemy import create_engine, text
from stage import PEOPLE_WHO_SIGN_IN, Server, api_environment, serving, set_up, sign_in_number

import postgres

AT_A_TIME = 200
CODES_AT_A_TIME = 50
ASK, ENTER = "ask for a code", "sign in with a code"
JSON = {"Content-Type": "application/json"}


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
    stage = set_up(url, sign_ins=PEOPLE_WHO_SIGN_IN)
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
        _sign_in(nodes, url)


def _ask(nth: int) -> bytes:
    body = {"CallingCodeId": 1, "MobileNumber": sign_in_number(nth)}
    return spelled("POST", "/api/member/login/otp", JSON, json.dumps(body).encode(), nth)


def _enter(nth: int, codes: dict[str, str]) -> bytes:
    code = codes[f"+60{sign_in_number(nth)}"]
    body = {"CallingCodeId": 1, "MobileNumber": sign_in_number(nth), "OtpCode": code}
    return spelled("POST", "/api/member/login", JSON, json.dumps(body).encode(), nth)


def _for_a_while(name: str, nodes: Sequence[Server], seconds: float, request: Callable[[int], bytes]) -> None:
    # The first requests wake the application and fill its caches.
    _share(nodes, [request(nth) for nth in range(AT_A_TIME)])
    sent, taken, busy, start = AT_A_TIME, [], _busy_ns(nodes), perf_counter()
    while perf_counter() < start + seconds:
        taken += _share(nodes, [request(sent + nth) for nth in range(AT_A_TIME)])
        sent += AT_A_TIME
    _tell(name, taken, perf_counter() - start, _busy_ns(nodes) - busy)


def _sign_in(nodes: Sequence[Server], url: str) -> None:
    """Codes are entered before more are asked for: many that nobody enters would bring a puzzle each."""
    found: dict[str, tuple[list[float], list[int], list[float]]] = {ASK: ([], [], []), ENTER: ([], [], [])}

    def send(name: str, requests: Sequence[bytes]) -> None:
        busy, start = _busy_ns(nodes), perf_counter()
        taken, spent, lasted = found[name]
        taken += _share(nodes, requests)
        spent.append(_busy_ns(nodes) - busy)
        lasted.append(perf_counter() - start)

    for first in range(0, PEOPLE_WHO_SIGN_IN, CODES_AT_A_TIME):
        people = range(first, first + CODES_AT_A_TIME)
        send(ASK, [_ask(nth) for nth in people])
        with create_engine(url).connect() as connection:
            codes = dict(connection.execute(text("SELECT recipient, code FROM outbox")).all())
        send(ENTER, [_enter(nth, codes) for nth in people])
    for name, (taken, spent, lasted) in found.items():
        _tell(name, taken, sum(lasted), sum(spent))


def _share(nodes: Sequence[Server], requests: Sequence[bytes]) -> list[float]:
    """Send requests to the nodes in turn, to all of them at once."""
    with ThreadPoolExecutor(len(nodes)) as pool:
        shares = [requests[nth :: len(nodes)] for nth in range(len(nodes))]
        found = pool.map(lambda node, share: send_all(node.socket, share), nodes, shares)
        return [second for share in found for second in share]


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
