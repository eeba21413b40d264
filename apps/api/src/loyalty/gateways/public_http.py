"""Requests to addresses that others name: browsers for their pushes, head office for webhooks.

Only public hosts by https, so that nobody makes us ask our own machines (server-side request forgery). A name
is looked up once, and the address that was checked is the one that is connected to. No redirect is followed.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from socket import IPPROTO_TCP, SOCK_STREAM, gaierror, getaddrinfo
from urllib.parse import urlsplit

from typing_extensions import override

from loyalty.gateways.channels import ProviderDown, Refused, Undeliverable
from loyalty.gateways.deadlines import connected

# For the connection, and for each pause within an answer; and for the whole of a request.
TIMEOUT_S = 5.0
TOTAL_S = 10.0
LONGEST_ANSWER = 4096
_NAT64 = ip_network("64:ff9b::/96")
_NO_PUBLIC_NAMES = (".localhost", ".local", ".internal")

# The addresses of a host, and a connection to one of them: what a test replaces.
Resolve = Callable[[str, int], list[str]]
Dial = Callable[[str, int], socket.socket]


@dataclass(frozen=True)
class HttpAnswer:
    """What a host answered: at most the first LONGEST_ANSWER bytes of its body, as text."""

    status: int
    text: str
    retry_after: str


def problem_with_address(address: str, allowed_hosts: Collection[str] = ()) -> str | None:
    """Why nothing is sent to an address that somebody names, or None; to be written after "This address".

    `allowed_hosts` (with their ports) may be anything, also by http.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return "is no address"
    if parts.username is not None or not address.isascii() or any(each <= " " for each in address):
        return "is no address by https"
    if parts.netloc in allowed_hosts and parts.scheme in ("http", "https"):
        return None
    if parts.scheme != "https" or not host:
        return "is no address by https"
    if port not in (None, 443):
        return "names a port"
    with suppress(ValueError):
        ip_address(host.strip("[]"))
        return "names no host"
    return None if "." in host and not host.endswith(_NO_PUBLIC_NAMES) else "names no host"


def is_public(address: str) -> bool:
    """Whether an address is one of the public Internet, also behind the ways to write IPv4 as IPv6."""
    found = ip_address(address.partition("%")[0])
    embedded: IPv4Address | IPv6Address | None = None
    if found.version == 6:
        embedded = found.ipv4_mapped or found.sixtofour or (found.teredo or (None,))[-1]
        if found in _NAT64:
            embedded = ip_address(int(found) & 0xFFFFFFFF)
    if embedded is not None and not is_public(str(embedded)):
        return False
    return found.is_global and not found.is_multicast


def addresses_of(host: str, port: int) -> list[str]:
    """The addresses of a host, by the system's resolver; raises Undeliverable for none."""
    try:
        found = getaddrinfo(host, port, type=SOCK_STREAM, proto=IPPROTO_TCP)
    except (gaierror, UnicodeError) as error:
        raise Undeliverable from error
    return [str(each[4][0]) for each in found]


def dial(address: str, port: int) -> socket.socket:
    """A connection to an address."""
    return socket.create_connection((address, port), TIMEOUT_S)


class PublicHttp:
    """Posts to public hosts by https, and to the hosts that a setting names."""

    def __init__(
        self,
        allowed_hosts: Collection[str] = (),
        *,
        resolve: Resolve = addresses_of,
        connect: Dial = dial,
        total_s: float = TOTAL_S,
    ) -> None:
        self._allowed_hosts = frozenset(allowed_hosts)
        self._resolve, self._connect, self._total_s = resolve, connect, total_s

    def post(self, url: str, body: bytes, headers: dict[str, str]) -> HttpAnswer:
        """Post a body and give the answer, whatever its status.

        Raises Refused for an address that is not public, ProviderDown where nobody answers in time, and
        Undeliverable for a name that has no address.
        """
        if problem_with_address(url, self._allowed_hosts):
            raise Refused
        parts = urlsplit(url)
        path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        connection = self._connection(parts.scheme, parts.hostname or "", parts.port, parts.netloc)
        try:
            with connected(connection, self._total_s):
                connection.request("POST", path, body, headers)
                answer = connection.getresponse()
                text = answer.read(LONGEST_ANSWER).decode(errors="replace")
                return HttpAnswer(answer.status, text, answer.headers.get("Retry-After", ""))
        except (OSError, HTTPException, ValueError) as error:
            raise ProviderDown from error

    def _connection(self, scheme: str, host: str, port: int | None, netloc: str) -> HTTPConnection:
        """A connection, not made yet, to the very addresses that are checked here."""
        port = port or (443 if scheme == "https" else 80)
        addresses = self._resolve(host, port)
        if not addresses:
            raise Undeliverable
        if netloc not in self._allowed_hosts and not all(is_public(each) for each in addresses):
            raise Refused
        kind = _CheckedHttps if scheme == "https" else _CheckedHttp
        return kind(host, port, addresses, self._connect)


def _first_that_answers(addresses: list[str], port: int, connect: Dial) -> socket.socket:
    for address in addresses[:-1]:
        with suppress(OSError):
            return connect(address, port)
    return connect(addresses[-1], port)


class _CheckedHttp(HTTPConnection):
    """HTTP to known addresses, whatever the host's name means a moment later."""

    def __init__(self, host: str, port: int, addresses: list[str], connect: Dial) -> None:
        super().__init__(host, port, timeout=TIMEOUT_S)
        self._addresses, self._dial = addresses, connect

    @override
    def connect(self) -> None:
        """Connect to the first address that answers."""
        self.sock = _first_that_answers(self._addresses, self.port, self._dial)


class _CheckedHttps(HTTPSConnection):
    """HTTPS to known addresses, with the certificate of the host's name."""

    def __init__(self, host: str, port: int, addresses: list[str], connect: Dial) -> None:
        super().__init__(host, port, timeout=TIMEOUT_S)
        self._addresses, self._dial = addresses, connect

    @override
    def connect(self) -> None:
        """Connect to the first address that answers, and check the certificate for the name."""
        self.sock = _first_that_answers(self._addresses, self.port, self._dial)
        self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)
