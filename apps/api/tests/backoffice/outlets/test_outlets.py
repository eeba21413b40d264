"""Managers publish the hours and closures of their outlets, head office describes them and adds new ones."""

import pytest
from flask import Flask

from loyalty.backoffice.log import log
from loyalty.db.session import current_session
from support.staff_app import a_person, in_office

OUTLETS = "/api/staff/outlet"
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAILY = {day: [{"opens": "10:00", "closes": "22:00"}] for day in DAYS}
WANTED = {
    "hours": {
        **DAILY,
        "monday": [],
        "sunday": [{"opens": "11:00", "closes": "15:00"}, {"opens": "18:00", "closes": "00:00"}],
    },
    "closures": [{"firstDay": "2026-12-25", "lastDay": "2026-12-25", "name": "Christmas"}],
    "specialDays": [
        {"day": "2026-12-24", "hours": [{"opens": "10:00", "closes": "17:00"}], "name": "Christmas Eve"}
    ],
    "reason": "closed at Christmas",
}
HOURS = ("hours", "closures", "specialDays")
HARI_RAYA = {
    "outletIds": [1, 2, 3],
    "name": "Hari Raya",
    "firstDay": "2026-12-10",
    "lastDay": "2026-12-11",
    "hours": [],
    "reason": "Hari Raya holidays",
}
NIGHT = [{"opens": "18:00", "closes": "02:00"}]
NEW = {
    "name": "Kluang Station",
    "brand": "thong-cha",
    "description": {
        "address": {"street": "1, Jalan Peel", "postcode": "55100", "city": "Kuala Lumpur", "state": "KL"},
        "coordinates": {"lat": 3.1285, "lng": 101.7245},
        "features": ["dine-in"],
        "openingDate": "2026-12-28",
        **{name: WANTED[name] for name in HOURS},
    },
    "reason": "opens next month",
}


@pytest.fixture
def office(app, database, clock):
    return in_office(app, a_person(database, ("head-office", None), name="Mei Ling"))


def a_manager(app, database, *outlets: int):
    grants = [("outlet-manager", outlet) for outlet in outlets]
    return in_office(app, a_person(database, *grants, name="Siti Aminah"))


def listed(browser) -> dict[int, dict]:
    return {each["id"]: each for each in browser.get(OUTLETS).json["outletList"]}


def revision_of(browser) -> int:
    return browser.get(OUTLETS).json["revision"]


def public(app: Flask) -> dict[int, dict]:
    app.extensions["loyalty.public_cache"].clear()
    found = app.test_client().get("/api/content?language=en").json["outlets"]["outlets"]
    return {each["id"]: each for each in found}


def save_street(office, street: str):
    edited = office.get("/api/staff/content/outlets").json
    document = edited["published"]["document"]
    document["outlets"][0]["address"]["street"] = street
    body = {"revision": edited["revision"], "document": document}
    return office.put("/api/staff/content/outlets", json=body)


def test_a_manager_publishes_the_hours_of_their_outlet_and_of_no_other(app, database, office, clock):
    saved = save_street(office, "Jalan Baru 1")
    manager = a_manager(app, database, 2)
    read = manager.get(OUTLETS).json
    assert [each["name"] for each in read["outletList"]] == ["Publika"]
    description = read["outletList"][0]["description"]
    assert (description["hours"], description["closures"]) == (DAILY, [])

    answer = manager.put(f"{OUTLETS}/2/hours", json={**WANTED, "revision": read["revision"]})

    assert answer.status_code == 200
    assert answer.json["revision"] == read["revision"] + 1
    wanted = {name: WANTED[name] for name in HOURS}
    assert answer.json["outletList"][0]["description"] == {**description, **wanted}
    shown = public(app)
    assert {name: shown[2][name] for name in HOURS} == wanted
    assert shown[3]["hours"] == DAILY
    # Head office's draft is not published by it, and has the new hours.
    assert shown[1]["address"]["street"] != "Jalan Baru 1"
    draft = {each["id"]: each for each in office.get("/api/staff/content/outlets").json["draft"]["outlets"]}
    assert (draft[1]["address"]["street"], draft[2]["hours"]) == ("Jalan Baru 1", WANTED["hours"])
    assert saved.status_code == 200
    with database.bound():
        assert log.entries(current_session(), limit=1)[0].details.endswith("hours of outlet 2")
    refused = manager.put(f"{OUTLETS}/3/hours", json={**WANTED, "revision": 1})
    assert (refused.status_code, refused.json["code"]) == (403, "other_outlet")


def test_two_managers_do_not_overwrite_each_other(app, database, office):
    manager = a_manager(app, database, 2)
    read = revision_of(manager)
    save_street(office, "Jalan Baru 1")
    answer = manager.put(f"{OUTLETS}/2/hours", json={**WANTED, "revision": read})
    assert (answer.status_code, answer.json["code"]) == (409, "edited_meanwhile")


