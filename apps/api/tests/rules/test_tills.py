"""What a till may verify without the office, and when an expiring key is reported."""

from datetime import UTC, datetime, timedelta

import pytest

from loyalty.rules.bills import BillLimits, Waits, expires_soon, why_it_waits

LIMITS = BillLimits(bill_sen=200_000, till_day_sen=3_000_000, member_day_sen=300_000)
NOON = datetime(2026, 3, 14, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    ("amount", "till_day", "member_day", "waits"),
    [
        (200_000, 0, 0, None),
        (200_001, 0, 0, Waits.BILL),
        (100_000, 0, 200_000, None),
        (100_001, 0, 200_000, Waits.MEMBER_DAY),
        (100_000, 2_900_000, 0, None),
        (100_001, 2_900_000, 0, Waits.TILL_DAY),
        (200_001, 3_000_000, 300_000, Waits.BILL),
        (1, 3_000_000, 300_000, Waits.TILL_DAY),
        (0, 9_000_000, 9_000_000, None),
    ],
)
def test_a_limit_itself_passes_and_a_sen_more_waits(amount, till_day, member_day, waits):
    assert why_it_waits(amount, LIMITS, till_day_sen=till_day, member_day_sen=member_day) is waits


@pytest.mark.parametrize("field", ["bill_sen", "till_day_sen", "member_day_sen"])
def test_zero_is_no_limit(field):
    only = BillLimits(**{**dict.fromkeys(("bill_sen", "till_day_sen", "member_day_sen"), 0), field: 1})

    assert why_it_waits(2, BillLimits(0, 0, 0), till_day_sen=10**12, member_day_sen=10**12) is None
    assert why_it_waits(2, only) is not None


@pytest.mark.parametrize(
    ("left", "soon"),
    [
        (timedelta(days=14), True),
        (timedelta(days=14, seconds=1), False),
        (timedelta(seconds=1), True),
        (timedelta(0), False),
    ],
)
def test_a_key_that_expires_is_reported_from_fourteen_days_before(left, soon):
    assert expires_soon(NOON + left, NOON) is soon
    assert expires_soon(None, NOON) is False
