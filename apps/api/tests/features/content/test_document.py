"""GET /content: what a new database begins with, in all languages or in one, and sent once only."""

import gzip
import json

import pytest

from loyalty.db.session import transaction
from loyalty.errors import Invalid
from loyalty.features.content import documents
from loyalty.features.content.schemas import KINDS, LANGUAGES
from loyalty.features.outlets import outlets as outlet_queries
from support.cases import case


def test_everybody_reads_every_kind_in_six_languages(client):
    answer = client.get("/api/content")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "public, max-age=60")
    assert set(answer.json) == {"publishedAt", "rewardTexts", *KINDS}
    assert answer.json["publishedAt"] is None
    assert not list(documents.missing_translations(answer.json))


def test_a_reader_gets_english_and_their_language_in_a_third_of_the_bytes(client):
    def weight(query: str) -> int:
        return len(gzip.compress(client.get(f"/api/content{query}").data))

    dish = client.get("/api/content?language=th").json["menu"]["dishes"][0]
    assert set(dish["about"]) == {"en", "th"}
    for language in LANGUAGES:
        assert weight(f"?language={language}") < 11_000
    assert weight("") < 26_000
    assert client.get("/api/content?language=xx").status_code == 422


def test_what_has_not_changed_is_not_sent_again(client):
    for query in ("", "?language=ta"):
        first = client.get(f"/api/content{query}")
        tag = first.headers["ETag"]
        assert not tag.startswith("W/")
        again = client.get(f"/api/content{query}", headers={"If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")
        # A proxy that compresses makes the tag a weak one.
        again = client.get(f"/api/content{query}", headers={"If-None-Match": f"W/{tag}"})
        assert again.status_code == 304


def test_the_apps_are_built_with_what_a_new_database_sends(app, client):
    """Until something is published, no visitor is sent the document: their page has it already."""
    printed = json.loads(app.test_cli_runner().invoke(args=["generate", "content"]).output)
    assert printed["document"] == client.get("/api/content").json
    for language, tag in printed["tags"].items():
        answer = client.get(f"/api/content?language={language}", headers={"If-None-Match": f'"{tag}"'})
        assert answer.status_code == 304, language


def test_an_outlet_has_the_name_of_the_programme_and_a_closed_one_is_left_out(client, database):
    listed = client.get("/api/content?language=en").json["outlets"]["outlets"]
    assert [(each["id"], each["name"], each["brand"]) for each in listed] == [
        (each["id"], each["name"], each["brand"]) for each in case("outlets")
    ]
    renamed = outlet_queries.OutletRecord(2, "Publika Square", "krua-bowl", 1)
    closed = outlet_queries.OutletRecord(3, "IOI City Mall", "krua-bowl", 2)
    with database.bound(), transaction() as db:
        outlet_queries.write(db, [renamed, closed])
    # In another language, because this list is kept for a few seconds.
    listed = client.get("/api/content?language=ms").json["outlets"]["outlets"]
    names = {each["id"]: each["name"] for each in listed}
    assert names[2] == "Publika Square"
    assert 3 not in names


def test_seeding_again_publishes_nothing(database):
    with database.bound(), transaction() as db:
        assert documents.set_up(db) == 0


def _changed(kind: str, change) -> dict:
    document = documents.first_document(kind)
    change(document)
    return document


def _set(*path, value):
    def change(document):
        *before, last = path
        for each in before:
            document = document[each]
        document[last] = value

    return change


def _drop(*path):
    def change(document):
        *before, last = path
        for each in before:
            document = document[each]
        del document[last]

    return change


OUTLET, DISH = ("outlets", 0), ("dishes", 0)
MONDAY = (*OUTLET, "hours", "monday")
NIGHT, LUNCH = {"opens": "00:00", "closes": "02:00"}, {"opens": "11:00", "closes": "15:00"}
DINNER = {"opens": "15:01", "closes": "00:00"}
OVER_MIDNIGHT = {"opens": "18:00", "closes": "02:00"}
SPECIAL = {"day": "2026-12-24", "hours": [LUNCH, OVER_MIDNIGHT]}
CLOSED_ALL_WEEK: dict[str, list[object]] = {
    day: [] for day in ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
}
CLOSED = {"firstDay": "2026-12-24", "lastDay": "2026-12-26"}
GOOD = [
    ("outlets", _set(*OUTLET, "closures", value=[CLOSED])),
    ("outlets", _set(*OUTLET, "closures", value=[{**CLOSED, "lastDay": CLOSED["firstDay"]}])),
    ("outlets", _set(*OUTLET, "closures", value=[{"firstDay": "2026-01-01", "lastDay": "2027-01-01"}])),
    ("outlets", _set(*OUTLET, "hours", "monday", value=[{"opens": "00:00", "closes": "23:59"}])),
    ("outlets", _set(*OUTLET, "hours", "monday", value=[{"opens": "00:00", "closes": "00:00"}])),
    ("outlets", _set(*OUTLET, "hours", "sunday", value=[])),
    ("outlets", _set(*OUTLET, "hours", "monday", value=[NIGHT, LUNCH, DINNER])),
    ("outlets", _set(*OUTLET, "hours", "monday", value=[LUNCH, OVER_MIDNIGHT])),
    ("outlets", _set(*OUTLET, "hours", "monday", value=[{"opens": "18:00", "closes": "09:59"}])),
    ("outlets", _set(*OUTLET, "closures", value=[{**CLOSED, "name": "Hari Raya"}])),
    ("outlets", _set(*OUTLET, "specialDays", value=[{**SPECIAL, "name": "Eve of Hari Raya"}])),
    ("outlets", _set(*OUTLET, "hours", value={**CLOSED_ALL_WEEK, "friday": [LUNCH]})),
    ("outlets", _set(*OUTLET, "coordinates", value={"lat": 0.8, "lng": 119.5})),
    ("menu", _set(*DISH, "price", value="0.01")),
    ("menu", _set(*DISH, "price", value="1000.00")),
    ("menu", _set(*DISH, "heat", value=3)),
    ("menu", _set(*DISH, "name", "en", value="x" * 80)),
    ("menu", _drop(*DISH, "name", "th")),
    ("menu", _drop(*DISH, "about")),
    ("faq", _set("questions", 0, "answer", value={"en": "See {{tiers}}."})),
    ("announcement", _set("isShown", value=False)),
]
BAD = [
    ("outlets", _set(*OUTLET, "closures", value=[{**CLOSED, "lastDay": "2026-12-23"}]), "lastDay"),
    (
        "outlets",
        _set(*OUTLET, "closures", value=[{"firstDay": "2026-01-01", "lastDay": "2027-01-02"}]),
        "lastDay",
    ),
    ("outlets", _set(*OUTLET, "closures", value=[{**CLOSED, "firstDay": "2026-02-30"}]), "firstDay"),
    ("outlets", _set(*MONDAY, value=[{"opens": "22:00", "closes": "22:00"}]), "hours.monday.0.closes"),
    ("outlets", _set(*MONDAY, value=[{"opens": "18:00", "closes": "12:01"}]), "hours.monday.0.closes"),
    ("outlets", _set(*MONDAY, value=[{"opens": "18:00", "closes": "10:00"}]), "hours.tuesday.0.opens"),
    ("outlets", _set(*MONDAY, value=[OVER_MIDNIGHT, DINNER]), "hours.monday.1.opens"),
    ("outlets", _set(*OUTLET, "closures", value=[{**CLOSED, "name": "a" * 61}]), "closures.0.name"),
    ("outlets", _set(*OUTLET, "specialDays", value=[{**SPECIAL, "hours": []}]), "specialDays.0.hours"),
    ("outlets", _set(*OUTLET, "specialDays", value=[SPECIAL, SPECIAL]), "specialDays.1.day"),
    (
        "outlets",
        lambda document: document["outlets"][0].update(closures=[CLOSED], specialDays=[SPECIAL]),
        "specialDays.0.day",
    ),
    ("outlets", _set(*MONDAY, value=[{"opens": "9:00", "closes": "22:00"}]), "opens"),
    ("outlets", _set(*MONDAY, value=[{"opens": "10:00", "closes": "24:00"}]), "closes"),
    ("outlets", _set(*MONDAY, value=[LUNCH, {**DINNER, "opens": "15:00"}]), "hours.monday.1.opens"),
    ("outlets", _set(*MONDAY, value=[DINNER, LUNCH]), "hours.monday.1.opens"),
    ("outlets", _set(*MONDAY, value=[NIGHT, LUNCH, {**LUNCH, "opens": "16:00"}, DINNER]), "monday"),
    ("outlets", _drop(*MONDAY), "hours.monday"),
    ("outlets", _set(*OUTLET, "hours", value=CLOSED_ALL_WEEK), "outlets.0.hours"),
    ("outlets", _set(*OUTLET, "hours", value={"opens": "10:00", "closes": "22:00"}), "hours"),
    ("outlets", _set(*OUTLET, "coordinates", value={"lat": 51.5, "lng": -0.1}), "coordinates"),
    ("outlets", _set(*OUTLET, "coordinates", value={"lat": float("nan"), "lng": 101.0}), "coordinates"),
    ("outlets", _set(*OUTLET, "address", "postcode", value="5310"), "postcode"),
    ("outlets", _set(*OUTLET, "features", value=["parking"]), "features"),
    ("outlets", _set("outlets", 1, "id", value=1), "outlets.1.id"),
    ("menu", _set(*DISH, "price", value="0.00"), "price"),
    ("menu", _set(*DISH, "price", value="1000.01"), "price"),
    ("menu", _set(*DISH, "price", value="18.9"), "price"),
    ("menu", _set(*DISH, "price", value=18.9), "price"),
    ("menu", _set(*DISH, "heat", value=4), "heat"),
    ("menu", _set(*DISH, "name", "en", value="x" * 81), "name.en"),
    ("menu", _set(*DISH, "name", "en", value=" "), "name.en"),
    ("menu", _drop(*DISH, "name", "en"), "name.en"),
    ("menu", _set(*DISH, "name", "fr", value="Soupe"), "name.fr"),
    (
        "menu",
        _set(*DISH, "picture", value={"drawing": "beef-noodle", "image": "a-1x1-0123456789ab.webp"}),
        "picture",
    ),
    ("menu", _set(*DISH, "picture", value={"image": "https://elsewhere.example/a.webp"}), "picture"),
    ("menu", _set("dishes", 1, "id", value="beefNoodle"), "dishes.1.id"),
    ("menu", _set("menus", 0, "sections", 0, "dishes", 0, "dish", value="sushi"), "menus"),
    ("menu", _set("menus", 0, "sections", 0, "dishes", 1, "dish", value="beefNoodle"), "menus"),
    ("banners", _set("banners", value=[]), "banners"),
    ("faq", _set("questions", 0, "answer", "en", value="See {{points}}."), "answer.en"),
    ("openings", _set("places", 1, "name", value="Kuala Lumpur"), "places.1.name"),
    ("announcement", _set("isShown", value=1), "isShown"),
    ("awards", _set("awards", 0, "day", value="5 April"), "day"),
]


@pytest.mark.parametrize(("kind", "change"), GOOD)
def test_what_a_document_may_say(kind, change):
    document = _changed(kind, change)
    assert documents.checked(kind, document) == document


@pytest.mark.parametrize(("kind", "change", "place"), BAD)
def test_a_mistake_is_named_by_its_place(kind, change, place):
    with pytest.raises(Invalid) as refused:
        documents.checked(kind, _changed(kind, change))
    assert any(place in each for each in refused.value.fields)
    assert refused.value.message
