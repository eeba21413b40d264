"""Claiming and giving: a member gets a voucher, in one short transaction."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, bindparam, insert, or_, select, update
from sqlalchemy.orm import Session

from loyalty.db.clock import now
from loyalty.db.inserts import insert_or_ignore
from loyalty.db.session import rows_changed
from loyalty.errors import Conflict
from loyalty.features.access.context import PhoneNumber
from loyalty.features.members import changes, records
from loyalty.features.members.models import Member
from loyalty.features.points import ledger
from loyalty.features.points.models import VOUCHER_SOURCE
from loyalty.features.rewards import catalogue, vouchers
from loyalty.features.rewards.catalogue import CatalogueReward
from loyalty.features.rewards.models import GivenGift, Reward, Voucher
from loyalty.rules.calendar import iso_utc, malaysian_date
from loyalty.rules.cards import voucher_code
from loyalty.rules.codes import Code
from loyalty.rules.events import EventType
from loyalty.rules.rewards import (
    CLAIMABLE_KINDS,
    SAME_CLAIM,
    Claimant,
    RewardKind,
    validity,
    why_not_claimable,
)

EVERY_YEAR = 0
_REWARDS, _MEMBERS = Reward.__table__, Member.__table__
# Made once, as those of the catalogue: a reward, and of the member, where there is one, what decides whether
# they get it.
_CLAIM = (
    catalogue.REWARDS.add_columns(
        _MEMBERS.c.id.label("found_id"),
        _MEMBERS.c.calling_code,
        _MEMBERS.c.mobile_number,
        _MEMBERS.c.date_of_birth,
    )
    .outerjoin(_MEMBERS, (_MEMBERS.c.id == bindparam("member_id")) & _MEMBERS.c.erased_at.is_(None))
    .where(_REWARDS.c.id == bindparam("reward_id"))
)


@dataclass(frozen=True)
class ClaimResult:
    """A member's new voucher with its reward, the points that are left, and the moment of the claim."""

    voucher: Voucher | Row[Any]
    reward: CatalogueReward
    points: int
    at: datetime


def claim(db: Session, member_id: int, reward_id: int, *, repeats: bool = False) -> ClaimResult:
    """Claim a reward for a member, in the caller's transaction.

    With `repeats` a claim of the same reward within ten seconds is taken for the first one. Raises NotFound,
    or Conflict with the reason why not.
    """
    # The account is locked first: one claim of a member at a time; other members do not wait.
    account, at = ledger.lock(db, member_id)
    row = db.execute(_CLAIM, {**catalogue.held_by(member_id, at), "reward_id": reward_id}).one_or_none()
    if row is None or row.kind not in CLAIMABLE_KINDS:
        raise catalogue.unknown()
    *columns, found_id, calling_code, mobile_number, date_of_birth = row
    reward: Any = CatalogueReward._make(columns)
    if found_id is None:
        raise records.unknown()
    if repeats and (same := vouchers.made_since(db, member_id, reward_id, at - SAME_CLAIM)):
        return ClaimResult(same, reward, account.balance, at)
    claimant = Claimant(
        points=account.balance,
        level=ledger.level_at(db, account, at),
        date_of_birth=date_of_birth,
        claims=catalogue.claims_of(reward.kind, reward),
        has_presented=bool(reward.presented),
    )
    if reason := why_not_claimable(reward, claimant, at):
        raise Conflict(reason)
    voucher = create(db, reward, member_id, at, cost=reward.cost)
    if reward.kind == RewardKind.BIRTHDAY:
        year = malaysian_date(at).year
        number = PhoneNumber(calling_code, mobile_number)
        if not _give_once(db, RewardKind.BIRTHDAY, number, year, at):
            raise Conflict(Code.LIMIT_REACHED)
    if reward.cost:
        source = ledger.Source(VOUCHER_SOURCE, str(voucher.id))
        ledger.spend(db, account, reward.cost, source, reward.title, at)
    if reward.stock is not None:
        # The stock is locked last and for the shortest time.
        is_left = or_(Reward.stock.is_(None), Reward.claimed < Reward.stock)  # None: lifted meanwhile
        left = update(Reward).where(Reward.id == reward_id, is_left)
        if not rows_changed(db, left.values(claimed=Reward.claimed + 1)):
            raise Conflict(Code.OUT_OF_STOCK)
    return ClaimResult(voucher, reward, account.balance, at)


def create(
    db: Session, reward: Reward | CatalogueReward, member_id: int, at: datetime, *, cost: int = 0
) -> Row[Any]:
    """Write a new voucher of a reward, and its event; returns its row, with all columns."""
    usable_from, expires_at = validity(reward.kind, reward.valid_days, at)
    row = {
        "member_id": member_id,
        "reward_id": reward.id,
        "code": voucher_code(),
        "name": reward.title,
        "cost": cost,
        "discount_sen": reward.discount_sen,
        "min_spend_sen": reward.min_spend_sen,
        "outlet_ids": reward.outlet_ids,
        "usable_from": usable_from,
        "expires_at": expires_at,
        "created_at": at,
        "updated_at": at,
    }
    voucher = db.execute(insert(Voucher.__table__).returning(Voucher.__table__), row).one()
    data = {
        "rewardId": reward.id,
        "kind": reward.kind,
        "cost": cost,
        "usableFrom": iso_utc(usable_from),
        "expiresAt": iso_utc(expires_at),
    }
    vouchers.emit(db, EventType.VOUCHER_GIVEN, voucher, at, data)
    return voucher


def grant_referral_voucher(db: Session, referee_id: int) -> None:
    """Grant this member's referrer the referral voucher in the caller's transaction, once for a referee
    (SECURITY.md I-13). A gift needs no lock of the referrer's account: it moves no points.
    """
    referee, gift = db.get_one(Member, referee_id), _gift(db, RewardKind.REFERRAL)
    referrer_id = referee.referrer_id
    if referrer_id is None or gift is None or not changes.is_member(db, referrer_id):
        return
    at, number = now(db), PhoneNumber(referee.calling_code, referee.mobile_number)
    if _give_once(db, RewardKind.REFERRAL, number, EVERY_YEAR, at):
        create(db, gift, referrer_id, at)


def welcome(db: Session, member_id: int) -> Row[Any] | None:
    """Grant a new member the welcome voucher in the caller's transaction; None when the number had one."""
    gift = _gift(db, RewardKind.WELCOME)
    if gift is None:
        return None
    at, member = now(db), db.get_one(Member, member_id)
    number = PhoneNumber(member.calling_code, member.mobile_number)
    if not _give_once(db, RewardKind.WELCOME, number, EVERY_YEAR, at):
        return None
    return create(db, gift, member_id, at)


def _give_once(db: Session, kind: RewardKind, number: PhoneNumber, year: int, at: datetime) -> bool:
    """Note that a member's number gets this gift; False when it had it before, also under another member
    (I-9).
    """
    row = {"kind": kind, "number_hash": number.hash, "year": year, "given_at": at}
    return insert_or_ignore(db, GivenGift, row)


def _gift(db: Session, kind: RewardKind) -> Reward | None:
    """The active reward that is given of this kind."""
    query = select(Reward).where(Reward.kind == kind, Reward.is_active).order_by(Reward.id)
    return db.scalars(query.limit(1)).one_or_none()
