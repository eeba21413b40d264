"""The worker: a loop that sends waiting messages, as a thread of the API or as a process of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

import structlog

from loyalty import config as settings
from loyalty.config import Config
from loyalty.db.connections import Database
from loyalty.gateways.channels import Channel
from loyalty.gateways.outbox import MAIL, PHONE, drain

log = structlog.get_logger(__name__)

LOOK_EVERY_S = 0.1
REST_AFTER_ERROR_S = 2.0
CHORES_EVERY_S = 600.0

Chore = Callable[[], object]


class Worker:
    """Looks into the outbox ten times a second, so that a code leaves within 0.2 s.

    Letters have a thread of their own beside it: a mail server that hangs holds up no code.
    """

    def __init__(
        self,
        config: Config,
        database: Database,
        channel: Channel,
        chores: Sequence[Chore] = (),
        letters: Channel | None = None,
    ) -> None:
        """`chores` are done every ten minutes beside the messages, such as forgetting old rows."""
        self._config = config
        self._database = database
        self._channel = channel
        self._letters = letters
        self._chores = chores
        self._chores_due = 0.0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def start(self) -> None:
        """Run beside the requests of this process; more calls change nothing. Called after any fork."""
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self.run, name="outbox", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """End the loop after the message at hand."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def run(self) -> None:
        """Send until stopped; a database that is away is waited for."""
        postman = None
        if self._letters is not None:
            postman = threading.Thread(
                target=self._send, args=(self._letters, MAIL), name="letters", daemon=True
            )
            postman.start()
        self._send(self._channel, PHONE)
        if postman is not None:
            postman.join(timeout=5)

    def _send(self, channel: Channel, lane: str) -> None:
        settings.bind(self._config)
        failed: type[Exception] | None = None
        while not self._stop.is_set():
            try:
                with self._database.bound():
                    busy = drain(channel, lane=lane) > 0
                    if lane == PHONE:
                        self._do_chores()
            except Exception as error:
                # The trace once: a database that is away fails alike every two seconds.
                trace = None if failed is type(error) else error
                failed = type(error)
                log.error("outbox worker failed", lane=lane, error=failed.__name__, exc_info=trace)
                self._stop.wait(REST_AFTER_ERROR_S)
                continue
            failed = None
            if not busy:
                self._stop.wait(LOOK_EVERY_S)

    def _do_chores(self) -> None:
        if time.monotonic() < self._chores_due:
            return
        self._chores_due = time.monotonic() + CHORES_EVERY_S
        for chore in self._chores:
            chore()
