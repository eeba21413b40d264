"""What a member reads in the ledger."""

from __future__ import annotations

from typing import Any

from flask import Response

from loyalty.db.session import session
from loyalty.errors import NotYours
from loyalty.features.points import bills, service
from loyalty.features.points.schemas import (
    ActivityListSchema,
    ActivityQuery,
    ActivitySchema,
    MemberEarnListSchema,
    MemberEarnQuery,
    MembershipPointSchema,
    PointTotalsSchema,
)
from loyalty.http.api import Blueprint
from loyalty.http.auth import caller, own_member, signed_in
from loyalty.http.spelling import Speller, json_response

_ACTIVITY = Speller(ActivitySchema)

blueprint = Blueprint("points", __name__, description="A member's points.")


@blueprint.route("/member/<id:member_id>/currentMembershipPoint")
@own_member
@blueprint.response(200, MembershipPointSchema)
def current_membership_point(member_id: int) -> Any:
    """Read the points that count for the tier, and by when earning any keeps it."""
    return service.tier_standing_of(session(), member_id)


@blueprint.route("/member/<id:member_id>/activityHistory")
@own_member
@blueprint.arguments(ActivityQuery, location="query")
@blueprint.response(200, ActivityListSchema)
def activity_history(page: dict[str, Any], member_id: int) -> Response:
    """List what moved the member's points, newest first unless told otherwise."""
    found = service.activities(session(), member_id, **page)
    return json_response({"memberActivityHistoryList": _ACTIVITY.spell_all(found)})


@blueprint.route("/member/<id:member_id>/pointTotals")
@own_member
@blueprint.response(200, PointTotalsSchema)
def point_totals(member_id: int) -> Any:
    """Add up the points earned and used in the month that it is in Malaysia."""
    return service.month_totals(session(), member_id, caller().at)


@blueprint.route("/memberEarn")
@signed_in
@blueprint.arguments(MemberEarnQuery, location="query")
@blueprint.response(200, MemberEarnListSchema)
@blueprint.alt_response(403)
def member_earn(page: dict[str, Any]) -> dict[str, Any]:
    """List the member's bills, newest first unless told otherwise."""
    member_id = caller().member_id
    if page.pop("member_id", member_id) != member_id:
        raise NotYours
    return {"member_earn_list": bills.of_member(session(), member_id, **page)}
