"""Writes to the ledger: lock the account, append an entry, update the account. Nothing else writes to it."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Row, Subquery, and_, bindparam, exists, func, insert, or_, select, update
from sqlalchemy.orm import Session, aliased

from loyalty import config
from loyalty.db.clock import READ_AT, moment, now
from loyalty.errors import Conflict, NotFound
from loyalty.features.events import stream
from loyalty.features.points.entries import LedgerEntry
from loyalty.features.points.models import PointAccount
from loyalty.features.tiers import tiers as tier_queries
from loyalty.rules import tiers as tier_rules
from loyalty.rules.codes import Code
from loyalty.rules.events import EventType
from loyalty.rules.ledger import NOTHING_BEFORE, SEALED, seal_of
from loyalty.rules.points import Action, signed
from loyalty.rules.tiers import Standing, Tier, keep_by, standing_at, tier_at


@dataclass(frozen=True)
class Source:
    """What an entry is written for, such as ("bill", "417"); a source moves points once for an action."""

    type: str
    id: str


@dataclass
class Account:
    """A row of PointAccount that its transaction has locked, by the same names; `write` changes both."""

    member_id: int
    balance: int
    tier_points: int
    tier_level: int
    seq: int
    head: str
    last_entry_at: datetime
    last_earned_at: datetime | None
    steps_lost: int


# Made once, of tables: every claim and bill executes them (docs/performance.md).
_ACCOUNTS, _ENTRIES = PointAccount.__table__, LedgerEntry.__table__
_IS_LOCKED = _ACCOUNTS.c.member_id == bindparam("locked")
_LOCK = (
    select(
        _ACCOUNTS.c.member_id,
        _ACCOUNTS.c.balance,
        _ACCOUNTS.c.tier_points,
        _ACCOUNTS.c.tier_level,
        _ACCOUNTS.c.seq,
        _ACCOUNTS.c.head,
        _ACCOUNTS.c.last_entry_at,
        _ACCOUNTS.c.last_earned_at,
        _ACCOUNTS.c.steps_lost,
        READ_AT,
    )
    .where(_IS_LOCKED)
    .with_for_update()
)
_SAVE, _APPEND = update(_ACCOUNTS).where(_IS_LOCKED), insert(_ENTRIES)


def lock(db: Session, member_id: int, at: datetime | None = None) -> tuple[Account, datetime]:
    """Read the account and lock it until the transaction ends; returns it and the moment of its next entry,
    by which everything about it is judged: `at`, by default now, and never before that of the last entry.

    SQLite has one writer anyway. Raises NotFound when the member has no account.
    """
    row = db.execute(_LOCK, {"locked": member_id}).one_or_none()
    if row is None:
        raise NotFound(Code.NO_POINTS_ACCOUNT)
    account = Account(
        member_id=row.member_id,
        balance=row.balance,
        tier_points=row.tier_points,
        tier_level=row.tier_level,
        seq=row.seq,
        head=row.head,
        last_entry_at=row.last_entry_at,
        last_earned_at=row.last_earned_at,
        steps_lost=row.steps_lost,
    )
    return account, max(at or moment(row.read_at), account.last_entry_at)


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
    """Append one entry and update the locked account. `ladder` is needed where tier points move.

    The entry's time is never before that of the one before it, whatever the clock does
    (SECURITY.md I-17).
    """
    delta = signed(action, points)
    entry: dict[str, Any] = {
        "member_id": account.member_id,
        "seq": account.seq + 1,
        "action_id": int(action),
        "delta": delta,
        "balance_before": account.balance,
        "balance_after": account.balance + delta,
        "tier_delta": tier_delta,
        "tier_before": account.tier_points,
        "tier_after": account.tier_points + tier_delta,
        "source_type": source.type,
        "source_id": source.id,
        "remark": remark,
        "created_at": max(at, account.last_entry_at),
        "seal_before": account.head,
    }
    level_before = account.tier_level
    account.seq, account.last_entry_at = entry["seq"], entry["created_at"]
    account.head = seal_of([entry[name] for name in SEALED], config.current().ledger_ring[0])
    account.balance, account.tier_points = entry["balance_after"], entry["tier_after"]
    if tier_delta:
        account.tier_level = tier_at(account.tier_points, ladder).level
    db.execute(_APPEND, entry)
    changed = {
        "balance": account.balance,
        "tier_points": account.tier_points,
        "tier_level": account.tier_level,
        "seq": account.seq,
        "head": account.head,
        "last_entry_at": account.last_entry_at,
        "last_earned_at": account.last_earned_at,
        "steps_lost": account.steps_lost,
    }
    db.execute(_SAVE, {**changed, "locked": account.member_id})
    _emit(db, entry, action, level_before, account.tier_level, ladder)


_EVENTS = {
    Action.EARNED: EventType.POINTS_EARNED,
    Action.REDEEMED: EventType.POINTS_SPENT,
    Action.ADJUSTED_IN: EventType.POINTS_ADDED,
    Action.ADJUSTED_OUT: EventType.POINTS_TAKEN_BACK,
}


def _emit(
    db: Session, entry: dict[str, Any], action: Action, before: int, after: int, ladder: Sequence[Tier]
) -> None:
    """The events of an entry: points that moved, and a tier that changed."""
    at, member_id = entry["created_at"], entry["member_id"]
    if action in _EVENTS and entry["delta"]:
        data = {
            "points": abs(entry["delta"]),
            "balance": entry["balance_after"],
            "tierPoints": entry["tier_after"],
            "sourceType": entry["source_type"],
            "sourceId": entry["source_id"],
            "remark": entry["remark"],
        }
        stream.emit(db, _EVENTS[action], at, member_id=member_id, data=data)
    if before != after:
        names = {tier.level: tier.name for tier in ladder}
        tiers = {"fromLevel": before, "toLevel": after, "fromName": names[before], "toName": names[after]}
        stream.emit(db, EventType.TIER_CHANGED, at, member_id=member_id, data=tiers)


def entries_from(source_type: str) -> Subquery:
    """Every entry of the ledger that was written for a source of this type, for another feature's audit."""
    query = select(LedgerEntry.member_id, LedgerEntry.source_id, LedgerEntry.delta, LedgerEntry.tier_delta)
    return query.where(LedgerEntry.source_type == source_type).subquery(f"{source_type}_entries")


