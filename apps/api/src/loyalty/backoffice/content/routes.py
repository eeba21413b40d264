"""/staff/content: head office reads, saves, previews and publishes content. rules/staff.py says who may do
what.
"""

from typing import Any

import orjson
from flask import Response

from loyalty.backoffice.caller import office
from loyalty.backoffice.content import publishing as service
from loyalty.backoffice.content.schemas import (
    ContentDraftSchema,
    EditedSchema,
    KindSchema,
    PreviewQuery,
    PublishSchema,
    UploadedSchema,
    UploadSchema,
)
from loyalty.features.content.schemas import ContentQuery, ContentSchema
from loyalty.http.api import Blueprint, StaffBlueprint
from loyalty.http.json_body import larger_bodies
from loyalty.http.schemas import list_of
from loyalty.rules.staff import HEAD_OFFICE

# A file of 5 MB in base64 and the other fields (SECURITY.md B2).
MAX_UPLOAD_BYTES = 7_864_320
# A menu of 300 dishes in six languages.
MAX_DOCUMENT_BYTES, MAX_DOCUMENT_KEYS = 1_048_576, 20_000
UPLOADED = "uploaded in the staff app"

public = Blueprint("content_preview", __name__, description="Drafts of the content, by a link.")
blueprint = StaffBlueprint("publishing", __name__, description="What the pages say, edited in the staff app.")


@blueprint.route("/staff/content", permission=HEAD_OFFICE)
@blueprint.response(200, list_of(KindSchema, "kind_list"))
def kinds() -> dict[str, Any]:
    """List the kinds of content: who changed each when, and what is not translated."""
    return {"kind_list": service.kinds()}


@blueprint.route("/staff/content/preview", permission=HEAD_OFFICE)
@blueprint.arguments(ContentQuery, location="query")
@blueprint.response(200, ContentSchema)
def preview(query: dict[str, str]) -> Response:
    """Read the public document as it would be with every draft published."""
    body = orjson.dumps(service.preview(query.get("language")))
    return Response(body, mimetype="application/json")


@public.route("/content/preview")
@public.arguments(PreviewQuery, location="query")
@public.response(200, ContentSchema)
@public.alt_responses(404)
def previewed_page(query: dict[str, str]) -> Response:
    """Read what the site would show today with every draft published, by the link of an editor."""
    body = orjson.dumps(service.previewed_page(query["token"], query.get("language")))
    return Response(body, mimetype="application/json")


@blueprint.route("/staff/content/image", methods=["POST"], permission=HEAD_OFFICE)
@larger_bodies(MAX_UPLOAD_BYTES)
@blueprint.arguments(UploadSchema)
@blueprint.response(201, UploadedSchema)
def upload(body: dict[str, str]) -> dict[str, str]:
    """Keep a picture, written anew in the widths that pages use, under a name that never changes."""
    return {"image": service.upload(office().signed(UPLOADED), body["file_name"], body["file"])}


@blueprint.route("/staff/content/<string:kind>", permission=HEAD_OFFICE)
@blueprint.response(200, EditedSchema)
@blueprint.alt_responses(404)
def edited(kind: str) -> dict[str, Any]:
    """Read what is published of a kind, its draft, its versions, and what is not translated."""
    return service.edited(kind)


@blueprint.route("/staff/content/<string:kind>", methods=["PUT"], permission=HEAD_OFFICE)
@larger_bodies(MAX_DOCUMENT_BYTES, MAX_DOCUMENT_KEYS)
@blueprint.arguments(ContentDraftSchema)
@blueprint.response(200, EditedSchema)
@blueprint.alt_responses(404, 409)
def save(body: dict[str, Any], kind: str) -> dict[str, Any]:
    """Save a draft, or discard it: what is published stays; 409 `edited_meanwhile` says who changed it
    meanwhile and when.
    """
    return service.save(office().signed(), kind, body["revision"], body["document"])


@blueprint.route("/staff/content/<string:kind>/publish", methods=["POST"], permission=HEAD_OFFICE, fresh=True)
@blueprint.arguments(PublishSchema)
@blueprint.response(200, EditedSchema)
@blueprint.alt_responses(404, 409)
def publish(body: dict[str, Any], kind: str) -> dict[str, Any]:
    """Publish a draft, or an earlier version again: every page shows it within a minute."""
    return service.publish(office().signed(body.pop("reason")), kind, **body)
