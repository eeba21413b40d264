"""Bills: what has become of one, how a receipt is written, and how late one may come."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from enum import IntEnum

# "Points appear within 24 hours after staff verification" (spec 001 §1): what is pending longer is overdue.
PROMISED_WITHIN = timedelta(hours=24)
# A till that was off catches up; what is older than a month is no till's any more.
OLDEST = timedelta(days=31)
# A till's clock may run ahead of ours by so much.
AHEAD = timedelta(minutes=5)

_RECEIPT = re.compile(r"[!-~](?:[ -~]{0,38}[!-~])?", re.ASCII)


class Status(IntEnum):
    """What has become of a bill, as the wire counts it (api-contract)."""

    PENDING = 1
    VERIFIED = 2
    VOID = 3


def status_of(verified_at: datetime | None, voided_at: datetime | None) -> Status:
    """The status of a bill; taken back is taken back, verified or not."""
    if voided_at is not None:
        return Status.VOID
    return Status.PENDING if verified_at is None else Status.VERIFIED


def receipt(typed: str) -> str | None:
    """The one spelling of a receipt number: " a-17 " is "A-17"; None when it is none.

    Plain signs only, 40 at most: what a till prints, and what two people type the same way.
    """
    tidy = typed.strip()
    return tidy.upper() if _RECEIPT.fullmatch(tidy) else None


def problem_with_time(paid_at: datetime, now: datetime) -> str | None:
    """Why a bill cannot have been paid then, or None."""
    if paid_at > now + AHEAD:
        return "A bill cannot be paid in the future."
    if paid_at < now - OLDEST:
        return f"This bill is older than {OLDEST.days} days."
    return None


def is_overdue(created_at: datetime, now: datetime) -> bool:
    """Whether a pending bill has waited longer than members are promised."""
    return now - created_at >= PROMISED_WITHIN
