"""/staff/log: who did what in the office. Who may read it is in rules/staff.py."""

from datetime import timedelta
from typing import Any

from loyalty.backoffice.log import log
from loyalty.backoffice.log.schemas import LogChainSchema, LogQuery, LogSchema
from loyalty.db.session import current_session
from loyalty.http.api import StaffBlueprint
from loyalty.rules.calendar import start_of
from loyalty.rules.staff import HEAD_OFFICE, account_of

blueprint = StaffBlueprint("log", __name__, description="The log of the office.")


@blueprint.route("/staff/log", permission=HEAD_OFFICE)
@blueprint.arguments(LogQuery, location="query")
@blueprint.response(200, LogSchema)
def read_log(query: dict[str, Any]) -> dict[str, Any]:
    """List who did what, by default the newest first."""
    first, last, staff_id = (query.pop(name, None) for name in ("first", "last", "staff_id"))
    if staff_id is not None:
        query["operator"] = account_of(staff_id)
    since = start_of(first) if first else None
    until = start_of(last + timedelta(days=1)) if last else None
    return {"entry_list": log.entries(current_session(), since=since, until=until, **query)}


@blueprint.route("/staff/log/chain", permission=HEAD_OFFICE)
@blueprint.response(200, LogChainSchema)
def check_log() -> log.Checked:
    """Read the whole log and say up to which entry it is what was written."""
    return log.check(current_session())
