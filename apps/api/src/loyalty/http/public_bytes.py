"""Public lists as finished bytes: read and written once, then handed out until they are a few seconds old.

The lists change when an operator says so, in another process; a few seconds later every process has the news.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from flask import Response, current_app, g

FRESH_S = 5.0


@dataclass(frozen=True)
class Fresh:
    """Until when (monotonic seconds) an answer is good, and the query's parameters it depends on."""

    until: float
    parameters: tuple[str, ...]


def public_bytes(key: str, make: Callable[[], Any], parameters: tuple[str, ...] = ()) -> Response:
    """The answer kept under `key`, or what `make` gives now: plain values that JSON can hold.

    There should be few keys: each is kept for good. `parameters` of the query are what the key was made of.
    """
    kept: dict[str, tuple[float, bytes]] = current_app.extensions.setdefault("loyalty.public_bytes", {})
    until, body = kept.get(key, (0.0, b""))
    if monotonic() >= until:
        body, until = current_app.json.dumps(make()).encode(), monotonic() + FRESH_S
        kept[key] = until, body
    g.fresh = Fresh(until, parameters)
    return Response(body, mimetype="application/json")


def fresh() -> Fresh | None:
    """How long the answer at hand is good; None when it is made anew each time."""
    found: Fresh | None = g.get("fresh")
    return found


def drop_public_bytes() -> None:
    """Forget what is kept, so that a change shows at once in this process."""
    current_app.extensions.pop("loyalty.public_bytes", None)
    current_app.extensions["loyalty.early"].kept.clear()
