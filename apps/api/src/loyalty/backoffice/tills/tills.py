"""Tills that a manager enrols, and cashiers who sign in at them by a PIN.

A tablet keeps two things: the till's key (docs/till.md), with which it only reports, and an Ed25519 key that
cannot leave it (WebCrypto, non-extractable). The second one signs our challenges, so that a PIN is worth
something at an enrolled tablet only, and which cashier made a sale that waits for the network.
"""

import hashlib
import secrets
from datetime import date, datetime
from typing import Any

from sqlalchemy import Select, and_, select, update
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.backoffice.log.log import Signature, note
from loyalty.backoffice.people import people, sessions
from loyalty.backoffice.people.models import Staff, StaffChallenge, StaffGrant, StaffPin, StaffSessionRow
from loyalty.backoffice.tills.models import TillEnrolment
from loyalty.db.clock import now
from loyalty.db.session import current_session, transaction
from loyalty.errors import Conflict, Invalid, NotFound, NotSignedIn
from loyalty.features.access.context import ClientContext
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.till import tills
from loyalty.features.till.models import Till
from loyalty.reach.passkeys import challenges
from loyalty.reach.passkeys.ceremonies import CHALLENGE_LIFE
from loyalty.rules import base64url
from loyalty.rules.bills import AHEAD
from loyalty.rules.calendar import iso_utc
from loyalty.rules.codes import Code
from loyalty.rules.staff import (
    ENROLMENT_LIFE,
    PIN_TRIES,
    Role,
    StaffSession,
    TillPurpose,
    operator_of_staff,
    till_message,
)

CHALLENGE = "till"


def of_outlet(db: Session, outlet_id: int) -> list[Till]:
    """Every till that an outlet ever had, the newest first."""
    return [each for each in reversed(tills.all_tills(db)) if each.outlet_id == outlet_id]


def enrolment(session: StaffSession, outlet_id: int, name: str, signature: Signature) -> tuple[str, datetime]:
    """The address that a tablet opens to become a till of an outlet, once, within ten minutes.

    Raises NotFound for an unknown outlet, Conflict `till_name_taken`, and Invalid.
    """
    code = secrets.token_urlsafe(24)
    with transaction() as db:
        outlet_queries.name_of(db, outlet_id)
        at = now(db)
        made = TillEnrolment(
            code_hash=_hash(code),
            outlet_id=outlet_id,
            name=tills.unused_name(db, outlet_id, name, at),
            created_at=at,
            created_by=session.staff_id,
            expires_at=at + ENROLMENT_LIFE,
        )
        db.add(made)
        note(db, signature, "till.enrolment", f"a till at outlet {outlet_id}", outlet_id=outlet_id)
    return f"{config.current().staff_origin}/enrol#{code}", at + ENROLMENT_LIFE


def enrol(code: str, public_key: str) -> dict[str, Any]:
    """Make the tablet that sends its Ed25519 key (32 bytes, base64url) a till (`EnrolledSchema`).

    Raises NotFound for a code that never was, Conflict for one that was used or has expired and for a name
    that was taken since, Invalid for a key that is none. Of two who use one code at once, one is refused.
    """
    if base64url.decode_exactly(public_key, 32) is None:
        raise Invalid(Code.INVALID_KEY, field="publicKey")
    with transaction() as db:
        at = now(db)
        used = update(TillEnrolment).where(
            TillEnrolment.code_hash == _hash(code),
            TillEnrolment.used_at.is_(None),
            TillEnrolment.expires_at > at,
        )
        given = db.scalar(used.values(used_at=at).returning(TillEnrolment))
        if given is None:
            raise _why_not_enrolled(db, code)
        manager = db.get_one(Staff, given.created_by)
        signature = Signature(operator_of_staff(manager.id, manager.name), "enrolled by its code")
        till, key = tills.add(
            db,
            given.outlet_id,
            given.name,
            created_by=signature.operator,
            public_key=public_key,
            enrolled_by=manager.id,
        )
        given.till_id = till.id
        what = f"till {till.id} at outlet {till.outlet_id}: {till.name}"
        note(db, signature, "till.add", what, outlet_id=till.outlet_id)
        return {"till": till, "outlet_name": outlet_queries.name_of(db, till.outlet_id), "key": key}


def _why_not_enrolled(db: Session, code: str) -> Conflict | NotFound:
    found = db.scalar(select(TillEnrolment).where(TillEnrolment.code_hash == _hash(code)))
    if found is None:
        return NotFound(Code.NO_SUCH_ENROLMENT)
    return Conflict(Code.ENROLMENT_EXPIRED if found.used_at is None else Code.ENROLMENT_USED)


def revoke(till_id: int, signature: Signature, outlet_id: int | None = None) -> Till:
    """Revoke a till's key at once, and end the cashier's session at it; raises NotFound, also for a till of
    another outlet, where one is given.
    """
    with transaction() as db:
        if outlet_id is not None and tills.get_till(db, till_id).outlet_id != outlet_id:
            raise NotFound(Code.NO_SUCH_TILL)
        till = tills.revoke(db, till_id)
        ended = len(sessions.end(db, StaffSessionRow.till_id == till_id))
        what = f"till {till_id} at outlet {till.outlet_id}: {till.name}; ended {ended} sessions"
        note(db, signature, "till.revoke", what, outlet_id=till.outlet_id)
        return till


