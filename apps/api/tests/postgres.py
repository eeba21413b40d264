"""A PostgreSQL of the suite's own: started in a temporary folder, reached by its socket, gone afterwards."""

from __future__ import annotations

import contextlib
import glob
import os
import pwd
import shutil
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


@contextlib.contextmanager
def running() -> Iterator[str]:
    """Start a server; give the folder of its socket. Works as root too, by becoming `postgres`."""
    folder = programs()
    if folder is None:
        raise RuntimeError("PostgreSQL's server programs are not installed")
    root = tempfile.mkdtemp(prefix="loyalty-pg-")
    as_user: dict[str, Any] = {}
    if os.geteuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(root, user.pw_uid, user.pw_gid)
        as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": root}
    subprocess.run(  # noqa: S603
        [f"{folder}/initdb", "-D", f"{root}/data", "-U", "app", "-A", "trust", "-E", "UTF8",
         "--locale=C.UTF-8", "--no-sync", "--no-instructions"],
        check=True, stdout=subprocess.DEVNULL, env=environment, cwd=root, **as_user,
    )  # fmt: skip
    server = subprocess.Popen(  # noqa: S603
        [f"{folder}/postgres", "-D", f"{root}/data", "-k", root, "-c", "listen_addresses=", "-c", "fsync=off",
         "-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "shared_buffers=32MB",
         "-c", "max_connections=100", "-c", "timezone=UTC"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, cwd=root, **as_user,
    )  # fmt: skip
    try:
        _wait_until_it_answers(root, server)
        yield root
    finally:
        server.send_signal(2)
        server.wait(timeout=10)
        shutil.rmtree(root, ignore_errors=True)


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
