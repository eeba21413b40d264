"""The connections that threads read by, kept from one request to the next."""

from __future__ import annotations

import threading
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from weakref import WeakSet

from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session

from loyalty.db.engines import still_there
from loyalty.db.quick import LINE

# As many threads keep one as a worker has; all others hand theirs back, so that nobody waits for them.
MOST_KEPT = 4


@dataclass(eq=False)
class Reading:
    """A connection that reads, with its session. `losses` are those its engine knew of when it was opened."""

    line: Connection
    losses: int
    rests_since: float = 0.0
    session: Session = field(init=False)

    def __post_init__(self) -> None:
        self.session = Session(self.line, expire_on_commit=False, autoflush=False)
        self.session.info[LINE] = self.line

    @property
    def is_clean(self) -> bool:
        """Whether only quick statements used it: each was read to its end, so nothing is left open."""
        return not (self.session.in_transaction() or self.line.in_transaction() or self.line.invalidated)

    def close(self) -> None:
        """Give the connection back to the pool."""
        self.session.close()
        self.line.close()


class ReadingLines:
    """Opening and closing a connection and its session costs more than a statement: a thread keeps its own.

    Between two requests it holds no snapshot, for every statement is its own transaction (AUTOCOMMIT). One
    that has rested is asked whether it is still there, and after any loss every thread opens a new one.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._losses = 0
        self._mine = threading.local()
        self._kept: WeakSet[Reading] = WeakSet()
        event.listen(engine, "invalidate", self._note_loss)

    def take(self) -> Reading:
        """This thread's own, or a new one; raises what a connection that cannot be had raises."""
        kept: Reading | None = getattr(self._mine, "reading", None)
        if kept is None:
            return self._open()
        self._mine.reading = None
        self._kept.discard(kept)
        driver = kept.line.connection.driver_connection
        if kept.losses == self._losses and still_there(self._engine, driver, kept.rests_since):
            return kept
        kept.line.detach()  # then closing it closes it for good
        kept.close()
        return self._open()

    def give_back(self, reading: Reading) -> None:
        """Keep it for this thread's next request where it may be kept, else close it."""
        there_is_one = getattr(self._mine, "reading", None) is not None
        if there_is_one or not reading.is_clean or len(self._kept) >= MOST_KEPT:
            reading.close()
            return
        reading.rests_since = monotonic()
        self._mine.reading = reading
        self._kept.add(reading)

    def close(self) -> None:
        """Close those that rest. Taken out one by one: other threads may still put theirs in."""
        with suppress(KeyError):
            while True:
                self._kept.pop().close()
        self._mine = threading.local()

    def _open(self) -> Reading:
        losses = self._losses
        return Reading(self._engine.connect(), losses)

    def _note_loss(self, *_of_what: object) -> None:
        self._losses += 1
