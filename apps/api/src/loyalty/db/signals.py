"""What wakes the threads that wait for work: commits of this process, on PostgreSQL also of the others."""

import threading
from collections import Counter
from typing import TYPE_CHECKING

from sqlalchemy import func, select

if TYPE_CHECKING:
    from loyalty.db.session import Database

CHANNEL = "jobs"
# How long a thread sleeps at most, in seconds: while other processes' commits arrive, and while not.
LISTENING_SLEEP_S, POLLING_SLEEP_S = 10.0, 1.0
# The topic by which a listener tests its connection: pgbouncer passes nothing on between transactions.
TRIAL = "trial"
TRIAL_S = 2.0
STOP_CHECK_S = 1.0


class Signals:
    """Counts, by topic, how often there was something new; threads wait for the next time."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._counts: Counter[str] = Counter()
        self.is_listening = False

    def count(self, topic: str) -> int:
        """How often a topic was woken so far."""
        return self._counts[topic]

    def wake(self, *topics: str) -> None:
        """Wake those who wait for these topics; all who wait where none is named."""
        with self._changed:
            self._counts.update(topics or self._counts.keys())
            self._changed.notify_all()

    def wait(self, topic: str, seen: int, timeout_s: float) -> None:
        """Wait until a topic's count is another than `seen`, for `timeout_s` at most."""
        with self._changed:
            self._counts.setdefault(topic, seen)
            self._changed.wait_for(lambda: self._counts[topic] != seen, timeout_s)

    @property
    def longest_sleep_s(self) -> float:
        """How long a thread may sleep without being woken."""
        return LISTENING_SLEEP_S if self.is_listening else POLLING_SLEEP_S


def listen(database: "Database", stopping: threading.Event) -> None:
    """Wake this process's threads by the commits of all processes, until `stopping` or an error."""
    from loyalty.db.postgresql import autocommit_connection

    with autocommit_connection(database.writes) as connection:
        connection.execute("LISTEN jobs")
        with database.writes.begin() as other:
            other.execute(select(func.pg_notify(CHANNEL, TRIAL)))
        received = [each.payload for each in connection.notifies(timeout=TRIAL_S, stop_after=1)]
        database.signals.is_listening = bool(received)
        try:
            database.signals.wake(*received)
            while not stopping.is_set():
                for each in connection.notifies(timeout=STOP_CHECK_S):
                    database.signals.wake(each.payload)
        finally:
            database.signals.is_listening = False
