"""Head office edits, previews, publishes and takes back content; and uploads pictures."""

import threading
from base64 import b64encode
from datetime import timedelta
from io import BytesIO

import pytest
from flask import Flask
from PIL import Image
from sqlalchemy import text

from loyalty.backoffice.log import log
from loyalty.db.session import current_session, transaction
from loyalty.features.content import images
from support.staff_app import a_person, in_office

REASON = "new prices from Monday"
MENU = "/api/staff/content/menu"


@pytest.fixture
def office(app, database, clock):
    return in_office(app, a_person(database, ("head-office", None), name="Mei Ling"))


def a_manager(app, database, *outlets: int):
    grants = [("outlet-manager", outlet) for outlet in outlets]
    return in_office(app, a_person(database, *grants, name="Siti Aminah"))


def priced(document: dict, price: str) -> dict:
    first, *others = document["dishes"]
    return {**document, "dishes": [{**first, "price": price}, *others]}


def save(browser, price: str = "19.90", revision: int | None = None):
    edited = browser.get(MENU).json
    document = priced(edited["published"]["document"], price)
    return browser.put(MENU, json={"revision": revision or edited["revision"], "document": document})


def publish(browser, price: str = "19.90"):
    saved = save(browser, price).json
    return browser.post(f"{MENU}/publish", json={"revision": saved["revision"], "reason": REASON})


def public_price(app: Flask) -> str:
    app.extensions["loyalty.public_cache"].clear()
    return app.test_client().get("/api/content?language=en").json["menu"]["dishes"][0]["price"]


def test_a_new_price_is_seen_in_the_preview_first_and_by_everybody_when_it_is_published(app, office, clock):
    client = app.test_client()
    before = client.get("/api/content?language=en")
    saved = save(office)
    assert (saved.status_code, saved.json["hasDraft"], saved.json["draft"]["dishes"][0]["price"]) == (
        200,
        True,
        "19.90",
    )
    assert public_price(app) == "18.90"
    preview = office.get("/api/staff/content/preview?language=ms")
    assert preview.json["menu"]["dishes"][0]["price"] == "19.90"
    assert preview.headers["Cache-Control"] == "no-store"

    published = office.post(f"{MENU}/publish", json={"revision": saved.json["revision"], "reason": REASON})

    assert (published.status_code, published.json["draft"]) == (200, None)
    assert public_price(app) == "19.90"
    after = client.get("/api/content?language=en", headers={"If-None-Match": before.headers["ETag"]})
    assert (after.status_code, after.json["publishedAt"]) == (200, "2026-03-14T04:00:00.000Z")


def test_a_draft_is_seen_on_the_site_by_its_link_alone_for_twelve_hours(app, office, clock):
    assert office.get(MENU).json["previewLink"] is None
    link = save(office).json["previewLink"]
    page, token = link.split("?preview=")
    assert page == "http://localhost:4200/menu"

    def price(token):
        answer = app.test_client().get(f"/api/content/preview?language=ms&token={token}")
        if answer.status_code == 404:
            return answer.json["code"]
        assert answer.headers["Cache-Control"] == "no-store"
        return answer.json["menu"]["dishes"][0]["price"]

    assert public_price(app) == "18.90"
    assert price(token) == "19.90"
    assert price(f"{token}x") == price("") == "preview_ended"
    clock.advance(hours=12, seconds=-1)
    assert price(token) == "19.90"
    clock.advance(seconds=1)
    assert price(token) == "preview_ended"


def publish_changed(office, kind, change):
    """Publish what is published of a kind with a change."""
    path = f"/api/staff/content/{kind}"
    edited = office.get(path).json
    document = edited["published"]["document"]
    change(document)
    saved = office.put(path, json={"revision": edited["revision"], "document": document})
    assert saved.status_code == 200, saved.text
    body = {"revision": saved.json["revision"], "reason": REASON}
    assert office.post(f"{path}/publish", json=body).status_code == 200


# The clock of the tests stands at noon of 14 March 2026.
MIDNIGHT = timedelta(hours=12)


