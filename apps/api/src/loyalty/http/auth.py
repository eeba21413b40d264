"""The token of a request and its caller; web.py passes in what loads the caller of a token."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flask import Flask, current_app, g, request
from flask_smorest import Blueprint

from loyalty.errors import Forbidden, NotSignedIn
from loyalty.rules.callers import Caller

P = ParamSpec("P")
R = TypeVar("R")

OWN_HEADER = "x-user-token"
SECURITY: list[dict[str, list[str]]] = [{"bearer": []}, {"userToken": []}]


def init_app(app: Flask, load_caller: Callable[[str], Caller]) -> None:
    """Set the function that returns a token's caller, or raises NotSignedIn."""
    app.extensions["loyalty.load_caller"] = load_caller


def has_token() -> bool:
    """Whether the request carries a token at all, good or bad."""
    return "Authorization" in request.headers or OWN_HEADER in request.headers


def sent_token() -> str | None:
    """The request's token, from either header; two different ones are none (docs/handoff.md A14)."""
    authorization = request.headers.get("Authorization")
    own = request.headers.get(OWN_HEADER)
    bearer = None
    if authorization is not None:
        scheme, _, bearer = authorization.partition(" ")
        bearer = bearer.strip()
        if scheme.lower() != "bearer" or not bearer:
            raise NotSignedIn
    if bearer is not None and own is not None and bearer != own.strip():
        raise NotSignedIn
    return bearer if bearer is not None else (own.strip() if own is not None else None)


def every_sent_token() -> list[str]:
    """The tokens of both headers, for the one call that never refuses: signing out."""
    bearer = request.headers.get("Authorization", "").partition(" ")[2].strip()
    return [token for token in {bearer, request.headers.get(OWN_HEADER, "").strip()} if token]


def caller() -> Caller:
    """The caller; raises NotSignedIn without a valid session. Looked up once a request."""
    found: Caller | None = g.get("caller")
    if found is None:
        token = sent_token()
        if not token:
            raise NotSignedIn
        found = g.caller = current_app.extensions["loyalty.load_caller"](token)
        g.asked_at = found.at
    return found


def caller_if_any() -> Caller | None:
    """The caller, or None without a token; an invalid token is still refused."""
    return caller() if has_token() else None


def member_required(view: Callable[P, R]) -> Callable[P, R]:
    """Require a signed-in member, whom `caller()` then returns."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        caller()
        return view(*args, **kwargs)

    documented: Callable[P, R] = Blueprint.doc(security=SECURITY)(guarded)
    return documented


def own_member(view: Callable[P, R]) -> Callable[P, R]:
    """Allow members only their own `/member/{member_id}…`: another's is a 403, whether it exists or not."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if caller().member_id != kwargs.get("member_id"):
            raise Forbidden
        return view(*args, **kwargs)

    documented: Callable[P, R] = Blueprint.doc(security=SECURITY)(guarded)
    return documented


def own_member_in_body(view: Callable[..., R]) -> Callable[..., R]:
    """Allow members only their own `member_id` in the body: another's is a 403."""

    @wraps(view)
    def guarded(body: dict[str, Any], *args: Any, **kwargs: Any) -> R:
        if body["member_id"] != caller().member_id:
            raise Forbidden
        return view(body, *args, **kwargs)

    return guarded


def member_key_owner() -> str:
    """The caller as the owner of Idempotency-Keys."""
    return f"member:{caller().member_id}"
