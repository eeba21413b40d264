"""Backups: a dump of the database and an archive of its attachments, encrypted for a key whose other half is
elsewhere, and read back.

The work is done by the tools of the field: pg_dump and pg_restore, SQLite's own backup, tar and GnuPG.
"""

import os
import re
import sqlite3
import subprocess
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import URL, make_url

from loyalty.config import for_program
from loyalty.gateways.attachments import Storage, is_name
from loyalty.rules.retention import kept

_NAME = re.compile(r"loyalty-(\d{8}T\d{6}Z)\.(dump|db|attachments\.tar)\.gpg")
_MOMENT = "%Y%m%dT%H%M%SZ"


class BackupFailed(Exception):
    """A backup could not be made or read; the sentence says why."""


@dataclass(frozen=True)
class Restored:
    """A backup that was restored: the address of its database, and the folder of its attachments."""

    database_url: str
    attachments: Path


def make(database_url: str, attachments: Storage, folder: Path, public_key: Path, at: datetime) -> Path:
    """Write an encrypted backup into a folder; returns the dump's path, `archive_of` is beside it.

    Both appear under their names when they are whole and on the disk, readable by their owner alone. Raises
    BackupFailed; nothing is left behind then.
    """
    url = make_url(database_url)
    ending = "db" if url.get_backend_name() == "sqlite" else "dump"
    target = folder / f"loyalty-{at.astimezone(UTC):{_MOMENT}}.{ending}.gpg"
    archive = archive_of(target)
    # Unfinished they lie where nobody else reads, or has left a link to another file by their names.
    with _gnupg() as home, TemporaryDirectory(dir=folder, prefix=".unfinished-") as place:
        unfinished, unfinished_archive = (Path(place) / each.name for each in (target, archive))
        encrypting = [
            "gpg", "--homedir", str(home), "--batch", "--yes", "--no-tty", "--trust-model", "always",
            "--recipient-file", str(public_key), "--compress-algo", "none",
        ]  # fmt: skip
        encrypt = [*encrypting, "--output", str(unfinished), "--encrypt"]
        if ending == "db":
            copy = Path(place) / "copy.db"
            _copy_sqlite(url.database or "", copy)
            _run([*encrypt, str(copy)], "The backup could not be encrypted")
        else:
            dump = ["pg_dump", "--no-password", "--format=custom", *_where(url)]
            _pipe(dump, encrypt, _secrets(url))
        _to_disk(unfinished)
        # After the dump, so that every file it names is there: what came since is only more.
        _pack(attachments, at, [*encrypting, "--output", str(unfinished_archive), "--encrypt"])
        _to_disk(unfinished_archive)
        unfinished_archive.rename(archive)
        unfinished.rename(target)  # the last step: a dump without its archive is no backup
    return target


def archive_of(dump: Path) -> Path:
    """The archive of attachments that belongs to a dump: beside it, of the same moment."""
    return dump.with_name(f"{dump.name.split('.')[0]}.attachments.tar.gpg")


def rotate(folder: Path) -> list[Path]:
    """Delete the backups that are not kept any more (rules/retention.py); returns them."""
    moments = {path: at for path in folder.iterdir() if (at := made_at(path)) is not None}
    keep = kept(moments.values())
    gone = sorted(path for path, at in moments.items() if at not in keep)
    for path in gone:
        path.unlink()
    return gone


def made_at(path: Path) -> datetime | None:
    """When a backup was made, by its name; None for whatever else is there."""
    named = _NAME.fullmatch(path.name)
    if named is None or path.is_symlink() or not path.is_file():
        return None
    try:
        return datetime.strptime(named[1], _MOMENT).replace(tzinfo=UTC)
    except ValueError:  # digits that are no date
        return None


@contextmanager
def restored(backup: Path, secret_key: Path, server_url: str) -> Iterator[Restored]:
    """Restore a dump and its archive into a database and a folder that live as long as the block.

    For PostgreSQL `server_url` names the server and a role that may create databases; the new one is beside
    the one it names. `secret_key` has no passphrase, or its agent asks for it. Raises BackupFailed.
    """
    with TemporaryDirectory(prefix="loyalty-drill-") as place, _gnupg() as home:
        plain = Path(place) / "plain"
        import_key = ["gpg", "--homedir", str(home), "--batch", "--import", str(secret_key)]
        _run(import_key, "The key cannot be read")
        attachments = Path(place) / "attachments"
        attachments.mkdir(mode=0o700)
        unpacked = Path(place) / "attachments.tar"
        for file, into in ((backup, plain), (archive_of(backup), unpacked)):
            decrypt = ["gpg", "--homedir", str(home), "--batch", "--output", str(into), "--decrypt"]
            _run([*decrypt, str(file)], f"{file.name} cannot be read and decrypted")
        _unpack(unpacked, attachments)
        if backup.name.endswith(".db.gpg"):
            yield Restored(f"sqlite:///{plain}", attachments)
            return
        url = make_url(server_url)
        drill = url.set(database=f"{url.database}_drill_{os.getpid()}")
        _sql(url, f"CREATE DATABASE \"{drill.database}\" ENCODING 'UTF8' TEMPLATE template0")
        try:
            restore = ["pg_restore", "--no-password", "--exit-on-error", "--no-owner", "--no-privileges"]
            _run([*restore, *_where(drill), str(plain)], "The dump cannot be restored", _secrets(url))
            yield Restored(drill.render_as_string(hide_password=False), attachments)
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


