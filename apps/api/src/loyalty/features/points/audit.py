"""The audit of the ledger: reads it once, in order, and reports violations."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import String, and_, case, cast, func, or_, select
from sqlalchemy.orm import Session, aliased

from loyalty import config
from loyalty.features.points.entries import LedgerEntry
from loyalty.features.points.models import BILL_SOURCE, Bill, MovedAlone, PointAccount
from loyalty.features.tiers import tiers as tier_queries
from loyalty.rules.ledger import Finding, Replay
from loyalty.rules.points import SOURCES, Action
from loyalty.rules.tiers import Tier

_ACCOUNTS_AT_ONCE = 200


@dataclass(frozen=True)
class Violation:
    """One invariant (SECURITY.md) that one member's ledger breaks, and how."""

    invariant: str
    member_id: int
    sentence: str


def violations(db: Session) -> Iterator[Violation]:
    """What breaks an invariant, each invariant once for each member; nothing at all when the ledger is right.

    It holds a page of accounts in memory, however long the ledger is.
    """
    ladder = tier_queries.ladder(db)
    for member_id, rows in groupby(_rows(db), key=lambda row: row[0].member_id):
        reported: set[str] = set()
        for invariant, sentence in _findings(rows, ladder):
            if invariant not in reported:
                reported.add(invariant)
                yield Violation(invariant, member_id, sentence)


@dataclass(frozen=True)
class Head:
    """A member's chain at a moment: how many entries it had, their sum, and the seal of the newest."""

    member_id: int
    seq: int
    moved: int
    seal: str


def last_entry(db: Session, until: datetime) -> int:
    """The id of the newest entry of the ledger until a moment, 0 without any."""
    return db.scalar(select(func.max(LedgerEntry.id)).where(LedgerEntry.created_at <= until)) or 0


def heads(db: Session, last: int) -> Iterator[Head]:
    """Every chain at the time when the entry `last` was the newest, by the member's id."""
    following = aliased(LedgerEntry)
    ids = select(PointAccount.member_id).order_by(PointAccount.member_id).limit(_ACCOUNTS_AT_ONCE)
    after = 0
    while page := db.scalars(ids.where(PointAccount.member_id > after)).all():
        then = (
            select(
                LedgerEntry.member_id,
                func.max(LedgerEntry.seq).label("seq"),
                func.sum(LedgerEntry.delta).label("moved"),
            )
            .where(LedgerEntry.id <= last, LedgerEntry.member_id.in_(page))
            .group_by(LedgerEntry.member_id)
            .subquery()
        )
        its_next = and_(following.member_id == then.c.member_id, following.seq == then.c.seq + 1)
        query = (
            select(then, func.coalesce(following.seal_before, PointAccount.head))
            .join_from(then, PointAccount, PointAccount.member_id == then.c.member_id)
            .outerjoin(following, its_next)
            .order_by(then.c.member_id)
        )
        for member_id, seq, moved, sealed in db.execute(query):
            yield Head(member_id, seq, int(moved), sealed)
        after = page[-1]


def _rows(db: Session) -> Iterator[tuple[PointAccount, LedgerEntry | None]]:
    """Every account with each of its entries, in order; one without entries comes with None.

    By pages of whole accounts: each page is one statement, so one moment, and short.
    """
    query = (
        select(PointAccount, LedgerEntry)
        .outerjoin(LedgerEntry, LedgerEntry.member_id == PointAccount.member_id)
        .order_by(PointAccount.member_id, LedgerEntry.seq)
        .execution_options(populate_existing=True)
    )
    ids = select(PointAccount.member_id).order_by(PointAccount.member_id).limit(_ACCOUNTS_AT_ONCE)
    last = 0
    while page := db.execute(
        query.where(PointAccount.member_id.in_(ids.where(PointAccount.member_id > last)))
    ).all():
        yield from map(tuple, page)
        last = page[-1][0].member_id


def _findings(
    rows: Iterable[tuple[PointAccount, LedgerEntry | None]], ladder: Sequence[Tier]
) -> Iterator[Finding]:
    replay, row = Replay(config.current().ledger_ring, ladder), None
    for row in rows:
        if row[1] is not None:
            yield from replay.follow(row[1])
    if row is not None:
        yield from replay.compare(row[0])


def bill_violations(db: Session) -> Iterator[Violation]:
    """What breaks an invariant among bills and their entries (SECURITY.md I-7, I-11)."""
    yield from _receipts(db)
    yield from _missing_entries(db, Action.EARNED, Bill.points, Bill.verified_at.is_not(None))
    taken_back = and_(Bill.voided_at.is_not(None), Bill.verified_at.is_not(None), Bill.points > 0)
    yield from _missing_entries(db, Action.ADJUSTED_OUT, -Bill.points, taken_back)
    yield from _rounding(db)
    yield from _sources(db)
    yield from _moved_alone(db)


