"""Every operation of the staff app against every role, at its own outlet and at another.

The operations are those of the contract: one without a row in rules/staff.py, or here, fails.
"""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from flask import Flask

from loyalty.config import Config
from loyalty.rules.staff import OPERATIONS, Role
from staff_app import ORIGIN, a_person, a_tablet, at_counter, browser_of, in_office

OWN, OTHER = 1, 2
# Who asks, with the roles of their account: one of each role, and an area manager of every outlet.
PEOPLE: dict[str, list[tuple[str, int | None]]] = {
    "cashier": [("cashier", OWN)],
    "outlet-manager": [("outlet-manager", OWN)],
    "area-manager": [("area-manager", OWN)],
    "area-manager everywhere": [("area-manager", None)],
    "head-office": [("head-office", None)],
    "finance": [("finance", None)],
    "help-desk": [("help-desk", None)],
    # Another role for every outlet lifts no restriction of the first.
    "outlet-manager and finance": [("outlet-manager", OWN), ("finance", None)],
}
EVERYBODY = frozenset(PEOPLE)
MANAGERS = EVERYBODY - {"cashier", "finance", "help-desk"}
EVERYWHERE = frozenset({"area-manager everywhere", "head-office"})
OF_OUTLETS = MANAGERS - {"head-office"}
CASHIER = frozenset({"cashier"})
HEAD_OFFICE = frozenset({"head-office"})
# Operation: who may at their own outlet, and who at another.
MATRIX: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    **dict.fromkeys(
        (
            "GET /staff/me",
            "POST /staff/verify/options",
            "POST /staff/verify",
            "GET /staff/passkey",
        ),
        (EVERYBODY, EVERYBODY),
    ),
    # A session of the counter is never freshly verified.
    **dict.fromkeys(
        ("POST /staff/passkey/options", "POST /staff/passkey", "DELETE /staff/passkey/{passkey_id}"),
        (EVERYBODY - {"cashier"}, EVERYBODY - {"cashier"}),
    ),
    **dict.fromkeys(
        (
            "GET /staff/people",
            "POST /staff/people",
            "PUT /staff/people/{staff_id}/grants",
            "POST /staff/people/{staff_id}/disable",
            "POST /staff/people/{staff_id}/invitation",
            "PUT /staff/people/{staff_id}/pin",
            "POST /staff/people/{staff_id}/session/{session_id}/end",
            "GET /staff/outlet/{outlet_id}/till",
            "POST /staff/outlet/{outlet_id}/till/enrolment",
            "POST /staff/outlet/{outlet_id}/till/{till_id}/revoke",
        ),
        (MANAGERS, EVERYWHERE),
    ),
    # A cashier's outlet is that of the till: no path names another, and its bills are not found.
    **dict.fromkeys(
        (
            "GET /staff/counter/member",
            "GET /staff/counter/earn",
            "POST /staff/counter/earn",
            "POST /staff/counter/earn/{bill_id}/void",
            "GET /staff/counter/voucher/{code}",
            "POST /staff/counter/voucher/{code}/use",
            "POST /staff/counter/voucher/{code}/release",
        ),
        (CASHIER, CASHIER),
    ),
    **dict.fromkeys(
        (
            "GET /staff/outlet/{outlet_id}/earn",
            "POST /staff/outlet/{outlet_id}/earn/{bill_id}/verify",
            "POST /staff/outlet/{outlet_id}/earn/{bill_id}/void",
            "GET /staff/outlet/{outlet_id}/voucher",
            "POST /staff/outlet/{outlet_id}/voucher/{voucher_id}/release",
        ),
        (OF_OUTLETS, frozenset({"area-manager everywhere"})),
    ),
    **dict.fromkeys(
        (
            "GET /staff/content",
            "GET /staff/content/preview",
            "POST /staff/content/image",
            "GET /staff/content/{kind}",
            "PUT /staff/content/{kind}",
            "POST /staff/content/{kind}/discard",
            "POST /staff/content/{kind}/publish",
            "GET /staff/content/{kind}/version",
            "GET /staff/content/{kind}/version/{version_id}",
            "POST /staff/content/{kind}/version/{version_id}/publish",
        ),
        (HEAD_OFFICE, HEAD_OFFICE),
    ),
    **dict.fromkeys(
        ("GET /staff/outlet/{outlet_id}/hours", "PUT /staff/outlet/{outlet_id}/hours"), (MANAGERS, EVERYWHERE)
    ),
}
PUBLIC = {
    "POST /staff/invitation/options",
    "POST /staff/invitation",
    "POST /staff/login/options",
    "POST /staff/login",
    "POST /staff/logout",
    "POST /staff/till",
    "POST /staff/till/challenge",
    "POST /staff/till/cashiers",
    "POST /staff/till/login",
}
_names = count(1)


