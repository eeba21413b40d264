"""The vouchers of a list as a spreadsheet: the same ones, in the same order, with the same columns."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from loyalty.backoffice.context import OfficeContext
from loyalty.backoffice.log.log import note
from loyalty.backoffice.vouchers import vouchers
from loyalty.db.session import transaction
from loyalty.rules.calendar import ZONE, last_day
from loyalty.rules.spreadsheets import Sheet

EXPORTED = "an export in the staff app"


def _time(at: datetime | None) -> str | None:
    return at and f"{at.astimezone(ZONE):%Y-%m-%d %H:%M}"


def _place(row: dict[str, Any]) -> str:
    return ", ".join(filter(None, (row["outlet_name"], row["till_name"], row["staff_name"])))


# As the list of the staff app calls them, with their titles.
COLUMNS: dict[str, tuple[str, Callable[[dict[str, Any]], object]]] = {
    "name": ("voucher", lambda row: row["voucher"].name),
    "number": ("number", lambda row: row["voucher"].id),
    "state": ("state", lambda row: row["state"]),
    "usedAt": ("used", lambda row: _time(row["voucher"].used_at)),
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
    wanted = [COLUMNS[each] for each in columns]
    rows = [[cell(row) for _, cell in wanted] for row in vouchers.every(office, **asked)]
    outlet_id = asked.get("outlet_id")
    with transaction() as db:
        note(db, office.signed(EXPORTED), "voucher.export", f"{len(rows)} rows", outlet_id=outlet_id)
    return Sheet("Vouchers", [title for title, _ in wanted], rows)
