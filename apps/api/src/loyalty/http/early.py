"""Kept public lists, answered before anything else of the application is awake.

What the application says of a public list (public_bytes) is remembered whole, headers included, for as long
as its bytes are. The same question of a visitor is answered here: it costs about what a bare view costs.
Everything else goes on: a token, another method, a part of an answer, a flood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic, perf_counter
from typing import Any

from flask import Flask, Response, request
from werkzeug.datastructures import Headers
from werkzeug.http import parse_etags, remove_entity_headers

from loyalty.http.address import network_of
from loyalty.http.floods import Windows
from loyalty.http.logs import write_line
from loyalty.http.request_id import id_of

# So many different questions are remembered: there are as many as callers think up.
MOST = 64
# Whoever sends one of these wants more than the list: the application reads them.
ASKS_FOR_MORE = (
    "HTTP_AUTHORIZATION",
    "HTTP_X_USER_TOKEN",
    "HTTP_RANGE",
    "HTTP_IF_MATCH",
    "HTTP_IF_MODIFIED_SINCE",
    "HTTP_IF_UNMODIFIED_SINCE",
)

Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]
Question = tuple[str, str]


@dataclass(frozen=True)
class Kept:
    """An answer with its headers, those of "you have it already" beside them, and until when it is good."""

    until: float
    route: str
    headers: list[tuple[str, str]]
    headers_unchanged: list[tuple[str, str]]
    etag: str
    body: bytes


class EarlyAnswers:
    """Stands before an application and answers what is kept."""

    def __init__(self, application: Wsgi, windows: Windows | None) -> None:
        self.application = application
        self.windows = windows
        self.kept: dict[Question, Kept] = {}

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer, or let the application do it."""
        kept = self.kept.get((environ["PATH_INFO"], environ.get("QUERY_STRING", "")))
        if kept is None or not self._may_answer(environ, kept):
            return self.application(environ, start_response)
        started = perf_counter()
        unchanged = self._has_it(environ, kept)
        headers = kept.headers_unchanged if unchanged else kept.headers
        start_response("304 NOT MODIFIED" if unchanged else "200 OK", headers)
        status, seconds = 304 if unchanged else 200, perf_counter() - started
        write_line("GET", kept.route, status, seconds, request_id=id_of(environ))
        return [] if unchanged else [kept.body]

    def keep(self, response: Response, until: float) -> None:
        """Remember what the application answers to the request at hand, before it is cut to what is asked."""
        if request.method != "GET" or request.url_rule is None:
            return
        if len(self.kept) >= MOST:
            self.kept.clear()
        headers = [
            (name, value) for name, value in response.headers if name not in ("Date", "Content-Length")
        ]
        unchanged = Headers(headers)
        remove_entity_headers(unchanged)
        body = response.get_data()
        question = request.environ["PATH_INFO"], request.environ.get("QUERY_STRING", "")
        self.kept[question] = Kept(
            until=until,
            route=request.url_rule.rule,
            headers=[*headers, ("Content-Length", str(len(body)))],
            headers_unchanged=unchanged.to_wsgi_list(),
            etag=response.get_etag()[0] or "",
            body=body,
        )

    def _may_answer(self, environ: dict[str, Any], kept: Kept) -> bool:
        if environ["REQUEST_METHOD"] != "GET" or monotonic() >= kept.until:
            return False
        if any(name in environ for name in ASKS_FOR_MORE):
            return False
        return self.windows is None or not self.windows.wait_s(network_of(environ.get("REMOTE_ADDR", "")))

    @staticmethod
    def _has_it(environ: dict[str, Any], kept: Kept) -> bool:
        sent = environ.get("HTTP_IF_NONE_MATCH")
        return sent is not None and parse_etags(sent).contains_weak(kept.etag)


def init_app(app: Flask, windows: Windows | None) -> None:
    """Stand before the application. `windows` counts floods of this process, None when nobody counts."""
    early = EarlyAnswers(app.wsgi_app, windows)
    app.extensions["loyalty.early"] = early
    app.wsgi_app = early  # type: ignore[method-assign]
