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
from urllib.parse import parse_qsl, urlencode

from flask import Flask, Response, request
from werkzeug.datastructures import Headers
from werkzeug.http import parse_etags, remove_entity_headers

from loyalty.http.address import network_of
from loyalty.http.floods import Windows
from loyalty.http.logs import write_line
from loyalty.http.request_id import id_of

# So many answers are kept. A caller can ask for one parameter in many spellings, such as 1 and 01.
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
# A path, and the query with nothing but the parameters that the path knows.
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
        self.parameters: dict[str, tuple[str, ...]] = {}

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer, or let the application do it."""
        question = self._question(environ)
        kept = None if question is None else self.kept.get(question)
        if kept is None or not self._may_answer(environ, kept):
            return self.application(environ, start_response)
        started = perf_counter()
        unchanged = self._has_it(environ, kept)
        headers = kept.headers_unchanged if unchanged else kept.headers
        start_response("304 NOT MODIFIED" if unchanged else "200 OK", headers)
        status, seconds = 304 if unchanged else 200, perf_counter() - started
        write_line("GET", kept.route, status, seconds, request_id=id_of(environ))
        return [] if unchanged else [kept.body]

    def keep(self, response: Response, until: float, parameters: tuple[str, ...]) -> None:
        """Remember what the application answers to the request at hand, before it is cut to what is asked.

        `parameters` are those of the query that the answer depends on.
        """
        if request.method != "GET" or request.url_rule is None:
            return
        self.parameters[request.environ["PATH_INFO"]] = parameters
        question = self._question(request.environ)
        if question is None:
            return
        if len(self.kept) >= MOST:
            del self.kept[next(each for each in self.kept if each[1])]
        headers = [
            (name, value) for name, value in response.headers if name not in ("Date", "Content-Length")
        ]
        unchanged = Headers(headers)
        remove_entity_headers(unchanged)
        body = response.get_data()
        self.kept[question] = Kept(
            until=until,
            route=request.url_rule.rule,
            headers=[*headers, ("Content-Length", str(len(body)))],
            headers_unchanged=unchanged.to_wsgi_list(),
            etag=response.get_etag()[0] or "",
            body=body,
        )

    def _question(self, environ: dict[str, Any]) -> Question | None:
        """What a request asks, or None when nothing is kept for its path or the application has to look.

        Whatever a path without parameters is asked for besides, the answer is the same, and is kept once.
        """
        path = environ["PATH_INFO"]
        parameters = self.parameters.get(path)
        if parameters is None:
            return None
        query = environ.get("QUERY_STRING", "")
        if not query or not parameters:
            return path, ""
        asked = parse_qsl(query, keep_blank_values=True)
        names = {name for name, _ in asked}
        if len(names) < len(asked) or not names <= set(parameters):
            return None
        return path, urlencode(sorted(asked))

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
