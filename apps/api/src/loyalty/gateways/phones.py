"""Channels to telephones: WhatsApp's Cloud API and SMS gateways."""

from loyalty.config import Config
from loyalty.gateways import http_client
from loyalty.gateways.channels import ADVERTISING, Message, ProviderDown, Refused, raise_for


class WhatsApp:
    """WhatsApp's Cloud API: an authentication template, whose only variable is the code, and perhaps a
    utility and a marketing template, whose only variable is the text.
    """

    def __init__(self, settings: Config, timeout_s: float = http_client.TIMEOUT_S) -> None:
        self._settings, self._timeout_s = settings, timeout_s

    def send(self, message: Message) -> None:
        """Hand over one code or text; raises Refused for a text when there is no template for it."""
        name = self._template_of(message)
        if not name:
            raise Refused
        values = [{"type": "text", "text": message.code or message.text}]
        components: list[dict[str, object]] = [{"type": "body", "parameters": values}]
        if message.code is not None:
            components.append({"type": "button", "sub_type": "url", "index": "0", "parameters": values})
        settings = self._settings
        url = f"{settings.whatsapp_url.rstrip('/')}/{settings.whatsapp_phone_id}/messages"
        language = {"code": settings.whatsapp_language}
        body = {
            "messaging_product": "whatsapp",
            "recipient_type": "individual",
            "to": message.to.removeprefix("+"),
            "type": "template",
            "template": {"name": name, "language": language, "components": components},
        }
        answer = _post(url, settings.whatsapp_token, body, key=message.key, timeout_s=self._timeout_s)
        try:
            taken = answer.json_object().get("messages")
        except ValueError as error:
            raise ProviderDown from error
        if not taken:
            raise ProviderDown

    def _template_of(self, message: Message) -> str:
        settings = self._settings
        if message.code is not None:
            return settings.whatsapp_template
        is_advertising = message.kind == ADVERTISING
        return settings.whatsapp_marketing_template if is_advertising else settings.whatsapp_notice_template


class SmsGateway:
    """An SMS gateway that takes `{to, text}` as JSON, our key as Bearer, and an Idempotency-Key."""

    def __init__(self, url: str, token: str, timeout_s: float = http_client.TIMEOUT_S) -> None:
        self._url, self._token, self._timeout_s = url, token, timeout_s

    def send(self, message: Message) -> None:
        """Hand over one text; any 2xx means that the gateway has it."""
        body = {"to": message.to, "text": message.text}
        _post(self._url, self._token, body, key=message.key, timeout_s=self._timeout_s)


def _post(url: str, token: str, body: object, *, key: str, timeout_s: float) -> http_client.Answer:
    """Post a body; returns a 2xx answer, raises Refused for what will never be taken, and another
    Undeliverable for what may be taken later.
    """
    headers = {"Authorization": f"Bearer {token}", "Accept": "application/json", "Idempotency-Key": key}
    answer = http_client.call("POST", url, headers=headers, json=body, timeout_s=timeout_s)
    raise_for(answer.status)
    return answer
