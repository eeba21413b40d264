"""/outlet and /callingCode: the same for everybody."""

from __future__ import annotations

from typing import Any

from flask import Response

from loyalty.db.session import session
from loyalty.features.outlets import service
from loyalty.features.outlets.schemas import CallingCodeSchema, OutletListSchema, OutletQuery
from loyalty.http.api import Blueprint
from loyalty.http.caching import public_list
from loyalty.http.public_bytes import public_bytes

blueprint = Blueprint("outlets", __name__, description="Outlets and calling codes.")


@blueprint.route("/callingCode")
@blueprint.response(200, CallingCodeSchema(many=True))
@public_list
def calling_codes() -> Response:
    """List the calling codes of all countries, Malaysia's first; ids are stable."""
    return public_bytes("callingCode", lambda: CallingCodeSchema(many=True).dump(service.calling_codes()))


@blueprint.route("/outlet")
@blueprint.arguments(OutletQuery, location="query")
@blueprint.response(200, OutletListSchema)
@public_list
def outlets(query: dict[str, int]) -> Any:
    """List the outlets, all or those of one status."""
    status_id = query.get("status_id")

    def found() -> dict[str, Any]:
        return {"outlet_list": service.outlets(session(), status_id)}

    if status_id not in (None, service.OPEN, service.CLOSED):
        return found()
    return public_bytes(f"outlet {status_id}", lambda: OutletListSchema().dump(found()), ("statusId",))
