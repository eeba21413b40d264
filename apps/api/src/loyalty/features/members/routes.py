"""/member/{id}: a member's own record."""

from typing import Any

from loyalty.db.session import current_session
from loyalty.errors import Forbidden
from loyalty.features.members import changes as member_changes
from loyalty.features.members import consents, preferences, records
from loyalty.features.members.schemas import (
    AgreementSchema,
    ConsentSchema,
    MemberChangeSchema,
    MemberSchema,
    PreferenceChangesSchema,
    PreferencesSchema,
    RefereeQuery,
    RefereeSchema,
    ReferralSchema,
    ReferrerSchema,
    SetOnceSchema,
)
from loyalty.http import rate_limits
from loyalty.http.api import Blueprint
from loyalty.http.auth import own_member
from loyalty.http.client import channel
from loyalty.http.schemas import MessageSchema, list_of

blueprint = Blueprint("members", __name__, description="A member's own record.")


@blueprint.route("/member/<id:member_id>")
@own_member
@blueprint.response(200, MemberSchema)
def read(member_id: int) -> records.Record:
    """Read the member's own record."""
    return records.get_member(current_session(), member_id)


@blueprint.route("/member/<id:member_id>", methods=["PATCH"])
@own_member
@blueprint.arguments(MemberChangeSchema)
@blueprint.response(200, MemberSchema)
@blueprint.alt_response(409, schema=SetOnceSchema)
def change(changes: dict[str, Any], member_id: int) -> records.Record:
    """Change the member's own record; dateOfBirth, raceId and outletId only once."""
    if changes.pop("id") != member_id:
        raise Forbidden
    return member_changes.change(member_id, changes.pop("mobile_number"), changes)


@blueprint.route("/member/<id:member_id>/referrer", methods=["PATCH"])
@own_member
@blueprint.arguments(ReferralSchema)
@blueprint.response(200, MessageSchema)
@blueprint.alt_responses(404, 409)
def refer(referral: dict[str, str], member_id: int) -> dict[str, str]:
    """Set who invited the member, once."""
    member_changes.refer(member_id, referral["referral_code"])
    return {"message": "Referral code submitted successfully!"}


@blueprint.route("/referralCode/<string:code>")
@rate_limits.limits_wrong_codes
@blueprint.response(200, ReferrerSchema)
@blueprint.alt_responses(404, 429)
def referrer(code: str) -> dict[str, str]:
    """Return who invites with a referral code, by their first name."""
    return {"first_name": records.first_name_of_code(current_session(), code)}


@blueprint.route("/member/<id:member_id>/memberreferee")
@own_member
@blueprint.arguments(RefereeQuery, location="query")
@blueprint.response(200, list_of(RefereeSchema, "member_referee_list"))
def referees(page: dict[str, Any], member_id: int) -> dict[str, Any]:
    """List those the member invited, masked."""
    return {"member_referee_list": records.referees(current_session(), member_id, **page)}


@blueprint.route("/member/<id:member_id>/preferences")
@own_member
@blueprint.response(200, PreferencesSchema)
def read_preferences(member_id: int) -> preferences.Preferences:
    """Read what the member prefers; what they never set has its default."""
    return preferences.read(current_session(), member_id)


@blueprint.route("/member/<id:member_id>/preferences", methods=["PUT"])
@own_member
@blueprint.arguments(PreferenceChangesSchema)
@blueprint.response(200, PreferencesSchema)
def save_preferences(changes: dict[str, Any], member_id: int) -> preferences.Preferences:
    """Save any of the three sections, each whole; a section that is not sent stays as it is."""
    return preferences.save(member_id, changes, channel=channel())


@blueprint.route("/member/<id:member_id>/consent")
@own_member
@blueprint.response(200, ConsentSchema)
def read_consent(member_id: int) -> consents.ConsentStatus:
    """Return whether the member has agreed to the terms and privacy notice that hold now."""
    return consents.status(current_session(), member_id)


@blueprint.route("/member/<id:member_id>/consent", methods=["POST"])
@own_member
@blueprint.arguments(AgreementSchema)
@blueprint.response(200, ConsentSchema)
def agree(agreed: dict[str, str], member_id: int) -> consents.ConsentStatus:
    """Agree to the terms and privacy notice that hold now, after they have changed."""
    return consents.agree(member_id, agreed["notice_version"], agreed["language"], channel=channel())
