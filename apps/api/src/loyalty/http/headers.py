"""The headers and the line of log of every response."""

import time

import structlog
from flask import Flask, Response, g, request

from loyalty.http import logs
from loyalty.http.request_id import HEADER, request_id

CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
# The viewer of the documentation runs inline scripts. Production does not serve it (loyalty/web.py).
VIEWER_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
}
API_HEADERS = {**HEADERS, "Cache-Control": "no-store"}


def init_app(app: Flask) -> None:
    """Time every request, set the headers that every response has unless the view has set them, and write the
    one line of log under its route, never under its address.
    """

    @app.before_request
    def begin() -> None:
        g.started = time.perf_counter()
        # Nothing else is ever bound: the last request's id is all there is to replace.
        structlog.contextvars.bind_contextvars(request_id=request_id())

    @app.after_request
    def finish(response: Response) -> Response:
        headers, path, rule = response.headers, request.path, request.url_rule
        there = {name.lower() for name, _ in headers}
        wanted = API_HEADERS if path.startswith("/api/") else HEADERS
        headers.extend([(name, value) for name, value in wanted.items() if name.lower() not in there])
        headers.add(HEADER, request_id())
        if path.startswith("/api/docs"):
            headers["Content-Security-Policy"] = VIEWER_POLICY
        seconds = time.perf_counter() - g.get("started", time.perf_counter())
        method = request.method if request.method in logs.METHODS else "OTHER"
        logs.write_line(method, rule.rule if rule else "unknown", response.status_code, seconds)
        return response
