"""Becoming a member: a code for the number, then the form."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from loyalty.features.access import context, sign_in
from loyalty.features.access.routes import client, code_sent
from loyalty.features.access.schemas import (
    SIX_DIGITS,
    CodeSentSchema,
    EntryHeaders,
    NumberSchema,
    RequestHeaders,
)
from loyalty.features.joining import registration
from loyalty.features.members.schemas import MemberSchema
from loyalty.http.api import Blueprint
from loyalty.http.client import from_mini
from loyalty.http.device_cookie import keeps_device_cookie
from loyalty.http.schemas import CamelSchema, Day, ErrorSchema, Flag, Id, Text
from loyalty.http.security_events import log_security_event
from loyalty.rules import otp
from loyalty.rules.people import GENDERS, MAX_NAME_STORED, OTHER_GENDER_IN_SETTINGS, RACES


class RegistrationSchema(CamelSchema):
    """Who joins, and the proof of the number: the code, or the ticket of a 404 `not_registered`."""

    name = Text(required=True, max_length=4 * MAX_NAME_STORED)
    calling_code_id = Id(required=True)
    mobile_number = Text(required=True, max_length=40)
    gender_id = fields.Integer(
        strict=True, required=True, validate=validate.OneOf([*GENDERS, OTHER_GENDER_IN_SETTINGS])
    )
    race_id = fields.Integer(strict=True, required=True, validate=validate.OneOf(RACES))
    date_of_birth = Day(required=True)
    occupation = Text(max_length=100, allow_none=True)
    outlet_id = Id(required=True)
    otp_code = Text(max_length=6, validate=SIX_DIGITS, strip=False)
    referral_code = Text(max_length=20, allow_none=True)
    registration_ticket = Text(max_length=100)
    notice_version = Text(max_length=20, metadata={"description": "the version of the privacy notice shown"})
    notice_language = Text(
        max_length=10, metadata={"description": "the language it was shown in, such as en"}
    )
    agree_to_marketing = Flag(
        metadata={"description": "the answer to whether offers may be sent; absent: the form did not ask"}
    )

    @validates_schema
    def one_proof(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """Either proof, not both and not none."""
        if ("otp_code" in data) == ("registration_ticket" in data):
            raise ValidationError("Please enter a valid 6-digit OTP code", "otpCode")


class AlreadyMemberSchema(ErrorSchema):
    """After a right code for a registered number: what signs in without a second code."""

    sign_in_ticket = fields.String()


class JoinedSchema(MemberSchema):
    """The new member, signed in."""

    login_token = fields.String(required=True)
    is_first_login = fields.Boolean(required=True)


blueprint = Blueprint("joining", __name__, description="Becoming a member.")


@blueprint.route("/get-otp", methods=["POST"])
@keeps_device_cookie
@blueprint.arguments(RequestHeaders, location="headers")
@blueprint.arguments(NumberSchema)
@blueprint.response(200, CodeSentSchema)
@blueprint.alt_responses(429)
def send_code(_headers: dict[str, str], number: dict[str, Any]) -> dict[str, Any]:
    """Send a code to register with; known and unknown numbers are answered alike."""
    phone = context.phone_number(number["calling_code_id"], number["mobile_number"])
    return code_sent(sign_in.send_code(otp.Purpose.REGISTER, phone, client()))


@blueprint.route("/member", methods=["POST"])
@keeps_device_cookie
@blueprint.arguments(EntryHeaders, location="headers")
@blueprint.arguments(RegistrationSchema)
@blueprint.response(201, JoinedSchema)
@blueprint.alt_response(409, schema=AlreadyMemberSchema)
@blueprint.alt_responses(429)
def join(headers: dict[str, str], form: dict[str, Any]) -> dict[str, Any]:
    """Become a member and sign in; 409 `already_member` brings a signInTicket for POST /member/login."""
    phone = context.phone_number(form.pop("calling_code_id"), form.pop("mobile_number"), context.CAMEL)
    welcome = registration.join(
        phone,
        client(),
        code=form.pop("otp_code", None),
        ticket=form.pop("registration_ticket", None),
        form=form,
        language=headers.get("x_chosen_language"),
        at_mini=from_mini(),
    )
    log_security_event("joined", member_id=welcome.user.id)
    user = {
        name: getattr(welcome.user, name) for name in JoinedSchema().fields if hasattr(welcome.user, name)
    }
    return {**user, "login_token": welcome.login_token, "is_first_login": welcome.is_first_login}
