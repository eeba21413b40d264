"""Bills: what has become of one, how a receipt is written, and how late one may come."""

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import IntEnum, StrEnum

from loyalty.rules.codes import Code
from loyalty.rules.otp import DAY, Limit
from loyalty.rules.problems import Problem

# "Points appear within 24 hours after staff verification" (spec 001 §1): what is pending longer is overdue.
PROMISED_WITHIN = timedelta(hours=24)
# A till that was off catches up; what is older than a month is no till's any more.
OLDEST = timedelta(days=31)
# A till's clock may run ahead of ours by so much.
AHEAD = timedelta(minutes=5)

_RECEIPT = re.compile(r"[!-~](?:[ -~]{0,38}[!-~])?", re.ASCII)


class Status(IntEnum):
    """What has become of a bill, as the wire counts it (docs/till.md)."""

    PENDING = 1
    VERIFIED = 2
    VOID = 3


def status_of(verified_at: datetime | None, voided_at: datetime | None) -> Status:
    """The status of a bill; taken back is taken back, verified or not."""
    if voided_at is not None:
        return Status.VOID
    return Status.PENDING if verified_at is None else Status.VERIFIED


def receipt(typed: str) -> str | None:
    """A receipt number in its normal form: " a-17 " is "A-17"; None when it is not one.

    Plain ASCII characters only, 40 at most: what a till prints.
    """
    stripped = typed.strip()
    return stripped.upper() if _RECEIPT.fullmatch(stripped) else None


def problem_with_time(paid_at: datetime, now: datetime) -> Problem | None:
    """Why a bill cannot have been paid then, or None."""
    if paid_at > now + AHEAD:
        return Problem(Code.BILL_IN_FUTURE)
    if paid_at < now - OLDEST:
        return Problem(Code.BILL_TOO_OLD, {"days": OLDEST.days})
    return None


def problem_with_amount(amount_sen: int, maximum: int) -> Problem | None:
    """Why a bill cannot be so large, or None; `maximum` is in ringgit."""
    most = maximum * 100
    return Problem(Code.BILL_TOO_LARGE, {"max": most}) if amount_sen > most else None


def is_overdue(created_at: datetime, now: datetime) -> bool:
    """Whether a pending bill has waited longer than members are promised."""
    return now - created_at >= PROMISED_WITHIN


# A cashier looks a member up once or twice: before the bill, and after it for the balance on the receipt.
LOOKUPS = (Limit(30, timedelta(minutes=1)), Limit(1_500, DAY))
# Somebody in the office looks up members and vouchers one by one, each for a reason.
OFFICE_LOOKUPS = (Limit(30, timedelta(minutes=1)), Limit(300, DAY))
# Members who do not exist: a card that is read badly is tried two or three times, guessing goes on.
MISSES_BEFORE_NOTICE = Limit(20, timedelta(minutes=10))
# So long before it expires a key that is in use is reported, so that no till stops on a Saturday.
EXPIRY_NOTICE = timedelta(days=14)
MAX_KEY_DAYS = 3_650


class Waits(StrEnum):
    """Why a bill waits for the office: for the setting that holds it back, or for a second person, because
    who verified it first may not move so many points alone.
    """

    BILL = "bill_limit"
    TILL_DAY = "till_day_limit"
    MEMBER_DAY = "member_day_limit"
    SECOND_PERSON = "second_person"

    @property
    def problem(self) -> Problem:
        """What the cashier reads, and may read out."""
        return Problem(_WHY[self])


_WHY = {
    Waits.BILL: Code.BILL_LIMIT,
    Waits.TILL_DAY: Code.TILL_DAY_LIMIT,
    Waits.MEMBER_DAY: Code.MEMBER_DAY_LIMIT,
    Waits.SECOND_PERSON: Code.WAITS_FOR_SECOND_PERSON,
}


@dataclass(frozen=True)
class BillLimits:
    """The most verified without the office, in sen: a bill, a till's day, a member's day. 0 is no limit."""

    bill_sen: int
    till_day_sen: int
    member_day_sen: int


def why_it_waits(
    amount_sen: int, limits: BillLimits, *, till_day_sen: int = 0, member_day_sen: int = 0
) -> Waits | None:
    """Why a till cannot verify a bill without the office, or None. The limit itself still passes.

    `till_day_sen` is what this till has verified today, `member_day_sen` what tills have for this member.
    Today is the Malaysian day on which they were verified, whatever day they were paid on: a bill that is
    dated back opens no other day's limit. What was taken back since counts for nothing, and so does what the
    office verified. A bill of nothing earns nothing and never waits.
    """
    for why, limit, reached in (
        (Waits.BILL, limits.bill_sen, amount_sen),
        (Waits.TILL_DAY, limits.till_day_sen, till_day_sen + amount_sen),
        (Waits.MEMBER_DAY, limits.member_day_sen, member_day_sen + amount_sen),
    ):
        if amount_sen and limit and reached > limit:
            return why
    return None


class Flag(StrEnum):
    """What somebody who verifies bills should look at first."""

    OVERDUE = "overdue"
    BILL_LIMIT = "bill_limit"
    TILL_DAY_LIMIT = "till_day_limit"
    MEMBER_DAY_LIMIT = "member_day_limit"
    SECOND_PERSON = "second_person"
    BY_HAND = "by_hand"  # the office recorded it, no till
    SECOND_OF_DAY = "second_of_day"  # the member has another bill of this outlet and business day


def flags_of(
    *,
    is_pending: bool,
    created_at: datetime,
    waits_for: str | None,
    by_hand: bool,
    has_another: bool,
    now: datetime,
) -> list[Flag]:
    """The flags of a bill that is not void, the gravest first; `waits_for` is a `Waits`, of a verified one it
    is past. Another bill of its member that day is no flag by itself: people come twice.
    """
    found = [Flag(waits_for)] if is_pending and waits_for else []
    if is_pending and is_overdue(created_at, now):
        found.append(Flag.OVERDUE)
    if by_hand:
        found.append(Flag.BY_HAND)
    if found and has_another:
        found.append(Flag.SECOND_OF_DAY)
    return found


def why_not_taken_back(*, is_own: bool, business_day: date, today: date) -> Problem | None:
    """Why a cashier cannot take a bill back, or None: what they recorded themselves, on its business day."""
    if not is_own:
        return Problem(Code.NOT_YOUR_BILL)
    return Problem(Code.BILL_OF_ANOTHER_DAY) if business_day != today else None


# A till in use is seen every few minutes while an outlet is open; when it was used last is noted to the hour.
SILENT_AFTER = timedelta(hours=2)
# A till that was not seen for so long has been put away: no daily notice.
PUT_AWAY_AFTER = timedelta(days=14)
# A till that works without the network reports every few minutes.
REPORT_LATE_AFTER = timedelta(minutes=15)


def is_silent(last_seen_at: datetime | None, now: datetime) -> bool:
    """Whether a till has not been seen for a while, and is not put away."""
    return last_seen_at is not None and SILENT_AFTER <= now - last_seen_at < PUT_AWAY_AFTER


def is_report_late(reported_at: datetime | None, now: datetime) -> bool:
    """Whether the report of a till that works without the network is behind; None: it does not report."""
    return reported_at is not None and REPORT_LATE_AFTER <= now - reported_at < PUT_AWAY_AFTER


def expires_soon(expires_at: datetime | None, now: datetime) -> bool:
    """Whether a key that still works ends within EXPIRY_NOTICE."""
    return expires_at is not None and now < expires_at <= now + EXPIRY_NOTICE