def _pack(attachments: Storage, at: datetime, encrypt: list[str]) -> None:
    """Write every attachment into one encrypted tar archive; nothing lies there unencrypted."""
    try:
        names = sorted(name for name, _ in attachments.entries() if is_name(name))
    except OSError as error:
        raise BackupFailed(f"LOYALTY_ATTACHMENTS: {error}") from error
    try:
        gpg = subprocess.Popen(  # noqa: S603
            encrypt,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=for_program({}),
        )
    except OSError as error:
        raise BackupFailed(f"{encrypt[0]} is not installed.") from error
    problem = ""
    with gpg:
        try:
            with tarfile.open(fileobj=gpg.stdin, mode="w|", format=tarfile.PAX_FORMAT) as archive:
                for name in names:
                    with suppress(FileNotFoundError):  # erased since it was listed
                        content = attachments.read(name)
                        archive.addfile(_tar_entry(name, len(content), at), BytesIO(content))
        except (OSError, tarfile.TarError) as error:
            problem = str(error)
            gpg.kill()
        _, output = gpg.communicate()
    if problem or gpg.returncode != 0:
        raise BackupFailed(f"The attachments could not be encrypted: {problem or _reason(output)}")


def _tar_entry(name: str, size: int, at: datetime) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = size, 0o600, int(at.timestamp())
    return entry


def _unpack(archive: Path, folder: Path) -> None:
    """Take the attachments out of a tar archive, and nothing else that it may hold."""
    try:
        with tarfile.open(archive) as packed:
            for member in packed:
                content = packed.extractfile(member) if member.isfile() and is_name(member.name) else None
                if content is not None:
                    (folder / member.name).write_bytes(content.read())
    except (OSError, tarfile.TarError) as error:
        raise BackupFailed(f"The attachments cannot be unpacked: {error}") from error


def _where(url: URL) -> list[str]:
    """Host, port, user and database as PostgreSQL's programs take them; never the password."""
    host = url.host or url.query.get("host")
    options = {"host": host, "port": url.port, "username": url.username, "dbname": url.database}
    return [f"--{name}={value}" for name, value in options.items() if value]


def _secrets(url: URL) -> dict[str, str]:
    return {"PGPASSWORD": url.password} if url.password else {}


def _sql(url: URL, statement: str) -> None:
    import psycopg

    host = url.host or url.query.get("host")
    how = {"host": host, "port": url.port, "user": url.username, "password": url.password}
    options = {name: value for name, value in how.items() if value}
    try:
        with psycopg.connect(**options, dbname=url.database, autocommit=True) as connection:  # type: ignore[arg-type]
            connection.execute(statement)
    except psycopg.errors.InsufficientPrivilege as error:
        raise BackupFailed(
            f"The role {url.username} may not create databases, which the drill needs. Give it the right "
            f"(ALTER ROLE {url.username} CREATEDB), or LOYALTY_MIGRATION_DATABASE_URL the address by a role "
            "that has it."
        ) from error
    except psycopg.Error as error:
        raise BackupFailed(f"{statement.split(' ENCODING')[0]}: {error}".strip()) from error


def _pipe(source: list[str], sink: list[str], secrets: Mapping[str, str]) -> None:
    """Pipe one program into another; both have to end well."""
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
        _, output = writer.communicate()
    if writer.returncode != 0:
        raise BackupFailed(f"The database could not be dumped: {_reason(output)}")


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
        raise BackupFailed(f"{sentence}: {_reason(ended.stderr)}")


def _quietly(command: list[str]) -> None:
    subprocess.run(command, check=False, capture_output=True)  # noqa: S603


def _reason(output: bytes) -> str:
    """The line that says why a program failed: its last error, and not the detail that follows it."""
    lines = output.decode(errors="replace").strip().splitlines()
    errors = [line for line in lines if "error:" in line.lower()]
    return (errors or lines or ["it gave no reason"])[-1]


def _to_disk(path: Path) -> None:
    """Write to disk, so that a finished backup survives a power failure."""
    with path.open("rb") as file:
        os.fchmod(file.fileno(), 0o600)
        os.fsync(file.fileno())
