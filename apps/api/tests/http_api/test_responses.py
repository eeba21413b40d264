"""Public lists are kept for a few seconds; what is kept is what would be read."""

import pytest

from loyalty.http.rate_limits import MAX_IN_A_MINUTE
from support.factories import a_member, a_reward, signed_in

LISTS = ["/api/reward", "/api/outlet?statusId=1", "/api/membership", "/api/callingCode"]
OWN_TO_EACH = {"X-Request-Id", "Date"}


def content(response) -> tuple[int, bytes, dict[str, str]]:
    headers = {name: value for name, value in response.headers if name not in OWN_TO_EACH}
    return response.status_code, response.data, headers


@pytest.mark.parametrize("path", LISTS)
def test_the_second_response_is_the_same_bytes(client, path):
    first = client.get(path)
    again = client.get(path, headers={"X-Request-Id": "of-the-second"})

    assert content(again) == content(first)
    assert again.headers["X-Request-Id"] == "of-the-second"


def test_a_list_is_kept_until_it_is_forgotten(app, client, database):
    before = client.get("/api/reward").json
    a_reward(database)
    assert client.get("/api/reward").json == before

    app.extensions["loyalty.public_cache"].clear()

    assert len(client.get("/api/reward").json["rewardList"]) == len(before["rewardList"]) + 1


def test_who_has_the_list_gets_304(client):
    etag = client.get("/api/reward").headers["ETag"]

    assert client.get("/api/reward", headers={"If-None-Match": f'"other", {etag}'}).status_code == 304
    assert client.get("/api/reward", headers={"If-None-Match": '"other"'}).status_code == 200


def test_a_member_gets_their_own_list_and_a_head_no_body(app, client, database):
    client.get("/api/reward")
    own = client.get("/api/reward", headers=signed_in(app, a_member(database)))
    assert own.headers["Cache-Control"] == "no-store"
    assert client.get("/api/reward", headers={"x-user-token": "garbage"}).status_code == 401
    assert client.head("/api/reward").data == b""
    assert client.post("/api/reward").status_code == 405


def test_cached_lists_are_rate_limited(other_app):
    client = other_app(rate_limits=True).test_client()
    statuses = [client.get("/api/membership").status_code for _ in range(MAX_IN_A_MINUTE + 2)]
    assert statuses.index(429) == MAX_IN_A_MINUTE


def test_a_query_that_is_refused_is_refused_also_when_a_good_one_is_kept(client):
    assert client.get("/api/outlet?statusId=1").status_code == 200
    for query in ("statusId=1&x=1", "statusId=", "x="):
        assert client.get(f"/api/outlet?{query}").status_code == 422, query


def test_each_status_has_its_own_list(client):
    lists = [client.get(f"/api/outlet?statusId={number}").json["outletList"] for number in (1, 3)]

    assert [bool(each) for each in lists] == [True, False]
