"""Claiming: points become a voucher, in one short transaction."""

from dataclasses import dataclass
from datetime import datetime
from secrets import randbelow
from typing import Any

from sqlalchemy import Row, and_, insert, select
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.session import connection_of
from loyalty.db.tables import table_of
from loyalty.errors import Conflict
from loyalty.features.access.context import PhoneNumber
from loyalty.features.events import stream
from loyalty.features.members import changes, records
from loyalty.features.members.models import Member
from loyalty.features.points import ledger
from loyalty.features.rewards import catalogue, vouchers
from loyalty.features.rewards.catalogue import EVERY_YEAR, HELD_BY_MEMBER, REWARDS
from loyalty.features.rewards.models import Kind, Reward, Voucher
from loyalty.features.rewards.vouchers import VoucherColumns
from loyalty.rules.calendar import iso_utc
from loyalty.rules.cards import Draw, voucher_code
from loyalty.rules.events import EventType
from loyalty.rules.rewards import LIMIT_REACHED, SAME_CLAIM, Claimant, life_from, why_not_claimable


@dataclass(frozen=True)
class Claimed:
    """A member's new voucher, as `vouchers.as_columns` returns it, and the points that are left."""

    voucher: VoucherColumns
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
    reward, claimant = _look(db, account, reward_id, at)
    if repeats and (same := vouchers.made_since(db, member_id, reward_id, at - SAME_CLAIM)):
        return Claimed(vouchers.as_columns(vouchers.read(db, member_id, same, at)), account.balance)
    if reason := why_not_claimable(catalogue.offer(reward), claimant, at):
        raise Conflict(reason)
    voucher = create(db, reward, member_id, at, cost=reward.cost, draw=draw)
    if reward.kind == Kind.BIRTHDAY:
        year = catalogue.year_of(reward.kind, at)
        if not catalogue.grant_once(db, Kind.BIRTHDAY, _number_of(reward).hash, year, at):
            raise Conflict(LIMIT_REACHED)
    if reward.cost:
        source = ledger.Source("voucher", str(voucher["id"]))
        ledger.spend_from(db, account, reward.cost, source, reward.title, at)
    if reward.stock is not None:
        # The stock is locked last and for the shortest time.
        db.flush()
        catalogue.take_one(db, reward.id)
    return Claimed(voucher, account.balance)


def _look(db: Session, account: ledger.Account, reward_id: int, at: datetime) -> tuple[Row[Any], Claimant]:
    """A reward with the member of a locked account, and what decides whether they can claim it.

    Raises NotFound for a reward that cannot be claimed, and for a member who was erased.
    """
    members = table_of(Member).c
    query = (
        select(
            table_of(Reward),
            members.id.label("member_id"),
            members.calling_code,
            members.mobile_number,
            members.date_of_birth,
            HELD_BY_MEMBER.c.claims,
            HELD_BY_MEMBER.c.claims_this_year,
            HELD_BY_MEMBER.c.presented,
        )
        .select_from(table_of(Reward))
        .outerjoin(table_of(Member), and_(members.id == account.member_id, members.erased_at.is_(None)))
        .outerjoin(HELD_BY_MEMBER, HELD_BY_MEMBER.c.reward_id == REWARDS.id)
        .where(REWARDS.id == reward_id, REWARDS.kind.in_(catalogue.CLAIMED))
    )
    found = connection_of(db).execute(query, catalogue.whose(account.member_id, at)).one_or_none()
    if found is None:
        raise catalogue.unknown()
    if found.member_id is None:
        raise records.unknown()
    claimant = Claimant(
        points=account.balance,
        level=ledger.level_at(db, account, at),
        date_of_birth=found.date_of_birth,
        claims=catalogue.claims_of(found),
        has_presented=bool(found.presented),
    )
    return found, claimant


def create(
    db: Session,
    reward: Reward | Row[Any],
    member_id: int,
    at: datetime,
    *,
    cost: int = 0,
    draw: Draw = randbelow,
) -> VoucherColumns:
    """Write a new voucher of a reward; returns it as `vouchers.as_columns` does."""
    life = life_from(
        at,
        reward.valid_days,
        for_birthday=reward.kind == Kind.BIRTHDAY,
        next_day=reward.kind == Kind.WELCOME,
    )
    voucher = {
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
    db.flush()
    written: Any = connection_of(db).execute(insert(table_of(Voucher)), voucher)
    [voucher_id] = written.inserted_primary_key
    data = {
        "voucherId": voucher_id,
        "name": reward.title,
        "rewardId": reward.id,
        "kind": reward.kind,
        "cost": cost,
        "usableFrom": iso_utc(life.usable_from),
        "expiresAt": iso_utc(life.expires_at),
    }
    subject = f"voucher/{voucher_id}"
    stream.emit(db, EventType.VOUCHER_GIVEN, at, member_id=member_id, subject=subject, data=data)
    unset = dict.fromkeys(table_of(Voucher).c.keys())
    return {**unset, **voucher, **vouchers.shown_of(reward), "id": voucher_id, "read_at": at}


def grant_referral_voucher(db: Session, referee_id: int, draw: Draw = randbelow) -> None:
    """Grant this member's referrer the referral voucher in the caller's transaction, once for a referee
    (SECURITY.md I-13). A gift needs no lock of the referrer's account: it moves no points.
    """
    referee, gift = db.get_one(Member, referee_id), _gift(db, Kind.REFERRAL)
    referrer_id = referee.referrer_id
    if referrer_id is None or gift is None or not changes.is_member(db, referrer_id):
        return
    at = now(db)
    if catalogue.grant_once(db, Kind.REFERRAL, _number_of(referee).hash, EVERY_YEAR, at):
        create(db, gift, referrer_id, at, draw=draw)


def welcome(db: Session, member_id: int, draw: Draw = randbelow) -> int | None:
    """Grant a new member the welcome voucher in the caller's transaction; None when the number had one."""
    gift = _gift(db, Kind.WELCOME)
    if gift is None:
        return None
    number, at = _number_of(db.get_one(Member, member_id)), now(db)
    if not catalogue.grant_once(db, Kind.WELCOME, number.hash, EVERY_YEAR, at):
        return None
    voucher_id: int = create(db, gift, member_id, at, draw=draw)["id"]
    return voucher_id


def _number_of(member: Member | Row[Any]) -> PhoneNumber:
    return PhoneNumber(member.calling_code, member.mobile_number)


def _gift(db: Session, kind: Kind) -> Reward | None:
    """The active reward that is given of this kind."""
    query = select(Reward).where(Reward.kind == kind, Reward.is_active).order_by(Reward.id)
    return db.scalars(query.limit(1)).one_or_none()
