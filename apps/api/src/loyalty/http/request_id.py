"""An id for every request: taken from a caller that sends a sane one, made otherwise, answered always."""

from __future__ import annotations

import re
from random import getrandbits

from flask import Flask, Response, g, has_request_context, request

HEADER = "X-Request-Id"
_SANE = re.compile(r"[A-Za-z0-9._-]{8,64}", re.ASCII)


def request_id() -> str:
    """The id of the request at hand; outside of one, a new one."""
    if not has_request_context():
        return _new_id()
    if "request_id" not in g:
        g.request_id = request_id_for(request.headers.get(HEADER, ""))
    found: str = g.request_id
    return found


def request_id_for(said: str) -> str:
    """What a caller said, when it is sane; otherwise a new id."""
    return said if said and _SANE.fullmatch(said) else _new_id()


def _new_id() -> str:
    """It is no secret, only unlike any other: the system need not be asked for chance with every request."""
    return f"{getrandbits(128):032x}"


def init_app(app: Flask) -> None:
    """Put the id on every answer."""

    @app.after_request
    def answer_the_id(response: Response) -> Response:
        response.headers[HEADER] = request_id()
        return response
