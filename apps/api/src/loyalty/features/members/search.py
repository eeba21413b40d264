"""Finding members for the office, by whatever they say of themselves; masked until asked for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from loyalty.features.members.models import Member
from loyalty.features.points.service import STANDINGS
from loyalty.features.tiers.service import MEMBERSHIPS
from loyalty.rules.cards import as_printed
from loyalty.rules.people import masked_email, masked_number

_MEMBERS = Member.__table__.c
_SIGNS_OF_A_NUMBER = set("0123456789+-() ")


@dataclass(frozen=True)
class Found:
    """A member as far as she is needed to be told from another; number and address are masked."""

    id: int
    name: str
    number: str
    email: str | None
    tier: str
    points: int
    created_at: datetime


def find(db: Session, text: str, limit: int = 20) -> list[Found]:
    """Members whose number, card, code, address or name says this, the newest first; none for nothing."""
    text = text.strip()
    if not text:
        return []
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
        .where(_MEMBERS.erased_at.is_(None), _says(text))
        .order_by(_MEMBERS.id.desc())
        .limit(limit)
    )
    return [
        Found(
            id=row.id,
            name=row.name,
            number=masked_number(row.calling_code, row.mobile_number),
            email=masked_email(row.email),
            tier=row.tier,
            points=row.balance,
            created_at=row.created_at,
        )
        for row in db.execute(query)
    ]


def _says(text: str) -> Any:
    if not set(text) - _SIGNS_OF_A_NUMBER:
        digits = "".join(sign for sign in text if sign in "0123456789")
        whole = _MEMBERS.calling_code + _MEMBERS.mobile_number
        return or_(
            whole.contains(digits.lstrip("0") or digits, autoescape=True),
            _MEMBERS.member_code == as_printed(text),
        )
    return or_(
        _MEMBERS.name.icontains(text, autoescape=True),
        _MEMBERS.email.icontains(text, autoescape=True),
        _MEMBERS.member_code == as_printed(text),
        _MEMBERS.referral_code == text.upper(),
    )
