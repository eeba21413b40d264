"""Becoming a member: the number proved, the member made, welcomed, signed in, her consent on record."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from loyalty.db.session import session, transaction
from loyalty.errors import Conflict
from loyalty.features.access import service as access
from loyalty.features.access.service import Asker, PhoneNumber, Welcome
from loyalty.features.members import service as members
from loyalty.features.members.consents import record_consent
from loyalty.features.rewards import service as rewards


@dataclass(frozen=True)
class Registration:
    """What somebody tells us to become a member (spec 000 §2)."""

    name: str
    gender_id: int
    race_id: int
    date_of_birth: date
    outlet_id: int
    occupation: str | None = None
    referral_code: str | None = None
    notice_version: str | None = None
    notice_language: str | None = None


def join(
    number: PhoneNumber,
    asker: Asker,
    registration: Registration,
    *,
    code: str | None,
    ticket: str | None,
    language: str | None = None,
    at_mini: bool,
) -> Welcome:
    """Make a member and sign her in; `language` is what she chose in this browser before, if anything.

    Everything happens or nothing: a code is used up only when the member exists, so an unknown outlet or
    referral code costs a try and not the code. Raises Invalid and TooMany as sign-in does, and after a
    right code for a registered number Conflict `already_member` with a `signInTicket`, which signs in
    without a second code.
    """
    ask = access.Ask(access.Purpose.REGISTER, number, asker)
    proof = access.codes.prove(ask, code) if code is not None else None
    if members.find_by_phone(session(), number.calling_code, number.national) is not None:
        raise _already_member(ask, proof, ticket)
    with transaction() as db:
        access.use(db, ask, proof, ticket)
        member_id = members.create(
            db,
            name=registration.name,
            calling_code=number.calling_code,
            number=number.national,
            gender_id=registration.gender_id,
            race_id=registration.race_id,
            date_of_birth=registration.date_of_birth,
            outlet_id=registration.outlet_id,
            occupation=registration.occupation or None,
            used_referral_code=registration.referral_code or None,
        )
        record_consent(
            db,
            member_id,
            channel="mini" if at_mini else "site",
            version=registration.notice_version,
            language=registration.notice_language,
        )
        rewards.welcome(db, member_id)
        return access.begin(db, member_id, asker, language=language, at_mini=at_mini)


def _already_member(ask: access.Ask, proof: access.Proof | None, ticket: str | None) -> Conflict:
    """Said only after the right code: the owner of the phone may know, and signs in by the ticket."""
    with transaction() as db:
        access.use(db, ask, proof, ticket)
        sign_in_ticket = access.proofs.give_ticket(db, ask, access.Purpose.LOGIN)
    return Conflict(
        "This number is already registered. Please sign in.",
        "already_member",
        details={"signInTicket": sign_in_ticket},
    )
