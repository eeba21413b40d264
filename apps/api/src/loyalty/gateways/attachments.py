"""Attachments in the folder of LOYALTY_ATTACHMENTS: unguessable names, written whole or not at all.

A file is on the disk before the transaction that names it commits, and goes after the one that deletes its
row has. What a crash leaves between the two is removed by the scheduler a day later.
"""

import hmac
import os
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path

import structlog

from loyalty import config
from loyalty.errors import NotFound, Unavailable
from loyalty.rules.codes import Code

log = structlog.get_logger(__name__)

UNNAMED_FOR = timedelta(days=1)
RETRY_AFTER_S = 600
_NAME = re.compile(r"[0-9a-f]{64}")
_UNFINISHED = re.compile(r"\.[0-9a-f]{64}\.unfinished")


@dataclass(frozen=True)
class Stored:
    """A file of the folder: its name there, and the SHA-256 of its content, in hexadecimal digits."""

    storage_name: str
    sha256: str


def is_name(name: str) -> bool:
    """Whether a file of this name is an attachment."""
    return _NAME.fullmatch(name) is not None


def folder() -> Path:
    """The folder of attachments. Development creates it; in production a missing one is a missing disk."""
    place = config.current().attachments_folder
    if not config.current().production:
        with suppress(OSError):  # writing to it reports the error
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return place


def is_writable() -> bool:
    """Whether attachments can be kept now."""
    try:
        return folder().is_dir() and os.access(folder(), os.R_OK | os.W_OK | os.X_OK)
    except OSError:
        return False


def put(content: bytes, at: datetime) -> Stored:
    """Write a file whole and to the disk, in the caller's transaction; raises Unavailable.

    `at` is the database's time: the file's age is measured by it, not by this machine's clock.
    """
    name = secrets.token_hex(32)
    try:
        _write(folder(), name, content, at.timestamp())
    except OSError as error:
        log.error("an attachment could not be written", error=str(error))
        raise Unavailable(
            Code.ATTACHMENTS_UNAVAILABLE,
            retry_after_s=RETRY_AFTER_S,
        ) from error
    return Stored(name, sha256(content).hexdigest())


def read(storage_name: str, digest: str) -> bytes:
    """The content of a file; raises NotFound when it is not there or not what was written."""
    path = folder() / storage_name
    try:
        content = path.read_bytes()
    except OSError as error:
        raise NotFound(
            Code.ATTACHMENT_UNREADABLE, {"path": str(path), "reason": error.strerror or ""}
        ) from error
    if not hmac.compare_digest(sha256(content).hexdigest(), digest):
        raise NotFound(Code.ATTACHMENT_DIFFERS, {"path": str(path)})
    return content


def remove(storage_names: Iterable[str]) -> None:
    """Delete files whose rows are gone; the scheduler deletes what is left, a day later."""
    for name in storage_names:
        try:
            (folder() / name).unlink(missing_ok=True)
        except OSError as error:
            log.error("an attachment could not be deleted", file=name, error=str(error))


def old_files(at: datetime) -> list[str]:
    """The names of files, and of what a crash left half written, that are older than a day at a moment."""
    found = []
    with os.scandir(folder()) as entries:
        for entry in entries:
            if is_name(entry.name) or _UNFINISHED.fullmatch(entry.name):
                with suppress(FileNotFoundError):
                    if entry.stat().st_mtime < (at - UNNAMED_FOR).timestamp():
                        found.append(entry.name)
    return found


def files_in(place: Path) -> Iterator[Path]:
    """Every attachment in a folder, by name; none when there is no such folder."""
    if place.is_dir():
        yield from (path for path in sorted(place.iterdir()) if is_name(path.name))


def _write(place: Path, name: str, content: bytes, moment: float) -> None:
    unfinished = place / f".{name}.unfinished"
    try:
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.utime(unfinished, (moment, moment))
            if os.geteuid() == 0:  # a command run by root: the service has to read the file
                owner = place.stat()
                os.chown(unfinished, owner.st_uid, owner.st_gid)
            os.fsync(file.fileno())
        unfinished.rename(place / name)
    except OSError:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
    handle = os.open(place, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
