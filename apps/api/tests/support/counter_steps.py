"""What a cashier and a manager do at the counter, as tests of it need them."""

from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from loyalty.db.session import Database
from support.staff_app import a_person, a_tablet, at_counter, in_office


def at_till(app: Flask, database: Database, outlet: int = 1, *, name: str = "Nora") -> FlaskClient:
    """A browser of a new till at which a new cashier is signed in."""
    return at_counter(app, a_person(database, ("cashier", outlet), name=name), a_tablet(app, outlet))


def manager(app: Flask, database: Database, outlet: int = 1, *, staff_id: int | None = None) -> FlaskClient:
    """A browser in which a manager of an outlet is signed in, a new one by default."""
    person = staff_id or a_person(database, ("outlet-manager", outlet), name="Ravi")
    return in_office(app, person)


def verify(office: FlaskClient, *bill_ids: int) -> list[str | None]:
    """Verify bills in the office; returns for each why it was refused, None: it is verified."""
    answer = office.post("/api/staff/bill/verify", json={"billIds": bill_ids})
    assert answer.status_code == 200, answer.text
    return [(each["whyNot"] or {}).get("code") for each in answer.json["resultList"]]


def record(cashier: FlaskClient, member: int | None = None, **more: Any) -> TestResponse:
    """Record a bill of RM 45.90."""
    headers = {"Idempotency-Key": more.pop("key")} if "key" in more else {}
    named = {} if member is None else {"memberId": member}
    body = {**named, "receiptNumber": "A-17", "amount": "45.90", **more}
    return cashier.post("/api/staff/counter/earn", json=body, headers=headers)


def bill(cashier: FlaskClient) -> Any:
    """The newest bill of today's list."""
    return cashier.get("/api/staff/bill").json["billList"][0]
