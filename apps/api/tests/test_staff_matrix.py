"""Every operation of the staff app against every role, at its own outlet and at another.

The operations are those of the contract: one without a row here fails, as does a view without a
permission.
"""

from base64 import b64encode
from itertools import count
from typing import Any

import pytest
from flask import Flask

from loyalty.backoffice.bills import recording
from loyalty.backoffice.log.log import Signature
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.features.enquiries import inbox
from loyalty.features.members import records
from loyalty.features.outlets import outlets
from loyalty.features.rewards import claims, vouchers
from loyalty.http.staff_auth import permissions
from loyalty.rules.staff import Role
from support.attachments import a_feedback
from support.factories import a_member, a_reward, adjust
from support.staff_app import a_person, a_tablet, at_counter, in_office, look_up

pytestmark = pytest.mark.any_database

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
CASHIER = frozenset({"cashier"})
DECIDERS = EVERYWHERE | {"area-manager"}
HEAD_OFFICE = frozenset({"head-office"})
FINANCE = frozenset({"finance", "outlet-manager and finance"})
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
            "POST /staff/people",
            "PATCH /staff/people/{staff_id}",
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
            "POST /staff/counter/earn",
            "POST /staff/counter/receipt",
            "POST /staff/counter/receipt/{claim_id}/void",
            "GET /staff/counter/voucher/{code}",
            "POST /staff/counter/voucher/{code}/use",
        ),
        (CASHIER, CASHIER),
    ),
    "GET /staff/bill": (CASHIER | MANAGERS, EVERYWHERE),
    "POST /staff/bill/{bill_id}/void": (CASHIER | MANAGERS, EVERYWHERE),
    # A cashier releases what their till has just looked up, for which outlet it may be shown.
    "POST /staff/voucher/{voucher_id}/release": (CASHIER | MANAGERS, CASHIER | EVERYWHERE),
    # No outlet is named: the answer is of the outlets of who asks.
    **dict.fromkeys(
        ("GET /staff/home", "GET /staff/today"), (MANAGERS | {"finance"}, MANAGERS | {"finance"})
    ),
    # Nothing of these names an outlet: a manager of another proposes, and each bill has a result of its own.
    **dict.fromkeys(
        (
            "POST /staff/member/find",
            "GET /staff/member/{member_id}/history",
            "POST /staff/member/{member_id}/correct",
            "POST /staff/member/{member_id}/adjust",
            "POST /staff/member/{member_id}/sign-out",
            "POST /staff/voucher/find",
            "GET /staff/approval",
            "POST /staff/approval/{approval_id}/withdraw",
        ),
        (MANAGERS | {"help-desk"}, MANAGERS | {"help-desk"}),
    ),
    "POST /staff/bill/verify": (MANAGERS, MANAGERS),
    # Each sees their own outlets, and the people of these.
    "GET /staff/people": (MANAGERS, MANAGERS),
    "GET /staff/outlet": (MANAGERS, MANAGERS),
    **dict.fromkeys(
        ("POST /staff/member/{member_id}/export", "POST /staff/member/{member_id}/erase"),
        (frozenset({"head-office"}), frozenset({"head-office"})),
    ),
    "POST /staff/number/unlock": (
        frozenset({"head-office", "help-desk"}),
        frozenset({"head-office", "help-desk"}),
    ),
    **dict.fromkeys(
        (
            "GET /staff/member",
            "GET /staff/bill/file",
            "POST /staff/bill",
            "POST /staff/bill/{bill_id}/move",
            "GET /staff/voucher",
            "GET /staff/voucher/file",
            "POST /staff/voucher/{voucher_id}/use",
            "POST /staff/voucher/{voucher_id}/restore",
            "GET /staff/enquiry",
            "GET /staff/enquiry/{enquiry_id}",
            "PATCH /staff/enquiry/{enquiry_id}",
        ),
        (MANAGERS, EVERYWHERE),
    ),
    **dict.fromkeys(
        (
            "POST /staff/voucher/{voucher_id}/cancel",
            "POST /staff/approval/{approval_id}/decision",
        ),
        (DECIDERS, EVERYWHERE),
    ),
    **dict.fromkeys(
        (
            "GET /staff/enquiry/csv",
            "GET /staff/enquiry/{enquiry_id}/file",
            "POST /staff/enquiry/{enquiry_id}/forward",
            "POST /staff/enquiry/{enquiry_id}/erase",
            "GET /staff/programme",
            "GET /staff/programme/file",
            "POST /staff/programme/plan",
            "GET /staff/programme/draft",
            "POST /staff/programme/draft",
            "GET /staff/programme/draft/{draft_id}",
            "PUT /staff/programme/draft/{draft_id}",
            "PUT /staff/programme/draft/{draft_id}/state",
            "GET /staff/programme/version",
            "GET /staff/broadcast",
            "POST /staff/broadcast",
            "POST /staff/broadcast/preview",
            "GET /staff/broadcast/{broadcast_id}",
            "PUT /staff/broadcast/{broadcast_id}",
            "POST /staff/broadcast/{broadcast_id}/test",
            "PUT /staff/broadcast/{broadcast_id}/state",
            "GET /staff/log",
            "GET /staff/log/chain",
            "GET /staff/webhook",
            "POST /staff/webhook",
            "PUT /staff/webhook/{webhook_id}",
            "POST /staff/webhook/{webhook_id}/test",
            "PUT /staff/webhook/{webhook_id}/state",
            "POST /staff/webhook/{webhook_id}/remove",
            "POST /staff/webhook/{webhook_id}/secret",
            "POST /staff/webhook/{webhook_id}/secret/end",
            "POST /staff/webhook/{webhook_id}/replay",
            "GET /staff/webhook/{webhook_id}/delivery",
            "POST /staff/feed-key",
            "POST /staff/feed-key/{key_id}/revoke",
            "POST /staff/breach",
            "GET /staff/content",
            "GET /staff/content/preview",
            "POST /staff/content/image",
            "GET /staff/content/{kind}",
            "PUT /staff/content/{kind}",
            "POST /staff/content/{kind}/publish",
            "POST /staff/outlet",
            "PUT /staff/outlet/{outlet_id}",
        ),
        (HEAD_OFFICE, HEAD_OFFICE),
    ),
    **dict.fromkeys(
        (
            "GET /staff/figures",
            "GET /staff/figures/reward",
            "GET /staff/figures/row",
            "GET /staff/figures/file",
            "POST /staff/reconcile",
            "POST /staff/reconcile/file",
        ),
        (MANAGERS | FINANCE, EVERYWHERE | FINANCE),
    ),
    "GET /staff/reconcile/day": (MANAGERS | FINANCE, MANAGERS | FINANCE),
    **dict.fromkeys(
        ("GET /staff/liability", "GET /staff/liability/entry"),
        (HEAD_OFFICE | FINANCE, HEAD_OFFICE | FINANCE),
    ),
    **dict.fromkeys(
        ("POST /staff/outlet/days", "PUT /staff/outlet/{outlet_id}/hours"), (MANAGERS, EVERYWHERE)
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
# What also needs a fresh verification by passkey.
FRESH = {
    "POST /staff/passkey/options",
    "POST /staff/passkey",
    "DELETE /staff/passkey/{passkey_id}",
    "POST /staff/people",
    "PATCH /staff/people/{staff_id}",
    "POST /staff/people/{staff_id}/invitation",
    "PUT /staff/people/{staff_id}/pin",
    "POST /staff/outlet/{outlet_id}/till/enrolment",
    "POST /staff/member/{member_id}/correct",
    "POST /staff/member/{member_id}/adjust",
    "POST /staff/member/{member_id}/sign-out",
    "POST /staff/member/{member_id}/export",
    "POST /staff/member/{member_id}/erase",
    "GET /staff/bill/file",
    "POST /staff/bill/verify",
    "POST /staff/bill/{bill_id}/move",
    "GET /staff/voucher/file",
    "POST /staff/approval/{approval_id}/decision",
    "GET /staff/enquiry/csv",
    "GET /staff/enquiry/{enquiry_id}/file",
    "POST /staff/enquiry/{enquiry_id}/forward",
    "POST /staff/enquiry/{enquiry_id}/erase",
    "POST /staff/broadcast/{broadcast_id}/test",
    "POST /staff/webhook",
    "PUT /staff/webhook/{webhook_id}",
    "POST /staff/webhook/{webhook_id}/remove",
    "POST /staff/webhook/{webhook_id}/secret",
    "POST /staff/webhook/{webhook_id}/secret/end",
    "POST /staff/feed-key",
    "GET /staff/figures/file",
    "POST /staff/breach",
    "POST /staff/reconcile/file",
    "POST /staff/content/{kind}/publish",
    "POST /staff/outlet",
    "POST /staff/outlet/days",
    "PUT /staff/outlet/{outlet_id}",
    "PUT /staff/outlet/{outlet_id}/hours",
}
MEI = Signature("mei", "Ticket 4711")
_names = count(1)


def operations(app: Flask) -> set[str]:
    contract = app.test_client().get("/api/openapi.json").json
    return {
        f"{method.upper()} {path.removeprefix('/api')}"
        for path, methods in contract["paths"].items()
        for method in methods
        if path.startswith("/api/staff") and method != "parameters"
    }


def test_every_operation_of_the_contract_has_its_row_and_its_permission(app: Flask):
    with app.app_context():
        found = permissions()
    assert operations(app) == set(found) == set(MATRIX) | PUBLIC
    assert {name for name, permission in found.items() if permission.public} == PUBLIC
    assert {name for name, permission in found.items() if permission.fresh} == FRESH
    for name, permission in found.items():
        assert [bool(permission.roles), permission.public, permission.everybody].count(True) == 1, name
    assert {each for roles in PEOPLE.values() for each, _ in roles} == set(Role)


def signed_in(app: Flask, database, who: str):
    """A browser of a new account with these roles: a cashier's at a till, anybody else's in the office."""
    staff_id = a_person(database, *PEOPLE[who], name="Nora")
    if who != "cashier":
        return in_office(app, staff_id)
    return at_counter(app, staff_id, a_tablet(app, OWN))


SCOPED_FIGURES = {f"GET /staff/figures{each}" for each in ("", "/visit", "/row", "/file", "/reward")}


def a_feedback_at(app: Flask, database, outlet: int) -> int:
    """The id of a new feedback on an outlet."""
    with database.bound():
        name = outlets.name_of(current_session(), outlet)
    sent = a_feedback(OutletName=name, Remarks=f"Message {next(_names)}")
    assert app.test_client().post("/api/email/feedback", json=sent).status_code == 200
    with database.bound():
        return inbox.entries(current_session(), limit=1)[0]["id"]


def request_for(app: Flask, database, operation: str, outlet: int) -> tuple[str, str, dict[str, Any]]:
    """Method, path and body of an operation on a new person and till of an outlet."""
    method, path = operation.split(" ")
    person = a_person(database, ("cashier", outlet), name="Target") if "{staff_id}" in path else 0
    till_id = a_tablet(app, outlet).till_id if "{till_id}" in path else 0
    session_id = 0
    if "{session_id}" in path:
        at_counter(app, person, a_tablet(app, outlet))
        head = in_office(app, a_person(database, ("head-office", None), name="Head"))
        listed = head.get("/api/staff/people").json["personList"]
        session_id = next(each["sessions"][0]["id"] for each in listed if each["id"] == person)
    cashier = {"role": "cashier", "outletId": outlet}
    if operation == "PATCH /staff/people/{staff_id}":
        # They get another outlet's role, or lose it.
        person = a_person(database, ("cashier", outlet), ("cashier", OWN + 2), name="Two")
    body: dict[str, Any] = {}
    if operation == "POST /staff/people":
        body = {"name": "New Person", "grants": [cashier]}
    elif operation == "PATCH /staff/people/{staff_id}":
        body = {"grants": [{"role": "cashier", "outletId": OWN + 2}]}
    elif path == "/staff/outlet/days":
        days = {"firstDay": "2026-12-24", "lastDay": "2026-12-24", "hours": []}
        body = {"outletIds": [outlet], "reason": "left on Friday", **days}
    elif path.startswith(_OF_THE_OFFICE):
        body = of_the_office(database, operation, outlet)
    elif path.endswith(("/revoke", "/void")) or "{voucher_id}" in path:
        body = {"reason": "left on Friday"}
    elif operation == "POST /staff/counter/earn":
        body = {"memberId": 1, "receiptNumber": "A-17", "amount": "45.90"}
    elif operation == "POST /staff/counter/receipt":
        body = {"receiptNumber": f"C-{next(_names)}", "amount": "45.90"}
    elif path.endswith("/pin"):
        body = {"pin": "9053"}
    elif path.endswith("/enrolment"):
        body = {"name": f"Counter {next(_names)}"}
    elif operation == "PATCH /staff/enquiry/{enquiry_id}":
        body = {"state": "answered", "seenState": "open"}
    elif path == "/staff/enquiry/{enquiry_id}/forward":
        body = {"to": "The kitchen"}
    elif path.endswith(("/withdraw", "/erase")):
        body = {"reason": "left on Friday"}
    elif path.endswith("/state"):
        body = {"state": "waiting", "revision": 1, "reason": "Spring menu"}
    elif operation == "PUT /staff/programme/draft/{draft_id}":
        body = {"revision": 1, "document": {}}
    elif path == "/staff/breach":
        body = {"start": "2026-03-01", "end": "2026-03-14"}
    elif path.startswith("/staff/reconcile"):
        sale = f"outletId,receiptNumber,amount,paidAt\n{outlet},A-1,45.90,2026-03-14\n"
        body = {"file": b64encode(sale.encode()).decode(), "columns": ["outlet", "receipt", "amount", "day"]}
    ids = {
        "{enquiry_id}": a_feedback_at(app, database, outlet) if "{enquiry_id}" in path else 0,
        "{draft_id}": 1,
        "{broadcast_id}": 1,
        "{webhook_id}": 1,
        "{key_id}": 1,
        "{staff_id}": person,
        "{outlet_id}": outlet,
        "{till_id}": till_id,
        "{session_id}": session_id,
        "{passkey_id}": 1,
        "{bill_id}": 1,
        "{claim_id}": 1,
        "{voucher_id}": 1,
        "{code}": "3333-3333-3333",
        "{kind}": "menu",
    }
    ids |= body.pop("ids", {})
    for name, value in ids.items():
        path = path.replace(name, str(value))
    if operation == "GET /staff/enquiry" or operation in SCOPED_FIGURES:
        path += f"?outletId={outlet}"
    if operation in ("GET /staff/figures/row", "GET /staff/figures/file"):
        path += "&table=bills"
    if operation.startswith("GET /staff/liability"):
        path += "?first=2026-03-14&last=2026-03-14" + ("&kind=earned" if path.endswith("/entry") else "")
    if operation in LISTS_OF_OUTLETS:
        path += f"?outletId={outlet}"
    if operation in ("GET /staff/bill/file", "GET /staff/voucher/file"):
        path += "&columns=member"
    if operation == "GET /staff/counter/member":
        path += "?code=3333"
    return method, f"/api{path}", body


LISTS_OF_OUTLETS = {
    f"GET /staff/{each}" for each in ("member", "bill", "bill/file", "voucher", "voucher/file")
}
_OF_THE_OFFICE = ("/staff/member", "/staff/bill", "/staff/voucher", "/staff/approval", "/staff/number")


def of_the_office(database, operation: str, outlet: int) -> dict[str, Any]:
    """The body of an operation on something new of an outlet; `ids` are those of its path."""
    member, why = a_member(database, outlet_id=outlet), "ticket 4711, a wish"
    body: dict[str, Any] = {"ids": {"{member_id}": member}}
    with database.bound():
        if "{bill_id}" in operation:
            bill, _ = recording.add_bill(
                MEI,
                member_id=member,
                outlet_id=outlet,
                receipt=f"R-{member}",
                amount_sen=100,
                paid_at=now(current_session()),
            )
            body["ids"]["{bill_id}"] = bill.id
        elif "{voucher_id}" in operation or operation == "POST /staff/voucher/find":
            reward = a_reward(database)
            with transaction() as db:
                voucher = claims.claim(db, member, reward).voucher
                vouchers.show(db, member, voucher.id, outlet, now(db))
            body |= {"code": voucher.code, "ids": {"{voucher_id}": voucher.id}}
        elif "{approval_id}" in operation:
            asked = adjust(member, 5_000, MEI)
            body["ids"]["{approval_id}"] = asked.id
    if operation == "POST /staff/member/find":
        with database.bound():
            body |= {"code": records.get_member(current_session(), member).member_code, "reason": why}
    elif operation == "POST /staff/voucher/find":
        body.pop("ids")
    elif operation == "POST /staff/bill/verify":
        body["billIds"] = [1]
    elif operation == "POST /staff/bill":
        bill_body = {"receiptNumber": "B-1", "amount": "9.00", "paidAt": "2026-03-14", "outletId": outlet}
        body |= {**bill_body, "memberId": member, "reason": why}
    elif not operation.startswith("GET"):
        body["reason"] = why
        body.pop("code", None)
    if operation.endswith("/correct"):
        body["occupation"] = "baker"
    elif operation.endswith("/adjust"):
        body["points"] = 5
    elif operation.endswith("/decision"):
        body["decision"] = "approve"
    elif operation.endswith("/move"):
        body["memberId"] = a_member(database)
    elif operation.endswith("/unlock"):
        body |= {"callingCode": "60", "mobileNumber": "123456789"}
    elif operation.endswith("/use"):
        body["outletId"] = outlet
    return body


# Of whom one has to know more than an id.
ACTS_ON_A_MEMBER = {
    "POST /staff/member/{member_id}/correct",
    "POST /staff/member/{member_id}/adjust",
    "POST /staff/bill",
    "POST /staff/bill/{bill_id}/move",
}


def ask(browser, method: str, path: str, body: dict[str, Any]):
    return browser.open(path, method=method, **({} if method == "GET" else {"json": body}))


def part(operation: str) -> str:
    """`bill` of `POST /staff/bill/{bill_id}/move`."""
    return operation.split("/")[2]


@pytest.mark.parametrize("of_part", sorted({part(operation) for operation in MATRIX}))
def test_each_role_may_do_what_the_matrix_says_and_nothing_else(app, database, clock, of_part, subtests):
    browsers = {who: signed_in(app, database, who) for who in PEOPLE}
    for operation in (each for each in MATRIX if part(each) == of_part):
        for outlet, allowed in zip((OWN, OTHER), MATRIX[operation], strict=True):
            # A refusal, and what only reads, changes nothing: the next one asks for the same.
            method, path, body = request_for(app, database, operation, outlet)
            is_used = False
            for who in sorted(PEOPLE, key=allowed.__contains__):
                with subtests.test(operation, who=who, outlet=outlet):
                    if is_used:
                        method, path, body = request_for(app, database, operation, outlet)
                    is_used = who in allowed and method != "GET"
                    if operation in ACTS_ON_A_MEMBER and who in MANAGERS | {"help-desk"}:
                        look_up(browsers[who], body.get("memberId") or int(path.split("/")[4]))
                    answer = ask(browsers[who], method, path, body)
                    is_allowed = answer.status_code not in (401, 403)
                    assert is_allowed is (who in allowed), answer.text


@pytest.mark.parametrize("operation", sorted(FRESH))
def test_a_stolen_cookie_cannot_do_what_needs_a_fresh_verification(app, database, clock, operation):
    head = in_office(app, a_person(database, ("head-office", None), name="Head"))
    clock.advance(minutes=5)
    on_time = ask(head, *request_for(app, database, operation, OWN))
    clock.advance(seconds=1)
    late = ask(head, *request_for(app, database, operation, OWN))

    assert on_time.status_code != 403
    assert (late.status_code, late.json["code"]) == (403, "verification_needed")
