"""The bills of a list as a spreadsheet: the same ones, in the same order, with the same columns."""

from collections.abc import Callable, Sequence
from typing import Any

from loyalty.backoffice.bills import bills
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.log.log import note
from loyalty.db.session import transaction
from loyalty.features.points import bill_lists
from loyalty.rules.calendar import ZONE
from loyalty.rules.signing import person_of
from loyalty.rules.spreadsheets import Sheet, ringgit_cell

EXPORTED = "an export in the staff app"


def _recorder(row: dict[str, Any]) -> str:
    by = row["bill"].recorded_by
    return person_of(by) if by else ", ".join(filter(None, (row["staff_name"], row["till_name"])))


# As the list of the staff app calls them, with their titles.
COLUMNS: dict[str, tuple[str, Callable[[dict[str, Any]], object]]] = {
    "receiptNumber": ("receipt", lambda row: row["bill"].receipt_number),
    "odd": ("flags", lambda row: ", ".join(row["odd"])),
    "amount": ("amount", lambda row: ringgit_cell(row["bill"].amount_sen)),
    "points": ("points", lambda row: row["bill"].points),
    "member": ("member", lambda row: row["member_name"] or row["bill"].member_id),
    "outlet": ("outlet", lambda row: row["outlet_name"]),
    "paidAt": ("paid", lambda row: f"{row['bill'].paid_at.astimezone(ZONE):%Y-%m-%d %H:%M}"),
    "by": ("recorded by", _recorder),
    "status": ("status", lambda row: bill_lists.status(row["bill"]).name.lower()),
}


def sheet(office: OfficeContext, columns: Sequence[str], **asked: Any) -> Sheet:
    """The bills that are asked for, `asked` as `bills.every` takes it, with these columns; it is logged."""
    wanted = [COLUMNS[each] for each in columns]
    rows = [[cell(row) for _, cell in wanted] for row in bills.every(office, **asked)]
    with transaction() as db:
        note(
            db, office.signed(EXPORTED), "earn.export", f"{len(rows)} rows", outlet_id=asked.get("outlet_id")
        )
    return Sheet("Bills", [title for title, _ in wanted], rows)
