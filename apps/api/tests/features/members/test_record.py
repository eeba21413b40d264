import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from loyalty.db.session import Database
from loyalty.rules.cards import ALPHABET, check_character
from support.factories import a_member, signed_in


@pytest.fixture
def member(database: Database):
    return a_member(database, number="123456789", earned=1_600)


@pytest.fixture
def read(app: Flask, client: FlaskClient, member):
    headers = signed_in(app, member)
    return lambda: client.get(f"/api/member/{member}", headers=headers)


@pytest.fixture
def change(app: Flask, client: FlaskClient, member):
    headers = signed_in(app, member)

    def patch(**fields):
        body = {"id": member, "mobileNumber": "123456789", **fields}
        return client.patch(f"/api/member/{member}", json=body, headers=headers)

    return patch


def test_a_member_reads_every_field_of_their_record(read, member):
    record = read().json
    stable = {
        "id": member,
        "name": "Aisyah Rahman",
        "email": None,
        "callingCodeId": 1,
        "callingCode": "60",
        "mobileNumber": "123456789",
        "dateOfBirth": "1994-03-08",
        "genderId": 2,
        "raceId": 1,
        "occupation": None,
        "outletId": 1,
        "statusId": 1,
        "memberPointAmount": 1_600,
        "currentMemberMembershipPoint": 1_600,
        "membershipId": 2,
        "membershipLevel": 1,
        "membershipName": "Plus",
        "referrerId": None,
    }
    assert {key: record[key] for key in stable} == stable
    assert set(record) - set(stable) == {"referralCode", "memberCode", "lastLoginAt", "createdAt"}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", record["createdAt"])


def test_the_card_code_has_groups_and_a_check_character(read):
    code = read().json["memberCode"]
    signs = code.replace("-", "")
    assert [len(group) for group in code.split("-")] == [4, 4, 4]
    assert set(signs) <= set(ALPHABET)
    assert check_character(signs[:-1]) == signs[-1]


def test_the_referral_code_has_no_ambiguous_characters(read):
    code = read().json["referralCode"]
    assert len(code) == 8
    assert not set(code) & set("01258OILZSBAEU")


def test_members_have_different_codes(database: Database, app: Flask, client: FlaskClient):
    ids = [a_member(database) for _ in range(20)]
    records = [client.get(f"/api/member/{each}", headers=signed_in(app, each)).json for each in ids]
    assert len({record["memberCode"] for record in records}) == 20
    assert len({record["referralCode"] for record in records}) == 20


def test_a_member_changes_their_own_fields(change, read):
    answer = change(name="Aisyah Binti Rahman", email="aisyah@example.com", genderId=99, occupation="Teacher")
    assert answer.status_code == 200
    assert answer.json == read().json
    changed = {key: answer.json[key] for key in ("name", "email", "genderId", "occupation")}
    assert changed == {
        "name": "Aisyah Binti Rahman",
        "email": "aisyah@example.com",
        "genderId": 99,
        "occupation": "Teacher",
    }


def test_gender_3_of_the_settings_is_stored_as_99(change):
    assert change(genderId=3).json["genderId"] == 99


def test_changing_nothing_changes_nothing(change, read):
    before = read().json
    assert change().status_code == 200
    assert read().json == before


def test_the_number_may_be_written_with_prefix_and_dashes(change):
    assert change(mobileNumber="+60 12-345 6789", name="Aisyah").status_code == 200


@pytest.mark.parametrize("number", ["123456780", "", "1234567890", "１２３４５６７８９", "123456789²"])
def test_another_number_changes_nothing(change, read, number):
    answer = change(mobileNumber=number, name="Somebody Else")
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["mobileNumber"])
    assert read().json["name"] == "Aisyah Rahman"


class TestSetOnce:
    @pytest.mark.parametrize(
        ("field", "same", "other"),
        [("dateOfBirth", "1994-03-08", "1994-03-09"), ("raceId", 1, 2), ("outletId", 1, 2)],
    )
    def test_a_value_that_is_set_can_be_sent_again_but_not_changed(self, change, read, field, same, other):
        assert change(**{field: same}).status_code == 200
        answer = change(**{field: other, "name": "Not This Either"})
        assert (answer.status_code, answer.json["code"]) == (409, "set_once")
        assert answer.json["message"].startswith("Contact support to change")
        assert (read().json[field], read().json["name"]) == (same, "Aisyah Rahman")

    def test_an_empty_value_can_be_set(self, database: Database, app: Flask, client: FlaskClient):
        member = a_member(database, number="198765432", date_of_birth=None, race_id=None, outlet_id=None)
        body = {
            "id": member,
            "mobileNumber": "198765432",
            "dateOfBirth": "2000-02-29",
            "raceId": 99,
            "outletId": 16,
        }
        headers = signed_in(app, member)
        answer = client.patch(f"/api/member/{member}", json=body, headers=headers)
        found = {key: answer.json[key] for key in ("dateOfBirth", "raceId", "outletId")}
        assert found == {"dateOfBirth": "2000-02-29", "raceId": 99, "outletId": 16}
        body["dateOfBirth"] = "2000-03-01"
        assert client.patch(f"/api/member/{member}", json=body, headers=headers).status_code == 409


