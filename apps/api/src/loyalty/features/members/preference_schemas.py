"""A member's preferences on the wire (spec 001 §3)."""

from __future__ import annotations

from marshmallow import fields, validate

from loyalty.http.fields import Flag
from loyalty.http.schemas import CamelSchema
from loyalty.rules import preferences as rules


def _one_of(choices: tuple[str, ...]) -> fields.String:
    return fields.String(required=True, validate=validate.OneOf(choices))


def _time_of_day() -> fields.String:
    on_the_clock = validate.Regexp(
        r"^([01][0-9]|2[0-3]):[0-5][0-9]\Z", error='A time is written as on a 24 hour clock, such as "22:00".'
    )
    return fields.String(required=True, validate=on_the_clock)


class NotificationPreferencesSchema(CamelSchema):
    """What the member wants to hear of, and when she wants to be left alone (Malaysia time)."""

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
    notification_frequency = _one_of(rules.FREQUENCIES)


class LanguagePreferencesSchema(CamelSchema):
    """The languages and formats the member reads."""

    selected_language = _one_of(rules.LANGUAGES)
    date_format = _one_of(rules.DATE_FORMATS)
    time_format = _one_of(rules.TIME_FORMATS)
    currency = _one_of(rules.CURRENCIES)
    number_format = _one_of(rules.NUMBER_FORMATS)
    auto_translate_menu = Flag(required=True)
    show_original_text = Flag(required=True)
    fallback_language = _one_of(rules.FALLBACK_LANGUAGES)


class PrivacyPreferencesSchema(CamelSchema):
    """Who may see the member."""

    profile_visibility = _one_of(rules.VISIBILITIES)
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
