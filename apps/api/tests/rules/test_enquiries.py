"""How many bytes of attachments are accepted in a day, and when there is space again."""

from datetime import UTC, datetime, timedelta

import pytest

from loyalty.rules.enquiries import BYTES_PER_DAY, telephone_cell, wait_for_bytes

AT = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
FILE = 5 * 1024 * 1024


@pytest.mark.parametrize(
    ("taken", "wait"),
    [
        ([], 0),
        ([(1, BYTES_PER_DAY - FILE)], 0),
        ([(1, BYTES_PER_DAY - FILE + 1)], 23 * 3600),
        ([(23, 1), (2, BYTES_PER_DAY - FILE)], 3600),
        ([(23, 1), (2, BYTES_PER_DAY - FILE + 1)], 22 * 3600),
        ([(24, BYTES_PER_DAY)], 1),
    ],
)
def test_a_file_waits_until_the_oldest_ones_are_a_day_old(taken, wait):
    came = [(AT - timedelta(hours=hours), size) for hours, size in taken]
    assert wait_for_bytes(came, FILE, AT) == wait


@pytest.mark.parametrize(
    ("typed", "cell"),
    [
        ("+60 12-345 6789", "012-345 6789"),
        ("0123456789", "012-345 6789"),
        ("60123456789", "012-345 6789"),
        ("011-2345 6789", "011-2345 6789"),
        ("0312345678", "03-12345678"),
        ("03-1234 5678", "03-1234 5678"),
        ("+65 8123 4567", "+65 8123 4567"),
        (None, ""),
    ],
)
def test_a_telephone_number_survives_a_spreadsheet(typed, cell):
    assert telephone_cell(typed) == cell
