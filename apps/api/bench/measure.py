"""Measure the hot calls against a bare Flask view in the same run, on SQLite and, where it is, PostgreSQL.

Rounds are interleaved and a call's ratio is the median over the rounds of its processor time a request,
divided by that of the bare view in the same round; with --against, `times` is the same divided by that of
another commit.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from against import checked_out, environment_of, set_up_by
from calls import CALLS, Call
from load import request_bytes, send_all
from stage import Server, Stage, api_environment, serving, set_up

from support import postgres

BARE = "bare Flask view"
RAW_CLAIM = "claim, the raw driver"


@dataclass
class Subject:
    """One call on one database, and what was measured so far: µs of processor, seconds of each request."""

    name: str
    database: str
    goal: float | None
    server: Server
    request: Callable[[int], bytes]
    busy_us: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    sent: int = 0
    before: "Subject | None" = None  # the same call by another commit

    def run(self, requests: int) -> None:
        """One round."""
        ready = [self.request(self.sent + nth) for nth in range(requests)]
        self.sent += requests
        busy, start = self.server.busy_ns(), perf_counter()
        seconds = send_all(self.server.socket, ready)
        self.rates.append(requests / (perf_counter() - start))
        self.busy_us.append((self.server.busy_ns() - busy) / requests / 1_000)
        self.seconds += seconds

    def forget(self) -> None:
        """Let the warm-up go."""
        self.busy_us.clear()
        self.seconds.clear()
        self.rates.clear()


@dataclass(frozen=True)
class Result:
    """What a call costs. `ratio` is against the bare view, `times` against another commit; `goal` is of
    `times`, and `met` is None without either.
    """

    what: str
    database: str
    ratio: float
    goal: float | None
    met: bool | None
    times: float | None
    cpu_us: float
    per_second: float
    p50_ms: float
    p99_ms: float


def measure(rounds: int, requests: int, only: str, against: Path | None = None) -> list[Result]:
    """Run everything and add it up, each call beside the same one of another commit, if that is given."""
    with tempfile.TemporaryDirectory(prefix="loyalty-bench-") as folder, ExitStack() as stack:
        server = stack.enter_context(serving(folder, "bare", "bare:app", {}))
        subjects = [Subject(BARE, "-", None, server, lambda nth: request_bytes("GET", "/bare", {}, b"", nth))]
        names = ("bench", "before") if against else ("bench",)
        for database, *urls in stack.enter_context(databases(folder, names)):
            say(f"{database}: filling the database …")
            calls = [call for call in CALLS if only in call.name]
            ours = _subjects(stack, folder, database, urls[0], calls)
            if against:
                theirs = _subjects(stack, folder, database, urls[1], calls, against)
                for mine, before in zip(ours, theirs, strict=True):
                    mine.before = before
            if only in RAW_CLAIM:
                environment = {"LOYALTY_DATABASE_URL": urls[0]}
                raw = stack.enter_context(serving(folder, f"{database}-raw", "driver:app", environment))
                subjects.append(Subject(RAW_CLAIM, database, None, raw, _raw_claim))
            subjects += ours
        measured = [each for subject in subjects for each in (subject, subject.before) if each]
        for subject in measured:
            subject.run(max(100, requests // 2))
            subject.forget()
        for nth in range(rounds):
            say(f"round {nth + 1} of {rounds} …")
            for subject in measured:
                subject.run(requests)
        return [_result(subject, subjects[0]) for subject in subjects]


def _subjects(
    stack: ExitStack,
    folder: str,
    database: str,
    url: str,
    calls: Sequence[Call],
    root: Path | None = None,
) -> list[Subject]:
    """The calls on a database that the code of a repository, by default this one's, fills and serves."""
    stage = set_up(url) if root is None else set_up_by(root, url)
    name = database if root is None else f"{database}-before"
    environment = {**api_environment(url), **(environment_of(root) if root else {})}
    server = stack.enter_context(serving(folder, name, "loyalty:create_app()", environment))
    return [Subject(call.name, database, call.goal, server, requests_of(call, stage)) for call in calls]


