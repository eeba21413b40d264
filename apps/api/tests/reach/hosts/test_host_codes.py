"""A code of a super-app signs in whose account it is, by what the host's own server says; else nobody."""

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest
from structlog.testing import capture_logs

from loyalty.gateways import host_servers
from loyalty.rules.hosts import read
from support.host_server import CLIENT_SECRET, EcKey, HostServer, RsaKey, by_secret


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json["code"]


REFUSED = (422, "host_refused")
OVER = (422, "host_over")


def test_a_linked_account_signs_in_with_a_ticket_of_the_handoff(new_phone, phone, siti, linked):
    answer = new_phone().open()

    assert set(answer.json) == {"handoffToken"}
    opened = phone.present(answer.json["handoffToken"])
    assert (opened.status_code, opened.json["user"]["id"]) == (200, siti)
    assert opened.json["loginToken"].startswith("lm.")


def test_the_ticket_counts_once_and_for_a_minute(new_phone, clock, siti, linked):
    phone = new_phone()
    first, second = (phone.open().json["handoffToken"] for _ in range(2))
    assert phone.present(first).status_code == 200
    assert phone.client.get(f"/api/member/{siti}", headers={"x-user-token": second}).status_code == 401

    clock.advance(seconds=61)

    assert phone.present(second).status_code == 401


def test_what_the_host_says_of_the_person_is_not_taken_over(phone, siti, linked, host):
    phone.open()
    record = phone.client.get(f"/api/member/{siti}", headers=linked).json

    assert record["name"] == "Siti Aminah"
    assert record["mobileNumber"] == "123456789"


@pytest.mark.parametrize("name", ["chat", "wallet"])
def test_a_code_and_a_state_count_once(phone, linked, name, host):
    back = phone.code(name=name)
    assert phone.send(back, name).status_code in (200, 404)

    assert refusal(phone.send(back, name)) == OVER
    asked = len(host.asked)
    again = {**phone.code(name=name), "code": back["code"]}
    assert refusal(phone.send(again, name)) == REFUSED
    assert len(host.asked) == asked + 1


def test_a_state_lasts_ten_minutes(phone, linked, clock):
    back, late = phone.code(), phone.code()
    clock.advance(seconds=599)
    assert phone.send(back).status_code == 200

    clock.advance(seconds=1)

    assert refusal(phone.send(late)) == OVER


def test_a_code_that_another_browser_was_given_signs_nobody_in(phone, new_phone, linked):
    """Else somebody could sign a victim in as themselves, or link their own account to the victim's."""
    back = phone.code("U-thief")

    assert refusal(new_phone().send(back)) == OVER
    assert refusal(phone.send({**back, "state": "x" * 43})) == OVER


def test_a_state_of_one_host_is_not_one_of_another(phone, linked, host):
    back = phone.code(name="wallet")

    assert refusal(phone.send(back, "chat")) == OVER


WRONG: dict[str, Callable[[HostServer], Any]] = {
    "another audience": lambda host: host.claims.update(aud="another-client"),
    "an audience among others, for another party": lambda host: host.claims.update(
        aud=["loyalty-client", "another-client"], azp="another-client"
    ),
    "an audience among others, for nobody": lambda host: host.claims.update(
        aud=["loyalty-client", "another-client"]
    ),
    "another nonce": lambda host: host.claims.update(nonce="ours-it-is-not"),
    "no nonce": lambda host: host.claims.update(nonce=None),
    "another issuer": lambda host: host.claims.update(iss="https://evil.example"),
    "no subject": lambda host: host.claims.update(sub=None),
    "a subject that is none": lambda host: host.claims.update(sub="two words"),
    "expired": lambda host: host.claims.update(exp=int(host.clock()) - 60),
    "no end": lambda host: host.claims.update(exp=None),
    "issued before we asked": lambda host: host.claims.update(iat=int(host.clock()) - 120),
    "issued tomorrow": lambda host: host.claims.update(iat=int(host.clock()) + 86_400),
    "no signature": lambda host: (host.header.update(alg="none"), setattr(host, "sign", lambda _: b"")),
    "our secret as the key": lambda host: (
        host.header.update(alg="HS256"),
        setattr(host, "sign", by_secret(CLIENT_SECRET.encode())),
    ),
    "the public key as a secret": lambda host: (
        host.header.update(alg="HS256"),
        setattr(host, "sign", by_secret(host.key.pem)),
    ),
    "another algorithm's name": lambda host: host.header.update(alg="RS256"),
    "another's key": lambda host: setattr(host, "sign", EcKey("first").sign),
    "a key nobody knows": lambda host: host.header.update(kid="nobody's"),
}


@pytest.mark.any_database
@pytest.mark.parametrize("fault", WRONG)
def test_an_id_token_that_is_not_right_is_refused(phone, linked, host, fault):
    WRONG[fault](host)
    with capture_logs() as events:
        answer = phone.open()

    assert refusal(answer) == REFUSED
    assert "handoffToken" not in answer.text
    assert [line["kind"] for line in events if line["event"] == "security event"] == ["host_refused"]


@pytest.mark.parametrize(("seconds", "status"), [(59, 200), (60, 422)])
def test_clocks_may_differ_by_less_than_a_minute(phone, linked, host, clock, seconds, status):
    host.claims["exp"] = int(clock.now().timestamp()) - seconds

    assert phone.open().status_code == status


