"""Backups: a dump of the database, encrypted for a key whose other half is elsewhere, and read back.

The work is done by the tools of the field: pg_dump and pg_restore, SQLite's own backup, and GnuPG.
"""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL, make_url

from loyalty.config.environment import for_program
from loyalty.rules.backups import kept

_NAME = re.compile(r"loyalty-(\d{8}T\d{6}Z)\.(dump|db)\.gpg")
_MOMENT = "%Y%m%dT%H%M%SZ"


class BackupFailed(Exception):
    """A backup could not be made or read; the sentence says why."""


def make(database_url: str, folder: Path, public_key: Path, at: datetime) -> Path:
    """Write an encrypted backup into a folder and give its path.

    It appears under its name when it is whole and on the disk, readable by its owner alone. Raises
    BackupFailed; nothing is left behind then.
    """
    url = make_url(database_url)
    ending = "db" if url.get_backend_name() == "sqlite" else "dump"
    target = folder / f"loyalty-{at.astimezone(UTC):{_MOMENT}}.{ending}.gpg"
    with _gnupg() as home:
        unfinished = folder / f".{target.name}.unfinished"
        encrypt = [
            "gpg", "--homedir", str(home), "--batch", "--yes", "--no-tty", "--trust-model", "always",
            "--recipient-file", str(public_key), "--compress-algo", "none", "--output", str(unfinished),
            "--encrypt",
        ]  # fmt: skip
        try:
            if ending == "db":
                with TemporaryDirectory(dir=folder, prefix=".copy-") as place:
                    copy = Path(place) / "copy.db"
                    _copy_sqlite(url.database or "", copy)
                    _run([*encrypt, str(copy)], "The backup could not be encrypted")
            else:
                dump = ["pg_dump", "--no-password", "--format=custom", *_where(url)]
                _pipe(dump, encrypt, _secrets(url))
            _to_disk(unfinished)
            unfinished.rename(target)
        finally:
            unfinished.unlink(missing_ok=True)
    return target


def rotate(folder: Path) -> list[Path]:
    """Delete the backups that are not kept any more (rules/backups.py); gives them."""
    moments = {path: at for path in folder.iterdir() if (at := made_at(path)) is not None}
    keep = kept(moments.values())
    gone = sorted(path for path, at in moments.items() if at not in keep)
    for path in gone:
        path.unlink()
    return gone


def made_at(path: Path) -> datetime | None:
    """When a backup was made, by its name; None for any other file."""
    named = _NAME.fullmatch(path.name)
    return datetime.strptime(named[1], _MOMENT).replace(tzinfo=UTC) if named else None


@contextmanager
def restored(backup: Path, secret_key: Path, server_url: str) -> Iterator[str]:
    """Restore a backup into a database that lives as long as the block; gives its address.

    For PostgreSQL `server_url` names the server and a role that may create databases; the new one is beside
    the one it names. `secret_key` has no passphrase, or its agent asks for it. Raises BackupFailed.
    """
    with TemporaryDirectory(prefix="loyalty-drill-") as place, _gnupg() as home:
        plain = Path(place) / "plain"
        import_key = ["gpg", "--homedir", str(home), "--batch", "--import", str(secret_key)]
        _run(import_key, "The key cannot be read")
        decrypt = ["gpg", "--homedir", str(home), "--batch", "--output", str(plain), "--decrypt", str(backup)]
        _run(decrypt, "The backup cannot be decrypted")
        if backup.name.endswith(".db.gpg"):
            yield f"sqlite:///{plain}"
            return
        url = make_url(server_url)
        drill = url.set(database=f"{url.database}_drill_{os.getpid()}")
        _sql(url, f"CREATE DATABASE \"{drill.database}\" ENCODING 'UTF8' TEMPLATE template0")
        try:
            restore = ["pg_restore", "--no-password", "--exit-on-error", "--no-owner", "--no-privileges"]
            _run([*restore, *_where(drill), str(plain)], "The dump cannot be restored", _secrets(url))
            yield drill.render_as_string(hide_password=False)
        finally:
            _sql(url, f'DROP DATABASE "{drill.database}"')


@contextmanager
def _gnupg() -> Iterator[Path]:
    """A key ring of our own, empty, that nobody else sees."""
    with TemporaryDirectory(prefix="loyalty-gnupg-") as home:
        try:
            yield Path(home)
        finally:
            _quietly(["gpgconf", "--homedir", home, "--kill", "all"])


def _copy_sqlite(source: str, copy: Path) -> None:
    with (
        closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as one,
        closing(sqlite3.connect(copy)) as other,
    ):
        copy.chmod(0o600)
        one.backup(other)


def _where(url: URL) -> list[str]:
    """Host, port, user and database as PostgreSQL's programs take them; never the password."""
    host = url.host or url.query.get("host")
    said = {"host": host, "port": url.port, "username": url.username, "dbname": url.database}
    return [f"--{name}={value}" for name, value in said.items() if value]


def _secrets(url: URL) -> dict[str, str]:
    return {"PGPASSWORD": url.password} if url.password else {}


def _sql(url: URL, statement: str) -> None:
    import psycopg

    host = url.host or url.query.get("host")
    how = {"host": host, "port": url.port, "user": url.username, "password": url.password}
    told = {name: value for name, value in how.items() if value}
    try:
        with psycopg.connect(**told, dbname=url.database, autocommit=True) as connection:  # type: ignore[arg-type]
            connection.execute(statement)
    except psycopg.Error as error:
        raise BackupFailed(f"{statement.split(' ENCODING')[0]}: {error}".strip()) from error


def _pipe(source: list[str], sink: list[str], secrets: Mapping[str, str]) -> None:
    """Let one program read what the other writes; both have to end well."""
    try:
        writer = subprocess.Popen(  # noqa: S603
            source, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=for_program(secrets)
        )
    except OSError as error:
        raise BackupFailed(f"{source[0]} is not installed.") from error
    with writer:
        try:
            _run(sink, "The backup could not be encrypted", stdin=writer.stdout)
        except BackupFailed:
            writer.kill()
            raise
        _, told = writer.communicate()
    if writer.returncode != 0:
        raise BackupFailed(f"The database could not be dumped: {_last_line(told)}")


def _run(
    command: list[str], sentence: str, secrets: Mapping[str, str] | None = None, stdin: object = None
) -> None:
    try:
        ended = subprocess.run(  # noqa: S603
            command,
            check=False,
            capture_output=True,
            stdin=stdin or subprocess.DEVNULL,  # type: ignore[call-overload]
            env=for_program(secrets or {}),
        )
    except OSError as error:
        raise BackupFailed(f"{command[0]} is not installed.") from error
    if ended.returncode != 0:
        raise BackupFailed(f"{sentence}: {_last_line(ended.stderr)}")


def _quietly(command: list[str]) -> None:
    subprocess.run(command, check=False, capture_output=True)  # noqa: S603


def _last_line(told: bytes) -> str:
    lines = told.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it gave no reason"


def _to_disk(path: Path) -> None:
    """What is said to be kept survives a power failure."""
    with path.open("rb") as file:
        os.fchmod(file.fileno(), 0o600)
        os.fsync(file.fileno())
