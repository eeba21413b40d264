"""The client of a request: its network, the app it is, and whether it is still connected."""

import select
import socket
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from socket import AF_INET, inet_pton

from flask import request

from loyalty import config


def client_network() -> str:
    """The client's address as our proxies report it; an IPv6 client counts by its /64."""
    return network_of(request.remote_addr or "")


def is_own_machine() -> bool:
    """Whether this is development and the client is on the same machine; false in production."""
    try:
        return not config.current().production and ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False


@lru_cache(4_096)
def network_of(address: str) -> str:
    """The key that limits count an address by; all invalid ones share one."""
    if ":" not in address:
        return address if _is_ipv4(address) else "unknown"
    try:
        parsed = IPv6Address(address)
    except ValueError:
        return "unknown"
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"


def _is_ipv4(address: str) -> bool:
    """Asked of nearly every request: the system reads four numbers many times quicker than a class does."""
    try:
        inet_pton(AF_INET, address)
    except (OSError, ValueError):
        return False
    return True


def from_mini() -> bool:
    """Whether the mini-program sends this request: browsers send Origin with every POST."""
    settings = config.current()
    return settings.handoff and request.headers.get("Origin") == settings.mini_origin


def channel() -> str:
    """The app a member acts in, as consents are kept: mini or site."""
    return "mini" if from_mini() else "site"


def client_connected() -> bool:
    """False when the client has closed the connection: a page that was left cancels its requests.

    A proxy passes that on by hanging up too. Where the server does not show its socket, somebody waits.
    """
    environ = request.environ
    line: socket.socket | None = environ.get("gunicorn.socket") or environ.get("werkzeug.socket")
    return line is None or not _has_ended(line)


def _has_ended(line: socket.socket) -> bool:
    """Whether nothing can come on this line any more; waits for nothing and takes nothing from it."""
    look = select.poll()
    try:
        look.register(line, select.POLLIN)
        return bool(look.poll(0)) and line.recv(1, socket.MSG_PEEK) == b""
    except ConnectionError:
        return True
    except (OSError, ValueError):  # closed here already, or encrypted: nothing is known
        return False