@dataclass(frozen=True)
class TierStatus:
    """The points that count for the tier, and the Malaysian day by which earning any keeps it, or None."""

    current_member_membership_point: int
    keep_tier_by: date | None


def tier_status_of(db: Session, member_id: int) -> TierStatus:
    """A member's tier and points; raises NotFound when there is no account."""
    query = select(PointAccount, READ_AT).where(PointAccount.member_id == member_id)
    found = db.execute(query).one_or_none()
    if found is None:
        raise NotFound(Code.NO_POINTS_ACCOUNT)
    account, at = found[0], moment(found[1])
    [there] = standings(db, [account], at)
    return TierStatus(there.tier_points, keep_by(there.level, account.last_earned_at, there.steps_lost, at))


def how_many(
    db: Session, *, level: int | None = None, balance_from: int = 0, balance_below: int | None = None
) -> int:
    """How many members have an account: of a level, or with so many points to spend."""
    query = select(func.count()).where(PointAccount.balance >= balance_from)
    if level is not None:
        query = query.where(PointAccount.tier_level == level)
    if balance_below is not None:
        query = query.where(PointAccount.balance < balance_below)
    return db.scalar(query) or 0


# Who earned since then has no step down to take, so most members are not read.
MIN_MONTH = timedelta(days=27)


