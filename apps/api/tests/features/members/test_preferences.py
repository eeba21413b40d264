from copy import deepcopy
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from loyalty.db.session import Database
from support.cases import case
from support.factories import a_member, signed_in

CASES = case("preferences")
DEFAULTS: dict[str, dict[str, Any]] = CASES["defaults"]
SECTION_OF = {field: name for name, section in DEFAULTS.items() for field in section}


@pytest.fixture
def member(database: Database):
    return a_member(database)


@pytest.fixture
def read(app: Flask, client: FlaskClient, member):
    headers = signed_in(app, member)
    return lambda: client.get(f"/api/member/{member}/preferences", headers=headers)


@pytest.fixture
def save(app: Flask, client: FlaskClient, member):
    headers = signed_in(app, member)
    return lambda body: client.put(f"/api/member/{member}/preferences", json=body, headers=headers)


def with_field(field: str, value: Any) -> dict[str, Any]:
    """The section of a field as it comes, with this value in it."""
    section = SECTION_OF[field]
    return {section: {**DEFAULTS[section], field: value}}


def test_preferences_start_with_the_defaults_of_the_specification(read):
    assert (read().status_code, read().json) == (200, DEFAULTS)


def test_saved_preferences_are_read_on_every_device(app: Flask, client: FlaskClient, member, save):
    wanted = deepcopy(DEFAULTS)
    wanted["notifications"].update(pushEnabled=False, quietHoursEnabled=True, quietHoursStart="21:30")
    wanted["language"].update(selectedLanguage="ta", timeFormat="12")
    wanted["privacy"].update(profileVisibility="private", allowContact=False)
    assert (save(wanted).status_code, save(wanted).json) == (200, wanted)
    elsewhere = client.get(f"/api/member/{member}/preferences", headers=signed_in(app, member))
    assert elsewhere.json == wanted


def test_saving_a_section_leaves_the_others(save, read):
    save(with_field("selectedLanguage", "ms"))
    save(with_field("menuNotifications", True))
    assert read().json == {
        **with_field("selectedLanguage", "ms"),
        **with_field("menuNotifications", True),
        "privacy": DEFAULTS["privacy"],
    }


def test_saving_nothing_changes_nothing(save, read):
    save(with_field("currency", "SGD"))
    before = read().json
    assert (save({}).status_code, read().json) == (200, before)


def test_each_choice_of_the_specification_is_accepted(save, subtests):
    for field, choices in CASES["choices"].items():
        for choice in choices:
            with subtests.test(field=field, choice=choice):
                body = with_field(field, choice)
                assert save(body).json[SECTION_OF[field]] == body[SECTION_OF[field]]


WRONG = [
    *({field: "something else"} for field in CASES["choices"]),
    {"pushEnabled": "true"},
    {"pushEnabled": 1},
    {"pushEnabled": None},
    {"timeFormat": 24},
    {"quietHoursStart": "24:00"},
    {"quietHoursStart": "9:00"},
    {"quietHoursEnd": "08:60"},
    {"quietHoursEnd": "08:00:00"},
    {"quietHoursEnd": "08:00\n"},
    {"quietHoursEnd": "٠٨:٠٠"},
    {"selectedLanguage": ["en"]},
    {"fallbackLanguage": "ta"},
]


def test_an_invalid_preference_is_refused_by_name_and_not_saved(save, read, subtests):
    for fields in WRONG:
        [(field, value)] = fields.items()
        with subtests.test(**fields):
            answer = save(with_field(field, value))
            assert answer.status_code == 422
            assert list(answer.json["errors"]) == [f"{SECTION_OF[field]}.{field}"]
            assert read().json == DEFAULTS


@pytest.mark.parametrize(
    "body",
    [
        {"privacy": {"allowContact": False}},
        {"privacy": None},
        {"privacy": []},
        {"privacy": {**DEFAULTS["privacy"], "isAdmin": True}},
        {"theme": {}},
        [],
    ],
)
def test_incomplete_sections_and_unknown_names_are_refused(save, read, body):
    assert save(body).status_code == 422
    assert read().json == DEFAULTS


@pytest.mark.parametrize(("time", "status"), [("00:00", 200), ("23:59", 200), ("24:00", 422)])
def test_quiet_hours_are_times_of_a_day(save, time, status):
    assert save(with_field("quietHoursStart", time)).status_code == status
