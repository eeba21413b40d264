"""The readings of a member: her own record, and what she may see of those she invited."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, case, func, or_, select, update

from loyalty.db.connections import advisory_lock
from loyalty.errors import Conflict, NotFound
from loyalty.features.members.models import Member
from loyalty.features.outlets.outlets import calling_code_id_of
from loyalty.features.points.ledger import STANDINGS
from loyalty.features.tiers.tiers import MEMBERSHIPS
from loyalty.rules import phone
from loyalty.rules.calendar import Days
from loyalty.rules.cards import as_printed
from loyalty.rules.people import masked_email, masked_name, masked_number

_MEMBERS = Member.__table__.c

REFEREE_ORDER: dict[str, Any] = {"createdAt": _MEMBERS.created_at, "name": _MEMBERS.name}

# For one join in another feature's read of who is there, with what decides about a gift.
PEOPLE = (
    select(_MEMBERS.id, _MEMBERS.date_of_birth, _MEMBERS.calling_code, _MEMBERS.mobile_number)
    .where(_MEMBERS.erased_at.is_(None))
    .subquery("people")
)


@dataclass(frozen=True)
class Record:
    """A member with points and tier, as they see themselves (spec 000 §3)."""

    id: int
    name: str
    email: str | None
    calling_code: str
    mobile_number: str
    date_of_birth: date | None
    gender_id: int
    race_id: int | None
    occupation: str | None
    outlet_id: int | None
    status_id: int
    referral_code: str
    referrer_id: int | None
    member_code: str
    last_login_at: datetime | None
    created_at: datetime
    member_point_amount: int
    current_member_membership_point: int
    membership_id: int
    membership_level: int
    membership_name: str

    @property
    def calling_code_id(self) -> int:
        """The id under which /callingCode lists this member's calling code."""
        return calling_code_id_of(self.calling_code)


# Tables and not entities, and the statement made once: it is read with every screen.
_RECORD: Select[Any] = (
    select(
        *(column for column in _MEMBERS if column.name not in ("inactive_warned_at", "erased_at")),
        STANDINGS.c.balance.label("member_point_amount"),
        STANDINGS.c.tier_points.label("current_member_membership_point"),
        MEMBERSHIPS.c.id.label("membership_id"),
        MEMBERSHIPS.c.level.label("membership_level"),
        MEMBERSHIPS.c.name.label("membership_name"),
    )
    .join(STANDINGS, STANDINGS.c.member_id == _MEMBERS.id)
    .join(MEMBERSHIPS, MEMBERSHIPS.c.level == STANDINGS.c.tier_level)
    .where(_MEMBERS.id == bindparam("of_id"), _MEMBERS.erased_at.is_(None))
)


@dataclass(frozen=True)
class Referee:
    """Somebody a member invited, masked. Active from the first bill that earned points."""

    id: int
    name: str
    email: str | None
    full_mobile_number: str
    created_at: datetime
    is_active: bool


def record(db: Connection, member_id: int) -> Record:
    """A member's record by one query; raises NotFound, also for one who has been erased."""
    found = db.execute(_RECORD, {"of_id": member_id}).first()
    if found is None:
        raise unknown()
    return Record(*found)


def unknown() -> NotFound:
    """There is no such member, or not any more."""
    return NotFound("This member does not exist.")


