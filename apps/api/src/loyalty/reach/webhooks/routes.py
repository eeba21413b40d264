"""/events: the feed, for systems that webhooks cannot reach."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import Response, request

from loyalty.db.session import current_session
from loyalty.errors import NotSignedIn
from loyalty.http.api import Blueprint
from loyalty.reach.webhooks import feed
from loyalty.reach.webhooks.schemas import CloudEventSchema, FeedQuery
from loyalty.rules.codes import Code
from loyalty.rules.webhooks import BATCH_CONTENT_TYPE, cloud_event

blueprint = Blueprint("events", __name__, description="The feed of events, with a key of its own.")
P = ParamSpec("P")
R = TypeVar("R")
WITH_A_KEY: dict[str, Any] = {"security": [{"bearer": []}]}


def key_only(view: Callable[P, R]) -> Callable[P, R]:
    """Accept only requests with a key of the feed, before anything else is read."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not key.strip():
            raise NotSignedIn(Code.UNKNOWN_FEED_KEY)
        feed.require_key(key.strip())
        return view(*args, **kwargs)

    return guarded


@blueprint.route("/events")
@blueprint.doc(**WITH_A_KEY)
@key_only
@blueprint.arguments(FeedQuery, location="query")
@blueprint.response(200, CloudEventSchema(many=True), content_type=BATCH_CONTENT_TYPE)
@blueprint.alt_responses(410)
def events(query: dict[str, Any]) -> Response:
    """Return the events behind a position, oldest first: a batch of CloudEvents, empty when nothing is new.

    `events_gone` says, with the `oldest` that is kept, that some behind `after` were deleted after 30 days.
    """
    found = [cloud_event(each) for each in feed.events(current_session(), query["after"], query["limit"])]
    return Response(json.dumps(found, ensure_ascii=False), mimetype=BATCH_CONTENT_TYPE)
