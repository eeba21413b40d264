"""The readings of a member: her own record, and what she may see of those she invited."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import bindparam, or_, select
from sqlalchemy.orm import Session

from loyalty.db.quick import Statement
from loyalty.errors import NotFound
from loyalty.features.members.models import Member
from loyalty.features.outlets.service import calling_code_id_of
from loyalty.features.points.service import STANDINGS
from loyalty.features.tiers.service import MEMBERSHIPS
from loyalty.rules.people import masked_email, masked_number

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
    """A member with her points and tier, as she sees herself (api-contract: Member)."""

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
_RECORD = Statement(
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
    .where(_MEMBERS.id == bindparam("of_id"), _MEMBERS.erased_at.is_(None)),
    row=Record,
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


def record(db: Session, member_id: int) -> Record:
    """A member's record by one query; raises NotFound, also for one who has been erased."""
    found: Record | None = _RECORD.one(db, of_id=member_id)
    if found is None:
        raise unknown()
    return found


def unknown() -> NotFound:
    """There is no such member, or not any more."""
    return NotFound("This member does not exist.")


def referees(
    db: Session,
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
