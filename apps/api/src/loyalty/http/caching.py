"""The public lists, which everybody may keep for a while and ask for again by their ETag."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Response, after_this_request, current_app, request

from loyalty.http.auth import has_token
from loyalty.http.early import EarlyAnswers
from loyalty.http.public_bytes import fresh

P = ParamSpec("P")
R = TypeVar("R")

PUBLIC = "public, max-age=60"


def public_list(view: Callable[P, R]) -> Callable[P, R]:
    """Mark a view whose answer without a token is the same for everybody: it gets an ETag and answers 304.

    Any other answer of the API may be kept by nobody (every_answer).
    """

    @wraps(view)
    def marked(*args: P.args, **kwargs: P.kwargs) -> R:
        if not has_token():
            after_this_request(_let_it_be_kept)
        return view(*args, **kwargs)

    return marked


def _let_it_be_kept(response: Response) -> Response:
    if response.status_code != 200:
        return response
    response.headers["Cache-Control"] = PUBLIC
    response.vary.update(["Authorization", "x-user-token"])
    response.add_etag()
    if (kept := fresh()) is not None:
        early: EarlyAnswers = current_app.extensions["loyalty.early"]
        early.keep(response, kept.until, kept.parameters)
    response.make_conditional(request)
    response.headers.pop("Date", None)  # every server writes its own
    return response
