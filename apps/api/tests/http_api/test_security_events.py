"""The record of an attack has each event with who and where, and never a token, a code or a number."""

import re

import pytest
from structlog.testing import capture_logs

from loyalty.http import staff_auth
from loyalty.http.device_cookie import DEVICE_COOKIE
from support.factories import a_member, a_till, signed_in
from support.login_steps import ask, check, enter, form, mint, wrong


@pytest.fixture
def output():
    with capture_logs() as lines:
        yield lines


def events(output) -> list[tuple[str, int | None]]:
    return [(line["kind"], line.get("member_id")) for line in output if line["event"] == "security event"]


def token_of(app, member: int) -> str:
    return signed_in(app, member)["Authorization"].removeprefix("Bearer ")


def test_signing_in_and_out_are_events_of_the_member(client, database, sent, output):
    member = a_member(database, number="123456789")
    ask(client)
    token = enter(client, sent.code()).json["loginToken"]
    for _twice in range(2):
        client.post("/api/member/logout", headers={"Authorization": f"Bearer {token}"})

    assert events(output) == [("signed_in", member), ("signed_out", member)]


def test_a_sign_in_on_a_device_that_never_did_is_an_event_of_its_own(app, database, sent, clock, output):
    member = a_member(database, number="123456789")
    known, other = app.test_client(), app.test_client()
    for browser in (known, known, other, other):
        clock.advance(minutes=2)
        ask(browser)
        enter(browser, sent.code())

    # The first sign-in of all is no new device: there is no notice either.
    assert events(output) == [
        ("signed_in", member),
        ("signed_in", member),
        ("signed_in", member),
        ("new_device", member),
        ("signed_in", member),
    ]


def test_a_wrong_code_logs_the_address_and_not_the_number(client, database, sent, output):
    a_member(database, number="123456789")
    ask(client)
    code = sent.code()
    enter(client, wrong(code), ip="203.0.113.9")

    [line] = [line for line in output if line["event"] == "security event"]
    assert (line["kind"], line["log_level"], line["client"]) == ("wrong_code", "warning", "203.0.113.9")
    assert "123456789" not in str(output)
    assert code not in str(output)


def test_joining_is_an_event(client, sent, output):
    client.post("/api/get-otp", json={"CallingCodeId": 1, "MobileNumber": "123456789"})
    made = client.post("/api/member", json={**form(), "otpCode": sent.code()})

    assert events(output) == [("joined", made.json["id"])]


def test_a_token_that_was_used_before_is_an_event(app, client, database, clock, output):
    token = token_of(app, a_member(database))
    newer = check(client, token).json["loginToken"]
    check(client, newer)
    clock.advance(minutes=2)
    check(client, token)

    assert [kind for kind, _ in events(output)] == ["session_reused"]


def test_a_ticket_that_was_used_before_is_an_event(app, client, database, output):
    ticket = mint(client, token_of(app, a_member(database)))
    for nonce in ("n" * 22, "m" * 22):
        check(client, ticket, handoff=nonce)

    assert [kind for kind, _ in events(output)] == ["ticket_reused"]


def test_an_unknown_till_key_is_an_event(client, output):
    client.get("/api/pos/me", headers={"Authorization": "Bearer nobody"})

    assert events(output) == [("till_key_refused", None)]


def test_taking_ones_data_and_leaving_are_events(app, client, database, sent, output):
    member = a_member(database, number="123456789")
    headers = signed_in(app, member)
    client.get(f"/api/member/{member}/export", headers=headers)
    client.post(f"/api/member/{member}/erasure/otp", headers=headers)
    client.delete(f"/api/member/{member}", headers=headers, json={"otpCode": sent.code()})

    assert events(output) == [("export", member), ("erasure", member)]


def test_every_event_is_counted_by_its_kind(client):
    def count() -> float:
        figures = client.get("/metrics").text.splitlines()
        row = 'loyalty_security_events_total{kind="till_key_refused"} '
        return next((float(line.removeprefix(row)) for line in figures if line.startswith(row)), 0.0)

    before = count()
    client.get("/api/pos/me", headers={"Authorization": "Bearer nobody"})

    assert count() == before + 1


@pytest.mark.parametrize("who", ["nobody", "a member", "a till"])
@pytest.mark.parametrize("query", ["", "?token=A-SECRET-1"])
def test_no_text_of_an_address_is_in_the_log(app, database, declared, caplog, output, who, query):
    browser = a_till(app) if who == "a till" else app.test_client()
    headers = signed_in(app, a_member(database, number="123456789")) if who == "a member" else {}
    asked = [(method, path) for method, path in declared if re.search(r"\{(?!\w*id\})", path)]
    assert len(asked) > 20

    for method, path in asked:
        address = re.sub(r"\{\w*id\}", "1", path)
        browser.open(re.sub(r"\{\w+\}", "A-SECRET-1", address) + query, method=method, headers=headers)

    assert len([line for line in output if line["event"] == "request"]) == len(asked)
    assert "A-SECRET-1" not in f"{output}{caplog.text}"


SECRETS = ("otpCode", "pin", "token", "ticket", "loginToken", "code", "voucherCode", "handoff", "credential")


@pytest.mark.parametrize("who", ["nobody", "a member", "a till"])
def test_no_code_or_token_of_a_request_is_in_the_log(app, database, declared, caplog, output, who):
    """Of every call: in its body, as its bearer, and as its cookies."""
    browser = a_till(app) if who == "a till" else app.test_client()
    token = token_of(app, a_member(database, number="123456789")) if who == "a member" else "A-SECRET-2"
    for name in (DEVICE_COOKIE, staff_auth.COOKIE):
        browser.set_cookie(name, "A-SECRET-3")
    headers = {} if who == "a till" else {"Authorization": f"Bearer {token}"}
    body = dict.fromkeys(SECRETS, "A-SECRET-1")

    for method, path in declared:
        browser.open(re.sub(r"\{\w+\}", "1", path), method=method, headers=headers, json=body)

    assert len([line for line in output if line["event"] == "request"]) == len(declared)
    for secret in ("A-SECRET", token):
        assert secret not in f"{output}{caplog.text}"
