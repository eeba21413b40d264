"""An id for every request: taken from a caller that sends a sane one, made otherwise, answered always."""

from __future__ import annotations

import re
from random import getrandbits
from typing import Any

from flask import has_request_context, request

HEADER = "X-Request-Id"
_OWN = "loyalty.request_id"
_SANE = re.compile(r"[A-Za-z0-9._-]{8,64}", re.ASCII)


def request_id() -> str:
    """The id of the request at hand; outside of one, a new one."""
    return id_of(request.environ) if has_request_context() else _new_id()


def id_of(environ: dict[str, Any]) -> str:
    """The id of a WSGI request, the same however often it is asked for."""
    found: str | None = environ.get(_OWN)
    if found is None:
        said = environ.get("HTTP_X_REQUEST_ID", "")
        found = environ[_OWN] = said if said and _SANE.fullmatch(said) else _new_id()
    return found


def _new_id() -> str:
    """It is no secret, only unlike any other: the system need not be asked for chance with every request."""
    return f"{getrandbits(128):032x}"