def test_several_outlets_are_closed_in_one_act(app, database, office):
    assert office.post(f"{OUTLETS}/days", json=HARI_RAYA).status_code == 200
    shown = public(app)
    closure = {name: HARI_RAYA[name] for name in ("firstDay", "lastDay", "name")}
    assert [shown[outlet]["closures"] for outlet in (1, 2, 3, 4)] == [[closure], [closure], [closure], []]
    # A manager closes their own outlets only.
    manager = a_manager(app, database, 2)
    refused = manager.post(f"{OUTLETS}/days", json={**HARI_RAYA, "outletIds": [2, 3]})
    assert (refused.status_code, refused.json["code"]) == (403, "other_outlet")
    assert manager.post(f"{OUTLETS}/days", json={**HARI_RAYA, "outletIds": [2]}).status_code == 200
    assert public(app)[2]["closures"] == [closure]


def test_other_hours_of_days_take_the_place_of_what_these_days_had(app, office):
    office.post(f"{OUTLETS}/days", json={**HARI_RAYA, "lastDay": "2026-12-14"})
    answer = office.post(
        f"{OUTLETS}/days",
        json={**HARI_RAYA, "firstDay": "2026-12-11", "lastDay": "2026-12-12", "hours": NIGHT},
    )
    assert answer.status_code == 200
    outlet = public(app)[2]
    assert [(each["firstDay"], each["lastDay"]) for each in outlet["closures"]] == [
        ("2026-12-10", "2026-12-10"),
        ("2026-12-13", "2026-12-14"),
    ]
    assert [(each["day"], each["hours"]) for each in outlet["specialDays"]] == [
        ("2026-12-11", NIGHT),
        ("2026-12-12", NIGHT),
    ]
    office.post(f"{OUTLETS}/days", json=HARI_RAYA)
    assert [each["day"] for each in public(app)[2]["specialDays"]] == ["2026-12-12"]


@pytest.mark.parametrize(("last_day", "status"), [("2027-01-09", 200), ("2027-01-10", 422)])
def test_other_hours_are_for_31_days_at_most(office, last_day, status):
    answer = office.post(f"{OUTLETS}/days", json={**HARI_RAYA, "lastDay": last_day, "hours": NIGHT})
    assert answer.status_code == status


def test_head_office_describes_an_outlet_with_its_photograph(app, office):
    wanted = {**listed(office)[2]["description"], "feedbackName": "Solaris"}
    body = {**wanted, "revision": revision_of(office), "reason": "a name for the form"}
    assert office.put(f"{OUTLETS}/2", json=body).status_code == 200
    assert public(app)[2]["feedbackName"] == "Solaris"
    missing = {"image": "front-1200x800-0123456789ab.webp"}
    body = {**wanted, "picture": missing, "revision": revision_of(office), "reason": "a photograph"}
    assert office.put(f"{OUTLETS}/2", json=body).json["fields"]["document"][0]["code"] == "image_missing"
    assert office.put(f"{OUTLETS}/99", json=body).status_code == 404


def test_a_new_outlet_with_its_content_is_one_act_and_shows_when_another_person_approves(
    app, database, office
):
    answer = office.post(OUTLETS, json=NEW)
    assert answer.status_code == 201
    coming = answer.json["outletList"][-1]
    assert (coming["name"], coming["isOpen"], coming["description"]) == (
        NEW["name"],
        False,
        NEW["description"],
    )
    assert coming["draftId"] is not None
    assert coming["id"] not in public(app)
    # What is saved of other outlets meanwhile leaves it where it is.
    assert save_street(office, "Jalan Baru 1").status_code == 200
    again = office.post(OUTLETS, json=NEW)
    assert (again.status_code, again.json["code"]) == (409, "outlet_name_coming")

    other = in_office(app, a_person(database, ("head-office", None), name="Hui Min"))
    draft = other.get(f"/api/staff/programme/draft/{coming['draftId']}").json
    path = f"/api/staff/approval/{draft['approvalId']}/decision"
    assert other.post(path, json={"decision": "approve", "reason": "as we agreed"}).status_code == 204

    shown = public(app)[coming["id"]]
    assert (shown["name"], shown["openingDate"]) == (NEW["name"], "2026-12-28")
    assert listed(office)[coming["id"]]["draftId"] is None


def test_what_was_said_of_a_refused_outlet_goes_with_the_next_new_one(app, office):
    coming = office.post(OUTLETS, json=NEW).json["outletList"][-1]
    path = f"/api/staff/programme/draft/{coming['draftId']}/state"
    assert office.put(path, json={"state": "withdrawn", "reason": "no contract yet"}).status_code == 200
    assert coming["id"] not in listed(office)
    other = {**NEW, "name": "Batu Pahat"}
    assert office.post(OUTLETS, json=other).json["outletList"][-1]["name"] == "Batu Pahat"


@pytest.mark.parametrize(
    ("field", "value"), [("name", "Publika"), ("brand", "noodles"), ("description", {}), ("reason", "ok")]
)
def test_a_new_outlet_that_is_not_right_is_refused_and_nothing_is_kept(office, field, value):
    before = revision_of(office)
    assert office.post(OUTLETS, json={**NEW, field: value}).status_code in {409, 422}
    assert revision_of(office) == before
    assert all(each["draftId"] is None for each in listed(office).values())
