"""The puzzle that slows down guessing; vitest reads the same rows."""

import pytest

from loyalty.rules.otp import is_solved
from support.cases import case, why


@pytest.mark.parametrize("row", case("work"), ids=why)
def test_an_answer_is_right_or_wrong(row):
    assert is_solved(row["puzzle"], row["answer"], row["bits"]) is row["solved"]
