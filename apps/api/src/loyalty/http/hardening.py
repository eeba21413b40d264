"""What a browser may do with an answer of the API: read it, from our own pages, as what it says it is."""

from __future__ import annotations

from flask import Flask, Response, request

NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
# The viewer of the documentation draws itself; it stands on the API's own address, where nobody is signed in.
VIEWER = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def init_app(app: Flask) -> None:
    """Put the headers on every answer, failures included; what a view said itself stays."""

    @app.after_request
    def harden(response: Response) -> Response:
        policy = VIEWER if request.path.startswith("/api/docs") else NOTHING
        said = {name.lower() for name, _ in response.headers}
        for name, value in (*HEADERS.items(), ("Content-Security-Policy", policy)):
            if name.lower() not in said:
                response.headers.add(name, value)
        return response
