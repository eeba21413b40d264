"""Drafts and versions of the programme on the wire. docs/programme.md says what the names of a file mean."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from loyalty.backoffice.approvals.schemas import ProposedSchema
from loyalty.backoffice.log.schemas import ReasonSchema
from loyalty.backoffice.programme.models import State
from loyalty.http.schemas import (
    MISSING,
    CamelSchema,
    Day,
    Flag,
    Id,
    Length,
    Moment,
    ProblemSchema,
    QueryFlag,
    QueryInt,
    Range,
)
from loyalty.rules.codes import Code
from loyalty.rules.problems import Problem
from loyalty.rules.programme_merge import KEYS

# A file or document; twenty times what the usual programme takes.
MAX_FILE = 128 * 1024
STATES = [each.value for each in State]
IN_FILE = {"description": "as in the programme file (docs/programme.md)"}


class ProgrammeTierSchema(Schema):
    """A tier, by the file's names."""

    level = fields.Integer(required=True)
    name = fields.String(required=True)
    floor = fields.Integer(required=True)
    multiplier = fields.String(required=True)


class ProgrammeOutletSchema(Schema):
    """An outlet, by the file's names."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    brand = fields.String(required=True)
    open = fields.Boolean(required=True)


class ProgrammeTranslationSchema(Schema):
    """The texts of a reward in one language, by the file's names; English stands in for what is left out."""

    title = fields.String()
    description = fields.String()
    terms = fields.String()


class ProgrammeRewardSchema(Schema):
    """A reward, by the file's names. Amounts are texts such as "12.90"; `starts` and `ends` are texts."""

    id = fields.Integer(required=True)
    kind = fields.String(required=True)
    type = fields.Integer(required=True)
    title = fields.String(required=True)
    description = fields.String(required=True)
    terms = fields.String(required=True)
    image = fields.String(required=True, allow_none=True)
    sku = fields.String(required=True, allow_none=True)
    cost = fields.Integer(required=True)
    value = fields.String(required=True)
    discount = fields.String(required=True)
    min_spend = fields.String(required=True)
    tier = fields.Integer(required=True)
    limit = fields.Integer(required=True, allow_none=True)
    stock = fields.Integer(required=True, allow_none=True)
    valid_days = fields.Integer(required=True)
    outlets = fields.List(fields.Integer(), required=True)
    active = fields.Boolean(required=True)
    starts = fields.String(required=True, allow_none=True)
    ends = fields.String(required=True, allow_none=True)
    translations = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(ProgrammeTranslationSchema),
        required=True,
        metadata={"description": "by language: ms, zh, ta, th, id"},
    )


class ProgrammeDocumentSchema(Schema):
    """The programme as its file has it, by the file's names."""

    settings = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    tiers = fields.List(fields.Nested(ProgrammeTierSchema), required=True)
    outlets = fields.List(fields.Nested(ProgrammeOutletSchema), required=True)
    rewards = fields.List(fields.Nested(ProgrammeRewardSchema), required=True)


class RewardClaimsSchema(CamelSchema):
    """How many vouchers of a reward were ever made, and what is left of its stock; null: it has no end."""

    id = fields.Integer(required=True)
    claimed = fields.Integer(required=True)
    left = fields.Integer(required=True, allow_none=True)


class CurrentProgrammeSchema(CamelSchema):
    """The programme as it is now. `versionId` 0: no file was applied yet."""

    claim_list = fields.List(fields.Nested(RewardClaimsSchema), required=True)

    version_id = fields.Integer(required=True)
    document = fields.Nested(ProgrammeDocumentSchema, required=True)


class DifferenceSchema(CamelSchema):
    """A value of a draft that differs from the programme it was made from; `before` null: it is new."""

    what = fields.String(required=True)
    field = fields.String(required=True)
    before = fields.Raw(required=True, allow_none=True)
    after = fields.Raw(required=True, allow_none=True)


class ProgrammeProblemSchema(ProblemSchema):
    """Why a draft cannot be applied. `path` is where in the document, such as `["rewards", 3, "cost"]`;
    empty: nowhere in particular. `part` and `record` name the same, such as `reward` and `7`; `line` is that
    of the draft's file.
    """

    line = fields.Integer(required=True, allow_none=True)
    path = fields.List(fields.Raw(), required=True)
    part = fields.String(required=True)
    record = fields.String(required=True)


class DraftSummarySchema(ProposedSchema):
    """A draft. `open` is being changed, `waiting` waits for another person, `approved` for its day.

    `madeFrom` is the version it was made from, `revision` counts what was saved. `effectiveOn` is a
    Malaysian day, null: as soon as it is approved. `withdrawal` says why
    `withdrawnBy` withdrew it, `problem` why it could not be applied on its day.
    """

    id = fields.Integer(required=True, attribute="draft.id")
    state = fields.String(required=True, validate=validate.OneOf(STATES), attribute="draft.state")
    made_from = fields.Integer(required=True, attribute="draft.made_from")
    revision = fields.Integer(required=True, attribute="draft.revision")
    begun_by = fields.String(required=True, attribute="draft.begun_by")
    begun_at = Moment(required=True, attribute="draft.begun_at")
    saved_by = fields.String(required=True, attribute="draft.saved_by")
    saved_at = Moment(required=True, attribute="draft.saved_at")
    effective_on = fields.Date(required=True, allow_none=True, attribute="draft.effective_on")
    withdrawn_by = fields.String(required=True, allow_none=True, attribute="draft.withdrawn_by")
    withdrawal = fields.String(required=True, allow_none=True, attribute="draft.withdrawal")
    problem = fields.Nested(ProgrammeProblemSchema, required=True, allow_none=True)
    version_id = fields.Integer(required=True, allow_none=True, attribute="draft.version_id")
    changes = fields.List(fields.Nested(DifferenceSchema), required=True)