def open_account(db: Session, member_id: int, at: datetime | None = None) -> None:
    """Make a new member's account and its first entry, activity 1 "Member Registration" (spec 000 §4)."""
    at = at or now(db)
    account = Account(
        member_id=member_id,
        balance=0,
        tier_points=0,
        tier_level=0,
        seq=0,
        head=NOTHING_BEFORE,
        last_entry_at=at,
        last_earned_at=None,
        steps_lost=0,
    )
    db.execute(insert(_ACCOUNTS), asdict(account))
    write(db, account, Action.REGISTERED, 0, Source("member", str(member_id)), "Member Registration", at)


def earn(
    db: Session, member_id: int, points: int, source: Source, remark: str, at: datetime | None = None
) -> int:
    """Credit the points of a bill and move the tier up at once; returns the new balance (spec 000 §9).

    `points` are already multiplied (`rules.points.earned`). A step down that was due before is taken first,
    so that it does not matter whether the scheduler or the bill comes first.
    """
    account, at = lock(db, member_id, at)
    ladder = tier_queries.ladder(db)
    _step_down(db, account, at, ladder)
    if points > 0:
        account.last_earned_at, account.steps_lost = at, 0
    write(db, account, Action.EARNED, points, source, remark, at, tier_delta=points, ladder=ladder)
    return account.balance


def spend(db: Session, account: Account, points: int, source: Source, remark: str, at: datetime) -> None:
    """Take points for a reward from a locked account; raises Conflict when there are too few.

    Tier points stay: spending never lowers a tier.
    """
    if points > account.balance:
        raise Conflict(Code.NOT_ENOUGH_POINTS)
    write(db, account, Action.REDEEMED, points, source, remark, at)


def adjust(
    db: Session,
    member_id: int,
    delta: int,
    source: Source,
    remark: str,
    *,
    counts_for_tier: bool = False,
    at: datetime | None = None,
) -> int:
    """Correct a balance up (activity 4) or down (activity 5); returns the new balance.

    Entries are never changed: this corrects mistakes. `counts_for_tier` moves the tier
    points as well, as when a bill is taken back; a bill's points keep no tier any more then. Raises Conflict
    when the balance does not hold that much.
    """
    account, at = lock(db, member_id, at)
    if account.balance + delta < 0:
        raise Conflict(Code.BALANCE_TOO_SMALL)
    action = Action.ADJUSTED_IN if delta >= 0 else Action.ADJUSTED_OUT
    tier_delta, ladder = 0, tier_queries.ladder(db) if counts_for_tier else ()
    if counts_for_tier:
        _step_down(db, account, at, ladder)
        tier_delta = max(delta, -account.tier_points)
        if action is Action.ADJUSTED_OUT:
            account.last_earned_at, account.steps_lost = last_earned(db, member_id, at, without=source)
    write(db, account, action, abs(delta), source, remark, at, tier_delta=tier_delta, ladder=ladder)
    if counts_for_tier:
        _step_down(db, account, at, ladder)
    return account.balance


def last_earned(
    db: Session, member_id: int, at: datetime, *, without: Source | None = None
) -> tuple[datetime | None, int]:
    """When a member had last earned points at a moment, and the steps down written since until then.

    Points that were taken back by then count as never earned, and those `without` is the source of.
    """
    until_then = and_(LedgerEntry.member_id == member_id, LedgerEntry.created_at <= at)
    back = aliased(LedgerEntry)
    taken_back = exists().where(
        back.member_id == LedgerEntry.member_id,
        back.source_type == LedgerEntry.source_type,
        back.source_id == LedgerEntry.source_id,
        back.action_id == Action.ADJUSTED_OUT,
        back.created_at <= at,
    )
    earning = select(LedgerEntry.seq, LedgerEntry.created_at).where(
        until_then, LedgerEntry.action_id == Action.EARNED, LedgerEntry.delta > 0, ~taken_back
    )
    if without is not None:
        earning = earning.where(
            or_(LedgerEntry.source_type != without.type, LedgerEntry.source_id != without.id)
        )
    last = db.execute(earning.order_by(LedgerEntry.seq.desc()).limit(1)).one_or_none()
    if last is None:
        return None, 0
    lost = select(func.count()).where(
        until_then, LedgerEntry.action_id == Action.TIER_LAPSED, LedgerEntry.seq > last.seq
    )
    return last.created_at, db.scalar(lost) or 0


