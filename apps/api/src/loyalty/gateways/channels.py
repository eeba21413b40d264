"""Channels to telephones and mailboxes: `send` returns when the provider has taken the message."""

import json
import os
import smtplib
import ssl
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

from loyalty.db.jobs import GiveUp
from loyalty.gateways.deadlines import cut_after
from loyalty.rules.calendar import iso_utc

# The kind of messages to telephones that are advertising: WhatsApp has templates of their own for it.
ADVERTISING = "advertising"


@dataclass(frozen=True)
class Message:
    """One message to one phone. `key` is the same when it is tried again, for providers that drop duplicates.

    An email has a `reference`, the id of the row it is about, and is composed when it is sent.
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


class Refused(Undeliverable, GiveUp):
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
        """Append one line of JSON to the file, and print the sentence."""
        line: dict[str, object] = {"to": message.to, "kind": message.kind}
        if message.code is not None:
            line["code"] = message.code
        line["text"] = message.text
        line["at"] = iso_utc(message.at)
        self.write(line, f"✉  {message.to}  {message.text}\n")

    def deliver(self, email: EmailMessage, message: Message) -> None:
        """Append a line, and print what the mailbox would read."""
        body = email.get_body(("plain",))
        text = body.get_content() if body else ""
        line: dict[str, object] = {
            "to": email["To"],
            "kind": message.kind,
            "subject": email["Subject"],
            "text": text,
            "attachments": [part.get_filename() or "" for part in email.iter_attachments()],
            "at": iso_utc(message.at),
        }
        self.write(line, f"✉  {email['To']}  {email['Subject']}\n")

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
    """Print a line; a terminal that is gone or cannot show a character does not fail the message."""
    encoding = sys.stdout.encoding or "utf-8"
    with suppress(OSError, ValueError):
        sys.stdout.write(line.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()


# The provider understood, and another try changes nothing: no such number, no such template.
FINAL = (400, 404, 410, 422)


class RateLimited(Undeliverable):
    """The provider takes no more messages for now (429)."""


class KeyRefused(Undeliverable):
    """The provider does not accept our key; an operator has to change it."""


class ProviderDown(Undeliverable):
    """The provider does not answer, or answers what its documentation does not name."""


def raise_for(status: int) -> None:
    """Raise the Undeliverable that a provider's status means; nothing for 2xx."""
    if 200 <= status < 300:
        return
    if status in FINAL:
        raise Refused
    if status == 429:
        raise RateLimited
    raise KeyRefused if status in (401, 403) else ProviderDown


# For the whole of a mail: a server may scan it while we wait.
MAIL_TIMEOUT_S = 30.0
PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}

Compose = Callable[[str, int], EmailMessage | None]


# Hands an email over; raises Undeliverable (or any error) when that failed.
Deliver = Callable[[EmailMessage, Message], None]


class EmailChannel:
    """The outbox's channel for emails: composes each from the row it is about when it is sent."""

    def __init__(self, compose: Compose, deliver: Deliver) -> None:
        self._compose, self._deliver = compose, deliver

    def send(self, message: Message) -> None:
        """Compose and hand over one email; nothing is sent when the row it was about has been deleted."""
        email = self._compose(message.kind, message.reference or 0)
        if email is not None:
            self._deliver(email, message)


class MailServer:
    """A mail server, by an address such as smtp+starttls://user:password@mail.example.com:587."""

    def __init__(self, url: str, timeout_s: float = MAIL_TIMEOUT_S) -> None:
        self._address, self._timeout_s = urlsplit(url), timeout_s

    def deliver(self, email: EmailMessage, message: Message) -> None:  # noqa: ARG002  # the email holds everything
        """Send one email; raises Undeliverable when the server refuses a recipient."""
        address = self._address
        host, port = address.hostname or "", address.port or PORTS[address.scheme]
        server = smtplib.SMTP(timeout=self._timeout_s)
        if address.scheme == "smtps":
            server = smtplib.SMTP_SSL(timeout=self._timeout_s, context=ssl.create_default_context())
        # Whose certificate is checked. With the host as an argument it connects before the time runs.
        server._host = host  # type: ignore[attr-defined]
        with cut_after(self._timeout_s, lambda: server.sock):
            try:
                server.connect(host, port)
                if address.scheme == "smtp+starttls":
                    server.starttls(context=ssl.create_default_context())
                if address.username:
                    server.login(unquote(address.username), unquote(address.password or ""))
                if server.send_message(email):
                    raise Undeliverable
            finally:
                with suppress(smtplib.SMTPException, OSError):
                    server.quit()
                server.close()
