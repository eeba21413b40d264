"""/content: everything published, as one document; below it and /content-membership the pictures.

Browsers keep pictures for good: their names change with them.
"""

from flask import Response, request

from loyalty.db.session import current_session
from loyalty.features.content import documents, images
from loyalty.features.content.schemas import ContentQuery, ContentSchema
from loyalty.http.api import Blueprint

FOR_GOOD = "public, max-age=31536000, immutable"
# Opened by itself, a picture is a page of ours that may do nothing at all.
ALONE = "default-src 'none'; sandbox"
BYTES = {"type": "string", "format": "binary"}

blueprint = Blueprint("content", __name__, description="What the pages say, and pictures.")


@blueprint.route("/content")
@blueprint.cached_when_public("language")
@blueprint.arguments(ContentQuery, location="query")
@blueprint.response(200, ContentSchema)
def everything(query: dict[str, str]) -> Response:
    """Read outlets, menu, banners, announcement, awards, openings and questions as they are published."""
    body, tag = documents.as_sent(documents.public_document(current_session(), query.get("language")))
    response = Response(body, mimetype="application/json")
    response.set_etag(tag)
    return response


@blueprint.route("/content/<string:image_name>")
@blueprint.alt_not_modified
@blueprint.response(200, BYTES, content_type=images.TYPE)
@blueprint.alt_responses(404)
def content(image_name: str) -> Response:
    """Read a picture by the imageName of a reward or voucher."""
    return _answer(image_name)


@blueprint.route("/content-membership/<string:image_name>")
@blueprint.alt_not_modified
@blueprint.response(200, BYTES, content_type=images.TYPE)
@blueprint.alt_responses(404)
def content_membership(image_name: str) -> Response:
    """Read a picture by the imageName of a reward of a tier (transactionSourceId 7)."""
    return _answer(image_name)


def _answer(image_name: str) -> Response:
    picture = images.picture(current_session(), image_name)
    response = Response(picture.content, mimetype=images.TYPE)
    response.headers["Cache-Control"] = FOR_GOOD
    response.headers["Content-Security-Policy"] = ALONE
    response.headers["Content-Disposition"] = "inline"
    response.set_etag(picture.tag)
    response.make_conditional(request)
    return response
