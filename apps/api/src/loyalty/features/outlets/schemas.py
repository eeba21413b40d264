"""Outlets and calling codes on the wire."""

from __future__ import annotations

from marshmallow import fields

from loyalty.http.fields import QueryInt
from loyalty.http.schemas import CamelSchema


class CallingCodeSchema(CamelSchema):
    """A calling code; `name` is the code itself, such as "60"."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)


class OutletSchema(CamelSchema):
    """An outlet; statusId 1 is open."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    brand = fields.String(required=True)
    status_id = fields.Integer(required=True)


class OutletListSchema(CamelSchema):
    """The outlets, by id."""

    outlet_list = fields.List(fields.Nested(OutletSchema), required=True)


class OutletQuery(CamelSchema):
    """Which outlets: all, or those of one status."""

    status_id = QueryInt(metadata={"description": "1 is open"})
