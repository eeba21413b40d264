"""The API as production runs it: gunicorn with several workers, on a socket of its own, killed at will."""

from __future__ import annotations

import contextlib
import json
import os
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
    """gunicorn on a database; its workers may die at any moment and come again."""

    def __init__(self, database_url: str, workers: int = 3) -> None:
        self._folder = tempfile.mkdtemp(prefix="loyalty-api-")
        self._socket = f"{self._folder}/api.sock"
        environment = {
            **os.environ,
            "LOYALTY_DATABASE_URL": database_url,
            "LOYALTY_WORKER": "off",
            "LOYALTY_RATE_LIMITS": "off",
            "LOYALTY_MESSAGE_FILE": f"{self._folder}/messages.jsonl",
        }
        self._process = subprocess.Popen(  # noqa: S603
            [str(PROGRAM), "--preload", "--worker-class=gthread", f"--workers={workers}", "--threads=4",
             f"--bind=unix:{self._socket}", "--log-level=critical", "loyalty:create_app()"],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        while self.ask("GET", "/readyz") is None:
            assert self._process.poll() is None, "gunicorn did not start"
            time.sleep(0.02)

    def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any] | None:
        """Status and JSON of an answer, or None when there was none."""
        connection = _UnixConnection(self._socket)
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

    def kill_a_worker(self, draw: Random) -> bool:
        """kill -9 one of our own workers; False when there is none at the moment."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        if not children:
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(draw.choice(children)), signal.SIGKILL)
        return True

    def stop(self) -> None:
        """Stop it for good."""
        self._process.terminate()
        self._process.wait(timeout=40)
        shutil.rmtree(self._folder, ignore_errors=True)


class _UnixConnection(HTTPConnection):
    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=15)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)
