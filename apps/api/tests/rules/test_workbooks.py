"""The first sheet of a workbook as text."""

from datetime import date, datetime, time, timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from openpyxl import Workbook
from openpyxl.utils.datetime import MAC_EPOCH

from loyalty.rules.workbooks import first_sheet


def rows_of(content):
    with ZipFile(BytesIO(content)) as book:
        return list(first_sheet(book))


def saved(*rows, epoch=None):
    book = Workbook()
    if epoch:
        book.epoch = epoch
    for row in rows:
        book.active.append(row)
    content = BytesIO()
    book.save(content)
    return content.getvalue()


def with_parts(content, **changes):
    """A workbook with other parts; a part is made of what it was, or of an empty text."""
    made = BytesIO()
    with ZipFile(BytesIO(content)) as before, ZipFile(made, "w") as after:
        parts = {each: before.read(each).decode() for each in before.namelist()}
        for name, change in changes.items():
            parts[PARTS[name]] = change(parts.get(PARTS[name], ""))
        for path, part in parts.items():
            after.writestr(path, part)
    return made.getvalue()


PARTS = {
    "sheet": "xl/worksheets/sheet1.xml",
    "texts": "xl/sharedStrings.xml",
    "related": "xl/_rels/workbook.xml.rels",
}


@pytest.mark.parametrize("epoch", [None, MAC_EPOCH])
def test_what_a_cell_shows_is_read(epoch):
    content = saved(
        [date(2026, 11, 27), datetime(2026, 11, 27, 19, 21), time(19, 21), timedelta(hours=30)],
        [],
        [20261127000123, 45.9, 0.1 + 0.2, 1e3, True, " JT-1 ", None, "=1+1"],
        epoch=epoch,
    )
    assert rows_of(content) == [
        (1, ["2026-11-27", "2026-11-27 19:21:00", "19:21:00", "1 day, 6:00:00"]),
        (3, ["20261127000123", "45.9", "0.3", "1000", "True", "JT-1", "", "="]),
    ]


def test_texts_in_cells_are_read_and_cells_far_to_the_right_are_left_out():
    sheet = (
        '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>'
        '<x:row><x:c t="inlineStr"><x:is><x:t>单</x:t></x:is></x:c><x:c><x:v>7</x:v></x:c></x:row>'
        '<x:row r="9"><x:c r="B9" t="str"><x:v>S&amp;T</x:v></x:c><x:c r="XFD9"><x:v>1</x:v></x:c></x:row>'
        "</x:sheetData></x:worksheet>"
    )
    assert rows_of(with_parts(saved(), sheet=lambda _: sheet)) == [(1, ["单", "7"]), (9, ["", "S&T"])]


def test_a_text_is_read_without_the_reading_of_its_signs():
    texts = (
        '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        "<si><r><t>日</t></r><r><t>本</t></r><rPh sb='0' eb='1'><t>に</t></rPh></si></sst>"
    )
    related = '<Relationship Id="texts" Type="relationships/sharedStrings" Target="sharedStrings.xml"/>'
    content = with_parts(
        saved([0]),
        sheet=lambda part: part.replace('t="n"', 't="s"'),
        texts=lambda _: texts,
        related=lambda part: part.replace("</Relationships>", f"{related}</Relationships>"),
    )
    assert rows_of(content) == [(1, ["日本"])]


def test_a_workbook_that_declares_entities_is_refused():
    content = with_parts(saved(["a"]), sheet=lambda part: f'<!DOCTYPE w [<!ENTITY e "ee">]>{part}')
    with pytest.raises(ValueError, match="entities"):
        rows_of(content)
