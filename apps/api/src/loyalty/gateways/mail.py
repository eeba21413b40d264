"""How a letter leaves the house: by SMTP, or into the file that development reads."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Protocol
from urllib.parse import unquote, urlsplit

from loyalty import config
from loyalty.gateways.messages import FileChannel, Message, Undeliverable
from loyalty.rules.calendar import MALAYSIA

# Shorter than the outbox's lease: who waits longer has lost the letter to another worker.
TIMEOUT_S = 8
PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}

Compose = Callable[[str, int], EmailMessage | None]


def plain_mail(to: str, subject: str, text: str, *, at: datetime, name: str) -> EmailMessage:
    """A mail of ours to a member. `name` tells it from others in its Message-ID; `at` is its date."""
    sender = config.current().mail_from
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, to, subject
    mail["Date"] = format_datetime(at.astimezone(MALAYSIA))
    mail["Message-ID"] = f"<{name}@{sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"  # RFC 3834: nobody's absence note answers it
    mail.set_content(f"{text}\n")
    return mail


class Carrier(Protocol):
    """A way to a mailbox."""

    def carry(self, letter: EmailMessage, message: Message) -> None:
        """Hand the letter over; raise Undeliverable (or any error) when that failed."""
        ...


class Letters:
    """The outbox's channel for letters: writes each from what it is about when it leaves."""

    def __init__(self, compose: Compose, carrier: Carrier) -> None:
        self._compose = compose
        self._carrier = carrier

    def send(self, message: Message) -> None:
        """Write and hand over one letter; what it was about may be forgotten by now, then nothing leaves."""
        letter = self._compose(message.kind, message.reference or 0)
        if letter is not None:
            self._carrier.carry(letter, message)


class SmtpCarrier:
    """A mail server, by an address such as smtp+starttls://user:password@mail.example.com:587."""

    def __init__(self, url: str, timeout_s: float = TIMEOUT_S) -> None:
        parts = urlsplit(url)
        self._timeout_s = timeout_s
        self._scheme = parts.scheme
        self._host, self._port = parts.hostname or "", parts.port or PORTS[parts.scheme]
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")

    def carry(self, letter: EmailMessage, message: Message) -> None:  # noqa: ARG002  # the letter says it all
        """Send one letter; raises Undeliverable when the server does not take it for somebody."""
        server = self._connect()
        try:
            if self._scheme == "smtp+starttls":
                server.starttls(context=ssl.create_default_context())
            if self._user:
                server.login(self._user, self._password)
            if server.send_message(letter):
                raise Undeliverable
        finally:
            with suppress(smtplib.SMTPException, OSError):
                server.quit()
            server.close()

    def _connect(self) -> smtplib.SMTP:
        if self._scheme == "smtps":
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(self._host, self._port, timeout=self._timeout_s, context=context)
        return smtplib.SMTP(self._host, self._port, timeout=self._timeout_s)


class FileCarrier:
    """Letters beside the messages: a line of the same file, and readable in the terminal."""

    def __init__(self, path: str, *, shown: bool) -> None:
        self._file = FileChannel(path, shown=shown)

    def carry(self, letter: EmailMessage, message: Message) -> None:
        """Append a line, and print what the mailbox would read."""
        body = letter.get_body(("plain",))
        text = body.get_content() if body else ""
        attached = [part.get_filename() or "" for part in letter.iter_attachments()]
        line: dict[str, object] = {
            "to": letter["To"],
            "kind": message.kind,
            "subject": letter["Subject"],
            "text": text,
            "attachments": attached,
            "at": message.at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        }
        self._file.write(line, f"✉  {letter['To']}  {letter['Subject']}\n")
