"""Hours and closures of an outlet: what is right and where a mistake stands, by the rows of the staff app."""

from __future__ import annotations

import pytest

from loyalty.errors import by_field, flat
from loyalty.features.content.schemas import HoursAndClosuresSchema
from support.cases import case, why

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@pytest.mark.any_database
@pytest.mark.parametrize("row", case("hours"), ids=why)
def test_hours_and_closures_are_right_or_wrong_at_a_place(row):
    week = {
        day: [{"opens": opens, "closes": closes} for opens, closes in row["week"].get(day, ())]
        for day in WEEKDAYS
    }
    closures = [{"firstDay": first, "lastDay": last} for first, last in row["closures"]]
    wrong = HoursAndClosuresSchema().validate({"hours": week, "closures": closures, "specialDays": []})
    assert list(by_field(flat(wrong, ()))) == ([] if row["wrong"] is None else [row["wrong"]])
