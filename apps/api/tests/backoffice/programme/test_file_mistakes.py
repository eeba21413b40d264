"""Files with mistakes: of the programme, and of a till's sales."""

import json
from pathlib import Path
from typing import Any

import pytest

from loyalty.backoffice.programme.file import check
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem
from loyalty.rules.sales_files import Layout, NoTable, guessed, read_sales, read_table

MISTAKES = json.loads((Path(__file__).parent / "file_mistakes.json").read_text(encoding="utf-8"))
OUTLETS = {1: "Krua Bowl, Publika", 2: "Krua Bowl, KLIA 2"}
OF_SALES = {
    Code.MISSING_COLUMNS,
    Code.ROW_CUT_SHORT,
    Code.RECEIPT_TWICE,
    Code.NOT_CSV,
    Code.NOT_AN_OUTLET,
    Code.NOT_A_RECEIPT,
    Code.NOT_A_SUM,
    Code.NOT_A_DAY,
    Code.MONTH_BEFORE_DAY,
    Code.DAY_AMBIGUOUS,
    Code.FORMULA,
    Code.HEADINGS_ALIKE,
    Code.OUTLET_AMBIGUOUS,
    Code.TABLE_EMPTY,
    Code.TABLE_UNREADABLE,
    Code.UNKNOWN_SALE_STATUS,
}


def whole(row: dict[str, Any]) -> str:
    """The file of a row; where it says so, its last character many times."""
    text: str = row["file"]
    return text + text[-1:] * (row.get("times", 1) - 1)


def why(row: dict[str, Any]) -> str:
    """The name of a row in pytest's output."""
    return repr(row["file"][:40])


def of_sales(row: dict[str, Any]) -> list[Problem]:
    """What is wrong with a file of sales."""
    try:
        table = read_table(whole(row).encode())
        return [
            problem for _, problem in read_sales(table, Layout(guessed(table.headings)), OUTLETS).unreadable
        ]
    except NoTable as none:
        return [none.problem]


@pytest.mark.parametrize("row", MISTAKES["programme"], ids=why)
def test_a_programme_file_says_its_mistakes(row):
    programme, mistakes = check(whole(row))
    assert (programme, [each.message for each in mistakes]) == (None, row["mistakes"])


@pytest.mark.parametrize("row", MISTAKES["sales"], ids=why)
def test_a_file_of_sales_says_its_mistakes(row):
    assert [str(each) for each in of_sales(row)] == row["mistakes"]


def test_every_mistake_is_among_the_cases():
    found = {mistake.code for row in MISTAKES["programme"] for mistake in check(whole(row))[1]}
    assert found == {code for code in Code if code.startswith("file_")} - {
        Code.FILE_TOO_LARGE,
        Code.FILE_TOO_LONG,
        Code.FILE_TOO_MANY_DAYS,
        Code.FILE_OF_OTHER_OUTLET,
    }
    assert {problem.code for row in MISTAKES["sales"] for problem in of_sales(row)} == OF_SALES
