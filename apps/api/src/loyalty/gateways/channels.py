"""Channels to telephones and mailboxes: `send` returns when the provider has taken the message."""

from __future__ import annotations

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
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

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
        """Append one line of JSON to the file, and print the sentence."""
        line: dict[str, object] = {"to": message.to, "kind": message.kind}
        if message.code is not None:
            line["code"] = message.code
        line["text"] = message.text
        line["at"] = iso_utc(message.at)
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
    """Print a line; a terminal that is gone or cannot show a character does not fail the message."""
    encoding = sys.stdout.encoding or "utf-8"
    with suppress(OSError, ValueError):
        sys.stdout.write(line.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()


# Shorter than the outbox's lease, and long enough for a provider that is merely slow.
TIMEOUT_S = 5.0
LONGEST_ANSWER = 64 * 1024
# The provider understood, and another try changes nothing: no such number, no such template.
FINAL = (400, 404, 410, 422)


class RateLimited(Undeliverable):
    """The provider takes no more messages for now (429)."""


class KeyRefused(Undeliverable):
    """The provider does not accept our key; an operator has to change it."""


class ProviderDown(Undeliverable):
    """The provider does not answer, or answers what its documentation does not name."""


class WhatsApp:
    """WhatsApp's Cloud API: an authentication template, whose only variable is the code, and perhaps a
    utility and a marketing template, whose only variable is the text.
    """

    def __init__(
        self,
        url: str,
        phone_id: str,
        token: str,
        template: str,
        language: str,
        *,
        notice_template: str = "",
        marketing_template: str = "",
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        self._url = f"{url.rstrip('/')}/{phone_id}/messages"
        self._token, self._template, self._language = token, template, language
        self._notice_template, self._marketing_template = notice_template, marketing_template
        self._timeout_s = timeout_s

    def send(self, message: Message) -> None:
        """Hand over one code or text; raises Refused for a text when there is no template for it."""
        name = self._template_of(message)
        if not name:
            raise Refused
        values = [{"type": "text", "text": message.code or message.text}]
        components: list[dict[str, object]] = [{"type": "body", "parameters": values}]
        if message.code is not None:
            components.append({"type": "button", "sub_type": "url", "index": "0", "parameters": values})
        template = {
            "name": name,
            "language": {"code": self._language},
            "components": components,
        }
        answer = post_json(
            self._url,
            self._token,
            {
                "messaging_product": "whatsapp",
                "recipient_type": "individual",
                "to": message.to.removeprefix("+"),
                "type": "template",
                "template": template,
            },
            key=message.key,
            timeout_s=self._timeout_s,
        )
        if not answer.get("messages"):
            raise ProviderDown

    def _template_of(self, message: Message) -> str:
        if message.code is not None:
            return self._template
        return self._marketing_template if message.kind == ADVERTISING else self._notice_template


class SmsGateway:
    """An SMS gateway that takes `{to, text}` as JSON, our key as Bearer, and an Idempotency-Key."""

    def __init__(self, url: str, token: str, timeout_s: float = TIMEOUT_S) -> None:
        self._url, self._token, self._timeout_s = url, token, timeout_s

    def send(self, message: Message) -> None:
        """Hand over one text; any 2xx means that the gateway has it."""
        body = {"to": message.to, "text": message.text}
        post_json(self._url, self._token, body, key=message.key, timeout_s=self._timeout_s)


def post_json(url: str, token: str, body: object, *, key: str, timeout_s: float) -> dict[str, object]:
    """Post a body and give the JSON object of a 2xx, empty when it is none. Follows no redirect.

    Raises Refused for what will never be taken, and another Undeliverable for what may be taken later.
    """
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=timeout_s)
    headers = {
        "Authorization": f"Bearer {token}",
        "Content-Type": "application/json",
        "Accept": "application/json",
        "Idempotency-Key": key,
    }
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    try:
        connection.request("POST", path, json.dumps(body).encode(), headers)
        answer = connection.getresponse()
        status, text = answer.status, answer.read(LONGEST_ANSWER)
    except (OSError, HTTPException) as error:
        raise ProviderDown from error
    finally:
        connection.close()
    _refuse(status)
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _refuse(status: int) -> None:
    if 200 <= status < 300:
        return
    if status in FINAL:
        raise Refused
    if status == 429:
        raise RateLimited
    raise KeyRefused if status in (401, 403) else ProviderDown


# Shorter than the outbox's lease, after which another worker sends the email.
MAIL_TIMEOUT_S = 8
PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}

Compose = Callable[[str, int], EmailMessage | None]


class EmailTransport(Protocol):
    """A way to hand an email over."""

    def deliver(self, email: EmailMessage, message: Message) -> None:
        """Hand the email over; raise Undeliverable (or any error) when that failed."""
        ...


class EmailChannel:
    """The outbox's channel for emails: composes each from the row it is about when it is sent."""

    def __init__(self, compose: Compose, transport: EmailTransport) -> None:
        self._compose = compose
        self._transport = transport

    def send(self, message: Message) -> None:
        """Compose and hand over one email; nothing is sent when the row it was about has been deleted."""
        email = self._compose(message.kind, message.reference or 0)
        if email is not None:
            self._transport.deliver(email, message)


class SmtpTransport:
    """A mail server, by an address such as smtp+starttls://user:password@mail.example.com:587."""

    def __init__(self, url: str, timeout_s: float = MAIL_TIMEOUT_S) -> None:
        parts = urlsplit(url)
        self._timeout_s = timeout_s
        self._scheme = parts.scheme
        self._host, self._port = parts.hostname or "", parts.port or PORTS[parts.scheme]
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")

    def deliver(self, email: EmailMessage, message: Message) -> None:  # noqa: ARG002  # the email holds everything
        """Send one email; raises Undeliverable when the server refuses a recipient."""
        server = self._connect()
        try:
            if self._scheme == "smtp+starttls":
                server.starttls(context=ssl.create_default_context())
            if self._user:
                server.login(self._user, self._password)
            if server.send_message(email):
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


class FileTransport:
    """Emails as lines of the file that FileChannel writes, and readable in the terminal."""

    def __init__(self, path: str, *, shown: bool) -> None:
        self._file = FileChannel(path, shown=shown)

    def deliver(self, email: EmailMessage, message: Message) -> None:
        """Append a line, and print what the mailbox would read."""
        body = email.get_body(("plain",))
        text = body.get_content() if body else ""
        attached = [part.get_filename() or "" for part in email.iter_attachments()]
        line: dict[str, object] = {
            "to": email["To"],
            "kind": message.kind,
            "subject": email["Subject"],
            "text": text,
            "attachments": attached,
            "at": iso_utc(message.at),
        }
        self._file.write(line, f"✉  {email['To']}  {email['Subject']}\n")
