"""Calls to the servers of super-apps: what they answer, within a time and a size, and never elsewhere.

A server that is slow keeps few of our threads, none of them for longer than TIMEOUT_S.
"""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlencode, urlsplit

from loyalty.gateways.deadlines import connected

TIMEOUT_S = 5.0
LONGEST_ANSWER = 64 * 1024
# How many requests of one process wait for such servers at once; more are refused at once.
MOST_AT_ONCE = 4
FORM = "application/x-www-form-urlencoded"
JSON_BODY = "application/json"


class HostDown(Exception):
    """The host's server does not answer in time, answers too much, or answers what is no JSON."""


@dataclass(frozen=True)
class Answer:
    """A status and an object; empty where a refusal has none."""

    status: int
    body: dict[str, Any]


_places = threading.BoundedSemaphore(MOST_AT_ONCE)


def call(
    method: str,
    url: str,
    fields: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
    *,
    as_json: bool = False,
    timeout_s: float = TIMEOUT_S,
) -> Answer:
    """Ask a server; `fields` go into the query of a GET, into the form or the JSON of a POST.

    Redirects are not followed. Raises HostDown.
    """
    if not _places.acquire(blocking=False):
        raise HostDown("too many calls wait")
    try:
        return _call(method, url, fields or {}, dict(headers or {}), as_json, timeout_s)
    finally:
        _places.release()


def _call(
    method: str, url: str, fields: Mapping[str, str], headers: dict[str, str], as_json: bool, timeout_s: float
) -> Answer:
    parts = urlsplit(url)
    query, body = parts.query, None
    if method == "GET":
        query = "&".join(filter(None, (query, urlencode(fields))))
    else:
        body = json.dumps(fields) if as_json else urlencode(fields)
        headers["Content-Type"] = JSON_BODY if as_json else FORM
    headers |= {"Accept": JSON_BODY, "Connection": "close"}
    path = f"{parts.path or '/'}?{query}" if query else parts.path or "/"
    connection = _connection(parts.scheme, parts.hostname or "", parts.port, timeout_s)
    try:
        with connected(connection, timeout_s):
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            held = answer.read(LONGEST_ANSWER + 1)
    except (OSError, HTTPException, ValueError) as error:
        raise HostDown(type(error).__name__) from error
    if len(held) > LONGEST_ANSWER:
        raise HostDown("the answer is too long")
    if answer.length:
        raise HostDown("the answer is cut off")
    return Answer(answer.status, _read(held, answer.status))


def _connection(scheme: str, host: str, port: int | None, timeout_s: float) -> HTTPConnection:
    if scheme == "http":
        return HTTPConnection(host, port, timeout=timeout_s)
    return HTTPSConnection(host, port, timeout=timeout_s, context=ssl.create_default_context())


def _read(held: bytes, status: int) -> dict[str, Any]:
    try:
        body = json.loads(held)
    except (ValueError, RecursionError) as error:
        if 400 <= status < 500:
            return {}
        raise HostDown("the answer is no JSON") from error
    if isinstance(body, dict):
        return body
    raise HostDown("the answer is no object")
