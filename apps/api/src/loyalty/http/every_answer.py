"""What every answer says, whatever part of the application gave it.

Which request it answers; what a browser may do with it: read it, from our own pages, as what it says it is;
and that nobody may keep it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask

from loyalty.http.request_id import HEADER, id_of

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
Said = list[tuple[str, str]]

NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
# The viewer of the documentation draws itself; it stands on the API's own address, where nobody is signed in.
VIEWER = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
HARDENED = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Content-Security-Policy", NOTHING),
]
HARDENED_VIEWER = [*HARDENED[:-1], ("Content-Security-Policy", VIEWER)]
OF_A_CALL = [*HARDENED, ("Cache-Control", "no-store")]


class EveryAnswer:
    """Stands before an application and completes its headers; what it said itself stays.

    Here and not in Flask, where each header goes through two lists that look at every sign of it.
    """

    def __init__(self, application: Wsgi) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Have the request answered."""
        more = _headers_for(environ["PATH_INFO"])

        def start(status: str, headers: Said, *failure: Any) -> Any:
            said = {name.lower() for name, _ in headers}
            unsaid = [each for each in more if each[0].lower() not in said]
            return start_response(status, [*headers, *unsaid, (HEADER, id_of(environ))], *failure)

        return self.application(environ, start)


def _headers_for(path: str) -> Said:
    if not path.startswith("/api/"):
        return HARDENED
    return [*HARDENED_VIEWER, OF_A_CALL[-1]] if path.startswith("/api/docs") else OF_A_CALL


def init_app(app: Flask) -> None:
    """Stand before the application."""
    app.wsgi_app = EveryAnswer(app.wsgi_app)  # type: ignore[method-assign]
