"""How a message leaves the house: a channel takes one and returns when the provider has it."""

from __future__ import annotations

import json
import os
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True)
class Message:
    """One message to one phone. `key` is the same when it is tried again, for providers that drop doubles.

    A letter has a `reference`, the id of what it is about, and no words of its own (see mail.py).
    """

    to: str
    kind: str
    text: str
    code: str | None
    at: datetime
    key: str
    reference: int | None = None


class Undeliverable(Exception):
    """The provider did not take it; trying again may help."""


class Refused(Undeliverable):
    """The provider will never take it: trying again changes nothing."""


class Channel(Protocol):
    """A way to a phone."""

    def send(self, message: Message) -> None:
        """Hand the message over; raise Undeliverable (or any error) when that failed."""
        ...


class FileChannel:
    """Messages as lines of a file that its owner alone may read: how development receives its codes.

    `shown`: also readable in the terminal. In production that would be a log.
    """

    def __init__(self, path: str, *, shown: bool) -> None:
        self.path = Path(path)
        self._shown = shown
        self._one_at_a_time = threading.Lock()

    def send(self, message: Message) -> None:
        """Append the line product.md shows, and print the sentence."""
        line: dict[str, object] = {"to": message.to, "kind": message.kind}
        if message.code is not None:
            line["code"] = message.code
        line["text"] = message.text
        line["at"] = message.at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self.write(line, f"✉  {message.to}  {message.text}\n")

    def write(self, line: dict[str, object], shown: str) -> None:
        """Append a line to the file, and show a sentence in the terminal."""
        with self._one_at_a_time:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with open(self.path, "a", encoding="utf-8", opener=_for_owner) as file:  # its mode
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
        if self._shown:
            _show(shown)


def _for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _show(line: str) -> None:
    """Print a line; a terminal that is gone or knows few letters does not make the message a failed one."""
    encoding = sys.stdout.encoding or "utf-8"
    with suppress(OSError, ValueError):
        sys.stdout.write(line.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()
