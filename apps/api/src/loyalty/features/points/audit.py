"""The auditor: reads the whole ledger once, in order, and says what does not add up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from typing import Any

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from loyalty.db.session import ledger_keys
from loyalty.features.points.models import PointAccount, PointLine
from loyalty.features.tiers import service as tiers
from loyalty.rules.ledger import Entry
from loyalty.rules.replay import Finding, Replay, Standing
from loyalty.rules.tiers import Tier

_ACCOUNTS_AT_ONCE = 200
_LINE = [field.name for field in fields(Entry)]
_STANDING = [field.name for field in fields(Standing)]


@dataclass(frozen=True)
class Violation:
    """One invariant (trust.md) that one member's ledger breaks, and how."""

    invariant: str
    member_id: int
    sentence: str


def violations(db: Session) -> Iterator[Violation]:
    """What breaks an invariant, each invariant once for each member; nothing at all when the ledger is right.

    It holds a page of accounts in memory, however long the ledger is.
    """
    ladder = tiers.ladder(db)
    for member_id, rows in groupby(_rows(db), key=lambda row: row.owner):
        told: set[str] = set()
        for invariant, sentence in _findings(rows, ladder):
            if invariant not in told:
                told.add(invariant)
                yield Violation(invariant, member_id, sentence)


@dataclass(frozen=True)
class Head:
    """Where a member's chain stood: how many entries it had, what they moved, and the seal of the newest."""

    member_id: int
    seq: int
    moved: int
    seal: str


def last_entry(db: Session) -> int:
    """The id of the newest entry of the ledger, 0 without any."""
    return db.scalar(select(func.max(PointLine.id))) or 0


def heads(db: Session, last: int) -> Iterator[Head]:
    """Every chain as it stood when the entry `last` was the newest, by the member's id."""
    accounts, lines, following = PointAccount.__table__.c, PointLine.__table__.c, PointLine.__table__.alias()
    ids = select(accounts.member_id).order_by(accounts.member_id).limit(_ACCOUNTS_AT_ONCE)
    after = 0
    while page := db.scalars(ids.where(accounts.member_id > after)).all():
        then = (
            select(lines.member_id, func.max(lines.seq).label("seq"), func.sum(lines.delta).label("moved"))
            .where(lines.id <= last, lines.member_id.in_(page))
            .group_by(lines.member_id)
            .subquery()
        )
        its_next = and_(following.c.member_id == then.c.member_id, following.c.seq == then.c.seq + 1)
        query = (
            select(then, func.coalesce(following.c.seal_before, accounts.head))
            .join_from(then, PointAccount.__table__, accounts.member_id == then.c.member_id)
            .outerjoin(following, its_next)
            .order_by(then.c.member_id)
        )
        for member_id, seq, moved, sealed in db.execute(query):
            yield Head(member_id, seq, int(moved), sealed)
        after = page[-1]


def _rows(db: Session) -> Iterator[Any]:
    """Every line beside its account, in order; an account without lines stands alone.

    By pages of whole accounts: each page is one statement and so one moment, and none takes long.
    """
    accounts, lines = PointAccount.__table__.c, PointLine.__table__.c
    query = (
        select(
            accounts.member_id.label("owner"),
            *(accounts[name].label(f"account_{name}") for name in _STANDING),
            *(lines[name] for name in _LINE),
        )
        .select_from(PointAccount.__table__.outerjoin(PointLine.__table__))
        .order_by(accounts.member_id, lines.seq)
    )
    ids = select(accounts.member_id).order_by(accounts.member_id).limit(_ACCOUNTS_AT_ONCE)
    last = 0
    while page := db.execute(query.where(accounts.member_id.in_(ids.where(accounts.member_id > last)))).all():
        yield from page
        last = page[-1].owner


def _findings(rows: Iterable[Any], ladder: Sequence[Tier]) -> Iterator[Finding]:
    replay, row = Replay(ledger_keys(), ladder), None
    for row in rows:
        if row.seq is not None:
            yield from replay.follow(Entry(**{name: getattr(row, name) for name in _LINE}))
    yield from replay.compare(Standing(**{name: getattr(row, f"account_{name}") for name in _STANDING}))
