"""Applications and feedback on the wire of the staff app."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from loyalty.features.enquiries.models import EnquiryKind, NoteKind, State
from loyalty.http.schemas import (
    MISSING,
    CamelSchema,
    ListQuery,
    Moment,
    QueryInt,
    Range,
    SingleLine,
    Text,
)
from loyalty.rules.codes import Code
from loyalty.rules.people import problem_with_email
from loyalty.rules.problems import Problem

STATES = [each.value for each in State]
KINDS = [each.value for each in EnquiryKind]
MAX_NOTE = 2000


def _address(value: str) -> None:
    problem = problem_with_email(value) or (None if value.isascii() else Problem(Code.NOT_PLAIN_LETTERS))
    if problem:
        raise ValidationError([problem])


class EnquiriesQuery(ListQuery):
    """Which page of the inbox."""

    kind = fields.String(validate=validate.OneOf(KINDS))
    state = fields.String(validate=validate.OneOf(STATES))
    outlet_id = QueryInt(validate=Range(1))


class EnquirySummarySchema(CamelSchema):
    """An enquiry in a list. `about` is department and place, or the outlet."""

    id = fields.Integer(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(KINDS))
    state = fields.String(required=True, validate=validate.OneOf(STATES))
    created_at = Moment(required=True)
    full_name = fields.String(required=True)
    about = fields.String(required=True)


class EnquiryFileSchema(CamelSchema):
    """What is attached: our name for it, and what its sender called it."""

    name = fields.String(required=True)
    called = fields.String(required=True)


class EnquiryNoteSchema(CamelSchema):
    """An entry of the history. `text` is the note, the new state, or to whom it was forwarded.

    `mailTo` is where an e-mail with the enquiry went, `mailState` what has become of it.
    """

    id = fields.Integer(required=True)
    at = Moment(required=True)
    operator = fields.String(required=True)
    kind = fields.String(required=True, validate=validate.OneOf([each.value for each in NoteKind]))
    text = fields.String(required=True)
    mail_to = fields.String(required=True, allow_none=True)
    mail_state = fields.String(required=True, allow_none=True, attribute="mail")


class EnquirySchema(CamelSchema):
    """An enquiry as it was sent, and what the staff did with it. Null: not asked for in its form."""

    id = fields.Integer(required=True, attribute="enquiry.id")
    kind = fields.String(required=True, attribute="enquiry.kind", validate=validate.OneOf(KINDS))
    state = fields.String(required=True, attribute="enquiry.state", validate=validate.OneOf(STATES))
    created_at = Moment(required=True, attribute="enquiry.created_at")
    full_name = fields.String(required=True, attribute="enquiry.full_name")
    mobile_number = fields.String(required=True, attribute="enquiry.mobile_number")
    email = fields.String(required=True, allow_none=True, attribute="enquiry.email")
    identification_number = fields.String(
        required=True, allow_none=True, attribute="enquiry.identification_number"
    )
    address = fields.String(required=True, allow_none=True, attribute="enquiry.address")
    department = fields.String(required=True, allow_none=True, attribute="enquiry.department")
    place = fields.String(required=True, allow_none=True, attribute="enquiry.place")
    outlet_name = fields.String(required=True, allow_none=True, attribute="enquiry.outlet_name")
    remarks = fields.String(required=True, allow_none=True, attribute="enquiry.remarks")
    file = fields.Nested(EnquiryFileSchema, required=True, allow_none=True)
    notes = fields.List(fields.Nested(EnquiryNoteSchema), required=True)


class EnquiryChangeSchema(CamelSchema):
    """A new state, with `seenState`, the one that was on the screen, or a note, or both. `note` is for the
    staff only.
    """

    state = fields.Enum(State, by_value=True, validate=validate.NoneOf([State.FORWARDED]))
    seen_state = fields.Enum(State, by_value=True)
    note = Text(max_length=MAX_NOTE)

    @validates_schema
    def _changes_something(self, data: dict[str, Any], **_more: Any) -> None:
        if "state" not in data and not data.get("note"):
            raise ValidationError([Problem(Code.ONE_FIELD_NEEDED)])
        if "state" in data and "seen_state" not in data:
            raise ValidationError([MISSING], "seenState")


class ForwardEnquirySchema(CamelSchema):
    """To whom an enquiry was passed on. With `mailTo` it is sent there, with what is attached to it."""

    to = SingleLine(required=True, required_text=True, max_length=200)
    mail_to = SingleLine(max_length=254, validate=_address)


class EnquiryExportQuery(CamelSchema):
    """Only enquiries of one kind or in one state."""

    kind = fields.String(validate=validate.OneOf(KINDS))
    state = fields.String(validate=validate.OneOf(STATES))
