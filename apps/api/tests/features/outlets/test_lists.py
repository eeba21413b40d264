from flask.testing import FlaskClient

from loyalty.db.session import Database, transaction
from loyalty.features.outlets import outlets as outlet_queries
from support.cases import case


def test_malaysia_comes_first_and_every_code_has_an_id_of_its_own(client: FlaskClient):
    codes = client.get("/api/callingCode").json
    assert codes[0] == {"id": 1, "name": "60"}
    assert len({code["id"] for code in codes}) == len({code["name"] for code in codes}) == len(codes)
    assert all(code["name"].isascii() and code["name"].isdigit() for code in codes)


def test_the_ids_of_calling_codes_are_the_same_for_ever(client: FlaskClient):
    """Members' apps keep them; a new country goes to the end of the file."""
    ids = {code["name"]: code["id"] for code in client.get("/api/callingCode").json}
    known = {"60": 1, "1": 2, "7": 3, "20": 4, "44": 16, "65": 34, "66": 35, "86": 39, "91": 41, "998": 206}
    assert {name: ids[name] for name in known} == known


def test_no_calling_code_begins_with_another_one(client: FlaskClient):
    names = {code["name"] for code in client.get("/api/callingCode").json}
    assert not [(one, other) for one in names for other in names if one != other and one.startswith(other)]


def test_the_outlets_are_those_that_the_screens_know(client: FlaskClient):
    wire = client.get("/api/outlet?statusId=1").json["outletList"]
    assert wire == case("outlets")


def test_a_closed_outlet_is_listed_among_all_and_not_among_the_open_ones(
    client: FlaskClient, database: Database
):
    closed = outlet_queries.OutletRecord(id=90, name="Old Town", brand="krua-bowl", status_id=2)
    with database.bound(), transaction() as db:
        outlet_queries.set_up(db, [closed])

    def ids(query: str) -> list[int]:
        return [each["id"] for each in client.get(f"/api/outlet{query}").json["outletList"]]

    opened = [each["id"] for each in case("outlets")]
    assert ids("") == [*opened, 90]
    assert ids("?statusId=1") == opened
    assert ids("?statusId=2") == [90]


def test_a_list_that_did_not_change_is_not_sent_again(client: FlaskClient):
    for path in ("/api/callingCode", "/api/outlet?statusId=1", "/api/membership"):
        first = client.get(path)
        assert first.status_code == 200
        again = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


def test_seeding_again_changes_nothing_that_an_operator_wrote(database: Database):
    renamed = [outlet_queries.OutletRecord(id=1, name="Somewhere Else", brand="krua-bowl", status_id=2)]
    with database.bound():
        with transaction() as db:
            assert outlet_queries.set_up(db, renamed) == 0
        with transaction() as db:
            assert outlet_queries.outlets(db)[0].name == "KL East Mall"
