"""Input that has to be refused without a crash (SECURITY.md B3 to B7, B17, B18)."""

from itertools import product
from unicodedata import normalize

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loyalty.db.session import Database, current_session
from loyalty.features.members import records
from loyalty.rules.people import MAX_NAME_STORED
from support.factories import a_member, signed_in


@pytest.fixture
def member(database: Database) -> int:
    return a_member(database, number="123456789", earned=700)


@pytest.fixture
def headers(app: Flask, member: int) -> dict[str, str]:
    return signed_in(app, member)


@pytest.fixture
def record(database: Database, member: int):
    def read() -> records.Record:
        with database.bound():
            return records.get_member(current_session(), member)

    return read


TEXTS = ("name", "email", "occupation", "mobileNumber")
UNSTORABLE = ["\x00", "a\x00b", "a\x1bb", "a\x7f", "\x08"]


def test_signs_that_no_database_holds_are_refused_in_every_text(client, headers, member, record, subtests):
    before = record()
    for field, text in product(TEXTS, UNSTORABLE):
        with subtests.test(field=field, text=text):
            body = {"id": member, "mobileNumber": "123456789", field: f"Aisyah {text}"}
            answer = client.patch(f"/api/member/{member}", json=body, headers=headers)
            assert answer.status_code == 422
            assert record() == before


@pytest.mark.parametrize("path", ["/api/outlet?statusId=%00", "/api/member/1%00", "/api/%00"])
def test_a_nul_in_an_address_is_no_crash(client, path):
    assert client.get(path).status_code in (401, 404, 422)


def test_a_nul_in_a_search_is_refused(client, headers, member):
    answer = client.get(f"/api/member/{member}/memberreferee?search=%00", headers=headers)
    assert answer.status_code == 422


IDS = [
    "0",
    "-1",
    "2147483648",
    str(2**63 - 1),
    str(2**63),
    "9" * 400,
    "1.0",
    "1e3",
    "true",
    "١",
    "１",
    "1%0A",
    " 1",
]


def test_an_id_in_an_address_is_a_whole_number_or_not_found(client, headers, subtests):
    paths = "/api/member/{}", "/api/membership/{}", "/api/member/{}/activityHistory"
    for path, written in product(paths, IDS):
        with subtests.test(path=path, written=written):
            assert client.get(path.format(written), headers=headers).status_code in (403, 404)


NUMBERS = "id", "genderId", "raceId", "outletId"
NO_NUMBERS = [0, -1, 2**63, 1.0, "1", True, 1e3, None, [], {}, "1; DROP"]


def test_a_number_in_a_body_is_a_whole_number_in_its_range(client, headers, member, record, subtests):
    before = record()
    for field, value in product(NUMBERS, NO_NUMBERS):
        with subtests.test(field=field, value=value):
            body = {"id": member, "mobileNumber": "123456789", field: value}
            answer = client.patch(f"/api/member/{member}", json=body, headers=headers)
            assert answer.status_code in (400, 422)
            assert record() == before


NOT_HERS = {
    "memberPointAmount": 1_000_000,
    "currentMemberMembershipPoint": 1_000_000,
    "membershipId": 4,
    "membershipLevel": 3,
    "statusId": 2,
    "referralCode": "CCCCCCCC",
    "referrerId": 1,
    "memberCode": "CCCC-CCCC-CCCC",
    "createdAt": "2000-01-01T00:00:00Z",
    "lastLoginAt": "2000-01-01T00:00:00Z",
    "callingCode": "65",
    "callingCodeId": 2,
    "__class__": "x",
    "constructor": {"prototype": {}},
}


def test_a_member_cannot_set_fields_that_members_may_not_change(client, headers, member, record, subtests):
    before = record()
    for field, value in NOT_HERS.items():
        with subtests.test(field=field):
            body = {"id": member, "mobileNumber": "123456789", "name": "Still Unchanged", field: value}
            answer = client.patch(f"/api/member/{member}", json=body, headers=headers)
            assert (answer.status_code, list(answer.json["errors"])) == (422, [field])
            assert record() == before


SCRIPTS = [
    "<script>alert(1)</script>",
    "Robert'); DROP TABLE members;--",
    '=HYPERLINK("http://evil")',
    "{{7*7}} ${7*7} %s %n",
    "../../etc/passwd",
    "Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤",
]


def test_a_name_is_text_and_nothing_else(client, headers, member, subtests):
    for name in SCRIPTS:
        with subtests.test(name=name):
            body = {"id": member, "mobileNumber": "123456789", "name": name}
            answer = client.patch(f"/api/member/{member}", json=body, headers=headers)
            assert (answer.status_code, answer.content_type) == (200, "application/json")
            again = client.get(f"/api/member/{member}", headers=headers)
            assert again.json["name"] == answer.json["name"] == normalize("NFC", name)


@pytest.mark.parametrize("name", ["\u200b\u200b", "\u3164\u3164", "A\u2060\u200d"])
def test_signs_that_nobody_sees_make_no_name(client, headers, member, name):
    body = {"id": member, "mobileNumber": "123456789", "name": name}
    answer = client.patch(f"/api/member/{member}", json=body, headers=headers)
    assert (answer.status_code, answer.json["message"]) == (422, "Name must be at least 2 characters")
    turned = client.patch(f"/api/member/{member}", json={**body, "name": "\u202egnp.exe"}, headers=headers)
    assert turned.json["name"] == "gnp.exe"


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=MAX_NAME_STORED + 100))
def test_whatever_is_typed_as_a_name_is_kept_or_refused(client, headers, member, name):
    body = {"id": member, "mobileNumber": "123456789", "name": name}
    answer = client.patch(f"/api/member/{member}", json=body, headers=headers)
    assert answer.status_code in (200, 422)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=120))
def test_whatever_is_searched_for_is_searched_or_refused(client, headers, member, search):
    answer = client.get(
        f"/api/member/{member}/memberreferee", query_string={"search": search}, headers=headers
    )
    assert answer.status_code in (200, 422)


def test_a_search_as_long_as_a_book_is_refused(client, headers, member, subtests):
    for search in ("a" * 101, "%" * 100_000, "(a+)+$" * 10_000):
        with subtests.test(length=len(search)):
            query = {"search": search}
            answer = client.get(f"/api/member/{member}/memberreferee", query_string=query, headers=headers)
            assert answer.status_code in (414, 422)


@pytest.mark.parametrize("query", ["?statusId=one", "?statusId=", "?foo=1", "?statusId=1e1"])
def test_a_query_that_the_outlets_do_not_know_is_refused(client: FlaskClient, query):
    assert client.get(f"/api/outlet{query}").status_code == 422
