"""Claiming: points become a voucher, in one short transaction, or nothing happens at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from secrets import randbelow

from sqlalchemy.orm import Session

from loyalty.db.once import Answer, Key, once
from loyalty.features.access.service import PhoneNumber
from loyalty.features.points import service as points
from loyalty.features.rewards import catalogue, counts, vouchers
from loyalty.features.rewards.claim_facts import look
from loyalty.features.rewards.issuing import make
from loyalty.features.rewards.models import Kind
from loyalty.features.rewards.voucher_facts import VoucherFacts
from loyalty.rules.cards import Draw
from loyalty.rules.rewards import OFTEN_ENOUGH, SAME_CLAIM, Claimant, why_not_claimable


@dataclass(frozen=True)
class Claimed:
    """A voucher that a member just got, and the points she has left."""

    voucher: VoucherFacts
    points: int


Spell = Callable[[Claimed], tuple[int, object]]


def claim(member_id: int, reward_id: int, key: Key | None, spell: Spell) -> Answer:
    """Claim a reward for a member; `spell` writes the answer that a repetition of `key` gets again.

    Without a key, a claim of the same reward within ten seconds is the first one over again. Raises
    NotFound, or Conflict with the reason why not.
    """
    return once(key, lambda db: claim_in(db, member_id, reward_id, repeats=key is None), spell)


def claim_in(
    db: Session, member_id: int, reward_id: int, *, repeats: bool = False, draw: Draw = randbelow
) -> Claimed:
    """Claim inside the caller's transaction; `repeats` takes a second claim at once for the first."""
    # The account first: one claim of a member at a time, and claims of others do not wait here.
    account, at = points.lock_now(db, member_id)
    reward = look(db, member_id, reward_id, at)
    if repeats and (same := vouchers.made_since(db, member_id, reward_id, at - SAME_CLAIM)):
        return Claimed(vouchers.read(db, member_id, same), account.balance)
    for_birthday = reward.kind == Kind.BIRTHDAY
    claimant = Claimant(
        points=account.balance,
        level=account.tier_level,
        date_of_birth=reward.member_date_of_birth,
        claims=reward.claims,
        has_presented=reward.has_presented,
    )
    if reason := why_not_claimable(catalogue.offer(reward), claimant, at):
        raise counts.refused(reason)
    # What many may want at once is locked last and for the shortest time.
    voucher = make(db, reward, member_id, at, cost=reward.cost, draw=draw)
    counts.count_claim(db, reward, member_id, at)
    if for_birthday:
        number = PhoneNumber(reward.member_calling_code, reward.member_mobile_number)
        if not counts.give_once(db, Kind.BIRTHDAY, number.hash, counts.year_of(reward.kind, at), at):
            raise counts.refused(OFTEN_ENOUGH)
    if reward.cost:
        source = points.Source("voucher", str(voucher.id))
        points.spend_from(db, account, reward.cost, source, reward.title, at)
    counts.take_one(db, reward)
    return Claimed(voucher, account.balance)
