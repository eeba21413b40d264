"""The two ways to a real telephone: WhatsApp templates, and a gateway for SMS.

Nothing here is logged: a message holds a code and a number, a request holds our key. What fails is known by
its name alone.
"""

from __future__ import annotations

import json
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from loyalty.gateways.messages import Message, Refused, Undeliverable

# Shorter than the outbox's lease, and long enough for a provider that is merely slow.
TIMEOUT_S = 5.0
LONGEST_ANSWER = 64 * 1024
# The provider understood, and will say the same again: no such number, no such template.
FINAL = (400, 404, 410, 422)


class RateLimited(Undeliverable):
    """The provider has had too many of us for now."""


class KeyRefused(Undeliverable):
    """The provider does not know our key; an operator can put that right."""


class ProviderDown(Undeliverable):
    """The provider does not answer, or not as it should."""


class WhatsApp:
    """WhatsApp's Cloud API: an authentication template, whose only variable is the code, and perhaps a
    utility template, whose only variable is the text.
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
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        self._url = f"{url.rstrip('/')}/{phone_id}/messages"
        self._token, self._template, self._language = token, template, language
        self._notice_template = notice_template
        self._timeout_s = timeout_s

    def send(self, message: Message) -> None:
        """Hand over one code or text; raises Refused for a text when there is no template for it."""
        if message.code is None and not self._notice_template:
            raise Refused
        said = [{"type": "text", "text": message.code or message.text}]
        components: list[dict[str, object]] = [{"type": "body", "parameters": said}]
        if message.code is not None:
            components.append({"type": "button", "sub_type": "url", "index": "0", "parameters": said})
        template = {
            "name": self._notice_template if message.code is None else self._template,
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
