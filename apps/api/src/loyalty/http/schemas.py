"""The bases of all schemas: snake_case in Python, the wire's names outside, unknown fields refused."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, Self

from marshmallow import RAISE, Schema, ValidationError, fields, post_load, validate
from typing_extensions import override

from loyalty.rules import points
from loyalty.rules.calendar import iso_utc, start_of
from loyalty.rules.codes import FOR_STAFF, Code
from loyalty.rules.problems import Problem
from loyalty.rules.visible_text import visible

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_BREAKS = re.compile(r"[\t\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_WHOLE = re.compile(r"-?[0-9]{1,18}", re.ASCII)
MAX_ID = 2**63 - 1
# What marshmallow says of a field that was left out.
MISSING = fields.Field.default_error_messages["required"]


class Length(validate.Length):
    """A length; another one is refused with a code, by default that of what it should be."""

    def __init__(self, min: int | None = None, max: int | None = None, *, code: Code | None = None) -> None:
        super().__init__(min, max)
        self.problem = _beyond(min, max, code, (Code.TOO_SHORT, Code.TOO_LONG, Code.WRONG_LENGTH))

    @override
    def __call__(self, value: Any) -> Any:
        return _checked(super().__call__, value, self.problem)


class Range(validate.Range):
    """A range of numbers; another one is refused with a code, by default that of what it should be."""

    def __init__(self, min: Any = None, max: Any = None, *, code: Code | None = None) -> None:
        super().__init__(min, max)
        self.problem = _beyond(min, max, code, (Code.TOO_LOW, Code.TOO_HIGH, Code.OUT_OF_RANGE))

    @override
    def __call__(self, value: Any) -> Any:
        return _checked(super().__call__, value, self.problem)


class Pattern(validate.Regexp):
    """A pattern of texts; another one is refused with a code."""

    def __init__(self, regex: str | re.Pattern[str], code: Code) -> None:
        super().__init__(regex)
        self.problem = Problem(code)

    @override
    def __call__(self, value: Any) -> Any:
        return _checked(super().__call__, value, self.problem)


def _beyond(low: Any, high: Any, code: Code | None, codes: tuple[Code, Code, Code]) -> Problem:
    if code is not None:
        return Problem(code)
    below, above, outside = codes
    if high is None:
        return Problem(below, {"min": low})
    return Problem(above, {"max": high}) if low is None else Problem(outside, {"min": low, "max": high})


def _checked(check: Callable[[Any], Any], value: Any, problem: Problem) -> Any:
    try:
        return check(value)
    except ValidationError as error:
        raise ValidationError([problem]) from error


class Id(fields.Integer):
    """An id in a JSON body: a whole number from 1 on."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strict=True, validate=Range(1, MAX_ID), **kwargs)


class QueryInt(fields.Integer):
    """A whole number in a query string: ASCII digits only."""

    @override
    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> int:
        if not isinstance(value, str) or not _WHOLE.fullmatch(value):
            raise self.make_error("invalid", input=value)
        return int(value)


class Flag(fields.Boolean):
    """Yes or no in a JSON body: true or false, and neither 1 nor "true"."""

    @override
    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class Text(fields.String):
    """A text that a database and a screen can hold: no NUL, no control characters, no lone surrogates."""

    def __init__(
        self, *, max_length: int = 200, strip: bool = True, required_text: bool = False, **kwargs: Any
    ):
        checks: list[Callable[[str], Any]] = [Length(min=1 if required_text else None, max=max_length)]
        if required_text:
            checks.append(_has_visible_text)
        own = kwargs.pop("validate", None)
        if own is not None:
            checks.extend(own if isinstance(own, list | tuple) else [own])
        super().__init__(validate=checks, **kwargs)
        self.strip = strip

    @override
    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        if not isinstance(text, str):
            return text
        if _CONTROL.search(text):
            raise ValidationError([Problem(Code.UNSTORABLE_CHARACTERS)])
        return text.strip() if self.strip else text


def _has_visible_text(text: str) -> None:
    Length(min=1)(visible(text).strip())


class SingleLine(Text):
    """A text without line breaks, as the header of an email needs it (SECURITY.md B10), and without what
    nobody sees; `strip=False` leaves it as it was written.
    """

    @override
    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        if isinstance(value, str) and _BREAKS.search(value):
            raise ValidationError([Problem(Code.NOT_A_SINGLE_LINE)])
        text = super()._deserialize(value, attr, data, **kwargs)
        return visible(text).strip() if self.strip and isinstance(text, str) else text


class Day(fields.Date):
    """A day, written YYYY-MM-DD and in no other of ISO 8601's spellings."""

    @override
    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> date:
        if not isinstance(value, str) or not _DAY.fullmatch(value):
            raise self.make_error("invalid", input=value, obj_type=self.OBJ_TYPE)
        found: date = super()._deserialize(value, attr, data, **kwargs)
        return found


class Money(fields.String):
    """Ringgit with two places, such as "45.90"; whole sen inside."""

    @override
    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        return None if value is None else points.ringgit(value)

    @override
    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        sen = points.sen(value) if isinstance(value, str) else None
        if sen is None:
            raise ValidationError([Problem(Code.NOT_AN_AMOUNT)])
        return sen


class SignedMoney(Money):
    """Ringgit with two places, above or below nothing: "-45.90"."""

    @override
    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        plain = super()._serialize(None if value is None else abs(value), attr, obj, **kwargs)
        return f"-{plain}" if value is not None and value < 0 else plain


