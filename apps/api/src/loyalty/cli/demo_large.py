"""A year of every outlet, to try tables and reports on: many members, their bills, and what they claimed.

It is written in bulk, beside the functions that write real data, without events and messages; the audit finds
no violation in it.
"""

from bisect import insort
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from sqlalchemy import func, insert, select, text
from sqlalchemy.orm import Session

from loyalty import config
from loyalty.db.clock import now
from loyalty.db.session import is_postgresql
from loyalty.db.tables import Base
from loyalty.features.members.models import Member
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.features.points.entries import LedgerEntry
from loyalty.features.points.models import BILL_SOURCE, VOUCHER_SOURCE, Bill, PointAccount
from loyalty.features.rewards.models import Reward, Voucher
from loyalty.features.tiers import tiers as tier_queries
from loyalty.rules.calendar import ZONE, malaysian_date
from loyalty.rules.cards import member_code, referral_code, voucher_code
from loyalty.rules.ledger import NOTHING_BEFORE, SEALED, seal_of
from loyalty.rules.people import FEMALE, MALE
from loyalty.rules.points import Action, earned, money, signed
from loyalty.rules.rewards import validity
from loyalty.rules.tiers import Tier, lapse, tier_at

MEMBERS = 20_000
AT_ONCE = 500
# Who joined before the year began, of a hundred.
OLD_HANDS = 60
FIRST_NAMES = ("Aisyah", "Wei Jie", "Priya", "Hafiz", "Mei Ling", "Arun", "Nurul", "Siti", "Kavitha")
LAST_NAMES = ("Rahman", "Tan", "Nair", "Ismail", "Lim", "Kumar", "Abdullah", "Wong", "Hassan", "Chong")
CALLING_CODE = "60"
# Beside the numbers of the demo's members: eight digits follow.
NUMBER_PREFIX = "15"
# Saturdays and Sundays bring twice as many.
WEEKDAYS = (0, 1, 2, 3, 4, 5, 5, 6, 6)


# What is written next, by its table, in this order.
TABLES = (Member, PointAccount, Bill, Voucher, LedgerEntry)
_Rows = defaultdict[type[Base], list[dict[str, Any]]]


def _insert(db: Session, rows: _Rows) -> None:
    for model in TABLES:
        if rows[model]:
            db.execute(insert(model), rows.pop(model))


def write(db: Session, members: int = MEMBERS) -> int:
    """Write so many members with a year of bills, in the caller's transaction; returns how many bills."""
    year = _Year(db, now(db))
    rows = _Rows(list)
    for nth in range(members):
        year.live(rows, nth)
        if len(rows[Member]) == AT_ONCE:
            _insert(db, rows)
    _insert(db, rows)
    if is_postgresql(db):
        for model, count in year.counts().items():
            _draw_ids(db, model, count)
    return year.bills


def is_written(db: Session) -> bool:
    """Whether a database has these members already."""
    number = f"{NUMBER_PREFIX}{0:08}"
    query = select(Member.id).where(Member.calling_code == CALLING_CODE, Member.mobile_number == number)
    return db.scalar(query) is not None


def _draw_ids(db: Session, model: type[Base], count: int) -> None:
    """Draw so many ids of a table, so that the next one follows those that were written."""
    query = "SELECT nextval(pg_get_serial_sequence(:name, 'id')) FROM generate_series(1, :count)"
    db.execute(text(query), {"name": model.__tablename__, "count": count})


