"""The same calls with few members and with many: what grows with the programme, and what must not.

Two databases of each kind, filled by SQL, one with a thousand members and one with as many as asked for, ten
lines of the ledger each. Rounds are interleaved; a call's figure is the median of its processor time with
many, divided by that with few in the same round.
"""

# ruff: noqa: S608  # statements of fixed pieces

import random
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from statistics import median

from calls import CALLS
from measure import Subject, databases, requests_of, say
from sqlalchemy import bindparam, create_engine, text
from stage import Stage, api_environment, open_app, serving, set_up

from loyalty.db.session import transaction
from loyalty.db.tables import UtcDateTime
from loyalty.features.access import sign_in

FEW = 1_000
LINES = 10
ASKING = 200  # so many of them make the requests, spread over all
WITHIN = 0.2
FIRST_ID = 1_000_000
WATCHED = ("read a member", "activity list", "claim")

_NUMBERS = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :many) "
_TENS = ", tens(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM tens WHERE k < :lines) "
_FILL = (
    "INSERT INTO members (id, name, calling_code, mobile_number, gender_id, status_id, referral_code,"
    " member_code, created_at) " + _NUMBERS + "SELECT :first + n, 'Member ' || n, '60',"
    " CAST(1100000000 + n AS VARCHAR(15)), 2, 1, 'G' || n, 'G' || n, :at FROM numbers",
    "INSERT INTO point_accounts (member_id, balance, tier_points, tier_level, seq, head, last_entry_at,"
    " steps_lost) " + _NUMBERS + "SELECT :first + n, 1000 * :lines, 0, 0, :lines, :seal, :at, 0 FROM numbers",
    "INSERT INTO ledger_entries (member_id, seq, action_id, delta, balance_before, balance_after, tier_delta,"
    " tier_before, tier_after, source_type, source_id, remark, created_at, seal_before) "
    + _NUMBERS
    + _TENS
    + "SELECT :first + n, k, 4, 1000, 1000 * (k - 1), 1000 * k, 0, 0, 0, 'growth', n || '.' || k,"
    " 'Welcome back', :at, :seal FROM numbers CROSS JOIN tens",
)


@dataclass(frozen=True)
class Growth:
    """What a call costs with many members, as a ratio to what it costs with few."""

    what: str
    database: str
    members: int
    lines: int
    ratio: float
    goal: float
    met: bool
    cpu_us: float


def measure_growth(many: int, rounds: int, requests: int) -> list[Growth]:
    """Fill, measure and compare."""
    with tempfile.TemporaryDirectory(prefix="loyalty-bench-") as folder, ExitStack() as stack:
        pairs: list[tuple[Subject, Subject]] = []
        for database, of_few, of_many in stack.enter_context(databases(folder, ("few", "many"))):
            few = _subjects(stack, folder, f"{database}, {FEW} members", of_few, FEW)
            more = _subjects(stack, folder, f"{database}, {many} members", of_many, many)
            pairs += zip(few, more, strict=True)
        for pair in pairs:
            for subject in pair:
                subject.run(max(ASKING, requests // 2))
                subject.forget()
        for nth in range(rounds):
            say(f"round {nth + 1} of {rounds} …")
            for pair in pairs:
                for subject in pair if nth % 2 else reversed(pair):
                    subject.run(requests)
        return [_compared(few, more, many) for few, more in pairs]


def growth_table(found: list[Growth]) -> str:
    """The results for people."""
    rows = [f"{'what':<22} {'database':<11} {'members':>9} {'lines':>10} {'ratio':>6} {'goal':>6}  met"]
    rows += [
        f"{each.what:<22} {each.database:<11} {each.members:>9,} {each.lines:>10,} {each.ratio:>6.2f} "
        f"{f'≤ {each.goal:g}':>6}  {'yes' if each.met else 'no'}"
        for each in found
    ]
    return "\n".join(rows)


def _subjects(stack: ExitStack, folder: str, name: str, url: str, members: int) -> list[Subject]:
    say(f"{name}: filling the database …")
    stage = _grown(set_up(url), members)
    server = stack.enter_context(serving(folder, name, "loyalty:create_app()", api_environment(url)))
    database = name.partition(",")[0]
    return [
        Subject(call.name, database, None, server, requests_of(call, stage))
        for call in CALLS
        if call.name in WATCHED
    ]


def _grown(stage: Stage, members: int) -> Stage:
    """The same with so many more members, some of whom are signed in."""
    app = open_app(stage.url)
    at = datetime(2026, 1, 5, 4, tzinfo=UTC)
    values = {"many": members, "lines": LINES, "first": FIRST_ID, "seal": "0" * 64, "at": at}
    moment = bindparam("at", type_=UtcDateTime())
    chosen = random.Random(7).sample(range(1, members + 1), ASKING)  # noqa: S311
    # Connections of its own: those of the API give up on what takes longer than a request may.
    engine = create_engine(stage.url)
    with engine.begin() as filling:
        for statement in _FILL:
            filling.execute(text(statement).bindparams(moment), values)
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as tidying:
            tidying.execute(text("VACUUM ANALYZE"))
    engine.dispose()
    with app.app_context():
        people = []
        for nth in chosen:
            with transaction() as db:
                people.append((FIRST_ID + nth, sign_in.begin(db, FIRST_ID + nth, at_mini=False).login_token))
    app.extensions["loyalty.database"].close()
    return Stage(stage.url, people, stage.claimed)


def _compared(few: Subject, more: Subject, members: int) -> Growth:
    ratio = median(dear / cheap for dear, cheap in zip(more.busy_us, few.busy_us, strict=True))
    return Growth(
        what=few.name,
        database=few.database,
        members=members,
        lines=members * LINES,
        ratio=round(ratio, 2),
        goal=1 + WITHIN,
        met=ratio <= 1 + WITHIN,
        cpu_us=round(median(more.busy_us)),
    )
