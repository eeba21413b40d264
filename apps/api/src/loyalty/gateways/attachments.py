"""Attachments in the folder or bucket of LOYALTY_ATTACHMENTS: unguessable names, written whole or not at all.

A file is stored before the transaction that names it commits, and goes after the one that deletes its
row has. What a crash leaves between the two is removed by the scheduler a day later.
"""

import hmac
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Protocol

import structlog

from loyalty import config
from loyalty.config import Config, WrongSetting
from loyalty.errors import NotFound, Unavailable
from loyalty.gateways.attachment_folder import Folder
from loyalty.rules.codes import Code

log = structlog.get_logger(__name__)

UNNAMED_FOR = timedelta(days=1)
RETRY_AFTER_S = 600
_NAME = re.compile(r"[0-9a-f]{64}")


class Storage(Protocol):
    """What keeps files by name: a Folder or a Bucket. Their methods raise OSError."""

    def address(self, name: str) -> str: ...
    def check(self) -> None: ...
    def write(self, name: str, content: bytes, at: datetime, /) -> None: ...
    def read(self, name: str) -> bytes: ...
    def delete(self, name: str) -> None: ...
    def entries(self) -> Iterator[tuple[str, datetime]]: ...


@dataclass(frozen=True)
class Stored:
    """An attachment: its name where it is kept, and the SHA-256 of its content, in hexadecimal digits."""

    storage_name: str
    sha256: str


def is_name(name: str) -> bool:
    """Whether a file of this name is an attachment."""
    return _NAME.fullmatch(name) is not None


def storage() -> Storage:
    """Where attachments are kept. Development makes its folder; in production one may be a disk's."""
    settings = config.current()
    if bucket := settings.attachments_bucket:
        return _bucket(*bucket)
    place = settings.attachments_folder
    if not settings.production:
        with suppress(OSError):  # writing to it reports the error
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Folder(place)


@lru_cache
def _bucket(name: str, prefix: str) -> Storage:
    """One for a process, with its connections. Its package is installed where a bucket is used."""
    from loyalty.gateways.attachment_bucket import Bucket

    return Bucket(name, prefix)


def check(settings: Config) -> None:
    """Refuse to serve where attachments cannot be kept; raises WrongSetting. Only in production.

    Commands do without: a machine that only migrates or makes backups may lack the folder. A store that does
    not answer stops nothing: applications alone are refused for as long.
    """
    if not settings.production:
        return
    try:
        if bucket := settings.attachments_bucket:
            _bucket(*bucket).check()
            return
        Folder(settings.attachments_folder).check()
    except ConnectionError as error:
        log.error("attachments cannot be kept", error=str(error))
        return
    except OSError as error:
        raise WrongSetting(f"LOYALTY_ATTACHMENTS: {error.strerror}") from error
    finally:
        _bucket.cache_clear()  # workers are forked afterwards, and share no connection
    place = settings.attachments_folder
    if place.stat().st_mode & 0o007:
        raise WrongSetting(f"LOYALTY_ATTACHMENTS: everybody may look into {place}. Run chmod 700 on it.")


def is_available() -> bool:
    """Whether attachments can be kept now."""
    try:
        storage().check()
    except OSError:
        return False
    return True


def put(content: bytes, at: datetime) -> Stored:
    """Store a file whole, in the caller's transaction; raises Unavailable.

    `at` is the database's time: the age of a file in a folder is measured by it, not by this machine's clock.
    """
    name = secrets.token_hex(32)
    try:
        storage().write(name, content, at)
    except OSError as error:
        log.error("an attachment could not be written", error=str(error))
        raise Unavailable(Code.ATTACHMENTS_UNAVAILABLE, retry_after_s=RETRY_AFTER_S) from error
    return Stored(name, sha256(content).hexdigest())


def read(storage_name: str, digest: str) -> bytes:
    """The content of a file; raises NotFound when it is not there or not what was written."""
    kept = storage()
    path = kept.address(storage_name)
    try:
        content = kept.read(storage_name)
    except OSError as error:
        raise NotFound(Code.ATTACHMENT_UNREADABLE, {"path": path, "reason": error.strerror or ""}) from error
    if not hmac.compare_digest(sha256(content).hexdigest(), digest):
        raise NotFound(Code.ATTACHMENT_DIFFERS, {"path": path})
    return content


def remove(storage_names: Iterable[str]) -> None:
    """Delete files whose rows are gone; the scheduler deletes what is left, a day later."""
    for name in storage_names:
        try:
            storage().delete(name)
        except OSError as error:
            log.error("an attachment could not be deleted", file=name, error=str(error))


def old_files(at: datetime) -> list[str]:
    """The names of files, and of what a crash left half written, that are older than a day at a moment."""
    return [name for name, changed in storage().entries() if is_name(name) and changed < at - UNNAMED_FOR]
