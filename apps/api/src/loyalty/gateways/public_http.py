"""Requests to addresses that others name: browsers for their pushes, head office for webhooks.

Only public hosts by https, so that nobody makes us ask our own machines (server-side request forgery). A name
is looked up once, and the address that was checked is the one that is connected to. No redirect is followed.
"""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from enum import StrEnum
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from socket import IPPROTO_TCP, SOCK_STREAM, gaierror, getaddrinfo
from urllib.parse import urlsplit

import httpx
from typing_extensions import override

from loyalty.gateways import http_client
from loyalty.gateways.channels import Refused, Undeliverable

MAX_ANSWER_BYTES = 4096
# Where a network that speaks IPv6 only has the rest of the Internet (RFC 6052).
_NAT64 = IPv6Network("64:ff9b::/96")
# All that is given out as public IPv6, and what of it is not: 6to4, which holds an IPv4, and examples.
_UNICAST = IPv6Network("2000::/3")
_NOT_PUBLIC = (IPv6Network("2002::/16"), IPv6Network("3fff::/20"))
_NO_PUBLIC_NAMES = (".localhost", ".local", ".internal")

# The addresses of a host: what a test replaces.
Resolve = Callable[[str, int], list[str]]


class AddressProblem(StrEnum):
    """Why nothing is sent to an address, to be written after "This address"."""

    NO_ADDRESS = "is no address"
    NO_HTTPS = "is no address by https"
    PORT = "names a port"
    NO_HOST = "names no host"


def problem_with_address(address: str, allowed_hosts: Collection[str] = ()) -> AddressProblem | None:
    """Why nothing is sent to an address that somebody names, or None.

    `allowed_hosts` (with their ports) may be anything, also by http.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return AddressProblem.NO_ADDRESS
    if parts.username is not None or not address.isascii() or any(each <= " " for each in address):
        return AddressProblem.NO_HTTPS
    if parts.netloc in allowed_hosts and parts.scheme in ("http", "https"):
        return None
    if parts.scheme != "https" or not host:
        return AddressProblem.NO_HTTPS
    if port not in (None, 443):
        return AddressProblem.PORT
    with suppress(ValueError):
        ip_address(host.strip("[]"))
        return AddressProblem.NO_HOST
    return None if "." in host and not host.endswith(_NO_PUBLIC_NAMES) else AddressProblem.NO_HOST


def is_public(address: str) -> bool:
    """Whether an address is one of the public Internet."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found in _NAT64:
            return is_public(str(IPv4Address(int(found) & 0xFFFFFFFF)))
        if found not in _UNICAST or any(found in each for each in _NOT_PUBLIC):
            return False
    return found.is_global and not found.is_multicast


def addresses_of(host: str, port: int) -> list[str]:
    """The addresses of a host, by the system's resolver; raises Undeliverable for none."""
    try:
        found = getaddrinfo(host, port, type=SOCK_STREAM, proto=IPPROTO_TCP)
    except (gaierror, UnicodeError) as error:
        raise Undeliverable from error
    return [str(each[4][0]) for each in found]


class PublicHttp:
    """Posts to public hosts by https, and to the hosts that a setting names."""

    def __init__(
        self,
        allowed_hosts: Collection[str] = (),
        *,
        resolve: Resolve = addresses_of,
        transport: httpx.AsyncBaseTransport | None = None,
        timeout_s: float = http_client.TIMEOUT_S,
    ) -> None:
        """`transport` connects to the addresses that were checked."""
        self._allowed_hosts = frozenset(allowed_hosts)
        self._resolve, self._transport, self._timeout_s = resolve, transport, timeout_s

    def post(self, url: str, body: bytes, headers: dict[str, str]) -> http_client.Answer:
        """Post a body; returns the answer, whatever its status, with MAX_ANSWER_BYTES of its body at most.

        Raises Refused for an address that is not public, ProviderDown where nobody answers in time, and
        Undeliverable for a name that has no address.
        """
        if problem_with_address(url, self._allowed_hosts):
            raise Refused
        may_be_private = urlsplit(url).netloc in self._allowed_hosts
        return http_client.call(
            "POST",
            url,
            headers=headers,
            content=body,
            timeout_s=self._timeout_s,
            max_bytes=MAX_ANSWER_BYTES,
            transport=_CheckedAddresses(self._resolve, self._transport, may_be_private=may_be_private),
        )


class _CheckedAddresses(httpx.AsyncBaseTransport):
    """Connects to the addresses that a host's name meant when they were checked, whatever it means a moment
    later; the certificate is still the name's.
    """

    def __init__(
        self, resolve: Resolve, transport: httpx.AsyncBaseTransport | None, *, may_be_private: bool
    ) -> None:
        self._resolve, self._may_be_private = resolve, may_be_private
        self._transport = transport or http_client.default_transport()

    @override
    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request to the first address that answers; raises as `PublicHttp.post` does."""
        host, port = request.url.host, request.url.port or (443 if request.url.scheme == "https" else 80)
        addresses = await asyncio.to_thread(self._resolve, host, port)
        if not addresses:
            raise Undeliverable
        if not (self._may_be_private or all(is_public(each) for each in addresses)):
            raise Refused
        request.extensions["sni_hostname"] = host
        for address in addresses[:-1]:
            request.url = request.url.copy_with(host=address)
            with suppress(httpx.ConnectError, httpx.ConnectTimeout):
                return await self._transport.handle_async_request(request)
        request.url = request.url.copy_with(host=addresses[-1])
        return await self._transport.handle_async_request(request)

    @override
    async def aclose(self) -> None:
        """Close the connection."""
        await self._transport.aclose()
