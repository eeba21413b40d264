"""A provider that is down, slow or answers twice loses no code and leaks none (SECURITY.md O11)."""

import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from loyalty import create_app
from loyalty.config import Config
from loyalty.gateways.channels import ADVERTISING
from loyalty.gateways.phones import SmsGateway, WhatsApp
from loyalty.worker import channel_for
from support.login_steps import ask, enter
from support.loopback import QuietHandler, serving, trickling
from support.outbox_message import drain, leave, row

pytestmark = pytest.mark.usefixtures("bound")

TOKEN = "provider-secret-token"


@dataclass
class Provider:
    """A provider on loopback: gives the configured answers, then normal ones; keeps the requests."""

    url: str = ""
    answers: list[Any] = field(default_factory=list)
    asked: list[tuple[str, dict[str, str], dict[str, Any]]] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)


@pytest.fixture
def provider() -> Iterator[Provider]:
    found = Provider()

    class Handler(QuietHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            found.asked.append((self.path, dict(self.headers), body))
            result = found.answers.pop(0) if found.answers else 200
            if result == "late":
                found.released.wait(5)
                result = 200
            if result == "gone":
                self.close_connection = True
                return
            text = b'{"messages": [{"id": "wamid.1"}]}' if result == 200 else b'{"error": {"message": "no"}}'
            if result == "nonsense":
                result, text = 200, b"<html>"
            self.send_response(result)
            self.send_header("Location", "http://127.0.0.1:9/elsewhere")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

    with serving(Handler) as host:
        found.url = f"http://{host}"
        yield found
        found.released.set()


def whatsapp(url: str, timeout_s: float = 2.0, **templates: str) -> WhatsApp:
    settings = {f"whatsapp_{name}": value for name, value in templates.items()}
    ours = {"whatsapp_phone_id": "1234", "whatsapp_token": TOKEN}
    return WhatsApp(Config(whatsapp_url=f"{url}/v23.0", **ours, **settings), timeout_s)


def test_whatsapp_is_asked_for_its_authentication_template(provider):
    leave()
    drain(whatsapp(provider.url))
    [(path, headers, body)] = provider.asked
    assert path == "/v23.0/1234/messages"
    assert headers["Authorization"] == f"Bearer {TOKEN}"
    code = [{"type": "text", "text": "493817"}]
    assert body == {
        "messaging_product": "whatsapp",
        "recipient_type": "individual",
        "to": "60123456789",
        "type": "template",
        "template": {
            "name": "verification_code",
            "language": {"code": "en"},
            "components": [
                {"type": "body", "parameters": code},
                {"type": "button", "sub_type": "url", "index": "0", "parameters": code},
            ],
        },
    }
    assert (row().state, row().payload.get("code"), row().recipient) == ("done", None, "…89")


def test_an_sms_gateway_gets_the_sentence(provider):
    leave()
    drain(SmsGateway(f"{provider.url}/send?from=krua", TOKEN))
    [(path, headers, body)] = provider.asked
    assert (path, body) == ("/send?from=krua", {"to": "+60123456789", "text": "493817 is it."})
    assert (headers["Authorization"], headers["Idempotency-Key"]) == (f"Bearer {TOKEN}", f"job-{row().id}")


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (500, "ProviderDown"),
        (503, "ProviderDown"),
        (302, "ProviderDown"),
        (429, "RateLimited"),
        (401, "KeyRefused"),
        (403, "KeyRefused"),
        ("gone", "ProviderDown"),
        ("nonsense", "ProviderDown"),
    ],
)
def test_what_may_pass_is_tried_again(provider, clock, answer, error):
    provider.answers = [answer]
    leave()
    drain(whatsapp(provider.url))
    assert (row().state, row().last_error, row().payload.get("code")) == ("waiting", error, "493817")
    clock.advance(seconds=1)
    drain(whatsapp(provider.url))
    assert (row().state, len(provider.asked)) == ("done", 2)


@pytest.mark.parametrize("answer", [400, 404, 422])
def test_what_is_refused_for_good_is_not_tried_again(provider, clock, answer):
    provider.answers = [answer]
    leave()
    drain(whatsapp(provider.url))
    clock.advance(seconds=60)
    assert drain(whatsapp(provider.url)) == 0
    assert (row().state, row().last_error, row().payload.get("code")) == ("failed", "Refused", None)


