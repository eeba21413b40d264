"""The bills of a list as a spreadsheet: the same ones, in the same order, with the same columns."""

from collections.abc import Sequence
from typing import Any

from loyalty.backoffice import exports
from loyalty.backoffice.bills import bills
from loyalty.backoffice.context import OfficeContext
from loyalty.features.points import bill_lists
from loyalty.rules.signing import person_of
from loyalty.rules.spreadsheets import Sheet, ringgit_cell


def _recorder(row: dict[str, Any]) -> str:
    by = row["bill"].recorded_by
    return person_of(by) if by else ", ".join(filter(None, (row["staff_name"], row["till_name"])))


COLUMNS: exports.Columns = {
    "receiptNumber": ("receipt", lambda row: row["bill"].receipt_number),
    "odd": ("flags", lambda row: ", ".join(row["odd"])),
    "amount": ("amount", lambda row: ringgit_cell(row["bill"].amount_sen)),
    "points": ("points", lambda row: row["bill"].points),
    "member": ("member", lambda row: row["member_name"] or row["bill"].member_id),
    "outlet": ("outlet", lambda row: row["outlet_name"]),
    "paidAt": ("paid", lambda row: exports.time_cell(row["bill"].paid_at)),
    "by": ("recorded by", _recorder),
    "status": ("status", lambda row: bill_lists.status(row["bill"]).name.lower()),
}


def sheet(office: OfficeContext, columns: Sequence[str], **asked: Any) -> Sheet:
    """The bills that are asked for, `asked` as `bills.every` takes it, with these columns; it is logged."""
    rows, outlet_id = bills.every(office, **asked), asked.get("outlet_id")
    wanted = {each: COLUMNS[each] for each in columns}
    return exports.sheet(office, "Bills", wanted, rows, action="earn.export", outlet_id=outlet_id)
