"""A time limit for the whole of a call to another server, however slowly its answer arrives.

The timeout of a socket begins anew with every byte.
"""

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

T = TypeVar("T")


def within(seconds: float, call: Coroutine[Any, Any, T]) -> T:
    """What a call returns; raises TimeoutError, and closes its connection, when it takes longer in total."""
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(asyncio.wait_for(call, seconds))
    finally:
        # asyncio.run would also wait for the thread of a name lookup whose time is over.
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


@contextmanager
def cut_after(seconds: float, connection: Callable[[], socket.socket | None]) -> Iterator[None]:
    """End a connection when the block takes longer in total; raises TimeoutError then."""
    is_over = threading.Event()

    def cut() -> None:
        is_over.set()
        open_socket = connection()
        if open_socket is not None:
            with suppress(OSError):
                # Not SSLSocket's own, which a thread that reads does not survive.
                socket.socket.shutdown(open_socket, socket.SHUT_RDWR)

    timer = threading.Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    except Exception as error:
        # smtplib raises an error of its own where the socket's timeout comes first.
        if is_over.is_set() or isinstance(error.__context__, TimeoutError):
            raise TimeoutError from error
        raise
    finally:
        timer.cancel()
