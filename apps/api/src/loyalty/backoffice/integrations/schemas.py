"""Webhooks and keys of the feed, as head office sees them."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from loyalty.backoffice.log.schemas import reason_field
from loyalty.http.schemas import MISSING, CamelSchema, Id, Length, Moment, SingleLine
from loyalty.rules.events import EventType
from loyalty.rules.webhooks import MAX_NAME, MAX_URL, State

TYPES = [each.value for each in EventType]
KIND = validate.OneOf(TYPES)
STATES = [each.value for each in State]


class WebhookContentSchema(CamelSchema):
    """Where events go, and which: `types` are kinds of events, none for every kind, also those to come."""

    name = SingleLine(required=True, required_text=True, max_length=MAX_NAME)
    url = SingleLine(required=True, required_text=True, max_length=MAX_URL)
    types = fields.List(fields.String(validate=KIND), required=True, validate=Length(max=len(TYPES)))


class ChangeWebhookSchema(WebhookContentSchema):
    """All that a webhook is given from now on. `revision` is the one that was read."""

    revision = Id(required=True)


class WebhookSecretSchema(CamelSchema):
    """A secret that signs, without itself."""

    id = fields.Integer(required=True)
    created_by = fields.String(required=True)
    created_at = Moment(required=True)


class WebhookSchema(CamelSchema):
    """An endpoint. `state` is `on`, `off`, `failed` (nothing was taken for three days) or `gone` (it answered
    410). Of its deliveries `waiting` are to be sent, and `failed` were given up. `pausedUntil`: it fails,
    and is asked with one event now and then. `revision` counts what was saved.
    """

    id = fields.Integer(attribute="row.id", required=True)
    name = fields.String(attribute="row.name", required=True)
    url = fields.String(attribute="row.url", required=True)
    types = fields.List(fields.String(validate=KIND), attribute="row.types", required=True)
    state = fields.String(attribute="row.state", required=True, validate=validate.OneOf(STATES))
    revision = fields.Integer(attribute="row.revision", required=True)
    paused_until = Moment(attribute="row.paused_until", required=True, allow_none=True)
    last_success_at = Moment(attribute="row.last_success_at", required=True, allow_none=True)
    last_failure_at = Moment(attribute="row.last_failure_at", required=True, allow_none=True)
    last_error = fields.String(attribute="row.last_error", required=True, allow_none=True)
    waiting = fields.Integer(attribute="counts.waiting", required=True)
    failed = fields.Integer(attribute="counts.failed", required=True)
    secrets = fields.List(fields.Nested(WebhookSecretSchema), required=True)


class FeedKeySchema(CamelSchema):
    """A key of the feed, without itself; `lastUsedAt` is right to the hour."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    last_used_at = Moment(required=True, allow_none=True)
    revoked_at = Moment(required=True, allow_none=True)


class WebhookListSchema(CamelSchema):
    """Every endpoint, the kinds of events that there are, and every key of the feed that ever was."""

    webhook_list = fields.List(fields.Nested(WebhookSchema), required=True)
    types = fields.List(fields.String(validate=KIND), required=True)
    feed_key_list = fields.List(fields.Nested(FeedKeySchema), required=True)


class WebhookStateSchema(CamelSchema):
    """`on` or `off`, and why, for the log of the office."""

    state = fields.String(required=True, validate=validate.OneOf([State.ON.value, State.OFF.value]))
    reason = reason_field()


class WebhookMadeSchema(CamelSchema):
    """A new endpoint and its secret, which is not shown again."""

    webhook = fields.Nested(WebhookSchema, required=True)
    secret = fields.String(required=True)


class NewSecretSchema(CamelSchema):
    """A new secret, which is not shown again."""

    secret = fields.String(required=True)


class WebhookTestedSchema(CamelSchema):
    """What an endpoint answered to a test. `error` is null where it took it; `answer` is the beginning of the
    answer's body, `tookMs` in milliseconds.
    """

    status = fields.Integer(required=True, allow_none=True)
    error = fields.String(required=True, allow_none=True)
    answer = fields.String(required=True)
    took_ms = fields.Integer(required=True)


class ReplaySchema(CamelSchema):
    """From when the events that are kept shall be sent again, or which one of them, and why."""

    since = Moment()
    position = Id()
    reason = reason_field()

    @validates_schema
    def _one_way(self, data: dict[str, Any], **_more: object) -> None:
        if len(data.keys() & {"since", "position"}) != 1:
            raise ValidationError([MISSING], "since")


class ReplayedSchema(CamelSchema):
    """How many events will be sent again."""

    count = fields.Integer(required=True)


class WebhookDeliverySchema(CamelSchema):
    """An event that an endpoint did not take for three days."""

    position = fields.Integer(required=True, attribute="reference")
    type = fields.String(required=True, attribute="kind")
    time = Moment(required=True, attribute="created_at")
    tries = fields.Integer(required=True)
    last_error = fields.String(required=True, allow_none=True)


class NewFeedKeySchema(CamelSchema):
    """Whose the key will be."""

    name = SingleLine(required=True, required_text=True, max_length=MAX_NAME)


class FeedKeyMadeSchema(CamelSchema):
    """A new key, which is not shown again."""

    feed_key = fields.Nested(FeedKeySchema, required=True)
    key = fields.String(required=True)
