"""What a member reads in the ledger."""

from typing import Any

from flask import Response, request
from werkzeug.http import quote_etag

from loyalty.db.session import current_session
from loyalty.errors import Forbidden
from loyalty.features.points import activities, bill_lists, latest, ledger
from loyalty.features.points.schemas import (
    ActivityQuery,
    ActivitySchema,
    LatestBillSchema,
    MemberEarnQuery,
    MemberEarnSchema,
    MembershipPointSchema,
    PointTotalsSchema,
)
from loyalty.http.api import Blueprint
from loyalty.http.auth import caller, member_required, own_member
from loyalty.http.schemas import list_of

blueprint = Blueprint("points", __name__, description="A member's points.")


@blueprint.route("/member/<id:member_id>/currentMembershipPoint")
@own_member
@blueprint.response(200, MembershipPointSchema)
def current_membership_point(member_id: int) -> Any:
    """Read the points that count for the tier, and by when earning any keeps it."""
    return ledger.tier_status_of(current_session(), member_id)


@blueprint.route("/member/<id:member_id>/activityHistory")
@own_member
@blueprint.arguments(ActivityQuery, location="query")
@blueprint.response(200, list_of(ActivitySchema, "member_activity_history_list"))
def activity_history(page: dict[str, Any], member_id: int) -> dict[str, Any]:
    """List what moved the member's points, newest first by default."""
    return {"member_activity_history_list": activities.activities(current_session(), member_id, **page)}


@blueprint.route("/member/<id:member_id>/pointTotals")
@own_member
@blueprint.response(200, PointTotalsSchema)
def point_totals(member_id: int) -> Any:
    """Add up the points earned and used in the month that it is in Malaysia."""
    return activities.month_totals(current_session(), member_id, caller().at)


@blueprint.route("/member/<id:member_id>/latestBill")
@own_member
@blueprint.alt_not_modified
@blueprint.response(200, LatestBillSchema)
def latest_bill(member_id: int) -> Any:
    """Read the newest bill and the points; 304 for who has them (If-None-Match).

    An app that shows the member's code asks every three seconds, and sees what a till has recorded.
    """
    found = latest.latest(current_session(), member_id)
    if request.if_none_match.contains_weak(found.tag):
        return Response(status=304)
    return found, {"ETag": quote_etag(found.tag)}


@blueprint.route("/memberEarn")
@member_required
@blueprint.arguments(MemberEarnQuery, location="query")
@blueprint.response(200, list_of(MemberEarnSchema, "member_earn_list"))
@blueprint.alt_responses(403)
def member_earn(page: dict[str, Any]) -> dict[str, Any]:
    """List the member's bills, newest first by default."""
    member_id = caller().member_id
    if page.pop("member_id", member_id) != member_id:
        raise Forbidden
    return {"member_earn_list": bill_lists.of_member(current_session(), member_id, **page)}