def test_a_banner_is_shown_on_its_days_alone(app, office, clock):
    def add(document):
        dated = {**document["banners"][0], "firstDay": "2026-03-15", "lastDay": "2026-03-16"}
        document["banners"] = [dated, *document["banners"]]

    always = _public(app)["banners"]["banners"]
    publish_changed(office, "banners", add)
    begins = clock.now() + MIDNIGHT
    for moment, shown in (
        (begins - timedelta(seconds=1), always),
        (begins, [always[0], *always]),
        (begins + timedelta(days=2, seconds=-1), [always[0], *always]),
        (begins + timedelta(days=2), always),
    ):
        clock.set(moment)
        assert _public(app)["banners"]["banners"] == shown


def test_a_dish_has_the_price_of_the_day_and_of_several_the_one_that_began_last(app, office, clock):
    prices = [
        {"price": "20.00", "firstDay": "2026-03-15"},
        {"price": "9.90", "firstDay": "2026-03-16", "lastDay": "2026-03-16"},
    ]

    def add(document):
        document["dishes"][0]["prices"] = prices

    publish_changed(office, "menu", add)
    assert "prices" not in _public(app)["menu"]["dishes"][0]
    assert office.get("/api/staff/content/preview").json["menu"]["dishes"][0]["prices"] == prices
    begins = clock.now() + MIDNIGHT
    for moment, price in (
        (begins - timedelta(seconds=1), "18.90"),
        (begins, "20.00"),
        (begins + timedelta(days=1, seconds=-1), "20.00"),
        (begins + timedelta(days=1), "9.90"),
        (begins + timedelta(days=2), "20.00"),
    ):
        clock.set(moment)
        assert public_price(app) == price


@pytest.mark.parametrize(
    ("days", "code"),
    [
        ({"firstDay": "2026-03-16", "lastDay": "2026-03-15"}, "last_before_first"),
        ({"firstDay": "2026-03-16"}, "no_banner"),  # it was the only one of its brand
    ],
)
def test_days_of_banners_follow_each_other_and_each_brand_has_one_without(office, days, code):
    path = "/api/staff/content/banners"
    edited = office.get(path).json
    (first, *_), brands = edited["published"]["document"]["banners"], ("krua-bowl", "thong-cha")
    banners = [{**first, "brand": brands[0], **days}, {**first, "brand": brands[1]}]
    answer = office.put(path, json={"revision": edited["revision"], "document": {"banners": banners}})
    assert answer.status_code == 422
    assert code in answer.text


def test_a_publication_is_in_the_log_with_its_reason(database, office):
    publish(office)
    with database.bound():
        entry = log.entries(current_session(), limit=1)[0]
    assert (entry.action, entry.reason) == ("content.publish", REASON)
    assert entry.details == "menu, version 2"
    assert entry.operator.startswith("Mei Ling via staff:")


def test_nobody_overwrites_what_they_have_not_read(app, database, office, clock):
    other = in_office(app, a_person(database, ("head-office", None), name="Farid"))
    read = office.get(MENU).json["revision"]
    clock.advance(minutes=1)
    assert save(other, "21.00", revision=read).status_code == 200

    late = save(office, "22.00", revision=read)

    assert (late.status_code, late.json["code"]) == (409, "edited_meanwhile")
    assert late.json["changedBy"].startswith("Farid via staff:")
    assert late.json["changedAt"] == "2026-03-14T04:01:00.000Z"
    assert late.json["revision"] == read + 1
    assert office.get(MENU).json["draft"]["dishes"][0]["price"] == "21.00"
    for send, path, body in (
        (office.post, f"{MENU}/publish", {"reason": REASON}),
        (office.put, MENU, {"document": None}),
        (office.post, f"{MENU}/publish", {"reason": REASON, "versionId": 1}),
    ):
        answer = send(path, json={"revision": read, **body})
        assert (answer.status_code, answer.json["code"]) == (409, "edited_meanwhile")


def test_an_earlier_version_is_published_again_and_a_draft_stays(app, office):
    publish(office)
    save(office, "25.00")
    versions = office.get(MENU).json["versionList"]
    assert [(each["reason"], each["operator"] is None) for each in versions] == [
        (REASON, False),
        (None, True),
    ]
    first = versions[1]["id"]
    revision = office.get(MENU).json["revision"]

    back = office.post(
        f"{MENU}/publish",
        json={"revision": revision, "versionId": first, "reason": "that was too dear"},
    )

    assert back.status_code == 200
    assert public_price(app) == "18.90"
    assert (back.json["published"]["id"], back.json["published"]["again"]) == (3, first)
    assert back.json["draft"]["dishes"][0]["price"] == "25.00"
    again = office.post(
        f"{MENU}/publish",
        json={"revision": back.json["revision"], "versionId": first, "reason": "that was too dear"},
    )
    assert (again.status_code, again.json["code"]) == (409, "is_published")


