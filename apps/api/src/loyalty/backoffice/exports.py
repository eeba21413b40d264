"""Lists of the office as spreadsheets: the same rows, in the same order, with the columns that are shown."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.log.log import note
from loyalty.db.session import transaction
from loyalty.errors import Invalid
from loyalty.rules.calendar import ZONE
from loyalty.rules.codes import Code
from loyalty.rules.spreadsheets import Sheet

# What the log says of an export, for which no reason is asked.
EXPORTED = "an export in the staff app"
# A spreadsheet takes more; a request that makes more takes too long.
MAX_ROWS = 50_000

# The columns of a list as the staff app calls them: the title of each, and its cell of a row.
Columns = Mapping[str, tuple[str, Callable[[dict[str, Any]], object]]]


def refuse_too_long(rows: Sequence[object]) -> None:
    """Raise Invalid `csv_too_long` for more than 50,000 rows."""
    if len(rows) > MAX_ROWS:
        raise Invalid(Code.CSV_TOO_LONG, {"max": MAX_ROWS})


def sheet(
    office: OfficeContext,
    name: str,
    columns: Columns,
    rows: Sequence[dict[str, Any]],
    *,
    action: str,
    outlet_id: int | None = None,
) -> Sheet:
    """Rows of a list with these columns; it is logged as `action`, with the outlet they were asked of."""
    cells = [[cell(row) for _, cell in columns.values()] for row in rows]
    with transaction() as db:
        note(db, office.signed(EXPORTED), action, f"{len(rows)} rows", outlet_id=outlet_id)
    return Sheet(name, [title for title, _ in columns.values()], cells)


def time_cell(at: datetime | None) -> str | None:
    """A moment as Malaysian time, to the minute."""
    return f"{at.astimezone(ZONE):%Y-%m-%d %H:%M}" if at else None
