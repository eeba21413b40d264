"""Pages of another host than the API's: SECURITY.md B13."""

import pytest

from loyalty.config import Config
from support.factories import a_member, signed_in

SITE, MINI = "http://localhost:4200", "http://localhost:4300"
ASKED = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,x-handoff"}


def allowed(response):
    """What a browser reads of an answer: the origin it is for, and whether it may come with cookies."""
    headers = response.headers
    return headers.get("Access-Control-Allow-Origin"), headers.get("Access-Control-Allow-Credentials")


@pytest.mark.any_database
@pytest.mark.parametrize("origin", [SITE, MINI, "https://elsewhere.example", "null"])
def test_no_other_origin_may_call_the_api_by_itself(client, origin):
    before = client.options("/api/claim", headers={"Origin": origin, **ASKED})
    answer = client.get("/api/membership", headers={"Origin": origin})
    assert (allowed(before), allowed(answer)) == ((None, None), (None, None))
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


class TestWithTheSetting:
    @pytest.fixture
    def config(self, config: Config) -> Config:
        return config.model_copy(update={"cors": True})

    @pytest.mark.any_database
    @pytest.mark.parametrize("origin", [SITE, MINI])
    def test_the_pages_of_both_origins_may(self, app, database, client, origin):
        before = client.options("/api/member/checksession", headers={"Origin": origin, **ASKED})
        assert (before.status_code, allowed(before)) == (200, (origin, "true"))
        assert "x-handoff" in before.headers["Access-Control-Allow-Headers"].lower()
        member = a_member(database)
        answer = client.get(f"/api/member/{member}", headers={"Origin": origin, **signed_in(app, member)})
        assert (answer.status_code, allowed(answer)) == (200, (origin, "true"))
        assert {"ETag", "Retry-After"} <= set(answer.headers["Access-Control-Expose-Headers"].split(", "))

    @pytest.mark.any_database
    def test_a_refusal_can_be_read_too(self, client):
        answer = client.get("/api/member/1", headers={"Origin": SITE})
        assert (answer.status_code, allowed(answer)) == (401, (SITE, "true"))

    @pytest.mark.any_database
    @pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://localhost:4201"])
    def test_nobody_else_may(self, client, origin):
        assert allowed(client.get("/api/membership", headers={"Origin": origin})) == (None, None)

    @pytest.mark.any_database
    @pytest.mark.parametrize("path", ["/api/staff/session", "/api/pos/me"])
    def test_nor_are_the_calls_of_staff_and_tills_for_pages_of_members(self, client, path):
        assert allowed(client.get(path, headers={"Origin": SITE})) == (None, None)

    @pytest.mark.any_database
    def test_a_public_picture_may_be_shown_by_them(self, client):
        name = client.get("/api/reward").json["rewardList"][0]["imageName"]
        assert client.get(f"/api/content/{name}").headers["Cross-Origin-Resource-Policy"] == "cross-origin"
