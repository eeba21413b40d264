"""Rate limits per client address. The limits of codes and claims are in the database (features/access).

With Redis, flask-limiter counts for all processes. Within one process a counter in memory does: the library's
own memory store starts a thread for nearly every request.
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
# At so many addresses, those whose window is over are dropped.
ADDRESSES = 10_000
# When Redis takes longer, each process counts in memory until it recovers.
REDIS_TIMEOUT_S = 0.1
_REDIS_OPTIONS: dict[str, Any] = {
    "socket_timeout": REDIS_TIMEOUT_S,
    "socket_connect_timeout": REDIS_TIMEOUT_S,
    "retry": None,
}


class FixedWindows:
    """Requests counted for each address in a window that begins with the first one."""

    def __init__(self, most: int = MOST_IN_A_MINUTE, window_s: float = WINDOW_S) -> None:
        self._most, self._window_s = most, window_s
        self._counts: dict[str, tuple[float, int]] = {}
        self._one_at_a_time = threading.Lock()

    def wait_s(self, address: str) -> int:
        """Count a request; gives the seconds to wait, 0 when it is within the limit."""
        at = monotonic()
        with self._one_at_a_time:
            until, count = self._counts.get(address, (0.0, 0))
            if at >= until:
                if len(self._counts) >= ADDRESSES:
                    self._counts = {key: each for key, each in self._counts.items() if each[0] > at}
                until, count = at + self._window_s, 0
            self._counts[address] = (until, count + 1)
        return 0 if count < self._most else max(1, ceil(until - at))

    def reset(self) -> None:
        """Forget every request so far."""
        with self._one_at_a_time:
            self._counts.clear()


def init_app(app: Flask, *, redis_url: str, on: bool) -> None:
    """Count requests per address, in Redis when several processes share the load, else in this process."""
    if not on:
        return
    if redis_url:
        _count_in_redis(app, redis_url)
        return
    windows = app.extensions["loyalty.rate_limits"] = FixedWindows()

    @app.before_request
    def limit_requests() -> None:
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
        storage_options=_REDIS_OPTIONS,
        in_memory_fallback_enabled=True,
        in_memory_fallback=[PER_ADDRESS],
        headers_enabled=False,
        swallow_errors=True,
    )
