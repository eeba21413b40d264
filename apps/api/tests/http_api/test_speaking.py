"""HTTP beside the calls: cookies, limits, probes, metrics."""

import logging

import pytest
from flask import Flask

from factories import a_member
from login_steps import ask, enter
from loyalty import create_app
from loyalty.http.requests import network_of


@pytest.fixture
def other_app(config):
    """An application with other settings on the same database."""
    made: list[Flask] = []

    def make(**settings) -> Flask:
        app = create_app(config.model_copy(update=settings))
        made.append(app)
        return app

    yield make
    for app in made:
        app.extensions["loyalty.worker"].stop()
        app.extensions["loyalty.database"].close()


def test_the_device_cookie_is_out_of_reach(client):
    cookie = ask(client).headers["Set-Cookie"]

    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "Path=/api" in cookie
    assert "Secure" not in cookie


def test_the_device_cookie_travels_by_https_only_in_production(other_app):
    app = other_app(env="production")

    assert "Secure" in ask(app.test_client()).headers["Set-Cookie"]


def test_the_device_cookie_opens_nothing(client, database, sent):
    member_id = a_member(database, number="123456789")
    ask(client)
    enter(client, sent.code())

    assert client.get(f"/api/member/{member_id}").status_code == 401


def test_the_device_keeps_its_name(client):
    first, second = ask(client, "121111111"), ask(client, "122222222")

    assert first.headers["Set-Cookie"].split(";")[0] == second.headers["Set-Cookie"].split(";")[0]


def test_a_name_that_is_none_of_ours_is_replaced(app):
    browser = app.test_client()
    browser.set_cookie("loyalty_device", "<script>", path="/api")

    assert "<script>" not in ask(browser).headers["Set-Cookie"]


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_without_redis_the_calls_go_on_and_the_limits_on_codes_hold(other_app):
    """docs/promises.md O12: nothing listens on this port."""
    app = other_app(redis_url="redis://127.0.0.1:1/0", rate_limits=True)
    answers = [ask(app.test_client()).status_code for _ in range(4)]

    assert answers == [200, 429, 429, 429]
    assert app.test_client().get("/api/outlet").status_code == 200


def test_the_probes_are_not_limited(other_app):
    client = other_app(rate_limits=True).test_client()

    assert {client.get("/healthz").status_code for _ in range(1300)} == {200}


def test_the_address_is_the_proxys_word_only_when_there_is_a_proxy(other_app):
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
def test_an_address_counts_as_what_one_customer_has(address, network):
    assert network_of(address) == network


def test_the_figures_know_routes_and_no_members(client, database):
    member_id = a_member(database)
    client.get(f"/api/member/{member_id}?token=secret")
    figures = client.get("/metrics").get_data(as_text=True)

    assert 'route="/api/member/<id:member_id>"' in figures
    assert "secret" not in figures
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
