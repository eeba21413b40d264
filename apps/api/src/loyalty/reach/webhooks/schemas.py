"""The feed of events on the wire."""

from marshmallow import fields

from loyalty.http.schemas import CamelSchema, QueryInt, Range

MAX_EVENTS, USUAL_EVENTS = 1000, 100


class FeedQuery(CamelSchema):
    """`after` is the `id` of the last event that was read; without it the oldest that is kept is first."""

    after = QueryInt(load_default=None, validate=Range(0))
    limit = QueryInt(load_default=USUAL_EVENTS, validate=Range(1, MAX_EVENTS))


class CloudEventSchema(CamelSchema):
    """An event in the JSON format of CloudEvents 1.0.

    `id` is its position in the stream. Events of one member have the same `partitionkey`, within which
    `sequence` counts; those about no member have neither. Positions that are missing are of members who were
    erased.
    """

    specversion = fields.String(required=True)
    id = fields.String(required=True)
    source = fields.String(required=True)
    type = fields.String(required=True)
    subject = fields.String(required=True)
    time = fields.String(required=True)
    datacontenttype = fields.String(required=True)
    data = fields.Dict(keys=fields.String(), values=fields.Raw(), required=True)
    partitionkey = fields.String()
    sequence = fields.String()
