"""/membership, and /memberShip as some callers spell it."""

from __future__ import annotations

from flask import Response

from loyalty.db.session import session
from loyalty.features.tiers import service
from loyalty.features.tiers.schemas import MembershipListSchema, MembershipSchema
from loyalty.http.api import Blueprint
from loyalty.http.caching import public_list
from loyalty.http.public_bytes import public_bytes
from loyalty.http.schemas import ErrorSchema

blueprint = Blueprint("tiers", __name__, description="The tiers of the programme.")


@blueprint.route("/membership")
@blueprint.response(200, MembershipListSchema)
@public_list
def memberships() -> Response:
    """List the tiers by level."""
    return public_bytes(
        "membership",
        lambda: MembershipListSchema().dump({"membership_list": service.memberships(session())}),
    )


@blueprint.route("/membership/<id:membership_id>")
@blueprint.response(200, MembershipSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
@public_list
def membership(membership_id: int) -> service.Membership:
    """Read one tier."""
    return service.membership(session(), membership_id)


@blueprint.route("/memberShip/<id:membership_id>")
@blueprint.response(200, MembershipSchema)
@blueprint.alt_response(404, schema=ErrorSchema)
@public_list
def member_ship(membership_id: int) -> service.Membership:
    """Read one tier, in the other spelling of its path."""
    return service.membership(session(), membership_id)
