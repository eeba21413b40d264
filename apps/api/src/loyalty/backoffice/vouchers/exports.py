"""The vouchers of a list as a spreadsheet: the same ones, in the same order, with the same columns."""

from collections.abc import Sequence
from typing import Any

from loyalty.backoffice import exports
from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.vouchers import vouchers
from loyalty.rules.calendar import last_day
from loyalty.rules.spreadsheets import Sheet


def _place(row: dict[str, Any]) -> str:
    return ", ".join(filter(None, (row["outlet_name"], row["till_name"], row["staff_name"])))


COLUMNS: exports.Columns = {
    "name": ("voucher", lambda row: row["voucher"].name),
    "number": ("number", lambda row: row["voucher"].id),
    "state": ("state", lambda row: row["state"]),
    "usedAt": ("used", lambda row: exports.time_cell(row["voucher"].used_at)),
    "receipt": ("receipt", lambda row: row["voucher"].used_receipt),
    "where": ("where", _place),
    "member": ("member", lambda row: row["voucher"].member_id),
    "cost": ("points", lambda row: row["voucher"].cost),
    "lastDay": ("last day", lambda row: last_day(row["voucher"].expires_at).isoformat()),
}


def sheet(office: OfficeContext, columns: Sequence[str], **asked: Any) -> Sheet:
    """The vouchers that are asked for, `asked` as `vouchers.every` takes it, with these columns; it is
    logged.
    """
    rows, outlet_id = vouchers.every(office, **asked), asked.get("outlet_id")
    wanted = {each: COLUMNS[each] for each in columns}
    return exports.sheet(office, "Vouchers", wanted, rows, action="voucher.export", outlet_id=outlet_id)
