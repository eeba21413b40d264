"""Calls to the servers of super-apps: what they answer, within a time and a size, and never elsewhere.

A server that is slow keeps few of our threads, none of them for longer than TIMEOUT_S.
"""

import threading
from collections.abc import Mapping
from typing import Any

from loyalty.gateways import http_client
from loyalty.gateways.channels import ProviderDown
from loyalty.gateways.http_client import MAX_ANSWER_BYTES

TIMEOUT_S = 5.0
# How many requests of one process wait for such servers at once; more are refused at once.
MAX_AT_ONCE = 4


class HostDown(Exception):
    """The host's server does not answer in time, answers too much, or answers what is no JSON."""


_places = threading.BoundedSemaphore(MAX_AT_ONCE)


def call(
    method: str,
    url: str,
    fields: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
    *,
    timeout_s: float = TIMEOUT_S,
) -> tuple[int, dict[str, Any]]:
    """Ask a server; returns the status and the object it answers, empty where a refusal has none.

    `fields` are the form of a POST. Raises HostDown.
    """
    sent: dict[str, Any] = {"headers": {**(headers or {}), "Accept": "application/json"}, "data": fields}
    if not _places.acquire(blocking=False):
        raise HostDown("too many calls wait")
    try:
        answer = http_client.call(method, url, timeout_s=timeout_s, max_bytes=MAX_ANSWER_BYTES + 1, **sent)
    except ProviderDown as error:
        raise HostDown(type(error.__cause__).__name__) from error
    finally:
        _places.release()
    if len(answer.body) > MAX_ANSWER_BYTES:
        raise HostDown("the answer is too long")
    try:
        return answer.status, answer.json_object()
    except ValueError as error:
        if 400 <= answer.status < 500:
            return answer.status, {}
        raise HostDown("the answer is no JSON object") from error