@contextmanager
def databases(folder: str, names: Sequence[str] = ("bench",)) -> Iterator[list[tuple[str, ...]]]:
    """Fresh databases of these names, of each kind that is installed: the kind and the address of each."""
    sqlite = ("SQLite", *(f"sqlite:///{folder}/{name}.db" for name in names))
    if postgres.programs() is None:
        say("PostgreSQL is not installed: SQLite only.")
        yield [sqlite]
        return
    with postgres.running() as root:
        for name in names:
            postgres.run(root, f"CREATE DATABASE {name}")
        yield [sqlite, ("PostgreSQL", *(postgres.url(root, name) for name in names))]


def _raw_claim(nth: int) -> bytes:
    return request_bytes("POST", f"/raw/{nth % 200 + 1}", {}, b"{}", nth)


def requests_of(call: Call, stage: Stage) -> Callable[[int], bytes]:
    """How the n-th request of a call looks, as bytes."""
    return lambda nth: request_bytes(*call.request(stage, nth), nth)


def _result(subject: Subject, bare: Subject) -> Result:
    ratio = median(busy / base for busy, base in zip(subject.busy_us, bare.busy_us, strict=True))
    hundredths = quantiles(subject.seconds, n=100)
    times = None
    if subject.before is not None:
        pairs = zip(subject.busy_us, subject.before.busy_us, strict=True)
        times = round(median(now / before for now, before in pairs), 2)
    return Result(
        what=subject.name,
        database=subject.database,
        ratio=round(ratio, 2),
        goal=subject.goal,
        met=None if times is None or subject.goal is None else times <= subject.goal,
        times=times,
        cpu_us=round(median(subject.busy_us)),
        per_second=round(median(subject.rates)),
        p50_ms=round(hundredths[49] * 1_000, 2),
        p99_ms=round(hundredths[98] * 1_000, 2),
    )


def _table(results: list[Result]) -> str:
    head = (
        f"{'what':<22} {'database':<11} {'ratio':>6} {'times':>6} {'goal':>6}  {'met':<4} "
        f"{'CPU µs':>7} {'req/s':>6} {'p50 ms':>7} {'p99 ms':>7}"
    )
    rows = [head]
    for each in results:
        goal = f"≤ {each.goal:g}" if each.goal is not None else "-"
        met = {True: "yes", False: "no", None: "-"}[each.met]
        times = "-" if each.times is None else f"{each.times:.2f}"
        rows.append(
            f"{each.what:<22} {each.database:<11} {each.ratio:>6.2f} {times:>6} {goal:>6}  {met:<4} "
            f"{each.cpu_us:>7.0f} {each.per_second:>6.0f} {each.p50_ms:>7.2f} {each.p99_ms:>7.2f}"
        )
    return "\n".join(rows)


def say(words: str) -> None:
    """Tell how far it is, beside the results."""
    print(words, file=sys.stderr, flush=True)


def main() -> None:
    """Measure and print; a goal that is not met is printed and fails nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--requests", type=int, default=300, help="of each call in a round")
    parser.add_argument("--only", default="", help="calls whose name holds this")
    parser.add_argument("--against", help="a commit to measure in the same rounds")
    parser.add_argument("--growth", action="store_true", help="compare few members with many instead")
    parser.add_argument("--messages", action="store_true", help="tell many members of something instead")
    parser.add_argument("--members", type=int, default=100_000, help="how many are many")
    asked = parser.parse_args()
    if asked.growth:
        from growth import growth_table, measure_growth

        grown = measure_growth(asked.members, asked.rounds, asked.requests)
        print(json.dumps([asdict(each) for each in grown], indent=2) if asked.json else growth_table(grown))
        return
    if asked.messages:
        from messages import measure_messages, messages_table

        found = measure_messages(asked.members)
        print(json.dumps([asdict(each) for each in found], indent=2) if asked.json else messages_table(found))
        return
    with ExitStack() as stack:
        against = stack.enter_context(checked_out(asked.against)) if asked.against else None
        results = measure(asked.rounds, asked.requests, asked.only, against)
    print(json.dumps([asdict(each) for each in results], indent=2) if asked.json else _table(results))


if __name__ == "__main__":
    sys.modules["measure"] = sys.modules["__main__"]  # what growth and messages build on
    main()
