"""The client of other servers' HTTP: an answer within a time and a size. No redirect is followed."""

import json
import ssl
from dataclasses import dataclass
from functools import cache
from typing import Any

import httpx

from loyalty.gateways.channels import ProviderDown
from loyalty.gateways.deadlines import within

# For the whole of a call, and for its connection, so that a host's second address is tried as well.
TIMEOUT_S = 10.0
CONNECT_TIMEOUT_S = 4.0
MAX_ANSWER_BYTES = 64 * 1024
# An answer is read as it comes: a small compressed one may be large.
_HEADERS = {"User-Agent": "loyalty", "Accept-Encoding": "identity"}


@dataclass(frozen=True)
class Answer:
    """What a server answered: at most the first `max_bytes` of its body."""

    status: int
    body: bytes
    headers: httpx.Headers

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode(errors="replace")

    def json_object(self) -> dict[str, Any]:
        """The JSON object in the body; raises ValueError where there is none."""
        try:
            found = json.loads(self.body)
        except RecursionError as error:
            raise ValueError("too deep") from error
        if not isinstance(found, dict):
            raise ValueError("no object")
        return found


def call(
    method: str,
    url: str,
    *,
    timeout_s: float = TIMEOUT_S,
    max_bytes: int = MAX_ANSWER_BYTES,
    transport: httpx.AsyncBaseTransport | None = None,
    **request: Any,
) -> Answer:
    """Ask a server, whatever the status of its answer; `request` is what httpx takes: headers, json, data …

    Raises ProviderDown for no whole answer within `timeout_s` seconds in total.
    """
    timeout = httpx.Timeout(timeout_s, connect=min(timeout_s, CONNECT_TIMEOUT_S))

    async def ask() -> Answer:
        body = b""
        async with (
            httpx.AsyncClient(
                transport=transport or default_transport(),
                headers=_HEADERS,
                timeout=timeout,
            ) as client,
            client.stream(method, url, **request) as answer,
        ):
            async for part in answer.aiter_raw():
                body += part
                if len(body) >= max_bytes:
                    break
        return Answer(answer.status_code, body[:max_bytes], answer.headers)

    try:
        return within(timeout_s, ask())
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
        raise ProviderDown from error


def default_transport() -> httpx.AsyncBaseTransport:
    """What connects to any host, by the authorities that this machine trusts. It is used for one call."""
    return httpx.AsyncHTTPTransport(verify=_tls())


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
