"""Drafts and versions on the wire."""

from marshmallow import fields

from loyalty.backoffice.log.schemas import REASON
from loyalty.features.content.schemas import ContentQuery
from loyalty.http.schemas import CamelSchema, Id, Length, Moment, SingleLine
from loyalty.rules.codes import Code
from loyalty.rules.signing import MAX_REASON

# A file of 5 MB in base64, and the other fields.
MAX_IMAGE_BYTES = 5 * 1024 * 1024
_BASE64_OF_MAX = (MAX_IMAGE_BYTES + 2) // 3 * 4

REVISION = {"description": "the one that was read: another means that somebody changed it meanwhile"}


class MissingTranslationSchema(CamelSchema):
    """A text that pages show in English where it is not translated; `path` is its place in the document."""

    path = fields.String(required=True)
    languages = fields.List(fields.String(), required=True)


class KindSchema(CamelSchema):
    """How a kind of content stands. `changedBy` is null as long as nobody has changed it."""

    kind = fields.String(required=True, attribute="row.kind")
    revision = fields.Integer(required=True, attribute="row.revision")
    changed_at = Moment(required=True, attribute="row.changed_at")
    changed_by = fields.String(required=True, allow_none=True, attribute="row.changed_by")
    has_draft = fields.Boolean(required=True)
    missing_count = fields.Integer(required=True)


class ContentVersionSchema(CamelSchema):
    """A published version. `id` counts those of its kind, from 1. `operator` is null for the first one.

    `again` is the version that it took back to.
    """

    id = fields.Integer(required=True)
    at = Moment(required=True)
    operator = fields.String(required=True, allow_none=True)
    reason = fields.String(required=True, allow_none=True)
    again = fields.Integer(required=True, allow_none=True)


class WholeVersionSchema(ContentVersionSchema):
    """A version with its document, as GET /content has it of this kind."""

    document = fields.Dict(keys=fields.String(), required=True)


class EditedSchema(KindSchema):
    """A kind of content as it is edited: what is published, the draft, null where there is none, and the
    last 100 versions, the newest first.
    """

    published = fields.Nested(WholeVersionSchema, required=True)
    draft = fields.Dict(keys=fields.String(), required=True, allow_none=True)
    version_list = fields.List(fields.Nested(ContentVersionSchema), required=True, attribute="versions")
    missing = fields.List(fields.Nested(MissingTranslationSchema), required=True)
    preview_link = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "a page of the site that shows the draft for twelve hours"},
    )


class ContentDraftSchema(CamelSchema):
    """A draft to save; null discards the one there is."""

    revision = fields.Integer(strict=True, required=True, metadata=REVISION)
    document = fields.Dict(keys=fields.String(), required=True, allow_none=True)


class PublishSchema(CamelSchema):
    """What is published, and why: the draft, or again the version `versionId`."""

    revision = fields.Integer(strict=True, required=True, metadata=REVISION)
    version_id = Id()
    reason = SingleLine(required=True, max_length=MAX_REASON, metadata=REASON)


class PreviewQuery(ContentQuery):
    """By which link a draft is looked at."""

    token = fields.String(required=True)


class UploadSchema(CamelSchema):
    """A picture: JPEG, PNG or WebP."""

    file_name = SingleLine(required=True, required_text=True, max_length=200)
    file = fields.String(
        required=True,
        validate=Length(min=1, max=_BASE64_OF_MAX, code=Code.FILE_TOO_LARGE),
        metadata={"description": "the file in base64, 5 MB at most"},
    )


class UploadedSchema(CamelSchema):
    """The name under which a document shows the image; GET /content/{image} answers it."""

    image = fields.String(required=True)
