"""Whether what somebody says about a member can be stored, field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from secrets import randbelow
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    delete,
    func,
    insert,
    not_,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from loyalty.db.clock import now
from loyalty.db.connections import connection, transaction
from loyalty.errors import Conflict, Invalid, NotFound
from loyalty.features.members.models import Member
from loyalty.features.members.preferences import MemberPreferences
from loyalty.features.members.records import (
    Record,
    member_of_code,
    record,
    set_referrer,
)
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points import ledger
from loyalty.features.points.ledger import STANDINGS
from loyalty.rules import phone
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.cards import Draw, as_printed, member_code, referral_code
from loyalty.rules.people import (
    OTHER_GENDER,
    RACES,
    gender,
    problem_with_date_of_birth,
    problem_with_email,
    problem_with_name,
    tidy_name,
)


def checked(db: Connection, values: Mapping[str, Any], at: datetime) -> dict[str, Any]:
    """The values as they are stored; raises Invalid for the first that is none."""
    tidy = dict(values)
    if "name" in tidy:
        tidy["name"] = tidy_name(tidy["name"])
        _refuse("name", problem_with_name(tidy["name"]))
    if tidy.get("email") is not None:
        _refuse("email", problem_with_email(tidy["email"]))
    if "gender_id" in tidy:
        tidy["gender_id"] = gender(tidy["gender_id"])
    if "date_of_birth" in tidy:
        _refuse("dateOfBirth", problem_with_date_of_birth(tidy["date_of_birth"], malaysian_date(at)))
    if "outlet_id" in tidy and not outlet_queries.is_open(db, tidy["outlet_id"]):
        _refuse("outletId", "Please choose one of our outlets")
    return tidy


def _refuse(field: str, problem: str | None) -> None:
    if problem:
        raise Invalid(problem, field=field)


ACTIVE = 1
_CANDIDATES = 5

# Once they are set only support changes them (spec 001 §5), and this is what we say then.
SET_ONCE = {
    "date_of_birth": ("dateOfBirth", "Contact support to change your date of birth"),
    "race_id": ("raceId", "Contact support to change your race"),
    "outlet_id": ("outletId", "Contact support to change your outlet"),
}


def find_by_phone(db: Connection, calling_code: str, number: str) -> int | None:
    """The id of the member with this number (`"60"`, `"123456789"`: normalised digits), or None."""
    return db.scalar(
        select(Member.id).where(Member.calling_code == calling_code, Member.mobile_number == number)
    )


def is_member(db: Connection, member_id: int) -> bool:
    """Whether there is such a member, and she has not been erased."""
    query = select(Member.id).where(Member.id == member_id, Member.erased_at.is_(None))
    return db.scalar(query) is not None


def find_by_card(db: Connection, code: str) -> int | None:
    """The id of the member whose card says this, in whatever case and with or without its dashes."""
    return db.scalar(select(Member.id).where(Member.member_code == as_printed(code)))


def create(
    db: Connection,
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
    ledger.open_account(db, member_id, at)
    return member_id


def note_sign_in(db: Connection, member_id: int, at: datetime | None = None) -> bool:
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
    return record(connection(), member_id)


def _already_member() -> Conflict:
    return Conflict("This number is already registered. Please sign in.", "already_member")


def _free_referral_code(db: Connection, draw: Draw) -> str:
    candidates = [referral_code(draw) for _ in range(_CANDIDATES)]
    taken = set(db.scalars(select(Member.referral_code).where(Member.referral_code.in_(candidates))))
    return next(code for code in candidates if code not in taken)


def _referrer_named(db: Connection, used_referral_code: str | None) -> int | None:
    if not used_referral_code:
        return None
    found = member_of_code(db, used_referral_code)
    if found is None:
        raise Invalid("We do not know this referral code", field="referralCode")
    return found


def _lock(db: Connection, member_id: int) -> Mapping[str, Any]:
    columns = Member.__table__.c
    row = db.execute(select(*columns).where(columns.id == member_id).with_for_update()).one_or_none()
    if row is None:
        raise NotFound("This member does not exist.")
    return dict(row._mapping)


_MEMBERS = Member.__table__.c


def correct(db: Connection, member_id: int, changes: Mapping[str, Any]) -> list[str]:
    """Put fields right in the caller's transaction; gives the names of those that changed.

    `changes` holds any of name, email (None: there is none any more), gender_id, race_id, date_of_birth,
    occupation, outlet_id, and mobile_number as it is typed within their country. Raises Invalid for
    a field that holds no such thing, Conflict when the number is another member's, NotFound for nobody.
    """
    row = db.execute(
        select(*_MEMBERS).where(_MEMBERS.id == member_id, _MEMBERS.erased_at.is_(None)).with_for_update()
    ).one_or_none()
    if row is None:
        raise NotFound("This member does not exist.")
    wanted = checked(db, changes, now(db))
    if wanted.get("race_id") not in (None, *RACES):
        raise Invalid("There is no such race id.", field="raceId")
    if "mobile_number" in wanted:
        wanted["mobile_number"] = _free_number(db, row, wanted["mobile_number"])
    different = {key: value for key, value in wanted.items() if row._mapping[key] != value}
    if different:
        db.execute(update(Member).where(Member.id == member_id).values(different))
    return sorted(different)


def _free_number(db: Connection, row: Any, typed: str) -> str:
    number = phone.normalise(row.calling_code, typed)
    if number is None:
        raise Invalid(phone.problem_with(row.calling_code, typed) or "", field="mobileNumber")
    holder = select(Member.id).where(
        Member.calling_code == row.calling_code, Member.mobile_number == number, Member.id != row.id
    )
    if db.scalar(holder) is not None:
        raise Conflict("This number is another member's.", "number_taken")
    return number


NOBODY = "Erased member"


def erase(db: Connection, member_id: int, at: datetime) -> None:
    """Overwrite who a member was, in the caller's transaction. The id stays: the ledger points at it.

    The codes that replace theirs hold small letters, which no typed code does: they find nobody. A column
    that is forgotten here is found by tests/features/personal/test_erasure_columns.py.
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


