"""A network between the API and somebody it leans on, which can stop passing anything on without a word."""

import contextlib
import socket
import threading
from collections.abc import Callable


class SilentProxy:
    """Passes connections on until `swallow()`: from then on bytes are taken and lead nowhere, as with a cable
    that was cut, a firewall that forgot, or a server that froze.
    """

    def __init__(self, reach: Callable[[], socket.socket]) -> None:
        self._reach = reach
        self._passing = threading.Event()
        self._passing.set()
        self._open: list[socket.socket] = []
        self.taken = 0
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        threading.Thread(target=self._receive, daemon=True).start()

    def swallow(self) -> None:
        """Pass nothing on any more."""
        self._passing.clear()

    def close(self) -> None:
        """Close everything."""
        for each in (self._door, *self._open):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _receive(self) -> None:
        while True:
            try:
                near, _ = self._door.accept()
            except OSError:
                return
            self.taken += 1
            far = self._reach()
            self._open += [near, far]
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                if self._passing.is_set():
                    target.sendall(data)
