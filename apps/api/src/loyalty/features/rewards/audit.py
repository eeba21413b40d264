"""The audit of vouchers: payments, counters and uses agree with the vouchers there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sqlalchemy import String, and_, cast, func, or_, select
from sqlalchemy.orm import Session

from loyalty.features.members import changes
from loyalty.features.points.audit import Violation
from loyalty.features.points.ledger import CREDITS, DEBITS
from loyalty.features.rewards.catalogue import year_of
from loyalty.features.rewards.models import ClaimCount, Kind, Reward, SingleGift, Voucher

SOURCE = "voucher"
NOBODY = 0  # the programme's own mistake, not one member's


def violations(db: Session) -> Iterator[Violation]:
    """What breaks an invariant among rewards and vouchers (docs/promises.md I-5, I-6, I-8, I-9)."""
    yield from _debits(db)
    yield from _credits(db)
    yield from _gifts(db)
    yield from _ends(db)
    yield from _counts(db)


def _debits(db: Session) -> Iterator[Violation]:
    """I-5: a voucher that cost points has exactly one debit of that many, and each debit has a voucher."""
    its = and_(DEBITS.c.member_id == Voucher.member_id, DEBITS.c.source_id == cast(Voucher.id, String))
    paid_for = and_(DEBITS.c.source_type == SOURCE, its)
    right = DEBITS.c.delta == -Voucher.cost
    unpaid = (
        select(Voucher.id, Voucher.member_id, Voucher.cost)
        .outerjoin(DEBITS, paid_for)
        .where(Voucher.cost > 0, or_(DEBITS.c.delta.is_(None), ~right))
    )
    for row in db.execute(unpaid):
        yield Violation("I-5", row.member_id, f"voucher {row.id} was not paid with {row.cost} points")
    alone = (
        select(DEBITS.c.source_id, DEBITS.c.member_id)
        .outerjoin(Voucher, its)
        .where(DEBITS.c.source_type == SOURCE, or_(Voucher.id.is_(None), Voucher.cost == 0))
    )
    for debit in db.execute(alone):
        sentence = f"points were spent on voucher {debit.source_id}, which cost none"
        yield Violation("I-5", debit.member_id, sentence)


def _credits(db: Session) -> Iterator[Violation]:
    """I-5: the points of a cancelled voucher went back once, and no others did; after an erasure none."""
    its = and_(CREDITS.c.member_id == Voucher.member_id, CREDITS.c.source_id == cast(Voucher.id, String))
    went_back = and_(CREDITS.c.source_type == SOURCE, its)
    right = CREDITS.c.delta == Voucher.cost
    kept = (
        select(Voucher.id, Voucher.member_id, Voucher.cost)
        .outerjoin(CREDITS, went_back)
        .where(Voucher.cancelled_at.is_not(None), Voucher.cost > 0, CREDITS.c.delta.is_(None))
    )
    for row in db.execute(kept).all():
        if changes.is_member(db, row.member_id):
            sentence = f"voucher {row.id} was cancelled and its {row.cost} points were kept"
            yield Violation("I-5", row.member_id, sentence)
    wrong = (
        select(CREDITS.c.source_id, CREDITS.c.member_id)
        .outerjoin(Voucher, its)
        .where(
            CREDITS.c.source_type == SOURCE, or_(Voucher.id.is_(None), Voucher.cancelled_at.is_(None), ~right)
        )
    )
    for credit in db.execute(wrong):
        sentence = f"points went back for voucher {credit.source_id}, not as they were paid"
        yield Violation("I-5", credit.member_id, sentence)


def _gifts(db: Session) -> Iterator[Violation]:
    """I-9, I-13: the welcome voucher once a number, the birthday gift once a year, the referral voucher once
    a referee; each with its SingleGift.
    """
    kinds = (Kind.WELCOME, Kind.BIRTHDAY, Kind.REFERRAL)
    query = (
        select(Voucher.member_id, Voucher.created_at, Reward.kind)
        .join(Reward, Reward.id == Voucher.reward_id)
        .where(Reward.kind.in_(kinds))
    )
    given: Counter[tuple[str, int]] = Counter()
    held: Counter[tuple[str, int, int]] = Counter()
    for row in db.execute(query):
        year = year_of(row.kind, row.created_at)
        given[row.kind, year] += 1
        held[row.kind, year, row.member_id] += 1
    for (kind, year, member_id), times in held.items():
        if times > 1 and kind != Kind.REFERRAL:
            when = f" in {year}" if year else ""
            yield Violation("I-9", member_id, f"{times} {kind} vouchers{when}")
    noted = {
        (row.kind, row.year): row.notes
        for row in db.execute(
            select(SingleGift.kind, SingleGift.year, func.count().label("notes")).group_by(
                SingleGift.kind, SingleGift.year
            )
        )
    }
    for (kind, year), times in given.items():
        if times > noted.get((kind, year), 0):
            rule = "I-13" if kind == Kind.REFERRAL else "I-9"
            sentence = f"{times} {kind} vouchers, {noted.get((kind, year), 0)} numbers they were given to"
            yield Violation(rule, NOBODY, sentence)


def _ends(db: Session) -> Iterator[Violation]:
    """I-6: a voucher ends once, in its life, at an outlet."""
    wrong = or_(
        and_(Voucher.used_at.is_not(None), Voucher.cancelled_at.is_not(None)),
        and_(Voucher.used_at.is_not(None), Voucher.outlet_id.is_(None)),
        Voucher.used_at >= Voucher.expires_at,
        Voucher.used_at < Voucher.usable_from,
    )
    for row in db.execute(select(Voucher.id, Voucher.member_id).where(wrong)):
        yield Violation("I-6", row.member_id, f"voucher {row.id} ended as none can")


def _counts(db: Session) -> Iterator[Violation]:
    """I-8: the counters are the numbers of vouchers, and none is above its limit."""
    held = (
        select(Voucher.reward_id, Voucher.member_id, func.count().label("held"))
        .group_by(Voucher.reward_id, Voucher.member_id)
        .subquery()
    )
    counted = (
        select(ClaimCount.reward_id, ClaimCount.member_id, func.sum(ClaimCount.claims).label("counted"))
        .group_by(ClaimCount.reward_id, ClaimCount.member_id)
        .subquery()
    )
    same = and_(counted.c.reward_id == held.c.reward_id, counted.c.member_id == held.c.member_id)
    query = (
        select(held, counted.c.counted)
        .join(Reward, Reward.id == held.c.reward_id)
        .outerjoin(counted, same)
        .where(Reward.kind.in_(("points", "birthday", "membership")))
        .where(or_(counted.c.counted.is_(None), counted.c.counted != held.c.held))
    )
    for row in db.execute(query):
        sentence = f"reward {row.reward_id}: {row.held} vouchers, {row.counted or 0} claims counted"
        yield Violation("I-8", row.member_id, sentence)
    beyond = (
        select(ClaimCount.member_id, ClaimCount.reward_id)
        .join(Reward, Reward.id == ClaimCount.reward_id)
        .where(ClaimCount.claims > Reward.member_limit)
    )
    for row in db.execute(beyond):
        yield Violation("I-8", row.member_id, f"reward {row.reward_id} was claimed beyond its limit")
    of_reward = select(Voucher.reward_id, func.count()).group_by(Voucher.reward_id)
    made = {reward_id: count for reward_id, count in db.execute(of_reward)}
    stocks = select(Reward.id, Reward.claimed).where(Reward.stock.is_not(None))
    for row in db.execute(stocks):
        vouchers = made.get(row.id, 0)
        if row.claimed != vouchers:
            sentence = f"reward {row.id}: {vouchers} vouchers, {row.claimed} taken from its stock"
            yield Violation("I-8", NOBODY, sentence)
