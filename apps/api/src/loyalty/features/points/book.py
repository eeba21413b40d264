"""How a line gets into the ledger: lock the account, append, carry it forward. Nothing else writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.orm import Session

from loyalty.db.base import table_of
from loyalty.db.clock import ReadAt, moment
from loyalty.db.quick import Statement
from loyalty.db.session import ledger_keys
from loyalty.errors import NotFound
from loyalty.features.points.models import PointAccount, PointLine
from loyalty.rules.ledger import Entry, seal
from loyalty.rules.points import Action, signed
from loyalty.rules.tiers import Tier, tier_at

# Tables and not entities, and the statements made once: every claim and every bill needs them.
_ACCOUNTS = PointAccount.__table__.c
_LOCKED = Statement(
    select(*_ACCOUNTS, ReadAt().label("read_at"))
    .where(_ACCOUNTS.member_id == bindparam("of_member"))
    .with_for_update()
)
_APPEND = Statement(insert(table_of(PointLine)), [field.name for field in fields(Entry)])
_CARRY = Statement(
    update(table_of(PointAccount))
    .where(_ACCOUNTS.member_id == bindparam("of_member"), _ACCOUNTS.seq == bindparam("before"))
    .values({column: bindparam(f"new_{column.name}") for column in _ACCOUNTS if column.name != "member_id"})
    .returning(_ACCOUNTS.seq)
)


@dataclass(frozen=True)
class Source:
    """What a line is written for, such as ("bill", "417"); one source moves points once for one action."""

    type: str
    id: str


@dataclass
class Account:
    """A member's account as it was read and locked, carried forward line by line."""

    member_id: int
    balance: int
    tier_points: int
    tier_level: int
    seq: int
    head: str
    last_line_at: datetime
    last_earned_at: datetime | None
    steps_lost: int


def lock(db: Session, member_id: int) -> Account:
    """Read the account and keep everybody else from writing to it until the transaction ends.

    SQLite has one writer anyway. Raises NotFound when the member has no account.
    """
    return lock_now(db, member_id)[0]


def lock_now(db: Session, member_id: int) -> tuple[Account, datetime]:
    """The same, with the moment at which the account was asked for: one look at it and at the clock."""
    row = _LOCKED.one(db, of_member=member_id)
    if row is None:
        raise NotFound("This member has no points account.")
    *account, read_at = row
    return Account(*account), moment(read_at)


def write(
    db: Session,
    account: Account,
    action: Action,
    points: int,
    source: Source,
    remark: str,
    at: datetime,
    *,
    tier_delta: int = 0,
    ladder: Sequence[Tier] = (),
) -> None:
    """Append one line and carry the account forward. Whoever moves tier points brings the ladder.

    The line's time is never before the line before it, whatever a clock does (trust.md I-17).
    """
    delta = signed(action, points)
    entry = Entry(
        member_id=account.member_id,
        seq=account.seq + 1,
        action_id=int(action),
        delta=delta,
        balance_before=account.balance,
        balance_after=account.balance + delta,
        tier_delta=tier_delta,
        tier_before=account.tier_points,
        tier_after=account.tier_points + tier_delta,
        source_type=source.type,
        source_id=source.id,
        remark=remark,
        created_at=max(at, account.last_line_at),
        seal_before=account.head,
    )
    _APPEND.run(db, **vars(entry))
    _carry_forward(db, account, entry, ladder)


def _carry_forward(db: Session, account: Account, entry: Entry, ladder: Sequence[Tier]) -> None:
    account.seq, account.last_line_at = entry.seq, entry.created_at
    account.head = seal(entry, ledger_keys()[0])
    account.balance, account.tier_points = entry.balance_after, entry.tier_after
    if entry.tier_delta:
        account.tier_level = tier_at(account.tier_points, ladder).level
    carried = {f"new_{name}": value for name, value in vars(account).items() if name != "member_id"}
    if _CARRY.one(db, of_member=account.member_id, before=entry.seq - 1, **carried) is None:
        # The lock makes this impossible; should it ever happen, nothing may be committed.
        raise RuntimeError(f"the account of member {account.member_id} moved under its lock")
