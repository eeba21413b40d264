"""What the scheduler finds for members once a day, from nine o'clock in Malaysia: nobody is woken by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, select

from loyalty.db.tables import upsert
from loyalty.features.events import stream
from loyalty.features.notifications.models import NotificationLook
from loyalty.features.points import daily as accounts
from loyalty.features.rewards import daily as vouchers
from loyalty.rules.calendar import MALAYSIA, Days, iso_utc, malaysian_date
from loyalty.rules.events import EventType
from loyalty.rules.notifications import DIGEST_HOUR, MONDAY, TIER_NOTICE_DAYS, VOUCHER_NOTICE_DAYS

Row = dict[str, Any]


@dataclass(frozen=True)
class Look:
    """What the scheduler looks for. `find` gives everything of a day; `rows` the events of some of it, each
    with a key by which it is written once. `weekday`: only on that day of the week, 0 is Monday.
    """

    name: str
    what: str
    find: Callable[[Connection, datetime], Sequence[Any]]
    rows: Callable[[Connection, datetime, Sequence[Any]], list[Row]]
    weekday: int | None = None


def is_due(db: Connection, look: Look, at: datetime) -> bool:
    """Whether it has to be looked for at this moment: after nine, and not done on this day yet."""
    local = at.astimezone(MALAYSIA)
    if local.time() < DIGEST_HOUR or look.weekday not in (None, local.weekday()):
        return False
    done = db.scalar(select(NotificationLook.day).where(NotificationLook.name == look.name))
    return done is None or done < local.date()


def write(db: Connection, look: Look, at: datetime, some: Sequence[Any]) -> int:
    """Write the events of some of what was found, in the caller's transaction; gives how many."""
    rows = look.rows(db, at, some)
    stream.write_once(db, rows)
    return len(rows)


def note_done(db: Connection, look: Look, at: datetime) -> None:
    """Note that everything of this day is written."""
    day = malaysian_date(at)
    upsert(db, NotificationLook, {"name": look.name, "day": day}, {"day": day})


def _tiers(_db: Connection, at: datetime, found: Sequence[accounts.AtRisk]) -> list[Row]:
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
) -> Callable[[Connection, datetime, Sequence[vouchers.DueVoucher]], list[Row]]:
    def rows(_db: Connection, at: datetime, found: Sequence[vouchers.DueVoucher]) -> list[Row]:
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


def _birthdays(_db: Connection, at: datetime, found: Sequence[int]) -> list[Row]:
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


def _weeks(db: Connection, at: datetime, found: Sequence[accounts.Week]) -> list[Row]:
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


LOOKS = (
    Look("tiers", "tiers at risk", lambda db, at: accounts.at_risk(db, at, TIER_NOTICE_DAYS), _tiers),
    Look(
        "ending",
        "vouchers that end",
        lambda db, at: vouchers.ending(db, at, VOUCHER_NOTICE_DAYS),
        _vouchers(EventType.VOUCHER_ENDS),
    ),
    Look("lapsed", "vouchers that lapsed", vouchers.lapsed, _vouchers(EventType.VOUCHER_LAPSED)),
    Look(
        "usable",
        "vouchers usable from today",
        vouchers.usable_today,
        _vouchers(EventType.VOUCHER_USABLE),
    ),
    Look("birthdays", "birthday gifts to claim", vouchers.birthday_claimants, _birthdays),
    Look(
        "weeks",
        "weeks summed up",
        lambda db, at: list(accounts.weeks(db, week_before(malaysian_date(at)))),
        _weeks,
        weekday=MONDAY,
    ),
)
