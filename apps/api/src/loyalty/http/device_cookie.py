"""The cookie that names a browser: a device that has proved a number keeps its limits."""

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


def has_device_cookie() -> bool:
    """Whether the browser sent the name that an earlier answer gave it."""
    return _NAME.fullmatch(request.cookies.get(DEVICE_COOKIE, "")) is not None


def device_cookie() -> str:
    """The device's random name; a new one for a device that has none."""
    if "device" not in g:
        g.device = request.cookies[DEVICE_COOKIE] if has_device_cookie() else secrets.token_urlsafe(24)
    found: str = g.device
    return found


def keeps_device_cookie(view: Callable[P, Response]) -> Callable[P, Response]:
    """Set the device's cookie when the call succeeds, out of reach of scripts: it lifts limits for a known
    device and signs nobody in.
    """

    @wraps(view)
    def keeping(*args: P.args, **kwargs: P.kwargs) -> Response:
        answer = view(*args, **kwargs)
        answer.set_cookie(
            DEVICE_COOKIE,
            device_cookie(),
            max_age=DEVICE_LIFE_S,
            path="/api",
            httponly=True,
            secure=config.current().production,
            samesite="Strict",
        )
        return answer

    return keeping