class Moment(fields.DateTime):
    """A moment, written as UTC in ISO 8601 with Z. Read with any zone, or from a day alone, which begins at
    midnight in Malaysia.
    """

    @override
    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> str | None:
        return iso_utc(value) if isinstance(value, datetime) else None

    @override
    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> datetime:
        if not isinstance(value, str) or not value.isascii():
            raise self.make_error("invalid", input=value, obj_type=self.OBJ_TYPE)
        try:
            if _DAY.fullmatch(value):
                return start_of(date.fromisoformat(value)).astimezone(UTC)
            # A plus sign that nobody escaped arrives as a space.
            moment = datetime.fromisoformat(value.replace(" ", "+"))
            if moment.tzinfo is not None:
                return moment.astimezone(UTC)
        except (ValueError, OverflowError) as error:
            raise self.make_error("invalid", input=value, obj_type=self.OBJ_TYPE) from error
        raise ValidationError("A moment needs its zone, such as Z or +08:00.")


class QueryFlag(fields.Boolean):
    """Yes or no in a query string: true or false, in any case, and nothing else."""

    @override
    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> bool:
        text = value.lower() if isinstance(value, str) else ""
        if text not in ("true", "false"):
            raise self.make_error("invalid", input=value)
        return bool(text == "true")


def name_on_the_wire(name: str) -> str:
    """`mobile_number` as `mobileNumber`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


class FieldName(fields.String):
    """The name of another schema's field, as that field is called on the wire."""

    @override
    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        return name_on_the_wire(value)


class CamelSchema(Schema):
    """`mobile_number` is `mobileNumber` on the wire. Serializes rows of a statement, objects and dicts."""

    class Meta:
        """Unknown fields are refused, so that members cannot set fields they may not change."""

        unknown = RAISE

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Set the name of a field on the wire, unless it has one."""
        if field_obj.data_key is None:
            field_obj.data_key = name_on_the_wire(field_name)

    @override
    def get_attribute(self, obj: Any, attr: str, default: Any) -> Any:
        """A value by its name, or by several with dots: marshmallow would try each as a key first."""
        for name in attr.split("."):
            obj = obj.get(name, default) if isinstance(obj, Mapping) else getattr(obj, name, default)
        return obj

    def __deepcopy__(self, _memo: dict[int, Any]) -> Self:
        """Itself: nothing changes a schema that is made, and flask-smorest copies a call's documentation for
        each of its decorators.
        """
        return self


class PascalSchema(CamelSchema):
    """`mobile_number` is `MobileNumber` on the wire, as in the sign-in calls."""

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Set the name of a field on the wire, unless it has one."""
        if field_obj.data_key is None:
            field_obj.data_key = "".join(word.capitalize() for word in field_name.split("_"))


@cache
def list_of(record: type[Schema], name: str) -> type[Schema]:
    """The schema of an answer that has a list of records, by this name; of `Bill` it is `BillList`."""
    field = fields.List(fields.Nested(record), required=True)
    return CamelSchema.from_dict({name: field}, name=f"{record.__name__.removesuffix('Schema')}ListSchema")


class MessageSchema(CamelSchema):
    """A sentence to show."""

    message = fields.String(required=True)


class ProblemSchema(CamelSchema):
    """Why something cannot be done, for the staff app, which has a sentence for each code. `params` are the
    values of the sentence: numbers (money in sen), texts, days, moments and lists of names.
    """

    code = fields.String(required=True, validate=validate.OneOf(sorted(FOR_STAFF)))
    message = fields.String(required=True)
    params = fields.Dict(keys=fields.String(), values=fields.Raw(), required=True)


class ErrorSchema(CamelSchema):
    """Every failure: a sentence for the member, a code for programs, the request's id in the logs.

    `params` are the values of the sentence: numbers (money in sen), texts, days and moments. The staff app
    gets the problems of `fields`, others their sentences in `errors`.
    """

    message = fields.String(required=True)
    code = fields.String(required=True)
    params = fields.Dict(keys=fields.String(), values=fields.Raw())
    request_id = fields.String(required=True)
    errors = fields.Dict(keys=fields.String(), values=fields.List(fields.String()))
    fields_ = fields.Dict(
        keys=fields.String(), values=fields.List(fields.Nested(ProblemSchema)), data_key="fields"
    )


MAX_LIMIT = 100
MAX_OFFSET = 1_000_000


class OrderQuery(CamelSchema):
    """A list in an order, by default the newest first. A view gets `descending` for `order`."""

    order = fields.String(load_default="desc", validate=validate.OneOf(["asc", "desc"]))

    @post_load
    def _say_descending(self, page: dict[str, Any], **_more: object) -> dict[str, Any]:
        page["descending"] = page.pop("order") == "desc"
        return page


class ListQuery(OrderQuery):
    """A page of a list."""

    limit = QueryInt(load_default=MAX_LIMIT, validate=Range(1, MAX_LIMIT))
    offset = QueryInt(load_default=0, validate=Range(0, MAX_OFFSET))


def file_format_field() -> fields.String:
    """The `format` of a file that a spreadsheet opens."""
    return fields.String(data_key="format", load_default="xlsx", validate=validate.OneOf(["csv", "xlsx"]))


def columns_field(names: Iterable[str]) -> fields.List[Any]:
    """The `columns` of a file, in their order."""
    name = fields.String(validate=validate.OneOf(list(names)))
    return fields.List(name, required=True, validate=Length(min=1, max=20))


def sort_field(keys: Iterable[str], first: str = "createdAt") -> fields.String:
    """The `sort` of a list that may be sorted by these keys."""
    return fields.String(load_default=first, validate=validate.OneOf(sorted(keys)))
