"""Flood limits per address. Limits that protect money or codes are rows in the database, not these.

With Redis several processes count together, and flask-limiter does it. Within one process a plain count does:
the library's own store starts a thread for nearly every request.
"""

from __future__ import annotations

import threading
from math import ceil
from time import monotonic
from typing import Any

from flask import Flask, request
from werkzeug.exceptions import TooManyRequests

from loyalty.http.requests import client_network

MOST_IN_A_MINUTE = 1200
WINDOW_S = 60.0
PER_ADDRESS = f"{MOST_IN_A_MINUTE} per minute"
PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
# So many addresses are remembered; then those whose minute is over are forgotten.
ADDRESSES = 10_000
# A Redis that takes longer than this is as good as none: then each process counts for itself for a while.
REDIS_TIMEOUT_S = 0.1
_PATIENCE: dict[str, Any] = {
    "socket_timeout": REDIS_TIMEOUT_S,
    "socket_connect_timeout": REDIS_TIMEOUT_S,
    "retry": None,
}


class Windows:
    """How often each address came in its window, a minute mostly, which begins with its first request."""

    def __init__(self, most: int = MOST_IN_A_MINUTE, window_s: float = WINDOW_S) -> None:
        self._most, self._window_s = most, window_s
        self._counts: dict[str, tuple[float, int]] = {}
        self._one_at_a_time = threading.Lock()

    def wait_s(self, address: str) -> int:
        """Count a request; gives the seconds to wait, 0 when it may pass."""
        at = monotonic()
        with self._one_at_a_time:
            until, count = self._counts.get(address, (0.0, 0))
            if at >= until:
                if len(self._counts) >= ADDRESSES:
                    self._counts = {key: each for key, each in self._counts.items() if each[0] > at}
                until, count = at + self._window_s, 0
            self._counts[address] = (until, count + 1)
        return 0 if count < self._most else max(1, ceil(until - at))


def init_app(app: Flask, *, redis_url: str, on: bool) -> None:
    """Count requests per address, in Redis when several processes share the load, else in this process."""
    if not on:
        return
    if redis_url:
        _count_in_redis(app, redis_url)
        return
    windows = Windows()

    @app.before_request
    def refuse_floods() -> None:
        if request.path not in PROBES and (wait := windows.wait_s(client_network())):
            raise TooManyRequests(retry_after=wait)


def _count_in_redis(app: Flask, redis_url: str) -> None:
    from flask_limiter import Limiter

    Limiter(
        client_network,
        app=app,
        application_limits=[PER_ADDRESS],
        application_limits_exempt_when=lambda: request.path in PROBES,
        storage_uri=redis_url,
        storage_options=_PATIENCE,
        in_memory_fallback_enabled=True,
        in_memory_fallback=[PER_ADDRESS],
        headers_enabled=False,
        swallow_errors=True,
    )
