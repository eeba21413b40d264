"""The device cookie, rate limits per address, probes and metrics."""

import logging

import pytest
from flask import Flask

from loyalty.http.client import network_of
from loyalty.http.rate_limits import MAX_ADDRESSES, FixedWindows
from support.factories import a_member
from support.login_steps import ask, enter


def test_scripts_cannot_read_the_device_cookie(client):
    cookie = ask(client).headers["Set-Cookie"]

    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Path=/api" in cookie
    assert "Secure" not in cookie


def test_in_production_the_device_cookie_is_sent_by_https_only(other_app):
    app = other_app(env="production")

    assert "Secure" in ask(app.test_client()).headers["Set-Cookie"]


def test_the_device_cookie_signs_nobody_in(client, database, sent):
    member_id = a_member(database, number="123456789")
    ask(client)
    enter(client, sent.code())

    assert client.get(f"/api/member/{member_id}").status_code == 401


def test_a_known_device_keeps_its_cookie(client):
    first, second = ask(client, "121111111"), ask(client, "122222222")

    assert first.headers["Set-Cookie"].split(";")[0] == second.headers["Set-Cookie"].split(";")[0]


def test_an_invalid_device_cookie_is_replaced(app):
    browser = app.test_client()
    browser.set_cookie("loyalty_device", "<script>", path="/api")

    assert "<script>" not in ask(browser).headers["Set-Cookie"]


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_without_redis_calls_work_and_limits_of_codes_hold(other_app):
    """SECURITY.md O12: nothing listens on this port."""
    app = other_app(redis_url="redis://127.0.0.1:1/0", rate_limits=True)
    answers = [ask(app.test_client()).status_code for _ in range(4)]

    assert answers == [200, 429, 429, 429]
    assert app.test_client().get("/api/outlet").status_code == 200


def test_the_probes_are_not_limited(other_app):
    client = other_app(rate_limits=True).test_client()

    assert {client.get("/healthz").status_code for _ in range(1300)} == {200}


def test_x_forwarded_for_counts_only_with_trusted_proxies(other_app):
    """B12: nobody gets a second budget by a header."""

    def numbers_until_refused(app: Flask, area: int) -> int:
        for last in range(12):
            body = {"CallingCodeId": 1, "MobileNumber": f"1{area}{last:03}4567"}
            headers = {"X-Forwarded-For": f"198.51.100.{last}"}
            caller = {"REMOTE_ADDR": "203.0.113.9"}
            answer = app.test_client().post(
                "/api/member/login/otp", json=body, headers=headers, environ_base=caller
            )
            if answer.status_code == 429:
                return last
        return 12

    assert numbers_until_refused(other_app(rate_limits=True), 3) == 10
    assert numbers_until_refused(other_app(rate_limits=True, trusted_proxies=1), 4) == 12


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:0:1::7", "2001:db8:0:1::/64"),
        ("2001:db8:0:1:ffff:ffff:ffff:ffff", "2001:db8:0:1::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("", "unknown"),
        ("nonsense", "unknown"),
    ],
)
def test_an_address_is_counted_by_its_network(address, network):
    assert network_of(address) == network


def test_metrics_are_labelled_by_route_and_hold_no_member(client, database):
    member_id = a_member(database)
    client.get(f"/api/member/{member_id}?token=of-this-member")
    figures = client.get("/metrics").get_data(as_text=True)

    assert 'route="/api/member/<id:member_id>"' in figures
    assert "of-this-member" not in figures
    assert f"/api/member/{member_id}" not in figures


def test_the_probes_answer(client):
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 200


@pytest.mark.usefixtures("app")
def test_the_development_server_shows_no_query_string(caplog):
    server = logging.getLogger("werkzeug")
    with caplog.at_level(logging.INFO, logger="werkzeug"):
        server.info('127.0.0.1 - - [21/Nov/2026 09:05:56] "GET /api/outlet?token=secret HTTP/1.1" 200 -')
        server.info(" * Running on http://127.0.0.1:5000")

    assert "secret" not in caplog.text
    assert "Running on" in caplog.text


def test_so_many_addresses_are_counted_and_those_that_go_on_asking_stay_limited():
    """An attack from 20,000 addresses within a minute takes no more memory than 10,000."""
    windows = FixedWindows(most=2, window_s=600)
    assert [windows.wait_s(each) for each in ("goes on", "stops") for _ in range(2)] == [0, 0, 0, 0]
    assert windows.wait_s("stops") > 0
    for number in range(2 * MAX_ADDRESSES):
        assert windows.wait_s(f"2001:db8::{number:x}") == 0
        assert number % 1_000 or windows.wait_s("goes on") > 0
    assert windows.wait_s("goes on") > 0
    assert windows.wait_s("stops") == 0  # forgotten
