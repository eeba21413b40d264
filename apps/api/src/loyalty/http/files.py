"""Files that a browser saves: attachments, and tables for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from flask import Response
from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from loyalty.http.headers import CONTENT_SECURITY_POLICY
from loyalty.rules.spreadsheets import Sheet, spreadsheet_cell

CSV = "text/csv"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def attachment(name: str, content: bytes, content_type: str) -> Response:
    """A file that a browser saves under a name of ours (ASCII, without quotes) and never shows as a page."""
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": f"{CONTENT_SECURITY_POLICY}; sandbox",
    }
    return Response(content, mimetype=content_type, headers=headers)


def spreadsheet(name: str, titles: Sequence[str], rows: Iterable[Sequence[object]]) -> Response:
    """A CSV for spreadsheets: UTF-8 with its mark, and no cell can act as a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(titles)
    writer.writerows([_cell("" if c is None else c) for c in row] for row in rows)
    return attachment(name, text.getvalue().encode("utf-8-sig"), CSV)


def sheet_file(name: str, sheets: Sequence[Sheet], file_format: str) -> Response:
    """Sheets as an `xlsx`, whose numbers are numbers and whose texts are none of them formulas, or the first
    of them as a `csv`; the name is without its ending.
    """
    if file_format == "csv":
        return spreadsheet(f"{name}.csv", sheets[0].titles, sheets[0].rows)
    book = Workbook(write_only=True)
    for sheet in sheets:
        written = book.create_sheet(sheet.name)
        written.freeze_panes = "A2"
        for at, title in enumerate(sheet.titles):
            longest = max([len(title), *(len(str(row[at])) for row in sheet.rows[:200])])
            written.column_dimensions[get_column_letter(at + 1)].width = min(longest + 2, 60)
        written.append([_bold(written, title) for title in sheet.titles])
        for row in sheet.rows:
            written.append([_workbook_cell(written, each) for each in row])
    content = io.BytesIO()
    book.save(content)
    return attachment(f"{name}.xlsx", content.getvalue(), XLSX)


def _cell(value: object) -> object:
    if isinstance(value, int | Decimal):
        return value
    return spreadsheet_cell(str(value))


def _bold(sheet: Any, title: str) -> Any:
    cell = WriteOnlyCell(sheet, title)
    cell.font = Font(bold=True)
    return cell


def _workbook_cell(sheet: Any, value: Any) -> Any:
    if isinstance(value, Decimal):
        cell: Any = WriteOnlyCell(sheet)
        cell.value = value
        cell.number_format = "#,##0.00"
        return cell
    if value is None or isinstance(value, int):
        return value
    return ILLEGAL_CHARACTERS_RE.sub("", spreadsheet_cell(str(value)))
