"""What is the same for everybody without a token is kept in each process for seconds."""

from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import NamedTuple, ParamSpec

from cachetools import TTLCache
from flask import Flask, Response, current_app, request

from loyalty.http.auth import has_token

P = ParamSpec("P")

CACHE = "loyalty.public_cache"
# Another process changes what is kept; a few seconds later every process shows the change.
FRESH_S = 5
# How many answers are kept. The ids in paths are few, and each parameter has few values.
MAX_KEPT = 64
PUBLIC = "public, max-age=60"
_LOCK = Lock()


class CachedResponse(NamedTuple):
    """A response as it is kept."""

    body: bytes
    etag: str


def init_app(app: Flask) -> None:
    """Begin with nothing kept."""
    app.extensions[CACHE] = TTLCache(MAX_KEPT, FRESH_S)


def cached_when_public(*parameters: str) -> Callable[[Callable[P, Response]], Callable[P, Response]]:
    """Mark a view whose response without a token is the same for everybody.

    It is kept in this process for FRESH_S seconds, may be kept by browsers and proxies for a minute, has an
    ETag and answers 304. `parameters` are those of the query that it depends on.
    """

    def mark(view: Callable[P, Response]) -> Callable[P, Response]:
        @wraps(view)
        def respond(*args: P.args, **kwargs: P.kwargs) -> Response:
            if has_token():
                return view(*args, **kwargs)
            cache = current_app.extensions[CACHE]
            # Without parameters of its own an answer is the same whatever is in the query.
            sent = [name for name, _ in request.args.items(multi=True)] if parameters else []
            may_be_kept = len(sent) == len(set(sent)) and set(sent) <= set(parameters)
            key = (request.path, tuple(request.args.get(name) for name in parameters))
            with _LOCK:
                kept: CachedResponse | None = cache.get(key) if may_be_kept else None
            if kept is None:
                response = view(*args, **kwargs)
                if response.status_code != 200:
                    return response
                response.add_etag()
                kept = CachedResponse(response.get_data(), response.get_etag()[0] or "")
                if may_be_kept:
                    with _LOCK:
                        cache[key] = kept
            return _response(kept)

        return respond

    return mark


def _response(kept: CachedResponse) -> Response:
    response = Response(kept.body, mimetype="application/json")
    response.headers["Cache-Control"] = PUBLIC
    response.headers["Vary"] = "Authorization, x-user-token"
    response.set_etag(kept.etag)
    response.make_conditional(request)
    response.headers.pop("Date", None)  # every server writes its own
    return response
