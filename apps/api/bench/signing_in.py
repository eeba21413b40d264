"""Asking for codes and signing in with them: how many a second one node and two carry, on each database.

    npm run bench -- --sign-in
    npm run bench -- --sign-in --against v0.1.0     # beside another commit, round by round

Every member is another number at another address; the first ones warm up. PostgreSQL keeps every commit.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import perf_counter

from against import ROOT, checked_out, environment_of
from load import request_bytes, send_all
from sqlalchemy import create_engine, select
from stage import Server, api_environment, serving, set_up, sign_in_number

from loyalty.db.jobs import Job
from support import postgres

ASK, ENTER = "ask for a code", "sign in with a code"
JSON = {"Content-Type": "application/json"}
# More codes a day than are asked for here, so that no limit on all of them is met.
SETTINGS = {"LOYALTY_CODES_PER_DAY": "1000000"}
WARM_UP = 100
# So few codes wait to be entered that nobody has to solve a puzzle.
AT_A_TIME = 50


def ask(nth: int) -> bytes:
    """The request of the n-th member for a code."""
    body = {"CallingCodeId": 1, "MobileNumber": sign_in_number(nth)}
    return request_bytes("POST", "/api/member/login/otp", JSON, json.dumps(body).encode(), nth)


def enter(nth: int, codes: dict[str, str]) -> bytes:
    """The n-th member's sign-in with the code they were sent."""
    body = {
        "CallingCodeId": 1,
        "MobileNumber": sign_in_number(nth),
        "OtpCode": codes[f"+60{sign_in_number(nth)}"],
    }
    return request_bytes("POST", "/api/member/login", JSON, json.dumps(body).encode(), nth)


def codes_sent(url: str) -> dict[str, str]:
    """The codes that wait in the outbox, by their numbers."""
    engine = create_engine(url)
    with engine.connect() as connection:
        found = connection.execute(select(Job.recipient, Job.payload)).all()
    engine.dispose()
    return {recipient: payload["code"] for recipient, payload in found}


def share(nodes: Sequence[Server], requests: Sequence[bytes]) -> list[float]:
    """Send requests to the nodes in turn, to all of them at once; gives the seconds of each."""
    with ThreadPoolExecutor(len(nodes)) as pool:
        shares = [requests[nth :: len(nodes)] for nth in range(len(nodes))]
        found = pool.map(lambda node, part: send_all(node.socket, part), nodes, shares)
        return [second for part in found for second in part]


def measure(database: str, nodes: int, members: int) -> dict[str, float]:
    """Requests a second of asking and of signing in, with the code that this process imports."""
    with tempfile.TemporaryDirectory(prefix="loyalty-signing-in-") as folder, ExitStack() as stack:
        url = f"sqlite:///{folder}/bench.db"
        if database == "PostgreSQL":
            server = postgres.Server(durable=True)
            server.start()
            stack.callback(server.stop)
            postgres.run(server.root, "CREATE DATABASE bench")
            url = postgres.url(server.root, "bench")
        set_up(url, sign_ins=WARM_UP + members)
        environment = {**api_environment(url), **SETTINGS}
        running = [
            stack.enter_context(serving(folder, f"node-{nth}", "loyalty:create_app()", environment))
            for nth in range(nodes)
        ]
        taken = {ASK: 0.0, ENTER: 0.0}
        for first in range(0, WARM_UP + members, AT_A_TIME):
            who = range(first, min(first + AT_A_TIME, WARM_UP + members))
            start = perf_counter()
            share(running, [ask(nth) for nth in who])
            asked = perf_counter()
            requests = [enter(nth, codes) for codes in [codes_sent(url)] for nth in who]
            ready = perf_counter()
            share(running, requests)
            if first >= WARM_UP:
                taken[ASK] += asked - start
                taken[ENTER] += perf_counter() - ready
        return {what: members / seconds for what, seconds in taken.items()}


def measured_in(root: Path, database: str, nodes: int, members: int) -> dict[str, float]:
    """What `measure` gives for the code of a repository, in a process of its own."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, __file__, "--measure", database, str(nodes), str(members)],
        env={**os.environ, **environment_of(root)},
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def compare(against: Path | None, rounds: int, members: int) -> None:
    """Print a line for each call, database and number of nodes, beside those of another repository."""
    head = f"{'what':<22} {'database':<11} {'nodes':>5} {'a second':>9}"
    print(f"{head}{'before':>9} {'times':>6}" if against else head)
    databases = ["SQLite", *(["PostgreSQL"] if postgres.programs() else [])]
    for database in databases:
        for nodes in (1, 2):
            ours, theirs = [], []
            for _ in range(rounds):
                ours.append(measured_in(ROOT, database, nodes, members))
                if against:
                    theirs.append(measured_in(against, database, nodes, members))
            for what in (ASK, ENTER):
                now = median(each[what] for each in ours)
                line = f"{what:<22} {database:<11} {nodes:>5} {now:>9.0f}"
                if theirs:
                    before = median(each[what] for each in theirs)
                    line += f"{before:>9.0f} {now / before:>6.1f}"
                print(line, flush=True)


def main() -> None:
    """Measure and print; the numbers are goals of nobody and fail nothing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sign-in", action="store_true", help="this measurement, of those of npm run bench")
    parser.add_argument("--against", help="a commit to compare with")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--members", type=int, default=300, help="who sign in, in each round (899 at most)")
    parser.add_argument("--measure", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.measure:
        database, nodes, members = asked.measure
        print(json.dumps(measure(database, int(nodes), int(members))))
        return
    with ExitStack() as stack:
        against = stack.enter_context(checked_out(asked.against)) if asked.against else None
        compare(against, asked.rounds, asked.members)


if __name__ == "__main__":
    main()
