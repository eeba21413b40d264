"""What is measured: members with points and lines, fifty rewards, the API as production runs it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import gettempdir

from flask import Flask
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from loyalty import create_app
from loyalty.config import Config
from loyalty.db.session import current_session, transaction
from loyalty.features.access import sign_in
from loyalty.features.members import changes, records
from loyalty.features.points import ledger
from loyalty.features.rewards import programme
from loyalty.features.rewards.models import Reward
from loyalty.rules.rewards import CATALOGUE_KINDS

SECRET = "a key for measuring: known to everybody and good for nothing"  # noqa: S105
LEDGER_KEY = "a third key for measuring: everybody knows it"
HASH_KEY = "another key for measuring: known to everybody as well"
MEMBERS = 40
LINES = 30
REWARDS = 50
PLENTY = 10_000_000
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Stage:
    """A database with its members (id and session token) and the reward that is claimed."""

    url: str
    members: list[tuple[int, str]]
    claimed: int

    def member(self, nth: int) -> tuple[int, str]:
        """The n-th member, round and round."""
        return self.members[nth % len(self.members)]


def sign_in_number(nth: int) -> str:
    """The number of the n-th member who signs in, without its calling code."""
    return f"13{nth:03}{nth:04}"


def open_app(url: str) -> Flask:
    """The application in this process, to fill its database with."""
    keys = {"secret_keys": SECRET, "hash_key": HASH_KEY, "ledger_keys": LEDGER_KEY}
    return create_app(Config(database_url=url, worker=False, **keys))


def set_up(url: str, *, sign_ins: int = 0, commands: Sequence[Sequence[str]] = ()) -> Stage:
    """Fill a fresh database through the API's own services; `sign_ins` more members just have a number.
    `commands` are run when the tables are there.
    """
    app = open_app(url)
    for command in (["db", "upgrade"], *commands, ["seed"]):
        done = app.test_cli_runner().invoke(args=command)
        if done.exit_code:
            raise RuntimeError(done.output)
    with app.app_context():
        claimed = _rewards()
        people = [_member(nth) for nth in range(MEMBERS)]
        for nth in range(sign_ins):
            with transaction() as db:
                _create(db, f"Guest {nth}", sign_in_number(nth))
    app.extensions["loyalty.database"].close()
    return Stage(url, people, claimed)


def _rewards() -> int:
    """Bring the catalogue to fifty; gives the id of one that costs a point and never runs out."""
    with transaction() as db:
        there = db.scalar(select(func.count()).where(Reward.kind.in_(CATALOGUE_KINDS), Reward.is_active))
        usual = {"kind": "points", "type": 2, "valid_days": 30, "description": "<p>Fresh from the pan.</p>"}
        more = [
            programme.row_of(
                {**usual, "id": 5_000 + nth, "title": f"Treat {nth}", "cost": 1 if nth == 0 else 500 + nth}
            )
            for nth in range(REWARDS - int(there or 0))
        ]
        programme.set_up(db, more)
    return 5_000


def _create(db: Session, name: str, number: str, **facts: str) -> int:
    return changes.create(
        db,
        name=name,
        calling_code="60",
        number=number,
        gender_id=2,
        race_id=1,
        date_of_birth=date(1994, 3, 8),
        outlet_id=1,
        **facts,
    )


def _member(nth: int) -> tuple[int, str]:
    with transaction() as db:
        member_id = _create(db, f"Member {nth}", str(120_000_000 + nth), email=f"member{nth}@example.com")
        for line in range(LINES):
            source = ledger.Source("bench", f"{nth}.{line}")
            ledger.earn(db, member_id, PLENTY // LINES, source, "RM 45.90 at Publika")
        token = sign_in.begin(db, member_id, at_mini=False).login_token
    assert records.get_member(current_session(), member_id).member_point_amount > 0  # noqa: S101
    return member_id, token


@dataclass
class Server:
    """A gunicorn with one worker of four threads, behind a socket."""

    socket: str
    process: subprocess.Popen[bytes]

    def busy_ns(self) -> int:
        """Processor time of all its processes so far, in nanoseconds."""
        return sum(_busy_ns(pid) for pid in (self.process.pid, *_children(self.process.pid)))


@contextmanager
def serving(folder: str, name: str, application: str, environment: dict[str, str]) -> Iterator[Server]:
    """Run an application until the end of the block."""
    socket = f"{folder}/{name}.sock"
    gunicorn = [sys.executable, "-m", "gunicorn", "--worker-class", "gthread", "--workers", "1"]
    with Path(f"{folder}/{name}.log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603
            [*gunicorn, "--threads", "4", "--keep-alive", "65", "--bind", f"unix:{socket}", application],
            stdout=log,
            stderr=log,
            cwd=HERE,
            env={**os.environ, **environment},
        )
        try:
            while not Path(socket).exists():
                if process.poll() is not None:
                    raise RuntimeError(Path(log.name).read_text())
                time.sleep(0.05)
            yield Server(socket, process)
        finally:
            process.send_signal(signal.SIGINT)  # at once: connections that are kept open would be waited for
            process.wait(timeout=60)


def api_environment(url: str) -> dict[str, str]:
    """The settings of production: floods counted, one line of log a request; messages leave elsewhere."""
    return {
        "LOYALTY_ENV": "production",
        "LOYALTY_ALLOW_FILE_CHANNEL": "on",
        "LOYALTY_SECRET_KEYS": SECRET,
        "LOYALTY_HASH_KEY": HASH_KEY,
        "LOYALTY_LEDGER_KEYS": LEDGER_KEY,
        "LOYALTY_DATABASE_URL": url,
        "LOYALTY_ATTACHMENTS": gettempdir(),
        "LOYALTY_LOG_FORMAT": "json",
        "LOYALTY_WORKER": "off",
        "LOYALTY_TRUSTED_PROXIES": "1",
        "LOYALTY_SITE_ORIGIN": "https://www.example.com",
        "LOYALTY_MINI_ORIGIN": "https://m.example.com",
    }


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _busy_ns(pid: int) -> int:
    """The scheduler's own count of each thread: the clock ticks of /proc/…/stat are too coarse."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks)
