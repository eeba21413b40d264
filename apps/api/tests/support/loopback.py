"""HTTP servers on loopback that stand for the outside world."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 50

    def handle_error(self, *_of: object) -> None:
        """The client hung up: some tests kill it."""


class QuietHandler(BaseHTTPRequestHandler):
    """A handler that prints nothing."""

    def log_message(self, *_words: object) -> None:
        """Say nothing."""


# Where earlier servers were. Settings that name a server stay the same, and an application is used again.
_free_ports: list[int] = []


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler], port: int = 0) -> Iterator[str]:
    """Serve while the block runs, by default on a free port, an earlier server's if there is one; returns
    the host with its port.
    """
    server = _Server(("127.0.0.1", port or (_free_ports.pop() if _free_ports else 0)), handler)
    # How soon shutdown() is noticed: half a second by default, in every test.
    thread = threading.Thread(target=server.serve_forever, args=[0.01], daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
        _free_ports.append(server.server_port)


@contextmanager
def trickling(begin: bytes) -> Iterator[tuple[str, threading.Event]]:
    """A server that answers with `begin` and then a byte every 20 ms without end, so that no single read
    takes long; returns the host with its port, and what is set when the line was cut.
    """
    cut, ended = threading.Event(), threading.Event()

    def trickle() -> None:
        line, _ = server.accept()
        with line:
            try:
                line.sendall(begin)
                while not ended.wait(0.02):
                    line.sendall(b"x")
            except OSError:
                cut.set()

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=trickle, daemon=True)
        thread.start()
        yield f"127.0.0.1:{server.getsockname()[1]}", cut
        ended.set()
        thread.join()