@pytest.mark.parametrize("claim", ["exp", "iat"])
@pytest.mark.parametrize("moment", [float("nan"), float("inf")])
def test_a_time_that_is_no_moment_is_refused(phone, linked, host, claim, moment):
    host.claims[claim] = moment

    assert refusal(phone.open()) == REFUSED


@pytest.mark.parametrize("aud", [["loyalty-client"], ["loyalty-client", "another"]])
def test_an_audience_may_be_a_list_with_us_as_the_party(phone, linked, host, aud):
    host.claims.update(aud=aud, azp="loyalty-client")

    assert phone.open().status_code == 200


def test_a_host_changes_its_keys(phone, linked, host):
    host.key = RsaKey("second")
    assert phone.open().status_code == 200
    fetched = [path for path, _ in host.asked].count("/keys")
    assert phone.open().status_code == 200
    assert [path for path, _ in host.asked].count("/keys") == fetched


@pytest.mark.usefixtures("linked")
class TestSignedBySecret:
    """A host that signs with the client's secret, as LINE does for web pages."""

    @pytest.fixture
    def host(self, host):
        host.by_secret = True
        return host

    def test_it_signs_in(self, phone):
        assert phone.open().status_code == 200

    @pytest.mark.parametrize("fault", ["no signature", "another nonce", "expired"])
    def test_what_is_not_right_is_refused(self, phone, host, fault):
        WRONG[fault](host)

        assert refusal(phone.open()) == REFUSED

    def test_a_published_key_signs_nothing_there(self, phone, host):
        host.header.update(alg="ES256")
        host.sign = host.key.sign

        assert refusal(phone.open()) == REFUSED

    def test_another_secret_signs_nothing(self, phone, host):
        host.sign = by_secret(b"another secret of forty characters, yes")

        assert refusal(phone.open()) == REFUSED


UNUSABLE: dict[str, tuple[str, tuple[int, bytes]]] = {
    "an error": ("/token", (500, b"{}")),
    "our secret is wrong": ("/token", (401, b'{"error": "invalid_client"}')),
    "a redirect": ("/token", (302, b"")),
    "no JSON": ("/token", (200, b"<html>")),
    "a list": ("/token", (200, b"[]")),
    "a nest": ("/token", (200, b"[" * 30_000)),
    "too much": ("/token", (200, json.dumps({"id_token": "x" * 65_536}).encode())),
    "no keys": ("/keys", (200, b"{}")),
    "keys that are away": ("/keys", (404, b"")),
}


@pytest.mark.parametrize("fault", UNUSABLE)
def test_a_host_that_cannot_be_used_is_said_to_be_down(phone, new_phone, host, clock, siti, fault):
    path, answer = UNUSABLE[fault]
    host.instead[path] = answer

    refused = phone.open()

    assert refusal(refused) == (503, "host_down")
    assert refused.headers["Retry-After"] == "30"
    del host.instead[path]
    assert phone.open().status_code == 404, "and is asked again"


def test_a_server_that_drips_is_given_up_in_time(host):
    host.stalled = threading.Event()

    with pytest.raises(host_servers.HostDown):
        host_servers.call("POST", f"{host.origin}/token", timeout_s=0.3)

    assert host.stalled.wait(5), "its line was cut"


def test_slow_servers_keep_few_requests(host):
    """The fifth is refused without waiting."""
    host.stalled, ends = threading.Event(), []

    def ask() -> None:
        with pytest.raises(host_servers.HostDown):
            host_servers.call("POST", f"{host.origin}/token", timeout_s=30)
        ends.append(1)

    waiting = [threading.Thread(target=ask) for _ in range(host_servers.MAX_AT_ONCE)]
    for each in waiting:
        each.start()
    while len(host.asked) < host_servers.MAX_AT_ONCE:
        pass
    with pytest.raises(host_servers.HostDown, match="too many"):
        host_servers.call("POST", f"{host.origin}/token", timeout_s=30)
    host.stalled.set()
    for each in waiting:
        each.join()

    assert len(ends) == host_servers.MAX_AT_ONCE


def test_nobody_at_the_port_is_down(phone, host, siti, config):
    (chat, _wallet) = read(config.hosts, production=False)
    assert chat.token_endpoint == f"{host.origin}/token"
    with pytest.raises(host_servers.HostDown):
        host_servers.call("POST", "http://127.0.0.1:1/token")


def test_secrets_are_in_no_address_and_no_log(phone, host, linked):
    with capture_logs() as events:
        address = phone.start()
        phone.open()
        host.claims["aud"] = "another"
        phone.open()

    assert CLIENT_SECRET not in address
    assert CLIENT_SECRET not in str(events)
    assert "U-siti" not in str(events)


def test_an_address_gets_so_many_attempts_an_hour(phone, clock):
    statuses = [phone.client.post("/api/host/chat/start").status_code for _ in range(121)]
    assert statuses == [200] * 120 + [429]

    clock.advance(hours=1)

    assert phone.client.post("/api/host/chat/start").status_code == 200


@pytest.mark.parametrize("path", ["start", "session"])
def test_a_host_that_is_not_set_up_is_not_there(phone, path):
    body = {"code": "x", "state": "x" * 43}

    assert phone.client.post(f"/api/host/nobody/{path}", json=body).status_code == 404
