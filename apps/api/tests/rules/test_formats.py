"""Days, times and numbers of messages, in the formats and the language that a member chose."""

from dataclasses import replace
from datetime import date, datetime

import pytest

from loyalty.rules.formats import Formats
from support.cases import case, why

CASES = case("formats")


@pytest.mark.parametrize("row", CASES["days"], ids=why)
def test_a_day(row):
    assert Formats(date_format=row["dateFormat"]).day(date.fromisoformat(row["day"])) == row["written"]


@pytest.mark.parametrize(("language", "months"), CASES["months"].items())
def test_a_month_is_named_in_the_readers_language(language, months):
    formats = Formats(language, date_format="DD MMM YYYY")
    written = [formats.day(date(2026, month, 5)) for month in range(1, 13)]
    assert written == [f"05 {each} 2026" for each in months.split()]


@pytest.mark.parametrize("row", CASES["moments"], ids=why)
def test_a_moment_is_malaysias(row):
    formats = Formats(row["language"], time_format=row["timeFormat"])
    assert formats.moment(datetime.fromisoformat(row["at"].replace("Z", "+00:00"))) == row["written"]


@pytest.mark.parametrize("row", CASES["numbers"], ids=why)
def test_a_number(row):
    written = Formats(number_format=row["numberFormat"]).number(row["value"])
    assert written.replace("\N{NO-BREAK SPACE}", " ") == row["written"]


def test_what_somebody_never_chose_has_its_default():
    assert Formats.of(None) == Formats()
    chosen = {"selected_language": "th", "date_format": "YYYY-MM-DD"}
    assert Formats.of(chosen) == replace(Formats("th"), date_format="YYYY-MM-DD")
