"""What the scheduler finds once a day: vouchers that end, lapse or become usable, and birthday gifts."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from loyalty.features.access.context import PhoneNumber
from loyalty.features.members.models import Member
from loyalty.features.points.ledger import levels
from loyalty.features.rewards.models import GivenGift, Reward, Voucher
from loyalty.rules.calendar import is_birth_month, malaysian_date, start_of
from loyalty.rules.rewards import Claimant, RewardKind, why_not_claimable

_OPEN = Voucher.used_at.is_(None) & Voucher.cancelled_at.is_(None)
# So many members are looked at in one query.
AT_ONCE = 2_000


class DueVoucher(NamedTuple):
    """A voucher that its member gets a message about."""

    id: int
    member_id: int
    name: str
    kind: str
    expires_at: datetime


def _due(db: Session, *conditions: ColumnElement[bool]) -> list[DueVoucher]:
    query = (
        select(Voucher.id, Voucher.member_id, Voucher.name, Reward.kind, Voucher.expires_at)
        .join(Reward, Reward.id == Voucher.reward_id)
        .where(_OPEN, *conditions)
        .order_by(Voucher.id)
    )
    return [DueVoucher(**row) for row in db.execute(query).mappings()]


def ending(db: Session, at: datetime, days: int) -> list[DueVoucher]:
    """The open vouchers whose last Malaysian day is at most `days` after today.

    Without those that the member got in the day before: another message has just said how long they last.
    """
    until = start_of(malaysian_date(at) + timedelta(days=days + 1))
    day_before = at - timedelta(days=1)
    return _due(db, Voucher.expires_at > at, Voucher.expires_at <= until, Voucher.created_at <= day_before)


def usable(db: Session, at: datetime, since: datetime) -> list[DueVoucher]:
    """The open vouchers that became usable since then, later than they were given (spec 001 §1)."""
    return _due(
        db,
        Voucher.usable_from > Voucher.created_at,
        Voucher.usable_from <= at,
        Voucher.usable_from > since,
        Voucher.expires_at > at,
    )


def lapsed(db: Session, at: datetime, since: datetime) -> list[DueVoucher]:
    """The vouchers that ended unused since then."""
    return _due(db, Voucher.expires_at <= at, Voucher.expires_at > since)


def open_counts(db: Session, members: Sequence[int], at: datetime) -> dict[int, int]:
    """How many vouchers these members can use, by member; without those who have none."""
    query = select(Voucher.member_id, func.count()).where(
        Voucher.member_id.in_(members), _OPEN, Voucher.expires_at > at
    )
    return {member_id: count for member_id, count in db.execute(query.group_by(Voucher.member_id))}


def birthday_claimants(db: Session, at: datetime) -> list[int]:
    """The members whose birthday month it is and who can claim a birthday gift now."""
    today, found = malaysian_date(at), list[int]()
    rewards = db.scalars(select(Reward).where(Reward.kind == RewardKind.BIRTHDAY, Reward.is_active)).all()
    columns = Member.id, Member.date_of_birth, Member.calling_code, Member.mobile_number
    last = 0
    while rewards:
        query = select(*columns).where(Member.id > last, Member.erased_at.is_(None))
        some = db.execute(query.order_by(Member.id).limit(AT_ONCE)).all()
        if not some:
            break
        last = some[-1].id
        born = [row for row in some if row.date_of_birth and is_birth_month(row.date_of_birth, today)]
        found += _can_claim(db, born, rewards, at)
    return found


def _can_claim(db: Session, people: Sequence[Any], rewards: Sequence[Reward], at: datetime) -> list[int]:
    """Those of some people born in this month for whom one of these gifts is there."""
    year, ids = malaysian_date(at).year, [row.id for row in people]
    hashes = {PhoneNumber(row.calling_code, row.mobile_number).hash: row.id for row in people}
    this_year = Voucher.created_at >= start_of(date(year, 1, 1))
    counts = (
        select(Voucher.member_id, Voucher.reward_id, func.count())
        .where(Voucher.member_id.in_(ids), Voucher.reward_id.in_([each.id for each in rewards]), this_year)
        .group_by(Voucher.member_id, Voucher.reward_id)
    )
    claims = {(member_id, reward_id): count for member_id, reward_id, count in db.execute(counts)}
    given = select(GivenGift.number_hash).where(
        GivenGift.kind == RewardKind.BIRTHDAY, GivenGift.number_hash.in_(hashes), GivenGift.year == year
    )
    had = {hashes[each] for each in db.scalars(given)}
    held = levels(db, ids, at)

    def is_there(person: Any) -> bool:
        return any(
            why_not_claimable(
                reward,
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
