"""Kept public lists are answered at the door, and nobody notices but the clock."""

from __future__ import annotations

from dataclasses import replace

import pytest
from prometheus_client import REGISTRY
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from loyalty import create_app
from loyalty.http.floods import MOST_IN_A_MINUTE
from loyalty.http.public_bytes import drop_public_bytes
from people import a_member, a_reward, signed_in

LISTS = ["/api/reward", "/api/outlet?statusId=1", "/api/membership", "/api/callingCode"]
OWN_TO_EACH = {"X-Request-Id", "Date"}


@pytest.fixture
def asleep(app):
    """The application behind the door fails: whatever is answered is answered before it."""

    def fail(_environ, _start_response):
        raise AssertionError("this went through to the application")

    early = app.extensions["loyalty.early"]
    awake = early.application

    def fall() -> None:
        early.application = fail

    yield fall
    early.application = awake


def told(answer) -> tuple[int, bytes, dict[str, str]]:
    headers = {name: value for name, value in answer.headers if name not in OWN_TO_EACH}
    return answer.status_code, answer.data, headers


@pytest.mark.parametrize("path", LISTS)
def test_the_second_answer_is_the_first_one_to_the_letter(client, asleep, path):
    first = client.get(path)
    asleep()
    again = client.get(path, headers={"X-Request-Id": "of-the-second"})

    assert told(again) == told(first)
    assert again.headers["X-Request-Id"] == "of-the-second"
    assert len({client.get(path).headers["X-Request-Id"] for _ in range(3)}) == 3


def test_who_has_it_already_is_told_so_as_before(client, asleep, app):
    etag = client.get("/api/reward").headers["ETag"]
    app.extensions["loyalty.early"].kept.clear()
    first = client.get("/api/reward", headers={"If-None-Match": etag})
    asleep()
    again = client.get("/api/reward", headers={"If-None-Match": f'"other", {etag}'})

    assert first.status_code == again.status_code == 304
    assert told(again) == told(first)
    assert client.get("/api/reward", headers={"If-None-Match": '"other"'}).status_code == 200


def test_it_is_counted_and_logged_like_any_other_answer(client, asleep):
    def counted() -> tuple[float, float]:
        of_route = {"method": "GET", "route": "/api/membership"}
        answers = REGISTRY.get_sample_value("loyalty_requests_total", {**of_route, "status": "200"})
        return answers or 0, REGISTRY.get_sample_value("loyalty_request_seconds_count", of_route) or 0

    before = counted()
    with capture_logs(processors=[merge_contextvars]) as log:
        first = client.get("/api/membership")
        asleep()
        again = client.get("/api/membership")

    assert counted() == (before[0] + 2, before[1] + 2)
    assert [line["request_id"] for line in log] == [each.headers["X-Request-Id"] for each in (first, again)]
    for line in log:
        del line["request_id"], line["ms"]
    assert log[0] == log[1]


def test_a_member_and_a_head_go_through(app, client, database):
    client.get("/api/reward")
    own = client.get("/api/reward", headers=signed_in(app, a_member(database)))
    assert own.headers["Cache-Control"] == "no-store"
    assert client.get("/api/reward", headers={"x-user-token": "garbage"}).status_code == 401
    assert client.head("/api/reward").data == b""
    assert client.post("/api/reward").status_code == 405


def test_a_change_shows_as_soon_as_the_bytes_are_dropped(app, client, database):
    before = len(client.get("/api/reward").json["rewardList"])
    a_reward(database)
    with app.app_context():
        drop_public_bytes()
    assert len(client.get("/api/reward").json["rewardList"]) == before + 1


def test_a_flood_of_kept_lists_is_refused(config):
    client = create_app(replace(config, rate_limits=True)).test_client()
    statuses = [client.get("/api/membership").status_code for _ in range(MOST_IN_A_MINUTE + 2)]
    assert statuses.index(429) == MOST_IN_A_MINUTE


def test_what_a_list_does_not_know_is_not_kept_apart(app, client, asleep):
    first = client.get("/api/membership?utm_source=1")
    asleep()
    others = [client.get(f"/api/membership?utm_source={number}&x") for number in range(100)]

    assert {each.data for each in others} == {first.data}
    assert len(app.extensions["loyalty.early"].kept) == 1


def test_nobody_fills_memory_with_values_that_no_outlet_has(app, client):
    for number in range(200):
        assert client.get(f"/api/outlet?statusId={number}").status_code == 200
        client.get(f"/api/outlet?statusId={number % 2 + 1:0{number + 1}}")
    lists = [client.get(f"/api/outlet?statusId={number}").json["outletList"] for number in (1, 3)]

    assert [bool(each) for each in lists] == [True, False]
    assert len(app.extensions["loyalty.early"].kept) <= 64
    assert len(app.extensions["loyalty.public_bytes"]) <= 4


def test_a_question_that_is_no_good_is_refused_also_when_a_good_one_is_kept(client):
    assert client.get("/api/outlet?statusId=1").status_code == 200
    for query in ("statusId=1&x=1", "statusId=", "x="):
        assert client.get(f"/api/outlet?{query}").status_code == 422, query


def test_questions_without_end_take_no_memory_without_end(app, client):
    for number in range(200):
        client.get(f"/api/outlet?statusId={number % 2 + 1}&nothing{number}")
    assert len(app.extensions["loyalty.early"].kept) <= 64
