"""A time limit for a whole call over HTTP, however slowly its answer arrives."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection


@contextmanager
def connected(connection: HTTPConnection, total_s: float) -> Iterator[None]:
    """Connect, and end the connection `total_s` seconds after that began, and with the block.

    The timeout of a socket begins anew with every byte. Raises TimeoutError when the time was over before
    the end of the block, also where the block failed for that reason, and OSError as connecting does.
    """
    is_over = threading.Event()
    sockets: list[socket.socket] = []
    timer = threading.Timer(total_s, _end, (connection, sockets, is_over))
    timer.daemon = True
    timer.start()
    try:
        connection.connect()
        # An answer that ends its connection takes the socket away from it.
        sockets.append(connection.sock)
        yield
    except Exception as error:
        if is_over.is_set():
            raise TimeoutError from error
        raise
    finally:
        timer.cancel()
        connection.close()
    if is_over.is_set():
        raise TimeoutError


def _end(connection: HTTPConnection, sockets: list[socket.socket], is_over: threading.Event) -> None:
    """Shut the socket down from another thread: the one that reads gets the end of the answer."""
    is_over.set()
    for each in sockets or [connection.sock]:
        if isinstance(each, socket.socket):
            with suppress(OSError):
                # Not SSLSocket's own, which a thread that reads does not survive.
                socket.socket.shutdown(each, socket.SHUT_RDWR)