def test_a_text_leaves_by_the_template_that_is_made_for_it(provider):
    leave(code=None, text="Your membership ends")
    drain(whatsapp(provider.url, notice_template="notice"))
    [(_, _, body)] = provider.asked
    assert body["template"] == {
        "name": "notice",
        "language": {"code": "en"},
        "components": [
            {"type": "body", "parameters": [{"type": "text", "text": "Your membership ends"}]},
        ],
    }
    assert row().state == "done"


@pytest.mark.parametrize(
    ("kind", "by"), [("notification", "notice"), (ADVERTISING, "offer"), (ADVERTISING, "")]
)
def test_advertising_leaves_by_a_template_of_its_own_or_not_at_all(provider, kind, by):
    leave(code=None, text="Mango week", kind=kind)
    templates = {"notice_template": "notice", "marketing_template": by}
    drain(whatsapp(provider.url, **templates))
    assert [body["template"]["name"] for _, _, body in provider.asked] == ([by] if by else [])
    assert row().state == ("done" if by else "failed")


def test_a_text_without_a_template_for_it_is_given_up(provider):
    leave(code=None, text="Happy birthday")
    drain(whatsapp(provider.url))
    assert (row().state, provider.asked) == ("failed", [])


def test_a_dead_provider_costs_no_code_until_the_code_is_over(clock):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        dead = f"http://127.0.0.1:{probe.getsockname()[1]}"
    leave()
    for _ in range(130):
        drain(whatsapp(dead))
        clock.advance(seconds=1)
    assert (row().state, row().payload.get("code")) == ("expired", None)


def test_a_late_provider_is_asked_again_under_the_same_key(provider, clock):
    """It may have taken the first: the key lets it know the second for the same."""
    provider.answers = ["late"]
    leave()
    drain(SmsGateway(provider.url, TOKEN, timeout_s=0.3))
    assert (row().state, row().last_error) == ("waiting", "ProviderDown")
    clock.advance(seconds=1)
    drain(SmsGateway(provider.url, TOKEN))
    keys = {headers["Idempotency-Key"] for _, headers, _ in provider.asked}
    assert (row().state, len(provider.asked), len(keys)) == ("done", 2, 1)


@pytest.mark.parametrize(
    "begin", [b"HTTP/1.1 200 OK\r\nX: ", b"HTTP/1.0 200 OK\r\n\r\n"], ids=["head", "body"]
)
@pytest.mark.parametrize("channel", ["sms", "whatsapp"])
def test_a_provider_that_never_ends_its_answer_is_given_up_within_the_lease(channel, begin):
    """Each byte comes in time; the whole answer would outlive the lease, and another worker send it again."""
    leave()
    with trickling(begin) as (host, cut):
        url, timeout_s = f"http://{host}", 0.3
        drain(SmsGateway(url, TOKEN, timeout_s) if channel == "sms" else whatsapp(url, timeout_s))
        assert cut.wait(5)
    assert (row().state, row().last_error, row().payload.get("code")) == ("waiting", "ProviderDown", "493817")


def test_no_log_holds_a_code_a_number_or_our_key(provider, clock, capsys):
    provider.answers = [500, 401, 400]
    leave()
    for _ in range(3):
        drain(whatsapp(provider.url))
        clock.advance(seconds=4)
    output = "".join(capsys.readouterr())
    assert "job failed" in output
    for secret in ("493817", "123456789", TOKEN):
        assert secret not in output
        assert secret not in str(row().last_error)


@pytest.mark.parametrize("channel", ["whatsapp", "sms"])
def test_a_member_signs_in_with_the_code_that_the_provider_got(config, provider, channel):
    settings = config.model_copy(
        update={
            "message_channel": channel,
            "whatsapp_url": provider.url,
            "whatsapp_phone_id": "1234",
            "whatsapp_token": TOKEN,
            "sms_url": provider.url,
            "sms_token": TOKEN,
        }
    )
    app = create_app(settings)
    client = app.test_client()
    assert ask(client).status_code == 200
    assert drain(channel_for(settings)) == 1
    body = json.dumps(provider.asked[0][2])
    code = next(word for word in body.replace('"', " ").split() if word.isdigit() and len(word) == 6)
    answer = enter(client, code)
    app.extensions["loyalty.database"].close()
    assert (answer.status_code, answer.json["code"]) == (404, "not_registered")
