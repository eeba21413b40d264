"""The bases of all schemas: snake_case inside, the wire's spelling outside, unknown fields refused."""

from __future__ import annotations

from typing import Any

from marshmallow import RAISE, Schema, fields


class CamelSchema(Schema):
    """`mobile_number` is `mobileNumber` on the wire."""

    class Meta:
        """Unknown fields are refused, so that a member cannot set what is not hers to set."""

        unknown = RAISE

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Spell a field that does not spell itself."""
        if field_obj.data_key is None:
            first, *rest = field_name.split("_")
            field_obj.data_key = first + "".join(word.capitalize() for word in rest)


class PascalSchema(Schema):
    """`mobile_number` is `MobileNumber` on the wire: the spelling of the sign-in calls."""

    class Meta:
        """As CamelSchema."""

        unknown = RAISE

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Spell a field that does not spell itself."""
        if field_obj.data_key is None:
            field_obj.data_key = "".join(word.capitalize() for word in field_name.split("_"))


class MessageSchema(CamelSchema):
    """A sentence to show."""

    message = fields.String(required=True)


class ErrorSchema(CamelSchema):
    """Every failure: a sentence for the member, a word for programs, the id the logs know it by."""

    message = fields.String(required=True)
    code = fields.String(required=True)
    request_id = fields.String(required=True)
    errors = fields.Dict(keys=fields.String(), values=fields.List(fields.String()))
