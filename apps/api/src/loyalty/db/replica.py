"""The replica: whether it has what the leader had a moment ago, and whose writes it may not have yet
(decision 0050).
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable
from datetime import datetime, timedelta
from time import monotonic, sleep
from typing import Any

import structlog
from prometheus_client import REGISTRY, Counter
from sqlalchemy import Connection, Engine, Select, String, bindparam, func, literal_column, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Mapped, mapped_column

from loyalty.db.engines import read_engine
from loyalty.db.server_clock import ReadAt
from loyalty.db.tables import Base, inserts_on_conflict, table_of

log = structlog.get_logger(__name__)

READS = Counter(
    "loyalty_replica_reads_total",
    "Reads that the replica may serve, by who served them and why.",
    ["by"],
    registry=REGISTRY,
)

# A replica that lacks what the leader had so long ago is not read.
MOST_BEHIND_S = 5.0
# After a write, its author reads from the leader for so long: more than MOST_BEHIND_S and the time that
# a transaction takes from its last statement to its commit.
FROM_LEADER = timedelta(seconds=15)
LOOK_EVERY_S = 1.0
# Nothing is read from a replica that was not looked at for so long: it may have stopped since.
TRUSTED_FOR_S = 3.0
# The two clocks may differ by so much: whether a voucher has expired is asked of either.
CLOCKS_DIFFER = timedelta(seconds=1)


class RecentWrite(Base):
    """When somebody last wrote, or was written about: `member:7`, `staff:3`. Only kept beside a replica."""

    __tablename__ = "recent_writes"

    who: Mapped[str] = mapped_column(String(40), primary_key=True)
    at: Mapped[datetime] = mapped_column(index=True)


_NOTE = inserts_on_conflict(table_of(RecentWrite), lambda new: {"at": new.at})["postgresql"]
_WROTE = select(RecentWrite.at, ReadAt().label("read_at")).where(RecentWrite.who == bindparam("who"))
_LEADER: Select[Any, Any] = select(ReadAt(), literal_column("pg_current_wal_flush_lsn() - '0/0'::pg_lsn"))
_REPLICA: Select[Any] = select(
    ReadAt(), func.pg_is_in_recovery(), literal_column("pg_last_wal_replay_lsn() - '0/0'::pg_lsn")
)


def note_writes(writing: Connection, who: Iterable[str]) -> None:
    """Write down, in the transaction that is about to commit, whose it is and whom it is about."""
    at = writing.scalar(select(ReadAt()))
    writing.execute(_NOTE, [{"who": each, "at": at} for each in sorted(who)])


def wrote_lately(leader: Connection, who: str) -> bool:
    """Whether what somebody wrote, or what was written about them, may not have reached the replica yet."""
    found = leader.execute(_WROTE, {"who": who}).first()
    return found is not None and found.at > found.read_at - FROM_LEADER


class Replica:
    """A replica of the leader, and how far it has come, as this process last saw it.

    The leader's position in its log is noted once a second; as soon as the replica has applied that position
    it is known to have everything that was committed until then. Nobody who reads waits for that.
    """

    def __init__(self, url: str, leader: Engine) -> None:
        """`leader` is the engine that reads from the leader."""
        self.engine = read_engine(url)
        self._leader = leader
        self._looking = threading.Lock()
        self._positions: deque[tuple[float, int]] = deque()
        self._looked_at = self._began_at = self._complete_until = float("-inf")
        self._problem: str | None = None

    def may_be_read(self) -> bool:
        """Whether it has everything that was committed MOST_BEHIND_S ago; starts the next look at it."""
        at = monotonic()
        if at - self._began_at >= LOOK_EVERY_S and self._looking.acquire(blocking=False):
            self._began_at = at
            threading.Thread(target=self._look_and_release, name="replica", daemon=True).start()
        return self._is_good()

    def _is_good(self) -> bool:
        at = monotonic()
        return at - self._looked_at <= TRUSTED_FOR_S and at - self._complete_until <= MOST_BEHIND_S

    def look(self) -> bool:
        """Whether it may be read, seen now; waits a second for one that catches up: for commands."""
        until = monotonic() + LOOK_EVERY_S
        with self._looking:
            self._look()
            while self._positions and monotonic() < until:
                sleep(0.05)
                self._look()
        return self._is_good()

    def failed(self, error: DBAPIError) -> None:
        """Read no more from it until it was looked at again, after a statement failed there."""
        self._skip(type(error).__name__)

    def close(self) -> None:
        """Close every connection, after the look that is under way."""
        with self._looking:
            self.engine.dispose()

    def _look_and_release(self) -> None:
        try:
            self._look()
        finally:
            self._looking.release()

    def _look(self) -> None:
        at = monotonic()
        try:
            with self._leader.connect() as leader:
                leaders_clock, position = leader.execute(_LEADER).one()
            with self.engine.connect() as replica:
                clock, is_replica, applied = replica.execute(_REPLICA).one()
        except DBAPIError as error:
            self._skip(type(error).__name__)
            return
        if not is_replica:
            self._skip("it is no replica")
            return
        if abs(clock - leaders_clock) > CLOCKS_DIFFER:
            self._skip("its clock differs from the leader's")
            return
        self._positions.append((at, int(position)))
        while self._positions and self._positions[0][1] <= (applied or 0):
            self._complete_until = self._positions.popleft()[0]
        if at - self._complete_until <= MOST_BEHIND_S:
            self._looked_at = monotonic()
            self._tell(None)
        while self._positions and at - self._positions[0][0] > MOST_BEHIND_S:
            self._positions.popleft()
            self._tell("it is behind")

    def _skip(self, problem: str) -> None:
        self._looked_at = self._complete_until = float("-inf")
        self._positions.clear()
        self._tell(problem)

    def _tell(self, problem: str | None) -> None:
        """Log what has changed, once."""
        before, self._problem = self._problem, problem
        if problem and problem != before:
            log.warning("the replica is not read", reason=problem)
        elif before and not problem:
            log.info("the replica is read again")
