"""Members on the wire."""

from marshmallow import fields, validate

from loyalty.features.members.records import REFEREE_ORDER
from loyalty.http.schemas import (
    CamelSchema,
    Day,
    ErrorSchema,
    Flag,
    Id,
    ListQuery,
    Moment,
    PascalSchema,
    Text,
    sort_field,
)
from loyalty.rules import people
from loyalty.rules.people import GENDERS, LANGUAGES, MAX_NAME_STORED, OTHER_GENDER_IN_SETTINGS, RACES


class MemberSchema(CamelSchema):
    """A member as they see themselves (spec 000 §3)."""

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
    last_login_at = Moment(required=True, allow_none=True)
    created_at = Moment(required=True)


class MemberChangeSchema(CamelSchema):
    """What a member may change; dateOfBirth, raceId and outletId only once."""

    id = Id(required=True)
    mobile_number = Text(required=True, max_length=40)
    # Four times what a name may be: how long it looks is judged by the rules, in the specification's words.
    name = Text(max_length=4 * MAX_NAME_STORED)
    email = Text(max_length=254)
    gender_id = fields.Integer(strict=True, validate=validate.OneOf([*GENDERS, OTHER_GENDER_IN_SETTINGS]))
    race_id = fields.Integer(strict=True, validate=validate.OneOf(RACES))
    occupation = Text(max_length=100, required_text=True)
    outlet_id = Id()
    date_of_birth = Day()


class ReferralSchema(PascalSchema):
    """The code of the member who invited them."""

    referral_code = Text(required=True, max_length=20, required_text=True)


class ReferrerSchema(CamelSchema):
    """Who invites with a referral code."""

    first_name = fields.String(
        required=True, metadata={"description": "empty where the member's profile is private"}
    )


class RefereeSchema(CamelSchema):
    """Somebody the member invited; address and number are masked."""

    id = fields.Integer(required=True)
    name = fields.String(required=True, metadata={"description": "empty where their profile is private"})
    email = fields.String(required=True, allow_none=True)
    full_mobile_number = fields.String(required=True)
    created_at = Moment(required=True)
    is_active = fields.Boolean(
        required=True, allow_none=True, metadata={"description": "null where they do not show it"}
    )


class RefereeQuery(ListQuery):
    """Which page of those the member invited."""

    sort = sort_field(REFEREE_ORDER)
    search = Text(max_length=100, load_default="", metadata={"description": "part of number or e-mail"})


class ConsentSchema(CamelSchema):
    """What the member agreed to: `isAgreed` is false as soon as the notice has a newer version."""

    notice_version = fields.String(required=True)
    is_agreed = fields.Boolean(required=True)
    agreed_version = fields.String(required=True, allow_none=True)
    language = fields.String(required=True, allow_none=True)
    agreed_at = Moment(required=True, allow_none=True)


class AgreementSchema(CamelSchema):
    """The notice the member has read: its version, and the language it was shown in."""

    notice_version = Text(required=True, max_length=20, required_text=True)
    language = fields.String(required=True, validate=validate.OneOf(LANGUAGES))


def _one_of(choices: tuple[str, ...]) -> fields.String:
    return fields.String(required=True, validate=validate.OneOf(choices))


def _time_of_day() -> fields.String:
    on_the_clock = validate.Regexp(
        r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z", error='A time is written as on a 24 hour clock, such as "22:00".'
    )
    return fields.String(required=True, validate=on_the_clock)


class NotificationPreferencesSchema(CamelSchema):
    """What the member wants to be notified of, and the quiet hours (Malaysia time)."""

    push_enabled = Flag(required=True)
    points_notifications = Flag(required=True)
    promotions_notifications = Flag(required=True)
    order_notifications = Flag(required=True)
    menu_notifications = Flag(required=True)
    weekly_summary = Flag(required=True)
    newsletter = Flag(required=True)
    birthday_offers = Flag(required=True)
    security_notifications = Flag(required=True)
    quiet_hours_enabled = Flag(required=True)
    quiet_hours_start = _time_of_day()
    quiet_hours_end = _time_of_day()
    notification_frequency = _one_of(people.FREQUENCIES)


class LanguagePreferencesSchema(CamelSchema):
    """The languages and formats the member reads."""

    selected_language = _one_of(people.LANGUAGES)
    date_format = _one_of(people.DATE_FORMATS)
    time_format = _one_of(people.TIME_FORMATS)
    currency = _one_of(people.CURRENCIES)
    number_format = _one_of(people.NUMBER_FORMATS)
    auto_translate_menu = Flag(required=True)
    show_original_text = Flag(required=True)
    fallback_language = _one_of(people.FALLBACK_LANGUAGES)


class PrivacyPreferencesSchema(CamelSchema):
    """What the member who invited them sees of them, and whether advertising may reach them."""

    profile_visibility = _one_of(people.VISIBILITIES)
    show_activity_status = Flag(required=True)
    allow_contact = Flag(required=True)


class PreferencesSchema(CamelSchema):
    """Everything the member prefers."""

    notifications = fields.Nested(NotificationPreferencesSchema, required=True)
    language = fields.Nested(LanguagePreferencesSchema, required=True)
    privacy = fields.Nested(PrivacyPreferencesSchema, required=True)


class PreferenceChangesSchema(CamelSchema):
    """The sections to save, each whole; one that is left out stays as it is."""

    notifications = fields.Nested(NotificationPreferencesSchema)
    language = fields.Nested(LanguagePreferencesSchema)
    privacy = fields.Nested(PrivacyPreferencesSchema)


class SetOnceSchema(ErrorSchema):
    """A field that stays as it was set: `field` is its name; not every 409 of a change has one."""

    field = fields.String()
