"""Signing in on the wire."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from loyalty.features.members.schemas import MemberSchema
from loyalty.http.schemas import CamelSchema, ErrorSchema, Id, Moment, PascalSchema, Text

SIX_DIGITS = validate.Regexp(r"^[0-9]{6}\Z", error="Please enter a valid 6-digit OTP code")


class NumberSchema(PascalSchema):
    """The number to send a code to."""

    calling_code_id = Id(required=True)
    mobile_number = Text(required=True, max_length=40)


class CodeSentSchema(CamelSchema):
    """A code is on its way; `requestId` sent back as `x-otp-request` ties the next call to this one."""

    message = fields.String(required=True)
    expired_at = Moment(required=True)
    request_id = fields.String(required=True)


class SignInSchema(PascalSchema):
    """The number and its proof: the code, or the ticket of a 409 `already_member`."""

    calling_code_id = Id(required=True)
    mobile_number = Text(required=True, max_length=40)
    otp_code = Text(max_length=6, validate=SIX_DIGITS, strip=False)
    sign_in_ticket = Text(max_length=100)

    @validates_schema
    def one_proof(self, data: dict[str, Any], **_kwargs: Any) -> None:
        """Either proof, not both and not none."""
        if ("otp_code" in data) == ("sign_in_ticket" in data):
            raise ValidationError("Please enter a valid 6-digit OTP code", "OtpCode")


class WelcomeSchema(CamelSchema):
    """Somebody is signed in."""

    user = fields.Nested(MemberSchema, required=True)
    login_token = fields.String(required=True)
    is_first_login = fields.Boolean(required=True)


class DeviceSchema(CamelSchema):
    """A device where the member is signed in: one browser, on both hosts. The names are null if unknown."""

    id = fields.Integer(required=True, metadata={"description": "opens nothing; for ending it"})
    browser = fields.String(required=True, allow_none=True, metadata={"description": "such as Chrome"})
    system = fields.String(required=True, allow_none=True, metadata={"description": "such as Android"})
    signed_in_at = Moment(required=True)
    last_seen_at = Moment(required=True)
    is_current = fields.Boolean(required=True, metadata={"description": "whether it is the one that asks"})


class NotRegisteredSchema(ErrorSchema):
    """After a right code for a number without a member: what registers it without a second code."""

    registration_ticket = fields.String()


class OtherMemberSchema(ErrorSchema):
    """The ticket is another member's than the one signed in here: who, as far as a question needs."""

    masked_name = fields.String()
    last_digits = fields.String()


class CheckedSessionSchema(CamelSchema):
    """A live session with its fresh token; or only `handedOff`, when it has travelled to the mini itself."""

    user = fields.Nested(MemberSchema)
    login_token = fields.String()
    is_first_login = fields.Boolean()
    handoff_token = fields.String()
    handed_off = fields.Boolean()


class HandoffHeaders(CamelSchema):
    """What the handoff adds to a session check."""

    x_handoff = fields.String(
        data_key="x-handoff",
        metadata={"description": "`mint` on the site; on the mini a nonce of at least 128 random bits"},
    )
    x_handoff_current = fields.String(
        data_key="x-handoff-current", metadata={"description": "the session token this browser has"}
    )
    x_handoff_confirm = fields.String(
        data_key="x-handoff-confirm", metadata={"description": "1 once the member agreed to the change"}
    )


class RequestHeaders(CamelSchema):
    """What ties a code to the one who asked for it."""

    x_otp_request = fields.String(
        data_key="x-otp-request",
        metadata={"description": "the requestId of the answer that announced the code"},
    )
    x_proof_of_work = fields.String(
        data_key="x-proof-of-work",
        metadata={
            "description": "`puzzle:answer` after a 429 `challenge`: SHA-256 of it begins with as many zero "
            "bits as the challenge says"
        },
    )


class EntryHeaders(RequestHeaders):
    """The same, and the language that was chosen as a visitor."""

    x_chosen_language = fields.String(
        data_key="x-chosen-language",
        metadata={
            "description": "the language chosen in this browser, such as ms: it becomes the preference of a "
            "member who has saved none; any other value is ignored"
        },
    )
