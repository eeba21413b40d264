"""The id of a request, in its answer and in every line of the log."""

import re
from random import getrandbits
from typing import Any

from flask import has_request_context, request

HEADER = "X-Request-Id"
_OWN = "loyalty.request_id"
_VALID_ID = re.compile(r"[A-Za-z0-9._-]{8,64}", re.ASCII)


def request_id() -> str:
    """The id of the request at hand; outside of one, a new one."""
    return id_of(request.environ) if has_request_context() else _new_id()


def id_of(environ: dict[str, Any]) -> str:
    """The id of a WSGI request, the same however often it is asked for."""
    found: str | None = environ.get(_OWN)
    if found is None:
        sent = environ.get("HTTP_X_REQUEST_ID", "")
        found = environ[_OWN] = sent if _VALID_ID.fullmatch(sent) else _new_id()
    return found


def _new_id() -> str:
    """A random id. It is not a secret, so a fast generator does."""
    return f"{getrandbits(128):032x}"