def test_versions_are_counted_for_each_kind_alone(database, office):
    publish(office)
    faq = "/api/staff/content/faq"
    edited = office.get(faq).json
    saved = office.put(
        faq, json={"revision": edited["revision"], "document": edited["published"]["document"]}
    )
    office.post(f"{faq}/publish", json={"revision": saved.json["revision"], "reason": REASON})
    revision = office.get(MENU).json["revision"]
    office.post(f"{MENU}/publish", json={"revision": revision, "versionId": 1, "reason": REASON})

    kept = {path: office.get(path).json["versionList"] for path in (MENU, faq)}

    assert [(each["id"], each["again"]) for each in kept[MENU]] == [(3, 1), (2, None), (1, None)]
    assert [(each["id"], each["again"]) for each in kept[faq]] == [(2, None), (1, None)]
    with database.bound():
        details = [each.details for each in log.entries(current_session(), limit=3)]
    assert details == ["menu, version 3, again as version 1", "faq, version 2", "menu, version 2"]


def test_a_draft_is_forgotten_and_nothing_is_published_without_one(app, office):
    saved = save(office).json
    forgotten = office.put(MENU, json={"revision": saved["revision"], "document": None})
    assert (forgotten.status_code, forgotten.json["hasDraft"]) == (200, False)
    body = {"revision": forgotten.json["revision"], "reason": REASON}
    answer = office.post(f"{MENU}/publish", json=body)
    assert (answer.status_code, answer.json["code"]) == (409, "no_draft")
    assert public_price(app) == "18.90"


def test_a_mistake_is_refused_by_its_place_and_nothing_is_saved(office):
    answer = save(office, "19.9")
    assert answer.status_code == 422
    assert answer.json["errors"] == {
        "document.dishes.0.price": ['Write the amount with two decimal places, such as "45.90".']
    }
    assert office.get(MENU).json["hasDraft"] is False


@pytest.mark.parametrize("body", [{"reason": REASON}, {"revision": 2}, {"revision": 2, "reason": "no"}])
def test_a_publication_needs_a_revision_and_a_reason(office, body):
    assert save(office).json["revision"] == 2
    assert office.post(f"{MENU}/publish", json=body).status_code == 422


def test_a_text_that_is_not_translated_is_listed_and_english_stands_in(app, office):
    edited = office.get(MENU).json
    document = edited["published"]["document"]
    del document["dishes"][0]["name"]["ta"]
    saved = office.put(MENU, json={"revision": edited["revision"], "document": document})
    assert saved.json["missing"] == [{"path": "dishes.0.name", "languages": ["ta"]}]
    listed = office.get("/api/staff/content").json["kindList"]
    assert {each["kind"]: each["missingCount"] for each in listed}["menu"] == 1
    office.post(f"{MENU}/publish", json={"revision": saved.json["revision"], "reason": REASON})
    app.extensions["loyalty.public_cache"].clear()
    name = app.test_client().get("/api/content?language=ta").json["menu"]["dishes"][0]["name"]
    assert set(name) == {"en"}


def test_there_is_no_other_content(office):
    assert office.get("/api/staff/content/weather").status_code == 404


def test_an_outlet_that_the_programme_does_not_have_is_refused(office):
    edited = office.get("/api/staff/content/outlets").json
    document = edited["published"]["document"]
    document["outlets"][0]["id"] = 99
    answer = office.put(
        "/api/staff/content/outlets", json={"revision": edited["revision"], "document": document}
    )
    assert (answer.status_code, "99" in answer.json["message"]) == (422, True)


def _save_street(office, street: str):
    edited = office.get("/api/staff/content/outlets").json
    document = edited["published"]["document"]
    document["outlets"][0]["address"]["street"] = street
    return office.put(
        "/api/staff/content/outlets", json={"revision": edited["revision"], "document": document}
    )


def _public(app: Flask) -> dict:
    app.extensions["loyalty.public_cache"].clear()
    return app.test_client().get("/api/content?language=en").json