def referees(
    db: Connection,
    member_id: int,
    *,
    search: str = "",
    sort: str = "createdAt",
    descending: bool = True,
    limit: int = 100,
    offset: int = 0,
) -> list[Referee]:
    """A page of those a member invited. `search` is a part of number or address, hidden signs included."""
    key = REFEREE_ORDER[sort]
    query = (
        select(
            _MEMBERS.id,
            _MEMBERS.name,
            _MEMBERS.email,
            _MEMBERS.calling_code,
            _MEMBERS.mobile_number,
            _MEMBERS.created_at,
            STANDINGS.c.last_earned_at,
        )
        .join(STANDINGS, STANDINGS.c.member_id == _MEMBERS.id)
        .where(_MEMBERS.referrer_id == member_id, _MEMBERS.erased_at.is_(None))
        .order_by(*((key.desc(), _MEMBERS.id.desc()) if descending else (key, _MEMBERS.id)))
        .limit(limit)
        .offset(offset)
    )
    if search:
        query = query.where(_holds(search))
    return [
        Referee(
            id=row.id,
            name=row.name,
            email=masked_email(row.email),
            full_mobile_number=masked_number(row.calling_code, row.mobile_number),
            created_at=row.created_at,
            is_active=row.last_earned_at is not None,
        )
        for row in db.execute(query)
    ]


def _holds(search: str) -> Any:
    """Whether address or number hold these signs, literally: `%` and `_` are signs like any other."""
    address = _MEMBERS.email.icontains(search, autoescape=True)
    if set(search) - set("0123456789+-() "):
        return address
    digits = "".join(sign for sign in search if sign in "0123456789")
    return or_(address, (_MEMBERS.calling_code + _MEMBERS.mobile_number).contains(digits, autoescape=True))


def member_of_code(db: Connection, referral_code: str) -> int | None:
    """The id of the member who invites with this code, in whatever case it was typed, or None."""
    typed = referral_code.strip().upper()
    return db.scalar(select(Member.id).where(Member.referral_code == typed))


def set_referrer(db: Connection, member_id: int, referral_code: str) -> None:
    """Note who invited a member, inside the caller's transaction; raises NotFound or Conflict."""
    # One at a time: two members who enter each other's code at once would make a circle neither sees.
    advisory_lock(db, "referrers")
    referrer_id = member_of_code(db, referral_code)
    if referrer_id is None:
        raise NotFound("We do not know this referral code", "unknown_referral_code")
    if referrer_id == member_id:
        raise Conflict("This is your own referral code", "own_referral_code")
    if member_id in _invited_by(db, referrer_id):
        raise Conflict("You have invited this member yourself", "referral_circle")
    done = db.execute(
        update(Member)
        .where(Member.id == member_id, Member.referrer_id.is_(None))
        .values(referrer_id=referrer_id)
        .returning(Member.id)
    )
    if done.one_or_none() is None:
        raise Conflict("You have entered a referral code already", "referrer_already_set")


def _invited_by(db: Connection, member_id: int) -> set[int]:
    """The ids of a member's referrer, that one's referrer, and so on: one query, however long the chain."""
    chain = (
        select(Member.referrer_id)
        .where(Member.id == member_id, Member.referrer_id.is_not(None))
        .cte("chain", recursive=True)
    )
    further = select(Member.referrer_id).where(
        Member.id == chain.c.referrer_id, Member.referrer_id.is_not(None)
    )
    return set(db.scalars(select(chain.union(further).c.referrer_id)))  # union, not all: ends on a circle too


_whole_number = _MEMBERS.calling_code + _MEMBERS.mobile_number
_SIGNS_OF_A_NUMBER = set("0123456789+-() ")
# Fewer digits than the mask shows are no part of a number to search by: they are in nearly every one.
SHORTEST_PART = 4
LARGEST_ID = 2**63 - 1


@dataclass(frozen=True)
class Found:
    """A member as far as they are needed to be told from another; name, number and address are masked."""

    id: int
    name: str
    number: str
    email: str | None
    tier: str
    points: int
    created_at: datetime


