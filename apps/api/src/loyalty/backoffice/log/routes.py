"""/staff/log: who did what in the office. Who may read it is in rules/staff.py."""

from __future__ import annotations

from typing import Any

from loyalty.backoffice.log import log, reading
from loyalty.backoffice.log.schemas import LogChainSchema, LogQuery, LogSchema
from loyalty.db.session import current_session
from loyalty.http.api import Blueprint
from loyalty.http.staff_auth import by_staff

blueprint = Blueprint("log", __name__, description="The log of the office.")


@blueprint.route("/staff/log")
@by_staff
@blueprint.arguments(LogQuery, location="query")
@blueprint.response(200, LogSchema)
@blueprint.refuses(403)
def read_log(query: dict[str, Any]) -> dict[str, Any]:
    """List who did what, by default the newest first."""
    return {"entry_list": reading.log_entries(**query)}


@blueprint.route("/staff/log/chain")
@by_staff
@blueprint.response(200, LogChainSchema)
@blueprint.refuses(403)
def check_log() -> log.Checked:
    """Read the whole log and say up to which entry it is what was written."""
    return log.check(current_session())
