"""Vouchers that are given: the welcome, once a telephone number ever, and the thanks for a referral."""

from __future__ import annotations

from datetime import datetime
from secrets import randbelow

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.features.access.service import PhoneNumber
from loyalty.features.members import service as members
from loyalty.features.rewards import counts
from loyalty.features.rewards.issuing import make
from loyalty.features.rewards.models import Kind, Reward
from loyalty.rules.cards import Draw


def welcome(db: Session, member_id: int, draw: Draw = randbelow) -> int | None:
    """Give a new member the welcome voucher in the caller's transaction; None when her number had it."""
    return _give(db, Kind.WELCOME, to=member_id, because_of=member_id, at=now(db), draw=draw)


def thank_for(db: Session, referee_id: int, draw: Draw = randbelow) -> int | None:
    """Give whoever invited this member the referral voucher, once a referee (trust.md I-13)."""
    referrer_id = members.record(db, referee_id).referrer_id
    if referrer_id is None or not members.is_member(db, referrer_id):
        return None
    return _give(db, Kind.REFERRAL, to=referrer_id, because_of=referee_id, at=now(db), draw=draw)


def _give(db: Session, kind: Kind, *, to: int, because_of: int, at: datetime, draw: Draw) -> int | None:
    columns = Reward.__table__.c
    gift = db.execute(select(*columns).where(columns.kind == kind, columns.is_active)).first()
    if gift is None:
        return None
    person = members.record(db, because_of)
    number = PhoneNumber(person.calling_code, person.mobile_number)
    if not counts.give_once(db, kind, number.hash, counts.EVERY_YEAR, at):
        return None
    return make(db, gift, to, at, draw=draw).id