def find(db: Connection, text: str, limit: int = 20) -> list[Found]:
    """Members of whom this is the id, number, card, invitation code, address or name, or a part of the last
    three or of the number; whoever it names whole comes first, then the newest. None for nothing.
    """
    text = text.strip()
    if not text:
        return []
    whole, part = _of_number(text) if not set(text) - _SIGNS_OF_A_NUMBER else _of_words(text)
    query = (
        select(
            _MEMBERS.id,
            _MEMBERS.name,
            _MEMBERS.calling_code,
            _MEMBERS.mobile_number,
            _MEMBERS.email,
            _MEMBERS.created_at,
            STANDINGS.c.balance,
            MEMBERSHIPS.c.name.label("tier"),
        )
        .join(STANDINGS, STANDINGS.c.member_id == _MEMBERS.id)
        .join(MEMBERSHIPS, MEMBERSHIPS.c.level == STANDINGS.c.tier_level)
        .where(_MEMBERS.erased_at.is_(None), or_(whole, part))
        .order_by(case((whole, 0), else_=1), _MEMBERS.id.desc())
        .limit(limit)
    )
    return [
        Found(
            id=row.id,
            name=masked_name(row.name),
            number=masked_number(row.calling_code, row.mobile_number),
            email=masked_email(row.email),
            tier=row.tier,
            points=row.balance,
            created_at=row.created_at,
        )
        for row in db.execute(query)
    ]


def _of_number(text: str) -> tuple[Any, Any]:
    """Whose id, number or card this is, and whose number holds it."""
    digits = "".join(sign for sign in text if sign in "0123456789")
    significant = digits.lstrip("0")
    # Typed within a country or with its prefix: both are one number, whichever country knows it.
    national = [
        and_(_MEMBERS.calling_code == code, _MEMBERS.mobile_number == number)
        for code in phone.COUNTRY_RULES
        if (number := phone.normalise(code, text))
    ]
    whole: list[Any] = [_whole_number == significant, _MEMBERS.member_code == as_printed(text), *national]
    if text.isdigit() and int(text) <= LARGEST_ID:
        whole.append(_MEMBERS.id == int(text))
    if len(digits) < SHORTEST_PART:
        return or_(*whole), or_(*whole)
    return or_(*whole), _whole_number.contains(significant or digits, autoescape=True)


def _of_words(text: str) -> tuple[Any, Any]:
    """Whose name, address, card or invitation code this is, and whose name or address holds it."""
    whole = or_(
        func.lower(_MEMBERS.name) == text.lower(),
        func.lower(_MEMBERS.email) == text.lower(),
        _MEMBERS.member_code == as_printed(text),
        _MEMBERS.referral_code == text.upper(),
    )
    part = or_(
        _MEMBERS.name.icontains(text, autoescape=True), _MEMBERS.email.icontains(text, autoescape=True)
    )
    return whole, part


@dataclass(frozen=True)
class MemberSums:
    """Members of one outlet, as they chose it (None: none, or the member has left).

    `members` were there when the days ended; of those who `joined` on these days, `invited` by a member;
    `left` on these days were erased; `active` were there at the end and came within the time asked about.
    """

    outlet_id: int | None
    members: int
    joined: int
    invited: int
    left: int
    active_30: int
    active_90: int


def by_outlet(db: Connection, days: Days, came_30: Select[Any], came_90: Select[Any]) -> list[MemberSums]:
    """The figures of each outlet; `came_30` and `came_90` select the ids of members who came of late."""
    there = and_(Member.created_at < days.end, (Member.erased_at.is_(None)) | (Member.erased_at >= days.end))
    joined = and_(Member.created_at >= days.start, Member.created_at < days.end)
    left = and_(Member.erased_at >= days.start, Member.erased_at < days.end)
    query = (
        select(
            Member.outlet_id,
            _count_if(there),
            _count_if(joined),
            _count_if(and_(joined, Member.referrer_id.is_not(None))),
            _count_if(left),
            _count_if(and_(there, Member.id.in_(came_30))),
            _count_if(and_(there, Member.id.in_(came_90))),
        )
        .group_by(Member.outlet_id)
        .order_by(Member.outlet_id)
    )
    return [MemberSums(row[0], *map(int, row[1:])) for row in db.execute(query)]


def _count_if(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0))
