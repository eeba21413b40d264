"""Changing members: created, changed by themselves, corrected by head office, referred, erased."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import advisory_lock, rows_changed, transaction
from loyalty.errors import Conflict, Invalid, NotFound
from loyalty.features.events import stream
from loyalty.features.members.models import Member
from loyalty.features.members.preferences import MemberPreferences
from loyalty.features.members.records import (
    Record,
    get_member,
    member_of_code,
    unknown,
)
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import ledger
from loyalty.rules import phone
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.cards import as_printed, member_code, referral_code
from loyalty.rules.codes import Code
from loyalty.rules.events import EventType
from loyalty.rules.people import (
    OTHER_GENDER,
    RACES,
    gender,
    normal_name,
    problem_with_date_of_birth,
    problem_with_email,
    problem_with_name,
)
from loyalty.rules.problems import Problem


def checked(db: Session, values: Mapping[str, Any], at: datetime) -> dict[str, Any]:
    """The values as they are stored; raises Invalid for the first that is not valid."""
    normal = dict(values)
    if "name" in normal:
        normal["name"] = normal_name(normal["name"])
        _refuse("name", problem_with_name(normal["name"]))
    if normal.get("email") is not None:
        _refuse("email", problem_with_email(normal["email"]))
    if "gender_id" in normal:
        normal["gender_id"] = gender(normal["gender_id"])
    if "date_of_birth" in normal:
        _refuse("dateOfBirth", problem_with_date_of_birth(normal["date_of_birth"], malaysian_date(at)))
    if "outlet_id" in normal and not outlet_queries.is_open(db, normal["outlet_id"]):
        raise Invalid(Code.NOT_ONE_OF_OUR_OUTLETS, field="outletId")
    return normal


def _refuse(field: str, problem: Problem | None) -> None:
    if problem:
        raise Invalid(problem, field=field)


ACTIVE = 1
_CANDIDATES = 5

# Once set, only head office changes them (spec 001 §5): field and message.
SET_ONCE = {
    "date_of_birth": ("dateOfBirth", Code.DATE_OF_BIRTH_SET),
    "race_id": ("raceId", Code.RACE_SET),
    "outlet_id": ("outletId", Code.OUTLET_SET),
}


def find_by_phone(db: Session, calling_code: str, number: str, *, is_locked: bool = False) -> int | None:
    """The id of the member with this number (`"60"`, `"123456789"`: normalised digits), or None.

    With `is_locked` nobody erases them or changes their number until the caller's transaction ends.
    """
    query = select(Member.id).where(Member.calling_code == calling_code, Member.mobile_number == number)
    return db.scalar(query.with_for_update(key_share=True) if is_locked else query)


def is_member(db: Session, member_id: int) -> bool:
    """Whether there is such a member, not erased."""
    query = select(Member.id).where(Member.id == member_id, Member.erased_at.is_(None))
    return db.scalar(query) is not None


def find_by_card(db: Session, code: str) -> int | None:
    """The id of the member with this card code, in any case, with or without dashes."""
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
) -> int:
    """Create a member with their points account and activity 1, in the caller's transaction; returns the id.

    `number` is normalised (`rules.phone.normalise`). Raises Invalid for an invalid field (its wire name in
    `field`), also for an unknown outlet or referral code, and Conflict `already_member` when the number has a
    member.
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
        "referral_code": _free_referral_code(db),
        "referrer_id": _referrer_named(db, used_referral_code),
        "member_code": member_code(),
        "created_at": at,
    }
    try:
        member_id = db.execute(insert(Member).values(row).returning(Member.id)).scalar_one()
    except IntegrityError as error:
        # Two registrations of one number at once: the second waited here for the first.
        raise _already_member() from error
    stream.emit(db, EventType.MEMBER_JOINED, at, member_id=member_id)
    ledger.open_account(db, member_id, at)
    return member_id


def note_sign_in(db: Session, member_id: int, at: datetime) -> None:
    """Record a sign-in, in the caller's transaction, before its session is made: from then on nobody erases
    them until it ends. Raises NotFound for a member who has been erased.
    """
    stays = update(Member).where(Member.id == member_id, Member.erased_at.is_(None))
    if rows_changed(db, stays.values(last_login_at=at)) != 1:
        raise unknown()


def change(member_id: int, mobile_number: str, changes: Mapping[str, Any]) -> Record:
    """Change what members may change themselves; returns the new record.

    `mobile_number` has to be the stored one. `changes` holds any of name, email, gender_id, occupation and
    those of SET_ONCE. Raises Invalid for an invalid field, Conflict for one of SET_ONCE that is set and
    differs.
    """
    with transaction() as db:
        member = lock(db, member_id)
        if phone.normalise(member.calling_code, mobile_number) != member.mobile_number:
            raise Invalid(Code.NUMBER_NOT_CHANGEABLE, field="mobileNumber")
        wanted = checked(db, changes, now(db))
        for key, (field, code) in SET_ONCE.items():
            if key in wanted and getattr(member, key) not in (None, wanted[key]):
                raise Conflict(code, details={"field": field})
        for key, value in wanted.items():
            setattr(member, key, value)
        return get_member(db, member_id)


def refer(member_id: int, used_referral_code: str) -> None:
    """Record who invited a member; raises NotFound or Conflict with the reason."""
    with transaction() as db:
        set_referrer(db, member_id, used_referral_code)


