"""A PostgreSQL of the suite's own: started in a temporary folder, reached by its socket, gone afterwards."""

import contextlib
import glob
import os
import pwd
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from psycopg.types.string import TextLoader


def programs() -> str | None:
    """The folder of PostgreSQL's server programs, or None when they are not installed."""
    if found := shutil.which("initdb"):
        return os.path.dirname(os.path.realpath(found))
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
    return folders[-1] if folders else None


def can_have_a_small_disk() -> bool:
    """Whether Server(megabytes=…) works here: only root may mount a file system."""
    return os.geteuid() == 0 and shutil.which("unshare") is not None and shutil.which("setpriv") is not None


class Server:
    """A PostgreSQL in a folder of its own. `durable` keeps every commit through a crash of its processes;
    `megabytes` puts its folder on a file system of that size, which only its own processes see. `replica_of`
    makes it a streaming standby of another that runs.
    """

    def __init__(
        self,
        *,
        durable: bool = False,
        megabytes: int | None = None,
        replica_of: "Server | None" = None,
    ) -> None:
        folder = programs()
        if folder is None:
            raise RuntimeError("PostgreSQL's server programs are not installed")
        self._folder, self._durable, self._megabytes = folder, durable, megabytes
        self._process: subprocess.Popen[bytes] | None = None
        self.root = tempfile.mkdtemp(prefix="loyalty-pg-", dir=folder_in_memory())
        self._as_user: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.root, user.pw_uid, user.pw_gid)
            self._as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self._environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": self.root}
        if replica_of is not None:
            subprocess.run(  # noqa: S603
                [f"{folder}/pg_basebackup", "-D", f"{self.root}/data", "-h", replica_of.root, "-U", "app",
                 "--checkpoint=fast", "--write-recovery-conf", "--no-sync"],
                check=True, env=self._environment, cwd=self.root, **self._as_user,
            )  # fmt: skip
            return
        subprocess.run(  # noqa: S603
            [f"{folder}/initdb", "-D", f"{self.root}/data", "-U", "app", "-A", "trust", "-E", "UTF8",
             "--locale=C.UTF-8", "--no-sync", "--no-instructions"],
            check=True, stdout=subprocess.DEVNULL, env=self._environment, cwd=self.root, **self._as_user,
        )  # fmt: skip

    def start(self) -> None:
        """Start it unless it runs, and wait until it answers."""
        if self._process is not None and self._process.poll() is None:
            return
        commit = "on" if self._durable else "off"
        data = f"{self.root}/{'disk/data' if self._megabytes else 'data'}"
        command = [
            f"{self._folder}/postgres", "-D", data, "-k", self.root,
            "-c", "listen_addresses=", "-c", "fsync=off", "-c", f"synchronous_commit={commit}",
            "-c", f"full_page_writes={commit}", "-c", "shared_buffers=32MB", "-c", "max_connections=100",
            "-c", "timezone=UTC",
        ]  # fmt: skip
        as_user = self._as_user
        if self._megabytes:
            command, as_user = self._on_a_small_disk(command), {}
        self._process = subprocess.Popen(  # noqa: S603
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self._environment,
            cwd=self.root, **as_user,
        )  # fmt: skip
        _wait_until_it_answers(self.root, self._process)

    def _on_a_small_disk(self, command: list[str]) -> list[str]:
        """The same command in a world of its own, in which the folder's copy is on a small file system."""
        disk = f"{self.root}/disk"
        steps = (
            f"mkdir -p {disk} && mount -t tmpfs -o size={self._megabytes}m,mode=711 tmpfs {disk} && "
            f"cp -a {self.root}/data {disk}/ && "
            f"exec setpriv --reuid=postgres --regid=postgres --clear-groups {shlex.join(command)}"
        )
        return ["unshare", "--mount", "sh", "-c", steps]

    def fill_the_disk(self) -> None:
        """Leave not one byte on its small file system."""
        with contextlib.suppress(OSError), self._filler().open("wb", buffering=0) as file:
            while file.write(bytes(4096)):
                pass

    def free_the_disk(self) -> None:
        """Give the bytes back."""
        self._filler().unlink()

    def _filler(self) -> Path:
        assert self._process is not None
        return Path(f"/proc/{self._process.pid}/root{self.root}/disk/filler")

    def crash(self) -> None:
        """Stop it in the middle of everything, as `pg_ctl -m immediate stop` does, and start it again."""
        self._end(signal.SIGQUIT)
        self.start()

    def kill(self) -> None:
        """Kill all its processes at once; start() brings it back."""
        assert self._process is not None
        for process in self._processes():
            os.kill(process, signal.SIGKILL)
        self._process.wait(timeout=30)

    def _processes(self) -> list[int]:
        """The ids of all its processes, the one that started the others first."""
        assert self._process is not None
        main = self._process.pid
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        return [main, *map(int, children)]

    def _end(self, how: int) -> None:
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(timeout=30)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Let none of its processes do anything within the block, with every connection open."""
        processes = self._processes()
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)

    def halt(self) -> None:
        """Stop it as an operator does; start() brings it back."""
        self._end(signal.SIGINT)

    def stop(self) -> None:
        """Stop it for good; its folder goes with it."""
        self.halt()
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


def url(root: str, name: str, user: str = "app") -> str:
    """The address of one database of the server; `app` may do anything."""
    return f"postgresql+psycopg://{user}@/{name}?host={root}"


def separate_roles(root: str, name: str, by: str = "app") -> None:
    """Let `loyalty_owner` own a database and `loyalty` run on it, by the script that operators use.

    `by` is the role that runs the script: a superuser, or the database's owner who may create roles.
    """
    script = Path(__file__).parents[4] / "deploy/postgresql/roles.sql"
    subprocess.run(  # noqa: S603
        [shutil.which("psql") or "psql", f"--host={root}", f"--username={by}", f"--dbname={name}", "--quiet",
         "--set=ON_ERROR_STOP=1", f"--file={script}"],
        check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=60,
    )  # fmt: skip


def folder_in_memory() -> str | None:
    """Linux's file system in memory where it has 2 GB free, else None: a database is copied quickly there."""
    shared = Path("/dev/shm")  # noqa: S108
    has_room = shared.is_dir() and shutil.disk_usage(shared).free > 2 * 1024**3
    return str(shared) if has_room else None


