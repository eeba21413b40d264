"""Rate limits per client address. The limits of codes and claims are in the database (features/access).

With Redis, flask-limiter counts for all processes. Within one process a counter in memory does: the library's
own memory store starts a thread for nearly every request.
"""

import threading
from collections.abc import Callable
from functools import wraps
from math import ceil
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from cachetools import TTLCache
from flask import Flask, current_app, request
from werkzeug.exceptions import TooManyRequests

from loyalty import config
from loyalty.errors import NotFound, TooMany
from loyalty.http.client import client_network, is_own_machine
from loyalty.http.logs import PROBES
from loyalty.rules.codes import Code

MAX_IN_A_MINUTE = 1200
WINDOW_S = 60.0
PER_ADDRESS = f"{MAX_IN_A_MINUTE} per minute"
MAX_ADDRESSES = 10_000
# When Redis takes longer, each process counts in memory until it recovers.
REDIS_TIMEOUT_S = 0.1
_REDIS_OPTIONS: dict[str, Any] = {
    "socket_timeout": REDIS_TIMEOUT_S,
    "socket_connect_timeout": REDIS_TIMEOUT_S,
    "retry": None,
}


class FixedWindows:
    """Requests counted for each address in a window that begins with the first one.

    Of more than MAX_ADDRESSES the one that has not asked for longest is forgotten.
    """

    def __init__(self, most: int = MAX_IN_A_MINUTE, window_s: float = WINDOW_S) -> None:
        self._most, self._window_s = most, window_s
        self._windows: TTLCache[str, list[float]] = TTLCache(MAX_ADDRESSES, window_s)
        self._one_at_a_time = threading.Lock()

    def wait_s(self, address: str) -> int:
        """Count a request; returns the seconds to wait, 0 when it is within the limit."""
        at = monotonic()
        with self._one_at_a_time:
            window = self._windows.setdefault(address, [at + self._window_s, 0])
            window[1] += 1
        until, count = window
        return 0 if count <= self._most else max(1, ceil(until - at))

    def reset(self) -> None:
        """Reset the counts."""
        with self._one_at_a_time:
            self._windows.clear()


def wait_s(name: str, most: int, window_s: float) -> int:
    """Count a request of this client for a limit by name; returns the seconds to wait, 0 within the limit.

    Each process counts for itself. Nobody waits where limits are off, nor this machine.
    """
    if not config.current().rate_limits or is_own_machine():
        return 0
    name = f"loyalty.rate_limits.{name}"
    windows: FixedWindows = current_app.extensions.setdefault(name, FixedWindows(most, window_s))
    return windows.wait_s(client_network())


P = ParamSpec("P")
R = TypeVar("R")

# Wrong codes of one address; each process counts for itself. A camera reads a code whole, or not at all.
MAX_WRONG_CODES, WRONG_CODES_WINDOW_S = 30, 600.0


def limits_wrong_codes(view: Callable[P, R]) -> Callable[P, R]:
    """Answer 429 to an address that sends many unknown codes."""

    @wraps(view)
    def limited(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return view(*args, **kwargs)
        except NotFound:
            if wait := wait_s("wrong codes", MAX_WRONG_CODES, WRONG_CODES_WINDOW_S):
                raise TooMany(Code.TOO_MANY_CODES, retry_after_s=wait) from None
            raise

    return limited


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
