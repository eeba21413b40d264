"""Messages and push subscriptions on the wire."""

from marshmallow import fields

from loyalty.http.schemas import (
    MAX_LIMIT,
    MAX_OFFSET,
    CamelSchema,
    FieldName,
    Flag,
    Id,
    Moment,
    QueryInt,
    Range,
    Text,
)


class NotificationSchema(CamelSchema):
    """A message in the member's language; `why` says why they get it, `channels` by what it was sent and
    `undelivered` by what it could not be; `preference` names the switch of its kind among the preferences.
    """

    id = fields.Integer(required=True)
    kind = fields.String(required=True)
    preference = FieldName(required=True)
    title = fields.String(required=True)
    body = fields.String(required=True)
    why = fields.String(required=True)
    page = fields.String(required=True)
    created_at = Moment(required=True)
    is_read = fields.Boolean(required=True)
    can_stop = fields.Boolean(required=True)
    channels = fields.List(fields.String(), required=True)
    undelivered = fields.List(fields.String(), required=True)


class NotificationListSchema(CamelSchema):
    """A page of the member's messages, newest first, and how many of all are unread."""

    notification_list = fields.List(fields.Nested(NotificationSchema), required=True)
    unread_count = fields.Integer(required=True)


class NotificationQuery(CamelSchema):
    """Which page of the messages."""

    limit = QueryInt(load_default=MAX_LIMIT, validate=Range(1, MAX_LIMIT))
    offset = QueryInt(load_default=0, validate=Range(0, MAX_OFFSET))


class ReadSchema(CamelSchema):
    """The newest message that the member has read."""

    up_to_id = Id(required=True)


class UnreadSchema(CamelSchema):
    """How many messages are unread."""

    unread_count = fields.Integer(required=True)


class PushSubscriptionSchema(CamelSchema):
    """A browser that takes pushes, as the list of the member's devices names it."""

    id = fields.Integer(required=True)
    shows_details = fields.Boolean(required=True)
    created_at = Moment(required=True)
    browser = fields.String(required=True, allow_none=True)
    system = fields.String(required=True, allow_none=True)
    is_current = fields.Boolean(required=True)


class PushSubscriptionListSchema(CamelSchema):
    """The browsers that take pushes, and the key to subscribe with; null where there are no pushes."""

    public_key = fields.String(required=True, allow_none=True)
    push_subscription_list = fields.List(fields.Nested(PushSubscriptionSchema), required=True)


class _PushSchema(CamelSchema):
    """What PushManager.subscribe gave."""

    endpoint = Text(required=True, required_text=True, max_length=1000)
    p256dh = Text(required=True, required_text=True, max_length=100)
    auth = Text(required=True, required_text=True, max_length=40)


class NewPushSubscriptionSchema(_PushSchema):
    """What PushManager.subscribe gave, and whether points and names may show on a locked screen."""

    shows_details = Flag(required=True)


class RenewedPushSchema(_PushSchema):
    """What a browser has put in the place of the subscription whose address it `replaces`."""

    replaces = Text(required=True, required_text=True, max_length=1000)


class PushDetailsSchema(CamelSchema):
    """Whether points and names may show on a locked screen."""

    shows_details = Flag(required=True)


class UnsubscribeSchema(CamelSchema):
    """What the link of an e-mail ends: the name of a switch among the preferences, and whether it is on."""

    preference = FieldName(required=True)
    is_on = fields.Boolean(required=True)
