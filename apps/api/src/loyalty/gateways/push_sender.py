"""Sends pushes by several threads, so that a push service that is slow or away delays no other's."""

import threading
import time
from collections.abc import Callable

from loyalty.db import jobs
from loyalty.gateways.channels import Channel, ProviderDown
from loyalty.gateways.outbox import PUSH, message_of

# A service that fails is paused for 1 s, 2 s, 4 s … in each process.
MAX_PAUSE_S = 60


class PushSender:
    """Sends to each service by one thread at a time. The threads of a process share one."""

    def __init__(self, channel: Channel, clock: Callable[[], float] = time.monotonic) -> None:
        self._channel, self._clock = channel, clock
        self._one_at_a_time = threading.Lock()
        self._busy: set[str] = set()
        # By service: until when it is paused, and how often it has failed in a row.
        self._paused: dict[str, tuple[float, int]] = {}

    def idle_s(self) -> float:
        """For how many seconds a thread may sleep that has found nothing to send."""
        return 1.0 if self._paused or self._busy else jobs.idle_s(PUSH)

    def send_next(self) -> bool:
        """Send the next push that is due to a service that is free and not paused; False when none is."""
        with self._one_at_a_time:
            paused = {service for service, (until, _) in self._paused.items() if until > self._clock()}
            job = jobs.take(PUSH, self._busy | paused)
            if job is None:
                return False
            service = job.recipient
            self._busy.add(service)
        error: Exception | None = None
        try:
            error = jobs.run(job, lambda job: self._channel.send(message_of(job)))
        finally:
            with self._one_at_a_time:
                self._busy.discard(service)
                _, failures = self._paused.pop(service, (0.0, 0))
                if isinstance(error, ProviderDown):
                    pause_s = min(2**failures, MAX_PAUSE_S)
                    self._paused[service] = self._clock() + pause_s, min(failures + 1, 10)
        return True
