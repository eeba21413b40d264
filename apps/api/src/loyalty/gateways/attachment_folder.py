"""Attachments in a folder, which every node mounts."""

import errno
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

_UNFINISHED = re.compile(r"\.([0-9a-f]{64})\.unfinished")


@dataclass(frozen=True)
class Folder:
    """A folder of files, each written whole and to the disk, or not at all. Errors are OSError."""

    path: Path

    def address(self, name: str) -> str:
        """Where a file is, to be read by an operator."""
        return str(self.path / name)

    def check(self) -> None:
        """Raise OSError when files cannot be kept now."""
        if not self.path.is_dir():
            raise OSError(errno.ENOENT, f"there is no folder {self.path}. Is its disk mounted?")
        if not os.access(self.path, os.R_OK | os.W_OK | os.X_OK):
            raise OSError(errno.EACCES, f"{self.path} is not writable by this user.")

    def write(self, name: str, content: bytes, at: datetime) -> None:
        """Write a file whose age counts from `at`."""
        unfinished = self.path / f".{name}.unfinished"
        try:
            with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(content)
                file.flush()
                os.utime(unfinished, (at.timestamp(), at.timestamp()))
                if os.geteuid() == 0:  # a command run by root: the service has to read the file
                    owner = self.path.stat()
                    os.chown(unfinished, owner.st_uid, owner.st_gid)
                os.fsync(file.fileno())
            unfinished.rename(self.path / name)
        except OSError:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
            raise
        handle = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

    def read(self, name: str) -> bytes:
        """The content of a file."""
        return (self.path / name).read_bytes()

    def delete(self, name: str) -> None:
        """Delete a file, and what a crash left of writing it."""
        for path in (self.path / name, self.path / f".{name}.unfinished"):
            path.unlink(missing_ok=True)

    def entries(self) -> Iterator[tuple[str, datetime]]:
        """The names in the folder with the moment of each file; a half written one has its later name."""
        with os.scandir(self.path) as found:
            for entry in found:
                half = _UNFINISHED.fullmatch(entry.name)
                with suppress(FileNotFoundError):
                    changed = datetime.fromtimestamp(entry.stat().st_mtime, UTC)
                    yield half[1] if half else entry.name, changed