def challenge(till_id: int, client: ClientContext) -> tuple[str, datetime]:
    """A challenge for a till's key, and when it expires; raises NotSignedIn for no enrolled till, TooMany."""
    with transaction() as db:
        _enrolled(db, till_id)
        given = challenges.give(db, StaffChallenge, CHALLENGE, client, sessions.CHALLENGES, till_id=till_id)
        return base64url.encode(given), now(db) + CHALLENGE_LIFE


def cashiers(till_id: int, answered: str, signature: str) -> list[dict[str, Any]]:
    """Who may sign in at a till, by name; raises NotSignedIn and Invalid as `sign_in` does."""
    till, db = _proved(till_id, TillPurpose.CASHIERS, answered, signature), current_session()
    return [
        {
            "staff_id": person.id,
            "name": person.name,
            "has_pin": tries is not None,
            "is_locked": tries is not None and tries >= PIN_TRIES,
        }
        for person, tries in db.execute(_cashiers_of(till.outlet_id).order_by(Staff.name, Staff.id))
    ]


def sign_in(
    till_id: int,
    answered: str,
    signature: str,
    *,
    staff_id: int,
    pin: str,
    new_pin: str | None,
    client: ClientContext,
) -> tuple[str, StaffSession]:
    """Sign a cashier in at a till; returns the cookie's token and the session, and ends the one before.

    `new_pin` is from then on the cashier's own: a start PIN needs one. Raises NotSignedIn
    `till_not_enrolled`, Invalid `till_refused`, `wrong_pin` with the tries that are left, and `pin_too_easy`,
    NotFound `no_such_cashier`, and Conflict `no_pin`, `pin_locked`, `new_pin_needed`, `pin_changed`.
    """
    till = _proved(till_id, TillPurpose.LOGIN, answered, signature)
    here = _cashiers_of(till.outlet_id).where(Staff.id == staff_id)
    if current_session().scalar(here) is None:
        raise NotFound(Code.NO_SUCH_CASHIER)
    known_hash = people.try_pin(staff_id, pin)
    with transaction() as db:
        person = db.scalar(here)
        if person is None:
            raise NotFound(Code.NO_SUCH_CASHIER)
        if new_pin is None:
            people.refuse_start_pin(db, staff_id, known_hash)
        else:
            people.choose_pin(db, staff_id, person.name, new_pin, known_hash=known_hash)
        return sessions.begin(db, person, client, now(db), counter=till)


def _cashiers_of(outlet_id: int) -> Select[Staff, int | None]:
    is_cashier = and_(
        StaffGrant.staff_id == Staff.id,
        StaffGrant.role == Role.CASHIER.value,
        StaffGrant.outlet_id == outlet_id,
    )
    return (
        select(Staff, StaffPin.tries)
        .join(StaffGrant, is_cashier)
        .outerjoin(StaffPin, StaffPin.staff_id == Staff.id)
        .where(Staff.disabled_at.is_(None))
    )


def _enrolled(db: Session, till_id: int) -> Till:
    """A till that works and has a key of its own; raises NotSignedIn."""
    found = tills.find_till(db, till_id)
    if found is None or found.public_key is None or not found.works_at(now(db)):
        raise NotSignedIn(Code.TILL_NOT_ENROLLED)
    return found


def _proved(till_id: int, purpose: TillPurpose, answered: str, signature: str) -> Till:
    """The till whose key has signed a challenge of ours; the challenge is used up in any case."""
    given, signed = base64url.decode_exactly(answered, 32), base64url.decode_exactly(signature, 64)
    if given is None or signed is None:
        raise Invalid(Code.TILL_REFUSED)
    till = _enrolled(current_session(), till_id)
    sessions.use_challenge(given, CHALLENGE, Code.TILL_REFUSED, till_id=till_id)
    if not _has_signed(till, signed, till_message(purpose, till_id, answered)):
        raise Invalid(Code.TILL_REFUSED)
    return till


def refuse_unless_made(till: Till, staff_id: int, made_at: datetime, key: str, signature: str) -> None:
    """Raise Conflict `cashier_not_proved` unless the tablet has signed that this cashier made the sale of an
    Idempotency-Key then, and they were signed in at it.
    """
    signed = base64url.decode_exactly(signature, 64)
    what = till_message(TillPurpose.SALE, till.id, f"{staff_id}\n{iso_utc(made_at)}\n{key}")
    if (
        signed is None
        or not _has_signed(till, signed, what)
        or not sessions.was_at_till(current_session(), staff_id, till.id, made_at, AHEAD)
    ):
        raise Conflict(
            Code.CASHIER_NOT_PROVED,
        )


def _has_signed(till: Till, signature: bytes, message: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    key = Ed25519PublicKey.from_public_bytes(base64url.decode(till.public_key or ""))
    try:
        key.verify(signature, message)
    except InvalidSignature:
        return False
    return True


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode("utf-8", "replace")).hexdigest()


def add_till(
    outlet_id: int, name: str, signature: Signature, last_day: date | None = None
) -> tuple[Till, str]:
    """Create a till of an outlet, valid until the end of `last_day` or without end; returns it and its key.

    Raises as `tills.add` does.
    """
    with transaction() as db:
        till, key = tills.add(db, outlet_id, name, created_by=signature.operator, last_day=last_day)
        until = f", until {last_day}" if last_day else ""
        what = f"till {till.id} at outlet {outlet_id}: {till.name}{until}"
        note(db, signature, "till.add", what, outlet_id=outlet_id)
        return till, key
