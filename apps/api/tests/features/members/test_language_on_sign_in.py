"""A language chosen before signing in becomes the preference of a member who has saved none."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from support.cases import case
from support.factories import a_member
from support.login_steps import ask, ask_to_join, enter, form

NUMBER = "123456789"
DEFAULT: dict[str, Any] = case("preferences")["defaults"]["language"]


def language_of(client: FlaskClient, entered: Any) -> dict[str, Any]:
    """The language settings of the member that the answer signed in."""
    member_id = entered.json.get("id") or entered.json["user"]["id"]
    path, headers = f"/api/member/{member_id}/preferences", {"x-user-token": entered.json["loginToken"]}
    language: dict[str, Any] = client.get(path, headers=headers).json["language"]
    return language


@pytest.fixture
def signs_in(client, sent, database, clock):
    a_member(database, number=NUMBER)

    def again(language: str | None = None) -> Any:
        clock.advance(seconds=60)
        ask(client)
        return enter(client, sent.code(), language=language)

    return again


@pytest.mark.parametrize("chosen", ["ms", "zh", "ta", "th", "id", "en"])
def test_a_new_member_has_the_language_they_joined_in(client, sent, chosen):
    ask_to_join(client)
    joined = client.post("/api/member", json=form(otpCode=sent.code()), headers={"x-chosen-language": chosen})

    assert language_of(client, joined) == {**DEFAULT, "selectedLanguage": chosen}


def test_a_member_without_a_language_gets_the_one_chosen_before_signing_in(client, signs_in):
    assert language_of(client, signs_in("ms")) == {**DEFAULT, "selectedLanguage": "ms"}


def test_a_saved_language_is_kept(client, signs_in):
    entered = signs_in()
    saved = {**DEFAULT, "selectedLanguage": "en", "timeFormat": "12"}
    client.put(
        f"/api/member/{entered.json['user']['id']}/preferences",
        json={"language": saved},
        headers={"x-user-token": entered.json["loginToken"]},
    )

    assert language_of(client, signs_in("ms")) == saved


def test_the_language_chosen_before_signing_in_is_stored(client, signs_in):
    signs_in("th")

    assert language_of(client, signs_in("ms"))["selectedLanguage"] == "th"


def test_other_saved_preferences_are_kept(client, signs_in):
    entered = signs_in()
    notifications = {**case("preferences")["defaults"]["notifications"], "newsletter": False}
    path = f"/api/member/{entered.json['user']['id']}/preferences"
    token = {"x-user-token": entered.json["loginToken"]}
    client.put(path, json={"notifications": notifications}, headers=token)

    entered = signs_in("zh")
    kept = client.get(path, headers={"x-user-token": entered.json["loginToken"]}).json
    assert (kept["language"]["selectedLanguage"], kept["notifications"]) == ("zh", notifications)


@pytest.mark.parametrize("language", ["", "xx", "MS", "en-MY", "ms;q=0.5", "x" * 4000])
def test_an_unknown_language_changes_nothing(client, signs_in, language):
    entered = signs_in(language)

    assert (entered.status_code, language_of(client, entered)) == (200, DEFAULT)
