"""Sessions of the staff: how long they last, from which pages they are used, and by whose tokens not."""

import pytest

from support.factories import a_member, a_till, signed_in
from support.staff_app import (
    ORIGIN,
    a_link,
    a_person,
    a_tablet,
    accept,
    at_counter,
    browser_of,
    in_office,
    passkey,
)


@pytest.fixture
def manager(app, siti):
    return in_office(app, siti)


@pytest.fixture
def cashier(app, database, clock):
    ali = a_person(database, ("cashier", 1), name="Ali")
    return at_counter(app, ali, a_tablet(app))


def is_in(browser):
    return browser.get("/api/staff/me").status_code == 200


def test_an_office_session_ends_after_half_an_hour_without_use(manager, clock):
    clock.advance(minutes=29, seconds=59)
    assert is_in(manager)
    clock.advance(minutes=29, seconds=59)
    assert is_in(manager)
    clock.advance(minutes=30)

    ended = manager.get("/api/staff/me")

    assert (ended.status_code, ended.json["code"]) == (401, "session_ended")
    assert ended.json["message"] == "Your session has ended. Please sign in again."


def test_an_office_session_ends_after_twelve_hours_however_it_is_used(manager, clock):
    for _ in range(28):
        clock.advance(minutes=25)
        assert is_in(manager)
    clock.advance(minutes=19, seconds=59)
    assert manager.get("/api/staff/me").json["sessionEndsAt"] == "2026-03-14T16:00:00.000Z"
    clock.advance(seconds=1)

    assert not is_in(manager)


def test_a_session_at_a_counter_ends_after_twelve_hours_only(cashier, clock):
    clock.advance(hours=11, minutes=59, seconds=59)
    assert is_in(cashier)
    clock.advance(seconds=1)

    assert not is_in(cashier)


def test_a_cashier_is_the_cashier_of_one_outlet_whatever_else_they_are(app, database, clock):
    roles = [("cashier", 1), ("cashier", 2), ("outlet-manager", 1), ("head-office", None)]
    nora, tablet = a_person(database, *roles, name="Nora"), a_tablet(app, 1)

    me = at_counter(app, nora, tablet).get("/api/staff/me").json

    assert me["grants"] == [{"role": "cashier", "outletId": 1}]
    assert [each["id"] for each in me["outlets"]] == [1]
    assert me["till"]["id"] == tablet.till_id
    assert me["verifiedUntil"] is None


def test_a_session_at_a_counter_is_never_freshly_verified(app, database, clock):
    nora, authenticator = a_person(database, ("cashier", 1), ("outlet-manager", 1), name="Nora"), passkey()
    assert accept(browser_of(app), a_link(app, nora), authenticator).status_code == 201

    answer = at_counter(app, nora, a_tablet(app)).post("/api/staff/verify/options", json={})

    assert (answer.status_code, answer.json["code"]) == (409, "at_till")


ELSEWHERE = {
    "another site": {"Origin": "https://evil.example"},
    "the members' site": {"Origin": "http://localhost:4200"},
    "no page": {"Origin": "null"},
    "a subdomain's trick": {"Origin": f"{ORIGIN}.evil.example"},
    "a sibling host": {"Origin": ORIGIN, "Sec-Fetch-Site": "same-site"},
    "across sites": {"Origin": ORIGIN, "Sec-Fetch-Site": "cross-site"},
}


@pytest.mark.parametrize("page", ELSEWHERE)
@pytest.mark.parametrize("path", ["logout", "login/options", "till/challenge", "people/1/disable"])
def test_another_page_cannot_act_with_the_cookie(manager, page, path):
    answer = manager.post(f"/api/staff/{path}", json={}, headers=ELSEWHERE[page])

    assert (answer.status_code, answer.json["code"]) == (403, "wrong_origin")
    assert is_in(manager)


def test_a_request_that_names_no_page_is_refused(app, manager):
    del manager.environ_base["HTTP_ORIGIN"]

    assert manager.post("/api/staff/logout").json["code"] == "wrong_origin"
    assert is_in(manager)


def test_the_staff_apps_own_page_is_let_in(manager):
    answer = manager.post("/api/staff/verify/options", headers={"Sec-Fetch-Site": "same-origin"})

    assert answer.json["code"] == "no_passkey"


def test_tokens_of_members_and_keys_of_tills_open_nothing_here(app, database, clock):
    member = signed_in(app, a_member(database))
    token = member["Authorization"].removeprefix("Bearer ")
    till = a_till(app).environ_base["HTTP_AUTHORIZATION"]
    browser = browser_of(app)

    for headers in (member, {"x-user-token": token}, {"Authorization": till}):
        assert browser.get("/api/staff/me", headers=headers).status_code == 401
    browser.set_cookie("loyalty_staff", token, path="/api/staff")
    assert browser.get("/api/staff/me").status_code == 401


def test_the_cookie_of_the_staff_opens_nothing_elsewhere(app, database, manager):
    member = a_member(database)
    cookie = manager.get_cookie("loyalty_staff", path="/api/staff").value

    for headers in (
        {"Cookie": f"loyalty_staff={cookie}"},
        {"Authorization": f"Bearer {cookie}"},
        {"x-user-token": cookie},
    ):
        browser = app.test_client()
        assert browser.get(f"/api/member/{member}", headers=headers).status_code == 401
        assert browser.get("/api/pos/me", headers=headers).status_code == 401


def test_without_its_origin_the_staff_app_is_not_there(config):
    from loyalty import create_app

    without = create_app(config.model_copy(update={"staff_origin": ""}))
    browser = without.test_client()
    for method, path in (("GET", "me"), ("POST", "login/options"), ("POST", "till"), ("GET", "people")):
        answer = browser.open(f"/api/staff/{path}", method=method, headers={"Origin": ORIGIN})
        assert (answer.status_code, answer.json["code"]) == (404, "not_found")
    assert browser.get("/api/outlet").status_code == 200
    without.extensions["loyalty.worker"].stop()
    without.extensions["loyalty.database"].close()
