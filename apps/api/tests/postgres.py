"""A PostgreSQL of the suite's own: started in a temporary folder, reached by its socket, gone afterwards."""

from __future__ import annotations

import contextlib
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import psycopg


def programs() -> str | None:
    """The folder of PostgreSQL's server programs, or None when they are not installed."""
    if found := shutil.which("initdb"):
        return os.path.dirname(os.path.realpath(found))
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
    return folders[-1] if folders else None


class Server:
    """A PostgreSQL in a folder of its own. `durable` keeps every commit through a crash of its processes."""

    def __init__(self, *, durable: bool = False) -> None:
        folder = programs()
        if folder is None:
            raise RuntimeError("PostgreSQL's server programs are not installed")
        self._folder, self._durable = folder, durable
        self.root = tempfile.mkdtemp(prefix="loyalty-pg-")
        self._as_user: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.root, user.pw_uid, user.pw_gid)
            self._as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self._environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": self.root}
        subprocess.run(  # noqa: S603
            [f"{folder}/initdb", "-D", f"{self.root}/data", "-U", "app", "-A", "trust", "-E", "UTF8",
             "--locale=C.UTF-8", "--no-sync", "--no-instructions"],
            check=True, stdout=subprocess.DEVNULL, env=self._environment, cwd=self.root, **self._as_user,
        )  # fmt: skip

    def start(self) -> None:
        """Start it, and wait until it answers."""
        commit = "on" if self._durable else "off"
        self._process = subprocess.Popen(  # noqa: S603
            [f"{self._folder}/postgres", "-D", f"{self.root}/data", "-k", self.root,
             "-c", "listen_addresses=", "-c", "fsync=off", "-c", f"synchronous_commit={commit}",
             "-c", f"full_page_writes={commit}", "-c", "shared_buffers=32MB", "-c", "max_connections=100",
             "-c", "timezone=UTC"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self._environment, cwd=self.root,
            **self._as_user,
        )  # fmt: skip
        _wait_until_it_answers(self.root, self._process)

    def crash(self) -> None:
        """Stop it in the middle of everything, as `pg_ctl -m immediate stop` does, and start it again."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(timeout=10)
        self.start()

    def stop(self) -> None:
        """Stop it for good; its folder goes with it."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(timeout=10)
        shutil.rmtree(self.root, ignore_errors=True)


@contextlib.contextmanager
def running() -> Iterator[str]:
    """Start a server; give the folder of its socket. Works as root too, by becoming `postgres`."""
    server = Server()
    server.start()
    try:
        yield server.root
    finally:
        server.stop()


def _wait_until_it_answers(root: str, server: subprocess.Popen[bytes]) -> None:
    while True:
        try:
            psycopg.connect(host=root, user="app", dbname="postgres").close()
        except psycopg.OperationalError:
            if server.poll() is not None:
                raise
            time.sleep(0.02)
        else:
            return


def url(root: str, name: str) -> str:
    """The address of one database of the server."""
    return f"postgresql+psycopg://app@/{name}?host={root}"


def run(root: str, statement: str) -> None:
    """Run one statement on the server itself."""
    with psycopg.connect(host=root, user="app", dbname="postgres", autocommit=True) as connection:
        connection.execute(statement)  # type: ignore[call-overload]