NAME, EMAIL = "Name must be at least 2 characters", "Please enter a valid email address"


REFUSED = [
    ({"name": "A"}, NAME),
    ({"name": " A "}, NAME),
    ({"name": ""}, NAME),
    ({"name": "e\u0301"}, NAME),
    ({"name": "A" * 101}, "Name must be at most 100 characters"),
    ({"email": "aisyah"}, EMAIL),
    ({"email": "aisyah@"}, EMAIL),
    ({"email": "a@b"}, EMAIL),
    ({"email": "a b@example.com"}, EMAIL),
    ({"email": "a@example.com, b@example.com"}, EMAIL),
    ({"email": "a@example..com"}, EMAIL),
    ({"email": ""}, EMAIL),
    ({"outletId": 999}, "Please choose one of our outlets"),
]


def test_invalid_fields_are_refused_with_the_messages_of_the_specification(change, subtests):
    for fields, sentence in REFUSED:
        with subtests.test(**fields):
            answer = change(**fields)
            assert (answer.status_code, answer.json["message"]) == (422, sentence)
            assert answer.json["errors"] == {field: [sentence] for field in fields}


WRONG_KIND = [
    {"genderId": 0},
    {"genderId": 4},
    {"genderId": "1"},
    {"genderId": True},
    {"genderId": 1.0},
    {"raceId": 4},
    {"outletId": 0},
    {"outletId": 2**63},
    {"dateOfBirth": "08/03/1994"},
    {"dateOfBirth": "1994-3-8"},
    {"dateOfBirth": "1994-W10-2"},
    {"dateOfBirth": "19940308"},
    {"dateOfBirth": "1995-02-29"},
    {"dateOfBirth": "١٩٩٤-٠٣-٠٨"},
    {"dateOfBirth": "1994-03-08T00:00:00Z"},
    {"dateOfBirth": 760000000},
    {"occupation": ""},
    {"occupation": "x" * 101},
    {"email": None},
    {"name": None},
    {"name": ["Aisyah"]},
    {"name": 12},
]


def test_a_value_of_the_wrong_kind_is_refused(change, read, subtests):
    before = read().json
    for fields in WRONG_KIND:
        with subtests.test(**fields):
            assert change(**fields).status_code in (400, 422)
            assert read().json == before


@pytest.mark.parametrize(
    ("born", "status"),
    [("2026-03-15", 422), ("2026-03-14", 200), ("1899-12-31", 422), ("1900-01-01", 200)],
)
@pytest.mark.usefixtures("clock")
def test_nobody_is_born_tomorrow_in_malaysia_nor_before_1900(
    database: Database, app: Flask, client: FlaskClient, clock, born, status
):
    clock.advance(hours=-12)  # still the 13th in UTC, already the 14th in Malaysia
    member = a_member(database, number="187654321", date_of_birth=None)
    body = {"id": member, "mobileNumber": "187654321", "dateOfBirth": born}
    assert (
        client.patch(f"/api/member/{member}", json=body, headers=signed_in(app, member)).status_code == status
    )


@pytest.mark.parametrize(
    "name",
    [
        "Ng",
        "Nur ‘Ain binti Abd. Rahman",
        "கவிதா செல்வராஜ்",
        "สมชาย ใจดี",
        "محمد علي",
        "李小龍",
        "👨‍👩‍👧‍👦👍🏽",
        "👨‍👩‍👧‍👦" * 50,
        "o" * 100,
    ],
)
def test_names_of_every_script_are_kept_as_they_are(change, read, name):
    assert change(name=name).status_code == 200
    assert read().json["name"] == name


def test_one_name_is_stored_in_one_normal_form(change, read):
    change(name="Rene\u0301e   Tan ")
    assert read().json["name"] == "Ren\u00e9e Tan"


def test_a_name_of_ten_thousand_accents_is_refused(change):
    assert change(name="aa" + "\u0301" * 10_000).status_code == 422
