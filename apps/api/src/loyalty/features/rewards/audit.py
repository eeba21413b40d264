"""The audit of vouchers: payments, counters and uses agree with the vouchers there are."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sqlalchemy import String, and_, case, cast, func, or_, select
from sqlalchemy.orm import Session, aliased

from loyalty.db.tables import day_in_malaysia
from loyalty.features.members import changes
from loyalty.features.points.audit import Violation
from loyalty.features.points.entries import LedgerEntry
from loyalty.features.points.models import VOUCHER_SOURCE
from loyalty.features.rewards.claims import EVERY_YEAR
from loyalty.features.rewards.models import GivenGift, Reward, Voucher
from loyalty.rules.calendar import malaysian_date
from loyalty.rules.points import Action
from loyalty.rules.rewards import CLAIMABLE_KINDS, GIFT_KINDS, RewardKind

NOBODY = 0  # the programme's own mistake, not one member's


def violations(db: Session) -> Iterator[Violation]:
    """What breaks an invariant among rewards and vouchers (SECURITY.md I-5, I-6, I-8, I-9)."""
    yield from _debits(db)
    yield from _credits(db)
    yield from _gifts(db)
    yield from _ends(db)
    yield from _counts(db)


def _entries(action: Action) -> Any:
    """The entries of vouchers of an action, under a name of their own."""
    query = select(LedgerEntry).where(
        LedgerEntry.source_type == VOUCHER_SOURCE, LedgerEntry.action_id == action
    )
    return aliased(LedgerEntry, query.subquery())


def _debits(db: Session) -> Iterator[Violation]:
    """I-5: a voucher that cost points has exactly one debit of that many, and each debit has a voucher."""
    debits = _entries(Action.REDEEMED)
    paid_for = and_(debits.member_id == Voucher.member_id, debits.source_id == cast(Voucher.id, String))
    right = debits.delta == -Voucher.cost
    unpaid = (
        select(Voucher.id, Voucher.member_id, Voucher.cost)
        .outerjoin(debits, paid_for)
        .where(Voucher.cost > 0, or_(debits.delta.is_(None), ~right))
    )
    for row in db.execute(unpaid):
        yield Violation("I-5", row.member_id, f"voucher {row.id} was not paid with {row.cost} points")
    alone = (
        select(debits.source_id, debits.member_id)
        .outerjoin(Voucher, paid_for)
        .where(or_(Voucher.id.is_(None), Voucher.cost == 0))
    )
    for debit in db.execute(alone):
        sentence = f"points were spent on voucher {debit.source_id}, which cost none"
        yield Violation("I-5", debit.member_id, sentence)


def _credits(db: Session) -> Iterator[Violation]:
    """I-5: the points of a cancelled voucher went back once, and no others did; after an erasure none."""
    credits = _entries(Action.ADJUSTED_IN)
    went_back = and_(credits.member_id == Voucher.member_id, credits.source_id == cast(Voucher.id, String))
    right = credits.delta == Voucher.cost
    kept = (
        select(Voucher.id, Voucher.member_id, Voucher.cost)
        .outerjoin(credits, went_back)
        .where(Voucher.cancelled_at.is_not(None), Voucher.cost > 0, credits.delta.is_(None))
    )
    for row in db.execute(kept).all():
        if changes.is_member(db, row.member_id):
            sentence = f"voucher {row.id} was cancelled and its {row.cost} points were kept"
            yield Violation("I-5", row.member_id, sentence)
    wrong = (
        select(credits.source_id, credits.member_id)
        .outerjoin(Voucher, went_back)
        .where(or_(Voucher.id.is_(None), Voucher.cancelled_at.is_(None), ~right))
    )
    for credit in db.execute(wrong):
        sentence = f"points went back for voucher {credit.source_id}, not as they were paid"
        yield Violation("I-5", credit.member_id, sentence)


def _gifts(db: Session) -> Iterator[Violation]:
    """I-9, I-13: the welcome voucher once a number, the birthday gift once a year, the referral voucher once
    a referee; each with its GivenGift.
    """
    query = (
        select(Voucher.member_id, Voucher.created_at, Reward.kind)
        .join(Reward, Reward.id == Voucher.reward_id)
        .where(Reward.kind.in_((RewardKind.BIRTHDAY, *GIFT_KINDS)))
    )
    given: Counter[tuple[str, int]] = Counter()
    held: Counter[tuple[str, int, int]] = Counter()
    for row in db.execute(query):
        year = malaysian_date(row.created_at).year if row.kind == RewardKind.BIRTHDAY else EVERY_YEAR
        given[row.kind, year] += 1
        held[row.kind, year, row.member_id] += 1
    for (kind, year, member_id), times in held.items():
        if times > 1 and kind != RewardKind.REFERRAL:
            when = f" in {year}" if year else ""
            yield Violation("I-9", member_id, f"{times} {kind} vouchers{when}")
    noted = {
        (row.kind, row.year): row.notes
        for row in db.execute(
            select(GivenGift.kind, GivenGift.year, func.count().label("notes")).group_by(
                GivenGift.kind, GivenGift.year
            )
        )
    }
    for (kind, year), times in given.items():
        if times > noted.get((kind, year), 0):
            rule = "I-13" if kind == RewardKind.REFERRAL else "I-9"
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
    """I-8: nobody has more vouchers of a reward than its limit, and its stock is what was taken of it."""
    year = func.substr(day_in_malaysia(db, Voucher.created_at), 1, 4)
    within = case((Reward.kind == RewardKind.BIRTHDAY, year), else_="")
    beyond = (
        select(Voucher.member_id, Voucher.reward_id)
        .join(Reward, Reward.id == Voucher.reward_id)
        .where(Reward.kind.in_(CLAIMABLE_KINDS))
        .group_by(Voucher.member_id, Voucher.reward_id, within, Reward.member_limit)
        .having(func.count() > Reward.member_limit)
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