class _Year:
    """What members did in the year until a moment: the same every time, and nothing secret depends on it."""

    def __init__(self, db: Session, at: datetime) -> None:
        self._at, self._today = at, malaysian_date(at)
        self._draw = Random(19)  # noqa: S311
        self._ladder: Sequence[Tier] = tier_queries.ladder(db)
        self._outlets = {each.id: each.name for each in outlet_queries.outlets(db)}
        # Some outlets are busier than others.
        self._busy = [each for place, each in enumerate(self._outlets) for _ in range(3 + place % 7)]
        priced = select(Reward).where(Reward.cost > 0, Reward.stock.is_(None), Reward.is_active)
        self._rewards = list(db.scalars(priced.order_by(Reward.cost)))
        self._first: dict[type[Base], int] = {
            model: (db.scalar(select(func.max(key))) or 0) + 1
            for model, key in ((Member, Member.id), (Bill, Bill.id), (Voucher, Voucher.id))
        }
        self._next = dict(self._first)
        self.bills = 0

    def counts(self) -> dict[type[Base], int]:
        """How many ids of each table were used."""
        return {model: following - self._first[model] for model, following in self._next.items()}

    def live(self, rows: _Rows, nth: int) -> None:
        """Add one member and their year."""
        draw = self._draw
        ago = 366 + draw.randrange(500) if draw.randrange(100) < OLD_HANDS else draw.randrange(1, 365)
        joined_on = self._today - timedelta(days=ago)
        joined_at, home = self._moment(joined_on), draw.choice(self._busy)
        member_id = self._id(Member)
        rows[Member].append(
            {
                "id": member_id,
                "name": f"{draw.choice(FIRST_NAMES)} {draw.choice(LAST_NAMES)}",
                "calling_code": CALLING_CODE,
                "mobile_number": f"{NUMBER_PREFIX}{nth:08}",
                "date_of_birth": date(
                    draw.randrange(1960, 2005), draw.randrange(1, 13), draw.randrange(1, 29)
                ),
                "gender_id": draw.choice((FEMALE, MALE)),
                "outlet_id": home,
                "status_id": 1,
                "referral_code": referral_code(draw.randrange),
                "member_code": member_code(draw.randrange),
                "last_login_at": joined_at,
                "created_at": joined_at,
            }
        )
        account = _Account(member_id, joined_at, self._ladder)
        account.add(rows, Action.REGISTERED, 0, "member", str(member_id), "Member Registration", joined_at)
        for day in self._days_of_bills(max(joined_on, self._today - timedelta(days=365))):
            self._pay(rows, account, day, home)
            if account.balance >= self._rewards[0].cost and draw.randrange(3) == 0:
                self._claim(rows, account, home)
        account.lapse(rows, self._at)
        rows[PointAccount].append(account.row())

    def _days_of_bills(self, first: date) -> Iterator[date]:
        """Some days from one on until yesterday, in their order: a few for most members, many for some."""
        span = (self._today - first).days
        count = min(int(self._draw.paretovariate(1.1) * 4 * span / 365) + 1, 90)
        days: list[date] = []
        for _ in range(count if span > 1 else 0):
            day = first + timedelta(days=self._draw.randrange(1, span))
            day += timedelta(days=self._draw.choice(WEEKDAYS) - day.weekday())
            if first < day < self._today:
                insort(days, day)
        yield from days

    def _pay(self, rows: _Rows, account: "_Account", day: date, home: int) -> None:
        draw, self.bills = self._draw, self.bills + 1
        sen, paid_at = draw.randrange(1_500, 16_000, 10), max(self._moment(day), account.last_entry_at)
        outlet_id = home if draw.randrange(3) else draw.choice(self._busy)
        account.lapse(rows, paid_at)
        multiplier = tier_at(account.tier_points, self._ladder).multiplier_tenths
        points, bill_id = earned(sen, multiplier), self._id(Bill)
        # The newest wait, a few were taken back while they did, and some were typed in the office.
        is_void = draw.randrange(300) == 0
        is_pending = (self._today - day).days < 3 and draw.randrange(4) == 0
        verified_at = None if is_pending or is_void else paid_at + timedelta(minutes=75)
        rows[Bill].append(
            {
                "id": bill_id,
                "outlet_id": outlet_id,
                "member_id": account.member_id,
                "business_day": malaysian_date(paid_at),
                "receipt_number": f"L-{bill_id:08}",
                "amount_sen": sen,
                "multiplier_tenths": multiplier,
                "points": points,
                "paid_at": paid_at,
                "created_at": paid_at,
                "verified_at": verified_at,
                "voided_at": paid_at + timedelta(hours=2) if is_void else None,
                "recorded_by": "demo" if draw.randrange(100) == 0 else None,
            }
        )
        if verified_at is not None:
            remark = f"{money(sen)} at {self._outlets[outlet_id]}"
            account.lapse(rows, verified_at)
            account.last_earned_at, account.steps_lost = verified_at, 0
            account.add(rows, Action.EARNED, points, BILL_SOURCE, str(bill_id), remark, verified_at)

    def _claim(self, rows: _Rows, account: "_Account", home: int) -> None:
        draw = self._draw
        reward = draw.choice([each for each in self._rewards if each.cost <= account.balance])
        at = account.last_entry_at + timedelta(minutes=draw.randrange(1, 600))
        if at >= self._at:
            return
        voucher_id = self._id(Voucher)
        usable_from, expires_at = validity(reward.kind, reward.valid_days, at)
        used_at = at + timedelta(hours=draw.randrange(1, 500))
        is_used = draw.randrange(10) < 7 and used_at < min(self._at, expires_at)
        rows[Voucher].append(
            {
                "id": voucher_id,
                "member_id": account.member_id,
                "reward_id": reward.id,
                "code": voucher_code(draw.randrange),
                "name": reward.title,
                "cost": reward.cost,
                "discount_sen": reward.discount_sen,
                "min_spend_sen": reward.min_spend_sen,
                "outlet_ids": reward.outlet_ids,
                "usable_from": usable_from,
                "expires_at": expires_at,
                "created_at": at,
                "updated_at": used_at if is_used else at,
                "outlet_id": home if is_used else None,
                "used_at": used_at if is_used else None,
            }
        )
        account.add(rows, Action.REDEEMED, reward.cost, VOUCHER_SOURCE, str(voucher_id), reward.title, at)

    def _moment(self, day: date) -> datetime:
        """A time of a day on which guests come."""
        at = time(self._draw.randint(11, 21), self._draw.randrange(60))
        return datetime.combine(day, at, tzinfo=ZONE)

    def _id(self, model: type[Base]) -> int:
        self._next[model] += 1
        return self._next[model] - 1


