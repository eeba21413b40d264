"""Becoming a member: a code for the number, then the form."""

from __future__ import annotations

from typing import Any

from loyalty.features.access import service as access
from loyalty.features.access.routes import asker, code_sent
from loyalty.features.access.schemas import CodeSentSchema, EntryHeaders, NumberSchema, RequestHeaders
from loyalty.features.joining import service
from loyalty.features.joining.schemas import AlreadyMemberSchema, JoinedSchema, RegistrationSchema
from loyalty.http import origin
from loyalty.http.api import Blueprint
from loyalty.http.security_events import record

blueprint = Blueprint("joining", __name__, description="Becoming a member.")


@blueprint.route("/get-otp", methods=["POST"])
@origin.keeps_device
@blueprint.arguments(RequestHeaders, location="headers")
@blueprint.arguments(NumberSchema)
@blueprint.response(200, CodeSentSchema)
@blueprint.alt_response(429)
def send_code(_headers: dict[str, str], number: dict[str, Any]) -> dict[str, Any]:
    """Send a code to register with; known and unknown numbers are answered alike."""
    phone = access.phone_number(number["calling_code_id"], number["mobile_number"])
    return code_sent(access.send_code(access.Purpose.REGISTER, phone, asker()))


@blueprint.route("/member", methods=["POST"])
@origin.keeps_device
@blueprint.arguments(EntryHeaders, location="headers")
@blueprint.arguments(RegistrationSchema)
@blueprint.response(201, JoinedSchema)
@blueprint.alt_response(409, schema=AlreadyMemberSchema)
@blueprint.alt_response(429)
def join(headers: dict[str, str], form: dict[str, Any]) -> dict[str, Any]:
    """Become a member and sign in; 409 `already_member` brings a signInTicket for POST /member/login."""
    phone = access.phone_number(form.pop("calling_code_id"), form.pop("mobile_number"), access.CAMEL)
    welcome = service.join(
        phone,
        asker(),
        code=form.pop("otp_code", None),
        ticket=form.pop("registration_ticket", None),
        registration=service.Registration(**form),
        language=headers.get("x_chosen_language"),
        at_mini=origin.from_mini(),
    )
    record("joined", member_id=welcome.user.id)
    user = {
        name: getattr(welcome.user, name) for name in JoinedSchema().fields if hasattr(welcome.user, name)
    }
    return {**user, "login_token": welcome.login_token, "is_first_login": welcome.is_first_login}