def close_account(db: Session, member_id: int, source: Source, remark: str, at: datetime) -> int:
    """Take the points that are left in an account (activity 5), as at an erasure; returns how many."""
    account, at = lock(db, member_id, at)
    left = account.balance
    if left:
        write(db, account, Action.ADJUSTED_OUT, left, source, remark, at)
    return left


def lapse(
    db: Session, member_id: int, at: datetime | None = None, ladder: Sequence[Tier] | None = None
) -> int:
    """Take the steps down that are due; returns how many (spec 000 §9: a month without points earned)."""
    account, at = lock(db, member_id, at)
    return _step_down(db, account, at, ladder or tier_queries.ladder(db))


def due_to_lapse(db: Session, at: datetime, ladder: Sequence[Tier], limit: int) -> Iterator[int]:
    """The members who have a step down to take, by id; `limit` accounts are read at a time."""
    last = 0
    while True:
        query = (
            select(PointAccount)
            .where(PointAccount.member_id > last, PointAccount.tier_level > 0)
            .where(PointAccount.last_earned_at <= at - MIN_MONTH)
            .order_by(PointAccount.member_id)
            .limit(limit)
        )
        some = db.scalars(query).all()
        for account in some:
            written = standing_of(account)
            if standing_at(written, account.last_earned_at, at, ladder) != written:
                yield account.member_id
        if len(some) < limit:
            return
        last = some[-1].member_id


def standing_of(account: Account | PointAccount | Row[Any]) -> Standing:
    """Where a member stands, as it is written; of a row, by the same columns."""
    return Standing(account.tier_level, account.tier_points, account.steps_lost)


def standings(
    db: Session, accounts: Iterable[Account | PointAccount | Row[Any]], at: datetime
) -> list[Standing]:
    """Where members stand at `at`: a step down that is due counts before the scheduler has written it."""
    ladder: Sequence[Tier] = ()
    found = []
    for account in accounts:
        standing, last_earned_at = standing_of(account), account.last_earned_at
        if standing.level and last_earned_at and last_earned_at <= at - MIN_MONTH:
            ladder = ladder or tier_queries.ladder(db)
            standing = standing_at(standing, last_earned_at, at, ladder)
        found.append(standing)
    return found


def level_at(db: Session, account: Account, at: datetime) -> int:
    """The level that an account has at `at`."""
    return standings(db, [account], at)[0].level


def levels(db: Session, member_ids: Collection[int], at: datetime) -> dict[int, int]:
    """The levels that some members have at `at`."""
    accounts = db.scalars(select(PointAccount).where(PointAccount.member_id.in_(member_ids))).all()
    there = standings(db, accounts, at)
    return {account.member_id: standing.level for account, standing in zip(accounts, there, strict=True)}


def _step_down(db: Session, account: Account, at: datetime, ladder: Sequence[Tier]) -> int:
    """Write one entry for each step that is due, at most as many as there are tiers."""
    if account.last_earned_at is None:
        return 0
    before = account.steps_lost
    while lost := tier_rules.lapse(
        account.tier_level, account.last_earned_at, account.steps_lost, at, ladder
    ):
        account.steps_lost += 1
        source = Source("lapse", f"{account.member_id}.{account.seq + 1}")
        remark = f"No points earned in the month until {lost.last_day:%Y-%m-%d}"
        fall = lost.tier_points - account.tier_points
        write(db, account, Action.TIER_LAPSED, 0, source, remark, at, tier_delta=fall, ladder=ladder)
    return account.steps_lost - before
