"""Becoming a member on the wire."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from loyalty.features.members.schemas import MemberSchema
from loyalty.http.fields import Day, Id, Int, Text
from loyalty.http.schemas import CamelSchema, ErrorSchema
from loyalty.rules.people import GENDERS, LONGEST_NAME_STORED, OTHER_GENDER_IN_SETTINGS, RACES

SIX_DIGITS = validate.Regexp(r"^[0-9]{6}\Z", error="Please enter a valid 6-digit OTP code")


class RegistrationSchema(CamelSchema):
    """Who joins, and the proof of the number: the code, or the ticket of a 404 `not_registered`."""

    name = Text(required=True, max_length=4 * LONGEST_NAME_STORED)
    calling_code_id = Id(required=True)
    mobile_number = Text(required=True, max_length=40)
    gender_id = Int(required=True, validate=validate.OneOf([*GENDERS, OTHER_GENDER_IN_SETTINGS]))
    race_id = Int(required=True, validate=validate.OneOf(RACES))
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
