"""Accounts: who adds whom, what a change of roles ends, and what the log says."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from support.staff_app import a_link, a_person, a_tablet, at_counter, browser_of, in_office, set_pin


def cashier(outlet_id):
    return {"role": "cashier", "outletId": outlet_id}


@pytest.fixture
def manager(app, siti):
    return in_office(app, siti)


@pytest.fixture
def head(app, database, clock):
    return in_office(app, a_person(database, ("head-office", None), name="Mei"))


def add(browser, name="Ali bin Abu", grants=None):
    return browser.post("/api/staff/people", json={"name": name, "grants": grants or [cashier(1)]})


def listed(browser):
    return browser.get("/api/staff/people").json["personList"]


def test_a_manager_adds_a_cashier_and_sets_their_pin(app, manager, log_of):
    added = add(manager)
    assert added.status_code == 201, added.text
    ali = added.json["id"]
    assert manager.put(f"/api/staff/people/{ali}/pin", json={"pin": "4071"}).status_code == 204

    [person] = [each for each in listed(manager) if each["id"] == ali]
    assert person == {
        "id": ali,
        "name": "Ali bin Abu",
        "email": None,
        "createdAt": "2026-03-14T04:00:00.000Z",
        "disabledAt": None,
        "grants": [cashier(1)],
        "waitingGrants": [],
        "passkeyCount": 0,
        "hasPin": True,
        "isPinLocked": False,
        "sessions": [],
        "mayChange": True,
    }
    by = "Siti Aminah via staff:1"
    assert log_of("staff.add")[0] == (by, f"staff {ali}")
    assert log_of("staff.grant")[0] == (by, f"role 2 of staff {ali}: cashier at outlet 1")
    ((set_by, details),) = log_of("staff.pin")
    assert (set_by, details.partition(", key")[0]) == (by, f"PIN of staff {ali}")


def test_a_list_has_the_people_of_ones_own_outlets_and_where_they_are_signed_in(app, database, manager, head):
    ali = a_person(database, ("cashier", 1), ("cashier", 2), name="Ali")
    a_person(database, ("cashier", 2), name="Bala")
    tablet = a_tablet(app)
    at_counter(app, ali, tablet)

    own = {each["name"]: each for each in listed(manager)}
    assert set(own) == {"Ali", "Siti Aminah"}
    assert not own["Ali"]["mayChange"]  # also a cashier elsewhere
    [session] = own["Ali"]["sessions"]
    assert (session["tillId"], session["tillName"]) == (tablet.till_id, own["Ali"]["sessions"][0]["tillName"])
    assert {each["name"] for each in listed(head)} == {"Ali", "Bala", "Siti Aminah", "Mei"}


@pytest.mark.parametrize(
    "grants",
    [
        [{"role": "outlet-manager", "outletId": 1}],
        [{"role": "head-office", "outletId": None}],
        [cashier(1), cashier(2)],
        [cashier(1), {"role": "finance", "outletId": None}],
    ],
)
def test_a_manager_gives_no_role_above_or_beyond_their_own(manager, grants, siti):
    refused = add(manager, grants=grants)

    assert (refused.status_code, refused.json["code"]) == (403, "other_person")
    assert [each["id"] for each in listed(manager)] == [siti]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": "siti via staff:3", "grants": [cashier(1)]}, "name"),
        ({"name": "Ali", "grants": [{"role": "cashier", "outletId": None}]}, "grants"),
        ({"name": "Ali", "grants": [{"role": "head-office", "outletId": 1}]}, "grants"),
        ({"name": "Ali", "grants": [cashier(1), cashier(1)]}, "grants"),
        ({"name": "Ali", "grants": [cashier(99)]}, "grants"),
        ({"name": "Ali", "grants": []}, "grants"),
        ({"name": "Ali", "grants": [{"role": "owner", "outletId": None}]}, "grants.0.role"),
    ],
)
def test_an_account_that_cannot_be_is_refused_by_its_field(head, body, field):
    refused = head.post("/api/staff/people", json=body)

    assert refused.status_code == 422
    assert list(refused.json["errors"]) == [field]


def test_a_change_of_roles_counts_at_once_and_is_in_the_log(app, database, head, siti, log_of):
    manager = in_office(app, siti)
    grants = [{"role": "outlet-manager", "outletId": 2}]

    assert head.patch(f"/api/staff/people/{siti}", json={"grants": grants}).json["grants"] == grants

    assert manager.get("/api/staff/me").json["grants"] == grants
    assert manager.get("/api/staff/outlet/1/till").status_code == 403
    given, taken = log_of("staff.grant")[0], log_of("staff.ungrant")[0]
    assert given[1].endswith(f" of staff {siti}: outlet-manager at outlet 2")
    assert taken[1].endswith(f" of staff {siti}: outlet-manager at outlet 1")


def test_roles_that_somebody_else_has_changed_meanwhile_are_not_overwritten(head, siti):
    path = f"/api/staff/people/{siti}"
    seen = [{"role": "outlet-manager", "outletId": 1}]
    theirs = [{"role": "outlet-manager", "outletId": 2}]
    assert head.patch(path, json={"grants": theirs, "seenGrants": seen}).status_code == 200

    refused = head.patch(path, json={"grants": [*seen, cashier(1)], "seenGrants": seen})

    assert (refused.status_code, refused.json["code"]) == (409, "edited_meanwhile")
    [person] = [each for each in head.get("/api/staff/people").json["personList"] if each["id"] == siti]
    assert person["grants"] == theirs


def test_roles_that_stay_as_they_are_show_nobody_of_another_outlet(database, manager, head):
    there = a_person(database, ("cashier", 2), name="Bala"), a_person(database, ("finance", None), name="Fay")
    for staff_id, grant in zip(there, (cashier(2), {"role": "finance", "outletId": None}), strict=True):
        path, body = f"/api/staff/people/{staff_id}", {"grants": [grant]}
        refused = manager.patch(path, json=body)
        assert (refused.status_code, refused.json["code"]) == (403, "other_person")
        assert head.patch(path, json=body).status_code == 200


def test_a_manager_changes_their_own_outlets_role_of_somebody_and_no_other(database, manager):
    ali = a_person(database, ("cashier", 2), name="Ali")
    path = f"/api/staff/people/{ali}"

    assert manager.patch(path, json={"grants": [cashier(2), cashier(1)]}).status_code == 200
    assert manager.patch(path, json={"grants": [cashier(1)]}).status_code == 403
    assert manager.patch(path, json={"grants": [cashier(2)]}).status_code == 200


def test_nobody_changes_their_own_account(app, database, clock):
    mei = a_person(database, ("head-office", None), name="Mei")
    head, path = in_office(app, mei), f"/api/staff/people/{mei}"
    assert [each["mayChange"] for each in listed(head)] == [False]
    everything = [{"role": "head-office", "outletId": None}, {"role": "finance", "outletId": None}]

    for answer in (
        head.patch(path, json={"grants": everything}),
        head.patch(path, json={"disabled": True, "reason": "leaving on Friday"}),
        head.post(f"{path}/invitation", json={}),
    ):
        assert (answer.status_code, answer.json["code"]) == (409, "own_account")


def test_a_disabled_account_opens_nothing_and_stays_in_the_list(app, siti, head, log_of):
    token, manager = a_link(app, siti), in_office(app, siti)

    disabled = head.patch(f"/api/staff/people/{siti}", json={"disabled": True, "reason": "left the company"})

    assert disabled.json["disabledAt"] == "2026-03-14T04:00:00.000Z"
    assert manager.get("/api/staff/me").status_code == 401
    invited = browser_of(app).post("/api/staff/invitation/options", json={"token": token})
    assert invited.json["code"] == "invitation_expired"
    assert [each["name"] for each in listed(head)] == ["Mei", "Siti Aminah"]
    again = head.post(f"/api/staff/people/{siti}/invitation", json={})
    assert again.json["code"] == "account_disabled"
    assert log_of("staff.disable") == [
        ("Mei via staff:2", f"staff {siti}: ended 1 sessions, forgot 0 passkeys")
    ]


def test_a_session_that_is_ended_is_over_at_once(app, database, manager, siti):
    ali = a_person(database, ("cashier", 1), name="Ali")
    counter = at_counter(app, ali, a_tablet(app))
    [person] = [each for each in listed(manager) if each["id"] == ali]
    path = f"/api/staff/people/{ali}/session/{person['sessions'][0]['id']}/end"

    assert manager.post(path).status_code == 204
    assert counter.get("/api/staff/me").status_code == 401
    assert manager.post(path).json["code"] == "no_such_session"
    # One's own, as on a computer that was left unlocked.
    other = in_office(app, siti)
    [mine] = [each for each in listed(manager) if each["id"] == siti]
    newest = mine["sessions"][0]["id"]
    assert manager.post(f"/api/staff/people/{siti}/session/{newest}/end").status_code == 204
    assert other.get("/api/staff/me").status_code == 401
    assert manager.get("/api/staff/me").status_code == 200


def test_an_invitation_of_the_office_is_a_link_of_the_staff_app(app, head, siti):
    made = head.post(f"/api/staff/people/{siti}/invitation", json={})

    assert made.status_code == 201
    assert made.json["link"].startswith("http://localhost:4400/invitation#")
    assert made.json["expiresAt"] == "2026-03-15T04:00:00.000Z"


def test_a_cashier_gets_a_pin_and_no_invitation(database, manager, head, siti):
    ali = a_person(database, ("cashier", 1), name="Ali")

    assert manager.post(f"/api/staff/people/{ali}/invitation", json={}).json["code"] == "pin_only"
    assert head.put(f"/api/staff/people/{siti}/pin", json={"pin": "4071"}).json["code"] == "no_cashier"
    weak = manager.put(f"/api/staff/people/{ali}/pin", json={"pin": "1234"})
    assert (weak.status_code, weak.json["code"]) == (422, "pin_too_easy")


def test_the_pin_is_kept_as_a_hash_that_a_copy_of_the_database_does_not_tell(app, database):
    from sqlalchemy import select
    from werkzeug.security import check_password_hash

    from loyalty.backoffice.people.models import StaffPin
    from loyalty.db.session import current_session

    ali = a_person(database, ("cashier", 1), name="Ali")
    set_pin(app, ali, "4071")
    with database.bound():
        kept = current_session().scalar(select(StaffPin.pin_hash))

    assert kept.startswith("scrypt:")
    assert not check_password_hash(kept, "4071")


@pytest.mark.databases_differ
def test_two_changes_of_one_persons_roles_at_once_leave_one_of_the_two(app, database, clock):
    ali = a_person(database, ("cashier", 1), name="Ali")
    heads = [in_office(app, a_person(database, ("head-office", None), name=name)) for name in ("Mei", "Raj")]
    wanted = [[cashier(2), cashier(3)], [cashier(4), cashier(3)]]

    def change(at):
        return heads[at].patch(f"/api/staff/people/{ali}", json={"grants": wanted[at]})

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(change, (0, 1)))

    assert [each.status_code for each in answers] == [200, 200]
    [person] = [each for each in listed(heads[0]) if each["id"] == ali]
    roles = {each["outletId"] for each in person["grants"]}
    assert roles in ({2, 3}, {3, 4})
