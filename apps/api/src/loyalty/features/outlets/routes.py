"""/outlet and /callingCode: the same for everybody."""

from typing import Any

from marshmallow import fields

from loyalty.db.session import current_session
from loyalty.features.outlets import outlets as outlet_queries
from loyalty.http.api import Blueprint
from loyalty.http.schemas import CamelSchema, QueryInt, list_of


class CallingCodeSchema(CamelSchema):
    """A calling code; `name` is the code itself, such as "60"."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)


class OutletSchema(CamelSchema):
    """An outlet; statusId 1 is open."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    brand = fields.String(required=True)
    status_id = fields.Integer(required=True)


class OutletQuery(CamelSchema):
    """Which outlets: all, or those of one status."""

    status_id = QueryInt(metadata={"description": "1 is open"})


blueprint = Blueprint("outlets", __name__, description="Outlets and calling codes.")


@blueprint.route("/callingCode")
@blueprint.cached_when_public()
@blueprint.response(200, CallingCodeSchema(many=True))
def calling_codes() -> Any:
    """List the calling codes of all countries, Malaysia's first; ids are stable."""
    return list(outlet_queries.calling_codes())


@blueprint.route("/outlet")
@blueprint.cached_when_public("statusId")
@blueprint.arguments(OutletQuery, location="query")
@blueprint.response(200, list_of(OutletSchema, "outlet_list"))
def outlets(query: dict[str, int]) -> Any:
    """List the outlets, all or those of one status."""
    return {"outlet_list": outlet_queries.outlets(current_session(), query.get("status_id"))}
