"""/membership, and /memberShip (both are in spec 000 §7)."""

from typing import Any

from marshmallow import fields

from loyalty.db.session import current_session
from loyalty.features.tiers import tiers
from loyalty.http.api import Blueprint
from loyalty.http.schemas import CamelSchema, list_of


class MembershipSchema(CamelSchema):
    """A tier; upLevelPointAmount is what leads out of it, 0 at the top."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    level = fields.Integer(required=True)
    up_level_point_amount = fields.Integer(required=True)
    multiplier = fields.String(
        required=True, metadata={"description": 'points for a ringgit on this tier, such as "1.2"'}
    )


blueprint = Blueprint("tiers", __name__, description="The tiers of the programme.")


@blueprint.route("/membership")
@blueprint.cached_when_public()
@blueprint.response(200, list_of(MembershipSchema, "membership_list"))
def memberships() -> Any:
    """List the tiers by level."""
    return {"membership_list": tiers.memberships(current_session())}


@blueprint.route("/membership/<id:membership_id>")
@blueprint.cached_when_public()
@blueprint.response(200, MembershipSchema)
@blueprint.alt_responses(404)
def membership(membership_id: int) -> dict[str, Any]:
    """Read one tier."""
    return tiers.membership(current_session(), membership_id)


@blueprint.route("/memberShip/<id:membership_id>")
@blueprint.cached_when_public()
@blueprint.response(200, MembershipSchema)
@blueprint.alt_responses(404)
def member_ship(membership_id: int) -> dict[str, Any]:
    """Read one tier, in the other spelling of its path."""
    return tiers.membership(current_session(), membership_id)
