from datetime import UTC, datetime, timedelta

import pytest

from loyalty.rules.incidents import duties
from loyalty.rules.retention import may_warn, messages_before, months_before

NOON = datetime(2028, 2, 29, 4, 0, tzinfo=UTC)  # noon in Malaysia


@pytest.mark.parametrize(
    ("months", "before"),
    [
        (24, datetime(2026, 2, 27, 16, 0, tzinfo=UTC)),  # midnight of 28 February 2026 in Malaysia
        (12, datetime(2027, 2, 27, 16, 0, tzinfo=UTC)),
        (48, datetime(2024, 2, 28, 16, 0, tzinfo=UTC)),
    ],
)
def test_months_are_those_of_the_calendar_and_end_at_a_malaysian_midnight(months, before):
    assert months_before(NOON, months) == before


@pytest.mark.parametrize(
    ("moment", "is_day"),
    [
        (datetime(2028, 3, 1, 0, 59, 59, tzinfo=UTC), False),  # a second to nine in Malaysia
        (datetime(2028, 3, 1, 1, 0, tzinfo=UTC), True),
        (datetime(2028, 3, 1, 12, 59, 59, tzinfo=UTC), True),
        (datetime(2028, 3, 1, 13, 0, tzinfo=UTC), False),  # nine in the evening
    ],
)
def test_nobody_is_written_to_by_night(moment, is_day):
    assert may_warn(moment) == is_day


def test_a_message_is_remembered_for_thirty_days():
    assert messages_before(NOON) == NOON - timedelta(days=30)


@pytest.mark.parametrize(("affected", "significant"), [(0, False), (1_000, False), (1_001, True)])
def test_more_than_a_thousand_members_are_a_significant_scale(affected, significant):
    assert duties(affected, NOON).is_significant == significant


def test_the_commissioner_is_informed_within_72_hours_and_members_a_week_after():
    owed = duties(1, NOON)
    assert owed.commissioner_by == NOON + timedelta(hours=72)
    assert owed.members_by == NOON + timedelta(days=10)
