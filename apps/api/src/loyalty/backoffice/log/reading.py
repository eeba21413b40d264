"""The log of the office by page."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from sqlalchemy import Row

from loyalty.backoffice.log import log
from loyalty.db.session import current_session
from loyalty.rules.calendar import start_of
from loyalty.rules.staff import account_of


def log_entries(
    *, staff_id: int | None = None, first: date | None = None, last: date | None = None, **which: Any
) -> list[Row[Any]]:
    """A page of the office log, as `log.entries`; of an account, and of Malaysian days."""
    if staff_id is not None:
        which["operator"] = account_of(staff_id)
    since = start_of(first) if first else None
    until = start_of(last + timedelta(days=1)) if last else None
    return log.entries(current_session(), since=since, until=until, **which)
