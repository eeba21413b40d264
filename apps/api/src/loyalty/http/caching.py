"""Who may keep an answer: nobody what a member sees, everybody the public lists, which carry an ETag."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import Flask, Response, g, request

from loyalty.http.auth import has_token
from loyalty.http.early import EarlyAnswers
from loyalty.http.public_bytes import fresh_until

P = ParamSpec("P")
R = TypeVar("R")

PUBLIC = "public, max-age=60"


def public_list(view: Callable[P, R]) -> Callable[P, R]:
    """Mark a view whose answer without a token is the same for everybody: it gets an ETag and answers 304."""

    @wraps(view)
    def marked(*args: P.args, **kwargs: P.kwargs) -> R:
        g.public_list = True
        return view(*args, **kwargs)

    return marked


def init_app(app: Flask) -> None:
    """Say on every answer of the API whether it may be kept."""

    @app.after_request
    def say_who_may_keep_it(response: Response) -> Any:
        if "Cache-Control" in response.headers or not request.path.startswith("/api/"):
            return response
        if has_token() or response.status_code != 200 or not g.get("public_list"):
            response.headers["Cache-Control"] = "no-store"
            return response
        response.headers["Cache-Control"] = PUBLIC
        response.vary.update(["Authorization", "x-user-token"])
        response.add_etag()
        if (until := fresh_until()) is not None:
            early: EarlyAnswers = app.extensions["loyalty.early"]
            early.keep(response, until)
        response.make_conditional(request)
        response.headers.pop("Date", None)  # every server writes its own
        return response
