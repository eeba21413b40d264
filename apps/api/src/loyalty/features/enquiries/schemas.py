"""Enquiries on the wire (spec 001 §7)."""

from collections.abc import Callable

from marshmallow import ValidationError, fields, validate

from loyalty.http.schemas import PascalSchema, SingleLine, Text
from loyalty.rules.attachments import MAX_BYTES
from loyalty.rules.enquiries import problem_with_telephone
from loyalty.rules.people import MAX_NAME_STORED, problem_with_email
from loyalty.rules.problems import Problem

_BASE64_OF_MAX = (MAX_BYTES + 2) // 3 * 4


def _checked_by(rule: Callable[[str], Problem | None]) -> Callable[[str], None]:
    def check(value: str) -> None:
        problem = rule(value)
        if problem:
            raise ValidationError([problem])

    return check


class CareerSchema(PascalSchema):
    """An application for a published opening. AttachmentFile is base64 and empty without a file; so are its
    name and extension.
    """

    full_name = SingleLine(required=True, required_text=True, max_length=MAX_NAME_STORED)
    email = SingleLine(required=True, max_length=254, validate=_checked_by(problem_with_email))
    mobile_number = SingleLine(required=True, max_length=40, validate=_checked_by(problem_with_telephone))
    identification_number = SingleLine(required=True, required_text=True, max_length=40)
    address = Text(required=True, required_text=True, max_length=1000)
    applied_department = SingleLine(required=True, max_length=60, attribute="department")
    preffered_location = SingleLine(required=True, max_length=60, attribute="place")
    attachment_file = fields.String(
        load_default="",
        validate=validate.Length(max=_BASE64_OF_MAX, error="The file is larger than 5 MB."),
        metadata={"description": "the file in base64, 5 MB at most"},
    )
    attachment_file_name = SingleLine(load_default="", max_length=400, strip=False)
    attachment_file_extension = SingleLine(load_default="", max_length=10)


class FeedbackSchema(PascalSchema):
    """A feedback on one outlet."""

    full_name = SingleLine(required=True, required_text=True, max_length=MAX_NAME_STORED)
    mobile_number = SingleLine(required=True, max_length=40, validate=_checked_by(problem_with_telephone))
    outlet_name = SingleLine(required=True, required_text=True, max_length=100)
    remarks = Text(required=True, required_text=True, max_length=4000)