class DraftsQuery(CamelSchema):
    """Which drafts: all, those that are open, waiting or approved, or the others."""

    limit = QueryInt(load_default=50, validate=Range(1, 100))
    offset = QueryInt(load_default=0, validate=Range(0, 1_000_000))
    is_unfinished = QueryFlag()


class DraftSchema(DraftSummarySchema):
    """A draft with the programme it wants, as it was saved: it may have mistakes, which its plan lists."""

    document = fields.Dict(keys=fields.String(), values=fields.Raw(), required=True, metadata=IN_FILE)


class ProgrammeChangesSchema(Schema):
    """A part of a document: settings, and of tiers, outlets and rewards only the values that change.

    A reward without an id is a new one, and gets the next that is free.
    """

    settings = fields.Dict(keys=fields.String(), values=fields.Raw())
    tiers = fields.List(fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True)))
    outlets = fields.List(fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True)))
    rewards = fields.List(fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True)))

    @validates_schema(skip_on_field_errors=True)
    def named(self, data: dict[str, Any], **_more: Any) -> None:
        """Refuse a record that does not say which one it is."""
        for part, key in KEYS.items():
            for at, each in enumerate(data.get(part, [])):
                is_new = part == "rewards" and key not in each
                if not is_new and not isinstance(each.get(key), int):
                    raise ValidationError({part: {at: {key: [Id.default_error_messages["invalid"]]}}})


class PlannedSchema(CamelSchema):
    """A draft by its id, or changes with which one would begin."""

    draft_id = Id()
    changes = fields.Nested(ProgrammeChangesSchema)

    @validates_schema
    def _one_way(self, data: dict[str, Any], **_more: Any) -> None:
        if len(data) != 1:
            raise ValidationError([MISSING], "draftId")


class BeginDraftSchema(CamelSchema):
    """`fromVersion`: begin with the programme of an earlier version; 0 is that before the first file.

    `changes`: begin with these changes of it, or of the programme as it is.
    """

    from_version = fields.Integer(strict=True, validate=Range(0, 2**53))
    changes = fields.Nested(ProgrammeChangesSchema)


class SaveDraftSchema(CamelSchema):
    """The whole programme that a draft wants, as a document (as it is read) or as the text of a file.

    `revision` is the one that was changed. `fromCurrent`: it was compared with the programme as it is now.
    """

    revision = Id(required=True)
    document = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True), metadata=IN_FILE)
    file = fields.String(validate=Length(max=MAX_FILE), metadata={"description": "YAML"})
    from_current = Flag(load_default=False)

    @validates_schema
    def one_way(self, data: dict[str, Any], **_more: Any) -> None:
        """One way to say what is wanted."""
        if len(data.keys() & {"document", "file"}) != 1:
            raise ValidationError([Problem(Code.DOCUMENT_OR_FILE)], "document")


class ProgrammeFileQuery(CamelSchema):
    """Of a draft, or of an earlier version; without either the programme as it is now."""

    draft_id = QueryInt(validate=Range(1))
    version_id = QueryInt(validate=Range(0))


class ProgrammeChangeSchema(CamelSchema):
    """A value that would change: of `settings`, `tier 1`, `outlet 3` or `reward 7`.

    `before` null: it is new. `touches` says whom it affects, null: nobody.
    """

    what = fields.String(required=True)
    field = fields.String(required=True)
    before = fields.Raw(required=True, allow_none=True)
    after = fields.Raw(required=True, allow_none=True)
    touches = fields.Nested(ProblemSchema, required=True, allow_none=True)


class AnnouncementSchema(CamelSchema):
    """A reward that members will be notified of when it starts. `at` null: as soon as it is approved."""

    title = fields.String(required=True)
    at = Moment(required=True, allow_none=True)


class PlanSchema(CamelSchema):
    """What a draft would change. With problems it cannot be submitted; `questions` are about what
    is allowed and looks like a mistake. `recipientCount` members would be notified now of each announcement.
    """

    changes = fields.List(fields.Nested(ProgrammeChangeSchema), required=True)
    problems = fields.List(fields.Nested(ProgrammeProblemSchema), required=True)
    questions = fields.List(fields.Nested(ProblemSchema), required=True)
    announcements = fields.List(fields.Nested(AnnouncementSchema), required=True)
    recipient_count = fields.Integer(required=True)


class DraftStateSchema(ReasonSchema):
    """`waiting` for another person or `withdrawn`, and why. `revision` is the one that is submitted, to be in
    force from the Malaysian day `effectiveOn`; without one as soon as it is approved.
    """

    state = fields.String(required=True, validate=validate.OneOf([State.WAITING, State.WITHDRAWN]))
    revision = Id()
    effective_on = Day(allow_none=True)

    @validates_schema
    def _of_a_revision(self, data: dict[str, Any], **_more: object) -> None:
        if data.get("state") == State.WAITING and "revision" not in data:
            raise ValidationError([MISSING], "revision")


class VersionSchema(CamelSchema):
    """A programme that was applied. `operator` applied or approved it, `proposedBy` submitted it as a draft.

    Version 0 is the programme before the first file: nobody applied it.
    """

    id = fields.Integer(required=True)
    at = Moment(required=True, allow_none=True)
    operator = fields.String(required=True, allow_none=True)
    proposed_by = fields.String(required=True, allow_none=True)
    reason = fields.String(required=True, allow_none=True)


class VersionsQuery(CamelSchema):
    """Which page of the versions."""

    limit = QueryInt(load_default=50, validate=Range(1, 100))
    offset = QueryInt(load_default=0, validate=Range(0, 1_000_000))
