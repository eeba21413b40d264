"""The API as production runs it: gunicorn with several workers, on a socket of its own, killed at will."""

import contextlib
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any

PROGRAM = Path(sys.executable).parent / "gunicorn"


class Gunicorn:
    """gunicorn on a database; it and its workers may die at any moment and come again."""

    def __init__(self, database_url: str, workers: int = 3, **settings: str) -> None:
        self._folder = tempfile.mkdtemp(prefix="loyalty-api-")
        self._socket = f"{self._folder}/api.sock"
        self._workers = workers
        self._environment = {
            **os.environ,
            "LOYALTY_DATABASE_URL": database_url,
            "LOYALTY_WORKER": "off",
            "LOYALTY_RATE_LIMITS": "off",
            "LOYALTY_MESSAGE_FILE": f"{self._folder}/messages.jsonl",
            "LOYALTY_ATTACHMENTS": f"{self._folder}/attachments",
            **{f"LOYALTY_{name.upper()}": value for name, value in settings.items()},
        }
        self.start()

    def start(self) -> None:
        """Start it, as a supervisor does after it died, and wait until it answers."""
        self._process = subprocess.Popen(  # noqa: S603
            [str(PROGRAM), "--config=python:loyalty.serving", "--preload", f"--workers={self._workers}",
             f"--bind=unix:{self._socket}", "--log-level=critical", "loyalty:create_app()"],
            env=self._environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        while self.ask("GET", "/readyz") is None:
            assert self._process.poll() is None, "gunicorn did not start"
            time.sleep(0.02)

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
        timeout_s: float = 15,
    ) -> tuple[int, Any] | None:
        """Status and JSON of an answer, or None when there was none."""
        connection = _UnixConnection(self._socket, timeout_s)
        try:
            connection.request(
                method,
                path,
                json.dumps(body) if body is not None else None,
                {"Content-Type": "application/json", **(headers or {})},
            )
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, HTTPException, ValueError):
            return None
        finally:
            connection.close()

    def connection(self, address: str | None = None) -> socket.socket:
        """A bare connection, for a client that does not behave."""
        found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        found.settimeout(15)
        try:
            found.connect(address or self._socket)
        except OSError:
            found.close()
            raise
        return found

    def listens(self) -> bool:
        """Whether it takes new connections; its socket is gone as soon as it obeys SIGTERM."""
        return Path(self._socket).exists()

    def second_address(self) -> str:
        """Another path to its socket, which stays when the first goes: some process still listens."""
        other = f"{self._folder}/side.sock"
        os.link(self._socket, other)
        return other

    def workers(self) -> list[int]:
        """The process ids of the workers that live."""
        return children_of(self._process.pid)

    def kill_a_worker(self, draw: Random) -> bool:
        """kill -9 one of our own workers; False when there is none at the moment."""
        return self._signal_a_worker(draw, signal.SIGKILL) is not None

    def freeze_a_worker(self, draw: Random) -> int | None:
        """Stop one of our own workers in the middle of its work; returns its process id, for thaw()."""
        return self._signal_a_worker(draw, signal.SIGSTOP)

    def _signal_a_worker(self, draw: Random, number: int) -> int | None:
        workers = self.workers()
        if not workers:
            return None
        worker = draw.choice(workers)
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, number)
        return worker

    def kill(self) -> None:
        """kill -9 gunicorn itself; its workers find out and follow."""
        self._process.kill()
        self._process.wait()

    def let_files_grow_to(self, size: int | None) -> None:
        """Let no process of ours write beyond so many bytes of a file; None: as large as it likes."""
        limit = resource.RLIM_INFINITY if size is None else size
        for process in (self._process.pid, *self.workers()):
            resource.prlimit(process, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

    def memory(self) -> int:
        """What its workers hold of the machine's memory, in bytes."""
        pages = (int(Path(f"/proc/{worker}/statm").read_text().split()[1]) for worker in self.workers())
        return sum(pages) * resource.getpagesize()

    def terminate(self) -> None:
        """Ask it to end: what it accepted it still answers."""
        self._process.terminate()

    def ended(self, within_s: float = 90) -> int:
        """Its exit code, when it has ended."""
        return self._process.wait(within_s)

    def stop(self) -> None:
        """Stop it for good."""
        self.terminate()
        self.ended()
        shutil.rmtree(self._folder, ignore_errors=True)


def thaw(worker: int) -> None:
    """Let a worker go on that freeze_a_worker() stopped, if it was not replaced meanwhile."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(worker, signal.SIGCONT)


def children_of(process: int) -> list[int]:
    """The processes that a process has started and that live."""
    with contextlib.suppress(FileNotFoundError):
        return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return []


class _UnixConnection(HTTPConnection):
    def __init__(self, path: str, timeout_s: float) -> None:
        super().__init__("localhost", timeout=timeout_s)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)
