"""Claiming: points become a voucher, in one short transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from secrets import randbelow

from sqlalchemy import bindparam, case, exists, func, insert, select
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.tables import BigInt, UtcDateTime, table_of
from loyalty.features.access.context import PhoneNumber
from loyalty.features.members import changes, records
from loyalty.features.points import ledger
from loyalty.features.rewards import catalogue, vouchers
from loyalty.features.rewards.catalogue import EVERY_YEAR, RewardRow
from loyalty.features.rewards.models import ClaimCount, Kind, Reward, Voucher
from loyalty.features.rewards.vouchers import REWARD_COLUMNS, VoucherRow
from loyalty.rules.calendar import iso_utc, malaysian_date
from loyalty.rules.cards import Draw, voucher_code
from loyalty.rules.events import EventType
from loyalty.rules.rewards import LIMIT_REACHED, SAME_CLAIM, Claimant, life_from, why_not_claimable

_REWARDS = Reward.__table__.c
_COUNTS = ClaimCount.__table__.c
_VOUCHERS = Voucher.__table__.c
_WHO = bindparam("of_member", type_=BigInt)
_YEAR = bindparam("this_year", type_=BigInt)
_CLAIMS = (
    select(_COUNTS.claims)
    .where(
        _COUNTS.reward_id == _REWARDS.id,
        _COUNTS.member_id == _WHO,
        _COUNTS.year == case((_REWARDS.kind == Kind.BIRTHDAY, _YEAR), else_=EVERY_YEAR),
    )
    .correlate(Reward.__table__)
    .scalar_subquery()
)
_SHOWS_ONE = exists().where(
    _VOUCHERS.member_id == _WHO,
    _VOUCHERS.reward_id == _REWARDS.id,
    _VOUCHERS.used_at.is_(None),
    _VOUCHERS.cancelled_at.is_(None),
    _VOUCHERS.present_until > bindparam("at", type_=UtcDateTime()),
)
# One statement instead of four: statements are the cost of a claim.
_LOOK = (
    select(
        *_REWARDS,
        *(column.label(f"member_{column.name}") for column in records.PEOPLE.c),
        func.coalesce(_CLAIMS, 0).label("claims"),
        _SHOWS_ONE.label("has_presented"),
    )
    .join_from(Reward.__table__, records.PEOPLE, records.PEOPLE.c.id == _WHO, isouter=True)
    .where(_REWARDS.id == bindparam("of_reward"))
)


def look(db: Session, member_id: int, reward_id: int, at: datetime) -> RewardRow:
    """A reward's row with the member's columns, how often they claimed it (`claims`), and `has_presented`.

    Raises NotFound for a reward that cannot be claimed, and for an unknown member.
    """
    who = {"of_member": member_id, "of_reward": reward_id, "this_year": malaysian_date(at).year, "at": at}
    found = db.execute(_LOOK, who).first()
    if found is None or found.kind not in catalogue.CLAIMED:
        raise catalogue.unknown()
    if found.member_id is None:
        raise records.unknown()
    return found


# The new voucher comes back as `vouchers.read` gives it: its columns, those of its reward, and the moment.
_INSERT = insert(table_of(Voucher)).returning(
    *_VOUCHERS,
    *(bindparam(f"reward_{each.name}", type_=each.type).label(each.name) for each in REWARD_COLUMNS),
    bindparam("at", type_=UtcDateTime()).label("read_at"),
)


def create(
    db: Session, reward: RewardRow, member_id: int, at: datetime, *, cost: int = 0, draw: Draw = randbelow
) -> VoucherRow:
    """Write a new voucher of a reward; gives it as `vouchers.read` would."""
    life = life_from(
        at,
        reward.valid_days,
        for_birthday=reward.kind == Kind.BIRTHDAY,
        next_day=reward.kind == Kind.WELCOME,
    )
    row = {
        "member_id": member_id,
        "reward_id": reward.id,
        "code": voucher_code(draw),
        "name": reward.title,
        "cost": cost,
        "discount_sen": reward.discount_sen,
        "min_spend_sen": reward.min_spend_sen,
        "outlet_ids": reward.outlet_ids,
        "usable_from": life.usable_from,
        "expires_at": life.expires_at,
        "created_at": at,
        "updated_at": at,
    }
    of_reward = {f"reward_{each.name}": getattr(reward, each.name) for each in REWARD_COLUMNS}
    voucher = db.execute(_INSERT, {**row, **of_reward, "at": at}).one()
    data = {
        "rewardId": reward.id,
        "kind": reward.kind,
        "cost": cost,
        "usableFrom": iso_utc(life.usable_from),
        "expiresAt": iso_utc(life.expires_at),
    }
    vouchers.emit(EventType.VOUCHER_GIVEN, voucher, at, data)
    return voucher


@dataclass(frozen=True)
class Claimed:
    """A member's new voucher, and the points that are left."""

    voucher: VoucherRow
    points: int


