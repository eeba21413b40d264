"""SECURITY.md P1: consents with version, language, app and time."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from loyalty.db.session import Database
from loyalty.rules.people import DEFAULTS, MARKETING
from support.cases import case
from support.factories import a_member, signed_in
from support.login_steps import form

MINI = {"Origin": "http://localhost:4300"}
NOTIFICATIONS = case("preferences")["defaults"]["notifications"]


@pytest.fixture
def joined(client: FlaskClient, sent):
    """Somebody who joined in the mini and read the notice in Malay."""
    client.post("/api/get-otp", json={"CallingCodeId": 1, "MobileNumber": "123456789"})
    body = form(otpCode=sent.code(), noticeVersion="1", noticeLanguage="ms")
    return client.post("/api/member", json=body, headers=MINI).json


def rows_of(client: FlaskClient, member: int, headers, table: str):
    return client.get(f"/api/member/{member}/export", headers=headers).json["records"][table]


def test_joining_records_version_language_channel_and_time(client: FlaskClient, clock, joined):
    headers = {"x-user-token": joined["loginToken"]}
    [row] = rows_of(client, joined["id"], headers, "consents")
    kept = (row["noticeVersion"], row["language"], row["channel"], row["givenAt"])
    assert kept == ("1", "ms", "mini", "2026-03-14T04:00:00.000Z")
    assert client.get(f"/api/member/{joined['id']}/consent", headers=headers).json == {
        "noticeVersion": "1",
        "isAgreed": True,
        "agreedVersion": "1",
        "language": "ms",
        "agreedAt": "2026-03-14T04:00:00.000Z",
    }


class TestNewVersionOfTheNotice:
    @pytest.fixture
    def ask(self, app, change_settings, joined):
        """The same member, with the API after the notice has changed."""
        change_settings(notice_version="2")
        client, headers = app.test_client(), {"x-user-token": joined["loginToken"]}
        path = f"/api/member/{joined['id']}/consent"
        return lambda body=None: (
            client.get(path, headers=headers)
            if body is None
            else client.post(path, json=body, headers=headers)
        )

    def test_needs_a_new_consent(self, ask):
        assert (ask().json["noticeVersion"], ask().json["isAgreed"]) == ("2", False)
        assert ask().json["agreedVersion"] == "1"

    def test_is_agreed_to_once(self, ask):
        for _ in range(2):
            answer = ask({"noticeVersion": "2", "language": "en"})
            assert (answer.status_code, answer.json["isAgreed"]) == (200, True)

    @pytest.mark.parametrize(
        "body",
        [
            {"noticeVersion": "1", "language": "en"},
            {"noticeVersion": "3", "language": "en"},
            {"noticeVersion": "2", "language": "xx"},
            {"noticeVersion": "2"},
        ],
    )
    def test_is_not_agreed_to_by_another_version(self, ask, body):
        assert ask(body).status_code == 422
        assert ask().json["isAgreed"] is False


def test_a_member_without_consent_is_asked(app: Flask, client: FlaskClient, database: Database):
    member = a_member(database)
    consent = client.get(f"/api/member/{member}/consent", headers=signed_in(app, member)).json
    assert (consent["isAgreed"], consent["agreedVersion"]) == (False, None)


def test_each_change_of_advertising_is_recorded_as_a_consent_of_its_own(
    app: Flask, client: FlaskClient, database: Database
):
    member = a_member(database)
    headers = signed_in(app, member)

    def save(origin, **changes):
        body = {"notifications": {**NOTIFICATIONS, **changes}}
        path = f"/api/member/{member}/preferences"
        assert client.put(path, json=body, headers={**headers, **origin}).status_code == 200

    save({}, newsletter=False, quietHoursEnabled=True)
    save({}, newsletter=False)
    save(MINI, newsletter=True)
    kept = rows_of(client, member, headers, "marketingChoices")
    assert [(row["kind"], row["agreed"], row["channel"]) for row in kept] == [
        ("newsletter", False, "site"),
        ("newsletter", True, "mini"),
    ]
    assert rows_of(client, member, headers, "consents") == []


OFFERED = [kind for kind in MARKETING if DEFAULTS["notifications"][kind]]


@pytest.mark.parametrize(
    ("asked", "channel", "agreed"),
    [
        ({}, "default", True),
        ({"agreeToMarketing": True}, "mini", True),
        ({"agreeToMarketing": False}, "mini", False),
    ],
)
def test_joining_records_what_was_asked_about_advertising_and_answered(
    client: FlaskClient, sent, asked, channel, agreed
):
    client.post("/api/get-otp", json={"CallingCodeId": 1, "MobileNumber": "123456789"})
    body = form(otpCode=sent.code(), noticeVersion="1", **asked)
    joined = client.post("/api/member", json=body, headers=MINI).json
    headers = {"x-user-token": joined["loginToken"]}

    kept = rows_of(client, joined["id"], headers, "marketingChoices")
    now = client.get(f"/api/member/{joined['id']}/preferences", headers=headers).json["notifications"]

    assert {row["kind"]: row["agreed"] for row in kept} == {
        kind: agreed and kind in OFFERED for kind in MARKETING
    }
    assert {(row["channel"], row["noticeVersion"]) for row in kept} == {(channel, "1")}
    assert {key: value for key, value in now.items() if value != NOTIFICATIONS[key]} == (
        {} if agreed else {"promotionsNotifications": False, "newsletter": False, "birthdayOffers": False}
    )
