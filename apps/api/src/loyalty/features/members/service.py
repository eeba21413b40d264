"""The members: making one, finding one, reading one, and what she may change about herself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from secrets import randbelow
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import session, transaction
from loyalty.errors import Conflict, Invalid, NotFound
from loyalty.features.members.checks import checked
from loyalty.features.members.corrections import correct
from loyalty.features.members.erasure import erase
from loyalty.features.members.inactive import (
    how_many_inactive,
    inactive_since,
    note_warning,
    unwarned_since,
    warned_in_vain,
    warning_of,
)
from loyalty.features.members.models import Member
from loyalty.features.members.readers import PEOPLE, Record, Referee, record, referees, unknown
from loyalty.features.members.referrers import member_of_code, set_referrer
from loyalty.features.members.search import Found, find
from loyalty.features.points import service as points
from loyalty.rules import phone
from loyalty.rules.cards import Draw, as_printed, member_code, referral_code

ACTIVE = 1
_CANDIDATES = 5

# Once they are set only support changes them (spec 001 §5), and this is what we say then.
SET_ONCE = {
    "date_of_birth": ("dateOfBirth", "Contact support to change your date of birth"),
    "race_id": ("raceId", "Contact support to change your race"),
    "outlet_id": ("outletId", "Contact support to change your outlet"),
}


def find_by_phone(db: Session, calling_code: str, number: str) -> int | None:
    """The id of the member with this number (`"60"`, `"123456789"`: normalised digits), or None."""
    return db.scalar(
        select(Member.id).where(Member.calling_code == calling_code, Member.mobile_number == number)
    )


def is_member(db: Session, member_id: int) -> bool:
    """Whether there is such a member, and she has not been erased."""
    query = select(Member.id).where(Member.id == member_id, Member.erased_at.is_(None))
    return db.scalar(query) is not None


def find_by_card(db: Session, code: str) -> int | None:
    """The id of the member whose card says this, in whatever case and with or without its dashes."""
    return db.scalar(select(Member.id).where(Member.member_code == as_printed(code)))


def create(
    db: Session,
    *,
    name: str,
    calling_code: str,
    number: str,
    gender_id: int,
    race_id: int | None,
    date_of_birth: date | None,
    outlet_id: int | None,
    occupation: str | None = None,
    email: str | None = None,
    used_referral_code: str | None = None,
    at: datetime | None = None,
    draw: Draw = randbelow,
) -> int:
    """Make a member inside the caller's transaction, with her points account and activity 1; gives her id.

    `number` is normalised (`rules.phone.normalise`). Raises Invalid for a field that holds no such thing (its
    wire name in `field`), an unknown outlet or referral code included, and Conflict `already_member` when the
    number has a member.
    """
    at = at or now(db)
    values: dict[str, Any] = {
        "name": name,
        "gender_id": gender_id,
        "race_id": race_id,
        "date_of_birth": date_of_birth,
        "occupation": occupation,
        "outlet_id": outlet_id,
        "email": email,
    }
    values = checked(db, {key: value for key, value in values.items() if value is not None}, at)
    if find_by_phone(db, calling_code, number) is not None:
        raise _already_member()
    row = {
        **values,
        "calling_code": calling_code,
        "mobile_number": number,
        "status_id": ACTIVE,
        "referral_code": _free_referral_code(db, draw),
        "referrer_id": _referrer_named(db, used_referral_code),
        "member_code": member_code(draw),
        "created_at": at,
    }
    try:
        member_id = db.execute(insert(Member).values(row).returning(Member.id)).scalar_one()
    except IntegrityError as error:
        # Two registrations of one number at once: the second one waited here for the first.
        raise _already_member() from error
    points.open_account(db, member_id, at)
    return member_id


def note_sign_in(db: Session, member_id: int, at: datetime | None = None) -> bool:
    """Remember when the member signed in, inside the caller's transaction; True for the first time."""
    before = db.scalar(select(Member.last_login_at).where(Member.id == member_id))
    db.execute(update(Member).where(Member.id == member_id).values(last_login_at=at or now(db)))
    return before is None


def change(member_id: int, mobile_number: str, changes: Mapping[str, Any]) -> Record:
    """Change what a member may change about herself; gives her new record.

    `mobile_number` has to be the stored one. `changes` holds any of name, email, gender_id, occupation and
    those of SET_ONCE. Raises Invalid for a field that holds no such thing, Conflict for one of SET_ONCE that
    is set and differs.
    """
    with transaction() as db:
        stored = _lock(db, member_id)
        if phone.normalise(stored["calling_code"], mobile_number) != stored["mobile_number"]:
            raise Invalid("Contact support to change your phone number", field="mobileNumber")
        wanted = checked(db, changes, now(db))
        for key, (field, sentence) in SET_ONCE.items():
            if key in wanted and stored[key] is not None and stored[key] != wanted[key]:
                raise Conflict(sentence, "set_once", details={"field": field})
        if wanted:
            db.execute(update(Member).where(Member.id == member_id).values(wanted))
        return record(db, member_id)


def refer(member_id: int, used_referral_code: str) -> None:
    """Note who invited a member; raises NotFound or Conflict with the reason why not."""
    with transaction() as db:
        set_referrer(db, member_id, used_referral_code)


def get(member_id: int) -> Record:
    """A member's record; raises NotFound."""
    return record(session(), member_id)


def _already_member() -> Conflict:
    return Conflict("This number is already registered. Please sign in.", "already_member")


def _free_referral_code(db: Session, draw: Draw) -> str:
    candidates = [referral_code(draw) for _ in range(_CANDIDATES)]
    taken = set(db.scalars(select(Member.referral_code).where(Member.referral_code.in_(candidates))))
    return next(code for code in candidates if code not in taken)


def _referrer_named(db: Session, used_referral_code: str | None) -> int | None:
    if not used_referral_code:
        return None
    found = member_of_code(db, used_referral_code)
    if found is None:
        raise Invalid("We do not know this referral code", field="referralCode")
    return found


def _lock(db: Session, member_id: int) -> Mapping[str, Any]:
    columns = Member.__table__.c
    row = db.execute(select(*columns).where(columns.id == member_id).with_for_update()).one_or_none()
    if row is None:
        raise NotFound("This member does not exist.")
    return dict(row._mapping)


__all__ = [
    "ACTIVE",
    "PEOPLE",
    "Found",
    "Record",
    "Referee",
    "change",
    "correct",
    "create",
    "erase",
    "find",
    "find_by_card",
    "find_by_phone",
    "get",
    "how_many_inactive",
    "inactive_since",
    "is_member",
    "note_sign_in",
    "note_warning",
    "record",
    "refer",
    "referees",
    "unknown",
    "unwarned_since",
    "warned_in_vain",
    "warning_of",
]