def claim(
    db: Session, member_id: int, reward_id: int, *, repeats: bool = False, draw: Draw = randbelow
) -> Claimed:
    """Claim a reward for a member, in the caller's transaction.

    With `repeats` a claim of the same reward within ten seconds is taken for the first one. Raises NotFound,
    or Conflict with the reason why not.
    """
    # The account is locked first: one claim of a member at a time; other members do not wait.
    account, at = ledger.lock_now(db, member_id)
    reward = look(db, member_id, reward_id, at)
    if repeats and (same := vouchers.made_since(db, member_id, reward_id, at - SAME_CLAIM)):
        return Claimed(vouchers.read(db, member_id, same, at), account.balance)
    for_birthday = reward.kind == Kind.BIRTHDAY
    claimant = Claimant(
        points=account.balance,
        level=ledger.level_at(db, account, at),
        date_of_birth=reward.member_date_of_birth,
        claims=reward.claims,
        has_presented=reward.has_presented,
    )
    if reason := why_not_claimable(catalogue.offer(reward), claimant, at):
        raise catalogue.refused(reason)
    # The stock is locked last and for the shortest time.
    voucher = create(db, reward, member_id, at, cost=reward.cost, draw=draw)
    catalogue.count_claim(db, reward, member_id, at)
    if for_birthday:
        number = PhoneNumber(reward.member_calling_code, reward.member_mobile_number)
        if not catalogue.give_once(db, Kind.BIRTHDAY, number.hash, catalogue.year_of(reward.kind, at), at):
            raise catalogue.refused(LIMIT_REACHED)
    if reward.cost:
        source = ledger.Source("voucher", str(voucher.id))
        ledger.spend_from(db, account, reward.cost, source, reward.title, at)
    if reward.stock is not None:
        catalogue.take_one(db, reward.id)
    return Claimed(voucher, account.balance)


def thank_for(db: Session, referee_id: int, draw: Draw = randbelow) -> None:
    """Give this member's referrer the referral voucher in the caller's transaction, once for a referee
    (docs/promises.md I-13). A gift needs no lock of the referrer's account: it moves no points.
    """
    referee, gift = records.record(db, referee_id), _gift(db, Kind.REFERRAL)
    referrer_id = referee.referrer_id
    if referrer_id is None or gift is None or not changes.is_member(db, referrer_id):
        return
    number, at = PhoneNumber(referee.calling_code, referee.mobile_number), now(db)
    if catalogue.give_once(db, Kind.REFERRAL, number.hash, EVERY_YEAR, at):
        create(db, gift, referrer_id, at, draw=draw)


def welcome(db: Session, member_id: int, draw: Draw = randbelow) -> int | None:
    """Give a new member the welcome voucher in the caller's transaction; None when the number had one."""
    gift = _gift(db, Kind.WELCOME)
    if gift is None:
        return None
    person, at = records.record(db, member_id), now(db)
    number = PhoneNumber(person.calling_code, person.mobile_number)
    if not catalogue.give_once(db, Kind.WELCOME, number.hash, EVERY_YEAR, at):
        return None
    return int(create(db, gift, member_id, at, draw=draw).id)


def _gift(db: Session, kind: Kind) -> RewardRow | None:
    """The active reward that is given of this kind."""
    query = select(*_REWARDS).where(_REWARDS.kind == kind, _REWARDS.is_active).order_by(_REWARDS.id)
    return db.execute(query).first()