def a_file(kind: str = "JPEG", size: tuple[int, int] = (1800, 1200), **more) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "tomato").save(out, kind, **more)
    return out.getvalue()


def upload(office, content: bytes, called: str = "Tom Yum (new).JPG"):
    body = {"fileName": called, "file": b64encode(content).decode()}
    return office.post("/api/staff/content/image", json=body)


def test_an_image_is_written_anew_in_the_widths_of_the_pages_and_served_for_good(app, office):
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    answer = upload(office, a_file(exif=exif))
    assert answer.status_code == 201
    image = answer.json["image"]
    stem, tag = image.rsplit("-", 1)
    assert stem == "tom-yum-new-1200x800"
    client = app.test_client()
    for name, size in (
        (image, (1200, 800)),
        (f"tom-yum-new-w600-{tag}", (600, 400)),
        (f"tom-yum-new-w300-{tag}", (300, 200)),
    ):
        served = client.get(f"/api/content/{name}")
        assert served.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        shown = Image.open(BytesIO(served.data))
        assert (shown.format, shown.size, dict(shown.getexif())) == ("WEBP", size, {})
    assert upload(office, a_file(exif=exif)).json["image"] == image


@pytest.mark.only_on("postgresql")
def test_two_uploads_of_one_file_at_once_both_succeed(office, database):
    pictures, answers = images.in_widths(a_file(), "Tom Yum.jpg"), []
    thread = threading.Thread(target=lambda: answers.append(upload(office, a_file(), "Tom Yum.jpg")))
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
    with database.bound(), transaction() as db:
        images.keep_all(db, pictures)
        thread.start()
        while not answers and not db.scalar(waiting):
            pass
    thread.join()
    [answer] = answers
    assert (answer.status_code, answer.json["image"]) == (201, next(iter(pictures)))


def test_a_dish_shows_an_uploaded_image_and_none_that_is_not_there(app, office):
    image = upload(office, a_file(size=(250, 250)), "dish.png").json["image"]

    def with_image(name: str):
        edited = office.get(MENU).json
        document = edited["published"]["document"]
        document["dishes"][0]["picture"] = {"image": name}
        return office.put(MENU, json={"revision": edited["revision"], "document": document})

    assert with_image(image).status_code == 200
    assert with_image("dish-250x250-0123456789ab.webp").status_code == 422


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not_a_picture"),
        (b"", "invalid"),
        (a_file()[:60], "not_a_picture"),
        (a_file("GIF", (20, 20)), "not_a_picture"),
        (a_file("PNG", (4001, 4000)), "picture_too_many_pixels"),
    ],
    ids=["svg", "empty", "torn", "gif", "bomb"],
)
def test_what_is_no_picture_is_refused(office, content, code):
    answer = upload(office, content)
    assert (answer.status_code, answer.json["code"]) == (422, code)


def test_what_is_not_base64_or_too_large_is_refused(office):
    for file, status in (("%%%", 422), ("A" * 7_000_000, 422), ("A" * 8_000_000, 413)):
        answer = office.post("/api/staff/content/image", json={"fileName": "a.png", "file": file})
        assert answer.status_code == status


def test_an_opening_that_is_taken_away_takes_no_more_applications(app, office):
    edited = office.get("/api/staff/content/openings").json
    document = edited["published"]["document"]
    document["departments"] = [each for each in document["departments"] if each["name"] != "Kitchen Crew"]
    saved = office.put(
        "/api/staff/content/openings", json={"revision": edited["revision"], "document": document}
    ).json
    office.post(
        "/api/staff/content/openings/publish",
        json={"revision": saved["revision"], "reason": "kitchen is full"},
    )
    form = {
        "FullName": "Nur",
        "Email": "nur@example.com",
        "MobileNumber": "0123456789",
        "IdentificationNumber": "990101-14-5555",
        "Address": "1, Jalan Satu",
        "AppliedDepartment": "Kitchen Crew",
        "PrefferedLocation": "Johor",
    }
    client = app.test_client()
    refused = client.post("/api/email/career", json=form)
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["AppliedDepartment"])
    assert (
        client.post("/api/email/career", json={**form, "AppliedDepartment": "Service Crew"}).status_code
        == 200
    )
