"""Passkeys of the staff: by an invitation, to sign in, to verify again; every way of cheating is refused."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from support.authenticator import PRESENT, Authenticator
from support.staff_app import a_link, a_person, accept, browser_of, in_office, passkey


def options(browser, path="login"):
    return browser.post(f"/api/staff/{path}/options", json={}).json["publicKey"]


def sign_in(browser, credential):
    return browser.post("/api/staff/login", json={"credential": credential})


def verify(browser, authenticator):
    credential = authenticator.get(options(browser, "verify"))
    return browser.post("/api/staff/verify", json={"credential": credential})


def test_an_invitation_says_whom_it_is_for_and_signs_them_in(app, browser, siti, clock):
    token = a_link(app, siti)
    invited = browser.post("/api/staff/invitation/options", json={"token": token}).json
    assert invited["name"] == "Siti Aminah"
    assert invited["publicKey"]["rp"]["id"] == "localhost"
    assert invited["publicKey"]["authenticatorSelection"]["userVerification"] == "required"
    body = {"token": token, "credential": passkey().create(invited["publicKey"])}

    answer = browser.post("/api/staff/invitation", json=body)

    assert answer.status_code == 201, answer.text
    assert answer.json == {
        "id": siti,
        "name": "Siti Aminah",
        "grants": [{"role": "outlet-manager", "outletId": 1}],
        "operations": answer.json["operations"],
        "outlets": [{"id": 1, "name": answer.json["outlets"][0]["name"]}],
        "till": None,
        "managesTill": False,
        "noticeList": [],
        "sessionEndsAt": "2026-03-14T04:30:00.000Z",
        "verifiedUntil": "2026-03-14T04:05:00.000Z",
    }
    assert browser.get("/api/staff/me").json == answer.json


def test_the_cookie_is_out_of_reach_of_scripts_other_sites_and_the_members_calls(app, siti, clock):
    cookie = accept(browser_of(app), a_link(app, siti), passkey()).headers["Set-Cookie"]

    for part in ("loyalty_staff=", "HttpOnly", "SameSite=Strict", "Path=/api/staff", "Max-Age=43200"):
        assert part in cookie


def test_on_https_no_other_host_can_set_the_cookie(config):
    from loyalty import create_app

    https = create_app(config.model_copy(update={"staff_origin": "https://staff.example.com"}))
    browser = https.test_client()
    answer = browser.post("/api/staff/logout", headers={"Origin": "https://staff.example.com"})

    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-loyalty_staff=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Strict"} <= set(cookie.split("; "))
    assert "Domain" not in cookie
    https.extensions["loyalty.worker"].stop()
    https.extensions["loyalty.database"].close()


@pytest.mark.parametrize(
    ("hours", "minutes", "status", "code"), [(23, 59, 201, None), (24, 0, 409, "invitation_expired")]
)
def test_an_invitation_counts_for_24_hours(app, browser, siti, clock, hours, minutes, status, code):
    token, authenticator = a_link(app, siti), passkey()
    clock.advance(hours=hours, minutes=minutes)
    answer = browser.post("/api/staff/invitation/options", json={"token": token})
    if status == 201:
        made = authenticator.create(answer.json["publicKey"])
        answer = browser.post("/api/staff/invitation", json={"token": token, "credential": made})

    assert answer.status_code == status
    if code:
        assert answer.json["code"] == code
        assert answer.json["message"] == "This invitation has expired. Ask for a new one."


def test_an_invitation_counts_once(app, browser, siti, key):
    token = a_link(app, siti)
    assert accept(browser, token, passkey()).status_code == 201

    again = browser.post("/api/staff/invitation/options", json={"token": token})

    assert (again.status_code, again.json["code"]) == (409, "invitation_used")
    assert again.json["message"] == "This invitation has been used. Ask for a new one."


def test_a_newer_invitation_ends_the_one_before(app, browser, siti):
    first, second = a_link(app, siti), a_link(app, siti)

    refused = browser.post("/api/staff/invitation/options", json={"token": first})

    assert refused.json["code"] == "invitation_expired"
    assert accept(browser, second, passkey()).status_code == 201


def test_a_link_that_is_none_is_refused_in_a_sentence(browser):
    answer = browser.post("/api/staff/invitation/options", json={"token": "nothing"})

    assert (answer.status_code, answer.json["code"]) == (404, "no_such_invitation")


@pytest.mark.databases_differ
def test_of_two_who_use_one_invitation_at_once_one_wins(app, siti, clock):
    token, browsers = a_link(app, siti), [browser_of(app), browser_of(app)]
    bodies = []
    for each in browsers:
        given = each.post("/api/staff/invitation/options", json={"token": token}).json["publicKey"]
        bodies.append({"token": token, "credential": passkey().create(given)})

    with ThreadPoolExecutor(2) as pool:
        answers = list(
            pool.map(lambda at: browsers[at].post("/api/staff/invitation", json=bodies[at]), (0, 1))
        )

    assert sorted(each.status_code for each in answers) == [201, 409]
    assert {each.json.get("code") for each in answers} == {None, "invitation_used"}
    winner = browsers[[each.status_code for each in answers].index(201)]
    assert len(winner.get("/api/staff/passkey").json["passkeyList"]) == 1


def test_a_lost_device_opens_nothing_after_an_invitation_that_forgets_it(app, browser, siti, key):
    a_link(app, siti, forget_passkeys=True)

    assert browser.get("/api/staff/me").json["code"] == "session_ended"
    assert sign_in(browser, key.get(options(browser))).json["code"] == "passkey_not_known"


REFUSED = {
    "another page's origin": lambda key: setattr(key, "origin", "https://evil.example"),
    "the members' site": lambda key: setattr(key, "origin", "http://localhost:4200"),
    "another RP": lambda key: setattr(key, "rp_id", "evil.example"),
    "nobody was verified": lambda key: setattr(key, "flags", PRESENT),
    "another key": lambda key: setattr(key, "key", Authenticator().key),
    "another person's name": lambda key: setattr(key, "user_handle", "A" * 43),
    "in somebody's frame": lambda key: setattr(key, "is_framed", True),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_a_sign_in_that_is_not_right_is_refused(app, key, fault):
    stranger = browser_of(app)
    REFUSED[fault](key)
    answer = sign_in(stranger, key.get(options(stranger)))

    assert (answer.status_code, answer.json["code"]) == (422, "passkey_refused")
    assert stranger.get("/api/staff/me").status_code == 401


@pytest.mark.parametrize("fault", REFUSED)
def test_a_verification_that_is_not_right_does_not_count(browser, key, clock, fault):
    clock.advance(minutes=6)
    REFUSED[fault](key)

    assert verify(browser, key).json["code"] == "passkey_refused"
    assert browser.get("/api/staff/me").json["verifiedUntil"] is None


def test_a_challenge_counts_once_and_for_five_minutes(app, key, clock):
    stranger = browser_of(app)
    given = options(stranger)
    assert sign_in(stranger, key.get(given)).status_code == 200
    replayed = sign_in(stranger, key.get(given))
    late = options(stranger)
    clock.advance(minutes=5)

    assert (replayed.status_code, replayed.json["code"]) == (422, "passkey_refused")
    assert sign_in(stranger, key.get(late)).json["code"] == "passkey_refused"


def test_a_challenge_is_for_one_purpose_and_one_person(app, browser, database, key, clock):
    mei = a_person(database, ("head-office", None), name="Mei")
    other = browser_of(app)
    own = passkey()
    accept(other, a_link(app, mei), own)

    # A challenge to sign in does not verify, and nobody's challenge verifies somebody else.
    for credential in (own.get(options(other)), own.get(options(browser, "verify"))):
        answer = other.post("/api/staff/verify", json={"credential": credential})
        assert answer.json["code"] == "passkey_refused"
    theirs = other.post("/api/staff/verify", json={"credential": key.get(options(other, "verify"))})
    assert theirs.json["code"] == "passkey_of_another"


def test_a_copy_whose_counter_fell_behind_is_refused(app, key):
    stranger = browser_of(app)
    assert sign_in(stranger, key.get(options(stranger))).status_code == 200
    key.count -= 1

    cloned = sign_in(stranger, key.get(options(stranger)))

    assert (cloned.status_code, cloned.json["code"]) == (422, "staff_passkey_cloned")


def test_a_members_passkey_is_none_of_the_staffs(browser, key):
    unknown = passkey()
    unknown.user_handle = key.user_handle
    answer = sign_in(browser, unknown.get(options(browser)))

    assert answer.json["code"] == "passkey_not_known"


def test_a_verification_is_fresh_for_five_minutes(browser, key, clock):
    clock.advance(minutes=5)
    assert browser.get("/api/staff/me").json["verifiedUntil"] == "2026-03-14T04:05:00.000Z"
    clock.advance(seconds=1)
    assert browser.get("/api/staff/me").json["verifiedUntil"] is None

    assert verify(browser, key).json["verifiedUntil"] == "2026-03-14T04:10:01.000Z"


def test_a_second_passkey_is_added_and_the_only_one_stays(browser, key, log_of):
    second = passkey()
    made = second.create(browser.post("/api/staff/passkey/options", json={}).json["publicKey"])
    added = browser.post("/api/staff/passkey", json={"credential": made})
    assert added.status_code == 201, added.text
    listed = browser.get("/api/staff/passkey").json["passkeyList"]
    assert [each["id"] for each in listed] == [added.json["id"], added.json["id"] - 1]
    path = "/api/staff/passkey/{}"

    assert browser.delete(path.format(listed[1]["id"])).status_code == 204
    refused = browser.delete(path.format(added.json["id"]))

    assert (refused.status_code, refused.json["code"]) == (409, "last_passkey")
    assert [who for who, _ in log_of("staff.passkey-add")] == ["Siti Aminah via staff:1"] * 2
    assert len(log_of("staff.passkey-remove")) == 1


def test_nobody_removes_another_persons_passkey(app, database, key):
    mei = in_office(app, a_person(database, ("head-office", None), name="Mei"))

    assert mei.delete("/api/staff/passkey/1").status_code == 404


def test_who_is_a_cashier_only_signs_in_by_pin(app, database, browser, key):
    head = in_office(app, a_person(database, ("head-office", None), name="Mei"))
    grants = [{"role": "cashier", "outletId": 1}]
    assert head.patch("/api/staff/people/1", json={"grants": grants}).status_code == 200

    assert browser.get("/api/staff/me").json["code"] == "session_ended"
    answer = sign_in(browser, key.get(options(browser)))
    assert (answer.status_code, answer.json["code"]) == (409, "no_office_role")


def test_signing_in_and_out_is_in_the_log(browser, key, log_of):
    assert browser.post("/api/staff/logout").status_code == 204

    assert browser.get("/api/staff/me").json["code"] == "not_signed_in"
    assert log_of("staff.sign-in") == [("Siti Aminah via staff:1", "session 1 at the office")]
    assert log_of("staff.sign-out") == [("Siti Aminah via staff:1", "session 1")]
    assert browser.post("/api/staff/logout").status_code == 204  # nobody's
