"""Broadcasts on the wire."""

from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from loyalty.backoffice.approvals.schemas import ProposedSchema
from loyalty.backoffice.log.schemas import ReasonSchema
from loyalty.http.schemas import (
    MISSING,
    CamelSchema,
    Day,
    Id,
    Length,
    Moment,
    Range,
    SingleLine,
    Text,
)
from loyalty.reach.broadcasts.models import State
from loyalty.rules.codes import Code
from loyalty.rules.group import BRANDS
from loyalty.rules.notifications import BROADCAST_KINDS, BROADCAST_PAGES
from loyalty.rules.people import LANGUAGES
from loyalty.rules.problems import Problem

STATES = [each.value for each in State]
LANGUAGE = validate.OneOf(LANGUAGES)
# So many messages leave in a minute at most: what a mail server of an office takes.
USUAL_PACE, FASTEST = 300, 6_000
MAX_BALANCE = 100_000_000


class SegmentSchema(CamelSchema):
    """Whom it is for; what is left out or empty leaves nobody out.

    `brand` and `outletIds` are of the outlet that members named as theirs, `levels` of their tiers.
    `visitedFrom` and `visitedTo` are Malaysian days, both meant: of their newest bill that is not void.
    `balanceFrom` and `balanceTo` are points that can be spent now, `birthMonth` 1 is January, `leastVisits`
    counts days with a bill that is not void.
    """

    brand = fields.String(validate=validate.OneOf(BRANDS), allow_none=True, load_default=None)
    outlet_ids = fields.List(Id(), validate=Length(max=200), load_default=list)
    levels = fields.List(
        fields.Integer(strict=True, validate=Range(0, 100)), validate=Length(max=20), load_default=list
    )
    languages = fields.List(
        fields.String(validate=LANGUAGE), validate=Length(max=len(LANGUAGES)), load_default=list
    )
    visited_from = Day(allow_none=True, load_default=None)
    visited_to = Day(allow_none=True, load_default=None)
    balance_from = fields.Integer(
        strict=True, allow_none=True, load_default=None, validate=Range(0, MAX_BALANCE)
    )
    balance_to = fields.Integer(
        strict=True, allow_none=True, load_default=None, validate=Range(0, MAX_BALANCE)
    )
    birth_month = fields.Integer(strict=True, allow_none=True, load_default=None, validate=Range(1, 12))
    least_visits = fields.Integer(strict=True, allow_none=True, load_default=None, validate=Range(1, 1_000))

    @validates_schema(skip_on_field_errors=True)
    def _in_order(self, data: dict[str, Any], **_more: object) -> None:
        first, last = data["visited_from"], data["visited_to"]
        if first and last and last < first:
            raise ValidationError([Problem(Code.LAST_BEFORE_FIRST)], "visitedTo")
        low, high = data["balance_from"], data["balance_to"]
        if low is not None and high is not None and high < low:
            raise ValidationError([Problem(Code.OUT_OF_RANGE, {"min": low, "max": MAX_BALANCE})], "balanceTo")


class ShownSegmentSchema(CamelSchema):
    """A segment as it was saved."""

    brand = fields.String(required=True, allow_none=True)
    outlet_ids = fields.List(fields.Integer(), required=True)
    levels = fields.List(fields.Integer(), required=True)
    languages = fields.List(fields.String(), required=True)
    visited_from = fields.String(required=True, allow_none=True)
    visited_to = fields.String(required=True, allow_none=True)
    balance_from = fields.Integer(required=True, allow_none=True, dump_default=None)
    balance_to = fields.Integer(required=True, allow_none=True, dump_default=None)
    birth_month = fields.Integer(required=True, allow_none=True, dump_default=None)
    least_visits = fields.Integer(required=True, allow_none=True, dump_default=None)


class BroadcastTextSchema(CamelSchema):
    """The words in one language; the title also stands on locked screens."""

    title = SingleLine(required=True, required_text=True, max_length=80)
    body = Text(required=True, required_text=True, max_length=2_000)


class BroadcastContentSchema(CamelSchema):
    """What is sent to whom: `marketing` to those who want promotions, `newsletter` by e-mail alone.

    `page`: the path of the mini-program that it leads to. `sendAt`: when it leaves at the earliest, null: as
    soon as it is approved.
    """

    kind = fields.String(required=True, validate=validate.OneOf(BROADCAST_KINDS))
    segment = fields.Nested(SegmentSchema, required=True)
    texts = fields.Dict(
        keys=fields.String(validate=LANGUAGE),
        values=fields.Nested(BroadcastTextSchema),
        required=True,
        validate=Length(min=1),
        metadata={"description": "by language"},
    )
    page = fields.String(load_default=BROADCAST_PAGES[0], validate=validate.OneOf(BROADCAST_PAGES))
    per_minute = fields.Integer(strict=True, load_default=USUAL_PACE, validate=Range(1, FASTEST))
    send_at = Moment(allow_none=True, load_default=None)


class SaveBroadcastSchema(BroadcastContentSchema):
    """A broadcast as it shall be; `revision` is the one that was changed."""

    revision = Id(required=True)


