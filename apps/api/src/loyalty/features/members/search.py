"""Finding members for the office, by whatever they say of themselves; masked until asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import and_, case, func, or_, select
from sqlalchemy.orm import Session

from loyalty.features.members.models import Member
from loyalty.features.points.service import STANDINGS
from loyalty.features.tiers.service import MEMBERSHIPS
from loyalty.rules import phone
from loyalty.rules.cards import as_printed
from loyalty.rules.people import masked_email, masked_name, masked_number

_MEMBERS = Member.__table__.c
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


def find(db: Session, text: str, limit: int = 20) -> list[Found]:
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