def run(root: str, statement: str, name: str = "postgres") -> None:
    """Run one statement on the server itself, or on one of its databases."""
    with psycopg.connect(host=root, user="app", dbname=name, autocommit=True) as connection:
        connection.execute(statement)  # type: ignore[call-overload]


_TABLES = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
_SEQUENCES = (
    "SELECT sequencename, coalesce(last_value, start_value), last_value IS NOT NULL FROM pg_sequences "
    "WHERE schemaname = 'public'"
)
_DEFINITIONS = " UNION ALL ".join(
    f"SELECT count(*), max(xmin::text::bigint) FROM {catalogue}"  # noqa: S608
    for catalogue in ("pg_class", "pg_attribute", "pg_constraint", "pg_proc", "pg_trigger", "pg_namespace")
)
_OTHERS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


class Contents:
    """What was in a database when this was made; `restore` makes it so again."""

    def __init__(self, root: str, name: str) -> None:
        self._connection = psycopg.connect(host=root, user="app", dbname=name, autocommit=True)
        # JSON stays the text that it was, so that it can be written again.
        for json in ("json", "jsonb"):
            self._connection.adapters.register_loader(json, TextLoader)
        any_row = sql.SQL("SELECT {} WHERE EXISTS (SELECT 1 FROM {})")
        each = (any_row.format(name, sql.Identifier(name)) for name in sorted(self._names(_TABLES)))
        self._which_have_rows = sql.SQL(" UNION ALL ").join(each).as_string()
        self._filled = {name: self._all(name) for name in self._with_rows()}
        # Who adds or changes a row is a later transaction than all others; a deleted row is not counted.
        versions = "SELECT {}, count(*), max(xmin::text::bigint) FROM {}"
        each = (sql.SQL(versions).format(name, sql.Identifier(name)) for name in sorted(self._filled))
        self._which_versions = sql.SQL(" UNION ALL ").join(each).as_string()
        self._versions = self._rows(self._which_versions)
        self._sequences = self._rows(_SEQUENCES)
        self._definitions = self._rows(_DEFINITIONS)

    def end_other_connections(self) -> None:
        """Leave nobody who could still write."""
        while self._rows(_OTHERS):
            pass

    def has_other_definitions(self) -> bool:
        """Whether a table, a trigger or the like was made, changed or dropped since."""
        return self._rows(_DEFINITIONS) != self._definitions

    def restore(self) -> None:
        """Empty what was filled, write again what was there."""
        filled = self._with_rows() - self._filled.keys()
        changed = {row[0] for row in self._rows(self._which_versions) if row not in self._versions}
        sequences = self._rows(_SEQUENCES)
        with self._connection.transaction(), self._connection.cursor() as cursor:
            # No trigger that refuses and no foreign key.
            cursor.execute("SET LOCAL session_replication_role = replica")
            for name in filled | changed:
                cursor.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(name)))
            for name in changed:
                rows = self._filled[name]
                marks = sql.SQL(", ").join(sql.Placeholder() * len(rows[0]))
                insert = sql.SQL("INSERT INTO {} VALUES ({})").format(sql.Identifier(name), marks)
                cursor.executemany(insert, rows)
            moved = [row for row in self._sequences if row not in sequences]
            cursor.executemany("SELECT setval(%s::regclass, %s, %s)", moved)
        self._versions = self._rows(self._which_versions)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _with_rows(self) -> set[str]:
        return self._names(self._which_have_rows)

    def _all(self, table: str) -> list[Any]:
        return self._rows(sql.SQL("SELECT * FROM {}").format(sql.Identifier(table)))

    def _names(self, query: str) -> set[str]:
        return {row[0] for row in self._rows(query)}

    def _rows(self, query: sql.Composable | str) -> list[Any]:
        return self._connection.execute(query).fetchall()  # type: ignore[call-overload]


class SharedDatabase:
    """The database of one test after the other, restored in between. That is quicker than another copy of
    `template`, which is made only after a test that changed tables or triggers.
    """

    def __init__(self, root: str, name: str, template: str) -> None:
        self._root, self._name, self._template = root, name, template
        self._contents: Contents | None = None

    def make(self) -> None:
        """Make it, unless it is there."""
        if self._contents is None:
            copied = f"OWNER loyalty_owner TEMPLATE {self._template} STRATEGY file_copy"
            run(self._root, f"CREATE DATABASE {self._name} {copied}")
            self._contents = Contents(self._root, self._name)

    def restore(self) -> None:
        """Let the next test find it as it was made."""
        assert self._contents is not None
        self._contents.end_other_connections()
        if self._contents.has_other_definitions():
            self.close()
            run(self._root, f"DROP DATABASE {self._name} WITH (FORCE)")
            return
        self._contents.restore()

    def close(self) -> None:
        """Close the connection that restores."""
        if self._contents is not None:
            self._contents.close()
            self._contents = None
