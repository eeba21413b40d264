"""A member's data on the wire."""

from __future__ import annotations

from marshmallow import fields

from loyalty.features.access.schemas import SIX_DIGITS
from loyalty.features.members.schemas import MemberSchema
from loyalty.http.schemas import CamelSchema, Instant, Text


class ExportSchema(CamelSchema):
    """Everything we hold about a member: their record, and by table every row of theirs.

    Keys, seals and hashes are left out: they are secrets or say nothing about the person.
    """

    exported_at = Instant(required=True)
    member = fields.Nested(MemberSchema, required=True)
    records = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True))),
        required=True,
    )


class ErasureSchema(CamelSchema):
    """The code that was sent for the deletion."""

    otp_code = Text(required=True, max_length=6, validate=SIX_DIGITS, strip=False)
