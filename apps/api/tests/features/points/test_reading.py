import pytest
from flask import Flask
from flask.testing import FlaskClient

from loyalty.db.session import Database, transaction
from loyalty.features.points import ledger
from support.factories import a_bill, a_member, signed_in, spend


@pytest.fixture
def member(database: Database, clock):
    member_id = a_member(database)
    with database.bound(), transaction() as db:
        for number in range(1, 6):
            clock.advance(hours=1)
            ledger.earn(db, member_id, number * 100, a_bill(), f"bill {number}")
        clock.advance(hours=1)
        spend(db, member_id, 600, a_bill(), "Kangkung Fritters")
    return member_id


@pytest.fixture
def history(app: Flask, client: FlaskClient, member):
    headers = signed_in(app, member)

    def read(query: str = ""):
        return client.get(f"/api/member/{member}/activityHistory{query}", headers=headers)

    return read


def remarks(answer) -> list[str]:
    return [line["remark"] for line in answer.json["memberActivityHistoryList"]]


NEWEST_FIRST = ["Kangkung Fritters", "bill 5", "bill 4", "bill 3", "bill 2", "bill 1", "Member Registration"]


def test_the_history_is_newest_first_with_unsigned_points_and_utc_times(history):
    answer = history("?sort=createdAt&order=desc&limit=3")
    newest = answer.json["memberActivityHistoryList"][0]
    assert remarks(answer) == NEWEST_FIRST[:3]
    assert (newest["actionId"], newest["points"]) == (3, 600)
    assert newest["createdAt"] == "2026-03-14T10:00:00.000Z"
    assert list(newest)[:5] == ["id", "actionId", "remark", "points", "createdAt"]


def test_the_history_can_be_read_from_its_beginning_and_in_pages(history):
    assert remarks(history("?order=asc&limit=2")) == ["Member Registration", "bill 1"]
    assert remarks(history("?order=asc&limit=2&offset=2")) == ["bill 2", "bill 3"]
    assert remarks(history("?offset=100")) == []
    assert remarks(history()) == NEWEST_FIRST


def test_the_newest_of_some_actions_are_found_below_any_number_of_others(history, member, database, clock):
    with database.bound(), transaction() as db:
        for number in range(4):
            clock.advance(minutes=1)
            ledger.adjust(db, member, 10, a_bill(), f"goodwill {number}")
    wanted = "&".join(f"actionId={each}" for each in (1, 2, 3))
    assert remarks(history(f"?limit=3&{wanted}")) == NEWEST_FIRST[:3]
    assert remarks(history(f"?limit=2&offset=5&{wanted}")) == NEWEST_FIRST[5:]
    assert remarks(history("?actionId=3")) == ["Kangkung Fritters"]
    assert remarks(history("?actionId=5")) == []
    assert len(remarks(history())) == len(NEWEST_FIRST) + 4


def test_a_window_of_the_history_has_both_its_ends(history):
    window = "CreatedStartAt=2026-03-14T06:00:00Z&CreatedEndAt=2026-03-14T08:00:00Z"
    assert remarks(history(f"?{window}")) == ["bill 4", "bill 3", "bill 2"]
    assert remarks(history("?CreatedStartAt=2026-03-14T09:00:00.001Z")) == ["Kangkung Fritters"]
    assert remarks(history("?CreatedEndAt=2026-03-14T04:00:00Z")) == ["Member Registration"]


@pytest.mark.parametrize("limit", [1, 100])
def test_a_page_holds_one_to_a_hundred(history, limit):
    assert history(f"?limit={limit}").status_code == 200


IMPOSSIBLE = [
    ("?limit=0", "limit"),
    ("?limit=101", "limit"),
    ("?limit=-1", "limit"),
    ("?limit=1.0", "limit"),
    ("?limit=1e1", "limit"),
    ("?limit=ten", "limit"),
    ("?limit=%D9%A1", "limit"),
    ("?limit=", "limit"),
    ("?offset=-1", "offset"),
    ("?offset=99999999999999999999", "offset"),
    ("?sort=points", "sort"),
    ("?sort=createdAt;DROP", "sort"),
    ("?order=DESC", "order"),
    ("?order=down", "order"),
    ("?page=2", "page"),
    ("?actionId=6", "actionId.0"),
    ("?actionId=1,2,3", "actionId.0"),
    ("?CreatedStartAt=yesterday", "CreatedStartAt"),
]


def test_a_page_that_cannot_be_is_refused_by_the_name_of_its_field(history, subtests):
    for query, field in IMPOSSIBLE:
        with subtests.test(query):
            answer = history(query)
            assert (answer.status_code, answer.json["code"]) == (422, "invalid")
            assert list(answer.json["errors"]) == [field]


def test_the_points_for_the_tier_are_those_earned_not_those_left(app: Flask, client: FlaskClient, member):
    answer = client.get(f"/api/member/{member}/currentMembershipPoint", headers=signed_in(app, member))
    assert answer.json["currentMemberMembershipPoint"] == 1_500


def test_the_answer_has_the_day_by_which_earning_keeps_the_tier(app: Flask, client: FlaskClient, member):
    answer = client.get(f"/api/member/{member}/currentMembershipPoint", headers=signed_in(app, member))
    assert answer.json["keepTierBy"] == "2026-04-14"
