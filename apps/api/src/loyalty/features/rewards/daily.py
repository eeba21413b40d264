"""What the scheduler finds once a day for messages: vouchers that end, lapse or become usable, and birthday
gifts.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Row, func, select
from sqlalchemy.orm import Session

from loyalty.features.access.context import PhoneNumber
from loyalty.features.members import records
from loyalty.features.points.ledger import levels
from loyalty.features.rewards import catalogue
from loyalty.features.rewards.models import ClaimCount, Kind, Reward, SingleGift, Voucher
from loyalty.rules.calendar import is_birth_month, malaysian_date, start_of
from loyalty.rules.rewards import Claimant, why_not_claimable

_VOUCHERS = Voucher.__table__.c
_REWARDS = Reward.__table__.c
_OPEN = _VOUCHERS.used_at.is_(None) & _VOUCHERS.cancelled_at.is_(None)
# So many members are looked at in one query.
AT_ONCE = 2_000


class DueVoucher(NamedTuple):
    """A voucher that its member gets a message about."""

    id: int
    member_id: int
    name: str
    kind: str
    expires_at: datetime


def _due(db: Session, *where: object) -> list[DueVoucher]:
    columns = (_VOUCHERS.id, _VOUCHERS.member_id, _VOUCHERS.name, _REWARDS.kind, _VOUCHERS.expires_at)
    query = select(*columns).join(Reward.__table__, _REWARDS.id == _VOUCHERS.reward_id)
    found = db.execute(query.where(_OPEN, *where).order_by(_VOUCHERS.id))  # type: ignore[arg-type]
    return [DueVoucher(*row) for row in found]


def ending(db: Session, at: datetime, days: int) -> list[DueVoucher]:
    """The open vouchers whose last Malaysian day is at most `days` after today.

    Without those that the member got in the day before: another message has just said how long they last.
    """
    until = start_of(malaysian_date(at) + timedelta(days=days + 1))
    is_ending = _VOUCHERS.expires_at > at, _VOUCHERS.expires_at <= until
    return _due(db, *is_ending, _VOUCHERS.created_at <= at - timedelta(days=1))


def usable(db: Session, at: datetime, since: datetime) -> list[DueVoucher]:
    """The open vouchers that were not usable when they were given, and are since then (spec 001 §1: the
    welcome voucher).
    """
    starts = _VOUCHERS.usable_from > _VOUCHERS.created_at, _VOUCHERS.usable_from <= at
    return _due(db, *starts, _VOUCHERS.usable_from > since, _VOUCHERS.expires_at > at)


def lapsed(db: Session, at: datetime, since: datetime) -> list[DueVoucher]:
    """The vouchers that ended unused since then."""
    return _due(db, _VOUCHERS.expires_at <= at, _VOUCHERS.expires_at > since)


def open_counts(db: Session, members: Sequence[int], at: datetime) -> dict[int, int]:
    """How many vouchers these members can use, by member; without those who have none."""
    query = select(_VOUCHERS.member_id, func.count()).where(
        _VOUCHERS.member_id.in_(members), _OPEN, _VOUCHERS.expires_at > at
    )
    return {member_id: count for member_id, count in db.execute(query.group_by(_VOUCHERS.member_id))}


def birthday_claimants(db: Session, at: datetime) -> list[int]:
    """The members whose birthday month it is and who can claim a birthday gift now."""
    people, today, found = records.PEOPLE.c, malaysian_date(at), []
    rewards = db.execute(select(*_REWARDS).where(_REWARDS.kind == Kind.BIRTHDAY, _REWARDS.is_active)).all()
    last = 0
    while rewards:
        query = select(*people).where(people.id > last).order_by(people.id).limit(AT_ONCE)
        some = db.execute(query).all()
        if not some:
            break
        last = some[-1].id
        born = [row for row in some if row.date_of_birth and is_birth_month(row.date_of_birth, today)]
        found += _can_claim(db, born, rewards, at)
    return found


def _can_claim(
    db: Session, people: Sequence[Row[object]], rewards: Sequence[catalogue.RewardRow], at: datetime
) -> list[int]:
    """Those of some people born in this month for whom one of these gifts is there."""
    year, ids = malaysian_date(at).year, [row.id for row in people]
    hashes = {PhoneNumber(row.calling_code, row.mobile_number).hash: row.id for row in people}
    counts, gifts = ClaimCount.__table__.c, SingleGift.__table__.c
    of_year = counts.member_id.in_(ids), counts.year == year
    claims = {
        (row.member_id, row.reward_id): row.claims
        for row in db.execute(select(counts.member_id, counts.reward_id, counts.claims).where(*of_year))
    }
    given = select(gifts.number_hash).where(
        gifts.kind == Kind.BIRTHDAY, gifts.number_hash.in_(hashes), gifts.year == year
    )
    had = {hashes[each] for each in db.scalars(given)}
    held = levels(db, ids, at)

    def is_there(person: Row[object]) -> bool:
        return any(
            why_not_claimable(
                catalogue.offer(reward),
                Claimant(
                    points=0,
                    level=held.get(person.id, 0),
                    date_of_birth=person.date_of_birth,
                    claims=claims.get((person.id, reward.id), 0),
                ),
                at,
            )
            is None
            for reward in rewards
        )

    return [person.id for person in people if person.id not in had and is_there(person)]
