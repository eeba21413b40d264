import pytest
from flask.testing import FlaskClient

from support.cases import case

TIERS = [
    {
        "id": tier["level"] + 1,
        **{key: tier[key] for key in ("name", "level", "upLevelPointAmount")},
        "multiplier": f"{tier['multiplierTenths'] / 10:.1f}",
    }
    for tier in case("tiers")["tiers"]
]


def test_the_tiers_come_by_level_with_the_points_that_lead_out_of_each(client: FlaskClient):
    assert client.get("/api/membership").json == {"membershipList": TIERS}


@pytest.mark.parametrize("path", ["/api/membership/{}", "/api/memberShip/{}"])
@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier["name"])
def test_one_tier_is_found_in_both_spellings_of_its_path(client: FlaskClient, path, tier):
    assert client.get(path.format(tier["id"])).json == tier


@pytest.mark.parametrize("tier_id", ["0", "5", "-1", "1.0", "one", "9" * 18, "9" * 40])
@pytest.mark.parametrize("path", ["/api/membership/{}", "/api/memberShip/{}"])
def test_a_tier_that_does_not_exist_is_not_found(client: FlaskClient, path, tier_id):
    answer = client.get(path.format(tier_id))
    assert (answer.status_code, answer.json["code"]) == (404, "not_found")
