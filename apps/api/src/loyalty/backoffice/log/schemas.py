"""The log of the office, and the reasons that it keeps, on the wire."""

from marshmallow import fields

from loyalty.http.schemas import (
    CamelSchema,
    Day,
    Length,
    ListQuery,
    Moment,
    ProblemSchema,
    QueryInt,
    Range,
    SingleLine,
    Text,
)
from loyalty.rules.signing import MAX_REASON, MIN_REASON

REASON = {"description": f"{MIN_REASON} to {MAX_REASON} characters, for the log of the office"}


class ReasonSchema(CamelSchema):
    """Why something is done."""

    reason = SingleLine(required=True, max_length=MAX_REASON, metadata=REASON)


WITH_NAME = {"description": "null: none, or it is not known any more"}


def reason_field(*, required: bool = False) -> SingleLine:
    checks = Length(MIN_REASON, MAX_REASON)
    return SingleLine(required=required, max_length=MAX_REASON, validate=checks, metadata=REASON)


def name_field() -> fields.String:
    return fields.String(required=True, allow_none=True, metadata=WITH_NAME)


class LogQuery(ListQuery):
    """Which page of the log: of an account, a member, an outlet, Malaysian days, or a kind of act.

    `action` is a whole one ("earn.verify") or the kind ("earn"). `operator` is a name or login as it signs.
    """

    staff_id = QueryInt(validate=Range(1))
    operator = Text(max_length=60, required_text=True)
    action = Text(max_length=40, required_text=True)
    member_id = QueryInt(validate=Range(1))
    outlet_id = QueryInt(validate=Range(1))
    first = Day()
    last = Day()


class LogEntrySchema(CamelSchema):
    """Who did what, when and why. `operator` is "name via staff:12", or a login of the command line."""

    id = fields.Integer(required=True)
    at = Moment(required=True)
    operator = fields.String(required=True)
    action = fields.String(required=True)
    member_id = fields.Integer(required=True, allow_none=True)
    outlet_id = fields.Integer(required=True, allow_none=True)
    details = fields.String(required=True)
    reason = fields.String(required=True)


class LogSchema(CamelSchema):
    """Entries of the log."""

    entry_list = fields.List(fields.Nested(LogEntrySchema), required=True)


class LogChainSchema(CamelSchema):
    """Whether the log is what was written. Up to the entry `verifiedUpTo` (null: none) it is.

    `problems` say where it breaks; none: it is whole.
    """

    entries = fields.Integer(required=True)
    verified_up_to = fields.Integer(required=True, allow_none=True)
    verified_at = Moment(required=True, allow_none=True)
    problems = fields.List(fields.Nested(ProblemSchema), required=True)
