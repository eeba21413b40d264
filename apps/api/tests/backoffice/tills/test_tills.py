"""Tablets that become tills, and cashiers who sign in at them by PIN."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from support.factories import a_member, a_till
from support.staff_app import Tablet, a_person, a_tablet, at_counter, browser_of, in_office, set_pin


@pytest.fixture
def manager(app, siti):
    return in_office(app, siti)


@pytest.fixture
def ali(app, database, clock):
    """A cashier of outlet 1 with the PIN 4071."""
    staff_id = a_person(database, ("cashier", 1), name="Ali")
    set_pin(app, staff_id)
    return staff_id


@pytest.fixture
def tablet(app, clock):
    return a_tablet(app)


def code_of(manager, name="Counter 1"):
    made = manager.post("/api/staff/outlet/1/till/enrolment", json={"name": name})
    assert made.status_code == 201, made.text
    assert made.json["link"].startswith("http://localhost:4400/enrol#")
    return made.json["link"].partition("#")[2]


def test_a_tablet_becomes_a_till_with_a_key_and_a_name(app, manager, siti, log_of):
    tablet = Tablet(browser_of(app))
    enrolled = tablet.enrol(code_of(manager))

    assert enrolled.status_code == 201, enrolled.text
    assert (enrolled.json["tillName"], enrolled.json["outletId"]) == ("Counter 1", 1)
    as_till = {"Authorization": f"Bearer {enrolled.json['key']}"}
    assert app.test_client().get("/api/pos/me", headers=as_till).json["tillId"] == tablet.till_id
    [till] = manager.get("/api/staff/outlet/1/till").json["tillList"]
    assert (till["id"], till["enrolledBy"]) == (tablet.till_id, siti)
    assert "key" not in till
    assert log_of("till.add") == [("Siti Aminah via staff:1", "till 1 at outlet 1: Counter 1")]


@pytest.mark.parametrize(("seconds", "code"), [(599, None), (600, "enrolment_expired")])
def test_a_code_counts_for_ten_minutes(app, manager, clock, seconds, code):
    given = code_of(manager)
    clock.advance(seconds=seconds)
    answer = Tablet(browser_of(app)).enrol(given)

    assert answer.json.get("code") == code
    if code:
        assert answer.json["message"] == "This code has expired. Ask your manager for a new one."


def test_a_code_counts_once(app, manager):
    given = code_of(manager)
    assert Tablet(browser_of(app)).enrol(given).status_code == 201

    again = Tablet(browser_of(app)).enrol(given)

    assert (again.status_code, again.json["code"]) == (409, "enrolment_used")
    assert again.json["message"] == "This code has been used. Ask your manager for a new one."
    assert Tablet(browser_of(app)).enrol("nothing").json["code"] == "no_such_enrolment"


@pytest.mark.databases_differ
def test_of_two_tablets_that_use_one_code_at_once_one_is_a_till(app, manager):
    given = code_of(manager)
    tablets = [Tablet(browser_of(app)) for _ in range(2)]

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda each: each.enrol(given), tablets))

    assert sorted(each.status_code for each in answers) == [201, 409]
    assert len(manager.get("/api/staff/outlet/1/till").json["tillList"]) == 1


def test_a_name_that_another_till_has_is_refused_before_the_code_is_made(app, manager):
    Tablet(browser_of(app)).enrol(code_of(manager))
    taken = manager.post("/api/staff/outlet/1/till/enrolment", json={"name": "counter 1"})

    assert (taken.status_code, taken.json["code"]) == (409, "till_name_taken")


def test_a_key_that_is_none_makes_no_till(app, manager):
    given = code_of(manager)
    body = {"code": given, "publicKey": "A" * 42}

    refused = browser_of(app).post("/api/staff/till", json=body)

    assert (refused.status_code, refused.json["code"]) == (422, "invalid_key")
    assert Tablet(browser_of(app)).enrol(given).status_code == 201  # the code still counts


def test_a_revoked_till_and_who_is_signed_in_at_it_are_out_at_once(app, manager, ali, tablet, log_of):
    counter = at_counter(app, ali, tablet)
    path = f"/api/staff/outlet/1/till/{tablet.till_id}/revoke"

    revoked = manager.post(path, json={"reason": "lost at a wedding"})

    assert revoked.json["revokedAt"] == "2026-03-14T04:00:00.000Z"
    assert counter.get("/api/staff/me").json["code"] == "session_ended"
    challenge = tablet.challenge()
    assert (challenge.status_code, challenge.json["code"]) == (401, "till_not_enrolled")
    assert log_of("till.revoke")[0][1].endswith("; ended 1 sessions")


def test_a_till_is_revoked_at_its_own_outlet_only(app, manager):
    elsewhere = a_tablet(app, 2)
    answer = manager.post(
        f"/api/staff/outlet/1/till/{elsewhere.till_id}/revoke", json={"reason": "lost at a wedding"}
    )

    assert (answer.status_code, answer.json["code"]) == (404, "no_such_till")


def test_a_cashier_signs_in_by_pin_and_takes_turns(app, database, ali, tablet, log_of):
    bala = a_person(database, ("cashier", 1), name="Bala")
    set_pin(app, bala, "905310")
    assert tablet.cashiers().json["cashierList"] == [
        {"staffId": ali, "name": "Ali", "hasPin": True, "isLocked": False},
        {"staffId": bala, "name": "Bala", "hasPin": True, "isLocked": False},
    ]

    me = tablet.sign_in(ali, "4071")
    assert me.status_code == 200, me.text
    assert (me.json["name"], me.json["till"]["id"]) == ("Ali", tablet.till_id)
    before = tablet.browser.get_cookie("loyalty_staff", path="/api/staff").value
    assert tablet.sign_in(bala, "905310").json["name"] == "Bala"

    first = browser_of(app)
    first.set_cookie("loyalty_staff", before, path="/api/staff")
    assert first.get("/api/staff/me").status_code == 401
    where = f"at till {tablet.till_id} at outlet 1"
    assert [each for _, each in log_of("staff.sign-in")] == [f"session 2 {where}", f"session 1 {where}"]


@pytest.mark.parametrize(
    ("grants", "manages"),
    [
        ([("cashier", 1)], False),
        ([("cashier", 1), ("outlet-manager", 2)], False),
        ([("cashier", 1), ("outlet-manager", 1)], True),
        ([("cashier", 1), ("area-manager", None)], True),
    ],
)
def test_a_till_knows_whether_its_cashier_manages_its_outlet_too(app, database, tablet, grants, manages):
    person = a_person(database, *grants, name="Bala")
    set_pin(app, person)
    me = tablet.sign_in(person, "4071").json

    assert me["managesTill"] is manages
    assert me["grants"] == [{"role": "cashier", "outletId": 1}]


def test_the_fifth_wrong_pin_locks_it_and_the_right_one_comes_too_late(app, manager, ali, tablet):
    left = [tablet.sign_in(ali, "9999").json.get("params", {}).get("count") for _ in range(4)]
    assert left == [4, 3, 2, 1]
    fifth = tablet.sign_in(ali, "9999")
    sixth = tablet.sign_in(ali, "4071")

    assert (fifth.status_code, fifth.json["code"]) == (409, "pin_locked")
    assert (sixth.status_code, sixth.json["code"]) == (409, "pin_locked")
    [cashier] = tablet.cashiers().json["cashierList"]
    assert cashier["isLocked"]
    # The till is not locked, and with the manager's new PIN Ali chooses another.
    assert manager.put(f"/api/staff/people/{ali}/pin", json={"pin": "9053"}).status_code == 204
    assert tablet.sign_in(ali, "9053", newPin="6284").status_code == 200


def test_a_start_pin_opens_nothing_until_the_cashier_has_chosen_their_own(app, manager, ali, tablet, log_of):
    manager.put(f"/api/staff/people/{ali}/pin", json={"pin": "9053"})
    asked = tablet.sign_in(ali, "9053")
    assert (asked.status_code, asked.json["code"]) == (409, "new_pin_needed")
    assert tablet.browser.get("/api/staff/me").status_code == 401
    for weak in ("1990", "9053", "12"):
        refused = tablet.sign_in(ali, "9053", newPin=weak)
        assert (refused.status_code, "newPin" in refused.json["errors"]) == (422, True), weak
    assert tablet.browser.get("/api/staff/me").status_code == 401

    assert tablet.sign_in(ali, "9053", newPin="6284").status_code == 200

    assert tablet.sign_in(ali, "9053").json["code"] == "wrong_pin"
    assert tablet.sign_in(ali, "6284").status_code == 200
    by, chosen = log_of("staff.pin-chosen")[0]
    assert (by, chosen.partition(", key")[0]) == (f"Ali via staff:{ali}", f"PIN of staff {ali}")


def test_a_new_pin_ends_what_the_old_one_began(app, manager, ali, tablet, log_of):
    assert tablet.sign_in(ali, "4071").status_code == 200
    assert manager.put(f"/api/staff/people/{ali}/pin", json={"pin": "9053"}).status_code == 204

    assert tablet.browser.get("/api/staff/me").json["code"] == "session_ended"
    assert log_of("staff.pin")[0][1].endswith("; ended 1 sessions")


@pytest.mark.databases_differ
def test_a_start_pin_is_taken_up_once(app, manager, ali, tablet):
    manager.put(f"/api/staff/people/{ali}/pin", json={"pin": "9053"})
    proofs = [tablet.proof("login") for _ in range(2)]

    def choose(at):
        body = {**proofs[at], "staffId": ali, "pin": "9053", "newPin": ("6284", "8426")[at]}
        return browser_of(app).post("/api/staff/till/login", json=body)

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(choose, (0, 1)))

    assert sorted(each.status_code for each in answers) in ([200, 409], [200, 422])


def test_the_right_pin_at_the_fifth_try_signs_in_and_begins_the_count_anew(ali, tablet):
    for _ in range(4):
        assert tablet.sign_in(ali, "9999").json["code"] == "wrong_pin"
    assert tablet.sign_in(ali, "4071").status_code == 200

    assert tablet.sign_in(ali, "9999").json["params"] == {"count": 4}


@pytest.mark.databases_differ
def test_tries_at_the_same_time_all_count(app, ali, tablet):
    proofs = [tablet.proof("login") for _ in range(8)]

    def guess(proof):
        body = {**proof, "staffId": ali, "pin": "9999"}
        return browser_of(app).post("/api/staff/till/login", json=body).json["code"]

    with ThreadPoolExecutor(8) as pool:
        codes = list(pool.map(guess, proofs))

    assert sorted(codes) == ["pin_locked"] * 4 + ["wrong_pin"] * 4
    assert tablet.sign_in(ali, "4071").json["code"] == "pin_locked"


FORGED = {
    "another tablet's key": lambda tablet, proof: {
        **proof,
        "signature": Tablet(tablet.browser, till_id=tablet.till_id).proof("login", proof["challenge"])[
            "signature"
        ],
    },
    "a signature for another purpose": lambda tablet, proof: tablet.proof("cashiers", proof["challenge"]),
    "a challenge of one's own": lambda tablet, _proof: tablet.proof("login", "A" * 43),
    "no signature": lambda _tablet, proof: {**proof, "signature": "A" * 86},
}


@pytest.mark.parametrize("fault", FORGED)
def test_a_pin_is_worth_nothing_without_the_tills_key(ali, tablet, fault):
    proof = FORGED[fault](tablet, tablet.proof("login"))
    answer = tablet.sign_in(ali, "4071", **proof)

    assert answer.status_code == 422
    assert answer.json["code"] in ("till_refused", "till_refused")
    assert tablet.browser.get("/api/staff/me").status_code == 401
    assert tablet.sign_in(ali, "4071").status_code == 200  # and no try was counted against Ali


def test_a_challenge_counts_once_for_one_till_and_five_minutes(app, ali, tablet, clock):
    proof = tablet.proof("login")
    assert tablet.sign_in(ali, "4071", **proof).status_code == 200
    assert tablet.sign_in(ali, "4071", **proof).json["code"] == "till_refused"
    other = a_tablet(app)
    stolen = tablet.proof("login", other.challenge().json["challenge"])
    assert tablet.sign_in(ali, "4071", **stolen).json["code"] == "till_refused"
    late = tablet.proof("login")
    clock.advance(minutes=5)
    assert tablet.sign_in(ali, "4071", **late).json["code"] == "till_refused"


def test_a_cashier_signs_in_at_their_own_outlets_tills_only(app, database, ali, tablet):
    elsewhere = a_tablet(app, 2)
    assert elsewhere.cashiers().json["cashierList"] == []
    assert elsewhere.sign_in(ali, "4071").json["code"] == "no_such_cashier"
    nora = a_person(database, ("cashier", 1), name="Nora")
    assert tablet.sign_in(nora, "4071").json["code"] == "no_pin"


def test_the_key_of_a_tablet_reports_and_does_nothing_else(app, database, manager):
    member = a_member(database)
    enrolled = Tablet(browser_of(app)).enrol(code_of(manager)).json
    till = app.test_client()
    till.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {enrolled['key']}"
    bill = {"memberId": member, "receiptNumber": "A-1", "amount": "45.90"}
    for method, path, body in (
        ("POST", "earn", bill),
        ("GET", "earn?receiptNumber=A-1", None),
        ("POST", "earn/1/verify", None),
        ("POST", "earn/1/void", None),
        ("GET", "member?code=AAAA", None),
        ("GET", "voucher/AAAA", None),
        ("POST", "voucher/AAAA/use", None),
        ("POST", "voucher/AAAA/release", None),
        ("POST", "receipt", {"receiptNumber": "A-1", "amount": "45.90"}),
        ("POST", "receipt/1/void", None),
    ):
        refused = till.open(f"/api/pos/{path}", method=method, json=body)
        assert (refused.status_code, refused.json["code"]) == (403, "tablet_key"), path
    assert till.get("/api/pos/me").json["tillId"] == enrolled["tillId"]
    assert till.get("/api/pos/voucher-keys").status_code == 200
    report = {"queueLength": 0, "voucherUses": 0, "clock": "2026-03-14T04:00:00Z"}
    assert till.post("/api/pos/report", json=report).status_code == 200
    assert a_till(app, 1).post("/api/pos/earn", json=bill).status_code == 201


def test_a_till_of_the_command_line_has_no_key_to_sign_in_with(app, clock):
    a_till(app)
    answer = browser_of(app).post("/api/staff/till/challenge", json={"tillId": 1})

    assert (answer.status_code, answer.json["code"]) == (401, "till_not_enrolled")
