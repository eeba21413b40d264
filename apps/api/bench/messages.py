"""How long it takes to tell many members of a voucher that ends: found, in the log, in the outbox.

One process and one thread, as the worker has it; the mail server is no part of it. The goal is five minutes
for a hundred thousand members.
"""

# ruff: noqa: S608  # statements of fixed pieces

import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from growth import _FILL, _NUMBERS, FIRST_ID
from measure import databases, say
from sqlalchemy import bindparam, create_engine, text
from stage import open_app, set_up

from loyalty import scheduler
from loyalty.db.session import current_session
from loyalty.db.tables import UtcDateTime
from loyalty.reach.notifications import delivery, log

GOAL_S = 300.0
_VOUCHERS = (
    "INSERT INTO vouchers (member_id, reward_id, code, name, cost, discount_sen, min_spend_sen, outlet_ids,"
    " usable_from, expires_at, created_at, updated_at) "
    + _NUMBERS
    + "SELECT :first + n, (SELECT min(id) FROM rewards), 'M' || n, 'Mango rice', 0, 0, 0, '', :at, :ends,"
    " :at, :at FROM numbers"
)


@dataclass(frozen=True)
class MessagesMeasured:
    """How long each part took in seconds, and how many e-mails wait in the outbox."""

    database: str
    members: int
    found_s: float
    logged_s: float
    put_s: float
    all_s: float
    goal_s: float
    met: bool
    emails: int


def measure_messages(members: int) -> list[MessagesMeasured]:
    """Fill each kind of database, and tell everybody once."""
    with tempfile.TemporaryDirectory(prefix="loyalty-bench-") as folder, ExitStack() as stack:
        return [_measured(name, url, members) for name, url in stack.enter_context(databases(folder))]


def messages_table(found: list[MessagesMeasured]) -> str:
    """The results for people."""
    rows = [f"{'database':<11} {'members':>9} {'found':>8} {'in the log':>11} {'outbox':>8} {'all':>8}  met"]
    rows += [
        f"{each.database:<11} {each.members:>9,} {each.found_s:>6.1f} s {each.logged_s:>9.1f} s "
        f"{each.put_s:>6.1f} s {each.all_s:>6.1f} s  {'yes' if each.met else 'no'}"
        for each in found
    ]
    return "\n".join(rows)


def _measured(name: str, url: str, members: int) -> MessagesMeasured:
    say(f"{name}: filling the database …")
    set_up(url)
    at = datetime.now(UTC).replace(hour=4, minute=0, second=0, microsecond=0)  # noon in Malaysia
    _fill(url, members, at)
    app = open_app(url)
    database = app.extensions["loyalty.database"]
    database.shift.stopped_at = at
    with app.app_context():
        say(f"{name}: telling {members:,} members …")
        found_s = _seconds(scheduler.run)
        logged_s = _seconds(lambda: _until_nothing(log.follow))
        put_s = _seconds(lambda: _until_nothing(delivery.dispatch))
        query = text("SELECT count(*) FROM jobs WHERE kind = 'notification' AND queue = 'email'")
        emails = current_session().execute(query).scalar_one()
    database.close()
    all_s = found_s + logged_s + put_s
    parts = (round(each, 1) for each in (found_s, logged_s, put_s, all_s))
    measured = MessagesMeasured(name, members, *parts, GOAL_S, all_s <= GOAL_S and emails >= members, emails)
    say(messages_table([measured]))
    return measured


def _fill(url: str, members: int, at: datetime) -> None:
    """Members with an address and a voucher that ends in two days."""
    before = at - timedelta(days=20)
    values = {"many": members, "lines": 1, "first": FIRST_ID, "seal": "0" * 64}
    times = (
        bindparam("at", before, type_=UtcDateTime()),
        bindparam("ends", at + timedelta(days=2), type_=UtcDateTime()),
    )
    engine = create_engine(url)
    with engine.begin() as filling:
        for statement in _FILL:
            filling.execute(text(statement).bindparams(times[0]), values)
        filling.execute(text(_VOUCHERS).bindparams(*times), values)
        filling.execute(
            text("UPDATE members SET email = 'm' || id || '@example.com' WHERE id > :first"), values
        )
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as tidying:
            tidying.execute(text("VACUUM ANALYZE"))
    engine.dispose()


def _seconds(act: Callable[[], object]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


def _until_nothing(step: Callable[[], int]) -> None:
    while step():
        pass
