"""People of the staff, their browsers and their tablets, as tests need them."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from loyalty.backoffice.log.log import Signature
from loyalty.backoffice.people import people, sessions
from loyalty.backoffice.people.models import Staff
from loyalty.db.clock import now
from loyalty.db.session import Database, current_session, transaction
from loyalty.features.access.context import ClientContext
from loyalty.features.members import records
from loyalty.features.till import tills
from loyalty.rules.staff import Grant, Role
from support.authenticator import Authenticator, encoded

ORIGIN = "http://localhost:4400"
CLIENT = ClientContext("203.0.113.7", "device")
_COMMANDS = people.Actor(Signature("mei", "an account for a test"))
_tablets = count(1)
START_PIN = "718263"


def a_person(
    database: Database, *grants: tuple[str, int | None], name: str = "Siti Aminah", by: str = "mei"
) -> int:
    """A new account's id, with roles such as `("cashier", 1)`, made at once; `by` is who stands behind it."""
    actor = people.Actor(Signature(by, "an account for a test"))
    with database.bound():
        return people.add(name, [Grant(Role(role), outlet) for role, outlet in grants], actor)


def a_link(app: Flask, staff_id: int, **how: Any) -> str:
    """The token of a new invitation."""
    with app.app_context():
        made = people.invite(staff_id, _COMMANDS, **how)
    assert made is not None
    link, _ = made
    assert link.startswith(f"{ORIGIN}/invitation#")
    return link.partition("#")[2]


def browser_of(app: Flask) -> FlaskClient:
    """A browser that has the staff app open, signed in as nobody."""
    browser = app.test_client()
    browser.environ_base.update(HTTP_ORIGIN=ORIGIN, REMOTE_ADDR="203.0.113.7")
    return browser


def in_office(app: Flask, staff_id: int) -> FlaskClient:
    """A browser in which somebody has just signed in by a passkey."""
    return _signed_in(app, browser_of(app), staff_id)


def look_up(office: FlaskClient, *member_ids: int) -> None:
    """Find members by their cards, as somebody in the office does before they act on a record."""
    with office.application.app_context():
        codes = [records.get_member(current_session(), each).member_code for each in member_ids]
    for code in codes:
        found = office.post("/api/staff/member/find", json={"code": code, "reason": "Ticket 4711, a wish"})
        assert found.status_code == 200, found.text


def at_counter(app: Flask, staff_id: int, tablet: "Tablet") -> FlaskClient:
    """The browser of a tablet at which a cashier has just signed in, without the work of hashing a PIN."""
    return _signed_in(app, tablet.browser, staff_id, tablet.till_id)


def _signed_in(app: Flask, browser: FlaskClient, staff_id: int, till_id: int | None = None) -> FlaskClient:
    with app.app_context(), transaction() as db:
        person = db.get_one(Staff, staff_id)
        till = None if till_id is None else tills.get_till(db, till_id)
        token, _ = sessions.begin(db, person, CLIENT, now(db), counter=till)
    browser.set_cookie("loyalty_staff", token, path="/api/staff")
    return browser


def accept(browser: FlaskClient, token: str, authenticator: Authenticator) -> TestResponse:
    """Accept an invitation by a new passkey."""
    options = browser.post("/api/staff/invitation/options", json={"token": token})
    assert options.status_code == 200, options.text
    body = {"token": token, "credential": authenticator.create(options.json["publicKey"])}
    return browser.post("/api/staff/invitation", json=body)


def passkey() -> Authenticator:
    """An authenticator in front of the staff app."""
    return Authenticator(origin=ORIGIN)


@dataclass
class Tablet:
    """A tablet with its key, a till after `enrol`."""

    browser: FlaskClient
    key: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)
    till_id: int = 0

    @property
    def public_key(self) -> str:
        """Its key as the API takes it."""
        return encoded(self.key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))

    def enrol(self, code: str) -> TestResponse:
        """Become a till."""
        answer = self.browser.post("/api/staff/till", json={"code": code, "publicKey": self.public_key})
        if answer.status_code == 201:
            self.till_id = answer.json["tillId"]
        return answer

    def challenge(self) -> TestResponse:
        """Ask for a challenge."""
        return self.browser.post("/api/staff/till/challenge", json={"tillId": self.till_id})

    def proof(self, purpose: str, challenge: str = "") -> dict[str, Any]:
        """A challenge and its signature."""
        challenge = challenge or self.challenge().json["challenge"]
        message = f"loyalty-till\n{purpose}\n{self.till_id}\n{challenge}".encode()
        return {
            "tillId": self.till_id,
            "challenge": challenge,
            "signature": encoded(self.key.sign(message)),
        }

    def made_by(self, staff_id: int, key: str, made_at: str = "2026-03-14T04:00:00.000Z") -> dict[str, Any]:
        """What a sale carries of the cashier who made it."""
        message = f"loyalty-till\nsale\n{self.till_id}\n{staff_id}\n{made_at}\n{key}".encode()
        return {"staffId": staff_id, "madeAt": made_at, "signature": encoded(self.key.sign(message))}

    def cashiers(self) -> TestResponse:
        """Ask who may sign in here."""
        return self.browser.post("/api/staff/till/cashiers", json=self.proof("cashiers"))

    def sign_in(self, staff_id: int, pin: str, **changes: Any) -> TestResponse:
        """Enter a PIN."""
        body = {**self.proof("login"), "staffId": staff_id, "pin": pin, **changes}
        return self.browser.post("/api/staff/till/login", json=body)


def a_tablet(app: Flask, outlet_id: int = 1) -> Tablet:
    """An enrolled tablet."""
    tablet = Tablet(browser_of(app))
    with app.app_context(), transaction() as db:
        till, _ = tills.add(db, outlet_id, f"Tablet {next(_tablets)}", public_key=tablet.public_key)
    tablet.till_id = till.id
    return tablet


def set_pin(app: Flask, staff_id: int, pin: str = "4071") -> None:
    """Give a cashier a PIN that they have chosen."""
    with app.app_context():
        people.set_pin(staff_id, START_PIN, _COMMANDS)
        with transaction() as db:
            people.choose_pin(db, staff_id, "Ali", pin)
