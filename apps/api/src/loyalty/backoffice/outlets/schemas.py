"""Outlets of the office on the wire."""

from datetime import timedelta
from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from loyalty.backoffice.content.schemas import REVISION
from loyalty.backoffice.log.schemas import REASON
from loyalty.features.content.schemas import (
    ClosureSchema,
    HoursAndClosuresSchema,
    OutletDescriptionSchema,
    hours_of_a_day,
)
from loyalty.http.schemas import CamelSchema, Id, Length, SingleLine
from loyalty.rules.codes import Code
from loyalty.rules.group import BRANDS
from loyalty.rules.problems import Problem
from loyalty.rules.signing import MAX_REASON

MAX_OTHER_HOURS = timedelta(days=31)


class OfficeOutletSchema(CamelSchema):
    """An outlet. `draftId` is the draft of the programme with which it waits for approval; `description` is
    null where pages say nothing of it yet.
    """

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    brand = fields.String(required=True)
    is_open = fields.Boolean(required=True)
    draft_id = fields.Integer(required=True, allow_none=True)
    description = fields.Nested(OutletDescriptionSchema, required=True, allow_none=True)


class OfficeOutletListSchema(CamelSchema):
    """One's outlets, and the revision of what pages say of all."""

    revision = fields.Integer(required=True)
    outlet_list = fields.List(fields.Nested(OfficeOutletSchema), required=True)


def _reason() -> SingleLine:
    return SingleLine(required=True, max_length=MAX_REASON, metadata=REASON)


class _PublishedAtOnceSchema(CamelSchema):
    revision = fields.Integer(strict=True, required=True, metadata=REVISION)
    reason = _reason()


class OutletToDescribeSchema(OutletDescriptionSchema, _PublishedAtOnceSchema):
    """What pages are to say of an outlet, published at once, and why."""


class NewOutletHoursSchema(HoursAndClosuresSchema, _PublishedAtOnceSchema):
    """New hours and closures of an outlet, published at once, and why."""


class OutletDaysSchema(ClosureSchema):
    """Days on which several outlets are closed, or have these hours, and why."""

    outlet_ids = fields.List(Id(), required=True, validate=Length(min=1, max=500))
    hours = hours_of_a_day()
    reason = _reason()

    @validates_schema(skip_on_field_errors=True)
    def _not_too_long(self, days: dict[str, Any], **_more: object) -> None:
        if days["hours"] and days["last_day"] - days["first_day"] >= MAX_OTHER_HOURS:
            raise ValidationError([Problem(Code.OTHER_HOURS_TOO_LONG)], "lastDay")


class NewOutletSchema(CamelSchema):
    """A new outlet, and what pages say of it once another person has approved it."""

    name = SingleLine(required=True, required_text=True, max_length=100)
    brand = fields.String(required=True, validate=validate.OneOf(BRANDS))
    description = fields.Nested(OutletDescriptionSchema, required=True)
    reason = _reason()
