"""A member's export for spreadsheets: one CSV a table, in one archive."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from loyalty.rules.enquiries import spreadsheet_cell

RECORD = "member"


def archive(exported: Mapping[str, Any]) -> bytes:
    """A ZIP of what ExportSchema says: her record as `member.csv`, and each table by its name.

    Nothing in it acts as a formula (trust.md B10); a table without a row of hers is an empty file.
    """
    tables = {RECORD: [exported["member"]], **exported["records"]}
    held = BytesIO()
    with ZipFile(held, "w", ZIP_DEFLATED) as files:
        for name, rows in tables.items():
            # The mark tells spreadsheets that these are not the letters of their own country.
            files.writestr(f"{name}.csv", _csv(rows).encode("utf-8-sig"))
    return held.getvalue()


def _csv(rows: Sequence[Mapping[str, Any]]) -> str:
    text = StringIO()
    if rows:
        writer = csv.writer(text)
        writer.writerow(rows[0])
        writer.writerows([_cell(value) for value in row.values()] for row in rows)
    return text.getvalue()


def _cell(value: Any) -> Any:
    """Numbers stay numbers: a negative one is no formula."""
    if isinstance(value, str):
        return spreadsheet_cell(value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, bool | dict | list) else value