def inactive_since(
    db: Connection,
    moment: datetime,
    limit: int,
    *,
    warned_between: tuple[datetime, datetime],
    but: Select[int | None],
) -> list[int]:
    """The ids of members who were last seen before `moment` and have been warned since, between two
    moments, `but` those; the smallest ids first.
    """
    after, before = warned_between
    warned = and_(_warned(), Member.inactive_warned_at > after, Member.inactive_warned_at <= before)
    gone = _unseen_since(moment).where(warned, Member.id.not_in(but))
    return list(db.scalars(gone.order_by(Member.id).limit(limit)))


def warned_in_vain(db: Connection, moment: datetime, among: Sequence[int]) -> set[int]:
    """Those among some members who were last seen before `moment` and count as warned since."""
    return set(db.scalars(_unseen_since(moment).where(_warned(), Member.id.in_(among))))


def unwarned_since(db: Connection, moment: datetime, limit: int, *, warned_after: datetime) -> list[int]:
    """The ids of members who were last seen before `moment` and have not been warned since, or not after
    `warned_after`; the smallest first.
    """
    warned = and_(_warned(), Member.inactive_warned_at > warned_after)
    return list(db.scalars(_unseen_since(moment).where(not_(warned)).order_by(Member.id).limit(limit)))


def note_warning(db: Connection, member_id: int, at: datetime) -> None:
    """Remember that a member was warned, in the caller's transaction."""
    db.execute(update(Member).where(Member.id == member_id).values(inactive_warned_at=at))


def warning_of(db: Connection, member_id: int) -> datetime | None:
    """When a member was warned, or None: never, or they have been seen since, or have left."""
    query = select(Member.inactive_warned_at).join(STANDINGS, STANDINGS.c.member_id == Member.id)
    return db.scalar(query.where(Member.id == member_id, Member.erased_at.is_(None), _warned()))


def how_many_inactive(db: Connection, moment: datetime) -> int:
    """How many members were last seen before a moment."""
    return db.scalar(select(func.count()).select_from(_unseen_since(moment).subquery())) or 0


def _warned() -> ColumnElement[bool]:
    """Whether the last warning is later than the last visit: whoever came after one is warned anew."""
    at = Member.inactive_warned_at
    return and_(
        at.is_not(None),
        or_(Member.last_login_at.is_(None), Member.last_login_at < at),
        or_(STANDINGS.c.last_earned_at.is_(None), STANDINGS.c.last_earned_at < at),
    )


def _unseen_since(moment: datetime) -> Select[int]:
    signed_in = or_(Member.last_login_at.is_(None), Member.last_login_at < moment)
    earned = or_(STANDINGS.c.last_earned_at.is_(None), STANDINGS.c.last_earned_at < moment)
    return (
        select(Member.id)
        .join(STANDINGS, STANDINGS.c.member_id == Member.id)
        .where(Member.erased_at.is_(None), Member.created_at < moment, signed_in, earned)
    )