class BroadcastStateSchema(ReasonSchema):
    """`waiting` for another person, `open` again or `stopped`, and why. `revision` is the one that is
    submitted.
    """

    state = fields.String(required=True, validate=validate.OneOf([State.WAITING, State.OPEN, State.STOPPED]))
    revision = Id()

    @validates_schema
    def _of_a_revision(self, data: dict[str, Any], **_more: object) -> None:
        if data.get("state") == State.WAITING and "revision" not in data:
            raise ValidationError([MISSING], "revision")


class TestBroadcastSchema(CamelSchema):
    """Where a test goes, and in which language. The address is noted in the office log, masked."""

    to = SingleLine(required=True, required_text=True, max_length=254)
    language = fields.String(required=True, validate=LANGUAGE)


class OutcomeSchema(CamelSchema):
    """What has become of the messages that leave: `waiting` for their time (quiet hours, a digest), `leaving`
    just now, `sent`, `failed` for good, `dropped` because they are unwanted since, or were stopped; `read`
    counts the members who have read it in the app.
    """

    read = fields.Integer(required=True)
    waiting = fields.Integer(required=True)
    leaving = fields.Integer(required=True)
    sent = fields.Integer(required=True)
    failed = fields.Integer(required=True)
    dropped = fields.Integer(required=True)


def _first_title(row: Any) -> str:
    texts = row["broadcast"].texts
    return str(next(texts[each]["title"] for each in LANGUAGES if each in texts))


class BroadcastSummarySchema(ProposedSchema):
    """A broadcast. `open` is being written, `waiting` waits for another person, `sending` was approved.

    `title` is in the first of its languages. `outcome` is null before the first message.
    Of the members handled so far, the message of `leaving` leaves by a channel, that of `logOnly` is in their
    log alone, and `unwanted` do not want its kind and got nothing (opted out).
    `stoppedBy` stopped or withdrew it.
    """

    id = fields.Integer(required=True, attribute="broadcast.id")
    kind = fields.String(required=True, attribute="broadcast.kind")
    state = fields.String(required=True, validate=validate.OneOf(STATES), attribute="broadcast.state")
    revision = fields.Integer(required=True, attribute="broadcast.revision")
    per_minute = fields.Integer(required=True, attribute="broadcast.per_minute")
    send_at = Moment(required=True, allow_none=True, attribute="broadcast.send_at")
    page = fields.String(required=True, attribute="broadcast.page")
    title = fields.Function(_first_title, required=True, metadata={"type": "string"})
    begun_by = fields.String(required=True, attribute="broadcast.begun_by")
    begun_at = Moment(required=True, attribute="broadcast.begun_at")
    saved_by = fields.String(required=True, attribute="broadcast.saved_by")
    saved_at = Moment(required=True, attribute="broadcast.saved_at")
    stopped_by = fields.String(required=True, allow_none=True, attribute="broadcast.stopped_by")
    stop_reason = fields.String(required=True, allow_none=True, attribute="broadcast.stop_reason")
    finished_at = Moment(required=True, allow_none=True, attribute="broadcast.finished_at")
    leaving = fields.Integer(required=True, attribute="broadcast.leaving")
    log_only = fields.Integer(required=True, attribute="broadcast.log_only")
    unwanted = fields.Integer(required=True, attribute="broadcast.unwanted")
    outcome = fields.Nested(OutcomeSchema, required=True, allow_none=True)


class BroadcastSchema(BroadcastSummarySchema):
    """A broadcast with its segment and words."""

    segment = fields.Nested(ShownSegmentSchema, required=True, attribute="broadcast.segment")
    texts = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(BroadcastTextSchema),
        required=True,
        attribute="broadcast.texts",
    )


class ExampleSchema(CamelSchema):
    """What one member would get; of them no more than the first name is given. `channel` `log`: the log."""

    first_name = fields.String(required=True)
    language = fields.String(required=True)
    channel = fields.String(required=True)
    title = fields.String(required=True)
    body = fields.String(required=True)
    why = fields.String(required=True)


class ShownPushSchema(CamelSchema):
    """A push in one language as a locked screen shows it: with `hiddenBody`, or with `body` where the member
    allows that on the device.
    """

    language = fields.String(required=True)
    title = fields.String(required=True)
    hidden_body = fields.String(required=True)
    body = fields.String(required=True)


class BroadcastPreviewSchema(CamelSchema):
    """Whom it would reach now: `members` are in the segment. Of the first `counted` `leaving` get it by a
    channel, `logOnly` in their log alone, `unwanted` not; `byChannel` and `byLanguage` count those who get
    it. `pushes`: one in each language that has words, none of a newsletter.
    """

    members = fields.Integer(required=True)
    counted = fields.Integer(required=True)
    leaving = fields.Integer(required=True)
    log_only = fields.Integer(required=True)
    unwanted = fields.Integer(required=True)
    by_channel = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    by_language = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    missing_languages = fields.List(fields.String(), required=True)
    examples = fields.List(fields.Nested(ExampleSchema), required=True)
    pushes = fields.List(fields.Nested(ShownPushSchema), required=True)
