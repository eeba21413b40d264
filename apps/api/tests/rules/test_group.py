import json
from importlib.resources import files
from typing import Any

import pytest

from loyalty.features.outlets.outlets import calling_codes
from loyalty.rules import group


def read_with(part: str, **changed: Any) -> group.Group:
    described = json.loads((files("loyalty") / "group.json").read_bytes())
    described[part] |= changed
    return group.read(json.dumps(described))


@pytest.mark.parametrize(
    ("name", "offset", "minutes"),
    [
        ("Asia/Singapore", "+08:00", 480),
        ("Asia/Bangkok", "+07:00", 420),
        ("Asia/Kolkata", "+05:30", 330),
        ("America/Bogota", "-05:00", -300),
    ],
)
def test_a_zone_with_the_same_offset_all_year_is_taken(name: str, offset: str, minutes: int) -> None:
    zone = read_with("timeZone", name=name, utcOffset=offset).time_zone
    assert zone.ahead.total_seconds() == 60 * minutes


@pytest.mark.parametrize(
    ("name", "offset"),
    [("Asia/Bangkok", "+08:00"), ("Europe/London", "+00:00"), ("Europe/London", "+01:00")],
)
def test_another_offset_or_a_summer_time_is_refused(name: str, offset: str) -> None:
    with pytest.raises(ValueError, match="all year"):
        read_with("timeZone", name=name, utcOffset=offset)


def test_the_calling_code_is_the_one_of_its_id_and_is_listed_first() -> None:
    code = group.GROUP.country.calling_code
    assert vars(calling_codes()[0]) == {"id": code.id, "name": code.name}
