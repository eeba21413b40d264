"""What a member reads in the ledger."""

from __future__ import annotations

from typing import Any

from loyalty.db.session import session
from loyalty.features.points import service
from loyalty.features.points.schemas import ActivityListSchema, ActivityQuery, MembershipPointSchema
from loyalty.http.api import Blueprint
from loyalty.http.auth import own_member

blueprint = Blueprint("points", __name__, description="A member's points.")


@blueprint.route("/member/<id:member_id>/currentMembershipPoint")
@own_member
@blueprint.response(200, MembershipPointSchema)
def current_membership_point(member_id: int) -> dict[str, int]:
    """Read the points that count for the tier."""
    return {"current_member_membership_point": service.tier_points_of(session(), member_id)}


@blueprint.route("/member/<id:member_id>/activityHistory")
@own_member
@blueprint.arguments(ActivityQuery, location="query")
@blueprint.response(200, ActivityListSchema)
def activity_history(page: dict[str, Any], member_id: int) -> dict[str, Any]:
    """List what moved the member's points, newest first unless told otherwise."""
    return {"member_activity_history_list": service.activities(session(), member_id, **page)}
