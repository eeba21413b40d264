"""/staff/outlet: head office describes outlets and adds new ones; managers publish the hours and closures of
theirs. Who may do what is in rules/staff.py.
"""

from typing import Any

import orjson
from flask import Response

from loyalty.backoffice.caller import office
from loyalty.backoffice.outlets import outlets as service
from loyalty.backoffice.outlets.schemas import (
    NewOutletHoursSchema,
    NewOutletSchema,
    OfficeOutletListSchema,
    OutletDaysSchema,
    OutletToDescribeSchema,
)
from loyalty.http.api import StaffBlueprint
from loyalty.rules.staff import HEAD_OFFICE, MANAGERS

blueprint = StaffBlueprint("staff_outlets", __name__, description="Outlets in the staff app.")


def _as_json(outlets: dict[str, Any]) -> Response:
    """What is kept as JSON needs no schema to be written."""
    return Response(orjson.dumps(outlets), mimetype="application/json")


@blueprint.route("/staff/outlet", permission=MANAGERS)
@blueprint.response(200, OfficeOutletListSchema)
def listed() -> Response:
    """List one's outlets with what pages say of them, and those that wait for approval."""
    return _as_json(service.listed(office()))


@blueprint.route("/staff/outlet", methods=["POST"], permission=HEAD_OFFICE, fresh=True)
@blueprint.arguments(NewOutletSchema)
@blueprint.response(201, OfficeOutletListSchema)
@blueprint.alt_responses(409)
def add(body: dict[str, Any]) -> tuple[Response, int]:
    """Ask another person of head office to approve a new outlet."""
    return _as_json(
        service.add(office(), body["name"], body["brand"], body["description"], body["reason"])
    ), 201


@blueprint.route("/staff/outlet/days", methods=["POST"], permission=MANAGERS, fresh=True)
@blueprint.arguments(OutletDaysSchema)
@blueprint.response(200, OfficeOutletListSchema)
@blueprint.alt_responses(404)
def change_days(body: dict[str, Any]) -> Response:
    """Close several outlets on some days, or give them other hours on these days, at once."""
    return _as_json(service.change_days(office(), body["outlet_ids"], body, body["reason"]))


@blueprint.route("/staff/outlet/<id:outlet_id>", methods=["PUT"], permission=HEAD_OFFICE, fresh=True)
@blueprint.arguments(OutletToDescribeSchema)
@blueprint.response(200, OfficeOutletListSchema)
@blueprint.alt_responses(404, 409)
def describe(body: dict[str, Any], outlet_id: int) -> Response:
    """Publish what pages say of an outlet at once."""
    return _as_json(service.describe(office(), outlet_id, body["revision"], body, body["reason"]))


@blueprint.route("/staff/outlet/<id:outlet_id>/hours", methods=["PUT"], permission=MANAGERS, fresh=True)
@blueprint.arguments(NewOutletHoursSchema)
@blueprint.response(200, OfficeOutletListSchema)
@blueprint.alt_responses(404, 409)
def set_hours(body: dict[str, Any], outlet_id: int) -> Response:
    """Publish the hours and closures of an outlet at once."""
    return _as_json(service.set_hours(office(), outlet_id, body["revision"], body, body["reason"]))
