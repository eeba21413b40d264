"""What the scheduler checks for all members once a day, from nine o'clock in Malaysia."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from loyalty.db.inserts import upsert
from loyalty.features.events import stream
from loyalty.features.points import daily as accounts
from loyalty.features.rewards import daily as vouchers
from loyalty.reach.notifications.models import DailyCheckRun
from loyalty.rules.calendar import ZONE, Days, iso_utc, malaysian_date, start_of
from loyalty.rules.events import EVENTS_KEPT_FOR, EventType
from loyalty.rules.notifications import DIGEST_HOUR, MONDAY, TIER_NOTICE_DAYS, VOUCHER_NOTICE_DAYS

Row = dict[str, Any]
FIRST_CHECK_GOES_BACK = timedelta(days=2)


@dataclass(frozen=True)
class DailyCheck:
    """What the scheduler looks for once a day. `find` returns all that there is at a moment and was not at an
    earlier one; `rows` the events of some of it, each with a key by which it is written once. `weekday`: once
    a week, from that day on, 0 is Monday.
    """

    name: str
    what: str
    find: Callable[[Session, datetime, datetime], Sequence[Any]]
    rows: Callable[[Session, datetime, Sequence[Any]], list[Row]]
    weekday: int | None = None


def is_due(db: Session, check: DailyCheck, at: datetime) -> bool:
    """Whether a check is due at this moment: after nine, and not done on this day yet, or not since the
    weekday, also when no scheduler ran on that day.
    """
    local = at.astimezone(ZONE)
    days_late = 0 if check.weekday is None else (local.weekday() - check.weekday) % 7
    done = _done(db, check)
    is_open = done is None or done < local.date() - timedelta(days=days_late)
    return is_open and local.time() >= DIGEST_HOUR


def find(db: Session, check: DailyCheck, at: datetime) -> Sequence[Any]:
    """What members are to be notified of at this moment, with what came while no scheduler ran."""
    done = _done(db, check)
    since = at - FIRST_CHECK_GOES_BACK if done is None else start_of(done)
    return check.find(db, at, max(since, at - EVENTS_KEPT_FOR))


def _done(db: Session, check: DailyCheck) -> date | None:
    return db.scalar(select(DailyCheckRun.day).where(DailyCheckRun.name == check.name))


def write(db: Session, check: DailyCheck, at: datetime, some: Sequence[Any]) -> int:
    """Write the events of some of what was found, in the caller's transaction; returns how many."""
    rows = check.rows(db, at, some)
    stream.write_once(db, rows)
    return len(rows)


def note_done(db: Session, check: DailyCheck, at: datetime) -> None:
    """Note that everything of this day is written."""
    day = malaysian_date(at)
    upsert(db, DailyCheckRun, {"name": check.name, "day": day}, {"day": day})


def _tiers(_db: Session, at: datetime, found: Sequence[accounts.AtRisk]) -> list[Row]:
    return [
        stream.row_of(
            EventType.TIER_AT_RISK,
            at,
            member_id=each.member_id,
            data={"level": each.level, "name": each.name, "keepBy": each.keep_by.isoformat()},
            once_key=f"tier/{each.member_id}/{each.keep_by}",
        )
        for each in found
    ]


def _vouchers(
    event_type: EventType,
) -> Callable[[Session, datetime, Sequence[vouchers.DueVoucher]], list[Row]]:
    def rows(_db: Session, at: datetime, found: Sequence[vouchers.DueVoucher]) -> list[Row]:
        return [
            stream.row_of(
                event_type,
                at,
                member_id=each.member_id,
                subject=f"voucher/{each.id}",
                data={
                    "voucherId": each.id,
                    "name": each.name,
                    "kind": each.kind,
                    "expiresAt": iso_utc(each.expires_at),
                },
                once_key=f"{event_type}/{each.id}",
            )
            for each in found
        ]

    return rows


def _birthdays(_db: Session, at: datetime, found: Sequence[int]) -> list[Row]:
    today = malaysian_date(at)
    return [
        stream.row_of(
            EventType.BIRTHDAY_GIFT,
            at,
            member_id=member_id,
            data={"month": today.month},
            once_key=f"birthday/{member_id}/{today:%Y-%m}",
        )
        for member_id in found
    ]


def week_before(day: date) -> Days:
    """The last whole week before a day, from Monday to Sunday."""
    monday = day - timedelta(days=day.weekday())
    return Days(monday - timedelta(days=7), monday - timedelta(days=1))


def _weeks(db: Session, at: datetime, found: Sequence[accounts.Week]) -> list[Row]:
    first = week_before(malaysian_date(at)).first
    counts = vouchers.open_counts(db, [each.member_id for each in found], at)
    return [
        stream.row_of(
            EventType.WEEK_ENDED,
            at,
            member_id=each.member_id,
            data={
                "earned": each.earned,
                "spent": each.spent,
                "balance": each.balance,
                "openVouchers": counts.get(each.member_id, 0),
            },
            once_key=f"week/{each.member_id}/{first}",
        )
        for each in found
    ]


DAILY_CHECKS = (
    DailyCheck(
        "tiers", "tiers at risk", lambda db, at, _since: accounts.at_risk(db, at, TIER_NOTICE_DAYS), _tiers
    ),
    DailyCheck(
        "ending",
        "vouchers that end",
        lambda db, at, _since: vouchers.ending(db, at, VOUCHER_NOTICE_DAYS),
        _vouchers(EventType.VOUCHER_ENDS),
    ),
    DailyCheck("lapsed", "vouchers that lapsed", vouchers.lapsed, _vouchers(EventType.VOUCHER_LAPSED)),
    DailyCheck(
        "usable",
        "vouchers usable from today",
        vouchers.usable,
        _vouchers(EventType.VOUCHER_USABLE),
    ),
    DailyCheck(
        "birthdays",
        "birthday gifts to claim",
        lambda db, at, _since: vouchers.birthday_claimants(db, at),
        _birthdays,
    ),
    DailyCheck(
        "weeks",
        "weeks summed up",
        lambda db, at, _since: list(accounts.weeks(db, week_before(malaysian_date(at)))),
        _weeks,
        weekday=MONDAY,
    ),
)