class _Account:
    """A member's account while their entries are added, each sealed over the one before it."""

    def __init__(self, member_id: int, joined_at: datetime, ladder: Sequence[Tier]) -> None:
        self.member_id, self.last_entry_at = member_id, joined_at
        self.balance = self.tier_points = self.steps_lost = self._seq = 0
        self._ladder = ladder
        self.last_earned_at: datetime | None = None
        self._head, self._key = NOTHING_BEFORE, config.current().ledger_ring[0]

    @property
    def _level(self) -> int:
        return tier_at(self.tier_points, self._ladder).level

    def lapse(self, rows: _Rows, at: datetime) -> None:
        """Take the steps down that are due at a moment."""
        while self.last_earned_at and (
            lost := lapse(self._level, self.last_earned_at, self.steps_lost, at, self._ladder)
        ):
            self.steps_lost += 1
            source_id = f"{self.member_id}.{self._seq + 1}"
            remark = f"No points earned in the month until {lost.last_day:%Y-%m-%d}"
            fall = lost.tier_points - self.tier_points
            self.add(rows, Action.TIER_LAPSED, 0, "lapse", source_id, remark, at, tier_delta=fall)

    def add(
        self,
        rows: _Rows,
        action: Action,
        points: int,
        source: str,
        source_id: str,
        remark: str,
        at: datetime,
        *,
        tier_delta: int = 0,
    ) -> None:
        """Append an entry; points of a bill count for the tier too."""
        delta = signed(action, points)
        tier_delta = points if action is Action.EARNED else tier_delta
        self.last_entry_at = max(at, self.last_entry_at)
        entry: dict[str, Any] = {
            "member_id": self.member_id,
            "seq": self._seq + 1,
            "action_id": int(action),
            "delta": delta,
            "balance_before": self.balance,
            "balance_after": self.balance + delta,
            "tier_delta": tier_delta,
            "tier_before": self.tier_points,
            "tier_after": self.tier_points + tier_delta,
            "source_type": source,
            "source_id": source_id,
            "remark": remark,
            "created_at": self.last_entry_at,
            "seal_before": self._head,
        }
        rows[LedgerEntry].append(entry)
        self._seq, self._head = entry["seq"], seal_of([entry[name] for name in SEALED], self._key)
        self.balance, self.tier_points = entry["balance_after"], entry["tier_after"]

    def row(self) -> dict[str, Any]:
        """The columns of the account as it is now."""
        return {
            "member_id": self.member_id,
            "balance": self.balance,
            "tier_points": self.tier_points,
            "tier_level": self._level,
            "seq": self._seq,
            "head": self._head,
            "last_entry_at": self.last_entry_at,
            "last_earned_at": self.last_earned_at,
            "steps_lost": self.steps_lost,
        }
