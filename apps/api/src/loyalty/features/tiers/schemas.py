"""Tiers on the wire, where they are called memberships."""

from __future__ import annotations

from marshmallow import fields

from loyalty.http.schemas import CamelSchema


class MembershipSchema(CamelSchema):
    """A tier; upLevelPointAmount is what leads out of it, 0 at the top."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    level = fields.Integer(required=True)
    up_level_point_amount = fields.Integer(required=True)
    multiplier = fields.String(
        required=True, metadata={"description": 'points for a ringgit on this tier, such as "1.2"'}
    )


class MembershipListSchema(CamelSchema):
    """The tiers, by level."""

    membership_list = fields.List(fields.Nested(MembershipSchema), required=True)
