"""What an application and a feedback may say, how many are taken, and how long they are kept."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil

from loyalty.rules.calendar import malaysian_date, months_after, start_of
from loyalty.rules.codes import Code
from loyalty.rules.otp import HOUR, Limit
from loyalty.rules.phone import normalise
from loyalty.rules.problems import Problem

PER_NETWORK = Limit(5, HOUR)
FROM_EVERYBODY = Limit(120, HOUR)
DAY = timedelta(days=1)
BYTES_PER_DAY = 500 * 1024 * 1024
KEPT_MONTHS = 12
HOME = "60"


def problem_with_telephone(typed: str) -> Problem | None:
    """Why nobody could be called back at this number, or None: 8 to 15 digits (spec 001 §5)."""
    digits = re.sub(r"[ ()+-]", "", typed)
    return None if re.fullmatch(r"[0-9]{8,15}", digits) else Problem(Code.INVALID_TELEPHONE)


def telephone_cell(typed: str | None) -> str:
    """A typed number as a spreadsheet leaves it: a Malaysian one as 012-345 6789."""
    if not typed:
        return ""
    if mobile := normalise(HOME, typed):
        return f"0{mobile[:2]}-{mobile[2:-4]} {mobile[-4:]}"
    return f"{typed[:2]}-{typed[2:]}" if typed.startswith("0") and typed.isdigit() else typed


def kept_since(now: datetime) -> datetime:
    """What came before this moment has been kept long enough: whole Malaysian days, twelve months back."""
    return start_of(months_after(malaysian_date(now), -KEPT_MONTHS))


def wait_for_bytes(taken: Sequence[tuple[datetime, int]], size: int, at: datetime) -> int:
    """Seconds until a file of `size` bytes fits the day's budget; 0 when it does.

    `taken` is when files of the last 24 hours came, and their bytes, the oldest first.
    """
    over = sum(each for _, each in taken) + size - BYTES_PER_DAY
    for moment, each in taken:
        if over <= 0:
            break
        over -= each
        if over <= 0:
            return max(1, ceil((moment + DAY - at).total_seconds()))
    return 0
