"""Members on the wire."""

from __future__ import annotations

from marshmallow import fields, validate

from loyalty.features.members.readers import REFEREE_ORDER
from loyalty.http.fields import Day, Id, Instant, Int, Text
from loyalty.http.lists import ListQuery, sort_field
from loyalty.http.schemas import CamelSchema, PascalSchema
from loyalty.rules.people import GENDERS, LONGEST_NAME_STORED, OTHER_GENDER_IN_SETTINGS, RACES
from loyalty.rules.preferences import LANGUAGES


class MemberSchema(CamelSchema):
    """A member as she sees herself (api-contract: Member)."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    email = fields.String(required=True, allow_none=True)
    calling_code_id = fields.Integer(required=True)
    calling_code = fields.String(required=True)
    mobile_number = fields.String(required=True)
    date_of_birth = fields.Date(required=True, allow_none=True)
    gender_id = fields.Integer(required=True)
    race_id = fields.Integer(required=True, allow_none=True)
    occupation = fields.String(required=True, allow_none=True)
    outlet_id = fields.Integer(required=True, allow_none=True)
    status_id = fields.Integer(required=True)
    member_point_amount = fields.Integer(required=True)
    current_member_membership_point = fields.Integer(required=True)
    membership_id = fields.Integer(required=True)
    membership_level = fields.Integer(required=True)
    membership_name = fields.String(required=True)
    referral_code = fields.String(required=True)
    referrer_id = fields.Integer(required=True, allow_none=True)
    member_code = fields.String(required=True)
    last_login_at = Instant(required=True, allow_none=True)
    created_at = Instant(required=True)


class MemberChangeSchema(CamelSchema):
    """What a member may change; dateOfBirth, raceId and outletId only once."""

    id = Id(required=True)
    mobile_number = Text(required=True, max_length=40)
    # Four times what a name may be: how long it looks is judged by the rules, in the specification's words.
    name = Text(max_length=4 * LONGEST_NAME_STORED)
    email = Text(max_length=254)
    gender_id = Int(validate=validate.OneOf([*GENDERS, OTHER_GENDER_IN_SETTINGS]))
    race_id = Int(validate=validate.OneOf(RACES))
    occupation = Text(max_length=100, required_text=True)
    outlet_id = Id()
    date_of_birth = Day()


class ReferralSchema(PascalSchema):
    """The code of whoever invited the member."""

    referral_code = Text(required=True, max_length=20, required_text=True)


class RefereeSchema(CamelSchema):
    """Somebody the member invited; address and number are masked."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    email = fields.String(required=True, allow_none=True)
    full_mobile_number = fields.String(required=True)
    created_at = Instant(required=True)
    is_active = fields.Boolean(required=True)


class RefereeListSchema(CamelSchema):
    """A page of those the member invited."""

    member_referee_list = fields.List(fields.Nested(RefereeSchema), required=True)


class RefereeQuery(ListQuery):
    """Which page of those the member invited."""

    sort = sort_field(REFEREE_ORDER)
    search = Text(max_length=100, load_default="", metadata={"description": "part of number or e-mail"})


class ConsentSchema(CamelSchema):
    """Where the member stands with the notice: `isAgreed` is false as soon as it has a newer version."""

    notice_version = fields.String(required=True)
    is_agreed = fields.Boolean(required=True)
    agreed_version = fields.String(required=True, allow_none=True)
    language = fields.String(required=True, allow_none=True)
    agreed_at = Instant(required=True, allow_none=True)


class AgreementSchema(CamelSchema):
    """The notice the member has read: its version, and the language it was shown in."""

    notice_version = Text(required=True, max_length=20, required_text=True)
    language = fields.String(required=True, validate=validate.OneOf(LANGUAGES))