def set_referrer(db: Session, member_id: int, referral_code: str) -> None:
    """The same in the caller's transaction."""
    # One at a time: two members who enter each other's code at once would make a circle.
    advisory_lock(db, "referrers")
    referrer_id = member_of_code(db, referral_code)
    if referrer_id is None:
        raise NotFound(Code.UNKNOWN_REFERRAL_CODE)
    if referrer_id == member_id:
        raise Conflict(Code.OWN_REFERRAL_CODE)
    if member_id in _invited_by(db, referrer_id):
        raise Conflict(Code.REFERRAL_CIRCLE)
    done = db.execute(
        update(Member)
        .where(Member.id == member_id, Member.referrer_id.is_(None))
        .values(referrer_id=referrer_id)
        .returning(Member.id)
    )
    if done.one_or_none() is None:
        raise Conflict(Code.REFERRER_ALREADY_SET)


def _invited_by(db: Session, member_id: int) -> set[int]:
    """The ids of a member's referrer, of the referrer's referrer, and so on, by one query."""
    chain = (
        select(Member.referrer_id)
        .where(Member.id == member_id, Member.referrer_id.is_not(None))
        .cte("chain", recursive=True)
    )
    further = select(Member.referrer_id).where(
        Member.id == chain.c.referrer_id, Member.referrer_id.is_not(None)
    )
    return set(db.scalars(select(chain.union(further).c.referrer_id)))  # union, not all: ends on a circle too


def _already_member() -> Conflict:
    return Conflict(Code.ALREADY_MEMBER)


def _free_referral_code(db: Session) -> str:
    candidates = [referral_code() for _ in range(_CANDIDATES)]
    taken = set(db.scalars(select(Member.referral_code).where(Member.referral_code.in_(candidates))))
    return next(code for code in candidates if code not in taken)


def _referrer_named(db: Session, used_referral_code: str | None) -> int | None:
    if not used_referral_code:
        return None
    found = member_of_code(db, used_referral_code)
    if found is None:
        raise Invalid(Code.UNKNOWN_REFERRAL, field="referralCode")
    return found


def lock(db: Session, member_id: int) -> Member:
    """A member whom no other transaction changes or signs in until the caller's ends; raises NotFound."""
    member = db.get(Member, member_id, with_for_update=True, populate_existing=True)
    if member is None:
        raise NotFound(Code.MEMBER_NOT_FOUND)
    return member


def correct(db: Session, member_id: int, changes: Mapping[str, Any]) -> list[str]:
    """Correct fields in the caller's transaction; returns the names of those that changed.

    `changes` holds any of name, email (None removes it), gender_id, race_id, date_of_birth, occupation,
    outlet_id, and mobile_number without its calling code. Raises Invalid for an invalid field, Conflict when
    the number is another member's, NotFound for an unknown member.
    """
    different = differences(db, member_id, changes)
    if different:
        db.execute(update(Member).where(Member.id == member_id).values(different))
    if "mobile_number" in different:
        stream.emit(db, EventType.MEMBER_NUMBER_CHANGED, now(db), member_id=member_id)
    return sorted(different)


def differences(db: Session, member_id: int, changes: Mapping[str, Any]) -> dict[str, Any]:
    """What `correct` would change, as it is stored; raises as that does. The member stays locked."""
    member = lock(db, member_id)
    if member.erased_at is not None:
        raise NotFound(Code.MEMBER_NOT_FOUND)
    at = now(db)
    wanted = checked(db, changes, at)
    if wanted.get("race_id") not in (None, *RACES):
        raise Invalid(Code.UNKNOWN_RACE, field="raceId")
    if "mobile_number" in wanted:
        wanted["mobile_number"] = _free_number(db, member, wanted["mobile_number"])
    return {key: value for key, value in wanted.items() if getattr(member, key) != value}


def _free_number(db: Session, member: Member, entered: str) -> str:
    number = phone.normalise(member.calling_code, entered)
    if number is None:
        raise Invalid(phone.invalid_number(member.calling_code), field="mobileNumber")
    holder = select(Member.id).where(
        Member.calling_code == member.calling_code, Member.mobile_number == number, Member.id != member.id
    )
    if db.scalar(holder) is not None:
        raise Conflict(Code.NUMBER_TAKEN)
    return number


NOBODY = "Erased member"


def erase(db: Session, member_id: int, at: datetime) -> None:
    """Overwrite a member's personal data, in the caller's transaction. The id stays, for the ledger.

    The codes that replace theirs are in lower case, which no entered code is. A column that is missing here
    is found by tests/backoffice/members/test_erasure_columns.py.
    """
    db.execute(delete(MemberPreferences).where(MemberPreferences.member_id == member_id))
    db.execute(
        update(Member)
        .where(Member.id == member_id, Member.erased_at.is_(None))
        .values(
            name=NOBODY,
            email=None,
            calling_code="",
            mobile_number=f"e{member_id}",
            date_of_birth=None,
            gender_id=OTHER_GENDER,
            race_id=None,
            occupation=None,
            outlet_id=None,
            referral_code=f"erased-{member_id}",
            referrer_id=None,
            member_code=f"erased-{member_id}",
            last_login_at=None,
            inactive_warned_at=None,
            erased_at=at,
        )
    )


def note_warning(db: Session, member_id: int, at: datetime) -> None:
    """Record that a member was warned, in the caller's transaction."""
    db.execute(update(Member).where(Member.id == member_id).values(inactive_warned_at=at))
