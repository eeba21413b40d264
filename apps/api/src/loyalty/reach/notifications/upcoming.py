"""What the scheduler checks for all members once a day, from nine o'clock in Malaysia."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
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
    earlier one; `events` what `stream.row_of` takes for some of it. `weekday`: once a week, from that day on,
    0 is Monday.
    """

    name: str
    what: str
    event_type: EventType
    find: Callable[[Session, datetime, datetime], Sequence[Any]]
    events: Callable[[Session, datetime, Sequence[Any]], Iterable[Row]]
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
    rows = [stream.row_of(check.event_type, at, **each) for each in check.events(db, at, some)]
    stream.write_once(db, rows)
    return len(rows)


def note_done(db: Session, check: DailyCheck, at: datetime) -> None:
    """Note that everything of this day is written."""
    day = malaysian_date(at)
    upsert(db, DailyCheckRun, {"name": check.name, "day": day}, {"day": day})


def _tiers(_db: Session, _at: datetime, found: Sequence[accounts.AtRisk]) -> Iterator[Row]:
    for each in found:
        data = {"level": each.level, "name": each.name, "keepBy": each.keep_by.isoformat()}
        yield {
            "member_id": each.member_id,
            "data": data,
            "once_key": f"tier/{each.member_id}/{each.keep_by}",
        }


def _vouchers(
    event_type: EventType, _db: Session, _at: datetime, found: Sequence[vouchers.DueVoucher]
) -> Iterator[Row]:
    for each in found:
        data = {"voucherId": each.id, "name": each.name, "kind": each.kind}
        yield {
            "member_id": each.member_id,
            "subject": f"voucher/{each.id}",
            "data": {**data, "expiresAt": iso_utc(each.expires_at)},
            "once_key": f"{event_type}/{each.id}",
        }


def _birthdays(_db: Session, at: datetime, found: Sequence[int]) -> Iterator[Row]:
    today = malaysian_date(at)
    for member_id in found:
        once_key = f"birthday/{member_id}/{today:%Y-%m}"
        yield {"member_id": member_id, "data": {"month": today.month}, "once_key": once_key}


def week_before(day: date) -> Days:
    """The last whole week before a day, from Monday to Sunday."""
    monday = day - timedelta(days=day.weekday())
    return Days(monday - timedelta(days=7), monday - timedelta(days=1))


def _weeks(db: Session, at: datetime, found: Sequence[accounts.Week]) -> Iterator[Row]:
    first = week_before(malaysian_date(at)).first
    counts = vouchers.open_counts(db, [each.member_id for each in found], at)
    for each in found:
        data = {"earned": each.earned, "spent": each.spent, "balance": each.balance}
        yield {
            "member_id": each.member_id,
            "data": {**data, "openVouchers": counts.get(each.member_id, 0)},
            "once_key": f"week/{each.member_id}/{first}",
        }


def _of_vouchers(
    name: str, what: str, event_type: EventType, find: Callable[[Session, datetime, datetime], Sequence[Any]]
) -> DailyCheck:
    return DailyCheck(name, what, event_type, find, partial(_vouchers, event_type))


DAILY_CHECKS = (
    DailyCheck(
        "tiers",
        "tiers at risk",
        EventType.TIER_AT_RISK,
        lambda db, at, _since: accounts.at_risk(db, at, TIER_NOTICE_DAYS),
        _tiers,
    ),
    _of_vouchers(
        "ending",
        "vouchers that end",
        EventType.VOUCHER_ENDS,
        lambda db, at, _since: vouchers.ending(db, at, VOUCHER_NOTICE_DAYS),
    ),
    _of_vouchers("lapsed", "vouchers that lapsed", EventType.VOUCHER_LAPSED, vouchers.lapsed),
    _of_vouchers("usable", "vouchers usable from today", EventType.VOUCHER_USABLE, vouchers.usable),
    DailyCheck(
        "birthdays",
        "birthday gifts to claim",
        EventType.BIRTHDAY_GIFT,
        lambda db, at, _since: vouchers.birthday_claimants(db, at),
        _birthdays,
    ),
    DailyCheck(
        "weeks",
        "weeks summed up",
        EventType.WEEK_ENDED,
        lambda db, at, _since: list(accounts.weeks(db, week_before(malaysian_date(at)))),
        _weeks,
        weekday=MONDAY,
    ),
)