def _moved_alone(db: Session) -> Iterator[Violation]:
    """I-18: what one login moved alone in a day stays within the limits of that day."""
    total = func.sum(MovedAlone.points)
    whose = select(
        MovedAlone.login,
        MovedAlone.day,
        total.label("points"),
        func.min(MovedAlone.member_id).label("member_id"),
    )
    for query, limit, of in (
        (
            whose.group_by(MovedAlone.login, MovedAlone.day, MovedAlone.member_id),
            MovedAlone.member_limit,
            "theirs",
        ),
        (whose.group_by(MovedAlone.login, MovedAlone.day), MovedAlone.person_limit, "all members"),
    ):
        for row in db.execute(query.having(total > func.max(limit))):
            sentence = f"{row.login} moved {row.points} points of {of} alone on {row.day}"
            yield Violation("I-18", row.member_id, sentence)


def _sources(db: Session) -> Iterator[Violation]:
    """I-18: each entry has a source that may move points so, and no source has two entries of an action."""
    kinds = select(
        LedgerEntry.member_id,
        LedgerEntry.source_type,
        LedgerEntry.action_id,
        func.min(LedgerEntry.seq).label("seq"),
    )
    for row in db.execute(
        kinds.group_by(LedgerEntry.member_id, LedgerEntry.source_type, LedgerEntry.action_id)
    ):
        if row.action_id not in SOURCES.get(row.source_type, ()):
            sentence = (
                f"entry {row.seq} of action {row.action_id} is from {row.source_type}, which writes none"
            )
            yield Violation("I-18", row.member_id, sentence)
    its_own = cast(LedgerEntry.member_id, String)
    expected = case(
        (LedgerEntry.source_type == "lapse", its_own + "." + cast(LedgerEntry.seq, String)),
        (LedgerEntry.source_type.in_(("member", "erasure")), its_own),
        else_=LedgerEntry.source_id,
    )
    first = (LedgerEntry.seq == 1) != (LedgerEntry.action_id == Action.REGISTERED)
    strange = select(LedgerEntry.member_id, LedgerEntry.seq, LedgerEntry.source_type, LedgerEntry.source_id)
    for entry in db.execute(strange.where(or_(LedgerEntry.source_id != expected, first))):
        sentence = f"entry {entry.seq} is not what {entry.source_type} {entry.source_id} writes there"
        yield Violation("I-18", entry.member_id, sentence)
    source = LedgerEntry.source_type, LedgerEntry.source_id, LedgerEntry.action_id
    twice = select(*source, func.min(LedgerEntry.member_id).label("member_id"), func.count().label("times"))
    for same in db.execute(twice.group_by(*source).having(func.count() > 1)):
        sentence = f"{same.source_type} {same.source_id} has {same.times} entries of action {same.action_id}"
        yield Violation("I-18", same.member_id, sentence)


def _receipts(db: Session) -> Iterator[Violation]:
    """I-7: one bill that counts for a receipt, outlet and business day."""
    receipt = Bill.outlet_id, Bill.business_day, Bill.receipt_number
    twice = (
        select(*receipt, func.min(Bill.member_id).label("member_id"), func.count().label("times"))
        .where(Bill.voided_at.is_(None))
        .group_by(*receipt)
        .having(func.count() > 1)
    )
    for row in db.execute(twice):
        where = f"receipt {row.receipt_number} of outlet {row.outlet_id} on {row.business_day}"
        yield Violation("I-7", row.member_id, f"{where} counts {row.times} times")


def _missing_entries(db: Session, action: Action, delta: Any, due: Any) -> Iterator[Violation]:
    """I-7: each bill that should have an entry of this action has one with its points, and no other has."""
    entries = aliased(LedgerEntry)
    its = and_(
        entries.member_id == Bill.member_id,
        entries.source_type == BILL_SOURCE,
        entries.source_id == cast(Bill.id, String),
        entries.action_id == action,
    )
    right = entries.delta == delta
    query = (
        select(Bill.id, Bill.member_id, case((due, 1), else_=0).label("due"))
        .outerjoin(entries, its)
        .where(or_(and_(due, or_(entries.id.is_(None), ~right)), and_(~due, entries.id.is_not(None))))
    )
    for row in db.execute(query):
        missing = "lacks its entry" if row.due else "has an entry"
        yield Violation("I-7", row.member_id, f"bill {row.id} {missing} of action {action}")
    alone = (
        select(entries.source_id, entries.member_id)
        .outerjoin(Bill, its)
        .where(entries.source_type == BILL_SOURCE, entries.action_id == action, Bill.id.is_(None))
    )
    for entry in db.execute(alone):
        yield Violation(
            "I-7", entry.member_id, f"points moved for bill {entry.source_id}, which does not exist"
        )


def _rounding(db: Session) -> Iterator[Violation]:
    """I-11: the points are the floor of net amount times multiplier."""
    floor = Bill.amount_sen * Bill.multiplier_tenths // 1000
    for row in db.execute(select(Bill.id, Bill.member_id, Bill.points).where(Bill.points != floor)):
        yield Violation("I-11", row.member_id, f"bill {row.id} does not give {row.points} points")