@pytest.fixture
def config(config: Config) -> Config:
    return config.model_copy(update={"staff_origin": ORIGIN})


def operations(app: Flask) -> set[str]:
    contract = app.test_client().get("/api/openapi.json").json
    return {
        f"{method.upper()} {path.removeprefix('/api')}"
        for path, methods in contract["paths"].items()
        for method in methods
        if path.startswith("/api/staff") and method != "parameters"
    }


def test_every_operation_of_the_contract_has_its_row(app: Flask):
    assert operations(app) == set(OPERATIONS) == set(MATRIX) | PUBLIC
    assert {each for roles in PEOPLE.values() for each, _ in roles} == set(Role)


def signed_in(app: Flask, database, who: str):
    """A browser of a new account with these roles: a cashier's at a till, anybody else's in the office."""
    staff_id = a_person(database, *PEOPLE[who], name="Nora")
    if who != "cashier":
        return in_office(app, staff_id)
    return at_counter(app, staff_id, a_tablet(app, OWN))


def request_for(app: Flask, database, operation: str, outlet: int) -> tuple[str, str, dict[str, Any]]:
    """Method, path and body of an operation on a new person and till of an outlet."""
    method, path = operation.split(" ")
    person, tablet = a_person(database, ("cashier", outlet), name="Target"), a_tablet(app, outlet)
    session_id = 0
    if "session_id" in path:
        at_counter(app, person, tablet)
        head = in_office(app, a_person(database, ("head-office", None), name="Head"))
        listed = head.get(f"/api/staff/people?outletId={outlet}").json["personList"]
        session_id = next(each["sessions"][0]["id"] for each in listed if each["id"] == person)
    cashier = {"role": "cashier", "outletId": outlet}
    if operation == "PUT /staff/people/{staff_id}/grants":
        # They get another outlet's role, or lose it.
        person = a_person(database, ("cashier", outlet), ("cashier", OWN + 2), name="Two")
    body: dict[str, Any] = {}
    if operation == "POST /staff/people":
        body = {"name": "New Person", "grants": [cashier]}
    elif path.endswith("/grants"):
        body = {"grants": [{"role": "cashier", "outletId": OWN + 2}]}
    elif path.endswith(("/disable", "/revoke", "/void")) or "{voucher_id}" in path:
        body = {"reason": "left on Friday"}
    elif operation == "POST /staff/counter/earn":
        body = {"memberId": 1, "receiptNumber": "A-17", "amount": "45.90"}
    elif path.endswith("/pin"):
        body = {"pin": "9053"}
    elif path.endswith("/enrolment"):
        body = {"name": f"Counter {next(_names)}"}
    ids = {
        "{staff_id}": person,
        "{outlet_id}": outlet,
        "{till_id}": tablet.till_id,
        "{session_id}": session_id,
        "{passkey_id}": 1,
        "{bill_id}": 1,
        "{voucher_id}": 1,
        "{code}": "3333-3333-3333",
        "{kind}": "menu",
        "{version_id}": 1,
    }
    for name, value in ids.items():
        path = path.replace(name, str(value))
    if operation == "GET /staff/people":
        path += f"?outletId={outlet}"
    if operation == "GET /staff/counter/member":
        path += "?code=3333"
    return method, f"/api{path}", body


def ask(browser, method: str, path: str, body: dict[str, Any]):
    return browser.open(path, method=method, **({} if method == "GET" else {"json": body}))


@pytest.mark.parametrize("operation", MATRIX)
def test_each_role_may_do_what_the_matrix_says_and_nothing_else(app, database, clock, operation, subtests):
    for at, outlet in enumerate((OWN, OTHER)):
        for who in PEOPLE:
            with subtests.test(who=who, outlet=outlet):
                browser = signed_in(app, database, who)
                answer = ask(browser, *request_for(app, database, operation, outlet))
                is_allowed = answer.status_code not in (401, 403)
                assert is_allowed is (who in MATRIX[operation][at]), answer.text


@pytest.mark.parametrize("operation", MATRIX)
def test_nobody_does_anything_without_a_session(app, database, clock, operation):
    answer = ask(browser_of(app), *request_for(app, database, operation, OWN))

    assert (answer.status_code, answer.json["code"]) == (401, "not_signed_in")


FRESH = [name for name, operation in OPERATIONS.items() if operation.fresh]


@pytest.mark.parametrize("operation", FRESH)
def test_a_stolen_cookie_cannot_do_what_needs_a_fresh_verification(app, database, clock, operation):
    head = in_office(app, a_person(database, ("head-office", None), name="Head"))
    clock.advance(minutes=5)
    on_time = ask(head, *request_for(app, database, operation, OWN))
    clock.advance(seconds=1)
    late = ask(head, *request_for(app, database, operation, OWN))

    assert on_time.status_code != 403
    assert (late.status_code, late.json["code"]) == (403, "verification_needed")
