"""Which of the two apps a request comes from, and from which device."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from flask import Response, g, request

from loyalty import config

P = ParamSpec("P")

DEVICE_COOKIE = "loyalty_device"
_NAME = re.compile(r"[A-Za-z0-9_-]{32}", re.ASCII)
DEVICE_LIFE_S = 400 * 24 * 3600  # the longest a browser keeps a cookie


def from_mini() -> bool:
    """Whether the mini-program sends this request: browsers say so on every POST."""
    settings = config.current()
    return settings.handoff and request.headers.get("Origin") == settings.mini_origin


def channel() -> str:
    """The app a member acts in, as consents are kept: mini or site."""
    return "mini" if from_mini() else "site"


def has_device() -> bool:
    """Whether the browser sent the name that an earlier answer gave it."""
    return _NAME.fullmatch(request.cookies.get(DEVICE_COOKIE, "")) is not None


def device() -> str:
    """The device's random name; a new one for a device that has none."""
    if "device" not in g:
        g.device = request.cookies[DEVICE_COOKIE] if has_device() else secrets.token_urlsafe(24)
    found: str = g.device
    return found


def keeps_device(view: Callable[P, Response]) -> Callable[P, Response]:
    """Let the device keep its name when the call succeeds: it lifts limits for its owner and opens nothing.

    A cookie out of reach of scripts; put it above `response`, so that it sees the answer.
    """

    @wraps(view)
    def keeping(*args: P.args, **kwargs: P.kwargs) -> Response:
        answer = view(*args, **kwargs)
        answer.set_cookie(
            DEVICE_COOKIE,
            device(),
            max_age=DEVICE_LIFE_S,
            path="/api",
            httponly=True,
            secure=config.current().production,
            samesite="Strict",
        )
        return answer

    return keeping
